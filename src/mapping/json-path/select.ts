import { type Budget, costOf, type Work } from '../budget.ts';
import { isObject, toNumber } from '../json-text.ts';
import { limits } from '../limits.ts';
import { type CompiledRegex, firstMatch } from '../regex/index.ts';
import type { Json } from '../types.ts';
import { compileFilterPattern } from './filter-pattern.ts';
import { type ListCache, Lists } from './lists.ts';
import type { Comparison, Expression, Query, Segment, Selector } from './syntax.ts';

/** The result of a selection that used up its budget. */
export const outOfBudget = Symbol('out of budget');

/** A path in a filter that found nothing (RFC 9535 section 2.4.1). */
const nothing = Symbol('nothing');
type Value = Json | typeof nothing;

function orNothing(value: Json | undefined): Value {
  // Not `??`: null is a value.
  return value === undefined ? nothing : value;
}

class BudgetExhausted extends Error {}

interface Run {
  readonly root: Json;
  readonly jsonNet: boolean;
  readonly budget: Budget;
  readonly lists: Lists;
  readonly patterns: Map<string, CompiledRegex | null>;
  visits: number;
}

/** Receives a selected value; true ends the selection. */
type Emit = (value: Json) => boolean;

/**
 * The first value the query selects, in document order; undefined when there is none. `lists` remembers the members
 * of large objects between the selections on one payload.
 */
export function selectFirst(
  query: Query,
  root: Json,
  budget: Budget,
  lists?: ListCache,
): Json | undefined | typeof outOfBudget {
  let found: Json | undefined;
  const ended = select(query, root, budget, lists, (value) => {
    found = value;
    return true;
  });
  return ended === outOfBudget ? outOfBudget : found;
}

/** Every value the query selects, in document order. */
export function selectAll(query: Query, root: Json, budget: Budget): Json[] | typeof outOfBudget {
  const found: Json[] = [];
  const ended = select(query, root, budget, undefined, (value) => {
    found.push(value);
    return false;
  });
  return ended === outOfBudget ? outOfBudget : found;
}

function select(
  query: Query,
  root: Json,
  budget: Budget,
  lists: ListCache | undefined,
  emit: Emit,
): boolean | typeof outOfBudget {
  const run: Run = {
    patterns: new Map(),
    lists: new Lists(budget, lists),
    root,
    jsonNet: query.jsonNet,
    budget,
    visits: limits.jsonPathVisitsMax,
  };
  try {
    return walk(run, root, query.segments, 0, emit);
  } catch (error) {
    if (error instanceof BudgetExhausted) return outOfBudget;
    throw error;
  }
}

/** Charges for every value that is looked at. */
function visit(run: Run): void {
  run.visits -= 1;
  if (run.visits < 0) throw new BudgetExhausted();
  charge(run, 1);
}

/** Charges for applying a selector or a test. */
function charge(run: Run, steps: number): void {
  run.budget.steps -= steps;
  if (run.budget.steps < 0) throw new BudgetExhausted();
}

/** Charges for work done in bulk. */
function chargeWork(run: Run, work: Work, units: number): void {
  charge(run, costOf(work, units));
}

function walk(
  run: Run,
  value: Json,
  segments: readonly Segment[],
  index: number,
  emit: Emit,
): boolean {
  const segment = segments[index];
  if (segment === undefined) return emit(value);
  const next: Emit = (child) => walk(run, child, segments, index + 1, emit);
  if (!segment.descendant) return applySelectors(run, value, segment.selectors, next);
  // Pre-order with a stack of our own: a hostile document may nest deeper than the JavaScript stack.
  const pending: Json[] = [value];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    visit(run);
    if (applySelectors(run, node, segment.selectors, next)) return true;
    const children = childrenOf(run, node);
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const child = children[i];
      if (typeof child === 'object' && child !== null) pending.push(child);
    }
  }
  return false;
}

function applySelectors(
  run: Run,
  value: Json,
  selectors: readonly Selector[],
  emit: Emit,
): boolean {
  for (const selector of selectors) {
    if (applySelector(run, value, selector, emit)) return true;
  }
  return false;
}

function applySelector(run: Run, value: Json, selector: Selector, emit: Emit): boolean {
  switch (selector.kind) {
    case 'name': {
      charge(run, 1);
      if (!isObject(value) || !Object.hasOwn(value, selector.name)) return false;
      const member = value[selector.name];
      return member !== undefined && emit(member);
    }
    case 'index': {
      charge(run, 1);
      if (!Array.isArray(value)) return false;
      const item = value[selector.index < 0 ? value.length + selector.index : selector.index];
      return item !== undefined && emit(item);
    }
    case 'slice':
      return Array.isArray(value) && applySlice(run, value, selector, emit);
    case 'wildcard':
      for (const child of childrenOf(run, value)) {
        visit(run);
        if (emit(child)) return true;
      }
      return false;
    case 'filter':
      for (const child of childrenOf(run, value)) {
        visit(run);
        if (holds(run, selector.test, child) && emit(child)) return true;
      }
      return false;
  }
}

function childrenOf(run: Run, value: Json): readonly Json[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value)) return [];
  const children = run.lists.values(value);
  if (run.budget.steps < 0) throw new BudgetExhausted();
  return children;
}

/** RFC 9535 section 2.3.4.2.2. */
function applySlice(
  run: Run,
  items: readonly Json[],
  slice: { readonly start?: number; readonly stop?: number; readonly step: number },
  emit: Emit,
): boolean {
  const { step } = slice;
  const length = items.length;
  if (step === 0) return false;
  const forward = step > 0;
  const clamp = (bound: number) => {
    const position = bound < 0 ? length + bound : bound;
    return forward
      ? Math.min(Math.max(position, 0), length)
      : Math.min(Math.max(position, -1), length - 1);
  };
  const start = slice.start === undefined ? (forward ? 0 : length - 1) : clamp(slice.start);
  const stop = slice.stop === undefined ? (forward ? length : -1) : clamp(slice.stop);
  for (let i = start; forward ? i < stop : i > stop; i += step) {
    visit(run);
    const item = items[i];
    if (item !== undefined && emit(item)) return true;
  }
  return false;
}

function holds(run: Run, test: Expression, current: Json): boolean {
  charge(run, 1);
  switch (test.kind) {
    case 'literal':
      return test.value !== false;
    case 'query':
      return walk(run, test.absolute ? run.root : current, test.segments, 0, () => true);
    case 'not':
      return !holds(run, test.operand, current);
    case 'and':
      return holds(run, test.left, current) && holds(run, test.right, current);
    case 'or':
      return holds(run, test.left, current) || holds(run, test.right, current);
    case 'compare': {
      if (run.jsonNet) return holdsInJsonNet(run, test, current);
      return compare(
        run,
        operandValue(run, test.left, current),
        test.operator,
        operandValue(run, test.right, current),
      );
    }
    case 'regex':
      return valuesOf(run, test.operand, current).some((value) => matches(run, test.regex, value));
    case 'call': {
      if (test.name !== 'match' && test.name !== 'search')
        return operandValue(run, test, current) !== nothing;
      const [operand, pattern] = test.args.map((arg) => operandValue(run, arg, current));
      if (operand === undefined || typeof pattern !== 'string') return false;
      const regex = patternOf(run, pattern, test.name);
      return regex !== null && matches(run, regex, operand);
    }
  }
}

/** A pattern that comes from the document itself, compiled once per selection. */
function patternOf(run: Run, pattern: string, extent: 'match' | 'search'): CompiledRegex | null {
  const key = `${extent} ${pattern}`;
  const known = run.patterns.get(key);
  if (known !== undefined) return known;
  charge(run, 500);
  chargeWork(run, 'compilePattern', pattern.length);
  const regex = compileFilterPattern(pattern, extent);
  run.patterns.set(key, regex);
  return regex;
}

function matches(run: Run, regex: CompiledRegex, value: Value): boolean {
  if (typeof value !== 'string') return false;
  chargeWork(run, 'startRegex', 1);
  const match = firstMatch(regex, value, run.budget);
  if (match === 'budget') throw new BudgetExhausted();
  return match !== null;
}

/** A comparable or an argument as a single value. */
function operandValue(run: Run, expression: Expression, current: Json): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'query':
      return orNothing(valuesOf(run, expression, current)[0]);
    case 'call':
      return callFunction(run, expression.name, expression.args, current);
    default:
      return holds(run, expression, current);
  }
}

/** Everything an operand stands for: all nodes of a query, otherwise its one value. */
function valuesOf(run: Run, expression: Expression, current: Json): Json[] {
  if (expression.kind === 'query') {
    const found: Json[] = [];
    const start = expression.absolute ? run.root : current;
    walk(run, start, expression.segments, 0, (value) => {
      found.push(value);
      return expression.singular;
    });
    return found;
  }
  if (expression.kind === 'call' && expression.name === 'anyof') {
    const [nodes] = expression.args;
    return nodes === undefined ? [] : valuesOf(run, nodes, current);
  }
  const value = operandValue(run, expression, current);
  return value === nothing ? [] : [value];
}

/** The functions of RFC 9535 section 2.4 that return a value. */
function callFunction(run: Run, name: string, args: readonly Expression[], current: Json): Value {
  const [argument] = args;
  if (argument === undefined) return nothing;
  if (name === 'count') return valuesOf(run, argument, current).length;
  if (name === 'value') {
    const values = valuesOf(run, argument, current);
    return values.length === 1 ? orNothing(values[0]) : nothing;
  }
  if (name !== 'length') return nothing;
  const value = operandValue(run, argument, current);
  if (value === nothing) return nothing;
  if (typeof value === 'string') {
    charge(run, value.length >> 2);
    return codePoints(value);
  }
  return Array.isArray(value) || isObject(value) ? childrenOf(run, value).length : nothing;
}

/** RFC 9535 section 2.4.4 counts Unicode characters, not UTF-16 units. */
function codePoints(text: string): number {
  let count = text.length;
  for (let i = 0; i < text.length - 1; i += 1) {
    const isPair =
      (text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
    if (isPair) count -= 1;
  }
  return count;
}

/** RFC 9535 section 2.3.5.2.2: no order between types, nothing equals only nothing. */
function compare(run: Run, left: Value, operator: Comparison, right: Value): boolean {
  switch (operator) {
    case '==':
      return areEqual(run, left, right);
    case '!=':
      return !areEqual(run, left, right);
    case '<':
      return isLess(run, left, right);
    case '>':
      return isLess(run, right, left);
    case '<=':
      return isLess(run, left, right) || areEqual(run, left, right);
    case '>=':
      return isLess(run, right, left) || areEqual(run, left, right);
  }
}

function isLess(run: Run, left: Value, right: Value): boolean {
  if (typeof left === 'string' && typeof right === 'string') {
    chargeWork(run, 'compareText', Math.min(left.length, right.length));
    return left < right;
  }
  if (left === nothing || right === nothing) return false;
  const a = toNumber(left);
  const b = toNumber(right);
  return a !== undefined && b !== undefined && a < b;
}

function areEqual(run: Run, left: Value, right: Value): boolean {
  charge(run, 1);
  if (left === nothing || right === nothing) return left === right;
  if (typeof left === 'string') {
    if (typeof right !== 'string' || left.length !== right.length) return false;
    chargeWork(run, 'compareText', left.length);
    return left === right;
  }
  const a = toNumber(left);
  if (a !== undefined) return a === toNumber(right);
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => areEqual(run, item, orNothing(right[index])))
    );
  }
  if (!isObject(left)) return left === right;
  if (!isObject(right)) return false;
  const keys = run.lists.keys(left);
  if (keys.length !== run.lists.keys(right).length) return false;
  return keys.every((key) => {
    charge(run, 2);
    return Object.hasOwn(right, key) && areEqual(run, orNothing(left[key]), orNothing(right[key]));
  });
}

/**
 * Json.NET's rules: a missing path satisfies no comparison, not even `!=`; a path with several results holds if any
 * of them does; an order between a number and a string compares them as numbers.
 */
function holdsInJsonNet(
  run: Run,
  test: Extract<Expression, { kind: 'compare' }>,
  current: Json,
): boolean {
  const rights = valuesOf(run, test.right, current);
  return valuesOf(run, test.left, current).some((left) =>
    rights.some((right) => {
      charge(run, 1);
      const ordering = test.operator !== '==' && test.operator !== '!=';
      if (!ordering) return compare(run, left, test.operator, right);
      const [a, b] = alike(left, right);
      return compare(run, a, test.operator, b);
    }),
  );
}

function alike(left: Json, right: Json): [Json, Json] {
  const leftNumber = toNumber(left);
  const rightNumber = toNumber(right);
  if (leftNumber !== undefined && typeof right === 'string') return [leftNumber, asNumber(right)];
  if (rightNumber !== undefined && typeof left === 'string') return [asNumber(left), rightNumber];
  return [left, right];
}

/** Longer texts are not numbers. So a text of megabytes is not read to find out. */
const numberCharactersMax = 64;

/** A string that is no number stays a string, and thereby unequal to and without order against numbers. */
function asNumber(text: string): number | string {
  if (text.length > numberCharactersMax) return text;
  return /^\s*[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?\s*$/.test(text) ? Number(text) : text;
}
