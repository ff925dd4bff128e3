import type { ObjectId } from 'bson';
import type { World } from '../kernel/index.ts';
import type { Journey } from '../tracing/index.ts';
import { applyPayloads, type IntakeAnswer, type Work } from './apply-payloads.ts';
import { type DecidingParts, decideReceived, PreviousUnavailable } from './decide-received.ts';
import type { AlertEvaluation } from './evaluate.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { PayloadCount } from './payload-count.ts';
import type { Received } from './received.ts';
import { unavailable } from './unavailable.ts';

export interface Intake {
  /** Where large bodies are read before they are accepted. */
  readonly largeBodies: LargeBodies;
  /** Stores and applies; resolved once both are on disk. Rejects when the sender has to try again. */
  accept(received: Received): Promise<IntakeAnswer>;
  /** Applies a payload that is stored already (see `recover.ts`). */
  applyStored(received: Received): Promise<IntakeAnswer>;
  /** The oldest payload that is not settled yet: recovery after a crash starts there. */
  oldestUnsettled(): ObjectId | null;
  /** Payloads that were refused but may be in the store, because its answer got lost. */
  uncertain(): ObjectId[];
  /** The uncertain payload was looked at. */
  settle(id: ObjectId): void;
  /** Resolved when everything accepted so far is answered. */
  drained(): Promise<void>;
}

/** A payload in a queue: work once it is decided. */
interface Item extends Pick<Work, 'isStored' | 'answer' | 'refuse'> {
  received: Received;
  /** When its turn came; only where somebody wants to know. */
  takenAt: Date;
  /** Null until its turn comes, for mappings that look at what was before. */
  evaluations: AlertEvaluation[] | null;
  /** Refuses it where certainly nothing was written. */
  reject(error: unknown): void;
}

const batchItemsMax = 128;
const batchBytesMax = 8 * 1024 * 1024;

export interface IntakeParts extends Omit<DecidingParts, 'log'> {
  largeBodies: LargeBodies;
  count: Pick<PayloadCount, 'payloadApplied'>;
  journey: Pick<Journey, 'payload'> | undefined;
}

/**
 * Processes payloads in batches, in order of arrival: what comes while one is written shares the next write, so 32 busy
 * integrations cost one or two round trips and one flush per batch. Two batches at once were no faster, and cost 13 % more of
 * the processor, because both were smaller.
 */
export function createIntake(
  world: World,
  { largeBodies, count, journey, ...deciding }: IntakeParts,
): Intake {
  const parts: DecidingParts = { ...deciding, log: world.log };
  const queue: Item[] = [];
  let running: Promise<void> | null = null;
  const unanswered = new Set<Item>();
  const uncertain = new Map<string, ObjectId>();

  function enqueue(received: Received, isStored: boolean): Promise<IntakeAnswer> {
    return new Promise((resolve, reject) => {
      const answer: Work['answer'] = (given, incidentIds) => {
        count.payloadApplied(received.view.integrationId, given.outcome);
        journey?.payload({ ...stepsOf(item, world.clock.now()), ...given, incidentIds });
        resolve(given);
      };
      const refuse = (error: unknown) => {
        uncertain.set(received.id.toHexString(), received.id);
        reject(error);
      };
      const takenAt = received.at;
      const item: Item = { received, takenAt, isStored, evaluations: null, answer, refuse, reject };
      item.evaluations = received.evaluations ?? received.ahead ?? null;
      unanswered.add(item);
      queue.push(item);
      running ??= work();
    });
  }

  async function work(): Promise<void> {
    // Requests of one turn of the event loop travel together.
    await new Promise(setImmediate);
    while (queue.length > 0) {
      const batch = takeBatch(queue);
      if (journey) {
        const takenAt = world.clock.now();
        for (const item of batch) item.takenAt = takenAt;
      }
      try {
        const works: Work[] = [];
        for (const item of batch) {
          const decided = await decide(item);
          if (decided) works.push(decided);
        }
        await applyPayloads(world, works);
      } catch (error) {
        for (const item of batch) item.refuse(error);
      }
      for (const item of batch) unanswered.delete(item);
    }
    running = null;
  }

  /** Null when the item had to be refused. */
  async function decide(item: Item): Promise<Work | null> {
    const { received, evaluations, isStored, answer, refuse } = item;
    try {
      const decided = await decideReceived(parts, received, evaluations);
      return { ...decided, isStored, answer, refuse };
    } catch (error) {
      if (!(error instanceof PreviousUnavailable)) throw error;
      item.reject(unavailable(error.cause));
      return null;
    }
  }

  return {
    largeBodies,
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
      while (running) await running;
    },
  };
}

/** What a trace shows of a payload: how long it waited for its turn, and how long that took. */
function stepsOf({ received, takenAt }: Item, until: Date) {
  const { view, at, isRequest = false } = received;
  const { organizationId, integrationId } = view;
  return { organizationId, integrationId, from: at, startedAt: takenAt, until, isRequest };
}

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
