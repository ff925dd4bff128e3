import { compileJsonPath, JsonPathSyntaxError } from './json-path/index.ts';
import { limits } from './limits.ts';
import { CompiledMapping, type Entry, type Step } from './program.ts';
import { compileRegex, compileReplacement, RegexSyntaxError } from './regex/index.ts';
import { isReserved } from './reserved.ts';
import type { AttributesMapping, CompileResult, MappingAttribute, MappingStep } from './types.ts';
import { parseValueMap } from './value-map.ts';
import { type Placeholder, placeholdersOf } from './variables.ts';
import { compileXPath, XPathSyntaxError } from './xpath/index.ts';

const root = 'attributesMapping';
const stepKinds = ['xPath', 'jsonPath', 'regex', 'map', 'static'] as const;
type StepKind = (typeof stepKinds)[number];

/**
 * Compiles a mapping for `evaluateMapping`, once per saved version. All mistakes are reported together, by place. Expressions are
 * never tried against a sample: a step that can match nothing is still valid. A mapping with an `xPath` step needs
 * `loadXPath` to have finished; without it this throws.
 */
export function compileMapping(mapping: AttributesMapping): CompileResult {
  const notes = new Notes();
  const entries = compileEntries(mapping.attributes, notes);
  const window = mapping.groupingWindowInSeconds ?? null;
  if (window !== null && !isWindow(window)) {
    notes.error(
      `${root}.groupingWindowInSeconds`,
      `The grouping window is a whole number of seconds from 0 to ${limits.groupingWindowSecondsMax}.`,
    );
  }
  if (notes.hasErrors) return { ok: false, errors: notes.errors };
  warnAboutMissing(entries, notes);
  const program = new CompiledMapping({
    entries,
    firstIndex: firstIndexes(entries),
    groupingWindowInSeconds: window,
    warnings: notes.warnings,
    bytes: estimateBytes(mapping),
  });
  return { ok: true, program };
}

class Notes {
  readonly errors: Record<string, string[]> = {};
  readonly warnings: { pointer: string; message: string }[] = [];

  error(pointer: string, message: string): void {
    this.errors[pointer] = [...(this.errors[pointer] ?? []), message];
  }

  warn(pointer: string, message: string): void {
    this.warnings.push({ pointer, message });
  }

  get hasErrors(): boolean {
    return Object.keys(this.errors).length > 0;
  }
}

function isWindow(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= 0 && seconds <= limits.groupingWindowSecondsMax;
}

function compileEntries(attributes: readonly MappingAttribute[], notes: Notes): Entry[] {
  if (attributes.length > limits.attributesMax) {
    notes.error(
      `${root}.attributes`,
      `A mapping may have at most ${limits.attributesMax} attributes.`,
    );
    return [];
  }
  const spelling = new Map<string, string>();
  /** Names known so far, with whether an entry of that name depends on the previous incident. */
  const earlier = new Map<string, { usesPrevious: boolean; expand: boolean }>();
  return attributes.map((attribute, index) => {
    const pointer = `${root}.attributes[${index}]`;
    const key = attribute.name.trim().toLowerCase();
    if (key === '' || attribute.name.length > limits.nameCharactersMax) {
      notes.error(`${pointer}.name`, `A name has 1 to ${limits.nameCharactersMax} characters.`);
    }
    const variables = variablesOf(attribute.mappings);
    warnAboutUnknown(variables, earlier, pointer, notes);
    const usesPreviousIncident = variables.some(
      ({ incident, name }) => incident === 'previous' || earlier.get(name)?.usesPrevious === true,
    );
    const isGroupingKey = attribute.isGroupingKey === true;
    if (usesPreviousIncident && (key === 'correlationid' || isGroupingKey)) {
      notes.error(
        pointer,
        'This attribute decides which incident a payload belongs to, so it cannot use previousIncident.',
      );
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
      steps: compileSteps(attribute.mappings, pointer, notes),
    };
  });
}

/** Texts in which the author may have written variables; where a payload brings some is only known later. */
function variablesOf(steps: readonly MappingStep[]): Placeholder[] {
  return steps.flatMap((step) =>
    [step.static, step.replace, step.map].flatMap((text) => placeholdersOf(text ?? '')),
  );
}

function warnAboutUnknown(
  variables: readonly Placeholder[],
  earlier: ReadonlyMap<string, { expand: boolean }>,
  pointer: string,
  notes: Notes,
): void {
  for (const { incident, name } of variables) {
    if (incident === 'previous' || earlier.has(name)) continue;
    const parent = Array.from(earlier).some(
      ([key, { expand }]) => expand && (name.startsWith(`${key}.`) || name.startsWith(`${key}[`)),
    );
    if (parent) continue;
    notes.warn(
      pointer,
      `No attribute “${name}” is defined earlier, so {{ currentIncident.${name} }} stays as it is.`,
    );
  }
}

function compileSteps(steps: readonly MappingStep[], pointer: string, notes: Notes): Step[] {
  if (steps.length === 0 || steps.length > limits.stepsPerAttributeMax) {
    notes.error(
      `${pointer}.mappings`,
      `An attribute has 1 to ${limits.stepsPerAttributeMax} steps.`,
    );
    return [];
  }
  return steps.flatMap((step, index) => {
    const compiled = compileStep(step, `${pointer}.mappings[${index}]`, notes);
    return compiled === null ? [] : [compiled];
  });
}

function compileStep(step: MappingStep, pointer: string, notes: Notes): Step | null {
  const kinds = stepKinds.filter((kind) => typeof step[kind] === 'string');
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1) {
    const found = kinds.length === 0 ? 'none' : kinds.join(' and ');
    notes.error(
      pointer,
      `A step has exactly one of ${stepKinds.join(', ')}; this one has ${found}.`,
    );
    return null;
  }
  const replace = step.replace ?? null;
  if (replace !== null && kind !== 'regex') {
    notes.error(`${pointer}.replace`, 'A replacement goes with a regex in the same step.');
    return null;
  }
  const source = step[kind] ?? '';
  const compiled = mistakesNoted(`${pointer}.${kind}`, notes, () => compileOne(kind, source));
  if (compiled?.kind !== 'regex' || replace === null) return compiled;
  return mistakesNoted(`${pointer}.replace`, notes, () => {
    requireLength('replacement', replace, limits.replaceCharactersMax);
    return { ...compiled, replace: compileReplacement(compiled.regex, replace) };
  });
}

function mistakesNoted(pointer: string, notes: Notes, compile: () => Step): Step | null {
  try {
    return compile();
  } catch (error) {
    if (!isMistake(error)) throw error;
    notes.error(pointer, error.message);
    return null;
  }
}

/** A mistake of the mapping's author that has no error class of its own. */
class StepError extends Error {}

function isMistake(error: unknown): error is Error {
  return (
    error instanceof StepError ||
    error instanceof JsonPathSyntaxError ||
    error instanceof XPathSyntaxError ||
    error instanceof RegexSyntaxError
  );
}

function compileOne(kind: StepKind, source: string): Step {
  switch (kind) {
    case 'jsonPath':
      return { kind, path: compileJsonPath(source) };
    case 'xPath':
      return { kind, path: compileXPath(source) };
    case 'regex':
      requireLength('regex', source, limits.regexCharactersMax);
      return { kind, regex: compileRegex(source), replace: null };
    case 'map': {
      requireLength('map', source, limits.mapCharactersMax);
      const map = parseValueMap(source);
      if (typeof map === 'string') throw new StepError(map);
      return { kind, map };
    }
    case 'static':
      requireLength('static text', source, limits.valueBytesMax);
      return { kind, text: source };
  }
}

function requireLength(what: string, text: string, max: number): void {
  if (text.length > max) throw new StepError(`A ${what} may have at most ${max} characters.`);
}

function firstIndexes(entries: readonly Entry[]): Map<string, number> {
  const first = new Map<string, number>();
  for (const [index, { key }] of entries.entries()) if (!first.has(key)) first.set(key, index);
  return first;
}

function warnAboutMissing(entries: readonly Entry[], notes: Notes): void {
  const has = (key: string) => entries.some((entry) => entry.key === key);
  for (const [key, name] of [
    ['status', 'Status'],
    ['severity', 'Severity'],
  ] as const) {
    if (!has(key)) {
      notes.warn(
        `${root}.attributes`,
        `Without ${name} no payload of this integration can become an incident.`,
      );
    }
  }
  if (!has('correlationid') && entries.every((entry) => entry.reserved !== null)) {
    notes.warn(
      `${root}.attributes`,
      'There is neither a CorrelationId nor a custom attribute, so all payloads belong to one incident.',
    );
  }
  for (const [index, entry] of entries.entries()) {
    if (entry.isGroupingKey && entry.reserved === 'status') {
      notes.warn(
        `${root}.attributes[${index}]`,
        'Grouping by Status keeps a resolving payload away from the group it should resolve.',
      );
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
