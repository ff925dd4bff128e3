import { type Field, type Fields, noise, to } from '../../model/fields.ts';
import { filter, hours, sameAs, web } from '../opsgenie/field-rows.ts';

/*
 * By https://developer.atlassian.com/cloud/jira/service-desk-ops/rest/v2/intro and the pages of its groups.
 */

const layer = 'tocsin_schedule.layers';
const override = 'tocsin_on_call_override';
const step = 'tocsin_escalation_policy.steps';
const rule = 'tocsin_routing.rules';
const actions = `${rule}.actions`;
const integration = 'tocsin_integration';
const mapping = 'tocsin_integration_mapping.attributes_mapping';
const monitor = 'tocsin_integration.integration_settings.heartbeat_monitor';
const window = 'tocsin_integration_maintenance_window';
const key = to('the key in the lock file', 'id');

/** People of a Terraform state: the operations API does not have them. */
const people: Fields = {
  people: [
    ...to('the key in the lock file', 'accountId'),
    ...to('tocsin_user.email', 'emailAddress'),
    ...to('tocsin_user.display_name', 'displayName'),
    ...to('tocsin_user.time_zone_id', 'timezone'),
    ...to('tocsin_user.language and region', 'locale'),
    {
      from: '/active',
      noPlace: 'Switched off there; here this person is told, until suspended.',
      level: 'behaviour',
      unless: [true],
    },
    ...noise('About Jira, not about who is told.', ...['accountType', 'expand', 'organizationId']),
    ...noise(
      'About Jira, not about who is told.',
      ...['avatarUrls/**', 'applicationRoles/**', 'groups/**'],
    ),
  ],
  'team-members': [...to('tocsin_team_membership', 'accountId')],
};

const duty: Fields = {
  teams: [
    ...to('the key in the lock file', 'teamId'),
    ...to('tocsin_team.display_name', 'teamName'),
    { from: '/description', noPlace: 'Teams have no description here.', level: 'lost' },
    ...noise(web, 'organizationId', 'siteId'),
    ...noise('Who may change the team there.', 'teamType', 'userPermissions/**'),
  ],
  schedules: [
    ...key,
    ...to('tocsin_schedule.display_name', 'name'),
    ...to('tocsin_schedule.description', 'description'),
    ...to('tocsin_schedule.time_zone_id', 'timezone'),
    ...to('layers of schedules that are switched off have ended', 'enabled'),
    ...to('tocsin_schedule.team_id', 'teamId'),
    ...to(`${layer}.id`, 'rotations/*/id'),
    ...to(`${layer}.display_name`, 'rotations/*/name'),
    ...to(`${layer}.starts_at and turns.from`, 'rotations/*/startDate'),
    ...to(`${layer}.ends_at`, 'rotations/*/endDate'),
    ...to(`${layer}.turns`, 'rotations/*/type', 'rotations/*/length'),
    ...to(`${layer}.groups`, 'rotations/*/participants/*/id', 'rotations/*/participants/*/type'),
    ...hours('/rotations/*/timeRestriction', `${layer}.hours`),
  ],
  'schedule-overrides': [
    ...noise('Its key.', 'alias'),
    ...to(`${override}.user_id`, 'responder/id', 'responder/type'),
    ...to(`${override}.start`, 'startDate'),
    ...to(`${override}.end`, 'endDate'),
    ...to(`${override}.layer_ids`, 'rotationIds/*'),
  ],
  escalations: [
    ...key,
    ...to('tocsin_escalation_policy.display_name', 'name'),
    ...to('tocsin_escalation_policy.description', 'description'),
    {
      from: '/enabled',
      noPlace: 'Switched off there; here it is followed by whatever names it.',
      level: 'behaviour',
      unless: [true],
    },
    ...to(`${step}.stops_when`, 'rules/*/condition'),
    ...to(`${step}.targets.pick`, 'rules/*/notifyType'),
    ...to(`${step}.after_minutes`, 'rules/*/delay'),
    ...to(`${step}.targets`, 'rules/*/recipient/id', 'rules/*/recipient/type'),
    ...to('tocsin_escalation_policy.loop_after_minutes', 'repeat/waitInterval'),
    ...to('tocsin_escalation_policy.loops', 'repeat/count'),
    ...to(
      'tocsin_escalation_policy.loop_while and acknowledgement_lapses_after_minutes',
      'repeat/resetRecipientStates',
    ),
    ...to('tocsin_escalation_policy.resolves_after_minutes', 'repeat/closeAlertAfterAll'),
  ],
  'team-routing-rules': [
    ...noise(web, 'id'),
    ...to(`${rule}.display_name`, 'name'),
    ...to('tocsin_escalation_policy.is_default', 'isDefault'),
    ...to('the order of tocsin_routing.rules', 'order'),
    ...to('tocsin_team.time_zone_id', 'timezone'),
    ...filter('/criteria', `${rule}.conditions`),
    ...hours('/timeRestriction', `${rule}.conditions.schedule`),
    ...to(`${actions}.use_escalation_policy_id`, 'notify/id', 'notify/type'),
  ],
  'forwarding-rules': [
    ...noise(web, 'id'),
    ...to(`${override}.user_id`, 'fromUserId'),
    ...to(`${override}.replacement_user_ids`, 'toUserId'),
    ...to(`${override}.start`, 'startDate'),
    ...to(`${override}.end`, 'endDate'),
  ],
};

const restriction: Field[] = [
  ...to('whether the policy has hours', 'timeRestriction/enabled'),
  ...to(
    `${rule}.conditions.schedule`,
    ...['start', 'end'].flatMap((end) =>
      ['Day', 'Hour', 'Minute'].map((unit) => `timeRestriction/timeRestrictions/*/${end}${unit}`),
    ),
  ),
  ...to('the zone in which hours are meant', 'timeRestriction/appliedTimeZone'),
];

const everyPolicy: Field[] = [
  ...noise(web, 'id'),
  ...noise('The kind of the object says it.', 'type'),
  ...noise('Policies are read team by team.', 'teamId'),
  ...noise(sameAs('the list of policies'), 'order'),
  ...to(`${rule}.display_name`, 'name'),
  ...to('policies that are switched off are left out', 'enabled'),
  { from: '/description', noPlace: 'Rules have no description here.', level: 'lost' },
  ...filter('/filter', `${rule}.conditions`),
  ...restriction,
];

const keep = (what: string, level: 'behaviour' | 'lost', noPlace: string): Field => ({
  from: `/keepOriginal${what}`,
  noPlace,
  level,
  unless: [true],
});

const alertPolicy: Field[] = [
  ...everyPolicy,
  {
    from: '/message',
    noPlace: 'Rules do not change titles: a mapping of the integration can.',
    level: 'lost',
    unless: ['{{message}}'],
  },
  {
    from: '/alias',
    noPlace: 'Rules do not decide what belongs together.',
    level: 'behaviour',
    unless: ['{{alias}}'],
  },
  ...to(`${actions}.set_attributes`, 'alertDescription', 'source', 'entity', 'details/*', 'tags/*'),
  ...to(`${actions}.set_attributes`, 'keepOriginalTags'),
  ...to(`${actions}.assign_to_teams`, 'responders/*/id', 'responders/*/type'),
  ...to(`${rule}.actions.rule_flow_control`, 'continue'),
  ...to(`${actions}.change_severity`, 'updatePriority', 'priorityValue'),
  keep('Responders', 'behaviour', 'The team of the integration stays on the incident.'),
  keep('Details', 'lost', 'Details of the sender stay.'),
  ...noise('About actions, of which there are none here.', 'keepOriginalActions'),
  { from: '/actions/**', noPlace: 'Incidents have no actions of their own here.', level: 'lost' },
];

const lasting = (action: string, becomes: string): Field[] =>
  to(becomes, `${action}/waitDuration`, `${action}/durationFormat`);

const notificationPolicy: Field[] = [
  ...everyPolicy,
  ...to(`${rule}.channels.notification_channels_muted`, 'suppress'),
  ...lasting('autoRestartAction', 'tocsin_escalation_policy.loop_after_minutes'),
  ...to('tocsin_escalation_policy.loops', 'autoRestartAction/maxRepeatCount'),
  ...lasting('autoCloseAction', `${actions}.delay_actions_in_minutes`),
  ...lasting('deduplicationAction', `${actions}.hold.threshold.within_minutes`),
  ...to(`${actions}.hold`, 'deduplicationAction/deduplicationActionType'),
  ...to(
    `${actions}.hold.threshold.payloads`,
    ...['deduplicationAction/frequency', 'deduplicationAction/countValueLimit'],
  ),
  ...lasting('delayAction', `${actions}.snooze_for_relative_in_minutes`),
  ...to(`${actions}.snooze_…`, 'delayAction/delayOption'),
  ...to(
    `${actions}.snooze_until_absolute`,
    ...['delayAction/delayTime/hours', 'delayAction/delayTime/minutes'],
  ),
];

const policyList: Field[] = [
  ...to('the order of tocsin_routing.rules', 'id', 'order'),
  ...noise(sameAs('the details of each policy'), 'name', 'type', 'enabled'),
];

const mapped = 'fieldMappings';
const alerts: Fields = {
  integrations: [
    ...noise(
      sameAs('integration-details'),
      ...['id', 'name', 'type', 'enabled', 'teamId', 'advanced', 'version'],
    ),
  ],
  'integration-details': [
    ...noise(web, 'id'),
    ...to(`${integration}.display_name`, 'name'),
    ...to(`${integration}.type`, 'type'),
    ...to(`${integration}.is_in_maintenance`, 'enabled'),
    ...to(`${integration}.team_id`, 'teamId'),
    ...to(`${integration}.is_muted`, 'typeSpecificProperties/suppressNotifications'),
    ...to(`${integration}.accepted_keys`, 'apiKey'),
    ...to('actions that nobody changed are left out', 'advanced'),
    ...noise('The type says it.', 'directions/*', 'domains/*'),
    ...noise(sameAs('maintenances'), 'maintenanceSources/**'),
    {
      from: '/typeSpecificProperties/emailUsername',
      noPlace: 'Mails go to another address: forward them at the mail server.',
      level: 'behaviour',
    },
    {
      from: '/typeSpecificProperties/**',
      noPlace: 'Settings of a type have no place here.',
      level: 'lost',
      unless: ['', false],
    },
  ],
  'integration-actions': [
    ...to('the order of attributes in the mapping', 'id'),
    ...noise(
      sameAs('integration-action-details'),
      ...['name', 'type', 'direction', 'domain', 'actionMappingType', 'groupType', 'enabled'],
    ),
  ],
  'integration-action-details': [
    ...noise(web, 'id', 'domain', 'groupType'),
    ...to('actions of tools that are told are left out', 'direction'),
    ...to('actions that are switched off are left out', 'enabled'),
    ...to(mapping, 'type', `${mapped}/tags/*`, `${mapped}/extraProperties/*`),
    ...to(
      mapping,
      ...['alias', 'message', 'description', 'entity', 'source', 'user', 'note', 'priority'].map(
        (member) => `${mapped}/${member}`,
      ),
    ),
    ...to(`${rule}.display_name`, 'name'),
    ...to(
      `${actions}.assign_to_teams`,
      ...[`${mapped}/responders/*/id`, `${mapped}/responders/*/type`],
    ),
    ...noise('Whether there are conditions says it.', 'filter/conditionsEmpty'),
    ...noise(
      'Conditions of the product itself, as of others.',
      'filter/conditions/*/systemCondition',
    ),
    ...filter('/filter', mapping),
    ...noise(
      'Says what happens there, which the type says, too.',
      ...['actionMapping/type', 'actionMapping/parameter/**'],
    ),
    {
      from: '/typeSpecificProperties/**',
      noPlace: 'Settings of an action have no place here.',
      level: 'lost',
      unless: ['', false],
    },
  ],
  'alert-policies': policyList,
  'alert-policy-details': alertPolicy,
  'team-alert-policies': policyList,
  'team-alert-policy-details': alertPolicy,
  'notification-policies': policyList,
  'notification-policy-details': notificationPolicy,
  heartbeats: [
    ...to(`${integration}.display_name`, 'name'),
    { from: '/description', noPlace: 'Integrations have no description here.', level: 'lost' },
    ...to(`${monitor}.interval_in_sec`, 'interval', 'intervalUnit'),
    ...to(`${integration}.is_in_maintenance`, 'enabled'),
    ...to(`${integration}.team_id`, 'ownerTeamId'),
    ...to(`${monitor}.severity`, 'alertPriority'),
    ...noise('Whether it is missing now.', 'status'),
    ...['alertMessage', 'alertTags/**'].map(
      (member): Field => ({
        from: `/${member}`,
        noPlace: 'The mapping of the type decides what payloads become: change it there.',
        level: 'lost',
      }),
    ),
  ],
};

const maintenance: Field[] = [
  ...key,
  ...noise('Rules say whose integrations it is about.', 'teamId'),
  ...to('what is over is left out', 'status'),
  ...to(`${window}.description`, 'description'),
  ...to(`${window}.start`, 'startDate'),
  ...to(`${window}.end`, 'endDate'),
  ...to(`${window}.type`, 'rules/*/state'),
  ...to(`${window}.integration_id`, 'rules/*/entity/id', 'rules/*/entity/type'),
];

const services: Fields = {
  services: [
    ...noise(web, 'id'),
    ...to('tocsin_service.display_name and public_title', 'name'),
    ...to('tocsin_service.public_description', 'description'),
    ...noise(
      'About Jira, not about who is told.',
      'tier',
      'type',
      'changeApprovers/**',
      'projects/**',
    ),
    {
      from: '/owner',
      noPlace: 'Services belong to no team here: rules of integrations say who is told.',
      level: 'lost',
    },
    ...['responders/**', 'stakeholders/**'].map(
      (member): Field => ({
        from: `/${member}`,
        noPlace: 'Told of incidents of Jira, which are none of operations.',
        level: 'behaviour',
      }),
    ),
  ],
};

export const fields: Fields = {
  ...people,
  ...duty,
  ...alerts,
  ...services,
  maintenances: maintenance,
  'team-maintenances': maintenance,
};
