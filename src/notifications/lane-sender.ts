import { setTimeout as sleep } from 'node:timers/promises';
import type { SendResult } from '../egress/index.ts';
import { type IncidentDocument, incidentsById } from '../incidents/index.ts';
import { randomId, type World } from '../kernel/index.ts';
import type { ToolResult } from '../outbound/index.ts';
import type { Processes } from '../processes/index.ts';
import { afterFailedAlert } from './after-failure.ts';
import { bundlingOf, type ContactHistory, nextFreeAt } from './bundle.ts';
import { type DeliveryDocument, deliveriesOf, type Lane, ranks } from './delivery.ts';
import { dropReason } from './judge.ts';
import { nextAttemptAt } from './retries.ts';

/** One message, ready to be written and sent. */
export interface OutgoingMessage {
  lane: Lane;
  /** Its id is the key of the message, the same at each attempt. */
  delivery: DeliveryDocument;
  /** Null only for a message that is about no incident. */
  incident: IncidentDocument | null;
  /** What else the message tells: a bundle. */
  others: readonly { delivery: DeliveryDocument; incident: IncidentDocument | null }[];
  /** How many more a bundle tells of without naming them. */
  unnamed: number;
}

/** The message must not go out any more; no attempt was made. */
export interface VoidResult {
  outcome: 'void';
  reason: string;
}

/** What became of a message; of one to a tool, with what was asked and answered. */
export type MessageResult = ToolResult | VoidResult;

export interface LaneOptions {
  lane: Lane;
  send(message: OutgoingMessage): Promise<MessageResult>;
  /** Contacts that are written to at the same time; each gets one message after the other. */
  contactsAtOnce: number;
  onFinished(outcome: string, secondsSinceDue: number): void;
  /** What became of an attempt. */
  onAttempt(delivery: DeliveryDocument, result: SendResult): Promise<void>;
  /** A message that will never be sent. */
  onGivenUp?(delivery: DeliveryDocument, result: SendResult): Promise<void>;
}

/** Messages in which is looked for contacts. */
const contactsPage = 300;
/** What one contact is told of in one go; of more than this in a bundle only the number is told. */
const toldAtOnce = 200;
/** Longer than one message takes; renewed before each. After a crash the messages are due again. */
const leaseMilliseconds = 20_000;
const glanceMilliseconds = 1000;
/** How long the messages behind one that failed wait with it. */
const orderedPauseMilliseconds = 15_000;
/** Channels of one tool that are reminded at the same time. */
const remindersAtOnce = 10;

/** Sends what is due in one lane, the severest first. Several processes may run one each. */
export class LaneSender {
  readonly #world: World;
  readonly #processes: Processes;
  readonly #options: LaneOptions;
  /** Contacts that are being written to. */
  readonly #busy = new Map<string, Promise<void>>();
  readonly #histories = new Map<string, ContactHistory>();
  readonly #token = randomId();
  #wake: (() => void) | undefined;
  /** Something may be due that was not when it was looked for. */
  #hasNews = false;

  constructor(world: World, processes: Processes, options: LaneOptions) {
    this.#world = world;
    this.#processes = processes;
    this.#options = options;
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
  earliest({ ownerId, severity }: DeliveryDocument, at: Date): Date {
    const history = this.#histories.get(ownerId);
    if (!history || this.#options.lane === 'Outbound') return at;
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

  /** Those for whom something is due, the severest and oldest first. */
  async #dueContacts(): Promise<Contact[]> {
    const { lane, contactsAtOnce } = this.#options;
    if (this.#busy.size >= contactsAtOnce) return [];
    const isToTools = lane === 'Outbound';
    const busy = isToTools ? [] : [...this.#busy.keys()];
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
        .project<Contact>({ _id: 0, ownerId: 1, ...(isToTools ? { incidentId: 1 } : {}) })
        .toArray();
    const due = new Map<string, Contact>();
    const note = (found: Contact[]) => {
      for (const contact of found) due.set(keyOf(contact), contact);
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
    const due = { ...contact, lane: this.#options.lane, nextAt: { $lte: this.#world.clock.now() } };
    const isToTool = this.#options.lane === 'Outbound';
    // Of a tool those that wait, too: they may have to come first.
    const queued = await deliveriesOf(this.#world)
      .find(isToTool ? { ...due, nextAt: { $gt: new Date(0) } } : due)
      .sort({ rank: 1, nextAt: 1, incidentId: 1 })
      .limit(toldAtOnce)
      .toArray();
    const found = isToTool
      ? queued.filter(({ nextAt }) => nextAt && nextAt <= due.nextAt.$lte)
      : queued;
    const deliveries = await this.#take(found);
    const incidents = await incidentsById(
      this.#world,
      deliveries.flatMap(({ incidentId }) => incidentId ?? []),
    );
    const live: DeliveryDocument[] = [];
    const reasons = new Map<string, DeliveryDocument[]>();
    for (const delivery of deliveries) {
      const reason = dropReason(delivery, incidents.get(delivery.incidentId ?? ''));
      if (reason === null) live.push(delivery);
      else reasons.set(reason, [...(reasons.get(reason) ?? []), delivery]);
    }
    for (const [reason, group] of reasons) await this.#drop(group, reason);
    const placeOf = ({ incidentId, eventId }: DeliveryDocument) =>
      incidents.get(incidentId ?? '')?.events.findIndex(({ id }) => id === eventId) ?? 0;
    const told = (delivery: DeliveryDocument) => ({
      delivery,
      incident: incidents.get(delivery.incidentId ?? '') ?? null,
    });
    if (isToTool && contact.incidentId === null) {
      // Reminders of different channels and days: none waits for another that fails.
      for (let start = 0; start < live.length; start += remindersAtOnce) {
        await this.#keep(live.slice(start));
        const group = live.slice(start, start + remindersAtOnce).map(told);
        await Promise.all(
          group.map((one) => this.#send({ ...one, lane: 'Outbound', others: [], unnamed: 0 })),
        );
      }
      return;
    }
    if (isToTool) {
      // In order: a tool must not hear of the end before the beginning.
      live.sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || placeOf(a) - placeOf(b));
      const turn = this.#turnAfter(queued, deliveries, live[0]);
      if (turn !== null) return this.#postpone(live, turn);
      for (const [index, delivery] of live.entries()) {
        await this.#keep(live.slice(index));
        if (await this.#send({ ...told(delivery), lane: 'Outbound', others: [], unnamed: 0 }))
          continue;
        // What comes after it waits with it: not for long, so that a tool that is back is told soon.
        const later = new Date(this.#world.clock.now().getTime() + orderedPauseMilliseconds);
        await this.#postpone(live.slice(index + 1), later);
        break;
      }
      return;
    }
    const now = this.#world.clock.now().getTime();
    const history = this.#historyOf(contact.ownerId);
    // A bundle is about incidents.
    for (const delivery of live.filter(({ incidentId }) => incidentId === null))
      await this.#send({ ...told(delivery), lane: this.#options.lane, others: [], unnamed: 0 });
    const alerts = live.filter(({ incidentId }) => incidentId !== null);
    const { singles, bundle, later } = bundlingOf(alerts, history, now);
    if (later) await this.#postpone(later.deliveries, later.at);
    for (const [index, delivery] of singles.entries()) {
      history.singles.push(now);
      await this.#keep([...singles.slice(index), ...bundle]);
      await this.#send({ ...told(delivery), lane: this.#options.lane, others: [], unnamed: 0 });
    }
    const [lead, ...others] = bundle;
    if (!lead) return;
    history.lastBundleAt = now;
    const beyond =
      found.length < toldAtOnce
        ? null
        : { ...due, state: 'queued' as const, _id: { $nin: found.map(({ _id }) => _id) } };
    const unnamed = beyond ? await deliveriesOf(this.#world).countDocuments(beyond) : 0;
    const message = { ...told(lead), lane: this.#options.lane, others: others.map(told), unnamed };
    if ((await this.#send(message)) && beyond && unnamed > 0)
      await deliveriesOf(this.#world).updateMany(beyond, {
        $set: { state: 'sent', bundledIn: lead._id },
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

  /** Those that no other process has taken. */
  async #take(found: DeliveryDocument[]): Promise<DeliveryDocument[]> {
    if (this.#processes.exclusive()) return found;
    const now = this.#world.clock.now();
    const _id = { $in: found.map((delivery) => delivery._id) };
    const takenBy = `${this.#token} ${randomId()}`;
    await deliveriesOf(this.#world).updateMany(
      { _id, nextAt: { $lte: now } },
      { $set: { takenBy, nextAt: new Date(now.getTime() + leaseMilliseconds) } },
    );
    return deliveriesOf(this.#world)
      .find({ _id, takenBy })
      .sort({ rank: 1, dueAt: 1, incidentId: 1 })
      .toArray();
  }

  /** The messages that wait for their turn are still ours. */
  async #keep(deliveries: readonly DeliveryDocument[]): Promise<void> {
    if (this.#processes.exclusive() || deliveries.length === 0) return;
    const nextAt = new Date(this.#world.clock.now().getTime() + leaseMilliseconds);
    await this.#update(deliveries, { $set: { nextAt } });
  }

  /** False when it did not go out: it is void, or has to be tried again. */
  async #send(message: OutgoingMessage): Promise<boolean> {
    const all = [message.delivery, ...message.others.map(({ delivery }) => delivery)];
    const startedAt = this.#world.clock.now();
    const begun = performance.now();
    const result = await this.#options.send(message).catch((error: unknown): MessageResult => {
      this.#world.log.error({ err: error, delivery: message.delivery._id }, 'a send broke');
      return {
        outcome: 'retry',
        code: null,
        error: 'Internal error; the log of the server has the details.',
        retryAfterSeconds: null,
      };
    });
    if (result.outcome === 'void') {
      await this.#drop(all, result.reason);
      // Nobody waits for somebody who will not be told.
      for (const delivery of all)
        if (delivery.isAlert) await afterFailedAlert(this.#world, delivery);
      return false;
    }
    if (!message.delivery.test) await this.#options.onAttempt(message.delivery, result);
    const attempt = {
      at: startedAt,
      code: result.code,
      error: result.outcome === 'sent' ? null : result.error,
      milliseconds: Math.round(performance.now() - begun),
    };
    const exchanges = result.exchanges ? { exchanges: result.exchanges } : {};
    const late = (startedAt.getTime() - message.delivery.dueAt.getTime()) / 1000;
    if (result.outcome === 'retry') {
      const at = nextAttemptAt(message.delivery, result, this.#world.clock.now(), Math.random());
      if (at !== null) {
        await this.#update(all, {
          $set: { nextAt: at, retriedSince: message.delivery.dueAt, ...exchanges },
          $push: { attempts: attempt },
        });
        this.#options.onFinished('retried', late);
        return false;
      }
    }
    if (result.outcome === 'sent') {
      const providerId = result.providerId === null ? {} : { providerId: result.providerId };
      await this.#update([message.delivery], {
        $set: { state: 'sent', ...providerId, ...exchanges },
        $push: { attempts: attempt },
        ...noLongerDue,
      });
      if (message.others.length > 0)
        await this.#update(all.slice(1), {
          $set: { state: 'sent', bundledIn: message.delivery._id },
          ...noLongerDue,
        });
      this.#options.onFinished('sent', late);
      return true;
    }
    await this.#update(all, {
      $set: { state: 'failed', dropReason: result.error, ...exchanges },
      $push: { attempts: attempt },
      ...noLongerDue,
    });
    this.#options.onFinished('failed', late);
    await this.#options.onGivenUp?.(message.delivery, result);
    for (const delivery of all) if (delivery.isAlert) await afterFailedAlert(this.#world, delivery);
    return true;
  }

  async #drop(group: readonly DeliveryDocument[], reason: string): Promise<void> {
    await this.#update(group, { $set: { state: 'dropped', dropReason: reason }, ...noLongerDue });
    this.#options.onFinished('dropped', 0);
  }

  async #postpone(group: readonly DeliveryDocument[], at: Date): Promise<void> {
    await this.#update(group, { $set: { nextAt: at } });
  }

  async #update(group: readonly DeliveryDocument[], update: object): Promise<void> {
    await deliveriesOf(this.#world).updateMany(
      { _id: { $in: group.map(({ _id }) => _id) }, state: 'queued' },
      update,
    );
  }

  #historyOf(contact: string): ContactHistory {
    const known = this.#histories.get(contact) ?? { singles: [], lastBundleAt: null };
    const since = this.#world.clock.now().getTime() - 60_000;
    known.singles = known.singles.filter((instant) => instant > since);
    // The oldest contact goes: at worst it gets a message more than the others.
    if (this.#histories.size > 10_000 && !this.#histories.has(contact))
      this.#histories.delete(this.#histories.keys().next().value ?? '');
    this.#histories.set(contact, known);
    return known;
  }
}

/** A person; or one incident of a tool, because what tools hear of different incidents needs no order. */
interface Contact {
  ownerId: string;
  incidentId?: string | null;
}

function keyOf({ ownerId, incidentId }: Contact): string {
  return incidentId === undefined ? ownerId : `${ownerId} ${incidentId}`;
}

const noLongerDue = { $unset: { nextAt: 1, rank: 1, takenBy: 1, retriedSince: 1 } } as const;
