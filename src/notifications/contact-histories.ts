import { firstIdAt, Newest, type World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { type ContactHistory, sentBefore } from './bundle.ts';
import { type Contact, contactKey } from './contact.ts';
import { type DeliveryDocument, deliveriesOf } from './delivery.ts';
import type { Lane } from './lanes.ts';

/**
 * The latest messages of a contact: of more within a minute most were told by a bundle, whose members are among them.
 */
const storedMax = 100;
/** Messages that were decided earlier than this and came in the last minutes are too few to count. */
const madeBeforeMilliseconds = 3_600_000;
/** The history of one that is forgotten is read again. */
const rememberedMax = 10_000;
const minute = 60_000;

/** The messages that the contacts of a lane got lately, by all processes. */
export class ContactHistories {
  readonly #world: World;
  readonly #processes: Processes;
  readonly #lane: Lane;
  readonly #known = new Newest<string, ContactHistory>(rememberedMax);

  constructor(world: World, processes: Processes, lane: Lane) {
    this.#world = world;
    this.#processes = processes;
    this.#lane = lane;
  }

  /** As far as this process remembers it. */
  remembered(contact: Contact): ContactHistory | undefined {
    return this.#known.get(contactKey(contact));
  }

  /**
   * The history of a contact, to which whoever sends adds what they send. Without an organization, as where nothing is
   * to be sent, it is what is remembered. That alone is enough only when this process is alone and has sent something.
   */
  async of(contact: Contact, organizationId: string | undefined): Promise<ContactHistory> {
    const key = contactKey(contact);
    const isWhole = this.#processes.exclusive() && this.#known.has(key);
    const known = this.#known.get(key) ?? { singles: [], lastBundleAt: null };
    const since = this.#world.clock.now().getTime() - minute;
    if (!isWhole && organizationId !== undefined) {
      const stored = await this.#stored(contact, organizationId);
      known.singles = stored.singles;
      if (stored.lastBundleAt !== null)
        known.lastBundleAt = Math.max(stored.lastBundleAt, known.lastBundleAt ?? 0);
    }
    known.singles = known.singles.filter((instant) => instant > since);
    this.#known.set(key, known);
    return known;
  }

  async #stored(contact: Contact, organizationId: string): Promise<ContactHistory> {
    const from = firstIdAt(this.#world.clock.now().getTime() - madeBeforeMilliseconds);
    const latest = await deliveriesOf(this.#world)
      .find({ organizationId, ...contact, lane: this.#lane, _id: { $gt: from } })
      .sort({ _id: -1 })
      .limit(storedMax)
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
