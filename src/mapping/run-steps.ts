import { type Sentence, say } from '../kernel/index.ts';
import { affords, type Budget, budgetFor, charge } from './budget.ts';
import { firstValue, type ListCache, outOfBudget } from './json-path/index.ts';
import { jsonToText, parseJsonBody } from './json-text.ts';
import { limits } from './limits.ts';
import type { Entry, Step } from './program.ts';
import { firstMatch, replacementPieces, resultOf, stepBudget } from './regex/index.ts';
import type { EvaluationInput, FailReason, Json, TraceLine } from './types.ts';
import { lookUp } from './value-map.ts';
import { MarkupCache } from './xpath/index.ts';

/** Why a step, and with it its entry, produced nothing. */
export interface Failure {
  readonly reason: FailReason;
  readonly detail?: Sentence;
}

export interface Success {
  readonly value: string;
  /** The author wrote this very value (`static`, a hit of `map`), so it counts even when it is empty. */
  readonly explicit: boolean;
  /** Nothing was found: the value comes from the fallback of a `map` step. */
  readonly isFallback?: boolean;
}

/** The state that the steps of one payload share. `close` must be called, also after an error. */
export class StepContext {
  /** Left to all engines together. */
  readonly budget: Budget;
  /** Left for filling in variables: in texts of the mapping's author, and in what the payload brings. */
  readonly variableBudgets = {
    author: { steps: limits.variableSteps },
    payload: { steps: limits.variableSteps },
  };
  readonly payload: { [key: string]: Json };
  readonly markup = new MarkupCache();
  readonly lists: ListCache = new Map();
  readonly traced: boolean;
  readonly trace: TraceLine[] = [];
  readonly #parsed = new Map<string, Json | undefined>();
  /** JSON texts of large values: several attributes may show the same one. */
  readonly #texts = new Map<object, string>();
  #text: string | undefined;
  #traceCharacters = 0;

  constructor(input: Pick<EvaluationInput, 'payload' | 'trace' | 'budget'>) {
    this.payload = input.payload;
    this.traced = input.trace === true;
    this.budget = input.budget ?? budgetFor(this.onlyText()?.length ?? 0);
  }

  /** The value of a JSON text, undefined when it is none. Each text is parsed once per payload. */
  parse(text: string): Json | undefined {
    if (this.#parsed.has(text)) return this.#parsed.get(text);
    let value: Json | undefined;
    try {
      value = parseJsonBody(text, undefined, this.budget);
    } catch {
      value = undefined;
    }
    this.#parsed.set(text, value);
    return value;
  }

  /** The text of a value for the next step. Throws `RangeError` when it is nested deeper than the stack. */
  textOf(value: Json): string {
    if (typeof value !== 'object' || value === null) return jsonToText(value);
    const known = this.#texts.get(value);
    if (known !== undefined) return known;
    const text = jsonToText(value);
    charge(this.budget, 'writeJson', text.length);
    if (text.length > 1_000) this.#texts.set(value, text);
    return text;
  }

  /** The payload as text for a first step that needs one: its only text or XML body, otherwise its JSON. */
  payloadText(): string {
    this.#text ??= this.onlyText() ?? this.textOf(this.payload);
    return this.#text;
  }

  /** The one text or XML body, if there is exactly one. */
  onlyText(): string | undefined {
    const { xmlBody, textBody } = this.payload;
    if (typeof xmlBody === 'string') return typeof textBody === 'string' ? undefined : xmlBody;
    return typeof textBody === 'string' ? textBody : undefined;
  }

  /** A value as the trace shows it: the longer the trace, the less of each. */
  shorten(value: string): string {
    const max =
      this.#traceCharacters < limits.traceCharactersMax
        ? limits.traceResultCharactersMax
        : limits.traceResultCharactersMin;
    const shown = value.length <= max ? value : `${value.slice(0, max)}…`;
    this.#traceCharacters += shown.length;
    return shown;
  }

  close(): void {
    this.markup.dispose();
  }
}

/**
 * Runs an entry's steps, each on the result of the one before; the first failure ends it (spec 2.5 rule 2). Only in the
 * last entry of a name, what is not found goes on with the fallback of the next `map` step that has one: “anything
 * else” includes nothing. Entries before it fall through to the next one (rule 3).
 */
export function runSteps(
  { name: attribute, steps, isLast }: Pick<Entry, 'name' | 'steps' | 'isLast'>,
  context: StepContext,
): Success | null {
  let current: string | undefined;
  let explicit = false;
  let isFallback = false;
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index];
    if (step === undefined) break;
    const startedAt = context.traced ? performance.now() : 0;
    const outcome = runStep(step, current, context);
    if ('reason' in outcome) {
      context.trace.push({
        attribute,
        step: index,
        evaluation: step.kind,
        reason: outcome.reason,
        ...(outcome.detail !== undefined && { detail: outcome.detail }),
        ...(context.traced && { microseconds: microsecondsSince(startedAt) }),
      });
      const next = isLast && isNothing(outcome.reason) ? fallbackAfter(steps, index) : null;
      if (next === null) return null;
      if (context.traced) {
        const result = context.shorten(next.value);
        context.trace.push({
          attribute,
          step: next.index,
          evaluation: 'map',
          result,
          detail: say('fallbackTaken'),
        });
      }
      ({ index, value: current } = next);
      explicit = true;
      isFallback = true;
      continue;
    }
    if (context.traced) {
      context.trace.push({
        attribute,
        step: index,
        evaluation: step.kind,
        result: context.shorten(outcome.value),
        microseconds: microsecondsSince(startedAt),
      });
    }
    current = outcome.value;
    explicit = outcome.explicit;
  }
  if (current === undefined) return null;
  return isFallback ? { value: current, explicit, isFallback } : { value: current, explicit };
}

/** Did the step look and find nothing? What costs too much may well be there. */
function isNothing(reason: FailReason): boolean {
  return reason === 'no-match' || reason === 'empty' || reason === 'parse' || reason === 'type';
}

/** The next `map` step with a fallback, and that fallback. */
function fallbackAfter(
  steps: readonly Step[],
  failed: number,
): { index: number; value: string } | null {
  for (let index = failed + 1; index < steps.length; index += 1) {
    const step = steps[index];
    if (step?.kind === 'map' && step.map.fallback !== undefined)
      return { index, value: step.map.fallback };
  }
  return null;
}

function microsecondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) * 10_000) / 10;
}

/** `input` is the previous step's result, undefined for the first step, which sees the payload itself. */
function runStep(step: Step, input: string | undefined, context: StepContext): Success | Failure {
  if (context.budget.steps <= 0 && step.kind !== 'static') return { reason: 'budget' };
  try {
    switch (step.kind) {
      case 'static':
        return { value: step.text, explicit: true };
      case 'map': {
        const value = input ?? context.payloadText();
        charge(context.budget, 'copyText', value.length);
        charge(context.budget, 'foldText', Math.min(value.length, step.map.charactersMax));
        const mapped = lookUp(step.map, value);
        if (mapped !== undefined) return { value: mapped, explicit: true };
        return found(value);
      }
      case 'jsonPath':
        return runJsonPath(step, input, context);
      case 'regex':
        return runRegex(step, input ?? context.payloadText(), context);
      case 'xPath':
        return runXPath(step, input, context);
    }
  } catch (error) {
    // JSON nested deeper than the stack: parsing survives it, printing and comparing do not.
    if (error instanceof RangeError)
      return { reason: 'too-large', detail: say('valueNestedTooDeeply') };
    throw error;
  }
}

/** Spec 2.5 rule 3: success is a value that is not empty. Blanks alone are a value. */
function found(value: string): Success | Failure {
  if (value === '') return { reason: 'empty' };
  if (value.length > limits.stepResultCharactersMax) return resultTooLarge;
  return { value, explicit: false };
}

const resultTooLarge: Failure = {
  reason: 'too-large',
  detail: say('valueCharactersOver', { max: limits.stepResultCharactersMax }),
};

function runJsonPath(
  step: Extract<Step, { kind: 'jsonPath' }>,
  input: string | undefined,
  context: StepContext,
): Success | Failure {
  const root = input === undefined ? context.payload : context.parse(input);
  if (root === undefined) {
    return { reason: 'parse', detail: say('previousResultNotJson') };
  }
  const value = firstValue(step.path, root, context.budget, context.lists);
  if (value === outOfBudget) return { reason: 'budget' };
  if (value === undefined) return { reason: 'no-match' };
  return found(context.textOf(value));
}

function runRegex(
  step: Extract<Step, { kind: 'regex' }>,
  input: string,
  context: StepContext,
): Success | Failure {
  const allowed = Math.min(stepBudget(input.length), context.budget.steps);
  const own = { steps: allowed };
  const match = firstMatch(step.regex, input, own);
  context.budget.steps -= allowed - Math.max(own.steps, 0);
  if (match === 'budget') {
    return { reason: allowed < limits.regexStepsMin ? 'budget' : 'regex-budget' };
  }
  if (match === null) return { reason: 'no-match' };
  if (step.replace === null) return found(resultOf(match, step.regex));
  charge(context.budget, 'findPiece', step.replace.parts.length);
  const pieces = replacementPieces(match, step.replace, input);
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length > limits.stepResultCharactersMax) return resultTooLarge;
  if (!affords(context.budget, 'joinText', length)) return { reason: 'budget' };
  charge(context.budget, 'joinText', length);
  return found(pieces.join(''));
}

function runXPath(
  step: Extract<Step, { kind: 'xPath' }>,
  input: string | undefined,
  context: StepContext,
): Success | Failure {
  const text = input ?? context.onlyText();
  if (text === undefined) {
    return {
      reason: 'type',
      detail: say('xPathNeedsOneText'),
    };
  }
  const result = context.markup.evaluate(step.path, text, context.budget);
  return typeof result === 'string' ? found(result) : result;
}
