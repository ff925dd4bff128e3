import { type Sentence, say } from '../kernel/index.ts';
import { type Budget, charge } from './budget.ts';
import { compileJsonPath } from './json-path/index.ts';
import { limits } from './limits.ts';
import { MappingMistake, type Mistakes } from './mistake.ts';
import { CompiledMapping, type Entry, type Step } from './program.ts';
import { compileRegex, compileReplacement } from './regex/index.ts';
import { isReserved } from './reserved.ts';
import type {
  AttributesMapping,
  CompileResult,
  MappingAttribute,
  MappingStep,
  MappingWarning,
} from './types.ts';
import { parseValueMap } from './value-map.ts';
import { type Placeholder, placeholdersOf } from './variables.ts';
import { compileXPath } from './xpath/index.ts';

const root = 'attributesMapping';
const stepKinds = ['xPath', 'jsonPath', 'regex', 'map', 'static'] as const;
type StepKind = (typeof stepKinds)[number];

/**
 * Compiles a mapping for `evaluateMapping`, once per saved version. All mistakes are reported together, by place.
 * Expressions are never tried against a sample: a step that can match nothing is still valid. A mapping with an
 * `xPath` step needs `loadXPath` to have finished; without it this throws.
 */
export function compileMapping(mapping: AttributesMapping): CompileResult {
  const compilation = new Compilation();
  const entries = compileEntries(mapping.attributes, compilation);
  const window = mapping.groupingWindowInSeconds ?? null;
  if (window !== null && !isWindow(window)) {
    compilation.error(
      `${root}.groupingWindowInSeconds`,
      say('mappingWindowRange', { max: limits.groupingWindowSecondsMax }),
    );
  }
  if (compilation.hasErrors) return { ok: false, errors: compilation.errors };
  warnAboutMissing(entries, compilation);
  const program = new CompiledMapping({
    entries,
    firstIndex: firstIndexes(entries),
    groupingWindowInSeconds: window,
    warnings: compilation.warnings,
    bytes: estimateBytes(mapping),
  });
  return { ok: true, program };
}

/** The errors and warnings found while one mapping is compiled, and the budget left for compiling it. */
class Compilation {
  readonly budget: Budget = { steps: limits.compileSteps };
  /** Compiled expressions by kind and source: fallback entries repeat them. */
  readonly known = new Map<string, Step>();
  readonly errors: Mistakes = {};
  readonly warnings: MappingWarning[] = [];

  error(pointer: string, mistake: Sentence): void {
    this.errors[pointer] = [...(this.errors[pointer] ?? []), mistake];
  }

  warn(pointer: string, sentence: Sentence): void {
    if (this.warnings.length < limits.warningsMax) this.warnings.push({ pointer, sentence });
  }

  get hasErrors(): boolean {
    return Object.keys(this.errors).length > 0;
  }
}

function isWindow(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= limits.groupingWindowSecondsMax;
}

function compileEntries(
  attributes: readonly MappingAttribute[],
  compilation: Compilation,
): Entry[] {
  if (attributes.length > limits.attributesMax) {
    compilation.error(
      `${root}.attributes`,
      say('mappingTooManyAttributes', { max: limits.attributesMax }),
    );
    return [];
  }
  const spelling = new Map<string, string>();
  const last = new Map(attributes.map(({ name }, index) => [keyOf(name), index]));
  /** Names known so far, with whether an entry of that name depends on the previous incident. */
  const earlier = new Map<string, { usesPrevious: boolean; expand: boolean }>();
  return attributes.map((attribute, index) => {
    const pointer = `${root}.attributes[${index}]`;
    const key = keyOf(attribute.name);
    if (key === '' || attribute.name.length > limits.nameCharactersMax) {
      compilation.error(
        `${pointer}.name`,
        say('mappingNameLength', { max: limits.nameCharactersMax }),
      );
    }
    const variables = variablesOf(attribute.mappings, compilation.budget);
    if (compilation.budget.steps <= 0) compilation.error(`${pointer}.mappings`, tooLarge);
    warnAboutUnknown(variables, earlier, pointer, compilation);
    const usesPreviousIncident = variables.some(
      ({ incident, name }) => incident === 'previous' || earlier.get(name)?.usesPrevious === true,
    );
    const isGroupingKey = attribute.isGroupingKey === true;
    if (usesPreviousIncident && (key === 'correlationid' || isGroupingKey)) {
      compilation.error(pointer, say('mappingPreviousForbidden'));
    }
    const expand = attribute.expand === true;
    const known = earlier.get(key);
    earlier.set(key, {
      usesPrevious: usesPreviousIncident || known?.usesPrevious === true,
      expand: expand || known?.expand === true,
    });
    const name = spelling.get(key) ?? attribute.name.trim();
    spelling.set(key, name);
    return {
      name,
      key,
      reserved: isReserved(key) ? key : null,
      isImage: attribute.isImage === true,
      hideInPreviews: attribute.hideInPreviews === true,
      isGroupingKey,
      expand,
      usesPreviousIncident,
      isLast: last.get(key) === index,
      steps: compileSteps(attribute.mappings, pointer, compilation),
    };
  });
}

/** Names have no case. */
function keyOf(name: string): string {
  return name.trim().toLowerCase();
}

/** The variables that the author wrote. Those in values of a payload are only known when it is evaluated. */
function variablesOf(steps: readonly MappingStep[], budget: Budget): Placeholder[] {
  return steps.flatMap((step) =>
    [step.static, step.replace, step.map].flatMap((text) =>
      text === undefined || text === null || budget.steps <= 0 ? [] : placeholdersOf(text, budget),
    ),
  );
}

function warnAboutUnknown(
  variables: readonly Placeholder[],
  earlier: ReadonlyMap<string, { expand: boolean }>,
  pointer: string,
  compilation: Compilation,
): void {
  const names = new Set(
    variables.filter(({ incident }) => incident === 'current').map(({ name }) => name),
  );
  for (const name of names) {
    if (earlier.has(name) || isChildOfExpanded(name, earlier)) continue;
    compilation.warn(pointer, say('mappingVariableUnknown', { name }));
  }
}

/** Is this `name.key` or `name[index]` of an attribute that is expanded earlier? */
function isChildOfExpanded(
  name: string,
  earlier: ReadonlyMap<string, { expand: boolean }>,
): boolean {
  for (let at = 1; at < name.length; at += 1) {
    const character = name.charAt(at);
    if ((character === '.' || character === '[') && earlier.get(name.slice(0, at))?.expand)
      return true;
  }
  return false;
}

function compileSteps(
  steps: readonly MappingStep[],
  pointer: string,
  compilation: Compilation,
): Step[] {
  if (steps.length === 0 || steps.length > limits.stepsPerAttributeMax) {
    compilation.error(
      `${pointer}.mappings`,
      say('mappingStepCount', { max: limits.stepsPerAttributeMax }),
    );
    return [];
  }
  return steps.flatMap((step, index) => {
    const compiled = compileStep(step, `${pointer}.mappings[${index}]`, compilation);
    return compiled === null ? [] : [compiled];
  });
}

function compileStep(step: MappingStep, pointer: string, compilation: Compilation): Step | null {
  const kinds = stepKinds.filter((kind) => typeof step[kind] === 'string');
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    compilation.error(
      pointer,
      kind === undefined
        ? say('mappingStepNone', { kinds: stepKinds })
        : say('mappingStepSeveral', { kinds: stepKinds, found: kinds }),
    );
    return null;
  }
  const replace = step.replace ?? null;
  if (replace !== null && kind !== 'regex') {
    compilation.error(`${pointer}.replace`, say('mappingReplaceAlone'));
    return null;
  }
  const source = step[kind] ?? '';
  const compiled = mistakesNoted(`${pointer}.${kind}`, compilation, () =>
    compileOnce(kind, source, compilation),
  );
  if (compiled?.kind !== 'regex' || replace === null) return compiled;
  return mistakesNoted(`${pointer}.replace`, compilation, () => {
    requireLength(replace, limits.replaceCharactersMax);
    charge(compilation.budget, 'readTexts', replace.length);
    return { ...compiled, replace: compileReplacement(compiled.regex, replace) };
  });
}

function mistakesNoted(
  pointer: string,
  compilation: Compilation,
  compile: () => Step,
): Step | null {
  try {
    return compile();
  } catch (error) {
    if (!(error instanceof MappingMistake)) throw error;
    compilation.error(pointer, error.sentence);
    return null;
  }
}

const tooLarge = say('mappingTooLarge');

function compileOnce(kind: StepKind, source: string, compilation: Compilation): Step {
  const key = `${kind} ${source}`;
  const known = compilation.known.get(key);
  if (known !== undefined) return known;
  const { budget } = compilation;
  if (budget.steps <= 0) {
    throw new MappingMistake(tooLarge);
  }
  charge(budget, compiling[kind], source.length);
  // Each character class compiles to a table of its own.
  if (kind === 'regex' || kind === 'jsonPath') charge(budget, 'compileClass', countOf('[', source));
  const step = compileOne(kind, source);
  compilation.known.set(key, step);
  return step;
}

const compiling = {
  map: 'readTexts',
  static: 'readTexts',
  regex: 'compileExpression',
  jsonPath: 'compileExpression',
  xPath: 'compileXPath',
} as const;

function countOf(character: string, text: string): number {
  return text.split(character, limits.regexCharactersMax).length - 1;
}

function compileOne(kind: StepKind, source: string): Step {
  switch (kind) {
    case 'jsonPath':
      return { kind, path: compileJsonPath(source) };
    case 'xPath':
      return { kind, path: compileXPath(source) };
    case 'regex':
      requireLength(source, limits.regexCharactersMax);
      return { kind, regex: compileRegex(source), replace: null };
    case 'map': {
      requireLength(source, limits.mapCharactersMax);
      return { kind, map: parseValueMap(source) };
    }
    case 'static':
      requireLength(source, limits.valueBytesMax);
      return { kind, text: source };
  }
}

function requireLength(text: string, max: number): void {
  if (text.length > max) throw new MappingMistake(say('mappingTextTooLong', { max }));
}

function firstIndexes(entries: readonly Entry[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const [index, { key }] of entries.entries()) if (!first.has(key)) first.set(key, index);
  return first;
}

function warnAboutMissing(entries: readonly Entry[], compilation: Compilation): void {
  const has = (key: string) => entries.some((entry) => entry.key === key);
  for (const [key, name] of [
    ['status', 'Status'],
    ['severity', 'Severity'],
  ] as const) {
    if (!has(key)) {
      compilation.warn(`${root}.attributes`, say('mappingWithoutReserved', { name }));
    }
  }
  if (!has('correlationid') && entries.every((entry) => entry.reserved !== null)) {
    compilation.warn(`${root}.attributes`, say('mappingOneIncident'));
  }
  for (const [index, entry] of entries.entries()) {
    if (entry.isGroupingKey && entry.reserved === 'status') {
      compilation.warn(`${root}.attributes[${index}]`, say('mappingGroupingByStatus'));
    }
  }
}

/** Programs weigh a multiple of their text: tables, closures and strings. A rough figure is enough for a cache. */
function estimateBytes(mapping: AttributesMapping): number {
  let bytes = 1_024;
  for (const attribute of mapping.attributes) {
    bytes += 512 + attribute.name.length * 2;
    for (const step of attribute.mappings) {
      bytes += 1_024;
      for (const kind of stepKinds) bytes += (step[kind]?.length ?? 0) * 16;
      bytes += (step.replace?.length ?? 0) * 2;
    }
  }
  return bytes;
}
