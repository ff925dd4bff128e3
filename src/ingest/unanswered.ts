import type { ObjectId } from 'bson';
import type { World } from '../kernel/index.ts';
import type { Journey } from '../tracing/index.ts';
import type { IntakeAnswer, Work } from './apply-payloads.ts';
import type { AlertEvaluation } from './evaluate.ts';
import type { Waiting } from './intake-lines.ts';
import type { PayloadCount } from './payload-count.ts';
import type { Received } from './received.ts';

/**
 * A payload whose sender waits for an answer: work once it is decided. Exactly one of `answer`, `refuse` and `reject`
 * is called.
 */
export interface Item extends Waiting, Pick<Work, 'isStored' | 'answer' | 'refuse'> {
  received: Received;
  /** When its turn came; only where somebody wants to know. */
  takenAt: Date;
  /** Null until its turn comes, for mappings that look at what was before. */
  evaluations: AlertEvaluation[] | null;
  /** Refuses it where certainly nothing was written. */
  reject(error: unknown): void;
  /** Nobody waits for it any more who waits for the next of its integration. */
  release(): void;
}

export interface UnansweredParts {
  count: Pick<PayloadCount, 'payloadApplied'>;
  journey: Pick<Journey, 'payload'> | undefined;
}

/** Payloads that are not answered yet, and those that were refused and may be in the store all the same. */
export class Unanswered {
  readonly #world: World;
  readonly #parts: UnansweredParts;
  readonly #items = new Set<Item>();
  readonly #uncertain = new Map<string, ObjectId>();

  constructor(world: World, parts: UnansweredParts) {
    this.#world = world;
    this.#parts = parts;
  }

  add(
    received: Received,
    isStored: boolean,
    resolve: (answer: IntakeAnswer) => void,
    reject: (error: unknown) => void,
  ): Item {
    const { count, journey } = this.#parts;
    const { view, raw, at } = received;
    const { integrationId: account, program } = view;
    const item: Item = {
      received,
      takenAt: at,
      isStored,
      account,
      bytes: raw.body.length,
      isAlone: program.usesPreviousIncident,
      evaluations: null,
      release: () => undefined,
      answer: (given, incidentIds) => {
        this.#items.delete(item);
        item.release();
        count.payloadApplied(account, given.outcome);
        journey?.payload({ ...stepsOf(item, this.#world.clock.now()), ...given, incidentIds });
        resolve(given);
      },
      refuse: (error) => {
        this.#uncertain.set(received.id.toHexString(), received.id);
        item.reject(error);
      },
      reject: (error) => {
        this.#items.delete(item);
        item.release();
        reject(error);
      },
    };
    this.#items.add(item);
    return item;
  }

  has(id: ObjectId): boolean {
    for (const { received } of this.#items) if (received.id.equals(id)) return true;
    return false;
  }

  /** The oldest payload that is not settled yet. */
  oldest(): ObjectId | null {
    let oldest: ObjectId | null = null;
    for (const id of this.#uncertain.values()) oldest = older(oldest, id);
    for (const { received } of this.#items) oldest = older(oldest, received.id);
    return oldest;
  }

  uncertain(): ObjectId[] {
    return [...this.#uncertain.values()];
  }

  settle(id: ObjectId): void {
    this.#uncertain.delete(id.toHexString());
  }
}

/** The steps that a trace shows of a payload: how long it waited for its turn, and how long that took. */
function stepsOf({ received, takenAt }: Item, until: Date) {
  const { view, at, isRequest = false } = received;
  const { organizationId, integrationId } = view;
  return { organizationId, integrationId, from: at, startedAt: takenAt, until, isRequest };
}

function older(known: ObjectId | null, id: ObjectId): ObjectId {
  return known && known.toHexString() < id.toHexString() ? known : id;
}
