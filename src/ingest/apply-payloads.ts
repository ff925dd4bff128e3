import type { ObjectId } from 'bson';
import type { Collection, UpdateFilter } from 'mongodb';
import { decideAlerts } from '../incidents/index.ts';
import type { JointWrite, World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { driverCollection, duplicateKeyCode } from '../store/index.ts';
import { keptDecisions } from './decisions.ts';
import { type Outcome, type PayloadDocument, payloadModel } from './model.ts';
import { type DecidedPayload, type PendingAlert, recordResults } from './payload-document.ts';
import { unavailable } from './unavailable.ts';

export interface IntakeAnswer {
  payloadId: string;
  outcome: Outcome;
  incidentId: string | null;
}

/** A decided payload and its waiting sender; exactly one of `answer` and `refuse` is called. */
export interface Work {
  document: DecidedPayload;
  alerts: PendingAlert[];
  isStored: boolean;
  /** `incidentIds`: one for each alert. */
  answer(answer: IntakeAnswer, incidentIds: readonly (string | null)[]): void;
  /** The sender has to try again. The write may have arrived nevertheless, so it is checked later. */
  refuse(error: unknown): void;
}

const attemptsMax = 8;

/** Stores payloads and applies their alerts, all of them answered or refused afterwards. Never rejects. */
export async function applyPayloads(world: World, works: readonly Work[]): Promise<void> {
  // Marked as pending until their incidents have them: whoever dies here leaves them to the next.
  const pending = new Set(works.filter(({ isStored }) => isStored));
  let left = works;
  for (let attempt = 1; left.length > 0 && attempt <= attemptsMax; attempt += 1)
    left = await attemptWrite(world, left, pending, { byMemory: attempt === 1 });
  await postpone(world, left);
}

/** Decides and writes; returns the works that were overtaken, or decided by a wrong guess: they are stored but not applied. */
async function attemptWrite(
  world: World,
  works: readonly Work[],
  pending: ReadonlySet<Work>,
  how: { byMemory: boolean },
): Promise<Work[]> {
  const open = works.flatMap((work) =>
    work.alerts.filter((alert) => !alert.isApplied).map((alert) => ({ work, alert })),
  );
  const decided = await settled(
    decideAlerts(
      world,
      open.map(({ alert }) => alert),
      how,
    ),
  );
  if (decided.error) return giveUp(world, works, decided.error);
  decided.value.results.forEach(({ outcome, reason, incident }, index) => {
    const alert = open[index]?.alert;
    if (alert) alert.result = { outcome, reason, incidentId: incident?._id ?? null };
  });
  for (const work of works) recordResults(work.document, work.alerts);
  const written = await settled(decided.value.commit(works.map(writeOf)));
  if (written.error) return giveUp(world, works, written.error);
  const { overtaken, refused, othersRefused } = written.value;
  const lost = new Set<Work>();
  for (const [index, code] of othersRefused) {
    const work = works[index];
    // Nobody else makes our ids: one that is there already came with a first try of the driver.
    if (work && code !== duplicateKeyCode) lost.add(work);
  }
  for (const work of works) if (!lost.has(work)) work.isStored = true;
  const again = new Set<Work>();
  const failed = new Set<Work>();
  for (const [index, { work, alert }] of open.entries()) {
    if (refused.has(index)) failed.add(work);
    else if (overtaken.has(index)) again.add(work);
    else alert.isApplied = true;
  }
  if (lost.size > 0) await giveUp(world, [...lost], new Error(refusedText));
  const late = [...failed].filter((work) => !lost.has(work));
  if (late.length > 0) {
    const err = new Error(refusedText);
    world.log.error({ err, payloads: late.length }, 'payloads are stored but applied later');
    await postpone(world, late);
  }
  const done = (work: Work) => lost.has(work) || failed.has(work);
  const applied = works.filter((work) => !done(work) && !again.has(work));
  await settle(
    world,
    applied.filter((work) => pending.has(work)),
  );
  for (const work of applied) answer(work);
  return [...again].filter((work) => !done(work));
}

const refusedText = 'The store refused a document.';

/** Their incidents have them. Where that cannot be written down now, recovery finds it out. */
async function settle(world: World, works: readonly Work[]): Promise<void> {
  if (works.length === 0) return;
  const ids = works.map(({ document }) => document._id);
  const { error } = await settled(
    payloadsOf(world).updateMany({ _id: { $in: ids } }, { $unset: { pending: 1 } }),
  );
  if (error) world.log.error({ err: error }, 'applied payloads are looked at again');
}

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
    document.reason = say('appliedLater');
    document.incidentId = applied.find((id) => id !== null) ?? null;
    if (alerts.length > 1) document.incidentIds = applied;
  }
  const written = await settled(
    payloadsOf(world).bulkWrite(
      works.map(({ document }) => ({
        updateOne: updateOf(document, { isPostponed: true }),
      })),
      { ordered: false },
    ),
  );
  for (const work of works) {
    if (written.error) work.refuse(unavailable(written.error));
    else answer(work);
  }
}

function answer({ answer: give, document }: Work): void {
  const { _id, outcome, incidentId, incidentIds = [incidentId] } = document;
  give({ payloadId: _id.toHexString(), outcome, incidentId }, incidentIds);
}

function writeOf({ isStored, document }: Work): JointWrite {
  const collection = payloadModel.collectionName;
  return isStored
    ? { collection, ...updateOf(document) }
    : { collection, insert: toStored(document) };
}

function toStored(document: DecidedPayload): PayloadDocument {
  const { decisions: _, ...stored } = document;
  const decisions = keptDecisions(document);
  return decisions.length === 0 ? stored : { ...stored, decisions };
}

function updateOf(
  document: DecidedPayload,
  { isPostponed }: { isPostponed?: true } = {},
): { filter: { _id: ObjectId }; update: UpdateFilter<PayloadDocument> } {
  const { _id, outcome, reason, incidentId, incidentIds, trace, revision, untold } = document;
  const decisions = keptDecisions(document);
  const result = { outcome, reason, incidentId, ...(incidentIds && { incidentIds }) };
  // It may have been evaluated by another mapping before.
  const evaluated = trace === undefined ? { revision: revision ?? '' } : { trace };
  const $unset = {
    ...(trace === undefined ? ({ trace: 1 } as const) : ({ revision: 1 } as const)),
    ...(untold === undefined && ({ untold: 1 } as const)),
  };
  const $set = { ...result, decisions, ...evaluated, ...(untold !== undefined && { untold }) };
  const update = isPostponed
    ? { $set: { ...$set, pending: true as const }, $unset, $inc: { attempts: 1 } }
    : { $set, $unset };
  return { filter: { _id }, update };
}

type Settled<Value> = { value: Value; error?: undefined } | { value?: undefined; error: Error };

async function settled<Value>(promise: Promise<Value>): Promise<Settled<Value>> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}

export function payloadsOf(world: World): Collection<PayloadDocument> {
  return driverCollection(payloadModel(world.store));
}
