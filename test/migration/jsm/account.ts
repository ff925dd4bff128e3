import type { KindAnswer, KindResult } from '../../../src/migration/read/read-all.ts';

/*
 * By hand from https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v2/intro and the pages of its groups;
 * accounts and teams are invented.
 */

type Saved = Readonly<Record<string, readonly KindAnswer[]>>;

const listed = (...objects: unknown[]): KindAnswer[] => [{ of: [], objects }];
const of = (id: string, ...objects: unknown[]): KindAnswer => ({ of: id.split('/'), objects });

const user = (id: string) => ({ type: 'user', id });

const duty: Saved = {
  teams: listed({ teamId: 'shop', teamName: 'Shop' }, { teamId: 'pay', teamName: 'Payments' }),
  schedules: listed({
    ...{ id: 's1', name: 'Support', description: 'Of the shop', timezone: 'Europe/Berlin' },
    ...{ enabled: true, teamId: 'shop' },
    rotations: [
      {
        ...{ id: 'r1', name: 'Weeks', type: 'weekly', length: 1 },
        ...{ startDate: '2026-10-05T07:00:00Z', endDate: '2027-10-05T07:00:00Z' },
        participants: [user('712020:ada'), { type: 'noone' }, user('712020:ben')],
        timeRestriction: {
          type: 'time-of-day',
          restriction: { startHour: 8, startMin: 0, endHour: 18, endMin: 30 },
        },
      },
      {
        ...{ id: 'r2', name: 'Weekends', type: 'daily', length: 2 },
        startDate: '2026-10-05T07:00:00Z',
        participants: [user('712020:cy')],
        timeRestriction: {
          type: 'weekday-and-time-of-day',
          restrictions: [
            {
              ...{ startDay: 'saturday', startHour: 0, startMin: 0 },
              ...{ endDay: 'monday', endHour: 0, endMin: 0 },
            },
          ],
        },
      },
    ],
  }),
  'schedule-overrides': [
    of('s1', {
      alias: 'o1',
      responder: user('712020:cy'),
      ...{ startDate: '2026-11-10T08:00:00Z', endDate: '2026-11-11T08:00:00Z' },
      rotationIds: ['r1'],
    }),
  ],
  'forwarding-rules': listed({
    ...{ id: 'f1', fromUserId: '712020:ben', toUserId: '712020:ada' },
    ...{ startDate: '2026-12-01T00:00:00Z', endDate: '2026-12-08T00:00:00Z' },
  }),
  escalations: [
    of('shop', {
      ...{ id: 'e1', name: 'Shop escalation', description: 'Who is called', enabled: true },
      rules: [
        {
          ...{ condition: 'if-not-acked', notifyType: 'default', delay: 0 },
          recipient: { type: 'schedule', id: 's1' },
        },
        {
          ...{ condition: 'if-not-closed', notifyType: 'default', delay: 15 },
          recipient: user('712020:cy'),
        },
      ],
      repeat: {
        ...{ waitInterval: 10, count: 2, resetRecipientStates: false, closeAlertAfterAll: false },
      },
    }),
    of('pay', {
      ...{ id: 'e2', name: 'Payments escalation', enabled: false },
      rules: [
        {
          ...{ condition: 'if-not-acked', notifyType: 'default', delay: 5 },
          recipient: user('712020:ben'),
        },
      ],
    }),
  ],
};

const condition = { field: 'message', key: 'k', operation: 'starts-with', expectedValue: 'Disk' };
const filter = {
  type: 'match-all-conditions',
  conditions: [{ ...condition, not: false, order: 0 }],
};

const routing: Saved = {
  'team-routing-rules': [
    of(
      'shop',
      {
        ...{ id: 'rr1', name: 'Disks', isDefault: 'false', order: 0, timezone: 'Europe/Berlin' },
        criteria: { ...filter, conditionMatchType: 'match-all-conditions' },
        timeRestriction: {
          type: 'weekday-and-time-of-day',
          restrictions: [
            {
              ...{ startDay: 'monday', startHour: 8, startMin: 0 },
              ...{ endDay: 'monday', endHour: 18, endMin: 0 },
            },
          ],
        },
        notify: { type: 'schedule', id: 's1' },
      },
      {
        ...{ id: 'rr3', name: 'Days', isDefault: false, order: 1, timezone: 'Europe/Berlin' },
        timeRestriction: {
          type: 'time-of-day',
          restriction: { startHour: 8, startMin: 0, endHour: 18, endMin: 0 },
        },
        notify: { type: 'none' },
      },
      {
        ...{ id: 'rr2', name: 'Default', isDefault: 'true', order: 2 },
        criteria: { type: 'match-all' },
        notify: { type: 'escalation', id: 'e1' },
      },
    ),
  ],
  'alert-policies': listed({ id: 'p1', type: 'alert', name: 'Raise', enabled: true, order: 0 }),
  'alert-policy-details': [
    of('p1', {
      ...{ id: 'p1', type: 'alert', name: 'Raise', description: 'Why', enabled: true, order: 0 },
      ...{ teamId: 'shop', filter: { ...filter, conditionMatchType: 'match-all-conditions' } },
      timeRestriction: {
        enabled: true,
        appliedTimeZone: '(GMT+01:00) Europe/Berlin CET',
        timeRestrictions: [{ startHour: 22, startMinute: 0, endHour: 6, endMinute: 15 }],
      },
      ...{ message: 'DB: {{message}}', alias: '{{alias}}-1', alertDescription: 'Look here' },
      ...{ source: '{{source}}', entity: '{{entity}}', details: { by: 'policy' } },
      ...{ responders: [{ type: 'team', id: 'pay' }], tags: ['raised'], actions: ['restart'] },
      ...{ continue: true, updatePriority: true, priorityValue: 'P1' },
      ...{ keepOriginalResponders: false, keepOriginalDetails: false },
      ...{ keepOriginalActions: true, keepOriginalTags: false },
    }),
    of('p3', {
      ...{ id: 'p3', type: 'alert', name: 'By number', enabled: true, order: 1 },
      ...{ updatePriority: true, priorityValue: 'P1' },
      timeRestriction: {
        enabled: true,
        timeRestrictions: [
          {
            ...{ startDay: 1, startHour: 8, startMinute: 0 },
            ...{ endDay: 5, endHour: 18, endMinute: 0 },
          },
        ],
      },
    }),
  ],
  'team-alert-policies': [
    of('shop', { id: 'p2', type: 'alert', name: 'Off', enabled: false, order: 0 }),
  ],
  'team-alert-policy-details': [
    of('shop/p2', { id: 'p2', name: 'Off', enabled: false, message: '{{message}}' }),
  ],
  'notification-policies': [
    of(
      'shop',
      ...['n1', 'n2', 'n3'].map((id, order) => ({
        ...{ id, type: 'notification', name: id, enabled: true, order },
      })),
    ),
  ],
  'notification-policy-details': [
    of('shop/n1', {
      ...{ id: 'n1', type: 'notification', name: 'Late', enabled: true, teamId: 'shop', order: 0 },
      suppress: true,
      delayAction: {
        ...{ delayOption: 'nextMonday', delayTime: { hours: 8, minutes: 30 } },
        ...{ waitDuration: 0, durationFormat: 'minutes' },
      },
      timeRestriction: {
        enabled: true,
        timeRestrictions: [
          {
            ...{ startDay: 1, startHour: 8, startMinute: 0 },
            ...{ endDay: 5, endHour: 18, endMinute: 0 },
          },
        ],
      },
    }),
    of('shop/n2', {
      ...{ id: 'n2', name: 'Close', enabled: true, timeRestriction: { enabled: false } },
      autoCloseAction: { waitDuration: 2, durationFormat: 'hours' },
      autoRestartAction: { waitDuration: 30, durationFormat: 'minutes', maxRepeatCount: 3 },
      delayAction: { delayOption: 'forDuration', waitDuration: 10, durationFormat: 'minutes' },
    }),
    of('shop/n3', {
      ...{ id: 'n3', name: 'Wait', enabled: true },
      deduplicationAction: {
        ...{ deduplicationActionType: 'frequencyBased', frequency: 5 },
        ...{ waitDuration: 10, durationFormat: 'minutes' },
      },
    }),
  ],
};

const integrations: Saved = {
  integrations: listed(
    { id: 'i1', name: 'API', type: 'API', enabled: true, teamId: 'shop', advanced: true },
    { id: 'i2', name: 'Mails', type: 'Email', enabled: false, teamId: 'pay', version: 'v1' },
  ),
  'integration-details': [
    of('i1', {
      ...{ id: 'i1', name: 'API', type: 'API', enabled: true, teamId: 'shop', advanced: true },
      maintenanceSources: [{ maintenanceId: 'm1', enabled: true, interval: { endTimeMillis: 1 } }],
      ...{ directions: ['incoming'], domains: ['alert'] },
      typeSpecificProperties: { suppressNotifications: true, isSilent: true },
    }),
    of('i2', {
      ...{ id: 'i2', name: 'Mails', type: 'Email', enabled: false, teamId: 'pay' },
      typeSpecificProperties: { emailUsername: 'shop' },
    }),
  ],
  'integration-actions': [
    of(
      'i1',
      ...['a1', 'a2', 'a3', 'a4'].map((id) => ({
        ...{ id, name: id, type: 'create', direction: 'incoming', domain: 'alert' },
        ...{ actionMappingType: 'create', groupType: 'updating', enabled: true },
      })),
    ),
  ],
  'integration-action-details': [
    of('i1/a1', {
      ...{ id: 'a1', type: 'ignore', name: 'Tests', domain: 'alert', direction: 'incoming' },
      ...{ groupType: 'updating', enabled: true },
      filter: {
        ...{ conditionsEmpty: false, conditionMatchType: 'match-all-conditions' },
        type: 'match-all-conditions',
        conditions: [
          {
            ...{ field: 'message', operation: 'contains', expectedValue: 'TEST', key: 'k' },
            ...{ not: false, order: 0, systemCondition: false },
          },
        ],
      },
    }),
    of('i1/a2', {
      ...{ id: 'a2', type: 'create', name: 'All', domain: 'alert', direction: 'incoming' },
      filter: { conditionsEmpty: true, conditionMatchType: 'match-all', conditions: [] },
      fieldMappings: {
        ...{ alias: '{{alias}}-{{source}}', message: '{{message}}', priority: 'P2', user: 'Bot' },
        ...{ description: '{{description}}', entity: '{{entity}}', source: '{{source}}' },
        ...{ note: '{{note}}', tags: ['jsm'], extraProperties: { by: 'jsm' } },
        responders: [{ type: 'team', id: 'pay' }],
      },
      actionMapping: { type: 'create', parameter: { x: 'y' } },
      typeSpecificProperties: { keep: true },
    }),
    of('i1/a3', {
      ...{ id: 'a3', type: 'postToUrl', name: 'Out', domain: 'alert', direction: 'outgoing' },
    }),
    of('i1/a4', {
      ...{ id: 'a4', type: 'close', name: 'Off', direction: 'incoming', enabled: false },
    }),
  ],
};

const others: Saved = {
  heartbeats: [
    of('shop', {
      ...{ name: 'backup', description: 'Nightly', interval: 5, intervalUnit: 'Days' },
      ...{ enabled: true, status: 'Responsive', ownerTeamId: 'shop', alertPriority: 'P2' },
      ...{ alertMessage: 'No backup', alertTags: ['backup'] },
    }),
  ],
  maintenances: listed({
    ...{ id: 'm1', status: 'planned', description: 'Move', teamId: 'shop' },
    ...{ startDate: '2026-12-01T00:00:00Z', endDate: '2026-12-02T00:00:00Z' },
    rules: [{ state: 'disabled', entity: { id: 'i1', type: 'integration' } }],
  }),
  'team-maintenances': [
    of(
      'shop',
      { id: 'm1', status: 'planned' },
      {
        ...{ id: 'm2', status: 'planned', description: 'Again', teamId: 'shop' },
        ...{ startDate: '2026-12-03T00:00:00Z', endDate: '2026-12-04T00:00:00Z' },
        rules: [{ state: 'disabled', entity: { id: 'i2', type: 'integration' } }],
      },
    ),
  ],
};

export const account: Saved = { ...duty, ...routing, ...integrations, ...others };

export const results: ReadonlyMap<string, KindResult> = new Map(
  Object.entries(account).map(([kind, answers]) => [kind, { state: 'whole', answers }]),
);

/** Who the accounts are, as whoever imports says. */
export const answers: ReadonlyMap<string, string> = new Map(
  ['ada', 'ben', 'cy'].map((name) => [`person:712020:${name}`, `${name}@example.com`]),
);
