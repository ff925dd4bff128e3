import type { Fields } from '../../../model/fields.ts';
import { common, ignored, links, noise, noPlace, reference, to } from './rows.ts';

const layer = '/schedule_layers/*';
const restriction = `${layer}/restrictions/*`;
const layers = 'tocsin_schedule.layers';
const rule = '/escalation_rules/*';
const policy = 'tocsin_escalation_policy';

/** Schedules, overrides and escalation policies. */
export const onCallFields: Fields = {
  schedules: [
    to('/id', 'tocsin_schedule', 'read once more, with its layers'),
    ...noise('read once more, with its layers', '/**'),
  ],
  'schedule-details': [
    ...common('tocsin_schedule'),
    to('/description', 'tocsin_schedule.description'),
    to('/time_zone', 'tocsin_schedule.time_zone_id'),
    ...reference('/teams/*', 'tocsin_schedule.team_id'),
    to(`${layer}/id`, `${layers}.id`),
    to(`${layer}/name`, `${layers}.display_name`),
    to(`${layer}/start`, `${layers}.starts_at`),
    to(`${layer}/end`, `${layers}.ends_at`),
    to(`${layer}/rotation_virtual_start`, `${layers}.turns.from`),
    to(
      `${layer}/rotation_turn_length_seconds`,
      `${layers}.turns.every`,
      'in days where it is some',
    ),
    ...reference(`${layer}/users/*/user`, `${layers}.groups`),
    ...reference(`${layer}/users/*`, `${layers}.groups`),
    to(`${restriction}/type`, `${layers}.hours`),
    to(`${restriction}/start_time_of_day`, `${layers}.hours.from`),
    to(`${restriction}/start_day_of_week`, `${layers}.hours.from_day`),
    to(`${restriction}/duration_seconds`, `${layers}.hours.until`),
    ...noise('worked out from the rest', `${layer}/rendered_schedule_entries/**`),
    ...noise('worked out from the rest', `${layer}/rendered_coverage_percentage`),
    ...noise('the name again', `${layer}/summary`),
    ...noise('follows from where it stands', `${layer}/type`),
    ...links(layer),
    ...ignored('/users', 'those of its layers'),
    ...ignored('/escalation_policies', 'policies name their schedules'),
    ...ignored('/final_schedule', 'worked out from the rest'),
    ...ignored('/overrides_subschedule', 'overrides are read by themselves'),
    ...ignored('/override_subschedule', 'overrides are read by themselves'),
    noPlace('/web_cal_url', 'lost', 'calendars of schedules have new addresses'),
    noPlace('/http_cal_url', 'lost', 'calendars of schedules have new addresses'),
    noPlace('/personal_web_cal_url', 'lost', 'calendars of people have new addresses'),
    noPlace('/personal_http_cal_url', 'lost', 'calendars of people have new addresses'),
    ...noise('when it was made', '/created_at'),
    ...noise('when it changes for the reader of the API', '/next_oncall_for_user/**'),
  ],
  'schedule-renderings': [...noise('compared with what was brought', '/**')],
  'schedule-overrides': [
    to('/id', 'tocsin_on_call_override', 'the key in the lock file'),
    to('/start', 'tocsin_on_call_override.start'),
    to('/end', 'tocsin_on_call_override.end'),
    ...reference('/user', 'tocsin_on_call_override.user_id'),
    ...noise('follows from the list', '/type'),
    ...noise('the name again', '/summary'),
    ...links(),
  ],
  'escalation-policies': [
    ...common(policy),
    to('/description', `${policy}.description`),
    to('/num_loops', `${policy}.loops`),
    ...reference('/teams/*', `${policy}.team_id`),
    to(
      `${rule}/escalation_delay_in_minutes`,
      `${policy}.steps.after_minutes`,
      'of the step behind; that of the last rule comes before the next round',
    ),
    to(`${rule}/escalation_rule_assignment_strategy`, `${policy}.steps.share`),
    to(`${rule}/escalation_rule_assignment_strategy/type`, `${policy}.steps.share`),
    ...reference(
      `${rule}/targets/*`,
      `${policy}.steps.targets`,
      to(`${rule}/targets/*/type`, `${policy}.steps.targets`),
    ),
    ...noise('nothing refers to it', `${rule}/id`),
    ...noise('there is one type', `${rule}/type`),
    ...links(rule),
    ...ignored('/services', 'services name their policy'),
    noPlace('/on_call_handoff_notifications', 'lost', 'people choose which notices they get', [
      'if_has_services',
    ]),
    ...noise('rights of the reader of the API', '/privilege/**'),
    ...noise('old name of num_loops', '/repeat_enabled'),
    ...noise('when it was made', '/created_at'),
  ],
};
