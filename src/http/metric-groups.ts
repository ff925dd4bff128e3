import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/**
 * The metrics of a server by what they are about; each function registers its own and gives the ways to count.
 */
type Registers = Registry[];

export interface MeasuredAlerting {
  oldestIncidentDueSeconds: number;
  oldestMessageDueSeconds: number;
  oldestRetrySeconds: Readonly<Record<string, number>>;
  channelsDown: readonly { lane: string }[];
  openIncidents: readonly { teamId: string; severity: string; count: number }[];
  heldIncidents: readonly { teamId: string; hold: string; count: number }[];
  holdsOverSeconds: Readonly<Record<string, number>>;
}

export interface MeasuredGuarantee {
  organizationId: string;
  guaranteeId: string;
  state: string;
  breaksInSeconds: number | null;
}

/** Payloads that come in. */
export function intakeMetrics(registers: Registers) {
  const webhooks = new Histogram({
    name: 'tocsin_webhook_seconds',
    help: 'Seconds from a webhook request to its answer, by outcome or problem.',
    labelNames: ['outcome'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const refused = new Counter({
    name: 'tocsin_webhook_refused_total',
    help: 'Webhook requests that were refused and left no payload, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const payloads = new Counter({
    name: 'tocsin_payloads_total',
    help: 'Payloads that were received and stored, by integration and what became of them.',
    labelNames: ['integration', 'outcome'],
    registers,
  });
  /** Outcomes that were counted, by integration, so that their metrics can be removed. */
  const counted = new Map<string, Set<string>>();
  const mail = new Counter({
    name: 'tocsin_mail_refused_total',
    help: 'Mail that was refused and left no payload, by reason.',
    labelNames: ['reason'],
    registers,
  });
  return {
    webhookProcessed: (seconds: number, outcome: string) => webhooks.observe({ outcome }, seconds),
    webhookRefused: (reason: string) => refused.inc({ reason }),
    payloadApplied(integration: string, outcome: string) {
      payloads.inc({ integration, outcome });
      counted.set(integration, (counted.get(integration) ?? new Set()).add(outcome));
    },
    countedIntegrations: () => [...counted.keys()],
    forgetIntegrations(ids: readonly string[]) {
      for (const integration of ids) {
        for (const outcome of counted.get(integration) ?? [])
          payloads.remove({ integration, outcome });
        counted.delete(integration);
      }
    },
    mailRefused: (reason: string) => mail.inc({ reason }),
  };
}

export function callMetrics(registers: Registers) {
  const callAnswers = new Histogram({
    name: 'tocsin_call_answer_seconds',
    help: 'Seconds to answer a carrier that asks how a call goes on, or reports of it, by carrier and step.',
    labelNames: ['carrier', 'step'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 8],
    registers,
  });
  const callRefusals = new Counter({
    name: 'tocsin_call_requests_refused_total',
    help: 'Requests about calls that the carrier did not sign.',
    labelNames: ['carrier'],
    registers,
  });
  const calls = new Counter({
    name: 'tocsin_calls_total',
    help: 'Calls that have ended, by carrier and outcome; one whose message comes late counts as Missed before.',
    labelNames: ['carrier', 'outcome'],
    registers,
  });
  const stale = new Gauge({
    name: 'tocsin_calls_stale',
    help: 'Calls that are ongoing for more than 5 hours, as of the last day.',
    registers,
  });
  return {
    callAnswered: (carrier: string, step: string, seconds: number) =>
      callAnswers.observe({ carrier, step }, seconds),
    callRefused: (carrier: string) => callRefusals.inc({ carrier }),
    callsStale: (count: number) => stale.set(count),
    callEnded: (carrier: string, outcome: string) => calls.inc({ carrier, outcome }),
  };
}

export function monitorMetrics(registers: Registers) {
  const checks = new Counter({
    name: 'tocsin_monitor_checks_total',
    help: 'Checks of HTTP and ping monitors, by kind and what they found.',
    labelNames: ['kind', 'status'],
    registers,
  });
  const lateness = new Histogram({
    name: 'tocsin_monitor_late_seconds',
    help: 'Seconds from the time of a check to its start.',
    buckets: [0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  return {
    monitorChecked: (kind: string, status: string, lateSeconds: number) => {
      checks.inc({ kind, status });
      lateness.observe(lateSeconds);
    },
  };
}

/** How late people are told, and of what. */
export function alertingMetrics(registers: Registers) {
  const messages = new Histogram({
    name: 'tocsin_delivery_seconds',
    help: 'Seconds from the time a message to a person or tool was due to an attempt, by channel and result.',
    labelNames: ['channel', 'result'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 5, 15, 60, 300, 3600],
    registers,
  });
  const due = new Gauge({
    name: 'tocsin_oldest_due_seconds',
    help: 'Seconds that the oldest incident or message has been due and is not done, whether or not it was tried: people are told late.',
    labelNames: ['kind'],
    registers,
  });
  const retry = new Gauge({
    name: 'tocsin_oldest_retry_seconds',
    help: 'Seconds that the oldest message has been due that was tried and has to be tried again, by channel: a receiver refuses, or the channel is down.',
    labelNames: ['channel'],
    registers,
  });
  const down = new Gauge({
    name: 'tocsin_channel_down',
    help: '1 while a channel fails whoever the message is for: mail server, carrier, account or network; else 0.',
    labelNames: ['channel'],
    registers,
  });
  const asked = new Counter({
    name: 'tocsin_provider_attempts_total',
    help: 'Attempts by each mail server and carrier, by channel and result.',
    labelNames: ['channel', 'provider', 'result'],
    registers,
  });
  const providerDown = new Gauge({
    name: 'tocsin_provider_down',
    help: '1 while a mail server or carrier fails whoever the message is for, as of its last attempt by this process; else 0.',
    labelNames: ['channel', 'provider'],
    registers,
  });
  const open = new Gauge({
    name: 'tocsin_open_incidents',
    help: 'Open incidents by owning team and severity, counted every 15 s, more than 5,000 less often.',
    labelNames: ['team', 'severity'],
    registers,
  });
  const held = new Gauge({
    name: 'tocsin_held_incidents',
    help: 'Open incidents of which people are not told for the time being, by team and hold.',
    labelNames: ['team', 'hold'],
    registers,
  });
  const over = new Gauge({
    name: 'tocsin_hold_over_seconds',
    help: 'Seconds since the first hold of a kind was over that is not ended; none where all are.',
    labelNames: ['hold'],
    registers,
  });
  return {
    messageFinished: (channel: string, result: string, seconds: number) =>
      messages.observe({ channel, result }, seconds),
    providerAsked: (channel: string, provider: string, result: string, isDown: boolean) => {
      asked.inc({ channel, provider, result });
      providerDown.set({ channel, provider }, isDown ? 1 : 0);
    },
    alertingMeasured: (health: MeasuredAlerting) => {
      due.set({ kind: 'incident' }, health.oldestIncidentDueSeconds);
      due.set({ kind: 'message' }, health.oldestMessageDueSeconds);
      for (const [channel, seconds] of Object.entries(health.oldestRetrySeconds)) {
        retry.set({ channel }, seconds);
        down.set({ channel }, health.channelsDown.some(({ lane }) => lane === channel) ? 1 : 0);
      }
      open.reset();
      for (const { teamId, severity, count } of health.openIncidents)
        open.set({ team: teamId, severity }, count);
      held.reset();
      for (const { teamId, hold, count } of health.heldIncidents)
        held.set({ team: teamId, hold }, count);
      over.reset();
      for (const [hold, seconds] of Object.entries(health.holdsOverSeconds))
        over.set({ hold }, seconds);
    },
  };
}

/** Guarantees, as of the last check of each. */
export function guaranteeMetrics(registers: Registers) {
  const state = new Gauge({
    name: 'tocsin_guarantee_state',
    help: '1 for the state of each guarantee: Holds, BreaksOn, Broken, NotDecided or Vacuous.',
    labelNames: ['organization', 'guarantee', 'state'],
    registers,
  });
  const breaks = new Gauge({
    name: 'tocsin_guarantee_breaks_in_seconds',
    help: 'Seconds until a guarantee breaks, 0 while it is broken; none where it does not within its horizon.',
    labelNames: ['organization', 'guarantee'],
    registers,
  });
  return {
    guaranteesMeasured(measured: readonly MeasuredGuarantee[]) {
      state.reset();
      breaks.reset();
      for (const { organizationId, guaranteeId, state: is, breaksInSeconds } of measured) {
        const labels = { organization: organizationId, guarantee: guaranteeId };
        state.set({ ...labels, state: is }, 1);
        if (breaksInSeconds !== null) breaks.set(labels, breaksInSeconds);
      }
    },
  };
}

/** The process itself: requests to it, its clock, and what it removes. */
export function serverMetrics(registers: Registers) {
  const requests = new Histogram({
    name: 'tocsin_http_request_seconds',
    help: 'Seconds to answer requests, by surface, method and status.',
    labelNames: ['surface', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers,
  });
  const jumps = new Counter({
    name: 'tocsin_clock_jumps_total',
    help: 'How often the clock of the machine went back or forward by more than 2 seconds.',
    registers,
  });
  const expired = new Counter({
    name: 'tocsin_expired_total',
    help: 'What was removed because it is kept no longer, by what TOCSIN_RETENTION calls it, and audit.',
    labelNames: ['kind'],
    registers,
  });
  return {
    requestAnswered: (surface: string, method: string, status: number, seconds: number) =>
      requests.observe({ surface, method, status: String(status) }, seconds),
    clockJumped: () => jumps.inc(),
    expired: (kind: string, count: number) => expired.inc({ kind }, count),
  };
}

/** Metrics that are measured whenever somebody asks for them. */
export function measuredMetrics(registers: Registers) {
  return {
    measureEventStreams(count: () => number) {
      new Gauge({
        name: 'tocsin_event_streams',
        help: 'Streams of events to open pages of the console, of this process.',
        registers,
        collect() {
          this.set(count());
        },
      });
    },
    measureStore(isReadOnly: () => boolean) {
      new Gauge({
        name: 'tocsin_store_read_only',
        help: '1 while the database takes no writes, because its disk is full or failing: nothing is accepted, and nobody is alerted.',
        registers,
        collect() {
          this.set(isReadOnly() ? 1 : 0);
        },
      });
    },
    measureDataFile(damagedPages: () => number) {
      new Gauge({
        name: 'tocsin_data_file_damaged_pages',
        help: 'Pages of the embedded database that are not what was written to them: the disk has changed them. All are compared twice a day.',
        registers,
        collect() {
          this.set(damagedPages());
        },
      });
    },
  };
}
