import { load } from 'js-yaml';
import { isObject } from '../kernel/index.ts';
import {
  compileMapping,
  type Evaluation,
  evaluateMapping,
  type Json,
  loadXPath,
  normaliseMapping,
} from '../mapping/index.ts';
import { inEnglish, type Sentence } from '../sentences/index.ts';
import { errorText } from './error-text.ts';

/**
 * `tocsin map MAPPING SAMPLE [--content-type TYPE] [--expect FILE] [--name NAME]`: paths as given on the command line.
 */
export interface MapCommand {
  /** A mapping as JSON or YAML: `attributesMapping`, what it holds, or a type record with its `mapping`. */
  mapping: string;
  /** A request body as the monitoring tool sends it. */
  sample: string;
  /** Guessed from the sample's file name when absent. */
  contentType?: string;
  /** The part of the result that must be as written there, as JSON or YAML. */
  expect?: string;
  /** Stands in for the integration's name, the title of last resort. */
  integrationName?: string;
}

/** Files and content types, handed in so that the command itself is pure. */
export interface MapCommandPorts {
  readFile(path: string): Promise<Uint8Array>;
  /** The payload that intake would make of this body. `typeId` is the type record's id, null for a bare mapping. */
  wrap(request: {
    contentType: string;
    body: Uint8Array;
    typeId: string | null;
  }): { [key: string]: Json } | Promise<{ [key: string]: Json }>;
}

export interface MapCommandResult {
  /** 0 as it should be, 1 failed or not as expected, 2 the command could not be run. */
  exitCode: 0 | 1 | 2;
  /** JSON, to be printed. */
  output: string;
}

/**
 * Evaluates a mapping file against a sample file, offline, with full trace. Without `expect` the exit code is 1 when
 * the outcome is `Failed`; with it, when the result differs, so that a mapping can be tested for failing too. Never
 * rejects.
 */
export async function runMap(
  command: MapCommand,
  ports: MapCommandPorts,
): Promise<MapCommandResult> {
  try {
    await loadXPath();
    return await evaluateFiles(command, ports);
  } catch (error) {
    return report(2, { error: errorText(error) });
  }
}

async function evaluateFiles(
  command: MapCommand,
  ports: MapCommandPorts,
): Promise<MapCommandResult> {
  const document = await readDocument(command.mapping, ports);
  const normalised = normaliseMapping(mappingOf(document));
  if (!normalised.ok)
    return report(2, {
      error: `${command.mapping} is not a mapping.`,
      errors: textsOf(normalised.errors),
    });
  const compiled = compileMapping(normalised.mapping);
  if (!compiled.ok)
    return report(2, {
      error: `${command.mapping} is not valid.`,
      errors: textsOf(compiled.errors),
    });
  const payload = await ports.wrap({
    contentType: command.contentType ?? contentTypeOf(command.sample),
    body: await readBytes(command.sample, ports),
    typeId: isObject(document) && typeof document.id === 'string' ? document.id : null,
  });
  const evaluation = evaluateMapping(compiled.program, {
    payload,
    integrationName: command.integrationName ?? 'Integration',
    trace: true,
  });
  const warnings = compiled.program.warnings.map(({ pointer, sentence }) => ({
    pointer,
    message: inEnglish(sentence),
  }));
  const shown = shownInEnglish(evaluation);
  const result = warnings.length === 0 ? shown : { ...shown, warnings };
  if (command.expect === undefined) return report(evaluation.outcome === 'Failed' ? 1 : 0, result);
  const differences = differencesFrom(await readDocument(command.expect, ports), shown);
  return differences.length === 0 ? report(0, result) : report(1, { differences, ...result });
}

/** The text of each mistake, by its place. */
function textsOf(errors: Readonly<Record<string, readonly Sentence[]>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors).map(([place, mistakes]) => [place, mistakes.map(inEnglish)]),
  );
}

function report(exitCode: MapCommandResult['exitCode'], value: object): MapCommandResult {
  return { exitCode, output: JSON.stringify(value, null, 2) };
}

async function readBytes(path: string, ports: MapCommandPorts): Promise<Uint8Array> {
  try {
    return await ports.readFile(path);
  } catch (cause) {
    const why = errorText(cause);
    throw new Error(`${path} cannot be read: ${why}`, { cause });
  }
}

/** JSON is YAML, so one parser reads both: the one that the server reads types with. */
async function readDocument(path: string, ports: MapCommandPorts): Promise<unknown> {
  const text = new TextDecoder().decode(await readBytes(path, ports));
  try {
    return load(text);
  } catch (cause) {
    const why = errorText(cause);
    throw new Error(`${path} is neither JSON nor YAML: ${why}`, { cause });
  }
}

function mappingOf(document: unknown): unknown {
  return isObject(document) && isObject(document.mapping) ? document.mapping : document;
}

/** For the terminal, which reads English. */
function shownInEnglish({ failure, trace, ...evaluation }: Evaluation) {
  return {
    ...evaluation,
    failure: failure && inEnglish(failure),
    trace: trace.map(({ detail, ...line }) =>
      detail === undefined ? line : { ...line, detail: inEnglish(detail) },
    ),
  };
}

const contentTypes = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['html', 'text/html'],
  ['form', 'application/x-www-form-urlencoded'],
]);

function contentTypeOf(path: string): string {
  return contentTypes.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? 'text/plain';
}

interface Difference {
  at: string;
  expected: unknown;
  actual: unknown;
}

/**
 * Where the result is not as expected. Only what the expectation mentions is compared; its `attributes` are a list of
 * such parts, or an object of values by name in which null says that there is no such attribute.
 */
function differencesFrom(
  expected: unknown,
  actual: ReturnType<typeof shownInEnglish>,
): Difference[] {
  if (!isObject(expected)) throw new Error('What is expected must be an object like the result.');
  const { attributes, ...rest } = expected;
  const differences = compare('', rest, actual);
  if (!isObject(attributes))
    return [
      ...differences,
      ...(attributes === undefined ? [] : compare('attributes', attributes, actual.attributes)),
    ];
  for (const [name, value] of Object.entries(attributes)) {
    const found = actual.attributes.find((attribute) => attribute.name === name)?.value ?? null;
    differences.push(
      ...compare(`attributes.${name}`, typeof value === 'number' ? String(value) : value, found),
    );
  }
  return differences;
}

function compare(at: string, expected: unknown, actual: unknown): Difference[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual) || actual.length !== expected.length)
      return [{ at, expected, actual }];
    return expected.flatMap((item, index) => compare(`${at}[${index}]`, item, actual[index]));
  }
  if (isObject(expected)) {
    if (!isObject(actual)) return [{ at, expected, actual }];
    return Object.entries(expected).flatMap(([key, value]) =>
      compare(at === '' ? key : `${at}.${key}`, value, actual[key] ?? null),
    );
  }
  return Object.is(expected, actual) ? [] : [{ at, expected, actual }];
}
