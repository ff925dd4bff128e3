import { setTimeout as sleep } from 'node:timers/promises';
import { incidentsById } from '../incidents/index.ts';
import { type Claim, type ClaimOptions, claim } from '../jobs/index.ts';
import type { World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { bundlingOf, type ContactHistory, nextFreeAt, sentBefore } from './bundle.ts';
import {
  type DeliveryDocument,
  deliveriesOf,
  deliveryModel,
  noLongerDue,
  ranks,
} from './delivery.ts';
import { dropReason } from './judge.ts';
import { isToolLane, type Lane, traitsOf } from './lanes.ts';
import { brokenResult, type OutcomeOptions, Outcomes } from './outcomes.ts';
import type { DueMessage, MessageResult, OutgoingMessage } from './outgoing-message.ts';

export interface LaneOptions extends OutcomeOptions {
  lane: Lane;
  send(message: OutgoingMessage): Promise<MessageResult>;
  /** Contacts that are written to at the same time; each gets one message after the other. */
  contactsAtOnce: number;
}

/** Messages in which is looked for contacts. */
const contactsPage = 300;
/** The most messages that a bundle names. It only counts the rest. */
const toldAtOnce = 200;
/** Longer than one message takes; renewed before each. After a crash the messages are due again. */
const leaseMilliseconds = 20_000;
const glanceMilliseconds = 1000;
/** How long the messages behind one that failed wait with it. */
const orderedPauseMilliseconds = 15_000;
/** Channels of one tool that are reminded at the same time. */
const remindersAtOnce = 10;

type OurClaim = Claim<DeliveryDocument>;

/**
 * Sends what is due in one lane, the severest first. Several processes may run one each. No due loop: a contact that is free again takes the
 * next messages while others are still written to, so there are no batches that end together. A claim keeps the messages of a contact
 * to one process; that an attempt begins once is `Outcomes`' own mark, which also outlives the process.
 */
export class LaneSender {
  readonly #world: World;
  readonly #processes: Processes;
  readonly #options: LaneOptions;
  readonly #outcomes: Outcomes;
  /** Contacts that are being written to. */
  readonly #busy = new Map<string, Promise<void>>();
  readonly #histories = new Map<string, ContactHistory>();
  readonly #claims: ClaimOptions<DeliveryDocument>;
  #wake: (() => void) | undefined;
  /** Something may be due that was not when it was looked for. */
  #hasNews = false;

  constructor(world: World, processes: Processes, options: LaneOptions) {
    this.#world = world;
    this.#processes = processes;
    this.#options = options;
    this.#outcomes = new Outcomes(world, options);
    this.#claims = {
      model: deliveryModel(world.store),
      dueAt: 'nextAt',
      takenBy: 'takenBy',
      leaseMilliseconds,
    };
  }

  /** Until nothing is due and nothing is under way. */
  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      this.#hasNews = false;
      const due = await this.#dueContacts();
      // As long as nothing new comes, whoever is free takes the next of those that were found.
      do {
        this.#startNext(due);
        if (this.#busy.size === 0) return;
        await this.#somethingToDo();
      } while (due.length > 0 && !this.#hasNews && !stopping.aborted);
    }
    await Promise.all(this.#busy.values());
  }

  #startNext(due: Contact[]): void {
    while (this.#busy.size < this.#options.contactsAtOnce) {
      const contact = due.shift();
      if (!contact) return;
      if (!this.#busy.has(keyOf(contact))) this.#start(contact);
    }
  }

  /** When a new message would leave: one that has to wait for the next bundle need not be looked at before. */
  earliest({ ownerId, deviceId, severity }: DeliveryDocument, at: Date): Date {
    const history = this.#histories.get(keyOf({ ownerId, deviceId: deviceId ?? null }));
    if (!history || isToolLane(this.#options.lane)) return at;
    const free = nextFreeAt(history, severity, this.#world.clock.now().getTime());
    return free > at.getTime() ? new Date(free) : at;
  }

  /** Something new is due: what is under way need not be waited for. */
  hint(): void {
    this.#hasNews = true;
    this.#wake?.();
  }

  /** A contact is free again, a hint came, or a moment has passed. */
  async #somethingToDo(): Promise<void> {
    // The hint came while was looked for what is due.
    if (this.#hasNews) return;
    const glance = new AbortController();
    const { signal } = glance;
    await Promise.race([
      ...this.#busy.values(),
      new Promise<void>((resolve) => {
        this.#wake = resolve;
      }),
      sleep(glanceMilliseconds, undefined, { signal, ref: false }).then(
        () => {
          this.#hasNews = true;
        },
        () => {},
      ),
    ]);
    this.#wake = undefined;
    glance.abort();
  }

  #start(contact: Contact): void {
    const key = keyOf(contact);
    const work = this.#tell(contact)
      .catch((error: unknown) =>
        this.#world.log.error({ err: error, lane: this.#options.lane }, 'messages are sent later'),
      )
      .finally(() => void this.#busy.delete(key));
    this.#busy.set(key, work);
  }

  /** Contacts with due messages, the severest and oldest first. */
  async #dueContacts(): Promise<Contact[]> {
    const { lane, contactsAtOnce } = this.#options;
    if (this.#busy.size >= contactsAtOnce) return [];
    const isToTools = isToolLane(lane);
    const isToDevices = traitsOf(lane).isPerDevice;
    const busy = isToTools || isToDevices ? [] : [...this.#busy.keys()];
    const queue = {
      lane,
      nextAt: { $lte: this.#world.clock.now() },
      ...(busy.length === 0 ? {} : { ownerId: { $nin: busy } }),
    };
    const page = (rank: number | { $in: number[] }) =>
      deliveriesOf(this.#world)
        .find({ ...queue, rank })
        .sort({ rank: 1, nextAt: 1 })
        .limit(contactsPage)
        .project<Contact>({
          _id: 0,
          ownerId: 1,
          ...(isToTools ? { incidentId: 1 } : {}),
          ...(isToDevices ? { deviceId: 1 } : {}),
        })
        .toArray();
    const due = new Map<string, Contact>();
    const note = (found: Contact[]) => {
      for (const contact of found) {
        const { deviceId = null } = contact;
        due.set(keyOf(contact), isToDevices ? { ...contact, deviceId } : contact);
      }
    };
    const first = await page({ $in: ranks });
    note(first);
    // A full page may be of very few contacts: then each rank has a page of its own.
    if (first.length === contactsPage)
      for (const rank of ranks) {
        if (due.size >= contactsAtOnce * 2) break;
        note(await page(rank));
      }
    return [...due.values()];
  }

  async #tell(contact: Contact): Promise<void> {
    const { lane } = this.#options;
    const now = this.#world.clock.now();
    const due = { ...contact, lane, nextAt: { $lte: now } };
    const isToTool = isToolLane(lane);
    // A tool's waiting messages are read, too: they may have to come first.
    const queued = await deliveriesOf(this.#world)
      .find(isToTool ? { ...due, nextAt: { $gt: new Date(0) } } : due)
      .sort({ rank: 1, nextAt: 1, incidentId: 1 })
      .limit(toldAtOnce)
      .toArray();
    const found = queued.filter(({ nextAt }) => nextAt && nextAt <= now);
    const ours = await claim(this.#world, this.#processes, this.#claims, found);
    const taken = await this.#outcomes.withoutNoted(ours.documents);
    const live = await this.#withoutVoid(taken);
    if (!isToTool)
      await this.#tellPerson(contact, live, ours, found.length < toldAtOnce ? null : found);
    else if (contact.incidentId === null) await this.#remindTool(live, ours);
    else await this.#tellTool(live, queued, taken, ours);
  }

  /** Drops those that are not to be sent any more, and gives the others. */
  async #withoutVoid(taken: readonly DeliveryDocument[]): Promise<DueMessage[]> {
    const ids = taken.flatMap(({ incidentId }) => incidentId ?? []);
    const incidents = await incidentsById(this.#world, ids);
    const live: DueMessage[] = [];
    const dropped: { delivery: DeliveryDocument; reason: Sentence }[] = [];
    for (const delivery of taken) {
      const incident = incidents.get(delivery.incidentId ?? '');
      const reason = dropReason(delivery, incident);
      if (reason === null) live.push({ delivery, incident: incident ?? null });
      else dropped.push({ delivery, reason });
    }
    for (const group of Map.groupBy(dropped, ({ reason }) => reason.code).values())
      for (const { reason } of group.slice(0, 1))
        await this.#outcomes.drop(
          group.map(({ delivery }) => delivery),
          reason,
        );
    return live;
  }

  /** Reminders of different channels and days: none waits for another that fails. */
  async #remindTool(live: readonly DueMessage[], ours: OurClaim): Promise<void> {
    for (let start = 0; start < live.length; start += remindersAtOnce) {
      await this.#keep(live.slice(start), ours);
      const group = live.slice(start, start + remindersAtOnce);
      await Promise.all(group.map((one) => this.#sendAlone(one)));
    }
  }

  /** In order: a tool must not hear of the end before the beginning. */
  async #tellTool(
    live: DueMessage[],
    queued: readonly DeliveryDocument[],
    taken: readonly DeliveryDocument[],
    ours: OurClaim,
  ): Promise<void> {
    const placeOf = ({ delivery: { eventId }, incident }: DueMessage) =>
      incident?.events.findIndex(({ id }) => id === eventId) ?? 0;
    live.sort(
      (a, b) => a.delivery.dueAt.getTime() - b.delivery.dueAt.getTime() || placeOf(a) - placeOf(b),
    );
    const turn = this.#turnAfter(queued, taken, live[0]?.delivery);
    if (turn !== null) return this.#postpone(live, turn, ours);
    for (const [index, one] of live.entries()) {
      await this.#keep(live.slice(index), ours);
      if (await this.#sendAlone(one)) continue;
      // Later messages wait for this one, but not for long, so that a tool that is back is told soon.
      const later = new Date(this.#world.clock.now().getTime() + orderedPauseMilliseconds);
      return this.#postpone(live.slice(index + 1), later, ours);
    }
  }

  /** Few messages one by one; of more, a bundle. `full`: what was found, where more may be due than that. */
  async #tellPerson(
    contact: Contact,
    live: readonly DueMessage[],
    ours: OurClaim,
    full: readonly DeliveryDocument[] | null,
  ): Promise<void> {
    const { lane } = this.#options;
    const now = this.#world.clock.now();
    const history = await this.#historyOf(contact, live[0]?.delivery);
    // A bundle is about incidents.
    for (const one of live.filter(({ delivery }) => delivery.incidentId === null))
      await this.#sendAlone(one);
    const alerts = live.filter(({ delivery }) => delivery.incidentId !== null);
    const { singles, bundle, later } = bundlingOf(alerts, history, now.getTime());
    if (later) await this.#postpone(later.messages, later.at, ours);
    for (const [index, one] of singles.entries()) {
      history.singles.push(now.getTime());
      await this.#keep([...singles.slice(index), ...bundle], ours);
      await this.#sendAlone(one);
    }
    const [lead, ...others] = bundle;
    if (!lead) return;
    history.lastBundleAt = now.getTime();
    const beyond = full && {
      ...contact,
      lane,
      nextAt: { $lte: now },
      state: 'queued' as const,
      _id: { $nin: full.map(({ _id }) => _id) },
    };
    const unnamed = beyond ? await deliveriesOf(this.#world).countDocuments(beyond) : 0;
    if ((await this.#send({ ...lead, lane, others, unnamed })) && beyond && unnamed > 0)
      await deliveriesOf(this.#world).updateMany(beyond, {
        $set: { state: 'sent', bundledIn: lead.delivery._id },
        ...noLongerDue,
      });
  }

  /** When an earlier message to the same tool about the same incident has had its turn; null when none waits. */
  #turnAfter(
    queued: readonly DeliveryDocument[],
    ours: readonly DeliveryDocument[],
    first: DeliveryDocument | undefined,
  ): Date | null {
    if (!first) return null;
    const taken = new Set(ours.map(({ _id }) => _id));
    const earlier = queued.filter(({ _id, dueAt }) => dueAt < first.dueAt && !taken.has(_id));
    if (earlier.length === 0) return null;
    const now = this.#world.clock.now().getTime();
    // One that was due is under way in another process.
    const turns = earlier.map(({ nextAt }) => nextAt?.getTime() ?? 0);
    return new Date(Math.max(...turns.map((at) => (at > now ? at : now + leaseMilliseconds))));
  }

  /** The messages that wait for their turn are still ours. */
  async #keep(messages: readonly DueMessage[], { held }: OurClaim): Promise<void> {
    if (this.#processes.exclusive() || messages.length === 0) return;
    const nextAt = new Date(this.#world.clock.now().getTime() + leaseMilliseconds);
    await this.#update(messages, held, { $set: { nextAt } });
  }

  /** Stores results that the store has not taken before. */
  noteLeft(): Promise<void> {
    return this.#outcomes.noteLeft();
  }

  #sendAlone(one: DueMessage): Promise<boolean> {
    return this.#send({ ...one, lane: this.#options.lane, others: [], unnamed: 0 });
  }

  /** False when it did not go out: it is void, or has to be tried again. */
  async #send(message: OutgoingMessage): Promise<boolean> {
    const attempt = await this.#outcomes.begin(message);
    if (!attempt) return false;
    const begun = performance.now();
    const result = await this.#options.send(message).catch((error: unknown) => {
      this.#world.log.error({ err: error, delivery: message.delivery._id }, 'a send broke');
      return brokenResult;
    });
    return this.#outcomes.end(attempt, result, Math.round(performance.now() - begun));
  }

  async #postpone(messages: readonly DueMessage[], at: Date, { held }: OurClaim): Promise<void> {
    await this.#update(messages, held, { $set: { nextAt: at }, $unset: { takenBy: 1 } });
  }

  /** Updates the messages that are still queued, and ours. */
  async #update(messages: readonly DueMessage[], held: object, update: object): Promise<void> {
    await deliveriesOf(this.#world).updateMany(
      { _id: { $in: messages.map(({ delivery }) => delivery._id) }, state: 'queued', ...held },
      update,
    );
  }

  /** History by all processes. Own memory is enough only when this process is alone and has sent something. */
  async #historyOf(contact: Contact, first: DeliveryDocument | undefined): Promise<ContactHistory> {
    const key = keyOf(contact);
    const isWhole = this.#processes.exclusive() && this.#histories.has(key);
    const known = this.#histories.get(key) ?? { singles: [], lastBundleAt: null };
    const since = this.#world.clock.now().getTime() - 60_000;
    if (!isWhole && first) {
      const stored = await this.#storedHistory(contact, first.organizationId);
      known.singles = stored.singles;
      if (stored.lastBundleAt !== null)
        known.lastBundleAt = Math.max(stored.lastBundleAt, known.lastBundleAt ?? 0);
    }
    known.singles = known.singles.filter((instant) => instant > since);
    // The oldest contact goes: what it was sent is read again.
    if (this.#histories.size > 10_000 && !this.#histories.has(key))
      this.#histories.delete(this.#histories.keys().next().value ?? '');
    this.#histories.set(key, known);
    return known;
  }

  async #storedHistory(contact: Contact, organizationId: string): Promise<ContactHistory> {
    const { lane } = this.#options;
    const latest = await deliveriesOf(this.#world)
      .find({ organizationId, ...contact, lane })
      .sort({ _id: -1 })
      .limit(rememberedMax)
      .project<Pick<DeliveryDocument, '_id' | 'attempts' | 'bundledIn'>>({
        attempts: 1,
        bundledIn: 1,
      })
      .toArray();
    const bundles = new Set(latest.flatMap(({ bundledIn }) => bundledIn ?? []));
    const sent = latest
      .flatMap(({ _id, attempts }) => {
        const last = attempts.at(-1);
        return last?.error === null ? [{ at: last.at.getTime(), hasOthers: bundles.has(_id) }] : [];
      })
      .toSorted((one, other) => one.at - other.at);
    return sentBefore(sent);
  }
}

/** The latest messages of a contact: of more within a minute most were told by a bundle, whose members are among them. */
const rememberedMax = 100;

/** A person; one of their devices; or one incident of a tool, because what tools hear of different incidents needs no order. */
interface Contact {
  ownerId: string;
  incidentId?: string | null;
  deviceId?: string | null;
}

function keyOf({ ownerId, incidentId, deviceId }: Contact): string {
  return [ownerId, incidentId, deviceId].filter((part) => part).join(' ');
}
