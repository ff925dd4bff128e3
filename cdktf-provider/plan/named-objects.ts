import { isList, isObject, type Value, type ValueObject } from '../runtime/value.ts';

/** The target of an expression: an attribute of a resource, or `unclear` if the plan does not tell. */
export type Named = { address: string; attribute: string } | 'unclear';

/**
 * The targets that the expression of an attribute names, in its order. Inputs of modules and outputs are followed.
 * Terraform's plan lists only the names in an expression, so the value of a local, of an iteration or of a data source
 * is `unclear`.
 */
export function namedBy(
  root: ValueObject,
  resource: { module: string; type: string; name: string },
  attribute: string,
): Named[] {
  const path = moduleSteps(resource.module);
  const owner = moduleAt(root, path);
  const found = listOf(owner?.resources).find(
    (one) => isObject(one) && one.type === resource.type && one.name === resource.name,
  );
  const expressions = isObject(found) ? found.expressions : null;
  if (!isObject(expressions)) return [];
  return namedIn(root, path, expressions[attribute] ?? null, 0);
}

/** Whether the configuration gives the attribute a value. */
export function isConfigured(
  root: ValueObject,
  resource: { module: string; type: string; name: string },
  attribute: string,
): boolean {
  const owner = moduleAt(root, moduleSteps(resource.module));
  const found = listOf(owner?.resources).find(
    (one) => isObject(one) && one.type === resource.type && one.name === resource.name,
  );
  const expressions = isObject(found) ? found.expressions : null;
  return isObject(expressions) && Object.hasOwn(expressions, attribute);
}

/** A module that names itself in a circle is none that Terraform takes; this only ends the search. */
const depthMax = 50;

function namedIn(
  root: ValueObject,
  path: readonly string[],
  expression: Value,
  depth: number,
): Named[] {
  if (depth > depthMax) return ['unclear'];
  const references = isObject(expression) ? listOf(expression.references) : [];
  return wholeReferences(references.map(String)).flatMap((reference) =>
    namedByReference(root, path, reference, depth),
  );
}

/** Terraform follows each reference by its beginnings: `a.b.id`, `a.b`. */
function wholeReferences(references: readonly string[]): string[] {
  const whole: string[] = [];
  let last = '';
  for (const one of references) {
    const isBeginning = last.startsWith(one) && /^[.[]/.test(last.slice(one.length));
    if (isBeginning) continue;
    whole.push(one);
    last = one;
  }
  return whole;
}

function namedByReference(
  root: ValueObject,
  path: readonly string[],
  reference: string,
  depth: number,
): Named[] {
  const steps = stepsOf(reference);
  const [first = '', second = ''] = steps;
  if (first === 'var') {
    const call = callOf(root, path);
    // Variables of the root module have values before anything is applied.
    if (!call) return [];
    return namedIn(root, path.slice(0, -1), inputOf(call, second), depth + 1);
  }
  if (first === 'module') {
    const [instance = '', output = ''] = steps.slice(1);
    const inner = [...path, instance];
    const outputs = moduleAt(root, inner)?.outputs;
    const said = isObject(outputs) ? outputs[output] : null;
    if (!isObject(said)) return ['unclear'];
    return namedIn(root, inner, said.expression ?? null, depth + 1);
  }
  if (!/^(tocsin|allquiet)_/.test(first))
    return /^(path|terraform)$/.test(first) ? [] : ['unclear'];
  const [, , attribute] = steps;
  if (attribute === undefined) return ['unclear'];
  const prefix = path.map((step) => `module.${step}.`).join('');
  return [{ address: `${prefix}${first}.${second}`, attribute }];
}

function inputOf(call: ValueObject, name: string): Value {
  return isObject(call.expressions) ? (call.expressions[name] ?? null) : null;
}

/** The call of the module at the path, in the one around it. */
function callOf(root: ValueObject, path: readonly string[]): ValueObject | null {
  const name = path.at(-1);
  if (name === undefined) return null;
  const calls = moduleAt(root, path.slice(0, -1))?.module_calls;
  const call = isObject(calls) ? calls[withoutIndex(name)] : null;
  return isObject(call) ? call : null;
}

function moduleAt(root: ValueObject, path: readonly string[]): ValueObject | null {
  let current: ValueObject | null = root;
  for (const step of path) {
    const calls: Value = current?.module_calls ?? null;
    const call: Value = isObject(calls) ? (calls[withoutIndex(step)] ?? null) : null;
    const inner: Value = isObject(call) ? (call.module ?? null) : null;
    current = isObject(inner) ? inner : null;
  }
  return current;
}

/** `module.a["x.y"].module.b` → `a["x.y"]`, `b`. */
function moduleSteps(module: string): string[] {
  return module === '' ? [] : stepsOf(module).filter((_step, place) => place % 2 === 1);
}

/** The steps of an address, each with its index. */
export function stepsOf(address: string): string[] {
  return address.match(/[^.[\]]+(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])*/g) ?? [];
}

function withoutIndex(step: string): string {
  return step.replace(/\[.*$/, '');
}

function listOf(value: Value | undefined): readonly Value[] {
  return value !== undefined && isList(value) ? value : [];
}
