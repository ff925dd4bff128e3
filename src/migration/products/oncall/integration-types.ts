/** Which type reads what a tool sends, by what OnCall calls its integration. */
const types: Readonly<Record<string, string>> = {
  alertmanager: 'PrometheusAlertmanager',
  grafana: 'Grafana',
  grafana_alerting: 'Grafana',
  webhook: 'Webhook',
  formatted_webhook: 'Webhook',
  inbound_email: 'Email',
  amazon_sns: 'AmazonSns',
  appdynamics: 'AppDynamics',
  datadog: 'Datadog',
  elastalert: 'ElastAlert',
  jira: 'Jira',
  kapacitor: 'Kapacitor',
  newrelic: 'NewRelic',
  pingdom: 'Pingdom',
  prtg: 'PRTG',
  sentry: 'Sentry',
  sentry_platform: 'Sentry',
  servicenow: 'ServiceNow',
  stackdriver: 'GoogleCloudMonitoring',
  uptimerobot: 'UptimeRobot',
  zabbix: 'Zabbix',
  zendesk: 'Zendesk',
};

export const anyTool = 'Webhook';
export const mail = 'Email';

export function integrationTypeOf(type: string): string | null {
  return Object.hasOwn(types, type) ? (types[type] ?? null) : null;
}
