import type { Field, Fields } from '../../model/fields.ts';
import { filter, hours, owner, reference, sameAs, web } from './field-rows.ts';

const listOf = (kind: string, ...members: string[]): Field[] =>
  members.map((member) => ({ from: `/${member}`, noise: sameAs(kind) }));

const everyPolicy = (actions: readonly Field[]): Field[] => [
  { from: '/id', noise: web },
  { from: '/type', noise: 'The kind of the object says it.' },
  { from: '/teamId', noise: 'Policies are read team by team.' },
  { from: '/order', noise: sameAs('the list of policies') },
  { from: '/name', to: 'tocsin_routing.rules.display_name' },
  { from: '/enabled', to: 'policies that are switched off are left out' },
  { from: '/policyDescription', noPlace: 'Rules have no description here.', level: 'lost' },
  ...filter('/filter', 'tocsin_routing.rules.conditions'),
  ...hours('/timeRestriction', 'tocsin_routing.rules.conditions.schedule'),
  ...hours('/timeRestrictions', 'tocsin_routing.rules.conditions.schedule'),
  ...actions,
];

const duration = (at: string, to: string): Field[] => [
  { from: `${at}/timeAmount`, to },
  { from: `${at}/timeUnit`, to },
];

const noTitle = 'Rules do not change titles: a mapping of the integration can.';
const attributes = 'tocsin_routing.rules.actions.set_attributes';
const alertPolicy = everyPolicy([
  { from: '/message', noPlace: noTitle, level: 'lost', unless: ['{{message}}'] },
  { from: '/alertDescription', to: attributes },
  { from: '/description', to: attributes },
  {
    from: '/alias',
    noPlace: 'Rules do not decide what belongs together.',
    level: 'behaviour',
    unless: ['{{alias}}'],
  },
  { from: '/entity', to: attributes },
  { from: '/source', to: attributes },
  { from: '/continue', to: 'tocsin_routing.rules.actions.rule_flow_control' },
  { from: '/priority', to: 'tocsin_routing.rules.actions.change_severity' },
  { from: '/updatePriority', noise: 'Whether it has a priority says it.' },
  ...reference('/responders/*', 'tocsin_routing.rules.actions.assign_to_teams'),
  {
    from: '/ignoreOriginalResponders',
    noPlace: 'The team of the integration stays on the incident.',
    level: 'behaviour',
    unless: [false],
  },
  { from: '/tags/*', to: attributes },
  { from: '/ignoreOriginalTags', to: attributes },
  { from: '/details/*', to: attributes },
  {
    from: '/ignoreOriginalDetails',
    noPlace: 'Details of the sender stay.',
    level: 'lost',
    unless: [false],
  },
  { from: '/actions/**', noPlace: 'Incidents have no actions of their own here.', level: 'lost' },
  { from: '/ignoreOriginalActions', noise: 'About actions, of which there are none here.' },
]);

const notificationPolicy = everyPolicy([
  { from: '/suppress', to: 'tocsin_routing.rules.channels.notification_channels_muted' },
  { from: '/delayAction/delayOption', to: 'tocsin_routing.rules.actions.snooze_…' },
  { from: '/delayAction/untilHour', to: 'tocsin_routing.rules.actions.snooze_until_absolute' },
  { from: '/delayAction/untilMinute', to: 'tocsin_routing.rules.actions.snooze_until_absolute' },
  ...duration(
    '/delayAction/duration',
    'tocsin_routing.rules.actions.snooze_for_relative_in_minutes',
  ),
  ...[
    ['deduplicationAction', 'deduplicationActionType'],
    ['deDuplicationAction', 'deDuplicationActionType'],
  ].flatMap(([action, type]): Field[] => [
    { from: `/${action}/${type}`, to: 'tocsin_routing.rules.actions.hold' },
    { from: `/${action}/count`, to: 'tocsin_routing.rules.actions.hold.threshold.payloads' },
    ...duration(
      `/${action}/duration`,
      'tocsin_routing.rules.actions.hold.threshold.within_minutes',
    ),
  ]),
  ...duration('/autoCloseAction/duration', 'tocsin_routing.rules.actions.delay_actions_in_minutes'),
  ...duration('/autoRestartAction/duration', 'tocsin_escalation_policy.loop_after_minutes'),
  { from: '/autoRestartAction/maxRepeatCount', to: 'tocsin_escalation_policy.loops' },
]);

const policyList: Field[] = [
  { from: '/id', to: 'the order of tocsin_routing.rules' },
  { from: '/order', to: 'the order of tocsin_routing.rules' },
  ...listOf('the details of each policy', 'name', 'type', 'enabled'),
];

const noMapping = 'The mapping of the type decides what payloads become: change it there.';
const mapped = 'tocsin_integration_mapping.attributes_mapping';
const action: Field[] = ['create', 'close', 'acknowledge', 'addNote', 'ignore'].flatMap(
  (kind): Field[] => {
    const at = `/${kind}/*`;
    const to = (...members: readonly string[]): Field[] =>
      members.map((member) => ({ from: `${at}/${member}`, to: mapped }));
    const lost = (member: string): Field => ({
      from: `${at}/${member}`,
      noPlace: noMapping,
      level: 'lost',
      unless: [false],
    });
    const noise = (why: string, ...members: readonly string[]): Field[] =>
      members.map((member) => ({ from: `${at}/${member}`, noise: why }));
    const always: Field[] = [
      ...noise('The list says it.', 'type'),
      { from: `${at}/order`, to: 'the order of attributes in the mapping' },
      ...filter(`${at}/filter`, mapped),
    ];
    if (kind === 'ignore') return [...always, ...noise('The name of an action.', 'name')];
    if (kind !== 'create')
      return [
        ...always,
        ...noise('The name of an action.', 'name'),
        ...to('alias', 'user', 'note'),
      ];
    return [
      ...always,
      { from: `${at}/name`, to: 'tocsin_routing.rules.display_name' },
      ...to('alias', 'message', 'description', 'entity', 'source', 'user', 'note'),
      ...to('priority', 'customPriority', 'tags/*', 'ignoreTagsFromPayload', 'extraProperties/*'),
      ...reference(`${at}/recipients/*`, 'tocsin_routing.rules.actions.assign_to_teams'),
      ...reference(`${at}/responders/*`, 'tocsin_routing.rules.actions.assign_to_teams'),
      ...noise(
        'About people whom payloads name, which a rule decides here.',
        ...['ignoreRecipientsFromPayload', 'ignoreTeamsFromPayload', 'ignoreRespondersFromPayload'],
      ),
      lost('ignoreAlertActionsFromPayload'),
      lost('ignoreExtraPropertiesFromPayload'),
      lost('appendAttachments'),
      { from: `${at}/alertActions/**`, noPlace: noMapping, level: 'lost' },
    ];
  },
);

const integrations: Fields = {
  integrations: [
    { from: '/id', to: 'the key in the lock file' },
    { from: '/teamId', to: 'tocsin_integration.team_id' },
    ...listOf('integration-details', 'name', 'type', 'enabled', 'version'),
  ],
  'integration-details': [
    { from: '/id', noise: web },
    { from: '/_readOnly/**', noise: 'Which members cannot be changed.' },
    { from: '/name', to: 'tocsin_integration.display_name' },
    { from: '/type', to: 'tocsin_integration.type' },
    { from: '/version', noise: 'The type says it.' },
    { from: '/enabled', to: 'tocsin_integration.is_in_maintenance' },
    { from: '/suppressNotifications', to: 'tocsin_integration.is_muted' },
    { from: '/apiKey', to: 'tocsin_integration.accepted_keys' },
    { from: '/teamId', to: 'tocsin_integration.team_id' },
    ...['id', 'name', 'username'].map(
      (member): Field => ({ from: `/ownerTeam/${member}`, to: 'tocsin_integration.team_id' }),
    ),
    ...['responders', 'recipients'].flatMap((member) =>
      reference(
        `/${member}/*`,
        'tocsin_integration.escalation_policy_id, or tocsin_routing.rules.actions.assign_to_teams',
      ),
    ),
    { from: '/teams/**', noise: sameAs('responders') },
    {
      from: '/ignoreRespondersFromPayload',
      noPlace:
        'Responders that a payload names are an attribute here: a rule decides whom they mean.',
      level: 'behaviour',
      unless: [true],
    },
    {
      from: '/ignoreRecipientsFromPayload',
      noise: 'The older name of ignoreRespondersFromPayload.',
    },
    { from: '/ignoreTeamsFromPayload', noise: 'Part of ignoreRespondersFromPayload.' },
    ...['allowReadAccess', 'allowWriteAccess', 'allowDeleteAccess', 'allowConfigurationAccess'].map(
      (member): Field => ({ from: `/${member}`, noise: 'About the API of that product.' }),
    ),
    { from: '/isGlobal', noise: 'Whether it has a team says it.' },
    { from: '/isAdvanced', to: 'actions that nobody changed are left out' },
    { from: '/advanced', noise: 'Whether its actions were changed.' },
    { from: '/feature-type', noise: 'The type says it.' },
    { from: '/featureType', noise: 'The type says it.' },
    {
      from: '/emailUsername',
      noPlace: 'Mails go to an address of this server.',
      level: 'behaviour',
    },
    {
      from: '/emailAddress',
      noPlace: 'Mails go to an address of this server.',
      level: 'behaviour',
    },
    ...[
      'webhookUrl',
      'url',
      'headers/**',
      'addAlertDescription',
      'addAlertDetails',
      'alertFilter/**',
      'alertActions/**',
    ].map(
      (member): Field => ({
        from: `/${member}`,
        noPlace: 'Telling other tools is set up as an outbound integration.',
        level: 'behaviour',
      }),
    ),
  ],
  'integration-actions': [{ from: '/_parent/**', noise: web }, ...action],
};

const others: Fields = {
  heartbeats: [
    { from: '/name', to: 'tocsin_integration.display_name' },
    { from: '/description', noPlace: 'Integrations have no description here.', level: 'lost' },
    {
      from: '/interval',
      to: 'tocsin_integration.integration_settings.heartbeat_monitor.interval_in_sec',
    },
    {
      from: '/intervalUnit',
      to: 'tocsin_integration.integration_settings.heartbeat_monitor.interval_in_sec',
    },
    { from: '/enabled', to: 'tocsin_integration.is_in_maintenance' },
    ...owner('tocsin_integration.team_id'),
    {
      from: '/alertPriority',
      to: 'tocsin_integration.integration_settings.heartbeat_monitor.severity',
    },
    { from: '/alertMessage', noPlace: noMapping, level: 'lost' },
    { from: '/alertTags/**', noPlace: noMapping, level: 'lost' },
    { from: '/lastPingTime', noise: 'When it was last seen.' },
    { from: '/expired', noise: 'Whether it is missing now.' },
  ],
  maintenance: listOf('maintenance-details', 'id', 'status', 'description', 'time/**', 'rules/**'),
  'maintenance-details': [
    { from: '/id', noise: web },
    { from: '/status', to: 'what is over is left out' },
    { from: '/description', to: 'tocsin_integration_maintenance_window.description' },
    { from: '/time/type', to: 'tocsin_integration_maintenance_window.end' },
    { from: '/time/startDate', to: 'tocsin_integration_maintenance_window.start' },
    { from: '/time/endDate', to: 'tocsin_integration_maintenance_window.end' },
    { from: '/rules/*/state', to: 'tocsin_integration_maintenance_window.type' },
    { from: '/rules/*/entity/id', to: 'tocsin_integration_maintenance_window.integration_id' },
    { from: '/rules/*/entity/type', to: 'tocsin_integration_maintenance_window.integration_id' },
    { from: '/rules/*/entity/name', noise: 'Its id says which one it is.' },
  ],
  services: [
    { from: '/id', noise: web },
    { from: '/name', to: 'tocsin_service.display_name and public_title' },
    { from: '/description', to: 'tocsin_service.public_description' },
    {
      from: '/teamId',
      noPlace: 'Services belong to the organization: integrations affect them.',
      level: 'behaviour',
    },
    { from: '/tags/**', noPlace: 'Services have no tags here.', level: 'lost' },
    {
      from: '/visibility',
      noPlace: 'All members see all services.',
      level: 'lost',
      unless: ['OPSGENIE_USERS'],
    },
    { from: '/isExternal', noise: 'Who runs the service.' },
  ],
};

export const alertFields: Fields = {
  'team-routing-rules': [
    { from: '/id', noise: web },
    { from: '/_parent/**', noise: web },
    { from: '/name', to: 'tocsin_routing.rules.display_name' },
    { from: '/isDefault', to: 'tocsin_escalation_policy.is_default' },
    { from: '/order', to: 'the order of tocsin_routing.rules' },
    { from: '/timezone', to: 'tocsin_team.time_zone_id' },
    ...filter('/criteria', 'tocsin_routing.rules.conditions'),
    ...hours('/timeRestriction', 'tocsin_routing.rules.conditions.schedule'),
    ...['id', 'name', 'type'].map(
      (member): Field => ({
        from: `/notify/${member}`,
        to: 'tocsin_routing.rules.actions.use_escalation_policy_id',
      }),
    ),
  ],
  'alert-policies': policyList,
  'alert-policy-details': alertPolicy,
  'team-alert-policies': policyList,
  'team-alert-policy-details': alertPolicy,
  'notification-policies': policyList,
  'notification-policy-details': notificationPolicy,
  ...integrations,
  ...others,
};
