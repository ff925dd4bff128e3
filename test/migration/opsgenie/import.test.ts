import { expect, it } from 'vitest';
import { compareSchedules } from '../../../src/migration/compare/compare-schedules.ts';
import { importFrom } from '../../../src/migration/import-from.ts';
import { opsgenieImporter } from '../../../src/migration/products/opsgenie/importer.ts';
import { collect } from './collect.ts';
import { apiKey } from './fixtures/alerts.ts';
import { savedAccount, wholeAccount } from './fixtures/whole.ts';

const product = { name: 'opsgenie', displayName: 'Opsgenie', importer: opsgenieImporter };
const options = { answers: new Map(), since: new Date('2026-11-01T00:00:00Z'), lock: new Map() };

it('a whole account is written without a question, with references, and secrets apart', () => {
  const written = importFrom(product, savedAccount(wholeAccount), options);
  if (written.outcome !== 'written') throw new Error('It asks.');
  const { files, report } = written;
  const fileOf = (name: string) => files.get(name) ?? '';
  expect(fileOf('schedules.tf')).toContain('team_id      = tocsin_team.shop.id');
  expect(fileOf('schedules.tf')).toMatch(/user_ids = \[tocsin_user\.ada\w*\.id\]/);
  expect(fileOf('escalation_policies.tf')).toContain('tocsin_schedule.shop.id, pick = "onCall"');
  expect(fileOf('routings.tf')).toMatch(
    /use_escalation_policy_id\s+= tocsin_escalation_policy\.\w+\.id/,
  );
  expect(report.lines.filter(({ text }) => text.startsWith('left out as'))).toEqual([]);
  expect(report.lines.filter(({ level }) => level === 'unread')).toEqual([]);
  const all = [...files.values()].join('\n');
  for (const secret of [apiKey, '+4915112345678', '+4930123456']) expect(all).not.toContain(secret);
});

it('schedules of a whole account are the same minute by minute', () => {
  const { work, added } = collect(wholeAccount);
  const { lines, compared } = compareSchedules(
    { rendered: opsgenieImporter.rendered(work), shown: [] },
    [...added.values()],
    {
      from: options.since,
      days: 90,
    },
  );
  expect(lines).toEqual([]);
  expect(compared).toMatchObject({ schedules: 2, different: 0, left: [] });
});
