import type { Source } from '../../model/ledger.ts';

const events = 'PagerDutyEvents';
const mail = 'Email';

/** Vendors whose tools send bodies of their own, by what PagerDuty calls them. */
const vendors: readonly (readonly [name: RegExp, type: string])[] = [
  [/^(prometheus|alertmanager)/i, 'PrometheusAlertmanager'],
  [/cloudwatch/i, 'AmazonCloudWatch'],
  [/eventbridge/i, 'AmazonEventBridge'],
  [/guardduty/i, 'AmazonGuardDuty'],
  [/security hub/i, 'AwsSecurityHub'],
  [/health dashboard|aws health/i, 'AwsHealth'],
  [/azure devops/i, 'AzureDevOps'],
  [/azure/i, 'AzureMonitor'],
  [/^datadog/i, 'Datadog'],
  [/^new relic/i, 'NewRelic'],
  [/^grafana/i, 'Grafana'],
  [/^zabbix/i, 'Zabbix'],
  [/^nagios/i, 'Nagios'],
  [/^icinga/i, 'Icinga2'],
  [/^checkmk|^check_mk/i, 'Checkmk'],
  [/^sentry/i, 'Sentry'],
  [/^pingdom/i, 'Pingdom'],
  [/^dynatrace/i, 'Dynatrace'],
  [/^(stackdriver|google cloud)/i, 'GoogleCloudMonitoring'],
  [/^jira/i, 'Jira'],
  [/^servicenow/i, 'ServiceNow'],
  [/^zendesk/i, 'Zendesk'],
  [/^github/i, 'GitHub'],
  [/^gitlab/i, 'GitLab'],
  [/^jenkins/i, 'Jenkins'],
  [/^statuscake/i, 'StatusCake'],
  [/^uptimerobot/i, 'UptimeRobot'],
  [/^honeycomb/i, 'Honeycomb'],
  [/^bugsnag/i, 'Bugsnag'],
  [/^rollbar/i, 'Rollbar'],
  [/^logicmonitor/i, 'LogicMonitor'],
  [/^appdynamics/i, 'AppDynamics'],
  [/^sumo ?logic/i, 'SumoLogic'],
  [/^splunk/i, 'SplunkEnterprise'],
  [/^elastic/i, 'Elastic'],
];

export function takesEvents(type: string): boolean {
  return type === events;
}

/** Our type of a service's integration; what is not known is taken as a web hook, with a line. */
export function typeOf(integration: Source): string {
  const type = (integration.text('type') ?? '').replace(/_reference$/, '');
  const vendor = integration.at('vendor');
  const called = vendor?.text('summary') ?? null;
  if (type === 'generic_email_inbound_integration') return mail;
  if (/^(generic_)?events_api(_v2)?_inbound_integration$/.test(type)) return events;
  const names = [
    called?.trim() ?? '',
    type.replace(/_inbound_integration$/, '').replaceAll('_', ' '),
  ];
  const found = vendors.find(([name]) => names.some((one) => name.test(one)));
  if (found) return found[1];
  integration.say('behaviour', 'taken as a web hook: its mapping has to be written', 'type');
  return 'Webhook';
}
