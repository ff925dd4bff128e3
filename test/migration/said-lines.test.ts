/** What reports say of the accounts that there are: every line has a code, and is there in German, too. */
import { expect, it } from 'vitest';
import { lineInGerman } from '../../src/migration/german/in-german.ts';
import { importFrom } from '../../src/migration/import-from.ts';
import { importers } from '../../src/migration/importers.ts';
import type { SavedAnswers } from '../../src/migration/index.ts';
import { resultsOf as allquietResults } from './allquiet/collected.ts';
import { account as allquietAccount } from './allquiet/fixtures/account.ts';
import { resultsOf as goalertResults } from './goalert/collected.ts';
import { account as goalertAccount } from './goalert/fixtures/account.ts';
import { resultsOf as ilertResults } from './ilert/collected.ts';
import { account as ilertAccount } from './ilert/fixtures/account.ts';
import { answers as jsmAnswers, results as jsmResults } from './jsm/account.ts';
import { oddAccounts } from './odd/accounts.ts';
import { resultsOf as oncallResults } from './oncall/collected.ts';
import { account as oncallAccount } from './oncall/fixtures/account.ts';
import { savedAccount, wholeAccount } from './opsgenie/fixtures/whole.ts';
import { savedOf } from './pagerduty/collected.ts';
import { account as pagerdutyAccount } from './pagerduty/fixtures/account.ts';
import { resultsOf as splunkResults } from './splunk-oncall/collected.ts';
import { account as splunkAccount } from './splunk-oncall/fixtures/account.ts';

const since = new Date('2026-11-01T00:00:00Z');

const accounts: [string, SavedAnswers['results']][] = [
  ...oddAccounts.map(([name, , results]): [string, SavedAnswers['results']] => [name, results]),
  ['allquiet', allquietResults(allquietAccount)],
  ['goalert', goalertResults(goalertAccount)],
  ['ilert', ilertResults(ilertAccount)],
  ['jsm', jsmResults],
  ['oncall', oncallResults(oncallAccount)],
  ['opsgenie', savedAccount(wholeAccount).results],
  ['pagerduty', savedOf(pagerdutyAccount)],
  ['splunk-oncall', splunkResults(splunkAccount)],
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
