/**
 * Departments that use what others leave alone, by hand from https://docs.opsgenie.com/docs and the schemas of the
 * provider; nobody of these people exists.
 */
import { listed, of, type Saved, together } from '../opsgenie/collect.ts';
import { rulesOf, teams, users } from '../opsgenie/fixtures/people.ts';

const person = (id: string, more: object = {}) => ({
  ...{ id, username: `${id}@example.com`, fullName: id, timeZone: 'America/St_Johns' },
  ...more,
});
const step = (after: number, method: string, to: string) => ({
  id: `${method}${after}`,
  ...{ sendAfter: { timeAmount: after, timeUnit: 'minutes' }, contact: { method, to } },
  enabled: true,
});
const condition = (
  field: string,
  operation: string,
  expectedValue: unknown,
  more: object = {},
) => ({
  ...{ field, operation, expectedValue, not: false, order: 0 },
  ...more,
});
const all = (...conditions: object[]) => ({ type: 'match-all-conditions', conditions });
const any = (...conditions: object[]) => ({ type: 'match-any-condition', conditions });
const hours = (startHour: number, endHour: number, startMin = 0, endMin = 0) => ({
  type: 'time-of-day',
  restriction: { startHour, startMin, endHour, endMin },
});

const member = (id: string, role: string) => ({
  user: { id, username: `${id}@example.com` },
  role,
});
const port = {
  id: 'port',
  name: 'Hafenmeisterei – Nordsee/Ost',
  members: [member('ida', 'admin'), member('jo', 'user')],
};
const crew = {
  id: 'crew',
  name: 'Hafenmeisterei – Nordsee/ost',
  members: [member('jo', 'user'), member('kim', 'user')],
};
const portRef = { id: 'port', name: port.name };

/** A harbour: half-hour zones, turns of single hours, hours past midnight, policies of every kind. */
export const harbour: Saved = together(
  users(
    person('ida', {
      userContacts: [
        { id: 'c1', method: 'voice', to: '1-7095550100', status: { enabled: true } },
        { id: 'c2', method: 'sms', to: '1-7095550100', status: { enabled: true } },
      ],
    }),
    person('jo', { timeZone: 'Asia/Kathmandu', userContacts: [] }),
    person('kim', { timeZone: 'Pacific/Apia', role: { id: 'x', name: 'Stakeholder' } }),
  ),
  rulesOf(
    'ida',
    {
      ...{ id: 'n1', name: 'Any of both', actionType: 'create-alert', order: 1, enabled: true },
      criteria: any(condition('priority', 'equals', 'P2'), condition('tags', 'contains', 'storm')),
      timeRestriction: hours(22, 6, 30, 0),
      steps: [step(0, 'voice', '1-7095550100'), step(1, 'sms', '1-7095550100')],
      repeat: { loopAfter: 1, enabled: true },
    },
    {
      ...{ id: 'n2', name: 'Acked', actionType: 'acknowledged-alert', order: 2, enabled: true },
      ...{ criteria: { type: 'match-all' }, steps: [step(0, 'email', 'ida@example.com')] },
    },
    {
      ...{ id: 'n3', name: 'Duty ends', actionType: 'schedule-end', order: 3, enabled: true },
      ...{
        notificationTime: ['just-before', '1-hour-ago'],
        schedules: [{ id: 'tide', type: 'schedule' }],
      },
      steps: [step(0, 'email', 'ida@example.com')],
    },
  ),
  teams(port, crew),
  {
    schedules: listed(
      {
        ...{
          id: 'tide',
          name: 'Tide',
          timezone: 'America/St_Johns',
          enabled: true,
          ownerTeam: portRef,
        },
        rotations: [
          {
            ...{
              id: 'r1',
              name: 'Hours',
              startDate: '2026-03-01T03:30:00Z',
              type: 'hourly',
              length: 5,
            },
            participants: [
              { type: 'user', id: 'ida' },
              { type: 'none' },
              { type: 'user', id: 'jo' },
            ],
            timeRestriction: hours(22, 6, 30, 0),
          },
          {
            ...{
              id: 'r2',
              name: 'Whole day',
              startDate: '2026-03-01T03:30:00Z',
              type: 'daily',
              length: 3,
            },
            participants: [
              { type: 'team', id: 'crew' },
              { type: 'user', id: 'jo' },
            ],
            timeRestriction: {
              type: 'weekday-and-time-of-day',
              restrictions: [
                {
                  startDay: 'sunday',
                  startHour: 23,
                  startMin: 30,
                  endDay: 'monday',
                  endHour: 0,
                  endMin: 0,
                },
                {
                  startDay: 'monday',
                  startHour: 0,
                  startMin: 0,
                  endDay: 'monday',
                  endHour: 0,
                  endMin: 0,
                },
              ],
            },
          },
        ],
      },
      {
        id: 'none',
        name: 'Nothing in it',
        timezone: 'Asia/Kathmandu',
        enabled: true,
        ownerTeam: portRef,
        rotations: [],
      },
    ),
    'schedule-overrides': [
      of('tide', {
        ...{
          alias: 'a/b c',
          user: { type: 'team', id: 'crew' },
          rotations: [{ id: 'r2' }, { id: 'gone' }],
        },
        ...{ startDate: '2026-12-01T08:15:00Z', endDate: '2026-12-02T08:45:30Z' },
      }),
    ],
    'forwarding-rules': listed({
      ...{ id: 'f1', fromUser: { id: 'ida' }, toUser: { id: 'kim' } },
      ...{ startDate: '2026-12-24T00:00:00Z', endDate: '2027-01-02T00:00:00Z' },
    }),
    escalations: listed(
      {
        ...{ id: 'e1', name: 'Storm', ownerTeam: portRef },
        rules: [
          ...[0, 0, 5, 1440].map((timeAmount, at) => ({
            ...{
              condition: at === 2 ? 'if-not-closed' : 'if-not-acked',
              notifyType: at === 3 ? 'random' : 'default',
            },
            delay: { timeAmount, timeUnit: 'minutes' },
            recipient:
              at % 2 === 0 ? { type: 'schedule', id: 'tide' } : { type: 'team', id: 'crew' },
          })),
          {
            ...{
              condition: 'if-not-closed',
              notifyType: 'all',
              delay: { timeAmount: 2, timeUnit: 'days' },
            },
            recipient: { type: 'user', id: 'kim' },
          },
        ],
        repeat: {
          waitInterval: 1440,
          count: 20,
          resetRecipientStates: true,
          closeAlertAfterAll: false,
        },
      },
      {
        ...{ id: 'e2', name: 'Storm', ownerTeam: portRef },
        rules: [
          {
            ...{
              condition: 'if-not-acked',
              notifyType: 'next',
              delay: { timeAmount: 0, timeUnit: 'minutes' },
            },
            recipient: { type: 'schedule', id: 'none' },
          },
        ],
      },
    ),
    'team-routing-rules': [
      of(
        'port',
        {
          ...{ id: 'w1', name: 'Quiet', order: 0, isDefault: false, notify: { type: 'none' } },
          criteria: all(
            condition('source', 'starts-with', 'buoy-', { not: true }),
            condition('message', 'matches', '(?i)test.*'),
          ),
          timeRestriction: hours(0, 0),
          timezone: 'Asia/Kathmandu',
        },
        {
          ...{ id: 'w2', name: 'Long', order: 1, isDefault: false },
          notify: { type: 'schedule', id: 'tide' },
          criteria: any(
            condition('extra-properties', 'greater-than', '3.5', { key: 'wind' }),
            condition('extra-properties', 'contains-key', 'storm'),
            condition('recipients', 'is-empty', ''),
            condition('description', 'equals-ignore-whitespace', 'all hands'),
          ),
        },
        {
          id: 'w3',
          name: 'Default',
          order: 2,
          isDefault: true,
          notify: { type: 'escalation', id: 'e1' },
          criteria: { type: 'match-all' },
        },
      ),
      of('crew', {
        id: 'w4',
        order: 0,
        isDefault: true,
        notify: { type: 'escalation', id: 'gone' },
        criteria: { type: 'match-all' },
      }),
    ],
  },
);

const policy = (id: string, type: string, more: object) => ({
  ...{ id, name: `Policy ${id}`, type, enabled: true, order: 0 },
  ...more,
});

/** A hospital: policies and actions only, of one team, with people who are in none. */
export const hospital: Saved = together(
  users(person('lea'), person('max', { timeZone: 'Europe/Lisbon', locale: 'pt_BR' })),
  teams({ id: 'ward', name: 'Ward "7" ${x}', members: [member('lea', 'admin')] }),
  {
    escalations: listed({
      ...{ id: 'e1', name: 'Doctors', ownerTeam: { id: 'ward', name: 'Ward' } },
      rules: [
        {
          ...{
            condition: 'if-not-acked',
            notifyType: 'default',
            delay: { timeAmount: 3, timeUnit: 'minutes' },
          },
          recipient: { type: 'user', id: 'max' },
        },
      ],
    }),
    'team-routing-rules': [
      of('ward', {
        id: 'w1',
        order: 0,
        isDefault: true,
        notify: { type: 'escalation', id: 'e1' },
        criteria: { type: 'match-all' },
      }),
    ],
    'alert-policies': listed(policy('g1', 'alert', { teamId: null })),
    'alert-policy-details': [
      of(
        'g1',
        policy('g1', 'alert', {
          ...{
            policyDescription: 'For all',
            continue: true,
            message: '{{message}} of {{source}}',
            alias: '{{alias}}',
          },
          ...{
            alertDescription: '{{description}}',
            entity: 'x',
            source: '{{source}}',
            tags: ['a', 'b c'],
            actions: ['Reboot'],
          },
          ...{
            details: { k: 'v' },
            ignoreOriginalDetails: true,
            ignoreOriginalTags: true,
            ignoreOriginalActions: true,
          },
          ...{ priority: 'P1', updatePriority: true, responders: [{ type: 'team', id: 'ward' }] },
          filter: all(
            condition('entity', 'ends-with', '.icu'),
            condition('priority', 'less-than', 'P3'),
          ),
          timeRestriction: hours(8, 17),
        }),
      ),
    ],
    'notification-policies': [
      of('ward', policy('p1', 'notification', {}), policy('p2', 'notification', {})),
    ],
    'notification-policy-details': [
      of(
        'ward/p1',
        policy('p1', 'notification', {
          ...{ suppress: false, filter: { type: 'match-all' } },
          delayAction: { delayOption: 'next-weekday', untilHour: 8, untilMinute: 30 },
          deDuplicationAction: {
            deDuplicationActionType: 'frequency-based',
            count: 5,
            duration: { timeAmount: 2, timeUnit: 'minutes' },
          },
          autoCloseAction: { duration: { timeAmount: 3, timeUnit: 'days' } },
          autoRestartAction: {
            duration: { timeAmount: 45, timeUnit: 'minutes' },
            maxRepeatCount: 20,
          },
        }),
      ),
      of(
        'ward/p2',
        policy('p2', 'notification', {
          ...{ suppress: true, filter: any(condition('tags', 'is-empty', '')) },
          timeRestriction: {
            type: 'weekday-and-time-of-day',
            restrictions: [
              {
                startDay: 'saturday',
                startHour: 0,
                startMin: 0,
                endDay: 'monday',
                endHour: 0,
                endMin: 0,
              },
            ],
          },
          delayAction: {
            delayOption: 'for-duration',
            duration: { timeAmount: 1, timeUnit: 'hours' },
          },
        }),
      ),
    ],
    heartbeats: listed({
      ...{
        name: 'Nightly backup / ward',
        description: '',
        interval: 3,
        intervalUnit: 'days',
        enabled: true,
      },
      ...{
        expired: false,
        ownerTeam: { id: 'ward' },
        alertMessage: 'late',
        alertTags: ['x'],
        alertPriority: 'P4',
        lastPingTime: '2026-10-31T00:00:00Z',
      },
    }),
    maintenance: listed({
      id: 'm1',
      ...{
        status: 'planned',
        description: 'Night',
        time: {
          type: 'for-30-minutes',
          startDate: '2026-12-01T00:00:00Z',
          endDate: '2026-12-01T00:30:00Z',
        },
      },
    }),
    'maintenance-details': [
      of('m1', {
        ...{ id: 'm1', status: 'planned', description: 'Night' },
        time: {
          type: 'for-30-minutes',
          startDate: '2026-12-01T00:00:00Z',
          endDate: '2026-12-01T00:30:00Z',
        },
        rules: [
          { entity: { id: 'i1', type: 'integration' }, state: 'disabled' },
          { entity: { id: 'g1', type: 'policy' }, state: 'enabled' },
        ],
      }),
    ],
    integrations: listed({
      id: 'i1',
      name: 'Monitors',
      enabled: true,
      type: 'API',
      teamId: 'ward',
    }),
  },
);
