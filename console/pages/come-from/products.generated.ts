// Written by npm run generate from the products of src/migration.
export interface ImportProduct {
  name: string;
  displayName: string;
  /** Of its own, which it is read from; null: one that the command line saves. */
  file: string | null;
  /** Everybody has an address of their own. */
  needsUrl: boolean;
  /** A Terraform provider of it is known, whose states can be read. */
  hasState: boolean;
  /** What it exports can be read, as a folder or zip archive. */
  hasExport: boolean;
}

export const products: readonly ImportProduct[] = [
  {"name":"alertmanager","displayName":"Alertmanager","file":"alertmanager.yml","needsUrl":false,"hasState":false,"hasExport":false},
  {"name":"opsgenie","displayName":"Opsgenie","file":null,"needsUrl":false,"hasState":true,"hasExport":true},
  {"name":"jsm","displayName":"Jira Service Management","file":null,"needsUrl":true,"hasState":true,"hasExport":false},
  {"name":"pagerduty","displayName":"PagerDuty","file":null,"needsUrl":false,"hasState":true,"hasExport":false},
  {"name":"oncall","displayName":"Grafana OnCall","file":null,"needsUrl":true,"hasState":true,"hasExport":false},
  {"name":"goalert","displayName":"GoAlert","file":null,"needsUrl":true,"hasState":true,"hasExport":false},
  {"name":"splunk-oncall","displayName":"Splunk On-Call","file":null,"needsUrl":false,"hasState":true,"hasExport":false},
  {"name":"ilert","displayName":"ilert","file":null,"needsUrl":false,"hasState":true,"hasExport":false},
  {"name":"allquiet","displayName":"All Quiet","file":null,"needsUrl":false,"hasState":true,"hasExport":false},
];
