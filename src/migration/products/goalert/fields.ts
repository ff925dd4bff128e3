import { type Fields, noise, noPlace, to } from '../../model/fields.ts';

const key = to('the key in the lock file', 'id');

/** The labels of GoAlert 0.35; a Terraform state has them. */
const labels = noPlace('lost', 'Labels of services alone have a place here.', 'labels/**');

const layer = 'tocsin_schedule.layers';
const step = 'tocsin_escalation_policy.steps';
const integration = 'tocsin_integration';

const people: Fields = {
  users: [
    ...key,
    ...to('tocsin_user.display_name', 'name'),
    ...to('tocsin_user.email', 'email'),
    {
      from: '/role',
      noPlace: 'Give the role in the organization here: imported people are Members.',
      level: 'lost',
      unless: ['user', 'unknown'],
    },
    ...noise('how they sign in there', 'username'),
    ...noise('who sees it there', 'contactMethods/*/private'),
    ...noise('follows from what is asked for', 'contactMethods/*/status_updates'),
    {
      from: '/contactMethods/*/enable_status_updates',
      noPlace: 'How an alert goes on is told as the notification settings say.',
      level: 'lost',
      unless: [false],
    },
    ...to('the notification rules that name it', 'contactMethods/*/id'),
    ...to('tocsin_user_notification_rules.contacts.label', 'contactMethods/*/name'),
    ...to('contacts that are not switched off', 'contactMethods/*/disabled'),
    ...to('tocsin_user_notification_rules.contacts.channel', 'contactMethods/*/dest/type'),
    ...to(
      'tocsin_user.phone_number, or tocsin_user_notification_rules.contacts.target',
      ...['contactMethods/*/dest/args/phone_number', 'contactMethods/*/dest/args/email_address'],
    ),
    ...noPlace('lost', 'The line of its contact method says why.', 'contactMethods/*/dest/args/*'),
    ...noise('follows from its place', 'notificationRules/*/id'),
    ...to(
      'tocsin_user_notification_rules.otherwise.contact_id',
      'notificationRules/*/contactMethodID',
    ),
    ...to(
      'tocsin_user_notification_rules.otherwise.after_minutes',
      'notificationRules/*/delayMinutes',
    ),
  ],
};

const duty: Fields = {
  rotations: [
    ...key,
    ...to('tocsin_schedule.display_name, where a policy tells it', 'name'),
    ...to('tocsin_schedule.description, where a policy tells it', 'description'),
    ...to(`${layer}.turns.from`, 'start'),
    ...to(`${layer}.time_zone_id`, 'timeZone'),
    ...to(`${layer}.turns.unit`, 'type'),
    ...to(`${layer}.turns.every`, 'shiftLength'),
    ...to(`${layer}.groups`, 'userIDs/*'),
    ...to(`${layer}.first_group`, 'activeUserIndex', 'nextHandoffTimes/*'),
    ...labels,
  ],
  schedules: [
    ...key,
    ...to('tocsin_schedule.display_name', 'name'),
    ...to('tocsin_schedule.description', 'description'),
    ...to('tocsin_schedule.time_zone_id', 'timeZone'),
    ...to(layer, 'targets/*/target/type', 'targets/*/target/id'),
    ...to(`${layer}.display_name`, 'targets/*/target/name'),
    ...to(`${layer}.hours`, 'targets/*/rules/*/start', 'targets/*/rules/*/end'),
    ...to(`${layer}.hours`, 'targets/*/rules/*/weekdayFilter/*'),
    ...to('tocsin_temporary_schedule', 'temporarySchedules/*/start', 'temporarySchedules/*/end'),
    ...to(
      'tocsin_temporary_schedule.shifts',
      ...['start', 'end', 'userID'].map((member) => `temporarySchedules/*/shifts/*/${member}`),
    ),
    ...noPlace(
      'lost',
      'Chats are told who is on call by outbound integrations of the team (on_call_reminder_schedule_settings).',
      'onCallNotificationRules/**',
    ),
    ...labels,
  ],
  userOverrides: [
    ...noise('its key', 'id'),
    ...to('tocsin_on_call_override.start and end', 'start', 'end'),
    ...to('tocsin_on_call_override.user_id, or replacement_user_ids', 'addUserID'),
    ...to('tocsin_on_call_override.user_id of an absence', 'removeUserID'),
    ...to('tocsin_on_call_override.schedule_id', 'target/id', 'target/type'),
  ],
};

const escalation: Fields = {
  escalationPolicies: [
    ...key,
    ...to('tocsin_escalation_policy.display_name', 'name'),
    ...to('tocsin_escalation_policy.description', 'description'),
    ...to('tocsin_escalation_policy.loops', 'repeat'),
    ...noise('follows from its place', 'steps/*/id'),
    ...to('the order of steps', 'steps/*/stepNumber'),
    ...to(`${step}.after_minutes of the next step`, 'steps/*/delayMinutes'),
    {
      from: '/steps/*/multiAck',
      noPlace:
        'An acknowledgement ends the messages to everybody here; there only those to whoever gave it.',
      level: 'behaviour',
      unless: [false],
    },
    ...to(`${step}.targets`, 'steps/*/actions/*/type'),
    ...to(`${step}.targets.user_id`, 'steps/*/actions/*/args/user_id'),
    ...to(
      `${step}.targets.schedule_id`,
      ...['steps/*/actions/*/args/schedule_id', 'steps/*/actions/*/args/rotation_id'],
    ),
    ...to(
      `${step}.targets.outbound_integration_id`,
      ...['steps/*/actions/*/args/webhook_url', 'steps/*/actions/*/args/slack_channel_id'],
    ),
    ...noPlace('lost', 'The line of its action says why.', 'steps/*/actions/*/args/*'),
    ...labels,
  ],
};

const intake: Fields = {
  services: [
    ...noise('its keys are brought', 'id'),
    ...to(`${integration}.display_name`, 'name'),
    ...noPlace('lost', 'Integrations have no description here.', 'description'),
    ...to(`${integration}.escalation_policy_id`, 'escalationPolicyID'),
    ...to('tocsin_integration_maintenance_window', 'maintenanceExpiresAt'),
    ...to(`tocsin_team, and ${integration}.labels`, 'labels/*/key', 'labels/*/value'),
    ...to('a hash in the lock file', 'integrationKeys/*/id', 'heartbeatMonitors/*/id'),
    ...to(`${integration}.type`, 'integrationKeys/*/type'),
    ...to(`${integration}.display_name`, 'integrationKeys/*/name', 'heartbeatMonitors/*/name'),
    ...to(`${integration}.accepted_keys`, 'integrationKeys/*/href', 'heartbeatMonitors/*/href'),
    ...to(
      `${integration}.integration_settings.heartbeat_monitor.interval_in_sec`,
      'heartbeatMonitors/*/timeoutMinutes',
    ),
    ...noPlace(
      'lost',
      'What an incident of a heartbeat says is made by the mapping here.',
      'heartbeatMonitors/*/additionalDetails',
    ),
  ],
};

export const fields: Fields = { ...people, ...duty, ...escalation, ...intake };
