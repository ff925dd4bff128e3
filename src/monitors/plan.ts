import type { Catalogue } from '../catalogue/index.ts';
import type { Severity } from '../incidents/index.ts';
import type { IntegrationWire } from '../integrations/index.ts';

type Settings = NonNullable<IntegrationWire['integrationSettings']>;
export type HttpSettings = NonNullable<Settings['httpMonitoring']>;
export type PingSettings = NonNullable<Settings['pingMonitor']>;

interface CheckPlan {
  intervalSeconds: number;
  timeoutMilliseconds: number;
  /** Checks that may fail one after the other before anybody is told. */
  retriesMax: number;
  isPaused: boolean;
  severityOf: Readonly<Record<'Degraded' | 'Down', Severity>>;
}

/** A monitor that asks: every so often. */
export type ProbePlan = CheckPlan &
  ({ kind: 'http'; settings: HttpSettings } | { kind: 'ping'; settings: PingSettings });

/** A monitor that waits to hear from something. */
export type WaitPlan = { graceSeconds: number; severity: Severity } & (
  | { kind: 'heartbeat'; intervalSeconds: number }
  | { kind: 'cron'; expression: string; timeZoneId: string }
);

/** The work of a monitor, from the settings of its integration. */
export type Plan = ProbePlan | WaitPlan;

/** Names of the integration types that are monitors. */
export function monitorTypesOf({ types }: Catalogue): string[] {
  return types
    .filter(({ source }) => source === 'probe' || source === 'heartbeat')
    .flatMap(({ id, aliases }) => [id, ...aliases]);
}

/** Null for an integration that has no settings of a monitor: only its type can have them. */
export function planOf({
  integrationSettings: settings,
}: Pick<IntegrationWire, 'integrationSettings'>): Plan | null {
  if (settings?.httpMonitoring)
    return { kind: 'http', ...checkOf(settings.httpMonitoring), settings: settings.httpMonitoring };
  if (settings?.pingMonitor)
    return { kind: 'ping', ...checkOf(settings.pingMonitor), settings: settings.pingMonitor };
  if (settings?.heartbeatMonitor) {
    const { intervalInSec, gracePeriodInSec, severity } = settings.heartbeatMonitor;
    return {
      kind: 'heartbeat',
      intervalSeconds: intervalInSec,
      graceSeconds: gracePeriodInSec,
      severity,
    };
  }
  if (settings?.cronJobMonitor) {
    const { cronExpression, gracePeriodInSec, severity, timeZoneId } = settings.cronJobMonitor;
    return {
      kind: 'cron',
      expression: cronExpression,
      timeZoneId: timeZoneId ?? 'UTC',
      graceSeconds: gracePeriodInSec,
      severity,
    };
  }
  return null;
}

function checkOf(settings: HttpSettings | PingSettings): CheckPlan {
  return {
    intervalSeconds: settings.intervalInSeconds,
    timeoutMilliseconds: settings.timeoutInMilliseconds,
    retriesMax: settings.maxRetries ?? 0,
    isPaused: settings.isPaused ?? false,
    // The provider of the original writes "" for "not set".
    severityOf: {
      Degraded: settings.severityDegraded || 'Warning',
      Down: settings.severityDown || 'Critical',
    },
  };
}

export function isProbe(plan: Plan): plan is ProbePlan {
  return plan.kind === 'http' || plan.kind === 'ping';
}

/** The host that the monitor asks, which has a share of the checks that are under way. */
export function targetOf(plan: ProbePlan): string {
  if (plan.kind === 'ping') return plan.settings.host.trim().toLowerCase();
  // An invalid address fails at once, and waits for nobody.
  return URL.parse(plan.settings.url)?.hostname ?? 'none';
}
