import { type Field, type Fields, noise, noPlace, to } from '../../model/fields.ts';

const key = to('the key in the lock file', 'id');
const times = noise('when it was written', 'createdAt', 'updatedAt');
const layer = 'tocsin_schedule.layers';
const step = 'tocsin_escalation_policy.steps';
const integration = 'tocsin_integration';
const monitor = `${integration}.integration_settings.heartbeat_monitor`;
const rules = 'tocsin_user_notification_rules';

const team = (owner: string): Field[] => [
  ...to(`${owner}.team_id`, 'teams/*/id'),
  ...noise('the team has it', 'teams/*/name'),
];

const people: Fields = {
  users: [
    ...key,
    ...noise('how they sign in there', 'username'),
    ...to('tocsin_user.display_name', 'firstName', 'lastName'),
    ...to('tocsin_user.email', 'email'),
    ...to('tocsin_user.time_zone_id', 'timezone'),
    ...to('tocsin_user.language', 'language'),
    ...to('tocsin_user.region', 'region'),
    {
      from: '/role',
      noPlace: 'Give the role in the organization here: imported people are Members.',
      level: 'lost',
      unless: ['USER', 'RESPONDER'],
    },
    ...to('a line of the report', 'mutedUntil'),
    ...noise('says nothing about how people are told', 'position', 'department', 'shiftColor'),
    ...noise('how ilert shows it', 'avatarUrl'),
    ...times,
  ],
  'user-emails': [
    ...to('the preferences that name it', 'id'),
    ...to(`${rules}.contacts.target`, 'target'),
    ...to('contacts that are not locked', 'status'),
  ],
  'user-phone-numbers': [
    ...to('the preferences that name it', 'id'),
    ...to(`tocsin_user.phone_number, or ${rules}.contacts.target`, 'target', 'regionCode'),
    ...to('tocsin_user.phone_number', 'primary'),
    ...to('contacts that are not locked', 'status'),
  ],
  'alert-preferences': [
    ...noise('follows from its place', 'id'),
    ...to(`${rules}.rules.steps.channel`, 'method'),
    ...to(`${rules}.rules.steps.contact_id`, 'contact/id'),
    ...noise('the contact has it', 'contact/**'),
    ...to(`${rules}.rules.steps.after_minutes`, 'delayMin'),
    ...to(`${rules}.rules.urgencies, or otherwise`, 'type'),
  ],
  'duty-preferences': [
    ...noise('follows from its place', 'id'),
    ...to('tocsin_user.notices_before_minutes', 'beforeMin', 'type'),
    ...noPlace('lost', 'Notices of shifts follow the notification settings.', 'method'),
    ...noise('the contact has it', 'contact/**'),
  ],
  teams: [
    ...key,
    ...to('tocsin_team.display_name', 'name'),
    ...to('tocsin_team_membership.user_id', 'members/*/user/id'),
    ...noise('the person has it', 'members/*/user/**'),
    ...to('tocsin_team_membership.role', 'members/*/role'),
    {
      from: '/visibility',
      noPlace: 'Teams are seen by their members and by who may see all teams.',
      level: 'lost',
      unless: ['PUBLIC'],
    },
    ...times,
  ],
};

const duty: Fields = {
  schedules: [
    ...key,
    ...to('tocsin_schedule.display_name', 'name'),
    ...to('tocsin_schedule.time_zone_id', 'timezone'),
    ...to('layers or temporary schedules', 'type'),
    ...team('tocsin_schedule'),
    ...to(`${layer}.display_name`, 'scheduleLayers/*/name'),
    ...to(`${layer}.starts_at and turns.from`, 'scheduleLayers/*/startsOn'),
    ...to(`${layer}.ends_at`, 'scheduleLayers/*/endsOn'),
    ...to(`${layer}.turns`, 'scheduleLayers/*/rotation'),
    ...to(`${layer}.groups`, 'scheduleLayers/*/users/*/id'),
    ...noise('the person has it', 'scheduleLayers/*/users/*/**'),
    ...to(`${layer}.hours`, 'scheduleLayers/*/restrictionType'),
    ...['from', 'to'].flatMap((end) =>
      to(
        `${layer}.hours`,
        ...['dayOfWeek', 'time'].map((part) => `scheduleLayers/*/restrictions/*/${end}/${part}`),
      ),
    ),
    ...to('tocsin_temporary_schedule.shifts', 'shifts/*/start', 'shifts/*/end'),
    ...to('tocsin_temporary_schedule.shifts.user_ids', 'shifts/*/user/id'),
    ...noise('the person has it', 'shifts/*/user/**'),
    ...noise('who is on call when it was saved', 'currentShift/**', 'nextShift/**'),
    ...noise('how ilert shows it', 'showGaps', 'defaultShiftDuration'),
  ],
  'schedule-overrides': [
    ...to('tocsin_on_call_override.start and end', 'start', 'end'),
    ...to('tocsin_on_call_override.user_id', 'user/id'),
    ...noise('the person has it', 'user/**'),
  ],
  'escalation-policies': [
    ...key,
    ...to('tocsin_escalation_policy.display_name', 'name'),
    ...team('tocsin_escalation_policy'),
    ...to('tocsin_escalation_policy.loops', 'repeating', 'frequency'),
    ...to(`${step}.after_minutes of the first step`, 'delayMin'),
    ...to('a line of the report', 'routingKey'),
    ...to(`${step}.after_minutes of the next step`, 'escalationRules/*/escalationTimeout'),
    ...to(`${step}.targets.user_id`, 'escalationRules/*/user/id', 'escalationRules/*/users/*/id'),
    ...to(
      `${step}.targets.schedule_id`,
      ...['escalationRules/*/schedule/id', 'escalationRules/*/schedules/*/id'],
    ),
    ...to(`${step}.targets.team_id`, 'escalationRules/*/team/id', 'escalationRules/*/teams/*/id'),
    ...noise(
      'who is named has it',
      ...['user/**', 'users/*/**', 'schedule/**', 'schedules/*/**', 'team/**', 'teams/*/**'].map(
        (named) => `escalationRules/*/${named}`,
      ),
    ),
  ],
};

const whole = (kind: string): Field[] => [{ from: '/**', noise: `The same is in ${kind}.` }];

const intake: Fields = {
  'support-hours': whole('support-hour-details'),
  'support-hour-details': [
    ...key,
    ...to('tocsin_support_hours.display_name', 'name'),
    ...team('tocsin_support_hours'),
    ...to('tocsin_support_hours.time_zone_id', 'timezone'),
    ...to('tocsin_support_hours.hours', 'supportDays/*/start', 'supportDays/*/end'),
    ...to('a line of the report', 'exceptions/*/name', 'exceptions/*/start', 'exceptions/*/end'),
    ...to('a line of the report', 'exceptions/*/supportStatus'),
  ],
  'alert-sources': whole('alert-source-details'),
  'alert-source-details': [
    ...key,
    ...to(`${integration}.display_name`, 'name'),
    ...team(integration),
    ...to(`${integration}.type`, 'integrationType'),
    ...to(`${integration}.accepted_keys`, 'integrationKey'),
    ...noise('the key is in it', 'integrationUrl'),
    ...to(`${integration}.escalation_policy_id`, 'escalationPolicy/id'),
    ...noise('the policy has it', 'escalationPolicy/**'),
    ...to('tocsin_escalation_policy.resolves_after_minutes', 'autoResolutionTimeout'),
    ...to('a line of the report', 'alertCreation'),
    ...noise('its line says what to do', 'alertGroupingWindow', 'scoreThreshold'),
    ...to(`${integration}.urgency_settings`, 'alertPriorityRule', 'autoRaiseAlerts'),
    ...to(`${integration}.urgency_settings.support_hours_id`, 'supportHours/id'),
    ...noise('the support hours have it', 'supportHours/**'),
    ...to(`${integration}.is_in_maintenance`, 'active'),
    ...noise('how it was when it was saved', 'status', 'setupStatus'),
    ...noise('an older name of what is said, too', 'incidentCreation', 'incidentPriorityRule'),
    ...noise('mail has another address here', 'email'),
    ...noise('how filters of mails are joined', 'filterOperator', 'resolveFilterOperator'),
    ...['emailFiltered', 'emailResolveFiltered'].map(
      (member): Field => ({
        from: `/${member}`,
        noPlace: 'Mails are filtered there: add rules that do the same.',
        level: 'behaviour',
        unless: [false],
      }),
    ),
    ...noPlace(
      'behaviour',
      'Filters of mails decide what is told, and what ends it: add rules and a mapping that do the same.',
      ...['emailPredicates/**', 'emailResolvePredicates/**', 'resolveKeyExtractor/**'],
    ),
    ...to(`${monitor}.interval_in_sec`, 'heartbeat/intervalSec'),
    ...noPlace('lost', 'What its incident says is made by the mapping.', 'heartbeat/summary'),
    ...noise('how it was when it was saved', 'heartbeat/status'),
    ...noPlace('lost', 'Tickets are made by an outbound integration here.', 'autotaskMetadata/**'),
    ...noise('how ilert shows it', 'iconUrl', 'lightIconUrl', 'darkIconUrl'),
    ...noise('answers to the tool are outbound integrations', 'bidirectional'),
    ...noPlace(
      'lost',
      'Name the services that it affects here.',
      'services/**',
      'servicesTemplate/**',
    ),
    {
      from: '/autoCreateServices',
      noPlace: 'Make services by hand.',
      level: 'lost',
      unless: [false],
    },
    ...noPlace('lost', 'The mapping of the integration decides the severity.', 'severity'),
    ...noPlace(
      'lost',
      'Texts and links of incidents are made by the mapping of the integration.',
      ...['summaryTemplate/**', 'detailsTemplate/**', 'linkTemplates/**', 'textTemplate/**'],
    ),
    ...noPlace(
      'behaviour',
      'Decides what is told to whom, or what belongs together: change the mapping of the integration, or add rules.',
      ...['routingTemplate/**', 'alertKeyTemplate/**', 'priorityTemplate/**'],
      ...['severityTemplate/**', 'eventFilter', 'eventTypeFilterCreate'],
      ...['eventTypeFilterAccept', 'eventTypeFilterResolve'],
    ),
    ...times,
  ],
  'heartbeat-monitors': whole('heartbeat-monitor-details'),
  'heartbeat-monitor-details': [
    ...noise('its key', 'id'),
    ...to(`${integration}.display_name`, 'name'),
    ...team(integration),
    ...to(`${monitor}.interval_in_sec`, 'intervalSec'),
    ...to(`${integration}.accepted_keys`, 'integrationKey'),
    ...noise('the key is in it', 'integrationUrl'),
    ...to(`${integration}.escalation_policy_id`, 'alertSource/id'),
    ...noise('the alert source has it', 'alertSource/**'),
    ...noPlace('lost', 'What its incident says is made by the mapping.', 'alertSummary'),
    ...noise('how it was when it was saved', 'state'),
    ...times,
  ],
  'maintenance-windows': [
    ...noise('its key', 'id'),
    ...to('tocsin_integration_maintenance_window.start and end', 'start', 'end', 'timezone'),
    ...to('tocsin_integration_maintenance_window.description', 'summary'),
    ...to('tocsin_integration_maintenance_window.integration_id', 'alertSources/*/id'),
    ...noise('the alert source has it', 'alertSources/*/**'),
    ...noPlace('lost', 'Windows have one text here.', 'description'),
    ...noPlace(
      'lost',
      'Plan maintenance of services at the services.',
      'services/**',
      'notifications/**',
    ),
    ...noise('who wrote it', 'createdBy/**'),
  ],
  'event-flows': whole('event-flow-details'),
  'event-flow-details': [
    ...noise('its line names it', 'id', 'name', 'teams/**'),
    ...noPlace(
      'behaviour',
      'Not brought: it routes events by conditions of its own. Make routing rules that do the same.',
      'root/**',
    ),
  ],
};

export const fields: Fields = { ...people, ...duty, ...intake };
