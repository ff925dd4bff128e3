import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Schema } from 'mongoose';
import { AppError, type Ctx, canonicalJson, randomId } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { defineModel, driverCollection, isDuplicateKey } from '../store/index.ts';
import type { OperationAnswer, OperationRequest } from './operation.ts';

/** A request that was made under an `Idempotency-Key`, and its answer once there is one. */
interface IdempotentRequest {
  /** Hash of the caller and the `Idempotency-Key`. */
  _id: string;
  organizationId: string;
  operationId: string;
  /**
   * Id of the object that the request makes, chosen before it is made: a repeated request finds it by this after a
   * crash.
   */
  objectId: string;
  /** Hash of everything that makes the request what it is. */
  fingerprint: string;
  /** The process that runs it; after `claimedUntil` that process counts as dead and another may take over. */
  claim: string;
  claimedUntil: Date;
  /** The answer, sealed: it may hold a secret that is shown once. */
  answer: string | null;
  expiresAt: Date;
}

const schema = new Schema<IdempotentRequest>({
  _id: String,
  organizationId: String,
  operationId: String,
  objectId: String,
  fingerprint: String,
  claim: String,
  claimedUntil: Date,
  answer: String,
  expiresAt: Date,
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// Requests to remove with an organization.
schema.index({ organizationId: 1 });

export const idempotentRequestModel = defineModel<IdempotentRequest>('idempotent_requests', schema);

/** A run of Terraform that was cut off on Friday is repeated on Monday. */
const keptMilliseconds = 7 * 24 * 3600_000;
const claimMilliseconds = 60_000;
const waitMilliseconds = 50;
const waitsMax = 400;

/** Requests of one key, and of one person in sessions, can repeat each other. */
export interface IdempotentCaller extends Ctx {
  /** Id of the key, or of the person in a session; null for operations without either. */
  readonly callerId: string | null;
  /** For a request with an `Idempotency-Key`: the object that it makes gets this id. */
  readonly making?: {
    readonly id: string;
    /** A process that has died since may have made it already. */
    readonly mayExist: boolean;
  };
}

/**
 * Runs a POST at most once per `Idempotency-Key` and caller: a repetition gets the first answer, marked
 * with `Idempotent-Replayed: true`, and waits for it while the first one is under way. Throws 422 for the
 * same key with another request. A request that failed may be tried again under its key.
 */
export async function runIdempotently<Caller extends IdempotentCaller>(
  caller: Caller,
  request: OperationRequest,
  run: (caller: Caller) => Promise<OperationAnswer>,
): Promise<OperationAnswer> {
  const key = request.headers['idempotency-key'];
  if (request.operation.method !== 'post' || !key || !caller.callerId) return run(caller);
  const id = idOf(caller, key);
  const { operationId } = request.operation;
  const fingerprint = sha256(
    canonicalJson([operationId, request.params, request.query, request.body ?? null]),
  );
  for (let waits = 0; waits < waitsMax; waits += 1) {
    const claimed = await claimRequest(caller, { id, operationId, fingerprint });
    if (claimed)
      return runClaimed(caller, id, claimed.claim, () =>
        run({ ...caller, making: claimed.making }),
      );
    const present = await idempotentRequestModel(caller.store).findById(id).lean();
    if (present && present.fingerprint !== fingerprint)
      throw new AppError('idempotency-key-reused', say('useNewIdempotencyKey'));
    if (present?.answer) return replayed(caller.secrets.open(present.answer));
    await wait(waitMilliseconds);
  }
  throw new AppError('conflict', say('idempotencyKeyBusy'), {
    headers: { 'retry-after': '5' },
  });
}

/** The outcome of the request that this caller sent under the `Idempotency-Key`; null when none is known. */
export async function idempotentRequest(
  caller: IdempotentCaller,
  key: string,
): Promise<{ operationId: string; objectId: string; isAnswered: boolean; expiresAt: Date } | null> {
  const found = await idempotentRequestModel(caller.store)
    .findOne({ _id: idOf(caller, key), expiresAt: { $gt: caller.clock.now() } })
    .lean<IdempotentRequest>();
  if (!found) return null;
  const { operationId, objectId, answer, expiresAt } = found;
  return { operationId, objectId, isAnswered: answer !== null, expiresAt };
}

function idOf({ callerId }: IdempotentCaller, key: string): string {
  return sha256(JSON.stringify([callerId, key]));
}

interface Claimed {
  readonly claim: string;
  readonly making: NonNullable<IdempotentCaller['making']>;
}

/** A claim when this call may run the request; undefined when another call has or had it. */
export async function claimRequest(
  caller: IdempotentCaller,
  request: { readonly id: string; readonly operationId: string; readonly fingerprint: string },
): Promise<Claimed | undefined> {
  const { id: _id, operationId, fingerprint } = request;
  const collection = driverCollection(idempotentRequestModel(caller.store));
  const claim = sha256(`${caller.requestId}${Math.random()}`);
  const objectId = randomId();
  // The store's time: claims are about processes, which a test's clock does not move.
  const now = caller.store.time.now().getTime();
  const claimed = { claim, claimedUntil: new Date(now + claimMilliseconds) };
  const answeredAt = caller.clock.now();
  const expiresAt = new Date(answeredAt.getTime() + keptMilliseconds);
  const whole = { operationId, fingerprint, objectId, ...claimed, answer: null, expiresAt };
  try {
    await collection.insertOne({ _id, organizationId: caller.organizationId, ...whole });
    return { claim, making: { id: objectId, mayExist: false } };
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const expired = await collection.updateOne(
    { _id, expiresAt: { $lte: answeredAt } },
    { $set: whole },
  );
  if (expired.matchedCount > 0) return { claim, making: { id: objectId, mayExist: false } };
  const abandoned = await collection.findOneAndUpdate(
    { _id, fingerprint, answer: null, claimedUntil: { $lt: new Date(now) } },
    { $set: { ...claimed, expiresAt } },
  );
  return abandoned
    ? { claim, making: { id: String(abandoned.objectId), mayExist: true } }
    : undefined;
}

async function runClaimed(
  caller: IdempotentCaller,
  id: string,
  claim: string,
  run: () => Promise<OperationAnswer>,
): Promise<OperationAnswer> {
  const collection = driverCollection(idempotentRequestModel(caller.store));
  try {
    const answer = await run();
    const sealed = caller.secrets.seal(JSON.stringify(answer));
    await collection.updateOne({ _id: id, claim }, { $set: { answer: sealed } });
    return answer;
  } catch (error) {
    await collection.deleteOne({ _id: id, claim });
    throw error;
  }
}

function replayed(text: string): OperationAnswer {
  const answer = JSON.parse(text) as OperationAnswer;
  return { ...answer, headers: { ...answer.headers, 'Idempotent-Replayed': 'true' } };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
