import type { JointResult, JointWrite, World } from '../kernel/index.ts';
import { noteAlerts } from '../pace/index.ts';
import { duplicateKeyCode } from '../store/index.ts';
import { type Draft, keysOf } from './candidates.ts';
import { hintDue } from './due.ts';
import { incidentsWithEvents } from './earlier-events.ts';
import { incidentModel, incidentsOf } from './model.ts';
import { noteHistory } from './move-events.ts';
import { inPortions, type RunPortion } from './portions.ts';
import { type RecentProblems, recentProblems } from './recent-problems.ts';
import { updateBetween } from './writes.ts';

/** Positions of alerts whose incident is not written. */
export interface CommitOutcome {
  /** Another process was faster: decide these again. */
  overtaken: Set<number>;
  /** The store refuses the document, or failed after it had taken others of the batch. */
  refused: Set<number>;
  /** Codes of those of `others` that the store refused, by position. */
  othersRefused: ReadonlyMap<number, number>;
}

/**
 * Writes what was decided on a batch, together with `others`; a changed incident only in the version that it was
 * decided by. Throws when the store took nothing.
 */
export async function writeDrafts(
  world: World,
  drafts: readonly Draft[],
  others: readonly JointWrite[],
  runPortion?: RunPortion,
): Promise<CommitOutcome> {
  const fresh = drafts.filter((draft) => draft.original === null);
  const changed = drafts.filter((draft) => draft.original !== null);
  const predecessors = findPredecessors(changed, fresh);
  const outcome = {
    overtaken: new Set<number>(),
    refused: new Set<number>(),
    othersRefused: new Map<number, number>(),
  };
  const first = [...fresh.filter((draft) => !predecessors.has(draft)), ...changed];
  let state: 'nothing written' | 'some written' | 'failed' = 'nothing written';
  const write = async (portion: readonly Draft[]) => {
    try {
      if (state === 'failed') return setAside(portion, outcome);
      await writePortion(world, portion, state === 'nothing written' ? others : [], outcome);
      state = 'some written';
    } catch (error) {
      if (state === 'nothing written') throw error;
      state = 'failed';
      world.log.error({ err: error }, 'the store took only some of a batch');
      setAside(portion, outcome);
    }
  };
  await inPortions(first, runPortion, write);
  // A resolved incident must be written before the one that is opened for its problem. Where that was
  // overtaken, the later alert may not be decided without the earlier one: it would be undone by it.
  const successors = fresh.filter((draft) => predecessors.has(draft));
  const ready = successors.filter((draft) => {
    const waits = predecessors.get(draft)?.alerts ?? [];
    const set = [outcome.overtaken, outcome.refused].find((one) => waits.some((n) => one.has(n)));
    if (set) for (const alert of draft.alerts) set.add(alert);
    return set === undefined;
  });
  await inPortions(ready, runPortion, write);
  const problems = recentProblems(world);
  for (const draft of drafts) remember(world, problems, draft, outcome);
  noteAlerts(world, drafts.length);
  if (drafts.length > 0) hintDue(world);
  return outcome;
}

/** `others` come first. */
async function writePortion(
  world: World,
  drafts: readonly Draft[],
  others: readonly JointWrite[],
  outcome: CommitOutcome & { othersRefused: Map<number, number> },
): Promise<void> {
  const written = await world.store.writeTogether([...others, ...drafts.map(writeOf)]);
  for (const [index, code] of written.refused)
    if (index < others.length) outcome.othersRefused.set(index, code);
  await noteFailures(world, drafts, others.length, written, outcome);
}

/** They are not tried: what failed before them fails for them, too. */
function setAside(drafts: readonly Draft[], { refused }: CommitOutcome): void {
  for (const { alerts } of drafts) for (const alert of alerts) refused.add(alert);
}

function remember(
  world: World,
  problems: RecentProblems,
  { original, current, alerts }: Draft,
  { overtaken, refused }: CommitOutcome,
): void {
  // Under all the keys that it had.
  if (original) problems.forget(original);
  const isWritten = alerts.every((alert) => !overtaken.has(alert) && !refused.has(alert));
  const isMoving = original !== null && noteHistory(world, current);
  if (isWritten && !isMoving) problems.keep(current);
}

/** Maps each new incident that takes over a key to the changed incident that releases it. */
function findPredecessors(
  changed: readonly Draft[],
  fresh: readonly Draft[],
): ReadonlyMap<Draft, Draft> {
  const predecessors = new Map<Draft, Draft>();
  if (fresh.length === 0) return predecessors;
  const released = new Map<string, Draft>();
  for (const draft of changed) {
    const kept = new Set(keysOf(draft.current));
    for (const key of keysOf(draft.original)) if (!kept.has(key)) released.set(key, draft);
  }
  if (released.size === 0) return predecessors;
  for (const draft of fresh)
    for (const key of draft.everyKey) {
      const before = released.get(key);
      if (before) predecessors.set(draft, before);
    }
  return predecessors;
}

/** Notes the alerts of drafts that were not written; `before` is how many other writes came first. */
async function noteFailures(
  world: World,
  drafts: readonly Draft[],
  before: number,
  { refused, isEachFound }: JointResult,
  outcome: CommitOutcome,
): Promise<void> {
  const failed = drafts.flatMap((draft, at) => {
    const code = refused.get(before + at);
    return code === undefined ? [] : [{ draft, code }];
  });
  const there = await idsAmong(world, failed.map(({ draft }) => draft).filter(isFresh));
  // One that is there came with a first try of the driver whose answer got lost.
  for (const { draft, code } of failed)
    if (!there.has(draft.current._id)) note(outcome, code, draft);
  if (isEachFound) return;
  const changed = drafts.filter((draft, at) => !isFresh(draft) && !refused.has(before + at));
  for (const draft of await overtakenAmong(world, changed)) note(outcome, duplicateKeyCode, draft);
}

/**
 * Somebody else was faster with some of these: all that do not have our last event. The head of an incident could not
 * tell, because others may have written to it after us.
 */
async function overtakenAmong(world: World, drafts: readonly Draft[]): Promise<Draft[]> {
  const written = await incidentsWithEvents(
    world,
    drafts.map(({ current }) => current._id),
    drafts.map(({ current }) => current.events.at(-1)?.id ?? ''),
  );
  return drafts.filter(({ current }) => !written.has(current._id));
}

/** Ids of the drafts whose incident is in the store. */
async function idsAmong(world: World, drafts: readonly Draft[]): Promise<Set<string>> {
  if (drafts.length === 0) return new Set();
  const found = await incidentsOf(world)
    .find({ _id: { $in: drafts.map(({ current }) => current._id) } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

function isFresh({ original }: Draft): boolean {
  return original === null;
}

function note(outcome: CommitOutcome, code: number, { alerts }: Draft): void {
  const set = code === duplicateKeyCode ? outcome.overtaken : outcome.refused;
  for (const alert of alerts) set.add(alert);
}

function writeOf({ original, current }: Draft): JointWrite {
  const collection = incidentModel.collectionName;
  if (!original) return { collection, insert: current };
  const filter = { _id: current._id, version: original.version };
  return { collection, filter, update: updateBetween(original, current) };
}
