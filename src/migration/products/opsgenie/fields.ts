import type { Fields } from '../../model/fields.ts';
import { filter, hours, owner, person, reference, sameAs, web } from './field-rows.ts';
import { alertFields } from './fields-of-alerts.ts';

/*
 * By https://docs.opsgenie.com/docs/api-overview and the pages of its kinds.
 */

const people: Fields = {
  account: [
    { from: '/name', noPlace: 'Organizations are named when they are made.', level: 'lost' },
    { from: '/userCount', noise: 'A counter.' },
    { from: '/plan/**', noise: 'What was paid for.' },
  ],
  roles: [
    {
      from: '/**',
      noPlace: 'Roles of the organization are fixed: Owner, Administrator, Member.',
      level: 'lost',
    },
  ],
  users: [
    ...['id', 'username', 'fullName', 'timeZone', 'locale', 'blocked', 'verified', 'createdAt'],
    ...['role/**', 'userAddress/**', 'tags/**', 'details/**', 'mutedUntil', 'skypeUsername'],
    ...['invitationDisabled', 'userContacts/**'],
  ].map((member) => ({ from: `/${member}`, noise: sameAs('user-details') })),
  'user-details': [
    { from: '/id', to: 'the key in the lock file' },
    { from: '/username', to: 'tocsin_user.email' },
    { from: '/fullName', to: 'tocsin_user.display_name' },
    { from: '/timeZone', to: 'tocsin_user.time_zone_id' },
    { from: '/locale', to: 'tocsin_user.language and region' },
    { from: '/blocked', to: 'a line where it is true' },
    { from: '/verified', noise: 'People accept their invitation here.' },
    { from: '/createdAt', noise: 'When somebody was added there.' },
    { from: '/role/id', noise: 'The name of the role says it.' },
    {
      from: '/role/name',
      noPlace: 'Give the role in the organization here: imported people are Members.',
      level: 'lost',
      unless: ['User'],
    },
    {
      from: '/mutedUntil',
      noPlace: 'Nobody can be muted here: use an absence.',
      level: 'behaviour',
    },
    { from: '/userAddress/**', noPlace: 'People have no postal address here.', level: 'lost' },
    { from: '/tags/**', noPlace: 'People have no tags here.', level: 'lost' },
    { from: '/details/**', noPlace: 'People have no further details here.', level: 'lost' },
    { from: '/skypeUsername', noPlace: 'Skype reaches nobody any more.', level: 'lost' },
    { from: '/invitationDisabled', noise: 'Invitations are sent or not when files are applied.' },
    { from: '/userContacts/*/id', to: 'tocsin_user_notification_rules.contacts.id' },
    { from: '/userContacts/*/method', to: 'tocsin_user_notification_rules.contacts.channel' },
    {
      from: '/userContacts/*/contactMethod',
      to: 'tocsin_user_notification_rules.contacts.channel',
    },
    {
      from: '/userContacts/*/to',
      to: 'tocsin_user.phone_number or tocsin_user_notification_rules.contacts.target',
    },
    { from: '/userContacts/*/enabled', to: 'contacts that are switched off are left out' },
    { from: '/userContacts/*/status/enabled', to: 'contacts that are switched off are left out' },
    { from: '/userContacts/*/status/disabledReason', noise: 'Why a contact is switched off.' },
    { from: '/userContacts/*/applyOrder', noise: 'Steps of rules have their own times.' },
  ],
  'notification-rules': [
    ...['id', 'name', 'actionType', 'order', 'enabled', 'notificationTime/**', 'criteria/**'],
    ...['timeRestriction/**', 'schedules/**', 'repeat/**', 'steps/**', '_parent/**'],
  ].map((member) => ({ from: `/${member}`, noise: sameAs('notification-rule-details') })),
  'notification-rule-details': [
    { from: '/id', noise: web },
    { from: '/_parent/**', noise: web },
    { from: '/name', to: 'tocsin_user_notification_rules.rules.display_name' },
    { from: '/actionType', to: 'tocsin_user_notification_rules, or notices of shifts' },
    { from: '/order', to: 'the order of tocsin_user_notification_rules.rules' },
    { from: '/enabled', to: 'rules that are switched off are left out' },
    {
      from: '/notificationTime/*',
      to: 'tocsin_user.notices_before_minutes and disable_on_call_notices',
    },
    ...filter('/criteria', 'tocsin_user_notification_rules.rules.severities'),
    ...hours('/timeRestriction', 'tocsin_user_notification_rules.rules.hours'),
    {
      from: '/schedules/**',
      noPlace: 'People are told of the shifts of all schedules alike.',
      level: 'lost',
    },
    { from: '/repeat/enabled', to: 'tocsin_user_notification_rules.rules.steps.repeats' },
    {
      from: '/repeat/loopAfter',
      to: 'tocsin_user_notification_rules.rules.steps.repeats_every_minutes',
    },
    { from: '/steps/*/id', noise: web },
    { from: '/steps/*/_parent/**', noise: web },
    { from: '/steps/*/enabled', to: 'steps that are switched off are left out' },
    {
      from: '/steps/*/sendAfter/timeAmount',
      to: 'tocsin_user_notification_rules.rules.steps.after_minutes',
    },
    {
      from: '/steps/*/sendAfter/timeUnit',
      to: 'tocsin_user_notification_rules.rules.steps.after_minutes',
    },
    { from: '/steps/*/contact/id', noise: 'Its way and address say which one it is.' },
    { from: '/steps/*/contact/method', to: 'tocsin_user_notification_rules.rules.steps.channel' },
    {
      from: '/steps/*/contact/contactMethod',
      to: 'tocsin_user_notification_rules.rules.steps.channel',
    },
    { from: '/steps/*/contact/to', to: 'tocsin_user_notification_rules.rules.steps.contact_id' },
  ],
};

const teams: Fields = {
  teams: [...['id', 'name', 'description', 'links/**', 'members/**']].map((member) => ({
    from: `/${member}`,
    noise: sameAs('team-details'),
  })),
  'team-details': [
    { from: '/id', to: 'the key in the lock file' },
    { from: '/name', to: 'tocsin_team.display_name' },
    { from: '/description', noPlace: 'Teams have no description here.', level: 'lost' },
    { from: '/links/**', noise: web },
    { from: '/members/*/user/id', to: 'tocsin_team_membership.user_id' },
    { from: '/members/*/user/username', to: 'tocsin_team_membership.user_id' },
    { from: '/members/*/user/name', to: 'tocsin_team_membership.user_id' },
    { from: '/members/*/role', to: 'tocsin_team_membership.role' },
  ],
  'team-roles': [
    { from: '/**', noPlace: 'Roles of teams are fixed: Administrator and Member.', level: 'lost' },
  ],
};

const duty: Fields = {
  schedules: [
    { from: '/id', to: 'the key in the lock file' },
    { from: '/name', to: 'tocsin_schedule.display_name' },
    { from: '/description', to: 'tocsin_schedule.description' },
    { from: '/timezone', to: 'tocsin_schedule.time_zone_id' },
    { from: '/enabled', to: 'layers of schedules that are switched off have ended' },
    ...owner('tocsin_schedule.team_id'),
    { from: '/rotations/*/id', to: 'tocsin_schedule.layers.id' },
    { from: '/rotations/*/_parent/**', noise: web },
    { from: '/rotations/*/order', noise: 'Rotations add up, in any order.' },
    { from: '/rotations/*/name', to: 'tocsin_schedule.layers.display_name' },
    { from: '/rotations/*/startDate', to: 'tocsin_schedule.layers.starts_at and turns.from' },
    { from: '/rotations/*/endDate', to: 'tocsin_schedule.layers.ends_at' },
    { from: '/rotations/*/type', to: 'tocsin_schedule.layers.turns.unit' },
    { from: '/rotations/*/length', to: 'tocsin_schedule.layers.turns.every' },
    ...reference('/rotations/*/participants/*', 'tocsin_schedule.layers.groups'),
    ...hours('/rotations/*/timeRestriction', 'tocsin_schedule.layers.hours'),
  ],
  'schedule-overrides': [
    { from: '/_parent/**', noise: web },
    { from: '/alias', noise: 'Its key.' },
    ...reference('/user', 'tocsin_on_call_override.user_id'),
    { from: '/startDate', to: 'tocsin_on_call_override.start' },
    { from: '/endDate', to: 'tocsin_on_call_override.end' },
    { from: '/rotations/*/id', to: 'tocsin_on_call_override.layer_ids' },
    { from: '/rotations/*/name', to: 'tocsin_on_call_override.layer_ids' },
  ],
  'schedule-timelines': [{ from: '/**', noise: 'Compared with what was brought.' }],
  'forwarding-rules': [
    { from: '/id', noise: web },
    { from: '/alias', noise: 'A name for scripts.' },
    ...person('/fromUser', 'tocsin_on_call_override.user_id'),
    ...person('/toUser', 'tocsin_on_call_override.replacement_user_ids'),
    { from: '/startDate', to: 'tocsin_on_call_override.start' },
    { from: '/endDate', to: 'tocsin_on_call_override.end' },
  ],
  escalations: [
    { from: '/id', to: 'the key in the lock file' },
    { from: '/name', to: 'tocsin_escalation_policy.display_name' },
    { from: '/description', to: 'tocsin_escalation_policy.description' },
    ...owner('tocsin_escalation_policy.team_id'),
    { from: '/rules/*/id', noise: web },
    { from: '/rules/*/condition', to: 'tocsin_escalation_policy.steps.stops_when' },
    { from: '/rules/*/notifyType', to: 'tocsin_escalation_policy.steps.targets.pick' },
    { from: '/rules/*/delay/timeAmount', to: 'tocsin_escalation_policy.steps.after_minutes' },
    { from: '/rules/*/delay/timeUnit', to: 'tocsin_escalation_policy.steps.after_minutes' },
    ...reference('/rules/*/recipient', 'tocsin_escalation_policy.steps.targets'),
    { from: '/repeat/id', noise: web },
    { from: '/repeat/waitInterval', to: 'tocsin_escalation_policy.loop_after_minutes' },
    { from: '/repeat/count', to: 'tocsin_escalation_policy.loops' },
    {
      from: '/repeat/resetRecipientStates',
      to: 'tocsin_escalation_policy.loop_while and acknowledgement_lapses_after_minutes',
    },
    { from: '/repeat/closeAlertAfterAll', to: 'tocsin_escalation_policy.resolves_after_minutes' },
  ],
};

export const fields: Fields = { ...people, ...teams, ...duty, ...alertFields };
