import { expect, it } from 'vitest';
import { importFrom } from '../../../src/migration/import-from.ts';
import { goalertImporter } from '../../../src/migration/products/goalert/importer.ts';
import { goalert } from '../../../src/migration/products/goalert/product.ts';
import { imported, objectsOf, readState, resource, shown, since } from './shown.ts';

/* By https://registry.terraform.io/providers/healdropper/goalert/latest/docs; nobody of these people exists. */
const user = (id: string) => ({ id, name: id, email: `${id}@example.com`, role: 'user' });
const key = '11111111-aaaa-4000-8000-000000000001';
const address = `https://goalert.example.com/api/v2/grafana/incoming?token=${key}`;
const ping = 'https://goalert.example.com/api/v2/heartbeat/22222222-aaaa-4000-8000-000000000002';
const text = shown([
  resource('goalert_user.ada', { ...user('ada'), username: 'ada', password: 'not-a-password' }),
  resource('data.goalert_user.ben', user('ben')),
  resource('goalert_user_contact_method.text', {
    ...{ id: 'cm1', user_id: 'ada', name: 'Mobile', type: 'SMS', value: '+4930901820' },
    ...{ disabled: false, private: false, enable_status_updates: true, status_updates: 'ENABLED' },
  }),
  resource('goalert_user_contact_method.chat', {
    ...{ id: 'cm2', user_id: 'ada', name: 'Chat', type: 'SLACK_DM', value: 'U0ADA' },
  }),
  resource('goalert_user_notification_rule.now', {
    ...{ id: 'nr1', user_id: 'ada', contact_method_id: 'cm1', delay_minutes: 0 },
  }),
  resource('goalert_rotation.weeks', {
    ...{ id: 'weeks', name: 'Weeks', description: '', type: 'weekly', shift_length: 1 },
    ...{ start_time: '2026-10-05T07:00:00Z', time_zone: 'Europe/Berlin', active_user_index: 1 },
    user_ids: ['ada', 'ben'],
  }),
  resource('goalert_schedule.shop', {
    ...{ id: 'shop', name: 'Shop', description: 'All of it', time_zone: 'Europe/Berlin' },
  }),
  resource('goalert_schedule_rule.week', {
    ...{ id: 'shop:rotation:weeks', schedule_id: 'shop', target_type: 'rotation' },
    ...{ target_id: 'weeks', start_time: '00:00', end_time: '00:00', weekday_filter: null },
  }),
  resource('goalert_schedule_rule.office', {
    ...{ id: 'shop:user:ben', schedule_id: 'shop', target_type: 'user', target_id: 'ben' },
    ...{ start_time: '09:00', end_time: '17:00' },
    weekday_filter: [false, true, true, true, true, true, false],
  }),
  resource('goalert_user_override.leave', {
    ...{ id: 'o1', schedule_id: 'shop', add_user_id: 'ben', remove_user_id: 'ada' },
    ...{ start_time: '2026-12-20T08:00:00Z', end_time: '2026-12-30T08:00:00Z' },
  }),
  resource('goalert_escalation_policy.shop', {
    ...{ id: 'policy', name: 'Critical', description: '', repeat: 2 },
    step: [
      {
        ...{ id: 's0', step_number: 0, delay_minutes: 5, multi_ack: true, user_ids: [] },
        ...{ rotation_ids: null, schedule_ids: ['shop'] },
        webhook_action: [{ url: 'https://hooks.example.com/alerts' }],
      },
      {
        ...{ id: 's1', step_number: 1, delay_minutes: 10, multi_ack: false, user_ids: ['ada'] },
        ...{ rotation_ids: ['weeks'], schedule_ids: null, webhook_action: [] },
      },
    ],
  }),
  resource('goalert_service.api', {
    ...{ id: 'api', name: 'Shop API', description: '', escalation_policy_id: 'policy' },
  }),
  resource('goalert_service_label.team', {
    ...{ id: 'api/org/team', service_id: 'api', key: 'org/team', value: 'Shop' },
  }),
  resource('goalert_label.tier', {
    ...{ id: 'service:api/org/tier', target_type: 'service', target_id: 'api' },
    ...{ key: 'org/tier', value: 'one' },
  }),
  resource('goalert_integration_key.grafana', {
    ...{ id: key, service_id: 'api', name: 'Grafana', type: 'grafana', href: address },
  }),
  resource('goalert_heartbeat_monitor.backup', {
    ...{ id: 'h1', service_id: 'api', name: 'Backup', timeout_minutes: 30, href: ping },
  }),
  resource('goalert_system_limit.rules', { id: 'limit', limit: 10 }),
]);

it('a state has the members of the API', () => {
  const saved = readState(goalert, text);
  const week = [false, true, true, true, true, true, false];
  expect(objectsOf(saved, 'schedules')).toMatchObject([
    {
      targets: [
        { target: { id: 'weeks', name: 'Weeks' }, rules: [{ weekdayFilter: [true, true] }] },
        { target: { id: 'ben', name: 'ben' }, rules: [{ weekdayFilter: week, start: '09:00' }] },
      ].map((one) => expect.objectContaining({ target: expect.objectContaining(one.target) })),
    },
  ]);
  expect(objectsOf(saved, 'escalationPolicies')).toMatchObject([
    {
      steps: [
        {
          actions: [
            { type: 'builtin-schedule', args: { schedule_id: 'shop' } },
            { type: 'builtin-webhook', args: { webhook_url: 'https://hooks.example.com/alerts' } },
          ],
        },
        { actions: [{ args: { user_id: 'ada' } }, { args: { rotation_id: 'weeks' } }] },
      ],
    },
  ]);
});

it('everything is known, and what a state does not have is said', () => {
  const { report, files } = imported(goalert, text);
  expect(report.lines.filter(({ level }) => level === 'unread')).toEqual([]);
  for (const { read, imported: brought, residue, noise } of report.counts)
    expect(brought + residue + noise).toBe(read);
  expect(report.notRead).toEqual([]);
  expect(report.written).toMatchObject({
    ...{ tocsin_user: 2, tocsin_escalation_policy: 1, tocsin_on_call_override: 1 },
    // One of them is of the rotation that the policy tells.
    ...{ tocsin_schedule: 2, tocsin_integration: 2, tocsin_user_notification_rules: 1 },
  });
  const said = report.lines.map((line) => line.text).join('\n');
  expect(said).toContain('When the turn of whoever is active ends is not told');
  expect(said).toContain('An acknowledgement ends the messages to everybody here');
  for (const content of files.values()) expect(content).not.toContain('not-a-password');
});

it('whoever is on call is so there and here by the same reading', () => {
  const result = importFrom(
    { name: 'goalert', displayName: 'GoAlert', importer: goalertImporter },
    readState(goalert, text),
    { answers: new Map(), since, lock: new Map(), compare: { from: since, days: 90 } },
  );
  if (result.outcome !== 'written') throw new Error('It asks.');
  expect(result.report.compared).toMatchObject({ different: 0, left: [] });
});
