// Written by npm run generate from the products of src/migration.
export interface ImportProduct {
  name: string;
  displayName: string;
  /** Of its own, which it is read from; null: one that the command line saves. */
  file: string | null;
  /** Everybody has an address of their own. */
  needsUrl: boolean;
}

export const products: readonly ImportProduct[] = [
  {"name":"alertmanager","displayName":"Alertmanager","file":"alertmanager.yml","needsUrl":false},
  {"name":"opsgenie","displayName":"Opsgenie","file":null,"needsUrl":false},
  {"name":"jsm","displayName":"Jira Service Management","file":null,"needsUrl":true},
  {"name":"pagerduty","displayName":"PagerDuty","file":null,"needsUrl":false},
  {"name":"oncall","displayName":"Grafana OnCall","file":null,"needsUrl":true},
  {"name":"goalert","displayName":"GoAlert","file":null,"needsUrl":true},
];
