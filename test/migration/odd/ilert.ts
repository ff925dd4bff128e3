/** By hand from the OpenAPI document of ilert; nobody of these people exists. */
const person = (id: number, name: string, more: object = {}) => ({
  ...{
    id,
    firstName: name,
    lastName: '',
    email: `${name}@example.com`,
    timezone: 'Asia/Kolkata',
    language: 'de',
    role: 'USER',
  },
  ...more,
});
const named = (id: number) => ({ id, firstName: 'x', lastName: 'y' });
const at = (dayOfWeek: string, time: string) => ({ dayOfWeek, time });
const layer = (name: string, rotation: string, users: number[], more: object = {}) => ({
  ...{ name, startsOn: '2026-09-07T00:00', rotation, users: users.map(named) },
  ...more,
});
const source = (id: number, integrationType: string, more: object) => ({
  ...{
    id,
    name: `Source ${id}`,
    integrationType,
    teams: [],
    integrationKey: `il1api${id}${'0'.repeat(20)}`,
  },
  ...{
    escalationPolicy: { id: 41 },
    alertCreation: 'ONE_ALERT_PER_EMAIL',
    alertPriorityRule: 'HIGH',
    active: true,
  },
  ...more,
});

const sources = [
  source(61, 'GRAFANA', {
    alertCreation: 'ONE_PENDING_ALERT_ALLOWED',
    alertPriorityRule: 'HIGH_DURING_SUPPORT_HOURS',
    supportHours: { id: 51 },
    autoRaiseAlerts: false,
    autoResolutionTimeout: 'P1DT1H',
  }),
  source(62, 'ZABBIX', {
    alertCreation: 'ONE_OPEN_ALERT_ALLOWED',
    autoResolutionTimeout: 'PT10M',
    active: false,
  }),
  source(63, 'AWS', { alertCreation: 'OPEN_RESOLVE_ON_EXTRACTION', alertGroupingWindow: 'PT24H' }),
  source(64, 'CALL', { integrationKey: '' }),
  source(65, 'EMAIL', {
    email: 'mast@acme.ilert.example.com',
    emailFiltered: true,
    filterOperator: 'OR',
    emailPredicates: [
      { field: 'EMAIL_SUBJECT', criteria: 'CONTAINS_ANY_WORDS', value: 'down,fire' },
      { field: 'EMAIL_BODY', criteria: 'MATCHES_REGEX', value: '^ERR' },
    ],
  }),
];
const hours = (start: string, end: string) => ({ start, end });
const support = [
  {
    id: 51,
    name: 'Tower',
    teams: [],
    timezone: 'Asia/Kolkata',
    supportDays: { MONDAY: hours('22:00', '23:59'), FRIDAY: hours('00:00', '23:59') },
    exceptions: [],
  },
];

/** A tower: layers of every length, hours that pass midnight, people twice, policies that tell several at once. */
export const tower = {
  users: [person(1, 'ada'), person(2, 'ben', { role: 'STAKEHOLDER' }), person(3, 'cy')],
  'user-emails': {},
  'user-phone-numbers': {
    1: [{ id: 15, regionCode: 'IN', target: '+919812345678', primary: true, status: 'OK' }],
  },
  'alert-preferences': {
    1: [
      { id: 1, method: 'VOICE', contact: { id: 15 }, type: 'HIGH_PRIORITY', delayMin: 0 },
      { id: 2, method: 'VOICE', contact: { id: 15 }, type: 'HIGH_PRIORITY', delayMin: 60 },
      { id: 3, method: 'WHATSAPP', contact: { id: 15 }, type: 'HIGH_PRIORITY', delayMin: 5 },
    ],
  },
  'duty-preferences': {},
  teams: [
    {
      id: 7,
      name: 'Mast',
      visibility: 'PRIVATE',
      members: [
        { user: named(1), role: 'RESPONDER' },
        { user: named(2), role: 'GUEST' },
      ],
    },
  ],
  schedules: [
    {
      ...{ id: 31, name: 'Watch', timezone: 'Asia/Kolkata', type: 'RECURRING', teams: [{ id: 7 }] },
      scheduleLayers: [
        layer('Months', 'P1M', [1, 2]),
        layer('Hours', 'PT6H', [1, 2, 3, 1]),
        layer('Odd days', 'P10D', [3]),
        layer('Nights', 'P1D', [2, 3], {
          restrictionType: 'TIMES_OF_DAY',
          restrictions: [{ from: at('MONDAY', '22:30'), to: at('MONDAY', '05:15') }],
        }),
        layer('Weekend', 'P14D', [3, 3], {
          restrictionType: 'TIMES_OF_WEEK',
          restrictions: [
            { from: at('SATURDAY', '00:00'), to: at('SATURDAY', '00:00') },
            { from: at('SUNDAY', '23:00'), to: at('MONDAY', '01:00') },
          ],
        }),
        layer('Weeks and days', 'P1W2D', [1]),
        layer('Half an hour', 'PT30M', [2, 1], { endsOn: '2026-11-20T00:00' }),
      ],
    },
  ],
  'schedule-overrides': {
    31: [{ user: named(3), start: '2026-11-10T10:10:10Z', end: '2026-11-10T11:11:11Z' }],
  },
  'escalation-policies': [
    {
      ...{
        id: 41,
        name: 'Up the mast',
        teams: [{ id: 7 }],
        repeating: true,
        frequency: 9,
        delayMin: 0,
      },
      escalationRules: [
        { escalationTimeout: 0, users: [named(1), named(1)], schedules: [{ id: 31 }] },
        { escalationTimeout: 1440, teams: [{ id: 7 }, { id: 99 }] },
        { escalationTimeout: 15, schedules: [{ id: 31 }, { id: 32 }] },
      ],
    },
    {
      ...{
        id: 42,
        name: 'up the mast',
        teams: [{ id: 7 }],
        repeating: false,
        frequency: 1,
        delayMin: 60,
      },
      escalationRules: [{ escalationTimeout: 5, user: named(2) }],
    },
  ],
  'support-hours': support.map(({ id, name }) => ({ id, name })),
  'support-hour-details': Object.fromEntries(support.map((one) => [one.id, [one]])),
  'alert-sources': sources.map(({ id, name }) => ({ id, name })),
  'alert-source-details': Object.fromEntries(sources.map((one) => [one.id, [one]])),
  'maintenance-windows': [
    {
      id: 81,
      timezone: 'Asia/Kolkata',
      start: '2026-11-05T20:00:00Z',
      end: '2026-11-05T20:00:30Z',
      summary: 'Blink',
      alertSources: [{ id: 61 }, { id: 64 }],
    },
  ],
};

/** A vineyard: one person, no team, static schedules that overlap. */
export const vineyard = {
  users: [person(1, 'vera', { timezone: 'Europe/Paris', language: 'fr' })],
  teams: [],
  schedules: [
    {
      ...{ id: 31, name: 'Harvest', timezone: 'Europe/Paris', type: 'STATIC', teams: [] },
      shifts: [
        { user: named(1), start: '2026-11-02T08:00:00+01:00', end: '2026-11-04T08:00:00+01:00' },
        { user: named(1), start: '2026-11-03T08:00:00+01:00', end: '2026-11-05T08:00:00+01:00' },
        { user: named(1), start: '2027-03-28T01:30:00+01:00', end: '2027-03-28T03:30:00+02:00' },
      ],
    },
  ],
  'escalation-policies': [
    {
      ...{ id: 41, name: 'Vera', teams: [], repeating: true, frequency: 1, delayMin: 0 },
      escalationRules: [
        { escalationTimeout: 5, schedule: { id: 31 } },
        { escalationTimeout: 5, user: named(1) },
      ],
    },
  ],
  'alert-sources': [{ id: 71, name: 'Source 71' }],
  'alert-source-details': {
    71: [
      source(71, 'API', {
        alertPriorityRule: 'LOW',
        alertCreation: 'ONE_ALERT_GROUPED_PER_WINDOW',
        alertGroupingWindow: 'PT1H',
      }),
    ],
  },
};
