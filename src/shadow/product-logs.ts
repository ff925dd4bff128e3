import { goalertLog } from './goalert-log.ts';
import { ilertLog } from './ilert-log.ts';
import { oncallLog } from './oncall-log.ts';
import { opsgenieLog } from './opsgenie-log.ts';
import { pagerdutyLog } from './pagerduty-log.ts';
import type { ProductLog } from './product-log.ts';
import type { ShadowRunWire } from './shadow-run-kind.ts';
import { splunkOnCallLog } from './splunk-oncall-log.ts';

const logs: Readonly<Record<ShadowRunWire['product'], ProductLog>> = {
  GoAlert: goalertLog,
  GrafanaOnCall: oncallLog,
  ilert: ilertLog,
  Opsgenie: opsgenieLog,
  PagerDuty: pagerdutyLog,
  SplunkOnCall: splunkOnCallLog,
};

/** How the log of a product is read. */
export function logOf({ product }: Pick<ShadowRunWire, 'product'>): ProductLog {
  return logs[product];
}
