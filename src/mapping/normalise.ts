import { type Sentence, say } from '../kernel/index.ts';
import { limits } from './limits.ts';
import type { Mistakes } from './mistake.ts';
import type { AttributesMapping, MappingAttribute, MappingStep } from './types.ts';

/**
 * Written by hand rather than as a JSON schema: most of the work is folding spellings, which a schema cannot say, and
 * this file is part of the Terraform provider's bundle, where it takes 4 KB and ajv alone would take 122 KB.
 */
type NormaliseResult = { ok: true; mapping: AttributesMapping } | { ok: false; errors: Mistakes };

/** Wire name by folded spelling: lower case without `_` and `-`. Includes the names of spec 2.5. */
const topNames = new Map([
  ['attributes', 'attributes'],
  ['groupingwindowinseconds', 'groupingWindowInSeconds'],
]);
const attributeNames = new Map([
  ['name', 'name'],
  ['mappings', 'mappings'],
  ['isimage', 'isImage'],
  ['image', 'isImage'],
  ['hideinpreviews', 'hideInPreviews'],
  ['hidden', 'hideInPreviews'],
  ['isgroupingkey', 'isGroupingKey'],
  ['grouped', 'isGroupingKey'],
  ['expand', 'expand'],
]);
const stepNames = new Map([
  ['xpath', 'xPath'],
  ['jsonpath', 'jsonPath'],
  ['regex', 'regex'],
  ['replace', 'replace'],
  ['map', 'map'],
  ['static', 'static'],
]);

const root = 'attributesMapping';

/**
 * Reads a mapping in any spelling people write (`Attributes/Name/Mappings`, `Static`, `json_path`, `Grouped`) into
 * wire names. Order and nulls are kept, unknown members are dropped. The same member in two spellings must agree.
 */
export function normaliseMapping(value: unknown): NormaliseResult {
  const reader = new Reader();
  const outer = reader.record(value, root, new Map([...topNames, ['attributesmapping', root]]));
  const inner = outer.get(root);
  const top = inner === undefined ? outer : reader.record(inner, root, topNames);
  const attributes = reader
    .list(top.get('attributes'), `${root}.attributes`)
    .map((item, index) => readAttribute(reader, item, `${root}.attributes[${index}]`));
  const mapping: AttributesMapping = { attributes };
  const window = top.get('groupingWindowInSeconds');
  if (window !== undefined) {
    mapping.groupingWindowInSeconds = reader.wholeNumber(window, `${root}.groupingWindowInSeconds`);
  }
  return reader.hasErrors ? { ok: false, errors: reader.errors } : { ok: true, mapping };
}

function readAttribute(reader: Reader, value: unknown, pointer: string): MappingAttribute {
  const members = reader.record(value, pointer, attributeNames);
  const steps = reader.list(members.get('mappings'), `${pointer}.mappings`);
  const attribute: MappingAttribute = {
    name: reader.requiredText(members.get('name'), `${pointer}.name`),
    mappings: steps.map((item, index) => readStep(reader, item, `${pointer}.mappings[${index}]`)),
  };
  for (const flag of ['isImage', 'hideInPreviews', 'isGroupingKey', 'expand'] as const) {
    const given = members.get(flag);
    if (given !== undefined) attribute[flag] = reader.flag(given, `${pointer}.${flag}`);
  }
  return attribute;
}

function readStep(reader: Reader, value: unknown, pointer: string): MappingStep {
  const members = reader.record(value, pointer, stepNames);
  const step: MappingStep = {};
  for (const kind of ['xPath', 'jsonPath', 'regex', 'replace', 'map', 'static'] as const) {
    const given = members.get(kind);
    if (given !== undefined) step[kind] = reader.text(given, `${pointer}.${kind}`);
  }
  return step;
}

class Reader {
  readonly errors: Mistakes = {};

  get hasErrors(): boolean {
    return Object.keys(this.errors).length > 0;
  }

  record(
    value: unknown,
    pointer: string,
    names: ReadonlyMap<string, string>,
  ): Map<string, unknown> {
    const members = new Map<string, unknown>();
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.#error(pointer, say('mappingObjectExpected'));
      return members;
    }
    for (const [spelling, member] of Object.entries(value)) {
      const name = names.get(spelling.replace(/[_-]/g, '').toLowerCase());
      if (name === undefined || member === undefined) continue;
      const other = members.get(name);
      if (other === undefined || other === null) members.set(name, member);
      else if (member !== null && member !== other) {
        this.#error(`${pointer}.${name}`, say('mappingMemberTwice'));
      }
    }
    return members;
  }

  list(value: unknown, pointer: string): unknown[] {
    if (Array.isArray(value)) {
      // A list far over every cap is not worth one error message per item.
      if (value.length <= 10 * limits.attributesMax) return value;
      this.#error(pointer, say('mappingListTooLong'));
    } else this.#error(pointer, say('mappingListExpected'));
    return [];
  }

  requiredText(value: unknown, pointer: string): string {
    if (value !== undefined && value !== null) return this.text(value, pointer) ?? '';
    this.#error(pointer, say('mappingTextRequired'));
    return '';
  }

  text(value: unknown, pointer: string): string | null {
    if (value === null || typeof value === 'string') return value;
    // YAML and JSON authors write `static: 5` and `static: true`.
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    this.#error(pointer, say('mappingTextExpected'));
    return null;
  }

  flag(value: unknown, pointer: string): boolean | null {
    if (value === null || typeof value === 'boolean') return value;
    this.#error(pointer, say('mappingFlagExpected'));
    return null;
  }

  wholeNumber(value: unknown, pointer: string): number | null {
    if (value === null || (typeof value === 'number' && Number.isInteger(value))) return value;
    this.#error(pointer, say('mappingSecondsExpected'));
    return null;
  }

  #error(pointer: string, mistake: Sentence): void {
    this.errors[pointer] = [...(this.errors[pointer] ?? []), mistake];
  }
}
