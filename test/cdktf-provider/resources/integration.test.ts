import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolved } from '../../../cdktf-provider/provider.ts';
import { integration } from '../../../cdktf-provider/resources/integration.ts';
import { UNKNOWN, type Value } from '../../../cdktf-provider/runtime/value.ts';
import { loadCatalogue } from '../../../src/catalogue/index.ts';

const { types } = await loadCatalogue(join(import.meta.dirname, '../../../templates'));

/** The settings objects of the document: the name in Terraform, and the member. */
const { integration_settings: attribute } =
  resolved.resources.tocsin_integration?.schema.attributes ?? {};
const settings = Object.entries(attribute?.nested?.attributes ?? {});

/** What a configuration is told off for. */
function mistakes(type: Value, given: Record<string, Value>) {
  const config = { type, integration_settings: given };
  return (integration.rules ?? []).flatMap((rule) => rule(config));
}

/** The names of the settings that a configuration is told off for. */
function refused(type: Value, given: Record<string, Value>): unknown[] {
  return mistakes(type, given).map(({ path }) => path?.at(-1));
}

const taken = types.filter(({ callRouting }) => !callRouting?.refusal);

test('a type takes its own settings and no others, for every type and all settings of the document', () => {
  const owned = new Set(taken.map((type) => type.settings));
  for (const [name, { wire }] of settings) {
    expect(owned, `settings ${name} of no type`).toContain(wire);
    for (const type of taken) {
      const expected = type.settings === wire ? [] : [name];
      expect(refused(type.id, { [name]: {} }), `${type.id} ${name}`).toEqual(expected);
      expect(refused(type.id.toLowerCase(), { [name]: {} }), type.id).toEqual(expected);
    }
  }
  expect(settings.map(([, { wire }]) => wire).toSorted()).toEqual(
    [...owned].filter((one) => one !== null).toSorted(),
  );
});

test('a type that the server refuses is refused while validating, in the words of the server, under all of its names', () => {
  const refusing = types.filter(({ callRouting }) => callRouting?.refusal);
  expect(refusing.length).toBeGreaterThan(0);
  for (const { id, aliases, callRouting } of refusing)
    for (const name of [id, id.toLowerCase(), ...aliases])
      expect(mistakes(name, {})).toMatchObject([
        { path: ['type'], detail: callRouting?.refusal?.en },
      ]);
  for (const { id } of taken) expect(mistakes(id, {})).toEqual([]);
});

test('settings of an untested type say so, and no others do', () => {
  const said = new Map(types.map(({ settings: member, untested }) => [member, untested?.en]));
  for (const [name, { wire = '', description }] of settings) {
    const sentence = said.get(wire);
    if (sentence) expect(description, name).toContain(`Untested: ${sentence}`);
    else expect(description, name).not.toContain('Untested');
  }
});

test('nothing is said of what is not known yet', () => {
  for (const [name] of settings) {
    expect(refused('Datadog', { [name]: UNKNOWN })).toEqual([]);
    expect(refused(UNKNOWN, { [name]: {} })).toEqual([]);
  }
});
