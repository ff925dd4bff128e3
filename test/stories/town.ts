import { createOutboundClient, type OutboundClient } from '../../src/egress/index.ts';
import { incidentModel } from '../../src/incidents/index.ts';
import { addressList } from '../../src/kernel/index.ts';
import { deliveriesOf } from '../../src/notifications/delivery.ts';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { type FakePushService, startPushService } from '../fakes/push-service.ts';
import {
  type Script,
  type ScriptedReceiver,
  startScriptedReceiver,
} from '../fakes/scripted-receiver.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

export interface TierPlan {
  people: string[];
  /** Of the tier, as the API takes them. */
  settings?: object;
  /** Of its schedule. */
  schedule?: object;
}

export interface PersonPlan {
  /** A phone that may be texted and called. */
  hasPhone?: boolean;
  /** A browser that is subscribed. */
  hasBrowser?: boolean;
  settings?: object;
}

const second = 1000;

/** Tasks of which one may make something due for another. */
const telling = new Set([
  ...['alerting', 'alerting-duty-changes', 'unsnooze'],
  ...['VoiceCall', 'SMS', 'Push', 'Email', 'Outbound'].map((lane) => `send-${lane}`),
]);

/** Tasks that only keep records: nobody in a story hears of what they do, and they are most of all queries. */
const silent = new Set([
  ...['audit', 'account-audit', 'incident-audit', 'oidc', 'session'].map((log) => `${log}-outbox`),
  ...['audit', 'call', 'checks', 'deliveries', 'executions'].map((log) => `${log}-retention`),
  ...['incident', 'payload', 'report', 'status-page'].map((log) => `${log}-retention`),
  ...['alerting-health', 'audit-heads', 'heartbeat', 'intake-recovery', 'intake-waiting'],
  ...['intake-watermark'],
  ...[
    'incident-facts',
    'incident-fact-retention',
    'prompts-in-use',
    'sessions-sweep',
    'stale-calls',
  ],
  ...['calls-at-carriers', 'connect-numbers', 'oidc-domains', 'retention-record'],
  'cover-requests-retention',
  ...['incident-texts', 'page-sweep', 'payload-count', 'payload-revisions', 'recording-retention'],
]);

const isHeard = (task: string) => !silent.has(task);
const isTelling = (task: string) => telling.has(task);

/**
 * A server with everybody it can reach: a mail server, a carrier, a push service and the tools of teams. `heard` is
 * everything that left the server since the story began, in order, so that a story says what each person receives and
 * nothing else.
 */
export class Town {
  readonly server: TestApp;
  readonly smtp: FakeSmtpServer;
  readonly carrier: FakeCarrier;
  readonly pushService: FakePushService;
  readonly tools: ScriptedReceiver;
  readonly api: ApiClient;
  readonly #heard: { at: Date; line: string }[] = [];
  /** By address, number or endpoint. */
  readonly #names = new Map<string, string>();
  readonly #people = new Map<string, string>();
  readonly #memberships = new Map<string, string>();
  #beganAt = 0;
  #count = 0;
  #counts = { mails: 0, texts: 0, calls: 0, pushes: 0, tools: 0 };

  private constructor(
    server: TestApp,
    fakes: Pick<Town, 'smtp' | 'carrier' | 'pushService' | 'tools'>,
  ) {
    this.server = server;
    this.api = server.api;
    this.smtp = fakes.smtp;
    this.carrier = fakes.carrier;
    this.pushService = fakes.pushService;
    this.tools = fakes.tools;
  }

  static async start(env: Record<string, string> = {}): Promise<Town> {
    const [smtp, carrier, pushService, tools] = await Promise.all([
      startSmtpServer(),
      startCarrier(),
      startPushService(),
      startScriptedReceiver(),
    ]);
    const server = await startTestApp({
      env: {
        TOCSIN_SMTP_URL: smtp.url,
        TOCSIN_MAIL_FROM: 'tocsin@example.com',
        ...carrier.env,
        TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
        ...env,
      },
      outbound: besides(tools.egress),
    });
    return new Town(server, { smtp, carrier, pushService, tools });
  }

  async stop(): Promise<void> {
    await this.server.stop();
    const { smtp, carrier, pushService, tools } = this;
    await Promise.all([smtp.stop(), carrier.stop(), pushService.stop(), tools.stop()]);
  }

  /** Ends what is left of the story before, and begins another at this time with other people of the same names. */
  async begin(moment: string): Promise<void> {
    const { body } = await this.api.get('/incident/search/list?IncludeSnoozed=true&Statuses=Open');
    for (const { id } of body.incidents as { id: string }[])
      await this.api.patch(`/incident/${id}`, intent('Resolved'));
    await this.#settle();
    this.server.clock.set(moment);
    await this.#settle(isHeard);
    this.#beganAt = Date.parse(moment);
    this.#people.clear();
    this.#memberships.clear();
    this.#count += 1;
    this.#collect();
    this.#heard.length = 0;
  }

  /** All that anybody received so far, each line as `minutes:seconds who channel what`. */
  get heard(): readonly string[] {
    return this.#heard.map(({ at, line }) => {
      const elapsed = Math.floor((at.getTime() - this.#beganAt) / second);
      return `${Math.floor(elapsed / 60)}:${String(elapsed % 60).padStart(2, '0')} ${line}`;
    });
  }

  /** The same, each with its instant. */
  get heardAt(): readonly { at: Date; line: string }[] {
    return this.#heard;
  }

  /** How tools answer. */
  answerTools(script: Script): void {
    this.tools.play(script);
    this.#counts.tools = 0;
  }

  async person(name: string, { hasPhone, hasBrowser, settings }: PersonPlan = {}): Promise<string> {
    const email = `${name.toLowerCase()}.${this.#count}@example.com`;
    const phoneNumber = `+49151${String(10_000_000 + this.#names.size)}`;
    const id = await this.api.make('/user', {
      displayName: name,
      email,
      timeZoneId: 'UTC',
      ...(hasPhone ? { phoneNumber } : {}),
      ...(settings ? { incidentNotificationSettings: settings } : {}),
    });
    this.#names.set(email, name);
    this.#names.set(phoneNumber, name);
    this.#people.set(name, id);
    if (!hasBrowser) return id;
    const webPush = this.pushService.subscribe();
    this.#names.set(webPush.endpoint, name);
    await this.api.make('/push-subscription', { userId: id, webPush });
    return id;
  }

  idOf(name: string): string {
    const id = this.#people.get(name);
    if (id === undefined) throw new Error(`Nobody in this story is called ${name}.`);
    return id;
  }

  /** A team with the people in its tiers; those who are new get an address and nothing else. */
  async team(
    displayName: string,
    tiers: TierPlan[],
    { timeZoneId = 'UTC', ...escalations }: { timeZoneId?: string; tierSettings?: object } = {},
  ): Promise<string> {
    const teamId = await this.api.make('/team', {
      displayName: `${displayName} ${this.#count}`,
      timeZoneId,
    });
    await this.escalate(teamId, tiers, escalations);
    return teamId;
  }

  /** Replaces the tiers of a team. */
  async escalate(teamId: string, tiers: TierPlan[], more: object = {}): Promise<void> {
    const escalationTiers: object[] = [];
    for (const { people, settings, schedule } of tiers) {
      const members: object[] = [];
      for (const name of people)
        members.push({ teamMembershipId: await this.#member(teamId, name) });
      escalationTiers.push({ ...settings, schedules: [{ ...schedule, rotations: [{ members }] }] });
    }
    await this.api.make('/team-escalations', { teamId, escalationTiers, ...more });
  }

  async #member(teamId: string, name: string): Promise<string> {
    const key = `${teamId} ${name}`;
    const known = this.#memberships.get(key);
    if (known !== undefined) return known;
    const userId = this.#people.get(name) ?? (await this.person(name));
    const id = await this.api.make('/team-membership', { userId, teamId, role: 'Member' });
    this.#memberships.set(key, id);
    return id;
  }

  /** An integration of the team; gives what posts an alarm to it. */
  async probe(teamId: string, more: object = {}): Promise<Probe> {
    const { body } = await this.api.post('/inbound-integration', {
      displayName: 'Probe',
      teamId,
      type: 'Webhook',
      ...more,
    });
    const url = String(body.webhookUrl);
    const send = async (title: string, status = 'Open', severity = 'Critical') => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ title, status, severity }),
      });
      return (await response.json()) as ProbeAnswer;
    };
    const post = async (title: string, status: string, severity: string) => {
      const answer = await send(title, status, severity);
      await this.#settle();
      return answer;
    };
    return {
      id: String(body.id),
      open: (title, severity = 'Critical') => post(title, 'Open', severity),
      resolve: (title) => post(title, 'Resolved', 'Critical'),
      send,
    };
  }

  /** A change of an incident by the key of the organization. */
  async change(incidentId: string | null, name: string, options: object = {}): Promise<void> {
    const answer = await this.api.patch(`/incident/${incidentId}`, intent(name, options));
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.text}`);
    await this.#settle();
  }

  /** Somebody presses the button behind the link of their latest mail. */
  async acknowledgeByLink(name: string): Promise<void> {
    const mail = this.smtp.mails.findLast(({ to_ }) => this.#names.get(to_[0] ?? '') === name);
    const token = /\/a\/([\w-]{22})/.exec(mail?.text ?? '')?.[1];
    const { status } = await fetch(`${this.server.app.url}/a/${token}`, { method: 'POST' });
    if (status !== 200) throw new Error(`The link of ${name} answers ${status}.`);
    await this.#settle();
  }

  /** Somebody answers their latest text; gives what they are told. */
  async reply(name: string, word: 'ACK' | 'RES'): Promise<string> {
    const text = this.carrier.texts.findLast(({ to }) => this.#names.get(to) === name);
    const code = /ACK (\d+)/.exec(text?.text ?? '')?.[1];
    const url = `${this.server.app.url}/telephony/twilio/notifications/message`;
    const answer = await this.carrier.post(url, {
      AccountSid: this.carrier.env.TOCSIN_TWILIO_ACCOUNT_SID ?? '',
      From: text?.to ?? '',
      Body: `${word} ${code}`,
    });
    await this.#settle();
    return answer.text;
  }

  /** Time passes up to this minute of the story, and everything happens when it is due. */
  async until(minutes: number): Promise<void> {
    await this.untilInstant(new Date(this.#beganAt + minutes * 60 * second));
  }

  async untilInstant(moment: string | Date): Promise<void> {
    const end = new Date(moment).getTime();
    // Whatever was done since, by whichever way.
    await this.#settle();
    for (;;) {
      const next = await this.#nextDue();
      if (next === null || next > end) break;
      this.server.clock.set(new Date(next));
      await this.#settle();
    }
    this.server.clock.set(new Date(end));
    await this.#settle(isHeard);
  }

  /** The server stands still up to this minute: nothing runs. */
  standStillUntil(minutes: number): void {
    this.server.clock.set(new Date(this.#beganAt + minutes * 60 * second));
  }

  /** The notification log of an incident, each line as `who channel status: reason`. */
  async log(incidentId: string | null): Promise<string[]> {
    const path = `/notification-log/search/list?IncidentId=${incidentId}&Limit=100`;
    const { body } = await this.api.get(path);
    const names = new Map([...this.#people].map(([name, id]) => [id, name]));
    const logs = body.notificationLogs as {
      userId: string;
      channel: string;
      status: string;
      reason: string | null;
      attempts: unknown[];
    }[];
    return logs
      .map(({ userId, channel, status, reason, attempts }) =>
        [
          names.get(userId) ?? 'Owner',
          channel,
          status,
          attempts.length > 1 ? `after ${attempts.length} attempts` : '',
          reason === null ? '' : `– ${reason}`,
        ]
          .filter((part) => part !== '')
          .join(' '),
      )
      .toSorted();
  }

  /** What the history of the incident says, first to last: `intent: message`. */
  async history(incidentId: string | null): Promise<string[]> {
    const { body } = await this.api.get(`/incident/search/${incidentId}`);
    const events = body.events as { message: string | null; modification: { intent: string } }[];
    return events
      .toReversed()
      .map(({ message, modification }) =>
        message === null ? modification.intent : `${modification.intent}: ${message}`,
      );
  }

  /**
   * Runs `first`, and then those who tell people until a round changes nothing: one job may make something due for
   * another.
   */
  async #settle(first: (task: string) => boolean = isTelling): Promise<void> {
    let before = await this.#marks();
    for (let round = 0; round < 20; round += 1) {
      await this.server.app.jobs.runAll(round === 0 ? first : isTelling);
      this.#collect();
      const after = await this.#marks();
      if (after === before) return;
      before = after;
    }
    throw new Error('It never comes to rest.');
  }

  /** What is another after anything has happened. */
  async #marks(): Promise<string> {
    const { world } = this.server.app;
    const deliveries = deliveriesOf(world);
    const [stored, waiting, changed] = await Promise.all([
      deliveries.countDocuments({}),
      deliveries.countDocuments({ nextAt: { $lte: world.clock.now() } }),
      incidentModel(world.store)
        .collection.aggregate([{ $group: { _id: null, versions: { $sum: '$version' } } }])
        .toArray(),
    ]);
    return `${this.#heard.length} ${stored} ${waiting} ${changed[0]?.versions}`;
  }

  /** When something happens by itself: an incident to be looked at, a message to be sent, a snooze to end. */
  async #nextDue(): Promise<number | null> {
    const { world } = this.server.app;
    const incidents = incidentModel(world.store).collection;
    const later = { $gt: this.server.clock.now() };
    const [[incident], [sleeper], [message]] = await Promise.all([
      incidents
        .find({ 'alerting.nextAt': later })
        .sort({ 'alerting.nextAt': 1 })
        .limit(1)
        .toArray(),
      incidents.find({ 'snoozed.until': later }).sort({ 'snoozed.until': 1 }).limit(1).toArray(),
      deliveriesOf(world).find({ nextAt: later }).sort({ nextAt: 1 }).limit(1).toArray(),
    ]);
    const instants = [incident?.alerting.nextAt, sleeper?.snoozed.until, message?.nextAt];
    const known = instants.flatMap((at) => (at instanceof Date ? at.getTime() : []));
    return known.length === 0 ? null : Math.min(...known);
  }

  #collect(): void {
    const { smtp, carrier, pushService, tools } = this;
    const past = this.#counts;
    const lines = [
      ...smtp.mails
        .slice(past.mails)
        .map(
          ({ to_, subject, text }) => `${this.#nameOf(to_[0])} mail ${subject} – ${deedOf(text)}`,
        ),
      ...pushService.pushes
        .slice(past.pushes)
        .map(
          ({ endpoint, payload }) =>
            `${this.#nameOf(endpoint)} push ${payload.title} – ${String(payload.body).split(' · ')[0]}`,
        ),
      ...carrier.texts
        .slice(past.texts)
        .map(
          ({ to, text }) =>
            `${this.#nameOf(to)} text ${text.replace(/\. Ack: .*$/, '').replace(/ \([^()]*\)/, '')}`,
        ),
      ...carrier.calls.slice(past.calls).map(({ to }) => `${this.#nameOf(to)} call`),
      ...tools.requests
        .slice(past.tools)
        .map(
          ({ host, path, json }) =>
            `${host}${path} ${(json as { type?: string; text?: string })?.type ?? (json as { text?: string })?.text}`,
        ),
    ];
    this.#counts = {
      mails: smtp.mails.length,
      texts: carrier.texts.length,
      calls: carrier.calls.length,
      pushes: pushService.pushes.length,
      tools: tools.requests.length,
    };
    const at = this.server.clock.now();
    this.#heard.push(...lines.toSorted().map((line) => ({ at, line })));
  }

  #nameOf(contact: string | undefined): string {
    return this.#names.get(contact ?? '') ?? String(contact);
  }
}

interface ProbeAnswer {
  payloadId: string;
  incidentId: string | null;
  outcome: string;
}

export interface Probe {
  id: string;
  /** Posts, and lets what follows at once happen. */
  open(title: string, severity?: string): Promise<ProbeAnswer>;
  resolve(title: string): Promise<ProbeAnswer>;
  /** Only posts. */
  send(title: string, status?: string, severity?: string): Promise<ProbeAnswer>;
}

function intent(name: string, options: object = {}): object {
  return { operations: { appendIntent: { intent: name, ...options } } };
}

/** The second line of a mail, without its time. */
function deedOf(text: string | undefined): string | undefined {
  return text?.split('\n')[1]?.split(',')[0];
}

/** The push service is on this machine; everything else that is asked for is a tool. */
function besides(tools: OutboundClient): OutboundClient {
  const direct = createOutboundClient({ allowedPrivateTargets: addressList('127.0.0.1') });
  return {
    request: (url, options) =>
      (new URL(url).hostname === '127.0.0.1' ? direct : tools).request(url, options),
  };
}
