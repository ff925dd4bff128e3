import type { AnyBulkWriteOperation, Filter, UpdateFilter } from 'mongodb';
import { claim } from '../jobs/index.ts';
import type { World } from '../kernel/index.ts';
import { inTurns, makeWay, Sparingly } from '../pace/index.ts';
import type { Processes } from '../processes/index.ts';
import { isDuplicateKey, pagesOf } from '../store/index.ts';
import {
  type AlertingState,
  alertingOf,
  type FailingStep,
  storedAlerting,
} from './alerting-state.ts';
import { hintDue } from './due.ts';
import { inListIndex, leastOpenUrgency, listingOf } from './listing.ts';
import {
  type IncidentDocument,
  incidentModel,
  incidentsOf,
  type Severity,
  severities,
} from './model.ts';
import { readersOf } from './readers.ts';
import { recentProblems } from './recent-problems.ts';
import { updateBetween } from './writes.ts';

/**
 * How long others leave an incident alone that a process has taken; after a crash it is due again. Deciding takes
 * milliseconds, and who is slower than this only repeats what has the same keys.
 */
const leaseMilliseconds = 10_000;

/**
 * Finds due incidents of one severity: those that have been due for longest, or those of other teams than the named
 * ones.
 */
type FindDue = (limit: number, without?: readonly (string | null)[]) => Promise<IncidentDocument[]>;

/**
 * The incidents that are due, the severest first. Where more of a severity are due than fit, the teams that they came
 * in for take turns, so that nobody's alert waits for another's thousand; within each, those come first that have been
 * due for longest.
 */
export async function dueIncidents(
  world: World,
  now: Date,
  limit: number,
): Promise<IncidentDocument[]> {
  const ofSeverity = (severity: Severity | { $in: Severity[] }, more: object = {}) =>
    incidentsOf(world)
      .find({ severity, 'alerting.nextAt': { $lte: now }, ...more })
      .sort({ severity: 1, 'alerting.nextAt': 1 });
  const severestFirst = severities.toReversed();
  // Most of the time one look finds what is needed: few are due, or all of one severity.
  const first = await ofSeverity({ $in: severestFirst }).limit(limit).toArray();
  if (first.length < limit)
    return severestFirst.flatMap((severity) => withSeverity(first, severity));
  const due: IncidentDocument[] = [];
  for (const severity of severestFirst) {
    const find: FindDue = (most, without) =>
      ofSeverity(severity, without && ofOtherTeams(without))
        .limit(most)
        .toArray();
    due.push(...(await shared(world, limit - due.length, withSeverity(first, severity), find)));
    if (due.length === limit) break;
  }
  return due;
}

function withSeverity(incidents: readonly IncidentDocument[], severity: Severity) {
  return incidents.filter((incident) => incident.severity === severity);
}

/** How often it looks for more teams; each look walks past all that is due of the known ones, 6 ms for a thousand. */
const looksForOthersMax = 8;
const sparingly = () => new Sparingly();

/** At most `wanted` of a severity of which `first` are known, by turns of their teams. */
async function shared(
  world: World,
  wanted: number,
  first: readonly IncidentDocument[],
  find: FindDue,
): Promise<readonly IncidentDocument[]> {
  const found = first.length >= wanted ? first.slice(0, wanted) : await find(wanted);
  if (found.length < wanted) return found;
  const known = byTeam(found);
  await world.memory.of(sparingly).run(async () => {
    for (let look = 0; look < looksForOthersMax && known.size < wanted; look += 1) {
      const more = await find(wanted, [...known.keys()]);
      for (const [team, theirs] of byTeam(more)) known.set(team, theirs);
      if (more.length < wanted) break;
    }
  });
  return inTurns(known.values()).slice(0, wanted);
}

/** An incident may be of no team any more. */
function ofOtherTeams(known: readonly (string | null)[]): object {
  const teams = known.filter((team) => team !== null);
  return { 'teamIds.0': { $nin: teams, ...(known.includes(null) && { $exists: true }) } };
}

function byTeam(incidents: readonly IncidentDocument[]): Map<string | null, IncidentDocument[]> {
  return Map.groupBy(incidents, ({ teamIds: [first = null] }) => first);
}

/**
 * Takes the incidents that are still due, unless this process is alone. No later write asks whose they are: that of a
 * decision is refused where the incident or its `revision` has changed since, whoever changed it, and one write does
 * both.
 */
export async function takeDue(
  world: World,
  processes: Processes,
  incidents: readonly IncidentDocument[],
): Promise<IncidentDocument[]> {
  const claims = {
    model: incidentModel(world.store),
    dueAt: 'alerting.nextAt',
    takenBy: 'alerting.takenBy',
    leaseMilliseconds,
  };
  return (await claim(world, processes, claims, incidents)).documents;
}

/** The earliest instant at which something is due, or null. */
export async function nextDueAt(world: World): Promise<Date | null> {
  let earliest: Date | null = null;
  for (const severity of severities) {
    const [first] = await incidentsOf(world)
      .find({ severity, 'alerting.nextAt': { $gt: new Date(0) } })
      .sort({ 'alerting.nextAt': 1 })
      .limit(1)
      .project<{ alerting: { nextAt: Date } }>({ 'alerting.nextAt': 1 })
      .toArray();
    if (first && (!earliest || first.alerting.nextAt < earliest)) earliest = first.alerting.nextAt;
  }
  return earliest;
}

/** The decision of alerting for an incident. */
export interface AlertingWrite {
  before: IncidentDocument;
  /** The incident with what rules and escalations changed, or `before` itself. */
  after: IncidentDocument;
  state: AlertingState;
}

/**
 * Writes what was decided; gives those that have to be decided again because the incident or its state changed
 * meanwhile. Where only the state is new it is kept even if the incident has changed: what was done stays done.
 */
export async function writeAlerting(
  world: World,
  writes: readonly AlertingWrite[],
): Promise<AlertingWrite[]> {
  // Where rules delete all that were due, none is left; the store refuses a list of nothing.
  if (writes.length === 0) return [];
  const problems = recentProblems(world);
  for (const { before, after } of writes) if (after !== before) problems.forget(before);
  const overtaken = await attempt(world, writes, exactUpdate);
  const progress = overtaken.filter(({ before, after }) => before === after);
  if (progress.length > 0) await attempt(world, progress, progressUpdate);
  if (overtaken.length > 0) hintDue(world);
  return overtaken;
}

type Update = { filter: Record<string, unknown>; update: UpdateFilter<IncidentDocument> };

async function attempt(
  world: World,
  writes: readonly AlertingWrite[],
  toUpdate: (write: AlertingWrite) => Update,
): Promise<AlertingWrite[]> {
  const operations = writes.map((write): AnyBulkWriteOperation<IncidentDocument> => {
    // as never: paths into `alerting` have no types of their own.
    return { updateOne: toUpdate(write) as never };
  });
  try {
    const { matchedCount } = await incidentsOf(world).bulkWrite(operations, { ordered: false });
    if (matchedCount === writes.length) return [];
  } catch (error) {
    // Reopened by a rule while another incident is open for the same problem.
    if (!isDuplicateKey(error)) throw error;
  }
  // The incidents that hold our revision were written.
  const written = await incidentsOf(world)
    .find({ _id: { $in: writes.map(({ before }) => before._id) } })
    .project<{ _id: string; alerting?: { revision?: number } }>({
      'alerting.revision': 1,
    })
    .toArray();
  const revisions = new Map(written.map(({ _id, alerting }) => [_id, alerting?.revision ?? 0]));
  return writes.filter(({ before, state }) => {
    const revision = revisions.get(before._id);
    // Deleted meanwhile: nothing is left to be decided.
    return revision !== undefined && revision < state.revision;
  });
}

function exactUpdate({ before, after, state }: AlertingWrite): Update {
  const filter = { ...filterOf(before), version: before.version };
  const alerting = storedAlerting(state);
  const listing = listingOf({ ...after, alerting });
  const { $set, ...rest } = updateBetween(before, { ...after, ...listing });
  return { filter, update: { ...rest, $set: { ...$set, alerting } } };
}

function progressUpdate({ before, state }: AlertingWrite): Update {
  const { nextAt: _, ...progress } = state;
  const members = Object.entries(progress).map(([name, value]) => [`alerting.${name}`, value]);
  const readers = readersOf({ ...before, alerting: progress });
  const update = { $set: Object.fromEntries(members), $addToSet: { readers: { $each: readers } } };
  return { filter: filterOf(before), update };
}

function filterOf(before: IncidentDocument): Record<string, unknown> {
  // Absent before the first write, as null finds it.
  const { revision } = alertingOf(before);
  return { _id: before._id, 'alerting.revision': revision === 0 ? null : revision };
}

/**
 * Stores the turn of a round robin in the incident, before anybody is told: decided again after a crash, the same
 * people are. Gives the turn it has, which is another one where somebody was faster.
 */
export async function keepTurn(
  world: World,
  id: string,
  key: string,
  turn: number,
): Promise<number> {
  const path = `alerting.turns.${key}`;
  // as never: paths into `alerting` have no types of their own.
  const absent = { _id: id, [path]: { $exists: false } } as never;
  const { matchedCount } = await incidentsOf(world).updateOne(absent, {
    $set: { [path]: turn },
  } as never);
  if (matchedCount > 0) return turn;
  const kept = await incidentsOf(world).findOne(
    { _id: id },
    { projection: { 'alerting.turns': 1 } },
  );
  return kept?.alerting?.turns?.[key] ?? turn;
}

/** No message of an alert arrived anywhere: the incident is looked at again at once. */
export async function noteUnreached(world: World, id: string, step: string): Promise<void> {
  await noteOfMessages(world, { _id: id }, { $addToSet: { 'alerting.unreached': step } });
}

/**
 * No message of an alert has arrived yet: the incident is looked at again at once. Whoever notes it first says since
 * when.
 */
export async function noteFailing(
  world: World,
  id: string,
  { step, why }: Omit<FailingStep, 'at'>,
): Promise<void> {
  const failing: FailingStep = { step, at: world.clock.now(), why };
  const once = { _id: id, 'alerting.failing.step': { $ne: step } };
  await noteOfMessages(world, once, { $push: { 'alerting.failing': failing } });
}

async function noteOfMessages(
  world: World,
  filter: Record<string, unknown>,
  note: object,
): Promise<void> {
  const update = {
    ...note,
    $set: { 'alerting.nextAt': world.clock.now() },
    // A decision that is under way does not know of this, so its write must fail.
    $inc: { 'alerting.revision': 1 },
  };
  // as never: paths into `alerting` have no types of their own.
  await incidentsOf(world).updateOne(filter, update as never);
  hintDue(world);
}

/** Makes the incidents due that are part of these: something has changed for them. */
export async function lookAtMerged(world: World, leaderIds: readonly string[]): Promise<void> {
  await lookAtThose(world, { 'mergedInto.id': { $in: [...leaderIds] } });
}

/** Makes the incidents due that are held back because of these. */
export async function lookAtHeld(world: World, awaitedIds: readonly string[]): Promise<void> {
  await lookAtThose(world, { 'hold.because.incidentId': { $in: [...awaitedIds] } });
}

/** Makes the incidents due of which nobody is told because nobody is on call, the severest first; gives how many. */
export async function lookAtAwaitingDuty(world: World, stopping: AbortSignal): Promise<number> {
  let found = 0;
  for (const severity of severities.toReversed()) {
    const those: Record<string, unknown> = {
      'alerting.plans.awaitsDuty': true,
      severity,
      'alerting.nextAt': { $gt: world.clock.now() },
    };
    found += await lookAtMany(world, those, stopping);
  }
  return found;
}

/** Makes the open, unattended incidents of these teams due that opened while another product told people. */
export async function lookAtShadows(
  world: World,
  { organizationId, teamIds }: { organizationId: string; teamIds: readonly string[] },
  stopping: AbortSignal,
): Promise<void> {
  const those: Filter<IncidentDocument> = {
    organizationId,
    readers: { $in: teamIds.map((id) => id.toLowerCase()) },
    ...inListIndex({ statuses: ['Open'], unattended: true }),
    isShadow: true,
  };
  await lookAtMany(world, those, stopping);
}

/** Makes open, unattended incidents due that wait for nothing; returns how many. Walks past each of them once. */
export function lookAgainAt(world: World, stopping: AbortSignal): Promise<number> {
  const those: Record<string, unknown> = {
    urgency: { $gte: leastOpenUrgency },
    unattended: true,
    'alerting.nextAt': { $exists: false },
    'alerting.revision': { $gt: 0 },
  };
  return lookAtMany(world, those, stopping);
}

/** Few enough that an alert that comes in meanwhile is decided at once, and senders need not make way. */
const madeDueTogether = 200;

/** For as many as there may be. Nothing new has happened to them, so what has goes first. */
async function lookAtMany(
  world: World,
  those: Filter<IncidentDocument>,
  stopping: AbortSignal,
): Promise<number> {
  const ids = incidentsOf(world).find(those).project<Pick<IncidentDocument, '_id'>>({ _id: 1 });
  let found = 0;
  for await (const page of pagesOf(ids, madeDueTogether, stopping)) {
    found += await lookAtThose(world, {
      $and: [{ _id: { $in: page.map(({ _id }) => _id) } }, those],
    });
    await makeWay(world, 'lookingAgain', 0);
  }
  return found;
}

async function lookAtThose(world: World, those: Filter<IncidentDocument>): Promise<number> {
  const { matchedCount } = await incidentsOf(world).updateMany(
    those,
    // A decision that is under way does not know of this, so its write must fail.
    { $set: { 'alerting.nextAt': world.clock.now() }, $inc: { 'alerting.revision': 1 } },
  );
  if (matchedCount > 0) hintDue(world);
  return matchedCount;
}

/** Leaves an incident alone until `at`, unless it has changed since it was read. */
export async function postponeDue(world: World, before: IncidentDocument, at: Date): Promise<void> {
  await incidentsOf(world).updateOne(
    { ...filterOf(before), version: before.version },
    { $set: { 'alerting.nextAt': at } },
  );
}

/**
 * Makes every incident due that waits for an instant: the clock went back, and what it waits for is nearer than it
 * seems.
 */
export async function lookAtAll(world: World): Promise<void> {
  const now = world.clock.now();
  for (const severity of severities)
    await incidentsOf(world).updateMany(
      { severity, 'alerting.nextAt': { $gt: now } },
      { $set: { 'alerting.nextAt': now } },
    );
  hintDue(world);
}
