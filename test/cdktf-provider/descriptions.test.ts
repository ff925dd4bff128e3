/** Descriptions of attributes say more than the name. */
import { expect, test } from 'vitest';
import { resolved } from '../../cdktf-provider/provider.ts';
import type { WireAttributes } from '../../cdktf-provider/rest/resolved.ts';

/**
 * So many still say nothing. Write a description where they come from, in `openapi/`, and lower this; it is never
 * raised.
 */
const repeatingMax = 426;

const letters = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Paths of attributes whose description is their name in words. */
function repeating(attributes: WireAttributes, at: string): string[] {
  return Object.entries(attributes).flatMap(([name, { description, wire = name, nested }]) => [
    ...([name, wire].map(letters).includes(letters(description ?? '')) ? [`${at}.${name}`] : []),
    ...repeating(nested?.attributes ?? {}, `${at}.${name}`),
  ]);
}

const found = [
  ...Object.entries(resolved.resources),
  ...Object.entries(resolved.dataSources).map(([type, one]) => [`data.${type}`, one] as const),
].flatMap(([type, { schema }]) => repeating(schema.attributes, type));

test('no further attribute is described by its name alone', () => {
  expect(found.length, found.join('\n')).toBeLessThanOrEqual(repeatingMax);
});

test('colours of status pages, switches of Slack, and counts of calls say what they are', () => {
  expect(
    found.filter((path) =>
      /_color(_dark_mode)?$|^tocsin_outbound_integration\.slack_settings\.(tag|disable|hide|is)|counts\.|totals/.test(
        path,
      ),
    ),
  ).toEqual([]);
});
