import { collectDefaultMetrics, Registry } from 'prom-client';
import { measureEventLoopLag, neverMilliseconds } from './event-loop-lag.ts';
import {
  alertingMetrics,
  callMetrics,
  guaranteeMetrics,
  intakeMetrics,
  type MeasuredAlerting,
  type MeasuredGuarantee,
  measuredMetrics,
  monitorMetrics,
  serverMetrics,
} from './metric-groups.ts';

/** Prometheus metrics of one server; never a label that callers can make up. */
export interface Metrics {
  registry: Registry;
  webhookProcessed(seconds: number, outcome: string): void;
  webhookRefused(reason: string): void;
  /** A payload is on disk. */
  payloadApplied(integrationId: string, outcome: string): void;
  /** Integrations with numbers. */
  countedIntegrations(): string[];
  forgetIntegrations(ids: readonly string[]): void;
  messageFinished(lane: string, outcome: string, secondsSinceDue: number): void;
  /** A message was given to a mail server or carrier. */
  providerAsked(channel: string, provider: string, result: string, isDown: boolean): void;
  /** How far alerting is behind, and open incidents. */
  alertingMeasured(health: MeasuredAlerting): void;
  /** How all guarantees stand. */
  guaranteesMeasured(measured: readonly MeasuredGuarantee[]): void;
  /** The clock of the machine was set. */
  clockJumped(): void;
  mailRefused(reason: string): void;
  /** A request of a carrier about a call, by what it is about. */
  callAnswered(carrier: string, step: string, seconds: number): void;
  /** A request about a call that was not signed. */
  callRefused(carrier: string): void;
  callEnded(carrier: string, outcome: string): void;
  /** Calls that should have ended long ago. */
  callsStale(count: number): void;
  monitorChecked(kind: string, status: string, lateSeconds: number): void;
  /** Pages that are told what changes while they are open, as of each look. */
  measureEventStreams(count: () => number): void;
  /** Whether the store takes no writes, as of each look. */
  measureStore(isReadOnly: () => boolean): void;
  /** Pages of the data file that are not what was written, as of each look. */
  measureDataFile(damagedPages: () => number): void;
  requestAnswered(surface: string, method: string, status: number, seconds: number): void;
  /** Removed because it is kept no longer, by what it is. */
  expired(kind: string, count: number): void;
}

let ofProcess: Registry | undefined;

/**
 * Measured once, however many servers a process has had: each measuring looks at every turn of the event loop and every
 * garbage collection, and never ends.
 */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({
    register: ofProcess,
    eventLoopMonitoringPrecision: neverMilliseconds,
  });
  measureEventLoopLag(ofProcess);
  // Gauges with the name of a counter, which linters of Prometheus refuse; the same by type stands in those without
  // `_total`.
  for (const name of ['handles', 'requests', 'resources'])
    ofProcess.removeSingleMetric(`nodejs_active_${name}_total`);
  return ofProcess;
}

export function createMetrics(): Metrics {
  const registry = Registry.merge([processMetrics()]);
  const registers = [registry];
  return {
    registry,
    ...intakeMetrics(registers),
    ...callMetrics(registers),
    ...monitorMetrics(registers),
    ...alertingMetrics(registers),
    ...guaranteeMetrics(registers),
    ...serverMetrics(registers),
    ...measuredMetrics(registers),
  };
}
