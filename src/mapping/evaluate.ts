import { type Sentence, say } from '../kernel/index.ts';
import { type Budget, charge } from './budget.ts';
import { hashOf, hashOfContent, hashOfText, type NamedValue } from './correlation.ts';
import { expandValue } from './expand.ts';
import { limits } from './limits.ts';
import { type CompiledMapping, type Entry, toCompiled } from './program.ts';
import { canonicalValue, notAllowed, type ReservedKey } from './reserved.ts';
import { runSteps, StepContext, type Success } from './run-steps.ts';
import type {
  Evaluation,
  EvaluationInput,
  FailReason,
  IncidentKey,
  MappedAttribute,
  MappingProgram,
  PreviousIncident,
  TraceLine,
} from './types.ts';
import { mayHavePlaceholders, type Placeholder, substitute } from './variables.ts';

/**
 * Evaluates a mapping on one payload (spec 2.5). Never throws for what a payload holds: whatever goes wrong is a
 * reason in the trace. `previousIncident` reads as if there were none; a program that mentions it belongs to
 * `evaluateMappingWithPrevious`.
 */
export function evaluateMapping(program: MappingProgram, input: EvaluationInput): Evaluation {
  const mapping = toCompiled(program);
  const context = new StepContext(input);
  try {
    return new Pass(mapping, input, context, new Map(), null).run();
  } finally {
    context.close();
  }
}

/**
 * The same for mappings that use `previousIncident`. A first pass without the attributes that depend on it finds
 * the key by which `find` looks the incident up; a second pass fills in its values. `find` is called at most once,
 * and not at all when the mapping does not mention the previous incident or the payload is discarded before it
 * matters.
 */
export async function evaluateMappingWithPrevious(
  program: MappingProgram,
  input: EvaluationInput,
  find: (key: IncidentKey) => Promise<PreviousIncident | null>,
): Promise<Evaluation> {
  const mapping = toCompiled(program);
  if (!mapping.usesPreviousIncident) return evaluateMapping(program, input);
  const context = new StepContext(input);
  try {
    const outcomes: StepOutcomes = new Map();
    const first = new Pass(mapping, input, context, outcomes, 'unknown').run();
    if (first.outcome === 'Discarded') return first;
    const { correlationId, groupingKey } = first;
    // The lookup takes time. Parsed XML is freed first: it is in WebAssembly memory, which is not garbage collected.
    context.markup.dispose();
    const previous = await find({ correlationId, groupingKey });
    const second = new Pass(mapping, input, context, outcomes, previous).run();
    // The key that found the incident remains its key, whatever the second pass adds to other attributes.
    return {
      ...second,
      correlationId: second.outcome === 'Discarded' ? null : correlationId,
      groupingKey,
    };
  } finally {
    context.close();
  }
}

/** Results of steps by entry: steps see no variables, so a second pass need not repeat them. */
type StepOutcomes = Map<Entry, { success: Success | null; trace: readonly TraceLine[] }>;

/** One pass over the entries. `previous` is `unknown` in the first pass, which finds the key of the incident. */
class Pass {
  readonly #mapping: CompiledMapping;
  readonly #input: EvaluationInput;
  readonly #context: StepContext;
  readonly #outcomes: StepOutcomes;
  readonly #previous: PreviousIncident | null | 'unknown';
  readonly #trace: TraceLine[] = [];
  /** Values by lower-case name, expanded children included. */
  readonly #values = new Map<string, string>();
  readonly #attributes: MappedAttribute[] = [];
  readonly #correlated: NamedValue[] = [];
  readonly #grouped: NamedValue[] = [];
  /** Values of the previous incident; read when the first one is needed. */
  #previousValues: ReadonlyMap<string, string> | undefined;
  /** Total length of all values so far. */
  #characters = 0;
  /** Children of all attributes to expand so far. */
  #expanded = 0;

  constructor(
    mapping: CompiledMapping,
    input: EvaluationInput,
    context: StepContext,
    outcomes: StepOutcomes,
    previous: PreviousIncident | null | 'unknown',
  ) {
    this.#mapping = mapping;
    this.#input = input;
    this.#context = context;
    this.#outcomes = outcomes;
    this.#previous = previous;
  }

  run(): Evaluation {
    const { entries } = this.#mapping;
    for (let index = 0; index < entries.length; index += 1) {
      const entry = entries[index];
      if (entry === undefined || this.#values.has(entry.key)) continue;
      if (entry.usesPreviousIncident && this.#previous === 'unknown') continue;
      const value = this.#evaluate(entry, index);
      if (value === undefined) continue;
      this.#accept(entry, value);
      // After a discard the remaining entries do not matter.
      if (entry.reserved === 'discard' && value === 'True') return this.#result('Discarded', null);
    }
    return this.#conclude();
  }

  /** The final value of an entry, or undefined when it did not evaluate successfully. */
  #evaluate(entry: Entry, index: number): string | undefined {
    const success = this.#steps(entry);
    if (success === null) return undefined;
    const isKey = entry.reserved === 'correlationid';
    if (isTooLarge(success.value)) {
      return isKey ? shortKey(success.value) : this.#failSteps(entry, valueTooLarge);
    }
    const value = this.#substituteVariables(entry, index, success);
    // A correlation id whose variables cannot be filled in still tells two problems apart.
    if (value === undefined) return isKey ? shortKey(success.value) : undefined;
    if (isKey && value.length > limits.correlationIdCharactersMax) return shortKey(value);
    if (value === '' && !success.explicit) return this.#fail(entry, 'variables', 'empty');
    if (this.#characters + value.length > limits.valuesCharactersMax) {
      return this.#failSteps(entry, say('allValuesTooLong', { max: limits.valuesCharactersMax }));
    }
    return entry.reserved === null
      ? this.#expand(entry, value)
      : this.#checkReserved(entry, entry.reserved, value, success.isFallback === true);
  }

  #steps(entry: Entry): Success | null {
    const known = this.#outcomes.get(entry);
    if (known !== undefined) {
      this.#trace.push(...known.trace);
      return known.success;
    }
    const success = runSteps(entry, this.#context);
    const trace = this.#context.trace.splice(0);
    if (trace.length > 0) this.#trace.push(...trace);
    if (this.#previous === 'unknown') this.#outcomes.set(entry, { success, trace });
    return success;
  }

  /** Undefined when the result would be too large, or take too long. */
  #substituteVariables(entry: Entry, index: number, success: Success): string | undefined {
    const { value, explicit } = success;
    if (!mayHavePlaceholders(value)) return value;
    const { variableBudgets, traced } = this.#context;
    const budget = explicit ? variableBudgets.author : variableBudgets.payload;
    const result = substitute(
      value,
      (placeholder) => this.#variable(placeholder, entry, index, budget),
      budget,
    );
    if ('reason' in result) {
      const detail = result.reason === 'budget' ? tooManyVariables : valueTooLarge;
      return this.#fail(entry, 'variables', result.reason, detail);
    }
    if (isTooLarge(result.text)) return this.#fail(entry, 'variables', 'too-large', valueTooLarge);
    if (traced && result.text !== value) {
      this.#note(entry, 'variables', { result: this.#context.shorten(result.text) });
    }
    return result.text;
  }

  /**
   * The value of a variable; undefined leaves the placeholder as it is (spec 2.5 rule 4: only what is defined
   * earlier).
   */
  #variable(
    { incident, name }: Placeholder,
    entry: Entry,
    index: number,
    budget: Budget,
  ): string | undefined {
    if (incident === 'previous') return entry.usesPreviousIncident ? this.#previousValue(name) : '';
    const value = this.#values.get(name);
    if (value !== undefined) return value;
    if ((this.#mapping.firstIndex.get(name) ?? index) < index) return '';
    return this.#isChildOfEarlier(name, index, budget) ? '' : undefined;
  }

  /** Is this `Name.key` or `Name[i]` of an attribute that is expanded earlier in the list? */
  #isChildOfEarlier(name: string, index: number, budget: Budget): boolean {
    const { expandedIndex } = this.#mapping;
    if (expandedIndex.size === 0) return false;
    // A payload can hold thousands of such names, with a dot in every place.
    budget.steps -= name.length;
    for (let at = 1; at < name.length; at += 1) {
      const character = name.charAt(at);
      if (character !== '.' && character !== '[') continue;
      if ((expandedIndex.get(name.slice(0, at)) ?? index) < index) return true;
    }
    return false;
  }

  #previousValue(name: string): string {
    if (this.#previous === null || this.#previous === 'unknown') return '';
    this.#previousValues ??= valuesByName(this.#previous);
    return this.#previousValues.get(name) ?? '';
  }

  #checkReserved(
    entry: Entry,
    reserved: ReservedKey,
    value: string,
    isFallback: boolean,
  ): string | undefined {
    const canonical = canonicalValue(reserved, value);
    // A tool that renames a field must not make its alerts vanish.
    if (isFallback && canonical !== undefined && canonical === silencing.get(reserved))
      return this.#fail(entry, 'reserved', 'no-match', neverSilences);
    if (canonical !== undefined) return canonical;
    const detail = notAllowed(reserved, this.#context.shorten(value));
    return this.#fail(entry, 'reserved', 'invalid-value', detail);
  }

  /** An attribute to expand must hold JSON; anything else breaks it (spec 2.5, `Expand`). */
  #expand(entry: Entry, value: string): string | undefined {
    if (!entry.expand) return value;
    if (this.#context.budget.steps <= 0) return this.#fail(entry, 'expand', 'budget');
    if (this.#context.parse(value) !== undefined) return value;
    return this.#fail(entry, 'expand', 'parse', say('valueNotJson'));
  }

  #accept(entry: Entry, value: string): void {
    this.#values.set(entry.key, value);
    this.#characters += value.length;
    if (entry.isGroupingKey) this.#grouped.push([entry.key, value]);
    if (entry.reserved !== null) return;
    if (!this.#mapping.dependentKeys.has(entry.key)) this.#correlated.push([entry.key, value]);
    const { name, isImage, hideInPreviews, isGroupingKey } = entry;
    this.#attributes.push({ name, value, isImage, hideInPreviews, isGroupingKey });
    if (entry.expand) this.#addChildren(entry, value);
  }

  #addChildren(entry: Entry, value: string): void {
    const max = Math.min(limits.expandedChildrenMax, limits.expandedInAllMax - this.#expanded);
    const expanded = expandValue(entry.name, this.#context.parse(value) ?? null, max);
    const { length } = expanded.children;
    this.#expanded += length;
    charge(this.#context.budget, 'expandChild', length);
    const { isImage, hideInPreviews } = entry;
    for (const child of expanded.children) {
      const key = child.name.toLowerCase();
      // An attribute that the mapping names itself, before or after, is never overwritten.
      if (this.#mapping.firstIndex.has(key) || this.#values.has(key)) continue;
      this.#values.set(key, child.value);
      this.#characters += child.name.length + child.value.length;
      this.#attributes.push({ ...child, isImage, hideInPreviews, isGroupingKey: false });
    }
    if (expanded.dropped > 0) {
      const detail = say('childrenLeftOut', { kept: length, all: length + expanded.dropped });
      this.#note(entry, 'expand', { reason: 'too-large', detail });
    }
  }

  #conclude(): Evaluation {
    const missing = (['Status', 'Severity'] as const).filter(
      (name) => !this.#values.has(name.toLowerCase()),
    );
    if (missing.length > 0) {
      const [one, ...others] = missing.map((name) => this.#whyMissing(name));
      return this.#result(
        'Failed',
        one && others.length === 0
          ? one
          : say('inOrder', { said: one ? [one, ...others] : others }),
      );
    }
    return this.#result(this.#values.get('status') === 'Open' ? 'Open' : 'Resolved', null);
  }

  #whyMissing(name: 'Status' | 'Severity'): Sentence {
    const key = name.toLowerCase();
    if (!this.#mapping.firstIndex.has(key)) return say('attributeNotMapped', { name });
    const line = this.#trace.findLast(
      (one) => one.reason !== undefined && one.attribute.toLowerCase() === key,
    );
    const why = line?.detail ?? (line?.reason && reasons[line.reason]);
    return why
      ? say('attributeWithoutValueBecause', { name, why })
      : say('attributeWithoutValue', { name });
  }

  #result(outcome: Evaluation['outcome'], failure: Sentence | null): Evaluation {
    const window = this.#mapping.groupingWindowInSeconds ?? this.#number('groupingwindowinseconds');
    return {
      outcome,
      status: this.#oneOf('status', ['Open', 'Resolved']),
      severity: this.#oneOf('severity', ['Minor', 'Warning', 'Critical']),
      title: this.#values.get('title') || this.#input.integrationName,
      correlationId: outcome === 'Discarded' ? null : this.#correlationId(),
      attributes: this.#attributes,
      groupingKey: this.#grouped.length === 0 ? null : hashOf(this.#grouped),
      groupingWindowInSeconds: window,
      failure,
      trace: this.#trace,
    };
  }

  /** An explicit CorrelationId that is empty counts as omitted (spec 2.5). */
  #correlationId(): string {
    const explicit = this.#values.get('correlationid');
    const count = this.#correlated.length;
    const isUnknown = (count === 0 && this.#hasFailedKey()) || this.#hasUnreadableKey();
    const ofContent = !explicit && isUnknown ? this.#contentHash() : null;
    const id = explicit || (ofContent ?? hashOf(this.#correlated));
    if (this.#context.traced) {
      const ofAttributes = () =>
        count === 1 ? say('keyOfOneAttribute') : say('keyOfAttributes', { count });
      const ofBody = () =>
        say(this.#hasUnreadableKey() ? 'keyOfBodyAsUnread' : 'keyOfBodyAsNothing');
      const detail = explicit ? say('keyAsMapped') : ofContent === null ? ofAttributes() : ofBody();
      this.#trace.push({
        attribute: 'CorrelationId',
        step: null,
        evaluation: 'correlation',
        result: this.#context.shorten(id),
        detail,
      });
    }
    return id;
  }

  /** Does the mapping have a CorrelationId or a custom attribute that got no value from this payload? */
  #hasFailedKey(): boolean {
    const { entries, dependentKeys } = this.#mapping;
    return entries.some(
      ({ key, reserved }) =>
        (reserved === null ? !dependentKeys.has(key) : reserved === 'correlationid') &&
        !this.#values.has(key),
    );
  }

  /**
   * Was there a CorrelationId that could not be read to its end? Then attributes that happen to be equal say nothing.
   */
  #hasUnreadableKey(): boolean {
    return this.#trace.some(
      ({ attribute, reason }) =>
        (reason === 'too-large' || reason === 'budget') &&
        attribute.toLowerCase() === 'correlationid',
    );
  }

  #contentHash(): string | null {
    return hashOfContent(this.#input.payload, (value) => this.#context.textOf(value));
  }

  #oneOf<Value extends string>(key: string, values: readonly Value[]): Value | null {
    const value = this.#values.get(key);
    return values.find((candidate) => candidate === value) ?? null;
  }

  #number(key: string): number | null {
    const value = this.#values.get(key);
    return value === undefined ? null : Number(value);
  }

  /** The result of the steps is too large to keep: adds a trace line for the last step. */
  #failSteps(entry: Entry, detail: Sentence): undefined {
    const step = entry.steps.length - 1;
    const evaluation = entry.steps[step]?.kind ?? 'static';
    this.#trace.push({ attribute: entry.name, step, evaluation, reason: 'too-large', detail });
    return undefined;
  }

  #fail(
    entry: Entry,
    evaluation: TraceLine['evaluation'],
    reason: FailReason,
    detail?: Sentence,
  ): undefined {
    this.#note(entry, evaluation, { reason, ...(detail !== undefined && { detail }) });
    return undefined;
  }

  #note(
    entry: Entry,
    evaluation: TraceLine['evaluation'],
    rest: Pick<TraceLine, 'result' | 'reason' | 'detail'>,
  ): void {
    this.#trace.push({ attribute: entry.name, step: null, evaluation, ...rest });
  }
}

/** The values that nobody is told of: these have to be found. */
const silencing: ReadonlyMap<ReservedKey, string> = new Map([
  ['status', 'Resolved'],
  ['discard', 'True'],
] as const);
const neverSilences = say('fallbackNeverSilences');
const tooManyVariables = say('tooManyVariables');
const valueTooLarge = say('valueBytesOver', { max: limits.valueBytesMax });

/** People see and search for the id, so a long one is its hash: of all of it, or two that begin alike would be one. */
function shortKey(value: string): string {
  return value.length > limits.correlationIdCharactersMax ? hashOfText(value) : value;
}

function isTooLarge(value: string): boolean {
  // UTF-8 takes at most three bytes per UTF-16 unit, so most values need no count.
  if (value.length * 3 <= limits.valueBytesMax) return false;
  return value.length > limits.valueBytesMax || Buffer.byteLength(value) > limits.valueBytesMax;
}

/** The first of several attributes with one name counts. `title` is the title, unless an attribute has that name. */
function valuesByName(previous: PreviousIncident): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { name, value } of previous.attributes) {
    const key = name.toLowerCase();
    if (!values.has(key)) values.set(key, value);
  }
  if (!values.has('title')) values.set('title', previous.title);
  return values;
}

/** A reason without details. */
const reasons: Readonly<Record<FailReason, Sentence>> = {
  'no-match': say('nothingMatches'),
  empty: say('valueIsEmpty'),
  parse: say('valueNotJsonOrXml'),
  'regex-budget': say('regexTooManySteps'),
  budget: say('mappingTooManySteps'),
  'too-large': say('valueTooLarge'),
  type: say('payloadShapeWrong'),
  'invalid-value': say('valueNotAllowed'),
  unsupported: say('stepNotSupported'),
};
