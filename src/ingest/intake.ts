import type { ObjectId } from 'bson';
import type { IntakeView } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import type { Evaluation, PreviousIncident } from '../mapping/index.ts';
import { applyPayloads, unavailable, type Work } from './apply-payloads.ts';
import type { RawBody, WrappedPayload } from './body-to-payload.ts';
import { evaluatePayload, type FindPrevious } from './evaluate.ts';
import type { Outcome } from './model.ts';
import { type PreparedPayload, preparePayload, prepareUnreadable } from './prepare-payload.ts';

/** A request that passed every check, on its way to be stored and applied. */
export interface Received {
  id: ObjectId;
  view: IntakeView;
  raw: RawBody;
  wrapped: WrappedPayload;
  ip: string;
  at: Date;
  replayOf?: ObjectId;
  /** Stored and discarded without asking the mapping: why, as a sentence. */
  setAside?: string;
  /** Only of stored payloads: per alert the incident that has it already, or null. */
  appliedTo?: readonly (string | null)[];
}

export interface IntakeAnswer {
  payloadId: string;
  outcome: Outcome;
  incidentId: string | null;
}

export interface Intake {
  /** Stores and applies; resolved once both are on disk. Rejects when the sender has to try again. */
  accept(received: Received): Promise<IntakeAnswer>;
  /** Applies a payload that is stored already (see `recover.ts`). */
  applyStored(received: Received): Promise<IntakeAnswer>;
  /** The oldest payload that is neither answered nor looked at: from there a crash would lose sight. */
  oldestUnsettled(): ObjectId | null;
  /** Payloads that were refused but may be in the store, because its answer got lost. */
  uncertain(): ObjectId[];
  /** The uncertain payload was looked at. */
  settle(id: ObjectId): void;
  /** Resolved when everything accepted so far is answered. */
  drained(): Promise<void>;
}

interface Item {
  received: Received;
  isStored: boolean;
  /** Null until its turn comes, for mappings that look at what was before. */
  evaluations: Evaluation[] | null;
  resolve(answer: IntakeAnswer): void;
  reject(error: unknown): void;
}

const batchItemsMax = 128;
const batchBytesMax = 8 * 1024 * 1024;

/** Batches under way at once: while the store writes one, the next is decided. */
const laneCount = 2;

interface Lane {
  queue: Item[];
  running: Promise<void> | null;
}

/**
 * Works requests off in batches: what arrives while one is written shares the next write, so 32 busy
 * integrations cost two round trips and one fsync per batch. Payloads of one problem (or group) go
 * through one lane, in order of arrival.
 */
export function createIntake(
  world: World,
  findPrevious: (view: IntakeView) => FindPrevious,
): Intake {
  const lanes: Lane[] = Array.from({ length: laneCount }, () => ({ queue: [], running: null }));
  const unanswered = new Set<Item>();
  const uncertain = new Map<string, ObjectId>();

  function enqueue(received: Received, isStored: boolean): Promise<IntakeAnswer> {
    return new Promise((resolve, reject) => {
      const item: Item = { received, isStored, evaluations: null, resolve, reject };
      if (received.setAside !== undefined) item.evaluations = [];
      else if (isEvaluatedAtOnce(received.view)) item.evaluations = evaluate(item);
      unanswered.add(item);
      const lane = lanes[laneOf(item)] as Lane;
      lane.queue.push(item);
      lane.running ??= work(lane);
    });
  }

  async function work(lane: Lane): Promise<void> {
    // Requests of one turn of the event loop travel together.
    await new Promise(setImmediate);
    while (lane.queue.length > 0) {
      const batch = takeBatch(lane.queue);
      try {
        const works: Work[] = [];
        for (const item of batch) {
          const prepared = await prepare(item);
          if (prepared) works.push(toWork(item, prepared));
        }
        await applyPayloads(world, works);
      } catch (error) {
        for (const item of batch) refuse(item, error);
      }
      for (const item of batch) unanswered.delete(item);
    }
    lane.running = null;
  }

  function toWork(item: Item, prepared: PreparedPayload): Work {
    const { isStored, resolve } = item;
    return { ...prepared, isStored, answer: resolve, refuse: (error) => refuse(item, error) };
  }

  function refuse(item: Item, error: unknown): void {
    const { id } = item.received;
    uncertain.set(id.toHexString(), id);
    item.reject(error);
  }

  /** Null when the item had to be refused. One payload's trouble stays its own, whoever shares the batch. */
  async function prepare(item: Item): Promise<PreparedPayload | null> {
    const { received } = item;
    try {
      return preparePayload(received, item.evaluations ?? (await evaluateInTurn(item)));
    } catch (error) {
      if (error instanceof PreviousUnavailable) {
        item.reject(unavailable(error.cause));
        return null;
      }
      const { integrationId } = received.view;
      world.log.error({ err: error, integrationId }, 'a payload could not be evaluated');
      return prepareUnreadable(received);
    }
  }

  function evaluate({ received: { view, wrapped } }: Item): Evaluation[] | null {
    try {
      return evaluatePayload(view, wrapped, noPrevious) as Evaluation[];
    } catch {
      // It fails again when its turn comes, where that is dealt with.
      return null;
    }
  }

  async function evaluateInTurn({ received: { view, wrapped } }: Item): Promise<Evaluation[]> {
    const find = findPrevious(view);
    return evaluatePayload(view, wrapped, (key) =>
      find(key).catch((cause: unknown) => {
        throw new PreviousUnavailable('The previous incident cannot be read.', { cause });
      }),
    );
  }

  return {
    accept: (received) => enqueue(received, false),
    applyStored: (received) => enqueue(received, true),
    oldestUnsettled() {
      let oldest: ObjectId | null = null;
      for (const id of uncertain.values()) oldest = older(oldest, id);
      for (const item of unanswered) oldest = older(oldest, item.received.id);
      return oldest;
    },
    uncertain: () => [...uncertain.values()],
    settle: (id) => void uncertain.delete(id.toHexString()),
    drained: async () => {
      for (const lane of lanes) while (lane.running) await lane.running;
    },
  };
}

/** The store failed while a mapping looked at the previous incident; nothing of the payload is stored. */
class PreviousUnavailable extends Error {}

/** Payloads that may touch the same incident get the same lane. */
function laneOf({ received: { view }, evaluations }: Item): number {
  const only = evaluations?.length === 1 ? evaluations[0] : undefined;
  const key = only?.groupingKey ?? only?.correlationId ?? view.integrationId;
  let hash = 0;
  for (let at = 0; at < key.length; at += 1) hash = (hash * 31 + key.charCodeAt(at)) | 0;
  return (hash >>> 0) % laneCount;
}

/**
 * Not in its turn: mappings that look at the previous incident, as it may be in the queue before them,
 * and payloads of many alerts, which take their time.
 */
function isEvaluatedAtOnce(view: IntakeView): boolean {
  return !view.program.usesPreviousIncident && !view.splitsAlerts;
}

const noPrevious: FindPrevious = async (): Promise<PreviousIncident | null> => null;

function takeBatch(queue: Item[]): Item[] {
  let bytes = 0;
  let count = 0;
  for (const item of queue) {
    bytes += item.received.raw.body.length;
    // What it may look at has to be written first.
    const isAlone = item.received.view.program.usesPreviousIncident;
    if (count > 0 && (isAlone || bytes > batchBytesMax || count >= batchItemsMax)) break;
    count += 1;
    if (isAlone) break;
  }
  return queue.splice(0, count);
}

function older(known: ObjectId | null, id: ObjectId): ObjectId {
  return known && known.toHexString() < id.toHexString() ? known : id;
}
