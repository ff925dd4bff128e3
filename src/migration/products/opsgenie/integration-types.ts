/** Types of integrations by names of Opsgenie in small letters, without their version. Null: it takes no alerts. */
const types: Readonly<Record<string, string | null>> = {
  api: 'OpsgenieAlertApi',
  appdynamics: 'AppDynamics',
  awssecurityhub: 'AwsSecurityHub',
  azure: 'AzureMonitor',
  azureservicehealth: 'AzureServiceHealth',
  bugsnag: 'Bugsnag',
  catchpoint: 'Catchpoint',
  cloudwatch: 'AmazonCloudWatch',
  cloudwatchevents: 'AmazonEventBridge',
  amazonsns: 'AmazonSns',
  amazoneventbridge: 'AmazonEventBridge',
  amazonguardduty: 'AmazonGuardDuty',
  coralogix: 'Coralogix',
  crowdstrike: 'CrowdStrike',
  datadog: 'Datadog',
  dynatrace: 'Dynatrace',
  email: 'Email',
  freshdesk: 'Freshdesk',
  freshservice: 'Freshservice',
  grafana: 'OpsgenieAlertApi',
  honeycomb: 'Honeycomb',
  icinga: 'Icinga2',
  instana: 'Instana',
  jenkins: 'Jenkins',
  kapacitor: 'Kapacitor',
  librenms: 'LibreNms',
  logicmonitor: 'LogicMonitor',
  nagios: 'Nagios',
  newrelic: 'NewRelic',
  opmanager: 'OpManager',
  pingdom: 'Pingdom',
  prometheus: 'OpsgenieAlertApi',
  prtg: 'PRTG',
  rollbar: 'Rollbar',
  sematext: 'Sematext',
  sensu: 'Sensu',
  sentry: 'Sentry',
  site24x7: 'Site24x7',
  solarwinds: 'SolarWinds',
  splunk: 'SplunkEnterprise',
  signalfx: 'SplunkObservability',
  statuscake: 'StatusCake',
  sumologic: 'SumoLogic',
  sysdig: 'Sysdig',
  thousandeyes: 'ThousandEyes',
  uptimerobot: 'UptimeRobot',
  zabbix: 'Zabbix',
  jira: null,
  jiraservicedesk: null,
  hipchat: null,
  mattermost: null,
  msteams: null,
  microsoftteams: null,
  servicenow: null,
  slack: null,
  slackapp: null,
  statuspage: null,
  telegram: null,
  webhook: null,
  zendesk: null,
};

/** Takes all payloads, as whoever sets it up says. */
export const anyType = 'Webhook';

/** The type that speaks the Alert API, which takes keys of the product. */
export const apiType = 'OpsgenieAlertApi';
export const heartbeatType = 'HeartbeatMonitor';
export const mailType = 'Email';

/** `undefined`: not known. */
export function integrationTypeOf(name: string): string | null | undefined {
  const plain = name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return Object.hasOwn(types, plain) ? types[plain] : types[plain.replace(/v\d+$/, '')];
}
