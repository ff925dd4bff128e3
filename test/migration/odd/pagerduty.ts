/** By hand from the REST API v2 and v3 references; nobody of these people exists. */
const ref = (type: string, id: string) => ({ id, type: `${type}_reference`, summary: id });
const person = (id: string, more: object = {}) => ({
  ...{ id, type: 'user', name: id, email: `${id.toLowerCase()}@example.com`, time_zone: 'Hawaii' },
  ...more,
});
const layer = (id: string, more: object) => ({
  ...{ id, name: id, start: '2026-01-01T00:00:00+05:45', end: null },
  ...{ rotation_virtual_start: '2026-01-01T00:15:00+05:45', rotation_turn_length_seconds: 86_400 },
  ...{ users: [{ user: ref('user', 'PA') }, { user: ref('user', 'PB') }], restrictions: [] },
  ...more,
});
const schedule = (id: string, time_zone: string, ...schedule_layers: object[]) => ({
  ...{ id, type: 'schedule', name: `Plan ${id}`, time_zone, teams: [ref('team', 'T1')] },
  schedule_layers,
});
const policyOf = (id: string, more: object, ...rules: object[]) => ({
  ...{ id, type: 'escalation_policy', name: `Policy ${id}`, teams: [], num_loops: 0 },
  escalation_rules: rules.map((rule, at) => ({
    id: `${id}${at}`,
    escalation_delay_in_minutes: 30,
    ...rule,
  })),
  ...more,
});
const to = (...targets: object[]) => ({ targets });
const service = (id: string, policy: string, more: object) => ({
  ...{ id, type: 'service', name: `Service ${id}`, status: 'active', integrations: [] },
  escalation_policy: ref('escalation_policy', policy),
  ...more,
});
const integration = (id: string, type: string, key: string, more: object = {}) => ({
  ...{ id, type, summary: `Tool ${id}`, integration_key: key, ...more },
});
const urgency = (during: string, outside: string) => ({
  ...{ type: 'use_support_hours', during_support_hours: { type: 'constant', urgency: during } },
  outside_support_hours: { type: 'constant', urgency: outside },
});

/** An observatory: a quarter-hour zone, turns of odd lengths, gaps, people who are gone, services of every kind. */
export const observatory = {
  users: [
    person('PA', {
      contact_methods: [
        {
          id: 'C1',
          type: 'phone_contact_method',
          label: 'Desk',
          country_code: 977,
          address: '14 000-000',
        },
        { id: 'C2', type: 'email_contact_method', label: 'Other', address: 'pa@home.example.com' },
      ],
      notification_rules: ['high', 'low'].flatMap((level, at) => [
        {
          id: `N${at}`,
          urgency: level,
          start_delay_in_minutes: 0,
          contact_method: { id: 'C2', type: 'email_contact_method' },
        },
        {
          id: `M${at}`,
          urgency: level,
          start_delay_in_minutes: 90,
          contact_method: { id: 'C1', type: 'phone_contact_method' },
        },
      ]),
    }),
    person('PB', { time_zone: 'Chatham Is.' }),
    person('PC', { role: 'limited_user', name: '' }),
  ],
  teams: [
    { id: 'T1', type: 'team', name: 'Dome' },
    { id: 'T2', type: 'team', name: 'DOME' },
  ],
  'team-members': { T1: [{ user: ref('user', 'PA'), role: 'manager' }] },
  schedules: [{ id: 'S1' }, { id: 'S2' }, { id: 'S3' }],
  'schedule-details': {
    S1: [
      schedule(
        'S1',
        'Asia/Kathmandu',
        layer('L1', {
          rotation_turn_length_seconds: 5400,
          restrictions: [
            {
              type: 'weekly_restriction',
              start_day_of_week: 7,
              start_time_of_day: '23:45:00',
              duration_seconds: 1800,
            },
          ],
        }),
        layer('L2', {
          rotation_turn_length_seconds: 864_000,
          restrictions: [
            { type: 'daily_restriction', start_time_of_day: '00:00:00', duration_seconds: 86_400 },
          ],
        }),
        layer('L3', {
          users: [{ user: ref('user', 'GONE') }],
          start: '2026-12-24T00:00:00Z',
          end: '2026-12-27T00:00:00Z',
        }),
      ),
    ],
    S2: [
      schedule(
        'S2',
        'Australia/Lord_Howe',
        layer('L4', {
          rotation_turn_length_seconds: 1_209_600,
          users: [
            { user: ref('user', 'PC') },
            { user: ref('user', 'PA') },
            { user: ref('user', 'PC') },
          ],
        }),
      ),
    ],
    S3: [schedule('S3', 'Etc/UTC')],
  },
  'schedule-overrides': {
    S2: [
      {
        id: 'O1',
        start: '2026-11-30T10:20:30Z',
        end: '2026-12-01T10:20:30Z',
        user: ref('user', 'PB'),
      },
      {
        id: 'O2',
        start: '2026-11-30T12:00:00Z',
        end: '2026-12-01T00:00:00Z',
        user: ref('user', 'PC'),
      },
    ],
  },
  'escalation-policies': [
    policyOf(
      'E1',
      { num_loops: 9, on_call_handoff_notifications: 'if_has_services' },
      to(ref('schedule', 'S1'), ref('schedule', 'S2'), ref('user', 'PB')),
      to(ref('schedule', 'S3')),
    ),
    policyOf(
      'E2',
      {},
      {
        ...to(ref('user', 'PA'), ref('user', 'PB'), ref('schedule', 'S2')),
        escalation_rule_assignment_strategy: { type: 'round_robin' },
      },
    ),
    policyOf('E3', {}, to()),
  ],
  services: [
    service('V1', 'E1', {
      ...{
        auto_resolve_timeout: 60,
        acknowledgement_timeout: 86_400,
        alert_creation: 'create_incidents',
      },
      incident_urgency_rule: urgency('low', 'severity_based'),
      support_hours: {
        type: 'fixed_time_per_day',
        time_zone: 'Asia/Kathmandu',
        start_time: '22:00:00',
        end_time: '06:00:00',
        days_of_week: [6, 7],
      },
      alert_grouping_parameters: {
        type: 'intelligent',
        config: { time_window: 300, iag_fields: ['summary'] },
      },
      integrations: [
        integration('I1', 'nagios_inbound_integration', '1'.repeat(32)),
        integration('I2', 'keynote_inbound_integration', '2'.repeat(32)),
      ],
    }),
    service('V2', 'E2', {
      status: 'maintenance',
      incident_urgency_rule: { type: 'constant', urgency: 'low' },
      alert_grouping_parameters: {
        type: 'content_based_intelligent',
        config: {
          time_window: 86_400,
          aggregate: 'any',
          fields: ['component', 'custom_details.a.b'],
          iag_fields: ['summary'],
        },
      },
      auto_pause_notifications_parameters: { enabled: true, timeout: 900 },
      integrations: [
        integration('I3', 'generic_email_inbound_integration', '', {
          integration_email: 'v2@acme.pagerduty.com',
          email_incident_creation: 'use_rules',
        }),
      ],
    }),
    service('V3', 'E3', { auto_pause_notifications_parameters: { enabled: false, timeout: 120 } }),
    service('V4', 'GONE', {
      integrations: [integration('I4', 'events_api_v2_inbound_integration', '3'.repeat(32))],
    }),
  ],
};

const rule = (id: string, actions: object, ...expressions: string[]) => ({
  ...{ id, label: id, disabled: false, actions },
  conditions: expressions.map((expression) => ({ expression })),
});
const path = (type: string, sets: Record<string, object[]>, actions: object = {}) => ({
  ...{ type, parent: ref('service', 'V1'), catch_all: { actions } },
  sets: Object.entries(sets).map(([id, rules]) => ({ id, rules })),
});

/** A broadcaster: flexible schedules of every kind, and rules of one service that go on in sets. */
export const broadcaster = {
  users: [person('PA'), person('PB'), person('PC')],
  teams: [{ id: 'T1', type: 'team', name: 'Studio' }],
  'team-members': { T1: [] },
  'flexible-schedules': [{ id: 'F1' }],
  'flexible-schedule-details': {
    F1: [
      {
        id: 'F1',
        type: 'schedule',
        name: 'Shows',
        time_zone: 'America/Sao_Paulo',
        teams: [ref('team', 'T1')],
        rotations: [{ id: 'R1' }],
      },
    ],
  },
  'flexible-schedule-rotations': { F1: [{ id: 'R1', type: 'rotation' }] },
  'flexible-schedule-events': {
    'F1/R1': [
      {
        ...{
          id: 'X1',
          name: 'Second Tuesdays',
          start_time: '2026-09-08T22:00:00Z',
          end_time: '2026-09-09T04:00:00Z',
        },
        ...{ effective_since: '2026-09-01T00:00:00Z', effective_until: null },
        recurrence: ['RRULE:FREQ=MONTHLY;BYDAY=2TU'],
        assignment_strategy: {
          ...{ type: 'rotating_member_assignment_strategy', shifts_per_member: 2 },
          members: ['PA', 'PB', 'PC'].map((user_id) => ({ type: 'user_member', user_id })),
        },
      },
      {
        ...{
          id: 'X2',
          name: 'Every third day',
          start_time: '2026-09-01T03:00:00Z',
          end_time: '2026-09-02T03:00:00Z',
        },
        effective_since: '2026-09-01T00:00:00Z',
        recurrence: ['RRULE:FREQ=DAILY;INTERVAL=3;COUNT=200'],
        assignment_strategy: {
          type: 'every_member_assignment_strategy',
          members: [
            { type: 'user_member', user_id: 'GONE' },
            { type: 'user_member', user_id: 'PB' },
          ],
        },
      },
      {
        ...{
          id: 'X3',
          name: 'Once',
          start_time: '2026-12-31T20:00:00Z',
          end_time: '2027-01-01T08:00:00Z',
          recurrence: [],
        },
        assignment_strategy: {
          type: 'every_member_assignment_strategy',
          members: [{ type: 'empty_member' }],
        },
      },
      {
        ...{
          id: 'X4',
          name: 'Elections',
          start_time: '2026-10-04T11:00:00Z',
          end_time: '2026-10-05T02:00:00Z',
        },
        recurrence: ['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=1SU'],
        assignment_strategy: {
          type: 'every_member_assignment_strategy',
          members: [{ type: 'user_member', user_id: 'PA' }],
        },
      },
    ],
  },
  'escalation-policies': [
    policyOf(
      'E1',
      { teams: [ref('team', 'T1')], num_loops: 1 },
      { escalation_delay_in_minutes: 1, ...to(ref('schedule', 'F1')) },
      to(ref('user', 'PC')),
    ),
  ],
  services: [
    service('V1', 'E1', {
      integrations: [integration('I1', 'events_api_v2_inbound_integration', '4'.repeat(32))],
      alert_grouping_parameters: {
        type: 'content_based',
        config: { time_window: 0, aggregate: 'any', fields: ['class', 'group'] },
      },
    }),
  ],
  'service-orchestrations': {
    V1: [
      path(
        'service',
        {
          start: [
            rule(
              'A',
              { route_to: 'deep', severity: 'warning' },
              "event.class matches regex '^(tv|radio)-' and not event.group exists",
            ),
            rule(
              'B',
              { suppress: true },
              "now in Sat,Sun 00:00:00 to 24:00:00 America/Sao_Paulo and event.severity matches 'info'",
            ),
            rule(
              'C',
              { suspend: 120, priority: 'PX' },
              "event.custom_details.level > 7 or event.custom_details['on air'] matches 'yes'",
              "event.source does not match part 'test'",
            ),
            rule('D', { drop_event: true }, 'not (event.summary exists)'),
          ],
          deep: [
            rule('E', {
              event_action: 'trigger',
              extractions: [
                {
                  target: 'event.custom_details.who',
                  source: 'event.source',
                  regex: '([^.]+)\\..*',
                },
              ],
            }),
          ],
        },
        { severity: 'info' },
      ),
    ],
  },
  'service-orchestrations-active': { V1: [{ active: true }] },
  priorities: [{ id: 'PX', type: 'priority', name: 'Everything on fire', order: 1 }],
};
