import { expect, it } from 'vitest';
import { importFrom } from '../../../src/migration/import-from.ts';
import { jsmImporter } from '../../../src/migration/products/jsm/importer.ts';
import { jsm } from '../../../src/migration/products/jsm/product.ts';
import { apiKey, jsmResources } from './fixtures/jsm.ts';
import { readState, shown, since } from './shown.ts';

/** Through all of an import, up to its files; `cy` was not looked up. */
function imported() {
  const saved = readState(jsm, shown(jsmResources));
  const options = { answers: new Map([['person:712020:cy', 'cy@example.com']]), since };
  const result = importFrom(
    { name: 'jsm', displayName: 'JSM', importer: jsmImporter },
    { ...saved, savedAt: since.toISOString() },
    { ...options, lock: new Map(), compare: { from: since, days: 30 } },
  );
  if (result.outcome !== 'written') throw new Error('Questions are left without an answer.');
  return result;
}

const { report, files, secrets } = imported();

it('a Terraform state of Jira Service Management tells who people are, and who is in which team', () => {
  expect(report.lines.filter(({ level }) => level === 'unread')).toEqual([]);
  expect(files.get('users.tf')).toContain('display_name = "ada"');
  expect(files.get('users.tf')).toContain('"cy@example.com"');
  expect(report.written).toMatchObject({
    ...{ tocsin_user: 3, tocsin_team: 1, tocsin_team_membership: 3, tocsin_schedule: 1 },
    ...{ tocsin_escalation_policy: 1, tocsin_routing: 1, tocsin_integration: 3, tocsin_service: 1 },
    ...{ tocsin_integration_mapping: 1, tocsin_integration_maintenance_window: 1 },
  });
  expect(report.lines.filter(({ text }) => text.includes('Switched off there'))).toHaveLength(1);
  expect(report.notRead.map(({ kind, why }) => `${kind}: ${why}`)).toContain(
    'atlassian-operations_user_contact: nothing is made of atlassian-operations_user_contact.voice',
  );
  expect(report.compared).toMatchObject({ schedules: 1, different: 0 });
});

it('its key is brought apart, so that senders keep it', () => {
  expect([...secrets.values()]).toContain(apiKey);
  expect([...files.values()].join('\n')).not.toContain(apiKey);
});

it('policies wait for as long, and for as many alerts, as their type says', () => {
  const rules = files.get('routings.tf') ?? '';
  expect(rules).toContain('snooze_for_relative_in_minutes = 2');
  expect(rules).toContain('threshold = { payloads = 7, within_minutes = 1440');
  expect(rules).toContain('threshold = { payloads = 5, within_minutes = 10');
});
