import type { AnyBulkWriteOperation } from 'mongodb';
import type { SendResult } from '../egress/index.ts';
import { divide, type World } from '../kernel/index.ts';
import { Together } from '../pace/index.ts';
import { inEnglish, type Sentence, say, words } from '../sentences/index.ts';
import { followFailures } from './after-failure.ts';
import { type Attempt, Beginnings, type Lease } from './beginnings.ts';
import { changedNow, type DeliveryDocument, deliveriesOf, noLongerDue } from './delivery.ts';
import type { MessageResult, OutgoingMessage } from './outgoing-message.ts';
import {
  ofQueued,
  oneMoreUnanswered,
  type QueuedUpdate,
  underway,
  updateQueued,
} from './queued-updates.ts';
import { internalFailureAt, isEnough, nextAttemptAt } from './retries.ts';

export interface OutcomeOptions {
  onFinished(outcome: string, secondsSinceDue: number): void;
  /** Called after each attempt. */
  onAttempt(delivery: DeliveryDocument, result: SendResult): Promise<void>;
  /** A message that will never be sent. */
  onGivenUp?(delivery: DeliveryDocument, result: SendResult): Promise<void>;
}

/** Something of ours broke, and the receiver was perhaps never asked. */
type BrokenResult = typeof brokenResult;

const fault = say('serverFault');

export const brokenResult = {
  outcome: 'retry' as const,
  code: null,
  error: inEnglish(fault),
  sentence: fault,
  retryAfterSeconds: null,
  mayHaveArrived: true as const,
  isInternal: true as const,
};

/** Successes that are noted with one write. */
const togetherMax = 50;

/**
 * Keeps the outcomes of messages in their records. An attempt is marked before it begins (`sending`) and noted when it
 * has ended. Attempts without an answer are counted (`unanswered`), so that no later outcome says that nothing went
 * out.
 */
export class Outcomes {
  readonly #world: World;
  readonly #options: OutcomeOptions;
  /** Results that the store has not taken yet, by message: what is here was sent and is not sent again. */
  readonly #unnoted = new Map<string, () => Promise<boolean>>();
  /** While they are being stored: whoever wants that meanwhile waits for the same. */
  #noting: Promise<void> | undefined;
  readonly #beginnings: Beginnings;
  readonly #successes: Together<AnyBulkWriteOperation<DeliveryDocument>[], void>;

  constructor(world: World, options: OutcomeOptions) {
    this.#world = world;
    this.#options = options;
    this.#beginnings = new Beginnings(world);
    this.#successes = new Together(togetherMax, async (some) => {
      await deliveriesOf(world).bulkWrite(some.flat());
      return some.map(() => undefined);
    });
  }

  /**
   * Leaves out messages whose result still waits here for the store. Stores these results now; where that fails,
   * nothing is sent.
   */
  async withoutNoted(deliveries: DeliveryDocument[]): Promise<DeliveryDocument[]> {
    const known = deliveries.filter(({ _id }) => this.#unnoted.has(_id));
    if (known.length === 0) return deliveries;
    await this.noteLeft();
    return deliveries.filter((delivery) => !known.includes(delivery));
  }

  /** Stores results that the store has not taken before. */
  noteLeft(): Promise<void> {
    this.#noting ??= this.#noteAll().finally(() => {
      this.#noting = undefined;
    });
    return this.#noting;
  }

  async #noteAll(): Promise<void> {
    for (const note of new Set(this.#unnoted.values())) {
      await note();
      for (const [id, one] of this.#unnoted) if (one === note) this.#unnoted.delete(id);
    }
  }

  /**
   * Marks that an attempt begins, and with the same write keeps others away for as long as it may take. Null when
   * another server has taken, dropped, sent or begun to send one of them since they were read. `held`: of the claim.
   */
  begin(message: OutgoingMessage, held: object, lease: Lease): Promise<Attempt | null> {
    return this.#beginnings.begin({ message, held, lease });
  }

  /** Writes what became of an attempt, and does what follows; true when there is nothing left to be done. */
  async end(
    attempt: Attempt,
    result: MessageResult | BrokenResult,
    milliseconds: number,
  ): Promise<boolean> {
    const note = () => this.#note(attempt, result, milliseconds);
    try {
      return await note();
    } catch (error) {
      for (const { _id } of attempt.all) this.#unnoted.set(_id, note);
      throw error;
    }
  }

  /** Harmless to repeat. */
  async #note(
    { id, message, all, startedAt }: Attempt,
    result: MessageResult | BrokenResult,
    milliseconds: number,
  ): Promise<boolean> {
    // Only our own attempt may be closed as failed: another server may have begun a new one, because this one took so
    // long.
    const own = { sending: id };
    if (result.outcome === 'void') {
      // Nothing was sent by this attempt. Nobody waits for somebody who will not be told.
      const { reason } = result;
      const closed = await this.#close(all, own, { state: 'dropped', reason, isUnfollowed: true });
      this.#options.onFinished('dropped', 0);
      // Where some were closed before, by a note that was cut off, the next look follows them up.
      if (closed === all.length) await followFailures(this.#world, all);
      return false;
    }
    if (!message.delivery.test) await this.#options.onAttempt(message.delivery, result);
    const attempt = {
      at: startedAt,
      code: result.code,
      error: result.outcome === 'sent' ? null : result.error,
      ...('sentence' in result && result.sentence && { sentence: result.sentence }),
      milliseconds,
    };
    const exchanges =
      'exchanges' in result && result.exchanges ? { exchanges: result.exchanges } : {};
    const late = (startedAt.getTime() - message.delivery.dueAt.getTime()) / 1000;
    const nextAt = result.outcome === 'retry' ? this.#nextAt(message.delivery, result) : null;
    const isUnanswered = 'mayHaveArrived' in result;
    if (nextAt !== null) {
      await this.#tryAgain(
        own,
        all,
        attempt,
        {
          nextAt,
          retriedSince: message.delivery.dueAt,
          ...exchanges,
        },
        isUnanswered,
      );
      this.#options.onFinished('retried', late);
      return false;
    }
    if (result.outcome === 'sent') {
      const providerId = result.providerId === null ? {} : { providerId: result.providerId };
      await this.#noteSent(message, { state: 'sent', ...providerId, ...exchanges }, attempt);
      this.#options.onFinished('sent', late);
      return true;
    }
    const closed = await this.#close(
      all,
      own,
      {
        state: 'failed',
        reason: ('sentence' in result && result.sentence) || words(result.error),
        isUnfollowed: true,
        attempt,
        ...exchanges,
      },
      isUnanswered,
    );
    this.#options.onFinished('failed', late);
    await this.#options.onGivenUp?.(message.delivery, result);
    if (closed === all.length) await followFailures(this.#world, all);
    return true;
  }

  /** Messages that end at the same moment share a write. */
  #noteSent(
    { delivery, others }: OutgoingMessage,
    $set: Partial<DeliveryDocument>,
    attempt: DeliveryDocument['attempts'][number],
  ): Promise<void> {
    const told = others.map((other) => other.delivery);
    const news = changedNow(this.#world);
    const bundled = { state: 'sent' as const, bundledIn: delivery._id, ...news };
    const sent = { $set: { ...$set, ...news }, $push: { attempts: attempt }, ...noLongerDue };
    return this.#successes.do([
      ...(told.length > 0
        ? [{ updateMany: ofQueued(told, {}, { $set: bundled, ...noLongerDue }) }]
        : []),
      { updateOne: ofQueued([delivery], {}, sent) },
    ]);
  }

  /** Notes a failure that is not the last one. When it is enough the next contact comes, while retries go on. */
  async #tryAgain(
    own: object,
    all: readonly DeliveryDocument[],
    attempt: DeliveryDocument['attempts'][number],
    again: Partial<DeliveryDocument> & { nextAt: Date },
    isUnanswered: boolean,
  ): Promise<void> {
    const now = this.#world.clock.now();
    const [enough, few] = divide(
      all,
      (one) => one.isAlert && !one.isFailing && isEnough(one, now, again.nextAt),
    );
    const update = (values: Partial<DeliveryDocument>) => ({
      $set: { ...values, ...changedNow(this.#world) },
      $push: { attempts: attempt },
      $unset: { takenBy: 1, sending: 1, waitsBecause: 1 },
      ...(isUnanswered && oneMoreUnanswered),
    });
    await this.#update(few, own, update(again));
    const noted = await this.#update(
      enough,
      own,
      update({ ...again, isFailing: true, isUnfollowed: true }),
    );
    // Where some were noted before, by a note that was cut off, the next look follows them up.
    if (noted === enough.length) await followFailures(this.#world, enough);
  }

  /** Not to be sent any more. */
  async drop(group: readonly DeliveryDocument[], reason: Sentence): Promise<void> {
    const [cutOff, rested] = divide(group, ({ sending }) => sending !== undefined);
    // Another server may have begun to send one since it was read: the next look finds it with that mark.
    await this.#close(rested, { sending: { $exists: false } }, { state: 'dropped', reason });
    await this.#close(cutOff, underway(cutOff), { state: 'dropped', reason }, true);
    this.#options.onFinished('dropped', 0);
  }

  /**
   * The end of what was not sent, or not as far as is known; gives how many it ended. What the store knows of earlier
   * attempts counts, as another server may have made one since the messages were read.
   */
  async #close(
    group: readonly DeliveryDocument[],
    mark: object,
    end: Ending,
    isUnanswered = false,
  ): Promise<number> {
    const { state, reason, attempt, ...more } = end;
    const closing = (words: object) => ({
      $set: { ...words, ...more, ...changedNow(this.#world) },
      ...(attempt ? { $push: { attempts: attempt } } : {}),
      ...noLongerDue,
    });
    const perhaps = { state: 'perhapsSent', dropReason: say('attemptUnanswered', { reason }) };
    if (isUnanswered)
      return this.#update(group, mark, { ...closing(perhaps), ...oneMoreUnanswered });
    const all = { ...mark, unanswered: { $exists: false } };
    const ended = await this.#update(group, all, closing({ state, dropReason: reason }));
    if (ended === group.length) return ended;
    return ended + (await this.#update(group, mark, closing(perhaps)));
  }

  #nextAt(delivery: DeliveryDocument, result: (SendResult & { outcome: 'retry' }) | BrokenResult) {
    const now = this.#world.clock.now();
    return 'isInternal' in result
      ? internalFailureAt(delivery, now)
      : nextAttemptAt(delivery, result, now, Math.random());
  }

  #update(...[group, filter, update]: QueuedUpdate): Promise<number> {
    return updateQueued(this.#world, group, filter, update);
  }
}

interface Ending {
  state: 'dropped' | 'failed';
  reason: Sentence;
  isUnfollowed?: true;
  attempt?: DeliveryDocument['attempts'][number];
  exchanges?: DeliveryDocument['exchanges'];
}
