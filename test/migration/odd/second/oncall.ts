/** By hand from the HTTP API of Grafana OnCall and its Terraform resources; nobody of these people exists. */
const person = (id: string, more: object = {}) => ({
  ...{ id, grafana_id: 7, username: id, email: `${id.toLowerCase()}@example.com`, role: 'admin' },
  ...{ timezone: 'Europe/Dublin', is_phone_number_verified: false, teams: ['TB'], slack: null },
  ...more,
});
const shift = (id: string, type: string, more: object) => ({
  ...{ id, name: id, type, team_id: 'TB', time_zone: null, level: 0, source: 0 },
  ...{ start: '2026-10-23T08:00:00', rotation_start: '2026-10-26T08:00:00', duration: 43_200 },
  ...more,
});
const schedule = (id: string, type: string, more: object) => ({
  ...{ id, name: `Plan ${id}`, type, team_id: 'TB', time_zone: 'Europe/Dublin', shifts: [] },
  ...{ on_call_now: [], slack: { channel_id: 'C1', user_group_id: 'S1' }, ...more },
});
const step = (chain: string, position: number, type: string, more: object = {}) => ({
  ...{ id: `${chain}-${position}`, escalation_chain_id: chain, position, type, ...more },
});
const route = (id: string, integration: string, position: number, more: object) => ({
  ...{ id, integration_id: integration, position, is_the_last_route: false, slack: {} },
  ...{ telegram: {}, msteams: {}, escalation_chain_id: 'CB', ...more },
});
const integration = (id: string, type: string, more: object = {}) => ({
  ...{ id, name: id, description_short: null, team_id: 'TB', type, labels: [], templates: {} },
  ...{ heartbeat: null, inbound_email: null, maintenance_mode: null },
  link: `https://oncall.example.com/integrations/v1/${type}/brew${id.toLowerCase()}01234567890123456789/`,
  default_route: { id: `D${id}`, escalation_chain_id: null },
  ...more,
});

/** A brewery: shifts that overlap in level, weeks by count, chains without people, routes by labels of payloads. */
export const brewery = {
  users: [
    person('BA', { slack: [{ user_id: 'U1', team_id: 'W1' }] }),
    person('BB', { email: '', role: 'editor' }),
    person('BC', { timezone: 'America/Argentina/Ushuaia', teams: ['TB', 'GONE'] }),
  ],
  teams: [
    { id: 'TB', name: 'Brewers', email: 'brew@example.com', avatar_url: '/a.png' },
    { id: 'TS', name: 'Sellers', email: null, avatar_url: null },
  ],
  personal_notification_rules: [
    { id: 'P1', user_id: 'BA', position: 0, type: 'notify_by_slack', important: false },
    { id: 'P2', user_id: 'BA', position: 1, type: 'wait', duration: 30, important: false },
    { id: 'P3', user_id: 'BA', position: 2, type: 'notify_by_phone_call', important: false },
    { id: 'P4', user_id: 'BC', position: 0, type: 'notify_by_email', important: true },
    { id: 'P5', user_id: 'BC', position: 1, type: 'wait', duration: 900, important: true },
    { id: 'P6', user_id: 'BC', position: 2, type: 'notify_by_sms', important: true },
    { id: 'P7', user_id: 'BC', position: 3, type: 'notify_by_mobile_app', important: true },
  ],
  on_call_shifts: [
    shift('Vat', 'rolling_users', {
      ...{ frequency: 'weekly', interval: 1, week_start: 'MO', by_day: null, by_month: null },
      ...{ rolling_users: [['BA'], ['BC']], start_rotation_from_user_index: 1 },
      duration: 604_800,
    }),
    shift('Malt', 'rolling_users', {
      ...{ frequency: 'daily', interval: 2, by_day: ['MO', 'WE', 'FR'], level: 2 },
      ...{ rolling_users: [['BC'], ['BA', 'BB']], until: '2026-12-31T08:00:00' },
    }),
    shift('Harvest', 'recurrent_event', {
      ...{ frequency: 'monthly', interval: 1, by_month: [9, 10, 11], by_monthday: [1, 15, -1] },
      ...{ users: ['BC'], level: 3, duration: 86_400, week_start: 'MO' },
    }),
    shift('Party', 'single_event', {
      ...{ users: ['BA'], level: 4, start: '2026-12-24T22:00:30', duration: 7245 },
    }),
    shift('Swap', 'override', {
      ...{ users: ['BC'], start: '2026-11-29T22:00:00', duration: 3600, level: 99 },
    }),
    shift('Odd', 'rolling_users', {
      ...{ frequency: 'hourly', interval: 1, rolling_users: [['BA'], ['BC']], level: 1 },
      duration: 3600,
    }),
  ],
  schedules: [
    schedule('Web', 'web', { shifts: ['Vat', 'Malt', 'Harvest', 'Party', 'Swap'] }),
    schedule('Cal', 'calendar', {
      ...{ shifts: ['Odd', 'Vat', 'GONE'], enable_web_overrides: true, time_zone: 'Etc/GMT+12' },
      ical_url_overrides: null,
    }),
    schedule('Nil', 'web', { time_zone: '', team_id: null }),
  ],
  shift_swaps: [
    {
      ...{ id: 'W1', schedule: 'Web', swap_start: '2026-11-09T08:00:00.000000Z' },
      ...{ swap_end: '2026-11-16T08:00:00.000000Z', beneficiary: 'BC', benefactor: null },
      ...{ status: 'open', description: 'Fair', created_at: '2026-10-01T00:00:00Z' },
    },
    {
      ...{ id: 'W2', schedule: 'Web', swap_start: '2026-11-23T08:00:00.000000Z' },
      ...{ swap_end: '2026-11-30T08:00:00.000000Z', beneficiary: 'BA', benefactor: 'BC' },
      ...{ status: 'taken', description: null },
    },
  ],
  escalation_chains: [
    { id: 'CB', name: 'Brew', team_id: 'TB' },
    { id: 'CE', name: 'Empty', team_id: 'TB' },
    { id: 'CN', name: 'Brew', team_id: null },
  ],
  escalation_policies: [
    step('CB', 0, 'notify_on_call_from_schedule', {
      ...{ notify_on_call_from_schedule: 'Web', important: true },
    }),
    step('CB', 1, 'wait', { duration: 75 }),
    step('CB', 2, 'notify_person_next_each_time', {
      ...{ persons_to_notify_next_each_time: ['BA', 'BC', 'GONE'], important: false },
    }),
    step('CB', 3, 'notify_if_time_from_to', {
      ...{ notify_if_time_from: '22:00:00Z', notify_if_time_to: '06:30:00Z' },
    }),
    step('CB', 4, 'notify_persons', { persons_to_notify: ['BC'], important: true }),
    step('CB', 5, 'resolve'),
    step('CN', 0, 'notify_team_members', { team_to_notify: 'TS', important: false }),
    step('CN', 1, 'trigger_webhook', { action_to_trigger: 'HK' }),
    step('CN', 2, 'repeat_escalation'),
  ],
  outgoing_webhooks: [
    {
      ...{ id: 'HK', name: 'Bell', is_webhook_enabled: true, team: 'TB', http_method: 'PUT' },
      ...{ url: 'https://bell.example.com/{{ alert_group_id }}', data: null, headers: null },
      ...{ trigger_type: 'escalation', integration_filter: ['IG'], forward_all: true },
      ...{ username: null, password: null, authorization_header: null, trigger_template: null },
    },
  ],
  integrations: [
    integration('IG', 'grafana_alerting', {
      default_route: { id: 'DG', escalation_chain_id: 'CN', slack: { enabled: true } },
      labels: [{ key: { id: 'k', name: 'site' }, value: { id: 'v', name: 'north' } }],
      templates: {
        ...{ grouping_key: '{{ payload.groupKey }}', resolve_signal: null },
        ...{ acknowledge_signal: "{{ payload.state == 'ack' }}", source_link: null },
        slack: { title: '{{ payload.title }}', message: null, image_url: null },
        ...{ web: { title: 'x', message: null }, sms: { title: null }, phone_call: { title: 'y' } },
      },
    }),
    integration('IE', 'inbound_email', { inbound_email: 'brew@inbound.example.com', link: null }),
    integration('IF', 'formatted_webhook', {
      ...{ maintenance_mode: 'debug', maintenance_started_at: '2026-10-31T23:00:00Z' },
      maintenance_end_at: '2026-11-02T00:00:00Z',
    }),
    integration('IX', 'a_tool_of_tomorrow', { heartbeat: { link: 'https://x.example.com/hb/' } }),
  ],
  routes: [
    route('R1', 'IG', 0, {
      ...{ routing_type: 'jinja2' },
      routing_regex:
        '{{ payload.commonLabels.site in ["north", "east"] and payload.numFiring > 3 }}',
    }),
    route('R2', 'IG', 1, { routing_type: 'regex', routing_regex: '"severity": ?"critical"' }),
    route('R3', 'IF', 0, {
      ...{
        routing_type: 'jinja2',
        routing_regex: '{{ payload.title | lower is search("hops?") }}',
      },
      escalation_chain_id: 'CE',
    }),
    route('R4', 'IE', 0, { routing_type: 'regex', routing_regex: 'URGENT' }),
  ],
};

/** A library: nothing but defaults, people without anything, one chain that ends at once. */
export const library = {
  users: [person('LA', { timezone: null, teams: [] })],
  teams: [],
  escalation_chains: [{ id: 'CL', name: 'Quiet', team_id: null }],
  escalation_policies: [
    step('CL', 0, 'notify_persons', { persons_to_notify: ['LA'], important: null }),
    step('CL', 1, 'wait', { duration: 0 }),
    step('CL', 2, 'notify_persons', { persons_to_notify: ['LA'], important: true }),
  ],
  integrations: [
    integration('IL', 'webhook', {
      ...{ team_id: null, default_route: { id: 'DL', escalation_chain_id: 'CL' } },
    }),
  ],
  schedules: [schedule('Nobody', 'web', { team_id: null, slack: null })],
};
