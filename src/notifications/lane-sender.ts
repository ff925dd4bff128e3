import { setTimeout as sleep } from 'node:timers/promises';
import type { SendResult } from '../egress/index.ts';
import { type IncidentDocument, incidentsById } from '../incidents/index.ts';
import { randomId, type World } from '../kernel/index.ts';
import type { ToolResult } from '../outbound/index.ts';
import type { Processes } from '../processes/index.ts';
import { followFailures } from './after-failure.ts';
import { bundlingOf, type ContactHistory, nextFreeAt, sentBefore } from './bundle.ts';
import { type DeliveryDocument, deliveriesOf, type Lane, noLongerDue, ranks } from './delivery.ts';
import { dropReason } from './judge.ts';
import { internalFailureAt, nextAttemptAt } from './retries.ts';

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
  /** Results that the store has not taken yet, by message: what is here was sent and is not sent again. */
  readonly #unnoted = new Map<string, () => Promise<boolean>>();
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
  earliest({ ownerId, deviceId, severity }: DeliveryDocument, at: Date): Date {
    const history = this.#histories.get(keyOf({ ownerId, deviceId: deviceId ?? null }));
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
    const isToDevices = lane === 'Push';
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
    const deliveries = await this.#withoutNoted(await this.#take(found));
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
    const history = await this.#historyOf(contact, live[0]);
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

  /** Those whose result is not waiting here for the store: it takes them now, or nothing of them happens. */
  async #withoutNoted(deliveries: DeliveryDocument[]): Promise<DeliveryDocument[]> {
    const known = deliveries.filter(({ _id }) => this.#unnoted.has(_id));
    if (known.length === 0) return deliveries;
    await this.noteLeft();
    return deliveries.filter((delivery) => !known.includes(delivery));
  }

  /** Stores results that the store has not taken before. */
  async noteLeft(): Promise<void> {
    for (const note of new Set(this.#unnoted.values())) {
      await note();
      for (const [id, one] of this.#unnoted) if (one === note) this.#unnoted.delete(id);
    }
  }

  /** False when it did not go out: it is void, or has to be tried again. */
  async #send(message: OutgoingMessage): Promise<boolean> {
    const all = [message.delivery, ...message.others.map(({ delivery }) => delivery)];
    const startedAt = this.#world.clock.now();
    // After a crash it is known of these that they may have arrived.
    const marked = await this.#update(all, { $set: { sendingAt: startedAt } });
    // Another server has dropped or sent one of them since they were read: what is left is looked at anew. The mark stays, as one of
    // theirs may be an older one.
    if (marked < all.length) return false;
    const begun = performance.now();
    const result = await this.#options.send(message).catch((error: unknown): BrokenResult => {
      this.#world.log.error({ err: error, delivery: message.delivery._id }, 'a send broke');
      return { ...brokenResult };
    });
    const milliseconds = Math.round(performance.now() - begun);
    const note = () => this.#note(message, all, result, { startedAt, milliseconds });
    try {
      return await note();
    } catch (error) {
      for (const { _id } of all) this.#unnoted.set(_id, note);
      throw error;
    }
  }

  /** Writes what became of a message, and does what follows. Harmless to repeat. */
  async #note(
    message: OutgoingMessage,
    all: readonly DeliveryDocument[],
    result: MessageResult | BrokenResult,
    { startedAt, milliseconds }: { startedAt: Date; milliseconds: number },
  ): Promise<boolean> {
    if (result.outcome === 'void') {
      // Nothing was sent by this attempt; what an earlier one may have done it keeps. Nobody waits for somebody who will not be told.
      await this.#drop(all, result.reason, { isUnfollowed: true }, startedAt);
      await followFailures(this.#world, all);
      return false;
    }
    if (!message.delivery.test) await this.#options.onAttempt(message.delivery, result);
    const attempt = {
      at: startedAt,
      code: result.code,
      error: result.outcome === 'sent' ? null : result.error,
      milliseconds,
    };
    const exchanges =
      'exchanges' in result && result.exchanges ? { exchanges: result.exchanges } : {};
    const late = (startedAt.getTime() - message.delivery.dueAt.getTime()) / 1000;
    if (result.outcome === 'retry') {
      const now = this.#world.clock.now();
      const at =
        'isInternal' in result
          ? internalFailureAt(message.delivery, now)
          : nextAttemptAt(message.delivery, result, now, Math.random());
      if (at !== null) {
        await deliveriesOf(this.#world).updateMany(
          // Its own attempt only: repeated, it adds nothing.
          { _id: { $in: all.map(({ _id }) => _id) }, state: 'queued', sendingAt: startedAt },
          {
            $set: { nextAt: at, retriedSince: message.delivery.dueAt, ...exchanges },
            $push: { attempts: attempt },
            $unset: { takenBy: 1, sendingAt: 1 },
          },
        );
        this.#options.onFinished('retried', late);
        return false;
      }
    }
    if (result.outcome === 'sent') {
      const providerId = result.providerId === null ? {} : { providerId: result.providerId };
      if (message.others.length > 0)
        await this.#update(all.slice(1), {
          $set: { state: 'sent', bundledIn: message.delivery._id },
          ...noLongerDue,
        });
      await this.#update([message.delivery], {
        $set: { state: 'sent', ...providerId, ...exchanges },
        $push: { attempts: attempt },
        ...noLongerDue,
      });
      this.#options.onFinished('sent', late);
      return true;
    }
    await this.#update(all, {
      $set: { state: 'failed', dropReason: result.error, isUnfollowed: true, ...exchanges },
      $push: { attempts: attempt },
      ...noLongerDue,
    });
    this.#options.onFinished('failed', late);
    await this.#options.onGivenUp?.(message.delivery, result);
    await followFailures(this.#world, all);
    return true;
  }

  /** Not to be sent any more. One whose attempt was cut off may have arrived all the same, and its record says so. */
  async #drop(
    group: readonly DeliveryDocument[],
    reason: string,
    more: { isUnfollowed?: true } = {},
    ownSendingAt?: Date,
  ): Promise<void> {
    const [begun, untouched] = divided(group, mayHaveArrived);
    if (untouched.length > 0)
      await deliveriesOf(this.#world).updateMany(
        {
          _id: { $in: untouched.map(({ _id }) => _id) },
          state: 'queued',
          // Another server may have begun to send it since it was read: the next look finds it with that mark.
          sendingAt: ownSendingAt ?? { $exists: false },
        },
        { $set: { state: 'dropped', dropReason: reason, ...more }, ...noLongerDue },
      );
    if (begun.length > 0)
      await this.#update(begun, {
        $set: { state: 'perhapsSent', dropReason: `${cutOff} ${reason}`, ...more },
        ...noLongerDue,
      });
    this.#options.onFinished('dropped', 0);
  }

  async #postpone(group: readonly DeliveryDocument[], at: Date): Promise<void> {
    await this.#update(group, { $set: { nextAt: at }, $unset: { takenBy: 1 } });
  }

  /** Of those that are still queued; gives how many these are. */
  async #update(group: readonly DeliveryDocument[], update: object): Promise<number> {
    const { matchedCount } = await deliveriesOf(this.#world).updateMany(
      { _id: { $in: group.map(({ _id }) => _id) }, state: 'queued' },
      update,
    );
    return matchedCount;
  }

  /** Of all processes: what this one remembers is enough only where it is alone and has sent something. */
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

const cutOff = 'The server stopped while it was being sent, so it may have arrived.';

/** An attempt was cut off: by a crash, or by something of ours that broke behind it. */
function mayHaveArrived({ sendingAt, attempts }: DeliveryDocument): boolean {
  return sendingAt !== undefined || attempts.some(({ code }) => code === null);
}

/** Something of ours broke, and the receiver was perhaps never asked. */
type BrokenResult = typeof brokenResult;

const brokenResult = {
  outcome: 'retry' as const,
  code: null,
  error: 'Internal error; the log of the server has the details.',
  retryAfterSeconds: null,
  isInternal: true as const,
};

function divided<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}
