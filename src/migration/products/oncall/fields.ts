import { type Field, type Fields, noise, noPlace, to } from '../../model/fields.ts';
import type { Level } from '../../model/ledger.ts';

const chats = 'Chats are told by outbound integrations of the team.';

const isOff = (member: string, level: Level, why: string): Field => ({
  from: `/${member}`,
  noPlace: why,
  level,
  unless: [false],
});

const key = to('the key in the lock file', 'id');

const layer = 'tocsin_schedule.layers';
const step = 'tocsin_escalation_policy.steps';

const people: Fields = {
  users: [
    ...key,
    ...to('tocsin_user.email', 'email'),
    ...to('tocsin_user.display_name', 'username'),
    ...to('tocsin_user.time_zone_id', 'timezone'),
    ...noise('their key in Grafana', 'grafana_id'),
    ...to('tocsin_team_membership', 'teams/*'),
    {
      from: '/role',
      noPlace: 'Give the role in the organization here: imported people are Members.',
      level: 'lost',
      unless: ['user', 'viewer', 'editor', 'none'],
    },
    isOff(
      'is_phone_number_verified',
      'behaviour',
      'Its API does not tell numbers: this person has to enter and confirm theirs here.',
    ),
    ...noPlace('lost', chats, 'slack/**'),
  ],
  teams: [
    ...key,
    ...to('tocsin_team.display_name', 'name'),
    ...noPlace('lost', 'Teams have no address here.', 'email'),
    ...noise('how Grafana shows it', 'grafana_id', 'avatar_url'),
  ],
  personal_notification_rules: [
    ...noise('follows from its place', 'id'),
    ...to('tocsin_user_notification_rules.user_id', 'user_id'),
    ...to('the order of steps', 'position'),
    ...to('tocsin_user_notification_rules.rules.urgencies, or otherwise', 'important'),
    ...to('tocsin_user_notification_rules.rules.steps.channel', 'type'),
    ...to('tocsin_user_notification_rules.rules.steps.after_minutes', 'duration'),
  ],
};

const duty: Fields = {
  schedules: [
    ...key,
    ...to('tocsin_schedule.display_name', 'name'),
    ...to('tocsin_schedule.team_id', 'team_id'),
    ...to('how its shifts are read', 'type'),
    ...to('tocsin_schedule.time_zone_id', 'time_zone'),
    ...to(layer, 'shifts/*'),
    ...to('that it has a calendar elsewhere', 'ical_url_primary', 'ical_url_overrides'),
    ...noPlace('lost', chats, 'slack/**'),
    ...noise('who was on call when it was saved', 'on_call_now/**'),
    ...noise('people may always override here', 'enable_web_overrides'),
  ],
  calendars: [
    ...noise('follows from its schedule', 'id'),
    ...to('the calendar of which schedule it is, and which one', 'member'),
    ...to('tocsin_temporary_schedule.shifts, or tocsin_on_call_override', 'text'),
    ...to('a line of the report', 'why'),
  ],
  final_shifts: [...noise('compared with what was brought', '**')],
  on_call_shifts: [
    ...to(`${layer}.id`, 'id'),
    ...to(`${layer}.display_name`, 'name'),
    ...to('layers that come again, or last once', 'type'),
    ...noise('by what it was made', 'source'),
    ...to(`${layer}.time_zone_id`, 'time_zone'),
    ...to(`${layer}.level`, 'level'),
    ...to(`${layer}.starts_at`, 'start', 'rotation_start'),
    ...to(`${layer}.recurrence.minutes`, 'duration'),
    ...to(`${layer}.recurrence.rule`, 'frequency', 'interval', 'week_start'),
    ...to(`${layer}.recurrence.rule`, 'by_day/*', 'by_month/*', 'by_monthday/*'),
    ...to(`${layer}.ends_at`, 'until'),
    ...to(`${layer}.groups`, 'users/*', 'rolling_users/**'),
    ...to(`${layer}.first_group`, 'start_rotation_from_user_index'),
    ...noise('it goes with its schedule', 'team_id'),
  ],
  shift_swaps: [
    ...noise('its key', 'id'),
    ...to('tocsin_on_call_override.schedule_id', 'schedule'),
    ...to('tocsin_on_call_override.start and end', 'swap_start', 'swap_end'),
    ...to('tocsin_on_call_override.user_id', 'beneficiary'),
    ...to('tocsin_on_call_override.replacement_user_ids', 'benefactor'),
    ...to('swaps that somebody took', 'status'),
    ...noPlace('lost', 'Overrides have no text here.', 'description'),
    ...noise('when it was written', 'created_at', 'updated_at'),
    ...noise('follows from the schedule', 'shifts/**'),
  ],
};

const escalation: Fields = {
  escalation_chains: [
    ...key,
    ...to('tocsin_escalation_policy.display_name', 'name'),
    ...to('tocsin_escalation_policy.team_id', 'team_id'),
  ],
  escalation_policies: [
    ...noise('follows from its place', 'id'),
    ...to('tocsin_escalation_policy', 'escalation_chain_id'),
    ...to('the order of steps', 'position'),
    ...to(step, 'type'),
    ...to(`${step}.urgency`, 'important'),
    ...to(`${step}.after_minutes`, 'duration'),
    ...to(`${step}.targets.user_id`, 'persons_to_notify/*'),
    ...to(`${step}.targets.user_id and share`, 'persons_to_notify_next_each_time/*'),
    ...to(`${step}.targets.schedule_id`, 'notify_on_call_from_schedule'),
    ...to(`${step}.targets.team_id`, 'team_to_notify'),
    ...to(`${step}.hours`, 'notify_if_time_from', 'notify_if_time_to'),
    ...to(`${step}.after_payloads`, 'num_alerts_in_window', 'num_minutes_in_window'),
    ...noPlace('lost', 'The line of its step says what to do.', 'group_to_notify'),
    ...noPlace('lost', 'The line of its step says what to do.', 'action_to_trigger'),
    ...noPlace('lost', 'Steps have no further settings here.', 'run_from_stage', 'severity'),
  ],
  outgoing_webhooks: [
    ...key,
    ...noPlace(
      'lost',
      'Make an outbound integration Webhook for it: bodies are written differently here.',
      ...['name', 'data', 'trigger_template', 'http_method', 'trigger_type', 'preset'],
      ...['is_webhook_enabled', 'forward_all', 'team', 'integration_filter/**', 'user'],
    ),
    ...noPlace(
      'secret',
      'Bring it by hand where the tool is made.',
      ...['url', 'username', 'password', 'authorization_header', 'headers'],
    ),
  ],
};

const intake: Fields = {
  integrations: [
    ...key,
    ...to('tocsin_integration.display_name', 'name'),
    ...to('tocsin_integration.team_id', 'team_id'),
    ...to('tocsin_integration.type', 'type'),
    ...to('tocsin_integration.accepted_keys', 'link'),
    ...to('tocsin_integration.escalation_policy_id', 'default_route/escalation_chain_id'),
    ...to('a line of the report', 'inbound_email', 'maintenance_mode'),
    ...noise('the last of its routes', 'default_route/id'),
    ...noPlace('lost', chats, 'default_route/**'),
    ...noPlace('lost', 'Integrations have no description here.', 'description_short'),
    ...noise('its name says when', 'maintenance_started_at', 'maintenance_end_at'),
    ...to('CorrelationId in tocsin_integration_mapping', 'templates/grouping_key'),
    ...to('Status in tocsin_integration_mapping', 'templates/resolve_signal'),
    ...to('tocsin_routing.rules, which acknowledge', 'templates/acknowledge_signal'),
    ...noPlace('lost', 'Texts of messages are made by the mapping here.', 'templates/**'),
    ...noPlace(
      'behaviour',
      'Add a heartbeat monitor that accepts the key of the integration with /heartbeat behind it.',
      'heartbeat/**',
    ),
    ...noPlace('lost', 'Give the integration labels by hand.', 'labels/**', 'dynamic_labels/**'),
  ],
  routes: [
    ...noise('its key', 'id'),
    ...to('tocsin_routing.rules.conditions.integrations', 'integration_id'),
    ...to('the order of rules', 'position'),
    ...to('tocsin_routing.rules.actions.use_escalation_policy_id', 'escalation_chain_id'),
    ...to('the integration has it as its default', 'is_the_last_route'),
    ...to('tocsin_routing.rules.conditions.attributes', 'routing_regex', 'routing_type'),
    ...noPlace('lost', chats, 'slack/**', 'telegram/**', 'msteams/**'),
  ],
};

export const fields: Fields = { ...people, ...duty, ...escalation, ...intake };
