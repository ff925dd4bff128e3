import type { IntegrationType } from './catalogue/index.ts';

/** Types that look at the world themselves, or hear of it by mail or phone, have no webhook URL. */
const withoutWebhook = new Set([
  'Email',
  'HttpMonitoring',
  'PingMonitor',
  'HeartbeatMonitor',
  'CronJobMonitor',
  'Twilio',
  'Bird',
  'Manual',
  'Api',
]);

export function receivesRequests(type: Pick<IntegrationType, 'id'>): boolean {
  return !withoutWebhook.has(type.id);
}
