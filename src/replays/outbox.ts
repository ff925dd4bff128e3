import type { IncidentDocument } from '../incidents/index.ts';
import {
  bundlingOf,
  type ContactHistory,
  type DeliveryDocument,
  dropReason,
  isToolLane,
} from '../notifications/index.ts';
import { DueQueue } from './due-queue.ts';

export interface OutboxOptions {
  /** As it is now; undefined: it is gone. */
  incidentOf(id: string): IncidentDocument | undefined;
  sent(delivery: DeliveryDocument, at: number): void;
  /** It is void by now. */
  dropped(delivery: DeliveryDocument): void;
  /** The messages to one contact that are due together, before any is sent. */
  together(contact: string, due: readonly DeliveryDocument[]): void;
}

/**
 * The messages of all incidents of a world, on virtual time and to nobody: each one arrives. It decides as the senders
 * of the server do which messages are void by now, and which are told by one message.
 */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #queue = new DueQueue<DeliveryDocument>();
  readonly #histories = new Map<string, ContactHistory>();

  constructor(options: OutboxOptions) {
    this.#options = options;
  }

  get nextAt(): number {
    return this.#queue.nextAt;
  }

  add(delivery: DeliveryDocument, nextAt: Date): void {
    this.#queue.push(nextAt.getTime(), delivery);
  }

  /** Sends what is due by then. */
  deliver(due: number): void {
    const waiting = [...this.#queue.takeUntil(due)]
      .map(({ item }, place) => ({ item, place }))
      .sort((one, other) => rankOf(one.item) - rankOf(other.item) || one.place - other.place);
    const byContact = Map.groupBy(waiting, ({ item }) => contactOf(item));
    for (const [contact, messages] of byContact)
      this.#tell(
        contact,
        messages.map(({ item }) => item),
        due,
      );
  }

  #tell(contact: string, messages: readonly DeliveryDocument[], now: number): void {
    const { incidentOf, dropped, together } = this.#options;
    const live = messages.filter((one) => {
      const isVoid = dropReason(one, incidentOf(one.incidentId ?? '')) !== null;
      if (isVoid) dropped(one);
      return !isVoid;
    });
    const [first] = live;
    if (!first) return;
    together(contact, live);
    if (isToolLane(first.lane)) {
      for (const one of live) this.#options.sent(one, now);
      return;
    }
    const history = this.#histories.get(contact) ?? { singles: [], lastBundleAt: null };
    this.#histories.set(contact, history);
    history.singles = history.singles.filter((at) => at > now - rememberedMilliseconds);
    const due = live.map((delivery) => ({ delivery }));
    const { singles, bundle, later } = bundlingOf(due, history, now);
    for (const { delivery } of later?.messages ?? [])
      this.#queue.push(later?.at.getTime() ?? now, delivery);
    for (const { delivery } of singles) {
      history.singles.push(now);
      this.#options.sent(delivery, now);
    }
    if (bundle.length > 0) history.lastBundleAt = now;
    for (const { delivery } of bundle) this.#options.sent(delivery, now);
  }
}

/** Longer than it counts for anything how many messages a contact got. */
const rememberedMilliseconds = 10 * 60_000;

function rankOf({ rank = 0 }: DeliveryDocument): number {
  return rank;
}

/** A person's address or device by one channel; what a tool hears. */
export function contactOf({ ownerId, lane, deviceId = null }: DeliveryDocument): string {
  return `${lane} ${ownerId} ${deviceId}`;
}
