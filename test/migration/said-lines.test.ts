/** What reports say of the accounts that there are: every line has a code, and is there in German, too. */
import { expect, it } from 'vitest';
import { lineInGerman } from '../../src/migration/german/in-german.ts';
import { importFrom } from '../../src/migration/import-from.ts';
import { importers } from '../../src/migration/importers.ts';
import type { SavedAnswers } from '../../src/migration/index.ts';
import { answers as jsmAnswers } from './jsm/account.ts';
import { oddAccounts } from './odd/accounts.ts';
import { wholeAccounts } from './whole-accounts.ts';

const since = new Date('2026-11-01T00:00:00Z');

const accounts: [string, SavedAnswers['results']][] = [
  ...oddAccounts.map(([name, , results]): [string, SavedAnswers['results']] => [name, results]),
  ...wholeAccounts,
];

it.each(accounts)('every line about %s has a code, and is there in German', (name, results) => {
  const importer = importers.get(name);
  if (!importer) throw new Error(`${name} has no importer.`);
  const product = { name, displayName: name, importer };
  const saved = { product: name, url: 'https://api.example.com', savedAt: '', results };
  const run = (answers: ReadonlyMap<string, string>) =>
    importFrom(product, saved, {
      ...{ answers, since, lock: new Map(), compare: { from: since, days: 30 } },
    });
  const asked = run(new Map());
  const result =
    asked.outcome === 'written'
      ? asked
      : run(
          new Map(
            asked.questions.map(({ id, choices }) => [
              id,
              jsmAnswers.get(id) ?? choices?.[0] ?? 'Operations',
            ]),
          ),
        );
  if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
  const { lines, answers } = result.report;
  const said = [...lines, ...answers].map(({ text }) => text);
  expect(said.filter((text) => lineInGerman(text) === null)).toEqual([]);
  expect(lines.filter(({ code }) => code === 'asItIs')).toEqual([]);
});
