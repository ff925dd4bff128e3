/** By hand from the REST API v2 reference; nobody of these people exists. */
const ref = (type: string, id: string) => ({ id, type: `${type}_reference`, summary: id });
const person = (id: string, more: object = {}) => ({
  ...{ id, type: 'user', name: id, email: `${id.toLowerCase()}@example.com` },
  ...{ time_zone: 'Europe/Lisbon', job_title: 'Lab', color: 'teal', invitation_sent: true },
  ...more,
});
const method = (id: string, type: string, address: string, more: object = {}) => ({
  ...{ id, type: `${type}_contact_method`, label: id, address, ...more },
});
const notify = (id: string, urgency: string, minutes: number, contact: string, type: string) => ({
  ...{ id, type: 'assignment_notification_rule', urgency, start_delay_in_minutes: minutes },
  contact_method: { id: contact, type: `${type}_contact_method` },
});
const layer = (id: string, more: object) => ({
  ...{ id, name: `Layer ${id}`, start: '2026-06-01T09:00:00+01:00', end: null },
  ...{ rotation_virtual_start: '2026-06-01T09:00:00+01:00', rotation_turn_length_seconds: 604_800 },
  ...{ users: [{ user: ref('user', 'LA') }, { user: ref('user', 'LB') }], restrictions: [] },
  ...more,
});
const service = (id: string, policy: string, more: object) => ({
  ...{ id, type: 'service', name: id, description: '', status: 'active', integrations: [] },
  ...{ teams: [ref('team', 'TL')], escalation_policy: ref('escalation_policy', policy) },
  ...more,
});
/** Of nobody else: a server takes each key once. */
const key = (digit: string) => `laboratory${digit}`.padEnd(32, '7');
const rulesetOf = (id: string, position: number, more: object) => ({
  ...{ id, position, disabled: false, catch_all: false, ...more },
});

/** A laboratory: weeks cut by restrictions past midnight, rulesets, unrouted events, dependencies, windows. */
export const laboratory = {
  users: [
    person('LA', {
      role: 'read_only_user',
      contact_methods: [
        method('M1', 'sms', '9125550100', { country_code: 351, enabled: true, blacklisted: false }),
        method('M2', 'push_notification', 'device', { device_type: 'ios', sounds: [] }),
        method('M3', 'whats_app', '9125550100', { country_code: 351 }),
      ],
      notification_rules: [
        notify('R1', 'high', 0, 'M2', 'push_notification'),
        notify('R2', 'high', 0, 'M1', 'sms'),
        notify('R3', 'high', 3, 'M3', 'whats_app'),
        notify('R4', 'low', 10, 'GONE', 'email'),
      ],
    }),
    person('LB', { time_zone: 'Buenos Aires', role: 'owner' }),
    person('LC', { email: 'lc+duty@example.com', role: 'observer' }),
  ],
  'handoff-rules': {
    LB: [
      {
        ...{ id: 'H1', notify_advance_in_minutes: 1440, handoff_type: 'both' },
        contact_method: method('M9', 'email', 'lb@example.com'),
      },
      {
        ...{ id: 'H2', notify_advance_in_minutes: 0, handoff_type: 'offcall' },
        contact_method: method('M9', 'email', 'lb@example.com'),
      },
    ],
  },
  teams: [
    { id: 'TL', type: 'team', name: 'Lab', description: 'All', default_role: 'manager' },
    { id: 'TC', type: 'team', name: 'Cleaners', parent: ref('team', 'TL') },
  ],
  'team-members': {
    TL: [
      { user: ref('user', 'LA'), role: 'observer' },
      { user: ref('user', 'LC'), role: 'responder' },
    ],
    TC: [{ user: ref('user', 'GONE'), role: 'responder' }],
  },
  schedules: [{ id: 'SL' }],
  'schedule-details': {
    SL: [
      {
        ...{ id: 'SL', type: 'schedule', name: 'Bench', time_zone: 'Eastern Time (US & Canada)' },
        ...{ description: '', teams: [ref('team', 'TC'), ref('team', 'TL')] },
        schedule_layers: [
          layer('Top', {
            restrictions: [
              {
                ...{ type: 'daily_restriction', start_time_of_day: '21:00:00' },
                duration_seconds: 36_000,
              },
            ],
          }),
          layer('Week', {
            rotation_turn_length_seconds: 259_200,
            users: [{ user: ref('user', 'LC') }],
            restrictions: [1, 3].map((start_day_of_week) => ({
              ...{ type: 'weekly_restriction', start_day_of_week, start_time_of_day: '08:30:00' },
              duration_seconds: 115_200,
            })),
          }),
          layer('Base', {
            ...{ start: '2026-12-31T23:59:30-05:00', rotation_turn_length_seconds: 43_200 },
            rotation_virtual_start: '2026-12-31T23:00:00-05:00',
          }),
        ],
      },
    ],
  },
  'schedule-overrides': {
    SL: [
      {
        ...{ id: 'OL', start: '2026-11-01T05:30:00Z', end: '2026-11-01T07:30:00Z' },
        user: ref('user', 'GONE'),
      },
    ],
  },
  'escalation-policies': [
    {
      ...{ id: 'EL', type: 'escalation_policy', name: 'Lab', num_loops: 1, description: 'x' },
      ...{ teams: [ref('team', 'TL')], on_call_handoff_notifications: 'always' },
      escalation_rules: [
        {
          ...{ id: 'EL0', escalation_delay_in_minutes: 1 },
          targets: [ref('schedule', 'SL'), ref('schedule', 'GONE')],
          escalation_rule_assignment_strategy: { type: 'assign_to_everyone' },
        },
        {
          ...{ id: 'EL1', escalation_delay_in_minutes: 1440 },
          targets: [ref('user', 'LC'), ref('user', 'GONE')],
        },
      ],
    },
  ],
  services: [
    service('Freezer', 'EL', {
      ...{ auto_resolve_timeout: null, acknowledgement_timeout: 0, response_play: null },
      ...{ alert_grouping: 'time', alert_grouping_timeout: 120 },
      alert_grouping_parameters: { type: 'time', config: { timeout: 0 } },
      incident_urgency_rule: {
        ...{ type: 'use_support_hours' },
        during_support_hours: { type: 'constant', urgency: 'high' },
        outside_support_hours: { type: 'constant', urgency: 'low' },
      },
      support_hours: {
        ...{ type: 'fixed_time_per_day', time_zone: 'Europe/Lisbon', start_time: '08:15:00' },
        ...{ end_time: '17:45:00', days_of_week: [1, 2, 3, 4, 5] },
      },
      scheduled_actions: [
        {
          ...{ type: 'urgency_change', to_urgency: 'high' },
          at: { type: 'named_time', name: 'support_hours_start' },
        },
      ],
      integrations: [
        {
          ...{ id: 'IF1', type: 'events_api_v2_inbound_integration', summary: 'Probe' },
          ...{ integration_key: key('a'), vendor: null },
        },
        {
          ...{ id: 'IF2', type: 'aws_cloudwatch_inbound_integration', summary: 'Cloud' },
          ...{ integration_key: key('b'), vendor: ref('vendor', 'PZQ6AUS') },
        },
        {
          ...{ id: 'IF3', type: 'generic_email_inbound_integration', summary: 'Mail' },
          ...{
            integration_email: 'freezer@lab.pagerduty.com',
            email_filter_mode: 'and-rules-email',
          },
          email_filters: [
            { subject_mode: 'match', subject_regex: 'ALARM', body_mode: 'always', id: 'F' },
          ],
        },
      ],
    }),
    service('Centrifuge', 'EL', {
      alert_grouping_parameters: {
        ...{ type: 'content_based' },
        config: { time_window: 0, aggregate: 'all', fields: ['class', 'source'] },
      },
      status: 'disabled',
    }),
  ],
  priorities: [
    { id: 'P1', type: 'priority', name: 'SEV-1', description: '', color: 'a8171c', order: 1 },
    { id: 'P2', type: 'priority', name: 'SEV-2', description: '', color: 'eb6016', order: 2 },
  ],
  rulesets: [
    {
      ...{ id: 'RS', name: 'Default Global', type: 'default_global', routing_keys: [key('c')] },
      team: null,
    },
  ],
  'ruleset-rules': {
    RS: [
      rulesetOf('RR1', 0, {
        conditions: {
          operator: 'or',
          subconditions: [
            { operator: 'contains', parameters: { path: 'payload.summary', value: 'leak' } },
            { operator: 'nmatches', parameters: { path: 'payload.source', value: '^test' } },
          ],
        },
        time_frame: {
          scheduled_weekly: {
            ...{ weekdays: [6, 7], timezone: 'Europe/Lisbon' },
            ...{ start_time: 0, duration: 86_400_000 },
          },
        },
        actions: {
          ...{ route: { value: 'Freezer' }, severity: { value: 'critical' } },
          ...{ priority: { value: 'P1' }, annotate: { value: 'Look into the freezer' } },
          extractions: [
            { target: 'dedup_key', source: 'payload.custom_details.id', regex: '(.*)' },
          ],
          suppress: {
            value: true,
            threshold_value: 3,
            threshold_time_unit: 'minutes',
            threshold_time_amount: 10,
          },
        },
      }),
      rulesetOf('RR2', 1, {
        ...{ disabled: true, conditions: null, time_frame: null },
        actions: { route: { value: 'GONE' }, event_action: { value: 'resolve' } },
      }),
      rulesetOf('RR3', 2, { catch_all: true, actions: { suppress: { value: true } } }),
    ],
  },
  'maintenance-windows': [
    {
      ...{ id: 'MW', type: 'maintenance_window', description: 'Defrost', sequence_number: 1 },
      ...{ start_time: '2026-11-20T10:00:00-05:00', end_time: '2026-11-20T12:00:00-05:00' },
      ...{ services: [ref('service', 'Freezer'), ref('service', 'GONE')], teams: [] },
    },
  ],
  'business-services': [
    { id: 'BS', type: 'business_service', name: 'Samples', point_of_contact: 'Front desk' },
  ],
  'service-dependencies': {
    Centrifuge: [
      {
        ...{ id: 'D1', type: 'service_dependency' },
        supporting_service: { id: 'Freezer', type: 'service' },
        dependent_service: { id: 'Centrifuge', type: 'service' },
      },
    ],
  },
};

const path = (type: string, sets: Record<string, object[]>, more: object = {}) => ({
  ...{ type, catch_all: { actions: {} } },
  sets: Object.entries(sets).map(([id, rules]) => ({ id, rules })),
  ...more,
});
const rule = (id: string, actions: object, ...expressions: string[]) => ({
  ...{ id, label: null, disabled: false, actions },
  conditions: expressions.map((expression) => ({ expression })),
});

/** A stadium: one orchestration for all, with a global path, variables, a router that goes by what is in events. */
export const stadium = {
  ...{ users: [person('LA'), person('LB')], teams: [{ id: 'TL', type: 'team', name: 'Gates' }] },
  'team-members': { TL: [{ user: ref('user', 'LA'), role: 'manager' }] },
  'escalation-policies': [
    {
      ...{ id: 'EG', type: 'escalation_policy', name: 'Gates', num_loops: 0, teams: [] },
      escalation_rules: [
        { id: 'EG0', escalation_delay_in_minutes: 30, targets: [ref('user', 'LA')] },
      ],
    },
    {
      ...{ id: 'EV', type: 'escalation_policy', name: 'VIP', num_loops: 0, teams: [] },
      escalation_rules: [
        { id: 'EV0', escalation_delay_in_minutes: 5, targets: [ref('user', 'LB')] },
      ],
    },
  ],
  services: [service('Gate', 'EG', {}), service('Lounge', 'EV', {})],
  priorities: [{ id: 'P1', type: 'priority', name: 'Kick-off' }],
  orchestrations: [{ id: 'OR', type: 'event_orchestration', name: 'Match day' }],
  'orchestration-details': {
    OR: [
      {
        ...{ id: 'OR', name: 'Match day', description: '', team: ref('team', 'TL'), routes: 2 },
        integrations: [
          { id: 'IG', label: 'Turnstiles', parameters: { routing_key: key('d'), type: 'global' } },
        ],
      },
    ],
  },
  'orchestration-routers': {
    OR: [
      path(
        'router',
        {
          start: [
            rule(
              'G1',
              { route_to: 'Lounge' },
              "event.custom_details.zone matches regex '^V(IP)?[0-9]{1,2}$' and event.severity matches 'critical'",
            ),
            rule(
              'G2',
              { route_to: 'Gate' },
              "not (event.source matches part 'test') or event.group exists",
            ),
            rule('G3', {
              dynamic_route_to: {
                ...{ source: 'event.custom_details.service', regex: '(.*)' },
                lookup_by: 'service_name',
              },
            }),
          ],
        },
        { catch_all: { actions: { route_to: 'unrouted' } } },
      ),
    ],
  },
  'orchestration-global': {
    OR: [
      path('global', {
        start: [
          rule('S1', { drop_event: true }, "event.summary matches part 'rehearsal'"),
          rule(
            'S2',
            {
              ...{ priority: 'P1', severity: 'warning', annotate: 'Busy', route_to: 'late' },
              variables: [
                {
                  ...{ name: 'gate', path: 'event.source', type: 'regex' },
                  value: 'gate-([0-9]+)',
                },
              ],
              extractions: [
                { target: 'event.summary', template: 'Gate {{variables.gate}}: {{event.summary}}' },
              ],
            },
            'now in Sat,Sun 12:00:00 to 23:00:00 Europe/Lisbon',
          ),
        ],
        late: [
          rule('S3', { suspend: 120 }, 'trigger_count over 2 minutes > 3'),
          rule('S4', { suppress: true, event_action: 'resolve' }, "event.severity matches 'info'"),
        ],
      }),
    ],
  },
  'orchestration-unrouted': {
    OR: [
      path(
        'unrouted',
        { start: [rule('U1', { severity: 'info' }, 'event.class does not exist')] },
        {
          catch_all: { actions: { suppress: true } },
        },
      ),
    ],
  },
  'service-orchestrations-active': { Gate: [{ active: false }], Lounge: [{ active: true }] },
  'service-orchestrations': {
    Gate: [path('service', { start: [rule('K1', { suppress: true })] })],
    Lounge: [
      path('service', {
        start: [
          rule(
            'L1',
            {
              ...{ escalation_policy: 'EG', pagerduty_automation_actions: [{ action_id: 'A' }] },
              incident_custom_field_updates: [{ id: 'F', value: 'x' }],
            },
            'raw_event.lights.count > 10',
          ),
        ],
      }),
    ],
  },
};
