import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { decideAlerts } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { driverCollection, duplicateKeyCode, writeErrorsOf } from '../store/index.ts';
import { type Outcome, type PayloadDocument, payloadModel } from './model.ts';
import { type PendingAlert, recordResults } from './payload-document.ts';
import { unavailable } from './unavailable.ts';

export interface IntakeAnswer {
  payloadId: string;
  outcome: Outcome;
  incidentId: string | null;
}

/** A decided payload and its waiting sender; exactly one of `answer` and `refuse` is called. */
export interface Work {
  document: PayloadDocument;
  alerts: PendingAlert[];
  isStored: boolean;
  answer(answer: IntakeAnswer): void;
  /** The sender has to try again. The write may have arrived nevertheless, so it is checked later. */
  refuse(error: unknown): void;
}

const attemptsMax = 8;

/** Stores payloads and applies their alerts, all of them answered or refused afterwards. Never rejects. */
export async function applyPayloads(world: World, works: readonly Work[]): Promise<void> {
  let left = works;
  for (let attempt = 1; left.length > 0 && attempt <= attemptsMax; attempt += 1)
    left = await attemptWrite(world, left);
  await postpone(world, left);
}

/** Decides and writes; returns the works that another process overtook: they are stored but not applied. */
async function attemptWrite(world: World, works: readonly Work[]): Promise<Work[]> {
  const open = works.flatMap((work) =>
    work.alerts.filter((alert) => !alert.isApplied).map((alert) => ({ work, alert })),
  );
  const decided = await settled(
    open.length > 0
      ? decideAlerts(
          world,
          open.map(({ alert }) => alert),
        )
      : null,
  );
  if (decided.error) return giveUp(world, works, decided.error);
  decided.value?.results.forEach(({ outcome, reason, incident }, index) => {
    const alert = open[index]?.alert;
    if (alert) alert.result = { outcome, reason, incidentId: incident?._id ?? null };
  });
  for (const work of works) recordResults(work.document, work.alerts);
  const [stored, applied] = await Promise.all([
    settled(storePayloads(world, works)),
    settled(decided.value?.commit() ?? null),
  ]);
  const lost = stored.error ? new Set(works) : (stored.value ?? new Set<Work>());
  for (const work of works) if (!lost.has(work)) work.isStored = true;
  const again = new Set<Work>();
  const failed = new Set<Work>();
  for (const [index, { work, alert }] of open.entries()) {
    if (applied.error || applied.value?.refused.has(index)) failed.add(work);
    else if (applied.value?.overtaken.has(index)) again.add(work);
    else alert.isApplied = true;
  }
  if (lost.size > 0) await giveUp(world, [...lost], stored.error ?? new Error(refusedText));
  const late = [...failed].filter((work) => !lost.has(work));
  if (late.length > 0) {
    const err = applied.error ?? new Error(refusedText);
    world.log.error({ err, payloads: late.length }, 'payloads are stored but applied later');
    await postpone(world, late);
  }
  const done = (work: Work) => lost.has(work) || failed.has(work);
  for (const work of works) if (!done(work) && !again.has(work)) answer(work);
  return [...again].filter((work) => !done(work));
}

const refusedText = 'The store refused a document.';

/** The store has failed: stored payloads are applied later, senders of the others are told to try again. */
async function giveUp(world: World, works: readonly Work[], error: unknown): Promise<Work[]> {
  // A write whose answer was lost may have arrived: it is checked as soon as the store answers.
  for (const work of works) if (!work.isStored) work.refuse(unavailable(error));
  await postpone(
    world,
    works.filter((work) => work.isStored),
  );
  return [];
}

/** Gives up for now: the payloads are stored, a job applies them later. */
async function postpone(world: World, works: readonly Work[]): Promise<void> {
  if (works.length === 0) return;
  for (const { document, alerts } of works) {
    const applied = alerts.map(({ isApplied, result }) =>
      isApplied ? (result?.incidentId ?? null) : null,
    );
    document.outcome = 'Accepted';
    document.reason = 'Stored; it is applied later.';
    document.incidentId = applied.find((id) => id !== null) ?? null;
    if (alerts.length > 1) document.incidentIds = applied;
  }
  const written = await settled(
    payloadsOf(world).bulkWrite(
      works.map(({ document }) => updateOf(document, { $inc: { attempts: 1 } }, { pending: true })),
      { ordered: false },
    ),
  );
  for (const work of works) {
    if (written.error) work.refuse(unavailable(written.error));
    else answer(work);
  }
}

function answer({ answer: give, document }: Work): void {
  give({
    payloadId: document._id.toHexString(),
    outcome: document.outcome,
    incidentId: document.incidentId,
  });
}

/** Gives the works whose document the store refused; throws when the store fails as a whole. */
async function storePayloads(world: World, works: readonly Work[]): Promise<Set<Work>> {
  const payloads = payloadsOf(world);
  const fresh = works.filter((work) => !work.isStored);
  const known = works.filter((work) => work.isStored);
  const refused = new Set<Work>();
  const collect = (from: readonly Work[]) => (error: unknown) => {
    const failures = writeErrorsOf(error);
    if (!failures) throw error;
    for (const { index, code } of failures) {
      const work = from[index];
      // Nobody else makes our ids: one that is there already came with a first try of the driver.
      if (work && code !== duplicateKeyCode) refused.add(work);
    }
  };
  await Promise.all([
    fresh.length === 0
      ? null
      : payloads
          .insertMany(
            fresh.map((work) => work.document),
            { ordered: false },
          )
          .catch(collect(fresh)),
    known.length === 0
      ? null
      : payloads
          .bulkWrite(
            known.map(({ document }) => updateOf(document, { $unset: { pending: 1 } }, {})),
            { ordered: false },
          )
          .catch(collect(known)),
  ]);
  return refused;
}

function updateOf(
  { _id, outcome, reason, incidentId, incidentIds, decisions, trace }: PayloadDocument,
  update: object,
  set: object,
): AnyBulkWriteOperation<PayloadDocument> {
  const result = { outcome, reason, incidentId, ...(incidentIds && { incidentIds }) };
  const $set = { ...result, decisions, trace, ...set };
  return { updateOne: { filter: { _id }, update: { $set, ...update } } };
}

type Settled<Value> = { value: Value; error?: undefined } | { value?: undefined; error: Error };

async function settled<Value>(promise: Promise<Value> | null): Promise<Settled<Value | null>> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

export function payloadsOf(world: World): Collection<PayloadDocument> {
  return driverCollection(payloadModel(world.store));
}
