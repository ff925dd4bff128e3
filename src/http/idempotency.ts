import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Schema } from 'mongoose';
import { AppError, type Ctx, canonicalJson } from '../kernel/index.ts';
import { defineModel, driverCollection, isDuplicateKey } from '../store/index.ts';
import type { OperationAnswer, OperationRequest } from './operation.ts';

/** A request that was made under an `Idempotency-Key`, and its answer once there is one. */
interface IdempotentRequest {
  /** Hash of the caller's key, operation and `Idempotency-Key`. */
  _id: string;
  organizationId: string;
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
  fingerprint: String,
  claim: String,
  claimedUntil: Date,
  answer: String,
  expiresAt: Date,
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
// What leaves with an organization.
schema.index({ organizationId: 1 });

export const idempotentRequestModel = defineModel<IdempotentRequest>('idempotent_requests', schema);

const keptMilliseconds = 24 * 3600_000;
const claimMilliseconds = 60_000;
const waitMilliseconds = 50;
const waitsMax = 400;

/** Requests of one key, and of one person in sessions, can repeat each other. Null: there are no repetitions. */
export interface IdempotentCaller extends Ctx {
  readonly callerId: string | null;
}

type Run = () => Promise<OperationAnswer>;

/**
 * Runs a POST at most once per `Idempotency-Key` and caller: a repetition gets the first answer, marked
 * with `Idempotent-Replayed: true`, and waits for it while the first one is under way. Throws 422 for the
 * same key with another request. A request that failed may be tried again under its key.
 */
export async function runIdempotently(
  caller: IdempotentCaller,
  request: OperationRequest,
  run: Run,
): Promise<OperationAnswer> {
  const key = request.headers['idempotency-key'];
  if (request.operation.method !== 'post' || !key || !caller.callerId) return run();
  const id = sha256(JSON.stringify([caller.callerId, request.operation.operationId, key]));
  const fingerprint = sha256(
    canonicalJson([
      request.operation.operationId,
      request.params,
      request.query,
      request.body ?? null,
    ]),
  );
  for (let waits = 0; waits < waitsMax; waits += 1) {
    const claim = await claimRequest(caller, id, fingerprint);
    if (claim !== undefined) return runClaimed(caller, id, claim, run);
    const present = await idempotentRequestModel(caller.store).findById(id).lean();
    if (present && present.fingerprint !== fingerprint)
      throw new AppError('idempotency-key-reused', 'Use a new Idempotency-Key for a new request.');
    if (present?.answer) return replayed(caller.secrets.open(present.answer));
    await wait(waitMilliseconds);
  }
  throw new AppError(
    'conflict',
    'The first request with this Idempotency-Key is still running; try again.',
    {
      headers: { 'retry-after': '5' },
    },
  );
}

/** A claim when this call may run the request; undefined when another call has or had it. */
async function claimRequest(
  caller: IdempotentCaller,
  id: string,
  fingerprint: string,
): Promise<string | undefined> {
  const collection = driverCollection(idempotentRequestModel(caller.store));
  const claim = sha256(`${caller.requestId}${Math.random()}`);
  // Wall clocks: claims are about processes, which a test's clock does not move.
  const now = Date.now();
  const claimed = { claim, claimedUntil: new Date(now + claimMilliseconds) };
  try {
    const answeredAt = caller.clock.now().getTime();
    await collection.insertOne({
      _id: id,
      organizationId: caller.organizationId,
      fingerprint,
      ...claimed,
      answer: null,
      expiresAt: new Date(answeredAt + keptMilliseconds),
    });
    return claim;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  const abandoned = { _id: id, fingerprint, answer: null, claimedUntil: { $lt: new Date(now) } };
  const expired = { _id: id, expiresAt: { $lte: caller.clock.now() } };
  const fresh = { expiresAt: new Date(caller.clock.now().getTime() + keptMilliseconds) };
  const taken = await collection.updateOne(
    { $or: [abandoned, expired] },
    {
      $set: { ...claimed, ...fresh, fingerprint, answer: null },
    },
  );
  return taken.matchedCount > 0 ? claim : undefined;
}

async function runClaimed(
  caller: IdempotentCaller,
  id: string,
  claim: string,
  run: Run,
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
