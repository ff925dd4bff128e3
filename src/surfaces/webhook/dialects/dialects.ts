import { alertmanager } from './alertmanager.ts';
import type { Dialect } from './dialect.ts';
import { genericWebhook } from './generic-webhook.ts';
import { goAlert } from './goalert.ts';
import { grafanaOnCall } from './grafana-oncall.ts';
import { ilertEvents } from './ilert-events.ts';
import { opsgenieAlerts } from './opsgenie-alerts.ts';
import { opsgenieHeartbeats, opsgenieTools } from './opsgenie-tools.ts';
import { pagerDutyEvents } from './pagerduty-events.ts';
import { splunkOnCall } from './splunk-on-call.ts';

/**
 * The ways to report alerts: the webhook, and the protocols of other products for people who migrate. Their clients
 * work unchanged with a base URL of ours and an integration's ingest token, or the key that they have where the
 * integration accepts it. A dialect is a file that finds the key, reads a request into a payload and writes answers and
 * errors; everything else is the same for all.
 */
export const dialects: readonly Dialect[] = [
  genericWebhook,
  alertmanager,
  goAlert,
  grafanaOnCall,
  ilertEvents,
  // The first that a request starts with is the one.
  opsgenieTools,
  opsgenieHeartbeats,
  opsgenieAlerts,
  pagerDutyEvents,
  splunkOnCall,
];
