/** By hand from the HTTP API of Grafana OnCall and its Terraform resources; nobody of these people exists. */
const person = (id: string, more: object = {}) => ({
  ...{
    id,
    email: `${id.toLowerCase()}@example.com`,
    username: id,
    role: 'viewer',
    timezone: 'Asia/Tokyo',
  },
  ...{ is_phone_number_verified: true, teams: [], slack: null, ...more },
});
const shift = (id: string, type: string, more: object) => ({
  ...{
    id,
    name: `Shift ${id}`,
    type,
    team_id: null,
    time_zone: null,
    level: 0,
    start: '2026-09-07T00:00:00',
  },
  ...{ rotation_start: '2026-09-07T00:00:00', duration: 3600, ...more },
});
const schedule = (id: string, type: string, more: object) => ({
  ...{ id, name: `Plan ${id}`, type, team_id: 'T1', time_zone: 'Pacific/Auckland', shifts: [] },
  ...{ on_call_now: [], slack: null, ...more },
});
const step = (chain: string, position: number, type: string, more: object = {}) => ({
  ...{ id: `${chain}-${position}`, escalation_chain_id: chain, position, type, ...more },
});
const integration = (id: string, type: string, more: object = {}) => ({
  ...{ id, name: `Tool ${id}`, team_id: null, type, templates: {}, heartbeat: null },
  link: `https://oncall.example.com/integrations/v1/${type}/keyof${id.toLowerCase()}0123456789/`,
  default_route: { id: `D${id}`, escalation_chain_id: 'F1' },
  ...more,
});

/** A railway: hours, months and weeks that begin on Sunday, several at once, chains that count and repeat. */
export const railway = {
  users: [
    person('UA'),
    person('UB', { timezone: '' }),
    person('UC', { email: 'UC+night@example.com' }),
  ],
  teams: [{ id: 'T1', name: 'Signal box', email: '', avatar_url: '' }],
  personal_notification_rules: [
    { id: 'N1', user_id: 'UA', position: 0, type: 'notify_by_telegram', important: true },
    { id: 'N2', user_id: 'UA', position: 1, type: 'wait', duration: 60, important: true },
    {
      id: 'N3',
      user_id: 'UA',
      position: 2,
      type: 'notify_by_mobile_app_critical',
      important: true,
    },
    { id: 'N4', user_id: 'UA', position: 3, type: 'wait', duration: 3600, important: true },
    { id: 'N5', user_id: 'UB', position: 0, type: 'notify_by_msteams', important: false },
    { id: 'N6', user_id: 'UB', position: 1, type: 'notify_by_webhook', important: false },
  ],
  on_call_shifts: [
    shift('O1', 'rolling_users', {
      frequency: 'hourly',
      interval: 8,
      rolling_users: [['UA'], ['UB'], ['UC']],
      start_rotation_from_user_index: 2,
      duration: 28_800,
      level: 1,
    }),
    shift('O2', 'rolling_users', {
      frequency: 'weekly',
      interval: 2,
      week_start: 'SU',
      by_day: ['SA', 'SU'],
      rolling_users: [['UA', 'UB'], ['UC']],
      duration: 86_400,
      level: 3,
      until: '2027-02-28T00:00:00',
    }),
    shift('O3', 'rolling_users', {
      frequency: 'monthly',
      interval: 1,
      by_monthday: [31],
      rolling_users: [['UB']],
      duration: 172_800,
      level: 2,
    }),
    shift('O4', 'recurrent_event', {
      frequency: 'weekly',
      interval: 1,
      by_day: ['MO', 'FR'],
      users: ['UA', 'GONE'],
      duration: 46_800,
      start: '2026-09-07T19:00:00',
      level: 4,
    }),
    shift('O5', 'recurrent_event', {
      frequency: 'daily',
      interval: 3,
      users: [],
      duration: 90,
      level: 5,
    }),
    shift('O6', 'override', {
      start: '2026-12-24T10:00:00',
      users: ['UC', 'UA'],
      duration: 604_800,
      level: 99,
    }),
    shift('O7', 'rolling_users', {
      frequency: 'daily',
      interval: 1,
      rolling_users: [['UA'], []],
      duration: 43_200,
      time_zone: 'Europe/London',
      level: 1,
    }),
  ],
  schedules: [
    schedule('S1', 'web', { shifts: ['O1', 'O2', 'O3', 'O4', 'O5', 'O6'] }),
    schedule('S2', 'calendar', {
      shifts: ['O7', 'O4'],
      time_zone: null,
      enable_web_overrides: false,
    }),
    schedule('S3', 'web', { shifts: [], team_id: null }),
  ],
  shift_swaps: [
    {
      id: 'X1',
      schedule: 'S1',
      status: 'taken',
      beneficiary: 'UA',
      benefactor: 'UB',
      swap_start: '2026-12-01T00:00:00.000000Z',
      swap_end: '2026-12-02T12:30:00.000000Z',
      description: '',
    },
    {
      id: 'X2',
      schedule: 'GONE',
      status: 'open',
      beneficiary: 'UC',
      benefactor: null,
      swap_start: '2026-12-01T00:00:00.000000Z',
      swap_end: '2026-12-02T00:00:00.000000Z',
    },
  ],
  escalation_chains: [
    { id: 'F1', name: 'Night', team_id: 'T1' },
    { id: 'F2', name: 'night', team_id: 'T1' },
    { id: 'F3', name: 'Only waits', team_id: null },
  ],
  escalation_policies: [
    step('F1', 0, 'notify_if_time_from_to', {
      notify_if_time_from: '00:00:00Z',
      notify_if_time_to: '00:00:00Z',
    }),
    step('F1', 1, 'notify_on_call_from_schedule', {
      notify_on_call_from_schedule: 'S1',
      important: false,
    }),
    step('F1', 2, 'wait', { duration: 30 }),
    step('F1', 3, 'wait', { duration: 86_400 }),
    step('F1', 4, 'notify_on_call_from_schedule', { notify_on_call_from_schedule: 'S3' }),
    step('F1', 5, 'declare_incident', { severity: 'critical' }),
    step('F1', 6, 'notify_persons', { persons_to_notify: [] }),
    step('F1', 7, 'notify_team_members', { team_to_notify: 'T1', important: true }),
    step('F1', 8, 'repeat_escalation'),
    step('F1', 9, 'notify_persons', { persons_to_notify: ['UA'] }),
    step('F2', 0, 'notify_if_num_alerts_in_window', {
      num_alerts_in_window: 1000,
      num_minutes_in_window: 600,
    }),
    step('F2', 1, 'notify_person_next_each_time', {
      persons_to_notify_next_each_time: ['UC', 'UA', 'GONE'],
    }),
    step('F3', 0, 'wait', { duration: 900 }),
  ],
  integrations: [
    integration('I1', 'grafana_alerting'),
    integration('I2', 'formatted_webhook', {
      default_route: { id: 'DI2', escalation_chain_id: 'F3' },
    }),
  ],
  routes: [
    {
      id: 'R1',
      integration_id: 'I1',
      escalation_chain_id: 'F2',
      routing_type: 'labels',
      labels: [{ key: { name: 'team' }, value: { name: 'rail' } }],
      position: 0,
      is_the_last_route: false,
    },
    {
      id: 'R2',
      integration_id: 'I1',
      escalation_chain_id: 'F2',
      routing_type: 'jinja2',
      routing_regex:
        '{{ payload.commonLabels.severity == "critical" and "rail" in payload.commonLabels.team }}',
      position: 1,
      is_the_last_route: false,
    },
    {
      id: 'DI1',
      integration_id: 'I1',
      escalation_chain_id: 'F1',
      position: 2,
      is_the_last_route: true,
    },
  ],
};

/** A zoo: no team, one chain for all, integrations of every kind with templates. */
export const zoo = {
  users: [person('UA', { role: 'admin' }), person('UB')],
  teams: [],
  on_call_shifts: [
    shift('O1', 'rolling_users', {
      frequency: 'weekly',
      interval: 1,
      rolling_users: [['UA'], ['UB']],
      start_rotation_from_user_index: 0,
      duration: 604_800,
      start: '2026-09-07T09:30:00',
      rotation_start: '2026-09-09T00:00:00',
    }),
  ],
  schedules: [
    schedule('S1', 'web', { team_id: null, shifts: ['O1'], time_zone: 'America/Santiago' }),
  ],
  escalation_chains: [{ id: 'F1', name: 'Keepers', team_id: null }],
  escalation_policies: [
    step('F1', 0, 'notify_on_call_from_schedule', {
      notify_on_call_from_schedule: 'S1',
      important: true,
    }),
    step('F1', 1, 'wait', { duration: 300 }),
    step('F1', 2, 'notify_persons', { persons_to_notify: ['UA', 'UB'], important: false }),
    step('F1', 3, 'resolve'),
  ],
  integrations: [
    'grafana',
    'zabbix',
    'datadog',
    'webhook',
    'alertmanager',
    'uptimerobot',
    'pagerduty',
    'sentry',
    'elastalert',
    'kapacitor',
  ].map((type, at) =>
    integration(`I${at}`, type, {
      templates: {
        grouping_key: '{{ payload.get("id", "none") | upper }}',
        resolve_signal: '{{ payload.status in ["ok", "resolved"] }}',
        web: { title: '{{ payload.title | default("?") }}', message: null },
      },
      ...(at === 3 && {
        maintenance_mode: 'maintenance',
        maintenance_started_at: '2026-10-31T00:00:00Z',
        maintenance_end_at: '2026-11-02T00:00:00Z',
      }),
    }),
  ),
};
