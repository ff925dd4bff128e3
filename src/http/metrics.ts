import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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
  /** How far alerting is behind, and open incidents. */
  alertingMeasured(health: MeasuredAlerting): void;
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

interface MeasuredAlerting {
  oldestIncidentDueSeconds: number;
  oldestMessageDueSeconds: number;
  oldestRetrySeconds: Readonly<Record<string, number>>;
  channelsDown: readonly { lane: string }[];
  openIncidents: readonly { teamId: string; severity: string; count: number }[];
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  // Gauges with the name of a counter, which linters of Prometheus refuse; the same by type stands in those without `_total`.
  for (const name of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${name}_total`);
  const webhooks = new Histogram({
    name: 'tocsin_webhook_seconds',
    help: 'Seconds from a webhook request to its answer, by outcome or problem.',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'tocsin_webhook_refused_total',
    help: 'Webhook requests that were refused and left no payload, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  const payloads = new Counter({
    name: 'tocsin_payloads_total',
    help: 'Payloads that were received and stored, by integration and what became of them.',
    labelNames: ['integration', 'outcome'],
    registers: [registry],
  });
  /** What there are numbers of, so that they can be removed. */
  const counted = new Map<string, Set<string>>();
  const mail = new Counter({
    name: 'tocsin_mail_refused_total',
    help: 'Mail that was refused and left no payload, by reason.',
    labelNames: ['reason'],
    registers: [registry],
  });
  const callAnswers = new Histogram({
    name: 'tocsin_call_answer_seconds',
    help: 'Seconds to answer a carrier that asks how a call goes on, or reports of it, by carrier and step.',
    labelNames: ['carrier', 'step'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 8],
    registers: [registry],
  });
  const callRefusals = new Counter({
    name: 'tocsin_call_requests_refused_total',
    help: 'Requests about calls that the carrier did not sign.',
    labelNames: ['carrier'],
    registers: [registry],
  });
  const calls = new Counter({
    name: 'tocsin_calls_total',
    help: 'Calls that have ended, by carrier and outcome; one whose message comes late counts as Missed before.',
    labelNames: ['carrier', 'outcome'],
    registers: [registry],
  });
  const stale = new Gauge({
    name: 'tocsin_calls_stale',
    help: 'Calls that are ongoing for more than 5 hours, as of the last day.',
    registers: [registry],
  });
  const checks = new Counter({
    name: 'tocsin_monitor_checks_total',
    help: 'Checks of HTTP and ping monitors, by kind and what they found.',
    labelNames: ['kind', 'status'],
    registers: [registry],
  });
  const lateness = new Histogram({
    name: 'tocsin_monitor_late_seconds',
    help: 'Seconds from the time of a check to its start.',
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  const requests = new Histogram({
    name: 'tocsin_http_request_seconds',
    help: 'Seconds to answer requests, by surface, method and status.',
    labelNames: ['surface', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  });
  const messages = new Histogram({
    name: 'tocsin_delivery_seconds',
    help: 'Seconds from the time a message to a person or tool was due to an attempt, by channel and result.',
    labelNames: ['channel', 'result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 3600],
    registers: [registry],
  });
  const due = new Gauge({
    name: 'tocsin_oldest_due_seconds',
    help: 'Seconds that the oldest incident or message has been due and is not done, whether or not it was tried: people are told late.',
    labelNames: ['kind'],
    registers: [registry],
  });
  const retry = new Gauge({
    name: 'tocsin_oldest_retry_seconds',
    help: 'Seconds that the oldest message has been due that was tried and has to be tried again, by channel: a receiver refuses, or the channel is down.',
    labelNames: ['channel'],
    registers: [registry],
  });
  const down = new Gauge({
    name: 'tocsin_channel_down',
    help: '1 while a channel fails whoever the message is for: mail server, carrier, account or network; else 0.',
    labelNames: ['channel'],
    registers: [registry],
  });
  const jumps = new Counter({
    name: 'tocsin_clock_jumps_total',
    help: 'How often the clock of the machine went back or forward by more than 2 seconds.',
    registers: [registry],
  });
  const open = new Gauge({
    name: 'tocsin_open_incidents',
    help: 'Open incidents by owning team and severity, as of the last quarter of a minute.',
    labelNames: ['team', 'severity'],
    registers: [registry],
  });
  const expired = new Counter({
    name: 'tocsin_expired_total',
    help: 'What was removed because it is kept no longer, by what TOCSIN_RETENTION calls it, and audit.',
    labelNames: ['kind'],
    registers: [registry],
  });
  return {
    registry,
    webhookProcessed: (seconds, outcome) => webhooks.observe({ outcome }, seconds),
    webhookRefused: (reason) => refused.inc({ reason }),
    payloadApplied(integration, outcome) {
      payloads.inc({ integration, outcome });
      counted.set(integration, (counted.get(integration) ?? new Set()).add(outcome));
    },
    countedIntegrations: () => [...counted.keys()],
    forgetIntegrations(ids) {
      for (const integration of ids) {
        for (const outcome of counted.get(integration) ?? [])
          payloads.remove({ integration, outcome });
        counted.delete(integration);
      }
    },
    messageFinished: (channel, result, seconds) => messages.observe({ channel, result }, seconds),
    alertingMeasured: (health) => {
      due.set({ kind: 'incident' }, health.oldestIncidentDueSeconds);
      due.set({ kind: 'message' }, health.oldestMessageDueSeconds);
      for (const [channel, seconds] of Object.entries(health.oldestRetrySeconds)) {
        retry.set({ channel }, seconds);
        down.set({ channel }, health.channelsDown.some(({ lane }) => lane === channel) ? 1 : 0);
      }
      open.reset();
      for (const { teamId, severity, count } of health.openIncidents)
        open.set({ team: teamId, severity }, count);
    },
    clockJumped: () => jumps.inc(),
    mailRefused: (reason) => mail.inc({ reason }),
    callAnswered: (carrier, step, seconds) => callAnswers.observe({ carrier, step }, seconds),
    callRefused: (carrier) => callRefusals.inc({ carrier }),
    callsStale: (count) => stale.set(count),
    callEnded: (carrier, outcome) => calls.inc({ carrier, outcome }),
    monitorChecked: (kind, status, lateSeconds) => {
      checks.inc({ kind, status });
      lateness.observe(lateSeconds);
    },
    measureEventStreams(count) {
      new Gauge({
        name: 'tocsin_event_streams',
        help: 'Streams of events to open pages of the console, of this process.',
        registers: [registry],
        collect() {
          this.set(count());
        },
      });
    },
    measureStore(isReadOnly) {
      new Gauge({
        name: 'tocsin_store_read_only',
        help: '1 while the database takes no writes, because its disk is full or failing: nothing is accepted, and nobody is alerted.',
        registers: [registry],
        collect() {
          this.set(isReadOnly() ? 1 : 0);
        },
      });
    },
    measureDataFile(damagedPages) {
      new Gauge({
        name: 'tocsin_data_file_damaged_pages',
        help: 'Pages of the embedded database that are not what was written to them: the disk has changed them. All are compared twice a day.',
        registers: [registry],
        collect() {
          this.set(damagedPages());
        },
      });
    },
    requestAnswered: (surface, method, status, seconds) =>
      requests.observe({ surface, method, status: String(status) }, seconds),
    expired: (kind, count) => expired.inc({ kind }, count),
  };
}
