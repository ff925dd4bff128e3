import type { ObjectId } from 'bson';
import { portionMax, type RunPortion } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { applyInTurn, latenessOf, makeWay } from '../pace/index.ts';
import { say } from '../sentences/index.ts';
import {
  answerAccepted,
  applyInPortions,
  applyPayloads,
  type IntakeAnswer,
  type Work,
} from './apply-payloads.ts';
import { type DecidingParts, decideReceived, PreviousUnavailable } from './decide-received.ts';
import { IntakeLines } from './intake-lines.ts';
import type { LargeBodies } from './large-bodies.ts';
import { blankDocument } from './payload-document.ts';
import { insertWaiting } from './payload-writes.ts';
import type { Received } from './received.ts';
import { Spacing } from './spacing.ts';
import { type Item, Unanswered, type UnansweredParts } from './unanswered.ts';
import { unavailable } from './unavailable.ts';
import { WaitingIntegrations } from './waiting-integrations.ts';

export interface Intake {
  /** Where large bodies are read before they are accepted. */
  readonly largeBodies: LargeBodies;
  /** Stores and applies; resolved once both are on disk. Rejects when the sender has to try again. */
  accept(received: Received): Promise<IntakeAnswer>;
  /** Applies a payload that is stored already (see `recover.ts`). */
  applyStored(received: Received): Promise<IntakeAnswer>;
  /** Whether this process is at work on the payload. */
  isUnderWay(id: ObjectId): boolean;
  /** The oldest payload that is not settled yet: recovery after a crash starts there. */
  oldestUnsettled(): ObjectId | null;
  /** Payloads that were refused but may be in the store, because its answer got lost. */
  uncertain(): ObjectId[];
  /** The uncertain payload was looked at. */
  settle(id: ObjectId): void;
  /** Resolved when everything accepted so far is answered. */
  drained(): Promise<void>;
}

/** Payloads, bytes and alerts that share a commit; the last of them may exceed it. */
const batchItemsMax = 128;
const batchBytesMax = 1024 * 1024;
const batchAlertsMax = 128;
/** Larger ones have a commit to themselves: everybody in a commit waits for all of it. */
const sharingBytesMax = 256 * 1024;

export interface IntakeParts extends Omit<DecidingParts, 'log'>, UnansweredParts {
  largeBodies: LargeBodies;
  /** False when the integration has sent more alerts lately than are applied at once. */
  takeAlerts(integrationId: string, count: number, now: Date): boolean;
  /** Payloads wait in the store to be applied. */
  onWaiting(): void;
}

/**
 * Processes payloads in batches, those of an integration in order of arrival: what comes while one is written shares
 * the next write, so 32 busy integrations cost one or two round trips and one flush per batch. Two batches at once were
 * no faster, and cost 13 % more of the processor, because both were smaller. A payload of many alerts is applied beside
 * the batches, in portions, and so is a large one; those of its integration wait for it, and nobody else does.
 */
export class PayloadIntake implements Intake {
  readonly largeBodies: LargeBodies;
  readonly #world: World;
  readonly #parts: IntakeParts;
  readonly #deciding: DecidingParts;
  readonly #lines = new IntakeLines<Item>();
  readonly #waiting: WaitingIntegrations;
  readonly #unanswered: Unanswered;
  readonly #spacing: Spacing;
  /** None of it rejects. */
  readonly #underWay = new Set<Promise<void>>();
  #isWorking = false;

  constructor(world: World, parts: IntakeParts) {
    this.#world = world;
    this.#parts = parts;
    this.#deciding = { ...parts, log: world.log };
    this.#waiting = new WaitingIntegrations(world);
    this.#unanswered = new Unanswered(world, parts);
    this.#spacing = new Spacing(world);
    this.largeBodies = parts.largeBodies;
  }

  accept(received: Received): Promise<IntakeAnswer> {
    return new Promise((resolve, reject) => {
      const item = this.#unanswered.add(received, false, resolve, reject);
      if (received.evaluations) item.release = this.largeBodies.holdBack(item.account);
      const isWaiting = this.#waiting.isWaiting(item.account);
      if (isWaiting) this.#track(this.#enqueueUnless(isWaiting, item));
      else this.#enqueue(item);
    });
  }

  applyStored(received: Received): Promise<IntakeAnswer> {
    return new Promise((resolve, reject) =>
      this.#enqueue(this.#unanswered.add(received, true, resolve, reject)),
    );
  }

  isUnderWay(id: ObjectId): boolean {
    return this.#unanswered.has(id);
  }

  oldestUnsettled(): ObjectId | null {
    return this.#unanswered.oldest();
  }

  uncertain(): ObjectId[] {
    return this.#unanswered.uncertain();
  }

  settle(id: ObjectId): void {
    this.#unanswered.settle(id);
  }

  async drained(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #enqueue(item: Item): void {
    item.evaluations = item.received.evaluations ?? item.received.ahead ?? null;
    this.#lines.add(item);
    this.#spacing.noteArrival();
    this.#resume();
  }

  /** Behind payloads of its integration that wait in the store, it waits there, too. */
  async #enqueueUnless(isWaiting: Promise<boolean>, item: Item): Promise<void> {
    try {
      if (!(await isWaiting)) return this.#enqueue(item);
    } catch (error) {
      return item.reject(unavailable(error));
    }
    const document = { ...blankDocument(item.received), trace: '[]' };
    await this.#putOff({ document, answer: item.answer, refuse: item.refuse });
  }

  #resume(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    this.#track(this.#work());
  }

  #track(promise: Promise<void>): void {
    this.#underWay.add(promise);
    void promise.then(() => this.#underWay.delete(promise));
  }

  async #work(): Promise<void> {
    const world = this.#world;
    // Requests of one turn of the event loop travel together.
    await new Promise(setImmediate);
    while (this.#lines.areReady()) {
      await this.#spacing.turn();
      const begun = performance.now();
      const { together, aside, isMore } = await this.#takeBatch();
      if (together.length > 0) await applyPayloads(world, together);
      this.#spacing.noteWritten(together.length, isMore);
      for (const one of aside) this.#track(this.#applyAside(one));
      await makeWay(world, 'intake', performance.now() - begun, latenessOf(world));
    }
    this.#isWorking = false;
  }

  /** Decides payloads in the order of their turns. */
  async #takeBatch(): Promise<{ together: Work[]; aside: Work[]; isMore: boolean }> {
    const together: Work[] = [];
    const aside: Work[] = [];
    const accounts = new Set<string>();
    const left = { items: batchItemsMax, bytes: batchBytesMax, alerts: batchAlertsMax };
    while (left.items > 0 && left.bytes > 0 && left.alerts > 0) {
      const item = this.#lines.next(accounts);
      if (!item) break;
      if (this.#parts.journey) item.takenAt = this.#world.clock.now();
      const decided = await this.#decide(item);
      if (decided === null) continue;
      const { length } = decided.alerts;
      if (length > portionMax || item.bytes > sharingBytesMax) {
        // Items before it are written first, and items behind it wait for it.
        this.#lines.hold(item.account);
        // Portions leave room for others, however many there are.
        if (length > portionMax) item.release();
        aside.push(decided);
        continue;
      }
      together.push(decided);
      accounts.add(item.account);
      left.items -= 1;
      left.bytes -= item.bytes;
      left.alerts -= length;
    }
    return { together, aside, isMore: this.#lines.areReady() };
  }

  /** Null when the item is not to be applied now: refused, or put off. */
  async #decide(item: Item): Promise<Work | null> {
    const { received, evaluations, isStored, account, answer, refuse } = item;
    try {
      const decided = await decideReceived(this.#deciding, received, evaluations);
      const work = { ...decided, isStored, answer, refuse };
      const { length } = decided.alerts;
      if (isStored || this.#parts.takeAlerts(account, length, received.at)) return work;
      this.#track(this.#putOff(work));
    } catch (error) {
      if (error instanceof PreviousUnavailable) item.reject(unavailable(error.cause));
      else refuse(error);
    }
    return null;
  }

  async #applyAside(work: Work): Promise<void> {
    const world = this.#world;
    const { organizationId } = work.document;
    const sender = { ...world, organizationId };
    const runPortion: RunPortion = (portion) => applyInTurn(sender, portion);
    if (work.alerts.length > portionMax) await applyInPortions(world, work, runPortion);
    else await runPortion(() => applyPayloads(world, [work]));
    this.#lines.release(work.document.integrationId);
    this.#resume();
  }

  async #putOff(late: Pick<Work, 'document' | 'answer' | 'refuse'>): Promise<void> {
    const { document } = late;
    try {
      await this.#waiting.noteWhile(document.integrationId, document._id, () =>
        insertWaiting(this.#world, document, say('payloadWaitsItsTurn')),
      );
      answerAccepted(late);
      this.#parts.onWaiting();
    } catch (error) {
      late.refuse(unavailable(error));
    }
  }
}
