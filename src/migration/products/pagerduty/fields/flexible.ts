import type { Fields } from '../../../model/fields.ts';
import { common, ignored, links, noise, reference, to } from './rows.ts';

const layer = 'tocsin_schedule.layers';
const strategy = '/assignment_strategy';

/** Flexible schedules, of version 3 of the API. */
export const flexibleFields: Fields = {
  'flexible-schedules': [...noise('read once more, with what is in it', '/**')],
  'flexible-schedule-details': [
    ...common('tocsin_schedule'),
    to('/description', 'tocsin_schedule.description'),
    to('/time_zone', 'tocsin_schedule.time_zone_id'),
    ...reference('/teams/*', 'tocsin_schedule.team_id'),
    ...ignored('/rotations', 'rotations are read by themselves'),
    ...ignored('/final_schedule', 'worked out from the rest'),
    ...noise('when it was made', '/created_at', '/updated_at'),
  ],
  'flexible-schedule-rotations': [...noise('events are read by themselves', '/**')],
  'flexible-schedule-events': [
    to('/id', `${layer}.id`),
    to('/name', `${layer}.display_name`),
    to('/start_time', `${layer}.recurrence.starts_at`),
    to('/start_time/date_time', `${layer}.recurrence.starts_at`),
    to('/start_time/time_zone', `${layer}.time_zone_id`),
    to('/end_time', `${layer}.recurrence.minutes`),
    to('/end_time/date_time', `${layer}.recurrence.minutes`),
    to('/end_time/time_zone', `${layer}.time_zone_id`),
    to('/effective_since', `${layer}.starts_at`),
    to('/effective_until', `${layer}.ends_at`),
    to('/recurrence/*', `${layer}.recurrence.rule`, 'EXDATE is except, RDATE is also'),
    to(`${strategy}/type`, `${layer}.groups`, 'all at once are one group'),
    to(`${strategy}/shifts_per_member`, `${layer}.turns.every`),
    to(`${strategy}/members/*/type`, `${layer}.groups`, 'an empty member is a group of nobody'),
    to(`${strategy}/members/*/user_id`, `${layer}.groups`),
    ...noise('the user says it', `${strategy}/members/*/name`, `${strategy}/members/*/color`),
    ...noise('the name again', '/summary'),
    ...noise('follows from the list', '/type'),
    ...links(),
  ],
};
