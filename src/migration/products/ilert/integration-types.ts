/** Which type reads what a tool sends, by what ilert calls its source. */
const types: Readonly<Record<string, string>> = {
  ...{ API: 'IlertEvents', EMAIL: 'Email', EMAIL2: 'Email', NAGIOS: 'Nagios', ICINGA: 'Icinga2' },
  ...{ PRTG: 'PRTG', PINGDOM: 'Pingdom', CLOUDWATCH: 'AmazonCloudWatch', AWSPHD: 'AwsHealth' },
  ...{ STACKDRIVER: 'GoogleCloudMonitoring', INSTANA: 'Instana', ZABBIX: 'Zabbix' },
  ...{ SOLARWINDS: 'SolarWinds', PROMETHEUS: 'PrometheusAlertmanager', NEWRELIC: 'NewRelic' },
  ...{ GRAFANA: 'Grafana', GITHUB: 'GitHub', DATADOG: 'Datadog', UPTIMEROBOT: 'UptimeRobot' },
  ...{ APPDYNAMICS: 'AppDynamics', DYNATRACE: 'Dynatrace', TOPDESK: 'Topdesk' },
  ...{ STATUSCAKE: 'StatusCake', CHECKMK: 'Checkmk', SYSDIG: 'Sysdig', ZAPIER: 'Zapier' },
  ...{ KENTIXAM: 'KentixAm', JIRA: 'Jira', CONSUL: 'Consul', ZAMMAD: 'Zammad' },
  ...{ SERVICENOW: 'ServiceNow', SEARCHGUARD: 'SearchGuard', SIGNALFX: 'SplunkObservability' },
  ...{ AZUREALERTS: 'AzureMonitor', TERRAFORMCLOUD: 'TerraformCloud', SENTRY: 'Sentry' },
  ...{ SEMATEXT: 'Sematext', SUMOLOGIC: 'SumoLogic', RAYGUN: 'Raygun', AMAZONSNS: 'AmazonSns' },
  ...{ KAPACITOR: 'Kapacitor', ZENDESK: 'Zendesk', AUVIK: 'Auvik', SENSU: 'Sensu' },
  ...{ GUARDDUTY: 'AmazonGuardDuty', FRESHSERVICE: 'Freshservice', APPSIGNAL: 'AppSignal' },
  ...{ CROWDSTRIKE: 'CrowdStrike', OHDEAR: 'OhDear', MONGODBATLAS: 'MongoDbAtlas' },
  ...{ GITLAB: 'GitLab', HYPERPING: 'Hyperping', MSSCOM: 'MicrosoftScom' },
  ...{ CISCOMERAKI: 'CiscoMeraki', CHECKLY: 'Checkly', UPTIMEKUMA: 'UptimeKuma' },
  ...{ CLOUDFLARE: 'Cloudflare', GRAYLOG: 'Graylog', CATCHPOINT: 'Catchpoint' },
  ...{ INFLUXDB: 'InfluxDb', VICTORIAMETRICS: 'VictoriaMetrics', HONEYCOMB: 'Honeycomb' },
  ...{ KEEP: 'Keep', UBIDOTS: 'Ubidots', HETRIXTOOLS: 'HetrixTools', POSTMAN: 'PostmanMonitors' },
  ...{ NETDATA: 'Netdata', HONEYBADGER: 'Honeybadger', HEALTHCHECKSIO: 'Healthchecks' },
  ...{ SERVERGUARD24: 'ServerGuard24', CISCOTHOUSANDEYES: 'ThousandEyes', SITE24X7: 'Site24x7' },
  ...{ DASH0: 'Dash0', ROLLBAR: 'Rollbar', GATUS: 'Gatus', LIBRENMS: 'LibreNms' },
  ...{ TEAMCITY: 'TeamCity', ALIBABACLOUD: 'AlibabaCloudMonitor', OPMANAGER: 'OpManager' },
  ...{ DEADMANSSNITCH: 'DeadMansSnitch', CRONITOR: 'Cronitor', AZUREDEVOPS: 'AzureDevOps' },
  ...{ OPSGENIE: 'OpsgenieWebhook', SIGNOZ: 'SigNoz', UPTIME: 'UptimeCom' },
  ...{ PULSETIC: 'Pulsetic', WAZUH: 'Wazuh' },
};

export const anyTool = 'Webhook';
export const mail = 'Email';
/** Sources of the alerts of heartbeat monitors, which are integrations of their own. */
export const heartbeats = ['HEARTBEAT', 'HEARTBEAT2'];

export function integrationTypeOf(type: string): string | null {
  return Object.hasOwn(types, type) ? (types[type] ?? null) : null;
}
