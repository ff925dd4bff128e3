import type { Fields } from '../../../model/fields.ts';
import { common, ignored, links, noise, noPlace, reference, to } from './rows.ts';

const integration = '/integrations/*';
const grouping = '/alert_grouping_parameters';
const urgency = '/incident_urgency_rule';
const becomes = 'tocsin_integration';
const settings = 'tocsin_service.urgency_settings';
const hours = 'tocsin_support_hours';
const window = 'tocsin_integration_maintenance_window';

const dependency = [
  to('/id', 'tocsin_service.depends_on'),
  ...reference('/supporting_service', 'tocsin_service.depends_on'),
  ...reference('/dependent_service', 'tocsin_service.depends_on'),
  ...noise('follows from the list', '/type'),
];

/** Services, what comes in by them, and what stands beside them. */
export const serviceFields: Fields = {
  services: [
    ...common('tocsin_service'),
    to('/description', 'tocsin_service.public_description'),
    to('/status', `${becomes}.is_in_maintenance`, 'where it is disabled'),
    to('/auto_resolve_timeout', 'tocsin_escalation_policy.resolves_after_minutes'),
    to(
      '/acknowledgement_timeout',
      'tocsin_escalation_policy.acknowledgement_lapses_after_minutes',
      'services that differ get a policy each',
    ),
    ...reference('/escalation_policy', `${becomes}.escalation_policy_id`),
    ...ignored('/escalation_policy', 'policies are read by themselves'),
    ...reference('/teams/*', `${becomes}.team_id`),
    to(`${urgency}/type`, settings),
    to(`${urgency}/urgency`, settings),
    to(`${urgency}/during_support_hours/type`, `${settings}.during`),
    to(`${urgency}/during_support_hours/urgency`, `${settings}.during`),
    to(`${urgency}/outside_support_hours/type`, `${settings}.outside`),
    to(`${urgency}/outside_support_hours/urgency`, `${settings}.outside`),
    to('/support_hours/type', hours),
    to('/support_hours/time_zone', `${hours}.time_zone_id`),
    to('/support_hours/start_time', `${hours}.hours.from`),
    to('/support_hours/end_time', `${hours}.hours.until`),
    to('/support_hours/days_of_week/*', `${hours}.hours.selected_days`),
    to('/scheduled_actions/*/type', `${settings}.raises_at_start`),
    to('/scheduled_actions/*/to_urgency', `${settings}.raises_at_start`),
    to('/scheduled_actions/*/at/type', `${settings}.raises_at_start`),
    to('/scheduled_actions/*/at/name', `${settings}.raises_at_start`),
    to('/alert_grouping', 'tocsin_integration_mapping', 'where there are no parameters'),
    to('/alert_grouping_timeout', 'tocsin_integration_mapping', 'where there are no parameters'),
    to(`${grouping}/type`, 'tocsin_integration_mapping'),
    to(`${grouping}/config/timeout`, 'tocsin_integration_mapping.grouping_window_in_seconds'),
    to(`${grouping}/config/time_window`, 'tocsin_integration_mapping.grouping_window_in_seconds'),
    to(`${grouping}/config/fields/*`, 'tocsin_integration_mapping.attributes'),
    to(`${grouping}/config/aggregate`, 'tocsin_integration_mapping.attributes'),
    ...noise('a proposal of PagerDuty', `${grouping}/config/recommended_time_window`),
    ...noise(
      'what machine learning looks at, of which its line says that it has no place',
      `${grouping}/config/iag_fields/*`,
    ),
    ...noise('where grouping is kept', `${grouping}/id`),
    to('/auto_pause_notifications_parameters/enabled', `${becomes}.hold_settings`),
    to('/auto_pause_notifications_parameters/timeout', `${becomes}.hold_settings.pause_minutes`),
    ...noise('a proposal of PagerDuty', '/auto_pause_notifications_parameters/recommended_timeout'),
    to(`${integration}/id`, becomes),
    to(`${integration}/type`, `${becomes}.type`),
    to(`${integration}/name`, `${becomes}.display_name`),
    to(`${integration}/summary`, `${becomes}.display_name`),
    to(`${integration}/integration_key`, `${becomes}.accepted_keys`),
    to(`${integration}/integration_email`, becomes, 'mails are forwarded'),
    to(`${integration}/vendor/summary`, `${becomes}.type`),
    ...ignored(`${integration}/vendor`, 'the name says it'),
    ...ignored(`${integration}/service`, 'stands in its service'),
    ...noise('when it was made', `${integration}/created_at`),
    ...links(integration),
    noPlace(`${integration}/email_incident_creation`, 'behaviour', 'each mail opens an incident', [
      'on_new_email',
    ]),
    noPlace(`${integration}/email_filter_mode`, 'behaviour', 'mails are filtered by rules', [
      'all-email',
    ]),
    noPlace(`${integration}/email_filters/**`, 'behaviour', 'mails are filtered by rules'),
    noPlace(`${integration}/email_parsers/**`, 'behaviour', 'mails are read by the mapping'),
    noPlace(`${integration}/email_parsing_fallback`, 'behaviour', 'mails are read by the mapping', [
      'open_new_incident',
    ]),
    noPlace(`${integration}/config/**`, 'behaviour', 'settings of this tool are made anew'),
    noPlace('/alert_creation', 'lost', 'alerts and incidents are one', [
      'create_alerts_and_incidents',
    ]),
    noPlace('/response_play/**', 'behaviour', 'response plays add people: use a policy'),
    noPlace('/addons/**', 'lost', 'pages of other products are not shown'),
    ...noise('what happened', '/created_at', '/last_incident_timestamp'),
  ],
  'maintenance-windows': [
    to('/id', window),
    to('/start_time', `${window}.start`),
    to('/end_time', `${window}.end`),
    to('/description', `${window}.description`),
    ...reference('/services/*', `${window}.integration_id`),
    ...ignored('/teams', 'those of its services'),
    ...ignored('/created_by', 'who made it'),
    ...noise('a number in PagerDuty', '/sequence_number'),
    ...noise('the description again', '/summary'),
    ...noise('follows from the list', '/type'),
    ...links(),
  ],
  'business-services': [
    ...common('tocsin_service'),
    to('/description', 'tocsin_service.public_description'),
    noPlace('/point_of_contact', 'lost', 'services have no contact'),
    noPlace('/team/id', 'lost', 'services belong to the organization'),
    ...ignored('/team', 'the team again'),
  ],
  'business-service-dependencies': dependency,
  'service-dependencies': dependency,
  priorities: [
    to('/id', 'tocsin_routing.rules.actions.set_attributes', 'rules name it'),
    to(
      '/name',
      'tocsin_routing.rules.actions.set_attributes',
      'the attribute Priority; lost where no rule sets it',
    ),
    noPlace('/description', 'lost', 'priorities have no description'),
    ...noise('looks and order', '/color', '/order', '/schema_version'),
    ...noise('the name again', '/summary'),
    ...noise('follows from the list', '/type'),
    ...noise('when it was made', '/created_at', '/updated_at', '/account_id'),
    ...links(),
  ],
  extensions: [
    noPlace('/name', 'lost', 'tools that are told are set up anew'),
    noPlace('/endpoint_url', 'secret', 'the address of a tool'),
    noPlace('/config/**', 'secret', 'settings of a tool'),
    noPlace('/extension_objects/**', 'lost', 'what the tool was told about'),
    noPlace('/extension_schema/**', 'lost', 'which tool it was'),
    ...noise('the name again', '/summary'),
    ...noise('follows from the list', '/type', '/id'),
    ...noise('state', '/temporarily_disabled'),
    ...links(),
  ],
  'response-plays': [
    noPlace('/name', 'lost', 'response plays have no place: people are added by hand'),
    noPlace('/responders/**', 'behaviour', 'nobody is added by a play'),
    noPlace('/subscribers/**', 'lost', 'nobody is subscribed by a play'),
    ...noise('about the play', '/**'),
  ],
};
