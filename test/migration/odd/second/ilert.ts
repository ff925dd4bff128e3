/** By hand from the OpenAPI document of ilert; nobody of these people exists. */
const person = (id: number, name: string, more: object = {}) => ({
  ...{ id, username: name, firstName: name, lastName: 'Q', email: `${name}@example.com` },
  ...{ timezone: 'America/Halifax', language: 'en', region: 'CA', role: 'ADMIN', position: '' },
  ...more,
});
const named = (id: number) => ({ id, firstName: 'x', lastName: 'y' });
const at = (dayOfWeek: string, time: string) => ({ dayOfWeek, time });
const layer = (name: string, rotation: string, users: number[], more: object = {}) => ({
  ...{ name, startsOn: '2026-10-30T18:00', rotation, users: users.map(named) },
  ...more,
});
const source = (id: number, integrationType: string, more: object) => ({
  ...{ id, name: `Source ${id}`, integrationType, status: 'PENDING', teams: [{ id: 9 }] },
  ...{ integrationKey: `il1quarry${id}${'1'.repeat(20)}`, escalationPolicy: { id: 42 } },
  ...{ alertCreation: 'ONE_PENDING_ALERT_ALLOWED', alertPriorityRule: 'LOW', active: true },
  ...more,
});
const closed = { start: '08:15', end: '16:45' };

/** A quarry: restrictions by weekdays, layers that end, levels of policies with schedules and people at once. */
export const quarry = {
  users: [
    person(1, 'gus', { role: 'ACCOUNT_OWNER', mutedUntil: '2026-12-01T00:00:00Z' }),
    person(2, 'hal', { timezone: 'Pacific/Chatham', language: 'fr' }),
    person(3, 'ivy', { email: 'IVY@example.com', role: 'GUEST' }),
  ],
  'user-emails': { 2: [{ id: 21, target: 'hal@home.example.com', status: 'LOCKED' }] },
  'user-phone-numbers': {
    2: [
      { id: 25, regionCode: 'CA', target: '+19025550100', primary: false, status: 'OK' },
      { id: 26, regionCode: 'CA', target: '9025550101', primary: true, status: 'OK' },
    ],
  },
  'alert-preferences': {
    2: [
      { id: 1, method: 'EMAIL', contact: { id: 21 }, type: 'LOW_PRIORITY', delayMin: 0 },
      { id: 2, method: 'SMS', contact: { id: 25 }, type: 'HIGH_PRIORITY', delayMin: 15 },
      { id: 3, method: 'PUSH', contact: { id: 99 }, type: 'HIGH_PRIORITY', delayMin: 0 },
    ],
  },
  'duty-preferences': {
    2: [{ id: 5, method: 'SMS', contact: { id: 25 }, type: 'ON_CALL', beforeMin: 60 }],
  },
  teams: [
    { id: 9, name: 'Pit', visibility: 'PUBLIC', members: [{ user: named(1), role: 'ADMIN' }] },
    { id: 10, name: 'pit ', visibility: 'PUBLIC', members: [] },
  ],
  schedules: [
    {
      ...{ id: 32, name: 'Blast', timezone: 'America/Halifax', type: 'RECURRING' },
      ...{ teams: [{ id: 9 }, { id: 10 }], showGaps: true, defaultShiftDuration: 'P7D' },
      scheduleLayers: [
        layer('Two weeks', 'P2W', [1, 2, 3], { endsOn: '2027-03-14T02:30' }),
        layer('Weekdays', 'P1D', [2, 1], {
          restrictionType: 'DAYS_OF_WEEK',
          restrictions: [
            { from: at('MONDAY', '06:00'), to: at('FRIDAY', '18:00') },
            { from: at('SUNDAY', '20:00'), to: at('MONDAY', '02:00') },
          ],
        }),
        layer('Half days', 'PT12H', [3, 1]),
      ],
    },
    {
      ...{ id: 33, name: 'By hand', timezone: 'Pacific/Chatham', type: 'STATIC', teams: [] },
      shifts: [
        { user: named(1), start: '2026-11-01T01:30', end: '2026-11-08T01:30' },
        { user: named(3), start: '2026-11-08T01:30', end: '2026-11-08T13:45' },
        { user: named(99), start: '2026-11-09T00:00', end: '2026-11-10T00:00' },
      ],
    },
  ],
  'schedule-overrides': {
    32: [{ user: named(3), start: '2026-11-01T05:00:00Z', end: '2026-11-01T07:00:00Z' }],
  },
  'escalation-policies': [
    {
      ...{ id: 42, name: 'Rocks', repeating: true, frequency: 9, delayMin: 2, teams: [{ id: 9 }] },
      ...{ routingKey: 'rocks' },
      escalationRules: [
        { users: [], schedules: [{ id: 32 }, { id: 33 }], escalationTimeout: 0 },
        { users: [named(3), named(99)], schedules: [], escalationTimeout: 120 },
        { user: named(1), schedule: null, escalationTimeout: 10 },
      ],
    },
    {
      ...{ id: 43, name: 'Dust', repeating: false, frequency: 1, teams: [] },
      escalationRules: [{ users: [named(2)], escalationTimeout: 30 }],
    },
  ],
  'support-hours': [{ id: 52 }],
  'support-hour-details': {
    52: [
      {
        ...{ id: 52, name: 'Day', timezone: 'America/Halifax', teams: [] },
        supportDays: { SATURDAY: closed, SUNDAY: closed },
        exceptions: [{ name: 'Canada Day', start: '2027-07-01', end: '2027-07-02' }],
      },
    ],
  },
  'alert-sources': [{ id: 71 }, { id: 72 }, { id: 73 }],
  'alert-source-details': {
    71: [
      source(71, 'PROMETHEUS', {
        ...{
          alertCreation: 'INTELLIGENT_GROUPING',
          alertGroupingWindow: 'PT15M',
          scoreThreshold: 0.8,
        },
        ...{ alertPriorityRule: 'LOW_DURING_SUPPORT_HOURS', supportHours: { id: 52 } },
        ...{ autoRaiseAlerts: true, routingTemplate: { textTemplate: '{{ labels.team }}' } },
        ...{ severityTemplate: { valueTemplate: { textTemplate: '{{ labels.severity }}' } } },
      }),
    ],
    72: [
      source(72, 'EMAIL', {
        ...{ email: 'rocks@acme.ilert.example.com', emailResolveFiltered: true },
        ...{ alertCreation: 'ONE_ALERT_GROUPED_PER_WINDOW', alertGroupingWindow: 'P1D' },
        resolveKeyExtractor: { field: 'EMAIL_SUBJECT', criteria: 'ALL_TEXT_BEFORE', value: ':' },
        ...{ summaryTemplate: { textTemplate: '{{ subject }}' } },
      }),
    ],
    73: [
      source(73, 'ATOOLOFTOMORROW', {
        escalationPolicy: { id: 43 },
        autoResolutionTimeout: 'PT0S',
      }),
    ],
  },
  'heartbeat-monitors': [{ id: 81 }],
  'heartbeat-monitor-details': {
    81: [
      {
        ...{ id: 81, name: 'Crusher', state: 'OVERDUE', intervalSec: 45, alertSummary: 'silent' },
        ...{ integrationKey: `il1hbt${'2'.repeat(24)}`, alertSource: { id: 73 }, teams: [] },
      },
    ],
  },
  'maintenance-windows': [
    {
      ...{ id: 91, summary: 'Winter', timezone: 'America/Halifax', createdBy: { id: 1 } },
      ...{ start: '2026-12-20T00:00:00Z', end: '2027-01-05T00:00:00Z' },
      ...{ alertSources: [{ id: 71 }, { id: 99 }], services: [{ id: 3 }], teams: [] },
    },
  ],
};

/** A practice: days by hand, a policy without anybody, sources of tools without a policy, hours that never close. */
export const practice = {
  users: [
    person(1, 'ann', {
      firstName: '',
      lastName: '',
      email: 'ann@example.com',
      timezone: 'Etc/UTC',
    }),
    person(2, 'bob', { role: 'USER', language: 'pt' }),
  ],
  'user-phone-numbers': {
    1: [
      { id: 11, regionCode: 'DE', target: '+4930901820', primary: true, status: 'OK' },
      { id: 12, regionCode: 'DE', target: '+4930901821', primary: false, status: 'OK' },
    ],
  },
  'alert-preferences': {
    1: ['HIGH_PRIORITY', 'LOW_PRIORITY'].map((type, index) => ({
      ...{ id: index, method: index === 0 ? 'VOICE' : 'SMS', contact: { id: 12 }, type },
      delayMin: index * 1500,
    })),
  },
  teams: [
    { id: 3, name: 'Praxis', visibility: 'PUBLIC', members: [{ user: named(2), role: 'OWNER' }] },
  ],
  schedules: [
    {
      ...{ id: 5, name: 'Praxis', timezone: 'Europe/Dublin', type: 'STATIC', teams: [{ id: 3 }] },
      shifts: Array.from({ length: 40 }, (_, day) => ({
        user: named(1 + (day % 2)),
        start: `2026-${day < 10 ? '11' : '12'}-${String((day % 30) + 1).padStart(2, '0')}T18:30`,
        end: `2026-${day < 10 ? '11' : '12'}-${String((day % 30) + 1).padStart(2, '0')}T23:59`,
      })),
    },
    {
      ...{ id: 6, name: 'praxis', timezone: 'Europe/Dublin', type: 'RECURRING', teams: [] },
      scheduleLayers: [
        layer('Days', 'P3D', [1, 2], {
          restrictionType: 'TIMES_OF_DAY',
          restrictions: [
            { from: at('MONDAY', '00:00'), to: at('MONDAY', '06:00') },
            { from: at('MONDAY', '22:00'), to: at('MONDAY', '23:59') },
          ],
        }),
        layer('Nobody', 'P1W', []),
      ],
    },
  ],
  'escalation-policies': [
    {
      ...{ id: 7, name: 'Both', repeating: true, frequency: 1, teams: [{ id: 3 }] },
      escalationRules: [
        { schedule: { id: 6 }, escalationTimeout: 5 },
        { schedule: { id: 99 }, escalationTimeout: 5 },
        { user: named(2), users: [named(2), named(1)], escalationTimeout: 0 },
      ],
    },
    { id: 8, name: 'None', repeating: false, frequency: 1, teams: [], escalationRules: [] },
  ],
  'support-hours': [{ id: 9 }],
  'support-hour-details': {
    9: [{ id: 9, name: 'Never closed', timezone: 'Europe/Dublin', teams: [], supportDays: {} }],
  },
  'alert-sources': [{ id: 21 }, { id: 22 }],
  'alert-source-details': {
    21: [
      source(21, 'API', {
        ...{ teams: [{ id: 3 }], escalationPolicy: { id: 8 }, alertPriorityRule: 'HIGH' },
        ...{ supportHours: { id: 9 }, autoResolutionTimeout: 'P30D', alertGroupingWindow: null },
      }),
    ],
    22: [
      source(22, 'DATADOG', {
        ...{ teams: [], escalationPolicy: null, alertCreation: 'ONE_ALERT_PER_EMAIL' },
        alertPriorityRule: 'HIGH_DURING_SUPPORT_HOURS',
      }),
    ],
  },
};
