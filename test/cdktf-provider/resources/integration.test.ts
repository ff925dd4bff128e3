import { join } from 'node:path';
import { expect, test } from 'vitest';
import { resolved } from '../../../cdktf-provider/provider.ts';
import { integration } from '../../../cdktf-provider/resources/integration.ts';
import { UNKNOWN, type Value } from '../../../cdktf-provider/runtime/value.ts';
import { loadCatalogue } from '../../../src/integrations/index.ts';

const { types } = await loadCatalogue(join(import.meta.dirname, '../../../templates'));

/** The settings objects of the document: the name in Terraform, and the member. */
const { integration_settings: attribute } =
  resolved.resources.tocsin_integration?.schema.attributes ?? {};
const settings = Object.entries(attribute?.nested?.attributes ?? {});

/** The names of the settings that a configuration is told off for. */
function refused(type: Value, given: Record<string, Value>): unknown[] {
  const config = { type, integration_settings: given };
  return (integration.rules ?? []).flatMap((rule) => rule(config)).map(({ path }) => path?.at(-1));
}

test('a type takes its own settings and no others, for every type and all settings of the document', () => {
  const owned = new Set(types.map((type) => type.settings));
  for (const [name, { wire }] of settings) {
    expect(owned, `settings ${name} of no type`).toContain(wire);
    for (const type of types) {
      const expected = type.settings === wire ? [] : [name];
      expect(refused(type.id, { [name]: {} }), `${type.id} ${name}`).toEqual(expected);
    }
  }
  expect(settings.map(([, { wire }]) => wire).toSorted()).toEqual(
    [...owned].filter((one) => one !== null).toSorted(),
  );
});

test('nothing is said of what is not known yet', () => {
  for (const [name] of settings) {
    expect(refused('Datadog', { [name]: UNKNOWN })).toEqual([]);
    expect(refused(UNKNOWN, { [name]: {} })).toEqual([]);
  }
});
