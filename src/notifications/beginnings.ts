import { divide, randomId, type World } from '../kernel/index.ts';
import { Together } from '../pace/index.ts';
import { type DeliveryDocument, deliveriesOf } from './delivery.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { oneMoreUnanswered, underway, updateQueued } from './queued-updates.ts';

/** Until then nobody else takes a message; without it when nobody else is there. */
export type Lease = Pick<DeliveryDocument, 'nextAt'>;

/** An attempt that has begun: of one message, which may tell what several records are about. */
export interface Attempt {
  id: string;
  message: OutgoingMessage;
  all: readonly DeliveryDocument[];
  startedAt: Date;
}

/** A message of which an attempt is to begin. `held`: of the claim. */
interface Beginning {
  message: OutgoingMessage;
  held: object;
  lease: Lease;
}

/** Attempts that begin with one write. */
const togetherMax = 50;

/** Marks attempts before they begin; those that begin at the same moment with one mark. */
export class Beginnings {
  readonly #world: World;
  readonly #together: Together<Beginning, Attempt | null>;

  constructor(world: World) {
    this.#world = world;
    this.#together = new Together(togetherMax, (some) => this.#beginEach(some));
  }

  /** Null when not all of its records could be marked. */
  begin(beginning: Beginning): Promise<Attempt | null> {
    return this.#together.do(beginning);
  }

  async #beginEach(some: readonly Beginning[]): Promise<(Attempt | null)[]> {
    const id = randomId();
    let begun = 0;
    for (const group of Map.groupBy(some, ({ held }) => JSON.stringify(held)).values())
      begun += await this.#mark(id, group);
    const startedAt = this.#world.clock.now();
    const attempts = some.map(({ message }) => ({ id, message, all: allOf(message), startedAt }));
    const all = some.flatMap(({ message }) => allOf(message));
    if (begun === all.length) return attempts;
    const marked = await deliveriesOf(this.#world)
      .find({ _id: { $in: all.map(({ _id }) => _id) }, sending: id })
      .project<Pick<DeliveryDocument, '_id'>>({ _id: 1 })
      .toArray();
    const ids = new Set(marked.map(({ _id }) => _id));
    const isWhole = (one: Attempt) => one.all.every(({ _id }) => ids.has(_id));
    await updateQueued(
      this.#world,
      attempts.filter((one) => !isWhole(one)).flatMap((one) => one.all),
      { sending: id },
      { $unset: { sending: 1 } },
    );
    return attempts.map((one) => (isWhole(one) ? one : null));
  }

  /** Gives how many records of one claim it marked. */
  async #mark(sending: string, group: readonly Beginning[]): Promise<number> {
    const all = group.flatMap(({ message }) => allOf(message));
    const [cutOff, rested] = divide(all, (one) => one.sending !== undefined);
    const $set = { sending, ...group[0]?.lease };
    const held = group[0]?.held;
    const unmarked = { sending: { $exists: false }, ...held };
    const marked = { ...underway(cutOff), ...held };
    return (
      (await updateQueued(this.#world, rested, unmarked, { $set, $unset: { waitsBecause: 1 } })) +
      (await updateQueued(this.#world, cutOff, marked, { $set, ...oneMoreUnanswered }))
    );
  }
}

function allOf({ delivery, others }: OutgoingMessage): DeliveryDocument[] {
  return [delivery, ...others.map((other) => other.delivery)];
}
