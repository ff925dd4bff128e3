import { expect, it } from 'vitest';
import { importFrom } from '../../../src/migration/import-from.ts';
import { ilertImporter } from '../../../src/migration/products/ilert/importer.ts';
import { ilert } from '../../../src/migration/products/ilert/product.ts';
import { ilertResources, integrationKey } from './fixtures/ilert.ts';
import { readState, shown, since } from './shown.ts';

it('a Terraform state of ilert is imported like what its API answers', () => {
  const result = importFrom(
    { name: 'ilert', displayName: 'ilert', importer: ilertImporter },
    readState(ilert, shown(ilertResources)),
    {
      ...{ answers: new Map(), since, lock: new Map() },
      compare: { from: since, days: 30 },
    },
  );
  if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
  const { report, files, secrets } = result;
  expect(report.lines.filter(({ level }) => level === 'unread')).toEqual([]);
  expect(report.written).toEqual({
    ...{ tocsin_user: 3, tocsin_user_notification_rules: 1, tocsin_team: 1 },
    ...{ tocsin_team_membership: 3, tocsin_schedule: 2, tocsin_temporary_schedule: 1 },
    ...{ tocsin_escalation_policy: 2, tocsin_support_hours: 1, tocsin_integration: 3 },
  });
  // Ids are texts here and numbers in the API: both find each other.
  expect(report.compared).toMatchObject({ schedules: 2, different: 0 });
  expect(report.comparedPolicies).toMatchObject({ policies: 1, different: 0 });
  expect(files.get('users.tf')).toMatch(/display_name += "cy3"/);
  expect(files.get('integrations.tf')).toContain('interval_in_sec = 900');
  expect(report.notRead.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['schedule-overrides', 'maintenance-windows', 'ilert_status_page']),
  );
  expect([...secrets.values()]).toContain(integrationKey);
  expect([...files.values()].join('\n')).not.toContain(integrationKey);
});
