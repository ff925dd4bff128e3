import { expect, it } from 'vitest';
import { opsgenie } from '../../../src/migration/products/opsgenie/product.ts';
import { apiKey, opsgenieModule, opsgenieResources } from './fixtures/opsgenie.ts';
import { imported, objectsOf, readState, shown } from './shown.ts';

const text = shown(opsgenieResources, opsgenieModule);

it('objects are those of the API', () => {
  const saved = readState(opsgenie, text);
  const [ada, ben] = objectsOf(saved, 'user-details');
  expect(ada).toEqual([
    'ada',
    {
      ...{ id: 'ada', username: 'ada@example.com', fullName: 'ada', locale: 'en_US' },
      ...{ timeZone: 'Europe/Berlin', role: { name: 'User' }, tags: ['night'] },
      userContacts: [{ id: 'c1', method: 'voice', to: '49-30123456', enabled: true }],
    },
  ]);
  expect(ben).toMatchObject(['ben', { username: 'ben@example.com' }]);
  expect(objectsOf(saved, 'user-details')).toHaveLength(2);
  expect(objectsOf(saved, 'team-details')).toEqual([
    [
      't1',
      {
        ...{ id: 't1', name: 'Shop' },
        members: [
          { user: { id: 'ada' }, role: 'admin' },
          { user: { id: 'ben' }, role: 'user' },
        ],
      },
    ],
  ]);
  expect(objectsOf(saved, 'schedules')).toEqual([
    {
      ...{ id: 's1', name: 'Shop', description: 'Sales', timezone: 'Europe/Berlin' },
      ...{ enabled: true, ownerTeam: { id: 't1' } },
      rotations: [
        {
          ...{ id: 'r1', name: 'Weeks', type: 'weekly', startDate: '2026-01-05T08:00:00Z' },
          participants: [
            { type: 'user', id: 'ada' },
            { type: 'user', id: 'ben' },
            { type: 'none' },
          ],
          timeRestriction: {
            type: 'time-of-day',
            restriction: { startHour: 20, startMin: 0, endHour: 8, endMin: 30 },
          },
        },
      ],
    },
  ]);
  expect(objectsOf(saved, 'escalations')).toMatchObject([
    {
      rules: [
        {
          delay: { timeAmount: 5, timeUnit: 'minutes' },
          recipient: { type: 'schedule', id: 's1' },
        },
      ],
      repeat: { waitInterval: 10, count: 2, resetRecipientStates: true },
    },
  ]);
  expect(objectsOf(saved, 'team-routing-rules')).toMatchObject([
    [
      't1',
      {
        criteria: { conditions: [{ field: 'message', expectedValue: 'disk' }] },
        notify: { id: 'e1', type: 'escalation' },
        timeRestriction: { restriction: { startHour: 8, startMin: 0, endHour: 18, endMin: 0 } },
      },
    ],
  ]);
  expect(objectsOf(saved, 'notification-rule-details')).toMatchObject([
    ['ada', 'n1', { steps: [{ sendAfter: { timeAmount: 2, timeUnit: 'minutes' } }, {}] }],
  ]);
  expect(objectsOf(saved, 'notification-rule-details')[0]).not.toHaveProperty('2.timeRestriction');
  expect(objectsOf(saved, 'notification-policy-details')).toMatchObject([
    [
      ...['t1', 'p2'],
      {
        deDuplicationAction: {
          ...{ deDuplicationActionType: 'frequency-based', count: 3 },
          duration: { timeAmount: 10, timeUnit: 'minutes' },
        },
      },
    ],
  ]);
  expect(objectsOf(saved, 'team-alert-policies')).toEqual([['t1', { id: 'p1', order: 0 }]]);
  expect(objectsOf(saved, 'maintenance-details')).toMatchObject([
    ['m1', { time: { type: 'schedule' }, rules: [{ entity: { id: 'i1', type: 'integration' } }] }],
  ]);
});

it('an import knows every attribute, and says of what nothing is known', () => {
  const { report, files, secrets } = imported(opsgenie, text);
  expect(report.lines.filter(({ level }) => level === 'unread')).toEqual([]);
  expect(report.written).toMatchObject({
    ...{ tocsin_user: 2, tocsin_team: 1, tocsin_team_membership: 2, tocsin_schedule: 1 },
    ...{ tocsin_escalation_policy: 1, tocsin_routing: 1, tocsin_integration: 3, tocsin_service: 1 },
    ...{ tocsin_user_notification_rules: 1, tocsin_integration_maintenance_window: 1 },
  });
  const notRead = Object.fromEntries(report.notRead.map(({ kind, why }) => [kind, why]));
  expect(notRead).toMatchObject({
    'schedule-overrides': 'the Terraform provider has no resource for them',
    opsgenie_incident_template: 'nothing is made of opsgenie_incident_template.outage',
    opsgenie_saved_search: 'nothing is made of opsgenie_saved_search.open',
  });
  expect(notRead).not.toHaveProperty('aws_sns_topic');
  expect(report.note).toContain('by hand');
  expect([...secrets.values()]).toContain(apiKey);
  expect([...files.values()].join('\n')).not.toContain(apiKey);
});

it('kinds of which a state has nothing are not taken for empty', () => {
  const [ada] = opsgenieResources;
  const saved = readState(opsgenie, shown(ada ? [ada] : []));
  expect(saved.results.get('schedules')).toEqual({
    ...{ state: 'notReadable', status: null, right: null },
    why: 'the state has no opsgenie_schedule',
  });
});
