import { alertmanager } from './alertmanager.ts';
import type { Dialect } from './dialect.ts';
import { genericWebhook } from './generic-webhook.ts';
import { ilertEvents } from './ilert-events.ts';
import { opsgenieAlerts } from './opsgenie-alerts.ts';
import { pagerDutyEvents } from './pagerduty-events.ts';
import { splunkOnCall } from './splunk-on-call.ts';

/**
 * The ways to report alerts: the webhook, and the protocols of other products for people who migrate. Their clients
 * work unchanged with a base URL of ours and an integration's ingest token as their key. A dialect is a file that finds
 * the key, reads a request into a payload and writes answers and errors; everything else is the same for all.
 */
export const dialects: readonly Dialect[] = [
  genericWebhook,
  alertmanager,
  ilertEvents,
  opsgenieAlerts,
  pagerDutyEvents,
  splunkOnCall,
];
