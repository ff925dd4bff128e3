import { expect, it } from 'vitest';
import { importFrom } from '../../src/migration/import-from.ts';
import { importers } from '../../src/migration/importers.ts';
import type { SavedAnswers } from '../../src/migration/index.ts';
import { resultsOf as goalertResults } from './goalert/collected.ts';
import { account as goalertAccount } from './goalert/fixtures/account.ts';
import { resultsOf as ilertResults } from './ilert/collected.ts';
import { account as ilertAccount } from './ilert/fixtures/account.ts';
import { resultsOf as splunkResults } from './splunk-oncall/collected.ts';
import { account as splunkAccount } from './splunk-oncall/fixtures/account.ts';

const since = new Date('2026-11-01T00:00:00Z');

function comparedOf(name: string, results: SavedAnswers['results']) {
  const importer = importers.get(name);
  if (!importer) throw new Error(`${name} has no importer.`);
  const imported = importFrom(
    { name, displayName: name, importer },
    { product: name, url: '', savedAt: since.toISOString(), results },
    { ...{ answers: new Map(), since, lock: new Map() }, compare: { from: since, days: 1 } },
  );
  if (imported.outcome !== 'written') throw new Error('Questions are left without an answer.');
  const { lines, comparedPolicies } = imported.report;
  return { comparedPolicies, lines: lines.filter(({ text }) => text.startsWith('opened ')) };
}

it('escalations of GoAlert are compared; one without an end differs when ours has one', () => {
  const { comparedPolicies, lines } = comparedOf('goalert', goalertResults(goalertAccount));
  expect(comparedPolicies).toEqual({ policies: 2, different: 1, left: ['Nobody'] });
  expect(lines.map(({ name, text }) => [name, /after \d+ min: /.exec(text)?.[0]])).toEqual([
    ['Endless', 'after 100 min: '],
  ]);
});

it('escalations of ilert are compared, with their delay and rounds', () => {
  const { comparedPolicies } = comparedOf('ilert', ilertResults(ilertAccount));
  expect(comparedPolicies).toEqual({ policies: 1, different: 0, left: ['Nobody'] });
});

it('escalations of Splunk On-Call are compared, with turns before and after and policies that follow', () => {
  const { comparedPolicies } = comparedOf('splunk-oncall', splunkResults(splunkAccount));
  expect(comparedPolicies).toEqual({ policies: 2, different: 0, left: ['Hooks'] });
});
