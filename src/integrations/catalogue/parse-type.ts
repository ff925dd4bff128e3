/** Turns the text of a `type.yaml` into a record, or says everything that is wrong with it. */
import { load } from 'js-yaml';
import type { AttributesMapping, MappingAttribute, MappingStep } from '../../mapping/index.ts';
import {
  categories,
  credentialPlaces,
  type IntegrationType,
  type Paste,
  preParserNames,
  type Split,
  verifiers,
} from './types.ts';

const recordKeys = [
  'id',
  'displayName',
  'aliases',
  'category',
  'documentation',
  'sendsResolve',
  'multiAlert',
  'authentication',
  'verification',
  'verificationHeader',
  'verificationField',
  'preParser',
  'split',
  'acceptsEmpty',
  'setup',
  'unconfirmed',
  'mapping',
] as const;

const flags = ['isImage', 'hideInPreviews', 'isGroupingKey', 'expand'] as const;
const evaluations = ['jsonPath', 'xPath', 'regex', 'map', 'static'] as const;

const typeIdPattern = /^[A-Z][A-Za-z0-9]{1,63}$/;
const dotPathPattern = /^(?:\.|[^.]+(?:\.[^.]+)*)$/;

type Fields = Record<string, unknown>;

/** Reads members of one YAML object and notes what does not fit; a default stands in so that reading can go on. */
class Reader {
  readonly mistakes: string[];
  readonly #fields: Fields;
  readonly #at: string;

  constructor(value: unknown, at: string, allowed: readonly string[], mistakes: string[]) {
    this.mistakes = mistakes;
    this.#at = at === '' ? '' : `${at}.`;
    this.#fields = isFields(value) ? value : {};
    if (!isFields(value)) mistakes.push(`${at === '' ? 'the file' : at}: must be an object`);
    for (const key of Object.keys(this.#fields)) {
      if (!allowed.includes(key)) this.#note(key, `is not known; known are ${allowed.join(', ')}`);
    }
  }

  #note(key: string, reason: string): void {
    this.mistakes.push(`${this.#at}${key}: ${reason}`);
  }

  has(key: string): boolean {
    return this.#fields[key] !== undefined;
  }

  raw(key: string): unknown {
    return this.#fields[key];
  }

  text(key: string, pattern?: RegExp): string {
    const value = this.#fields[key];
    if (typeof value !== 'string' || value === '') {
      this.#note(key, 'must be a non-empty text');
      return '';
    }
    if (pattern && !pattern.test(value)) this.#note(key, `must match ${pattern.source}`);
    return value;
  }

  optionalText(key: string, pattern?: RegExp): string | null {
    return this.has(key) ? this.text(key, pattern) : null;
  }

  flag(key: string): boolean {
    const value = this.#fields[key];
    if (typeof value === 'boolean') return value;
    this.#note(key, 'must be true or false');
    return false;
  }

  oneOf<T extends string>(key: string, allowed: readonly [T, ...T[]]): T {
    const found = allowed.find((choice) => choice === this.#fields[key]);
    if (found === undefined) this.#note(key, `must be one of ${allowed.join(', ')}`);
    return found ?? allowed[0];
  }

  optionalOneOf<T extends string>(key: string, allowed: readonly [T, ...T[]]): T | null {
    return this.has(key) ? this.oneOf(key, allowed) : null;
  }

  texts(key: string): string[] {
    const value = this.#fields[key];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')) {
      return value;
    }
    this.#note(key, 'must be a list of texts (it may be empty)');
    return [];
  }

  list(key: string): unknown[] {
    const value = this.#fields[key];
    if (Array.isArray(value) && value.length > 0) return value;
    this.#note(key, 'must be a list with at least one item');
    return [];
  }
}

/**
 * The record in `yaml`, the text of `templates/<folder>/type.yaml`.
 * The second half of the answer names every mistake as `path: reason`; the record is only good when it is empty.
 */
export function parseType(
  folder: string,
  yaml: string,
  paste: Paste | null,
): { type: IntegrationType; mistakes: string[] } {
  const mistakes: string[] = [];
  const record = new Reader(parseYaml(yaml, mistakes), '', recordKeys, mistakes);
  const type: IntegrationType = {
    id: record.text('id', typeIdPattern),
    displayName: record.text('displayName'),
    aliases: record.texts('aliases'),
    category: record.oneOf('category', categories),
    documentation: record.text('documentation', /^(?:https:\/\/\S+|templates\/\S+\.md)$/),
    sendsResolve: record.flag('sendsResolve'),
    multiAlert: record.flag('multiAlert'),
    authentication: parseAuthentication(record),
    verification: record.optionalOneOf('verification', verifiers),
    verificationHeader: record.optionalText('verificationHeader'),
    verificationField: record.optionalText('verificationField', dotPathPattern),
    preParser: record.optionalOneOf('preParser', preParserNames),
    split: record.has('split') ? parseSplit(record.raw('split'), mistakes) : null,
    acceptsEmpty: record.has('acceptsEmpty') && record.flag('acceptsEmpty'),
    setup: record.has('setup') ? parseSetup(record.raw('setup'), mistakes) : null,
    unconfirmed: record.texts('unconfirmed'),
    mapping: parseMapping(record.raw('mapping'), mistakes),
    paste,
  };
  if (type.id !== folder) mistakes.push(`id: is ${type.id} but the folder is ${folder}`);
  if (type.verification === 'shared-secret-header' && type.verificationHeader === null) {
    mistakes.push('verificationHeader: shared-secret-header needs the name of the header');
  }
  if (type.verification === 'body-secret' && type.verificationField === null) {
    mistakes.push('verificationField: body-secret needs the dot path of the field');
  }
  if (type.split !== null && !type.multiAlert) {
    mistakes.push('split: is only for types with multiAlert: true');
  }
  return { type, mistakes };
}

function parseYaml(yaml: string, mistakes: string[]): unknown {
  try {
    return load(yaml);
  } catch (error) {
    mistakes.push(`is not YAML: ${error instanceof Error ? error.message : String(error)}`);
    return {};
  }
}

function parseAuthentication(record: Reader): IntegrationType['authentication'] {
  const reader = new Reader(
    record.raw('authentication'),
    'authentication',
    ['sends', 'note'],
    record.mistakes,
  );
  return { sends: reader.oneOf('sends', credentialPlaces), note: reader.text('note') };
}

function parseSplit(value: unknown, mistakes: string[]): Split {
  const reader = new Reader(value, 'split', ['path', 'lift', 'always'], mistakes);
  const lift = reader.raw('lift');
  const lifts: Record<string, string> = {};
  if (!isFields(lift)) mistakes.push('split.lift: must be an object of dot paths');
  else {
    const targets = new Reader(lift, 'split.lift', Object.keys(lift), mistakes);
    for (const target of Object.keys(lift)) lifts[target] = targets.text(target, dotPathPattern);
  }
  return {
    path: reader.text('path', dotPathPattern),
    lift: lifts,
    always: reader.has('always') && reader.flag('always'),
  };
}

function parseSetup(value: unknown, mistakes: string[]): IntegrationType['setup'] {
  return { steps: new Reader(value, 'setup', ['steps'], mistakes).texts('steps') };
}

function parseMapping(value: unknown, mistakes: string[]): AttributesMapping {
  const reader = new Reader(value, 'mapping', ['attributes', 'groupingWindowInSeconds'], mistakes);
  const attributes = reader
    .list('attributes')
    .map((item, index) => parseAttribute(item, `mapping.attributes[${index}]`, mistakes));
  const grouping = reader.raw('groupingWindowInSeconds');
  if (grouping === undefined) return { attributes };
  if (typeof grouping !== 'number' || !Number.isInteger(grouping) || grouping < 0) {
    mistakes.push('mapping.groupingWindowInSeconds: must be a whole number of seconds');
    return { attributes };
  }
  return { attributes, groupingWindowInSeconds: grouping };
}

function parseAttribute(value: unknown, at: string, mistakes: string[]): MappingAttribute {
  const reader = new Reader(value, at, ['name', ...flags, 'mappings'], mistakes);
  const attribute: MappingAttribute = {
    name: reader.text('name'),
    mappings: reader
      .list('mappings')
      .map((step, index) => parseStep(step, `${at}.mappings[${index}]`, mistakes)),
  };
  for (const flag of flags) if (reader.has(flag)) attribute[flag] = reader.flag(flag);
  return attribute;
}

function parseStep(value: unknown, at: string, mistakes: string[]): MappingStep {
  const reader = new Reader(value, at, [...evaluations, 'replace'], mistakes);
  const [evaluation, ...others] = evaluations.filter((key) => reader.has(key));
  if (evaluation === undefined || others.length > 0) {
    mistakes.push(`${at}: must have exactly one of ${evaluations.join(', ')}`);
    return {};
  }
  const step: MappingStep = { [evaluation]: reader.text(evaluation) };
  if (reader.has('replace')) {
    if (evaluation !== 'regex') mistakes.push(`${at}.replace: only goes with regex`);
    step.replace = reader.text('replace');
  }
  return step;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
