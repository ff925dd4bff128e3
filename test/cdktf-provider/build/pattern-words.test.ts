import { expect, test } from 'vitest';
import { patternWords } from '../../../cdktf-provider/build/pattern-words.ts';
import { resolved } from '../../../cdktf-provider/provider.ts';
import type { WireAttributes, WireSchema } from '../../../cdktf-provider/rest/resolved.ts';

function patternsIn(attributes: WireAttributes): [string, string | undefined][] {
  return Object.values(attributes).flatMap(({ checks, nested }) => [
    ...(checks?.pattern === undefined
      ? []
      : [[checks.pattern, checks.patternMeaning] as [string, string | undefined]]),
    ...(nested === undefined ? [] : patternsIn(nested.attributes)),
  ]);
}

test('what a value must look like is said in words, for every pattern of the document', () => {
  const { resources, dataSources, ephemeralResources } = resolved;
  const found = [resources, dataSources, ephemeralResources]
    .flatMap((entries) => Object.values<{ readonly schema: WireSchema }>(entries))
    .flatMap(({ schema }) => patternsIn(schema.attributes));
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter(([pattern, words]) => words !== patternWords.get(pattern))).toEqual([]);
  const used = new Set(found.map(([pattern]) => pattern));
  expect([...patternWords.keys()].filter((pattern) => !used.has(pattern))).toEqual([]);
});
