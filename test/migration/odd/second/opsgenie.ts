/** By hand from https://docs.opsgenie.com/docs and the schemas of the provider; nobody of these people exists. */
import { listed, of, type Saved, together } from '../../opsgenie/collect.ts';
import { rulesOf, teams, users } from '../../opsgenie/fixtures/people.ts';

const person = (id: string, more: object = {}) => ({
  ...{ id, username: `${id}@example.com`, fullName: id, timeZone: 'US/Eastern' },
  ...more,
});
const member = (id: string, role: string) => ({
  user: { id, username: `${id}@example.com` },
  role,
});
const dairy = { id: 'dairy', name: 'Molkerei', members: [member('eva', 'admin')] };
const farm = { id: 'farm', name: 'Höfe', members: [member('udo', 'user'), member('pia', 'admin')] };
const dairyRef = { id: 'dairy', name: dairy.name };
const farmRef = { id: 'farm', name: farm.name };
const minutes = (timeAmount: number) => ({ timeAmount, timeUnit: 'minutes' });
const rotation = (id: string, more: object) => ({
  ...{ id, name: id, startDate: '2026-10-24T22:00:00Z', type: 'weekly', length: 1 },
  ...more,
});
const rule = (condition: string, notifyType: string, after: number, recipient: object) => ({
  ...{ condition, notifyType, delay: minutes(after), recipient },
});
const user = (id: string) => ({ type: 'user', id, username: `${id}@example.com` });
const condition = (field: string, operation: string, expectedValue: string, key?: string) => ({
  ...{ field, operation, expectedValue, not: false, order: 0, ...(key && { key }) },
});
const always = { type: 'match-all' };
const weekdays = (startDay: string, endDay: string, startHour: number, endHour: number) => ({
  type: 'weekday-and-time-of-day',
  restrictions: [{ startDay, startHour, startMin: 30, endDay, endHour, endMin: 0 }],
});

/** A dairy: turns that begin when clocks change, escalations that ask the others, steps that skip people. */
export const milk: Saved = together(
  users(
    person('eva', {
      ...{ blocked: true, verified: false, locale: 'de_DE', tags: ['milk'], details: { a: ['b'] } },
      ...{ skypeUsername: 'eva', userAddress: { country: 'DE', city: 'Husum', zipCode: '1' } },
      userContacts: [
        { id: 'c1', method: 'mobile', to: 'Pixel', status: { enabled: true } },
        {
          ...{ id: 'c2', method: 'voice', to: '49-30901820' },
          status: { enabled: false, disabledReason: 'invalid' },
        },
        { id: 'c3', method: 'email', to: 'Eva@Example.com', status: { enabled: true } },
      ],
    }),
    person('udo', { timeZone: 'GMT+3', role: { id: 'custom', name: 'Night auditor' } }),
    person('pia', { timeZone: 'Asia/Calcutta', fullName: '' }),
  ),
  rulesOf(
    'udo',
    {
      ...{ id: 'n1', name: 'Assigned', actionType: 'assigned-alert', order: 0, enabled: true },
      ...{ criteria: always, steps: [], timeRestriction: weekdays('friday', 'monday', 17, 6) },
    },
    {
      ...{ id: 'n2', name: 'Off', actionType: 'create-alert', order: 1, enabled: false },
      ...{ criteria: always, steps: [], repeat: { loopAfter: 0, enabled: false } },
    },
    {
      ...{ id: 'n3', name: 'Duty', actionType: 'schedule-start', order: 2, enabled: true },
      ...{ notificationTime: ['15-minutes-ago', '1-day-ago'], schedules: [], steps: [] },
    },
  ),
  teams(dairy, farm),
  {
    schedules: listed(
      {
        ...{ id: 'churn', name: 'Churn', timezone: 'Europe/Kiev', enabled: true },
        ...{ description: 'Day and night', ownerTeam: dairyRef },
        rotations: [
          rotation('r1', {
            ...{ length: 2, endDate: '2027-03-28T01:30:00Z' },
            participants: [user('eva'), { type: 'escalation', id: 'farm-e' }, user('eva')],
          }),
          rotation('r2', {
            ...{ type: 'daily', length: 1, startDate: '2026-10-25T00:30:00Z' },
            participants: [{ type: 'team', id: 'farm' }, { type: 'none' }],
            timeRestriction: weekdays('saturday', 'saturday', 6, 6),
          }),
          rotation('r3', {
            ...{ type: 'hourly', length: 12, startDate: '2027-02-01T11:30:00Z' },
            participants: [user('pia'), user('gone')],
          }),
        ],
      },
      {
        ...{ id: 'old', name: 'Churn', timezone: 'UTC', enabled: false, ownerTeam: farmRef },
        rotations: [rotation('r4', { participants: [user('udo')] })],
      },
    ),
    'schedule-overrides': [
      of('churn', {
        ...{ alias: 'swap', user: user('udo'), rotations: [] },
        ...{ startDate: '2026-10-25T00:00:00Z', endDate: '2026-12-24T23:59:59Z' },
      }),
    ],
    escalations: listed(
      {
        ...{ id: 'dairy-e', name: 'Milk', description: 'Anything', ownerTeam: dairyRef },
        rules: [
          rule('if-not-acked', 'default', 0, { type: 'schedule', id: 'churn' }),
          rule('if-not-acked', 'previous', 0, { type: 'schedule', id: 'churn' }),
          rule('if-not-closed', 'admins', 15, { type: 'team', id: 'farm' }),
          rule('if-not-closed', 'users', 15, { type: 'team', id: 'farm' }),
        ],
        repeat: {
          ...{ waitInterval: 30, count: 3, resetRecipientStates: false, closeAlertAfterAll: true },
        },
      },
      {
        ...{ id: 'farm-e', name: 'Höfe', ownerTeam: farmRef },
        rules: [rule('if-not-acked', 'default', 1, user('pia'))],
        repeat: { waitInterval: 0, count: 1 },
      },
    ),
    'team-routing-rules': [
      of(
        'dairy',
        {
          ...{ id: 'w1', name: 'Nights', order: 0, isDefault: false, timezone: 'Europe/Kiev' },
          ...{ notify: { type: 'escalation', id: 'farm-e' }, criteria: always },
          timeRestriction: weekdays('monday', 'friday', 18, 23),
        },
        {
          ...{ id: 'w2', name: '', order: 1, isDefault: false, notify: { type: 'none' } },
          criteria: {
            type: 'match-any-condition',
            conditions: [
              condition('extra-properties', 'equals', 'test', 'stage'),
              condition('alias', 'matches', '^dev-\\d+$'),
              condition('responders', 'contains', 'farm'),
              condition('details', 'contains-value', 'cheese'),
            ],
          },
        },
        {
          ...{ id: 'w3', order: 2, isDefault: true, criteria: always },
          notify: { type: 'escalation', id: 'dairy-e' },
        },
      ),
    ],
    heartbeats: listed({
      ...{ name: 'Kühlung', interval: 90, intervalUnit: 'minutes', enabled: false },
      ...{ ownerTeam: farmRef, alertTags: [], alertPriority: 'P1', expired: true },
    }),
    services: listed({
      ...{ id: 's1', name: 'Cheese', teamId: 'dairy', description: 'Aged', tags: ['a'] },
      ...{ visibility: 'OPSGENIE_USERS', isExternal: false },
    }),
  },
);

const action = (type: string, order: number, more: object) => ({
  ...{ type, name: `${type} ${order}`, order, filter: always },
  ...more,
});

/** Ferries: integrations of tools that have no place, with actions that look into what is sent. */
export const ferries: Saved = together(
  users(person('ole'), person('nil', { timeZone: 'Etc/GMT-14' })),
  teams({ id: 'f', name: 'Fähren', members: [member('ole', 'admin'), member('nil', 'user')] }),
  {
    schedules: listed({
      ...{ id: 'bridge', name: 'Bridge', timezone: 'Etc/GMT-14', enabled: true },
      ownerTeam: { id: 'f' },
      rotations: [
        rotation('b1', { type: 'daily', length: 10, participants: [user('ole'), user('nil')] }),
      ],
    }),
    escalations: listed({
      ...{ id: 'f-e', name: 'Bridge', ownerTeam: { id: 'f' } },
      rules: [rule('if-not-acked', 'default', 4320, { type: 'schedule', id: 'bridge' })],
    }),
    'team-routing-rules': [
      of('f', {
        ...{ id: 'w', order: 0, isDefault: true, criteria: always },
        notify: { type: 'schedule', id: 'bridge' },
      }),
    ],
    integrations: listed(
      { id: 'i1', name: 'Weather', enabled: true, type: 'Datadog', teamId: 'f' },
      { id: 'i2', name: 'Letters', enabled: false, type: 'Email', teamId: 'f' },
      { id: 'i3', name: 'Out', enabled: true, type: 'Webhook', teamId: null },
    ),
    'integration-details': [
      of('i1', {
        ...{ id: 'i1', name: 'Weather', type: 'Datadog', enabled: true, apiKey: 'k'.repeat(36) },
        ...{ ignoreRespondersFromPayload: true, suppressNotifications: true, isGlobal: false },
        ...{ ownerTeam: { id: 'f' }, responders: [{ type: 'escalation', id: 'f-e' }] },
      }),
      of('i2', {
        ...{ id: 'i2', name: 'Letters', type: 'Email', enabled: false, emailUsername: 'post' },
        ...{ ownerTeam: { id: 'f' }, responders: [user('nil')], allowWriteAccess: false },
      }),
    ],
    'integration-actions': [
      of('i1', {
        create: [
          action('create', 0, {
            ...{ user: 'w', note: '{{_payload.body}}', alias: '{{alert_id}}', source: '{{org}}' },
            ...{ message: '{{title.substringBefore(":")}}', description: '{{body.toUpperCase()}}' },
            ...{ priority: 'P2', customPriority: '{{alert_priority}}', tags: ['{{tag}}', 'sea'] },
            ...{ extraProperties: { ship: '{{host}}' }, appendAttachments: true },
            ...{ alertActions: [], responders: [{ type: 'team', id: 'f' }], entity: '{{host}}' },
            filter: {
              type: 'match-all-conditions',
              conditions: [
                condition('alert_status', 'equals', 'triggered'),
                { ...condition('event_type', 'matches', 'no.?data'), not: true },
              ],
            },
          }),
          action('create', 1, { message: '{{title}}', alias: '{{alert_id}}', priority: 'P5' }),
        ],
        close: [action('close', 0, { alias: '{{alert_id}}', user: 'w', note: 'calm' })],
        acknowledge: [],
        addNote: [action('addNote', 0, { alias: '{{alert_id}}', note: '{{body}}' })],
        ignore: [
          action('ignore', 0, {
            filter: {
              type: 'match-any-condition',
              conditions: [condition('tags', 'contains', 'harmless')],
            },
          }),
        ],
      }),
    ],
    maintenance: listed({ id: 'm1', status: 'active', description: 'Dock' }),
    'maintenance-details': [
      of('m1', {
        ...{ id: 'm1', status: 'active', description: 'Dock', time: { type: 'indefinitely' } },
        rules: [{ entity: { id: 'i1', type: 'integration' }, state: 'enabled' }],
      }),
    ],
  },
);
