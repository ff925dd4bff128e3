import { decideAlerts, type RunPortion } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { duplicateKeyCode } from '../store/index.ts';
import type { Outcome } from './model.ts';
import { type DecidedPayload, type PendingAlert, recordResults } from './payload-document.ts';
import {
  besideIncidents,
  insertWaiting,
  postponing,
  settling,
  writePayloads,
} from './payload-writes.ts';
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
  /** `incidentIds`: one for each alert that is applied. */
  answer(answer: IntakeAnswer, incidentIds: readonly (string | null)[]): void;
  /** The sender has to try again. The write may have arrived nevertheless, so it is checked later. */
  refuse(error: unknown): void;
}

const attemptsMax = 8;

/** Stores payloads and applies their alerts, all of them answered or refused afterwards. Never rejects. */
export async function applyPayloads(
  world: World,
  works: readonly Work[],
  runPortion?: RunPortion,
): Promise<void> {
  // Marked as pending until their incidents have them: whoever dies here leaves them to the next.
  const pending = new Set(works.filter(({ isStored }) => isStored));
  let left = works;
  for (let attempt = 1; left.length > 0 && attempt <= attemptsMax; attempt += 1)
    left = await attemptWrite(world, left, pending, { byMemory: attempt === 1, runPortion });
  await postpone(world, left);
}

/**
 * The same with a payload of many alerts, in portions: it is stored first, and says that it is being applied until all
 * of its incidents have it.
 */
export async function applyInPortions(
  world: World,
  work: Work,
  runPortion: RunPortion,
): Promise<void> {
  if (!work.isStored) {
    const { error } = await settled(
      runPortion(() => insertWaiting(world, work.document, say('payloadBeingApplied'))),
    );
    if (error) return work.refuse(unavailable(error));
    work.isStored = true;
  }
  await applyPayloads(world, [work], runPortion);
}

/**
 * Decides and writes; returns the works that were overtaken, or decided by a wrong guess: they are stored but not
 * applied.
 */
async function attemptWrite(
  world: World,
  works: readonly Work[],
  pending: ReadonlySet<Work>,
  how: { byMemory: boolean; runPortion: RunPortion | undefined },
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
  const beside = works.map((work) => {
    const state = work.isStored ? 'stored' : 'new';
    return besideIncidents(work.document, pending.has(work) ? 'waiting' : state);
  });
  const written = await settled(decided.value.commit(beside));
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
  const { error } = await settled(
    writePayloads(
      world,
      works.map(({ document }) => settling(document)),
    ),
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
  const written = await settled(
    writePayloads(
      world,
      works.map(({ document }) => postponing(document)),
    ),
  );
  for (const work of works) {
    if (written.error) work.refuse(unavailable(written.error));
    else answerAccepted(work);
  }
}

function answer({ answer: give, document }: Work): void {
  const { _id, outcome, incidentId, incidentIds = [incidentId] } = document;
  give({ payloadId: _id.toHexString(), outcome, incidentId }, incidentIds);
}

/** It is stored, and applied later. */
export function answerAccepted({
  answer: give,
  document,
}: Pick<Work, 'answer' | 'document'>): void {
  give({ payloadId: document._id.toHexString(), outcome: 'Accepted', incidentId: null }, []);
}

type Settled<Value> = { value: Value; error?: undefined } | { value?: undefined; error: Error };

async function settled<Value>(promise: Promise<Value>): Promise<Settled<Value>> {
  try {
    return { value: await promise };
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }
}
