/** By hand from GoAlert's GraphQL schema; nobody of these people exists. */
const dest = (type: string, args: object) => ({ dest: { type: `builtin-${type}`, args } });
const method = (id: string, to: object, more: object = {}) => ({
  ...{ id, name: id, disabled: false, ...to, ...more },
});
const notify = (contactMethodID: string, delayMinutes: number) => ({
  ...{ id: `${contactMethodID}${delayMinutes}`, delayMinutes, contactMethodID },
});
const person = (id: string, more: object = {}) => ({
  ...{ id, name: `${id} Ø`, email: `${id}@example.com`, role: 'user', contactMethods: [] },
  ...{ notificationRules: [], ...more },
});
const rotation = (id: string, type: string, more: object) => ({
  ...{ id, name: id, description: '', timeZone: 'Africa/Casablanca', type, shiftLength: 1 },
  ...{ start: '2026-03-29T00:30:00Z', userIDs: ['liv', 'ask'], activeUserIndex: 0 },
  ...more,
});
const all = [true, true, true, true, true, true, true];
const weekend = [true, false, false, false, false, false, true];
const target = (type: string, id: string, ...rules: object[]) => ({
  ...{ target: { id, type, name: id }, rules },
});
const rule = (start: string, end: string, weekdayFilter: boolean[]) => ({
  ...{ start, end, weekdayFilter },
});
const step = (stepNumber: number, delayMinutes: number, ...actions: object[]) => ({
  ...{ id: `s${stepNumber}`, stepNumber, delayMinutes, actions },
});
const action = (type: string, args: object) => ({ type: `builtin-${type}`, args });
const key = (id: string, type: string, more: object = {}) => ({
  ...{ id, type, name: id },
  href: `https://goalert.example.com/api/v2/${type}/incoming?token=${id.padEnd(36, '0')}`,
  ...more,
});
const quiet = {
  labels: [],
  integrationKeys: [],
  heartbeatMonitors: [],
  maintenanceExpiresAt: null,
};

/** A wind farm: a zone whose clocks change for Ramadan, long turns, one rotation in several schedules. */
export const windFarm = {
  users: [
    person('liv', {
      role: 'admin',
      contactMethods: [
        method('l1', dest('twilio-voice', { phone_number: '+4720000001' })),
        method('l2', dest('twilio-sms', { phone_number: '+4720000002' }), { disabled: true }),
        method('l3', dest('webhook', { webhook_url: 'https://liv.example.com/hook' })),
        method('l4', dest('smtp-email', { email_address: 'liv@home.example.com' })),
      ],
      notificationRules: [notify('l1', 0), notify('l4', 0), notify('l2', 5), notify('l1', 1440)],
    }),
    person('ask'),
    person('siv', { name: '', email: 'SIV@example.com' }),
  ],
  rotations: [
    rotation('Blades', 'weekly', {
      ...{ shiftLength: 3, activeUserIndex: 1, nextHandoffTimes: ['2026-11-15T00:30:00Z'] },
    }),
    rotation('Gears', 'hourly', {
      ...{ shiftLength: 36, userIDs: ['siv', 'ask', 'siv'], activeUserIndex: 2 },
      ...{ start: '2026-10-01T05:00:00Z', nextHandoffTimes: ['2026-11-01T17:00:00Z'] },
    }),
    rotation('Tower', 'monthly', {
      ...{ shiftLength: 2, timeZone: 'Europe/Oslo', start: '2026-01-15T08:00:00Z' },
      nextHandoffTimes: ['2026-11-15T08:00:00Z'],
    }),
  ],
  schedules: [
    {
      ...{ id: 'north', name: 'North', description: 'Line\ntwo', timeZone: 'Europe/Oslo' },
      targets: [
        target('rotation', 'Blades', rule('22:15', '22:15', all), rule('07:00', '07:01', weekend)),
        target('rotation', 'Tower', rule('00:00', '00:00', all)),
        target('user', 'siv', rule('23:00', '01:00', weekend), rule('12:00', '13:30', all)),
      ],
      temporarySchedules: [
        {
          ...{ start: '2026-12-31T12:00:00Z', end: '2027-01-01T12:00:00Z' },
          shifts: [
            { userID: 'liv', start: '2026-12-31T12:00:00Z', end: '2027-01-01T00:00:00Z' },
            { userID: 'siv', start: '2026-12-31T23:00:00Z', end: '2027-01-01T12:00:00Z' },
          ],
        },
        { start: '2027-02-01T00:00:00Z', end: '2027-02-02T00:00:00Z', shifts: [] },
      ],
      onCallNotificationRules: [],
    },
    {
      ...{ id: 'south', name: 'north', description: '', timeZone: 'Africa/Casablanca' },
      targets: [target('rotation', 'Blades', rule('00:00', '00:00', all))],
      ...{ temporarySchedules: [], onCallNotificationRules: [] },
    },
  ],
  userOverrides: [
    {
      ...{
        id: 'o1',
        addUserID: 'siv',
        removeUserID: 'liv',
        target: { id: 'north', type: 'schedule' },
      },
      ...{ start: '2026-10-31T22:00:00Z', end: '2026-12-31T18:00:00Z' },
    },
    {
      ...{
        id: 'o2',
        addUserID: null,
        removeUserID: 'ask',
        target: { id: 'south', type: 'schedule' },
      },
      ...{ start: '2027-03-28T00:59:00Z', end: '2027-03-28T01:01:30Z' },
    },
  ],
  escalationPolicies: [
    {
      ...{ id: 'p1', name: 'Storm', description: '', repeat: 5 },
      steps: [
        step(
          0,
          1,
          action('schedule', { schedule_id: 'north' }),
          action('user', { user_id: 'ask' }),
        ),
        step(1, 9000, action('rotation', { rotation_id: 'Gears' })),
        step(2, 7, action('alert', {}), action('slack-channel', { slack_channel_id: 'C9' })),
      ],
    },
    { ...{ id: 'p2', name: 'Nothing', description: 'No steps', repeat: 3 }, steps: [] },
  ],
  services: [
    {
      ...{ id: 'v1', name: 'Turbines', description: 'All', escalationPolicyID: 'p1', ...quiet },
      labels: [{ key: 'team/name', value: 'Nørd' }],
      integrationKeys: [key('k1', 'site24x7'), key('k2', 'prometheusAlertmanager')],
      heartbeatMonitors: [
        {
          ...{ id: 'h1', name: 'Mast', timeoutMinutes: 5, additionalDetails: '' },
          href: `https://goalert.example.com/api/v2/heartbeat/${'9'.repeat(36)}`,
        },
      ],
    },
    { ...{ id: 'v2', name: 'Cables', description: '', escalationPolicyID: 'p2' }, ...quiet },
  ],
};

/** A harbour office: one person, keys of every kind, an override of somebody who has no duty. */
export const office = {
  users: [person('bo'), person('mo', { role: 'unknown' })],
  rotations: [rotation('Solo', 'daily', { userIDs: ['bo'], nextHandoffTimes: [] })],
  schedules: [],
  userOverrides: [],
  escalationPolicies: [
    {
      ...{ id: 'p', name: 'Desk', description: '', repeat: 0 },
      steps: [step(0, 15, action('rotation', { rotation_id: 'Solo' })), step(1, 15)],
    },
  ],
  services: [
    {
      ...{ id: 'desk', name: 'Desk', description: '', escalationPolicyID: 'p', ...quiet },
      labels: [{ key: 'office', value: '' }],
      integrationKeys: [
        key('a1', 'generic'),
        key('a2', 'email', { href: 'mailto:desk+x@goalert.example.com' }),
        key('a3', 'universal', { href: 'https://goalert.example.com/api/v2/uik' }),
        key('a4', 'grafana', { name: '' }),
      ],
    },
  ],
};
