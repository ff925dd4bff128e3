import type { ObjectId } from 'bson';
import type { IntakeView } from '../integrations/index.ts';
import type { World } from '../kernel/index.ts';
import type { Silence } from '../silences/index.ts';
import type { Journey } from '../tracing/index.ts';
import { applyPayloads, type IntakeAnswer, type Work } from './apply-payloads.ts';
import { type AlertEvaluation, evaluatePayload, type FindPrevious } from './evaluate.ts';
import type { LargeBodies } from './large-bodies.ts';
import type { PayloadCount } from './payload-count.ts';
import { toDocument, toUnreadableDocument } from './payload-document.ts';
import type { Received } from './received.ts';
import type { Revisions } from './revisions.ts';
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

/**
 * Processes payloads in batches, in order of arrival: what comes while one is written shares the next write, so 32 busy
 * integrations cost one or two round trips and one flush per batch. Two batches at once were no faster, and cost 13 % more of
 * the processor, because both were smaller.
 */
export function createIntake(
  world: World,
  findPrevious: (view: IntakeView) => FindPrevious,
  largeBodies: LargeBodies,
  silencesOf: (organizationId: string) => Promise<readonly Silence[]>,
  revisions: Revisions,
  count: Pick<PayloadCount, 'payloadApplied'>,
  journey: Pick<Journey, 'payload'> | undefined,
): Intake {
  const queue: Item[] = [];
  let running: Promise<void> | null = null;
  const unanswered = new Set<Item>();
  const uncertain = new Map<string, ObjectId>();

  function enqueue(received: Received, isStored: boolean): Promise<IntakeAnswer> {
    return new Promise((resolve, reject) => {
      const answer: Work['answer'] = (given, incidentIds) => {
        count.payloadApplied(received.view.integrationId, given.outcome);
        journey?.payload({
          organizationId: received.view.organizationId,
          integrationId: received.view.integrationId,
          ...given,
          incidentIds,
          from: received.at,
          startedAt: item.takenAt,
          until: world.clock.now(),
          isRequest: received.isRequest === true,
        });
        resolve(given);
      };
      const refuse = (error: unknown) => {
        uncertain.set(received.id.toHexString(), received.id);
        reject(error);
      };
      const takenAt = received.at;
      const item: Item = { received, takenAt, isStored, evaluations: null, answer, refuse, reject };
      item.evaluations = received.evaluations ?? evaluateAhead(received);
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

  /** Null when the item had to be refused. A faulty payload does not affect the others in its batch. */
  async function decide(item: Item): Promise<Work | null> {
    const { received, isStored, answer, refuse } = item;
    const { view } = received;
    try {
      const evaluations = item.evaluations ?? (await evaluateInTurn(received));
      const silences = await silencesOf(view.organizationId);
      const revision = revisions.known(view) ?? (await revisions.keep(view));
      const decided = toDocument(received, evaluations, silences, revision);
      return { ...decided, isStored, answer, refuse };
    } catch (error) {
      if (error instanceof PreviousUnavailable) {
        item.reject(unavailable(error.cause));
        return null;
      }
      const { integrationId, organizationId } = view;
      world.log.error({ err: error, integrationId }, 'a payload could not be evaluated');
      const silences = await silencesOf(organizationId).catch(() => []);
      return { ...toUnreadableDocument(received, silences), isStored, answer, refuse };
    }
  }

  /**
   * Before its turn, for the batch's sake. Null for mappings that look at the previous incident, as it may be in the
   * queue before them, and for payloads of many alerts, which take their time.
   */
  function evaluateAhead({ view, wrapped, raw }: Received): AlertEvaluation[] | null {
    if (view.program.usesPreviousIncident || view.splitsAlerts) return null;
    try {
      const evaluations = evaluatePayload(view, wrapped, noPrevious, raw.body.length);
      return evaluations instanceof Promise ? null : evaluations;
    } catch {
      // It fails again when its turn comes, where that is dealt with.
      return null;
    }
  }

  async function evaluateInTurn({ view, wrapped, raw }: Received): Promise<AlertEvaluation[]> {
    const find = findPrevious(view);
    const findOrFail: FindPrevious = (key) =>
      find(key).catch((cause: unknown) => {
        throw new PreviousUnavailable('The previous incident cannot be read.', { cause });
      });
    return evaluatePayload(view, wrapped, findOrFail, raw.body.length);
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

/** The store failed while a mapping looked at the previous incident; nothing of the payload is stored. */
class PreviousUnavailable extends Error {}

const noPrevious: FindPrevious = async () => null;

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
