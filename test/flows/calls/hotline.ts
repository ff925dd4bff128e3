import { setTimeout as sleep } from 'node:timers/promises';
import { callEngagementModel, callSessionModel } from '../../../src/calls/model.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import type { CallerScript } from '../../support/carrier/humans.ts';
import {
  Carrier,
  type CarrierApi,
  type CarrierOptions,
  noFaults,
  type SimulatedCall,
  startCarrierApi,
  VirtualTime,
} from '../../support/carrier/index.ts';

/** With a path, as behind a proxy that takes the path away: what is signed is the address from before it. */
export const publicUrl = 'https://tocsin.example.com/alerts';
const accountSid = `AC${'5'.repeat(32)}`;
const authToken = '0123456789abcdef0123456789abcdef';

export interface Responder {
  id: string;
  name: string;
  email: string;
  phone: string;
}

export interface OnCallTeam {
  id: string;
  displayName: string;
  people: Record<string, Responder>;
}

/** A number of Tocsin. */
export interface PhoneNumber {
  integrationId: string;
  number: string;
  teamId: string;
}

export interface SeenCall {
  call: SimulatedCall;
  /** As the API shows it. */
  session: SeenSession;
  /** `Step action`, and the result unless it is `Processed`. */
  log: string[];
  /** All sentences of the log. */
  reasons: string;
  /** Names of those whose phones rang, in order. */
  dialled: string[];
  incident: SeenIncident | null;
}

type ListedCall = Pick<SeenSession, 'id' | 'outcome'> & { providerCallId: string };

export interface SeenSession {
  id: string;
  outcome: string;
  callerNumber: string | null;
  callerKind: string;
  endedAt: string | null;
  endReason: string | null;
  menuKey: string | null;
  acceptedBy: { id: string } | null;
  recording: { state: string; durationSeconds: number | null } | null;
  transcript: string | null;
  incidentId: string | null;
  log: { step: string; action: string; result: string; reason: string }[];
}

export interface SeenIncident {
  id: string;
  title: string;
  status: string;
  severity: string;
  attributes: Record<string, string>;
  intents: string[];
  messages: string[];
}

const actions: Readonly<Record<string, string>> = {
  WebhookReceived: 'received',
  CommandSent: 'sent',
  Internal: 'internal',
};

/** `Step action`, and the result unless it is `Processed`. */
export function logLine({
  step,
  action,
  result,
}: Pick<SeenSession['log'][number], 'step' | 'action' | 'result'>): string {
  return [step, actions[action], ...(result === 'Processed' ? [] : [result])].join(' ');
}

/** A server whose numbers belong to a simulated carrier, and people with telephones. */
export class Hotline {
  readonly app: TestApp;
  readonly time: VirtualTime;
  readonly carrier: Carrier;
  readonly carrierApi: CarrierApi;
  readonly others: readonly TestApp[];
  readonly #names = new Map<string, string>();
  #count = 0;

  /** `app` and `others` have one store, and take turns unless `options` names other servers. */
  constructor(
    app: TestApp,
    carrierApi: CarrierApi,
    options: Partial<CarrierOptions> = {},
    others: readonly TestApp[] = [],
  ) {
    const apps = [app, ...others];
    this.app = app;
    this.others = others;
    this.time = new VirtualTime({
      now: app.clock.now,
      set: (moment) => {
        for (const { clock } of apps) clock.set(moment);
      },
    });
    this.carrier = new Carrier({
      time: this.time,
      accountSid,
      authToken,
      publicUrl,
      apiUrl: carrierApi.url,
      instances: () => apps.map((one) => one.app.url),
      ...options,
    });
    carrierApi.carrier = this.carrier;
    this.carrierApi = carrierApi;
  }

  /** One server, or several on one store that take turns. */
  static async start(
    options: Partial<CarrierOptions> = {},
    { instances = 1 } = {},
  ): Promise<Hotline> {
    const carrierApi = await startAccountApi();
    const env = environmentFor(carrierApi);
    const app = await startTestApp({ env });
    const others: TestApp[] = [];
    for (let n = 1; n < instances; n += 1) others.push(await startTestApp({ env, besides: app }));
    return new Hotline(app, carrierApi, options, others);
  }

  async stop(): Promise<void> {
    for (const other of this.others) await other.stop();
    await this.app.stop();
    await this.carrierApi.stop();
  }

  /** People with phones in tiers, and a team of them. The same person may be in several tiers. */
  async team(...tiers: string[][]): Promise<OnCallTeam> {
    this.#count += 1;
    const displayName = `Team ${this.#count}`;
    const id = await this.app.api.make('/team', { displayName, timeZoneId: 'UTC' });
    const people: Record<string, Responder> = {};
    for (const name of new Set(tiers.flat())) people[name] = await this.person(name);
    const ids = tiers.map((names) => names.flatMap((name) => people[name]?.id ?? []));
    await this.tiers(id, ...ids);
    return { id, displayName, people };
  }

  async person(name: string, more: object = {}): Promise<Responder> {
    this.#count += 1;
    const email = `${name.toLowerCase()}.${this.#count}@example.com`;
    const phone = `+49151${String(20_000_000 + this.#count)}`;
    const id = await this.app.api.make('/user', {
      displayName: name,
      email,
      timeZoneId: 'UTC',
      phoneNumber: phone,
      ...more,
    });
    this.#names.set(phone, name);
    return { id, name, email, phone };
  }

  join(userId: string, teamId: string): Promise<string> {
    return this.app.api.make('/team-membership', { userId, teamId, role: 'Member' });
  }

  /** People who become members of the team, and who is on duty in which tier. */
  async tiers(teamId: string, ...tiers: string[][]): Promise<void> {
    const memberships = new Map<string, string>();
    for (const id of new Set(tiers.flat())) memberships.set(id, await this.join(id, teamId));
    if (tiers.length === 0) return;
    await this.app.api.make('/team-escalations', {
      teamId,
      escalationTiers: tiers.map((ids) => {
        const members = ids.map((id) => ({ teamMembershipId: memberships.get(id) }));
        return { schedules: [{ rotations: [{ members }] }] };
      }),
    });
  }

  /** A number of the account whose calls go by these settings; missed calls open incidents where they say so. */
  async number(
    teamId: string,
    callFlowConfig: object = {},
    accessSettings: object = {},
  ): Promise<PhoneNumber> {
    this.#count += 1;
    const number = `+4930${String(1_000_000 + this.#count)}`;
    this.carrierApi.numbers.set(number, `PN${String(this.#count).padStart(32, '0')}`);
    const integrationId = await this.app.api.make('/inbound-integration', {
      displayName: `Hotline ${this.#count}`,
      teamId,
      type: 'Twilio',
      integrationSettings: {
        twilio: {
          accessSettings: { accountSid, authToken, phoneNumber: number, ...accessSettings },
          callFlowConfig: { missedCallIncidents: false, ...callFlowConfig },
        },
      },
    });
    if (!this.carrier.numbers.has(number))
      throw new Error(`Nobody told the carrier where calls to ${number} go.`);
    return { integrationId, number, teamId };
  }

  /** Changes what is stored of a number's calls. */
  async configure({ integrationId }: PhoneNumber, callFlowConfig: object): Promise<void> {
    const path = `/inbound-integration/${integrationId}`;
    const { body } = await this.app.api.get(path);
    const settings = body.integrationSettings as { twilio: object };
    const answer = await this.app.api.put(path, {
      ...body,
      integrationSettings: { twilio: { ...settings.twilio, callFlowConfig } },
    });
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
  }

  /** A call from its start to everything that follows from it. */
  async call(
    to: PhoneNumber,
    script: CallerScript & { from?: string } = {},
    faults = noFaults,
  ): Promise<SeenCall> {
    this.carrier.faults = faults;
    const call = this.carrier.dialIn(script.from ?? caller, to.number, script);
    await this.time.run();
    this.carrier.faults = noFaults;
    await this.settle();
    return this.see(call, to);
  }

  /** Time until the deadlines of calls that the carrier has stopped talking about. */
  async wait(seconds: number): Promise<void> {
    await this.time.run(seconds);
    await this.settle();
  }

  /** Until nothing of calls is due; where other processes have timers, one of them may be at it. */
  async settle(): Promise<void> {
    const { store, clock } = this.app.app.world;
    for (;;) {
      await this.app.app.jobs.runAll((task) => dueTasks.has(task));
      for (const { app } of this.others)
        await app.jobs.runAll((task) => task === 'unanswered-calls');
      const now = clock.now();
      const due = await callSessionModel(store).countDocuments({
        $or: [{ nextAt: { $lte: now } }, { askAt: { $lte: now } }],
      });
      if (due === 0) return;
      await sleep(20);
    }
  }

  async see(call: SimulatedCall, to: PhoneNumber): Promise<SeenCall> {
    const sessions = await this.sessionsOf(to);
    const session = sessions.find(({ providerCallId }) => providerCallId === call.sid);
    if (!session) throw new Error(`There is no session of ${call.sid}.`);
    const { body } = await this.app.api.get(`/call-session/${session.id}`);
    const seen = body as unknown as SeenSession;
    return {
      call,
      session: seen,
      log: seen.log.map(logLine),
      reasons: seen.log.map(({ reason }) => reason).join('\n'),
      dialled: call.rung.map(({ to: phone }) => this.#names.get(phone) ?? phone),
      incident: seen.incidentId === null ? null : await this.incident(seen.incidentId),
    };
  }

  async sessionsOf(to: PhoneNumber): Promise<ListedCall[]> {
    const { status, body, text } = await this.app.api.get(
      `/call-session/search/list?Limit=100&IntegrationIds=${to.integrationId}`,
    );
    if (status !== 200) throw new Error(`${status} ${text}`);
    return body.callSessions as ListedCall[];
  }

  async incident(id: string): Promise<SeenIncident> {
    const { status, body, text } = await this.app.api.get(`/incident/search/${id}`);
    if (status !== 200) throw new Error(`${status} ${text}`);
    const { title, attributes, events } = body as unknown as WireIncident;
    return {
      id,
      title,
      status: events[0]?.status ?? '',
      severity: events[0]?.severity ?? '',
      attributes: Object.fromEntries(attributes.map(({ name, value }) => [name, value])),
      intents: events.map(({ modification }) => modification.intent).toReversed(),
      messages: events.flatMap(({ message }) => message ?? []).toReversed(),
    };
  }

  /** Who counts as connected to a caller now; no operation shows it. */
  async engagements(): Promise<string[]> {
    const held = await callEngagementModel(this.app.app.world.store).find({}).lean();
    return held.map(({ _id }) => _id);
  }

  /** All incidents of a team, whatever they came from. */
  async incidentsOf(teamId: string): Promise<{ id: string }[]> {
    const { body } = await this.app.api.get(`/incident/search/list?TeamIds=${teamId}&Limit=100`);
    return body.incidents as { id: string }[];
  }
}

interface WireIncident {
  title: string;
  attributes: { name: string; value: string }[];
  events: {
    status: string;
    severity: string;
    message: string | null;
    modification: { intent: string };
  }[];
}

/** The API of the carrier, for the account of every hotline. */
export function startAccountApi(): Promise<CarrierApi> {
  return startCarrierApi({ sid: accountSid, authToken });
}

/** Someone outside. */
export const caller = '+4917099999999';

const dueTasks: ReadonlySet<string> = new Set(['unanswered-calls', 'calls', 'calls-at-carriers']);

/** How a server finds the carrier's API, as an operator of another region would say it. */
export function environmentFor(api: Pick<CarrierApi, 'url'>): Record<string, string> {
  return {
    TOCSIN_PUBLIC_URL: publicUrl,
    TOCSIN_TWILIO_API_BASE: api.url,
    TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  };
}
