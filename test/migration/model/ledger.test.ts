import { expect, it } from 'vitest';
import { createLedger } from '../../../src/migration/model/ledger.ts';
import type { Results } from '../../../src/migration/read/read-all.ts';

it('a line about each of very many parts covers what is in that part', () => {
  const count = 40_000;
  const parts = Array.from({ length: count }, (_, at) => ({ name: `part ${at}` }));
  const results: Results = new Map([
    ['things', { state: 'whole', answers: [{ of: [], objects: [{ id: 'a', parts }] }] }],
  ]);
  const ledger = createLedger('small', results, {
    things: [
      { from: '/id', noise: 'made anew' },
      { from: '/parts/*/name', to: 'tocsin_team.display_name' },
    ],
  });
  for (const thing of ledger.all('things'))
    for (const part of thing.list('parts')) {
      part.say('behaviour', 'Left out.');
      part.say('behaviour', 'Left out.');
    }
  const lines = ledger.lines();
  expect(lines).toHaveLength(count);
  expect(lines.at(-1)?.pointer).toBe(`/parts/${count - 1}`);
  expect(ledger.counts()).toEqual([
    { kind: 'things', objects: 1, read: count + 1, imported: 0, residue: count, noise: 1 },
  ]);
});
