import type { Filter } from 'mongodb';
import type { JointResult, JointWrite, World } from '../kernel/index.ts';
import { noteAlerts } from '../pace/index.ts';
import { duplicateKeyCode } from '../store/index.ts';
import { markDue } from './alerting-state.ts';
import { hintDue } from './due.ts';
import { incidentsWithEarlier } from './earlier-events.ts';
import { withListing } from './listing.ts';
import { type IncidentDocument, incidentModel, incidentsOf } from './model.ts';
import { noteHistory } from './move-events.ts';
import { groupKeyOf, openKeyOf } from './open-keys.ts';
import { type RecentProblems, recentProblems } from './recent-problems.ts';
import {
  type Alert,
  type Circumstances,
  reopensAt,
  type Transition,
  transition,
} from './transition.ts';
import { updateBetween } from './write-changes.ts';

export interface AlertInput {
  alert: Alert;
  circumstances: Circumstances;
}

/** The result of an alert; `incident` is the document after it, null when it touches none. */
export type AlertResult =
  | Pick<Transition, 'outcome' | 'reason' | 'incident'>
  | (NonNullable<Circumstances['ifNoneOpen']> & { incident: null });

/** Decisions on a batch of alerts and the writes they need. */
export interface AlertBatch {
  /** In the order of the input. */
  results: AlertResult[];
  /** Writes new and changed incidents, together with `others`. Throws when the store fails as a whole. */
  commit(others?: readonly JointWrite[]): Promise<CommitOutcome>;
}

/** Positions of alerts whose incident is not written. */
export interface CommitOutcome {
  /** Another process was faster: decide these again. */
  overtaken: Set<number>;
  /** The store refuses the document. */
  refused: Set<number>;
  /** Codes of those of `others` that the store refused, by position. */
  othersRefused: ReadonlyMap<number, number>;
}

interface Draft {
  original: IncidentDocument | null;
  current: IncidentDocument;
  alerts: number[];
  /** Keys it has or had within the batch. */
  everyKey: Set<string>;
}

/**
 * Decides what a batch of alerts does, one after the other, with one read for all of them. Alerts of
 * one batch see each other's effects; several alerts on one incident become one write. `recent` saves the read of what it
 * remembers: only for those who decide again what was overtaken, without it.
 */
export async function decideAlerts(
  world: World,
  inputs: readonly AlertInput[],
  recent: RecentProblems | null = null,
): Promise<AlertBatch> {
  const candidateIndex = await loadCandidates(world, inputs, recent);
  const results = decide(candidateIndex, inputs);
  const drafts = () => candidateIndex.drafts();
  return { results, commit: (others = []) => writeDrafts(world, drafts(), others) };
}

/** The results that the alerts would have, one after the other, if nothing was open before. Pure. */
export function rehearseAlerts(inputs: readonly AlertInput[]): AlertResult[] {
  return decide(new CandidateIndex(), inputs);
}

function decide(candidateIndex: CandidateIndex, inputs: readonly AlertInput[]): AlertResult[] {
  return inputs.map(({ alert, circumstances }, index): AlertResult => {
    const candidates = candidateIndex.candidatesOf(alert);
    const { ifNoneOpen } = circumstances;
    if (ifNoneOpen && !candidates.sameProblem) return { ...ifNoneOpen, incident: null };
    const ended = candidates.sameProblem ? null : candidateIndex.endedOf(alert);
    if (ended) return { outcome: 'Discarded', reason: repeats(ended), incident: null };
    const decided = transition(alert, candidates, circumstances);
    if (decided.retired) candidateIndex.put(decided.retired, index);
    // The write that changes an incident says that somebody may have to be told.
    const incident = withListing(markDue(decided.incident, alert.at));
    candidateIndex.put(incident, index);
    return { ...decided, incident };
  });
}

function repeats({ _id }: IncidentDocument): string {
  return `It repeats the end of a problem: the incident ${_id} had it, and was resolved already.`;
}

/** Open incidents by their keys, as the store has them and as the batch changes them. */
class CandidateIndex {
  readonly #byOpenKey = new Map<string, IncidentDocument>();
  readonly #byGroupKey = new Map<string, IncidentDocument>();
  readonly #byReopenKey = new Map<string, IncidentDocument>();
  readonly #byEndedKey = new Map<string, IncidentDocument>();
  readonly #drafts = new Map<string, Draft>();
  readonly #originals = new Map<string, IncidentDocument>();

  add(incident: IncidentDocument): void {
    // Two queries may give one incident twice, in two versions: all of it has to come from one of them.
    const known = this.#originals.get(incident._id);
    if (known) {
      if (known.version >= incident.version) return;
      this.#forget(known);
    }
    this.#originals.set(incident._id, incident);
    this.#index(incident);
  }

  candidatesOf(alert: Alert) {
    const { integrationId, groupingKey } = alert;
    return {
      sameProblem: this.#byOpenKey.get(problemKeyOf(alert)) ?? null,
      openGroup:
        groupingKey === null
          ? null
          : (this.#byGroupKey.get(groupKeyOf(integrationId, groupingKey)) ?? null),
      recent: this.#recentOf(alert),
    };
  }

  /** The incident whose problem has ended, for an alert that only says so again. */
  endedOf(alert: Alert): IncidentDocument | null {
    if (alert.status !== 'Resolved') return null;
    const found = this.#byEndedKey.get(problemKeyOf(alert));
    return found?.endedUntil && alert.at <= found.endedUntil ? found : null;
  }

  #recentOf(alert: Alert): IncidentDocument | null {
    const found = this.#byReopenKey.get(reopenKeyOf(alert));
    return found && reopensAt(found, alert) ? found : null;
  }

  put(incident: IncidentDocument, alertIndex: number): void {
    const draft = this.#drafts.get(incident._id);
    const before = draft?.current ?? this.#originals.get(incident._id);
    if (before) this.#forget(before);
    this.#index(incident);
    const keys = keysOf(incident);
    if (draft) {
      draft.current = incident;
      draft.alerts.push(alertIndex);
      for (const key of keys) draft.everyKey.add(key);
    } else
      this.#drafts.set(incident._id, {
        original: this.#originals.get(incident._id) ?? null,
        current: incident,
        alerts: [alertIndex],
        everyKey: new Set(keys),
      });
  }

  drafts(): Draft[] {
    return [...this.#drafts.values()];
  }

  #forget(incident: IncidentDocument): void {
    for (const key of incident.openKeys ?? []) this.#byOpenKey.delete(key);
    if (incident.groupKey !== undefined) this.#byGroupKey.delete(incident.groupKey);
    for (const key of incident.reopenKeys ?? [])
      if (this.#byReopenKey.get(key)?._id === incident._id) this.#byReopenKey.delete(key);
    for (const key of incident.endedKeys ?? [])
      if (this.#byEndedKey.get(key)?._id === incident._id) this.#byEndedKey.delete(key);
  }

  #index(incident: IncidentDocument): void {
    for (const key of incident.openKeys ?? []) this.#byOpenKey.set(key, incident);
    if (incident.groupKey !== undefined) this.#byGroupKey.set(incident.groupKey, incident);
    for (const key of incident.reopenKeys ?? []) {
      // The one that ended last.
      const other = this.#byReopenKey.get(key);
      if (!other || endOf(other) <= endOf(incident)) this.#byReopenKey.set(key, incident);
    }
    for (const key of incident.endedKeys ?? []) this.#byEndedKey.set(key, incident);
  }
}

function earliestOf(inputs: readonly AlertInput[]): Date {
  return new Date(Math.min(...inputs.map(({ alert }) => alert.at.getTime())));
}

function endOf({ reopenUntil }: IncidentDocument): number {
  return reopenUntil?.getTime() ?? 0;
}

function problemKeyOf({ integrationId, correlationId, groupingKey }: Alert): string {
  return openKeyOf(integrationId, correlationId, groupingKey);
}

function reopenKeyOf({ integrationId, correlationId, groupingKey }: Alert): string {
  return groupingKey === null
    ? openKeyOf(integrationId, correlationId, null)
    : groupKeyOf(integrationId, groupingKey);
}

async function loadCandidates(
  world: World,
  inputs: readonly AlertInput[],
  problems: RecentProblems | null,
): Promise<CandidateIndex> {
  const candidateIndex = new CandidateIndex();
  const openKeys = new Set<string>();
  const groupKeys = new Set<string>();
  const reopenKeys = new Set<string>();
  for (const { alert, circumstances } of inputs) {
    const openKey = problemKeyOf(alert);
    const guess = problems?.guess(openKey) ?? 'unknown';
    if (typeof guess === 'object') candidateIndex.add(guess);
    else if (guess === 'unknown' || !opensItsOwn(alert, circumstances)) openKeys.add(openKey);
    if (alert.groupingKey !== null)
      groupKeys.add(groupKeyOf(alert.integrationId, alert.groupingKey));
    if ((alert.reopenWithinSeconds ?? 0) > 0 && alert.status === 'Open')
      reopenKeys.add(reopenKeyOf(alert));
  }
  const incidents = incidentsOf(world);
  const [sameProblems, openGroups, recent] = await Promise.all([
    openKeys.size === 0 ? [] : incidents.find({ openKeys: { $in: [...openKeys] } }).toArray(),
    groupKeys.size === 0 ? [] : incidents.find({ groupKey: { $in: [...groupKeys] } }).toArray(),
    // Only for integrations that reopen: the others pay nothing.
    reopenKeys.size === 0
      ? []
      : incidents
          .find({ reopenKeys: { $in: [...reopenKeys] }, reopenUntil: { $gte: earliestOf(inputs) } })
          .toArray(),
  ]);
  for (const incident of [...openGroups, ...sameProblems, ...recent]) candidateIndex.add(incident);
  await loadEnded(world, inputs, candidateIndex);
  return candidateIndex;
}

/** Only for the end of a problem that is not open: all other alerts pay nothing. */
async function loadEnded(
  world: World,
  inputs: readonly AlertInput[],
  candidateIndex: CandidateIndex,
): Promise<void> {
  const orphans = inputs.filter(
    ({ alert }) => alert.status === 'Resolved' && !candidateIndex.candidatesOf(alert).sameProblem,
  );
  if (orphans.length === 0) return;
  const endedKeys = { $in: [...new Set(orphans.map(({ alert }) => problemKeyOf(alert)))] };
  const ended = await incidentsOf(world)
    .find({ endedKeys, endedUntil: { $gte: earliestOf(orphans) } })
    .toArray();
  for (const incident of ended) candidateIndex.add(incident);
}

/** Whether it opens an incident of its own where none is open, under a key that the store accepts once. */
function opensItsOwn({ status, groupingKey }: Alert, { ifNoneOpen }: Circumstances): boolean {
  return status === 'Open' && groupingKey === null && !ifNoneOpen;
}

async function writeDrafts(
  world: World,
  drafts: readonly Draft[],
  others: readonly JointWrite[],
): Promise<CommitOutcome> {
  const fresh = drafts.filter((draft) => draft.original === null);
  const changed = drafts.filter((draft) => draft.original !== null);
  const predecessors = findPredecessors(changed, fresh);
  const first = [...fresh.filter((draft) => !predecessors.has(draft)), ...changed];
  const written = await world.store.writeTogether([...others, ...first.map(writeOf)]);
  const refused = new Map([...written.refused].filter(([index]) => index < others.length));
  const outcome = {
    overtaken: new Set<number>(),
    refused: new Set<number>(),
    othersRefused: refused,
  };
  await noteFailures(world, first, others.length, written, outcome);
  // A resolved incident must be written before the one that is opened for its problem. Where that was
  // overtaken, the later alert may not be decided without the earlier one: it would be undone by it.
  const successors = fresh.filter((draft) => predecessors.has(draft));
  const ready = successors.filter((draft) => {
    const waits = predecessors.get(draft)?.alerts ?? [];
    const set = [outcome.overtaken, outcome.refused].find((one) => waits.some((n) => one.has(n)));
    if (set) for (const alert of draft.alerts) set.add(alert);
    return set === undefined;
  });
  const last = await world.store.writeTogether(ready.map(writeOf));
  await noteFailures(world, ready, 0, last, outcome);
  for (const draft of drafts) remember(world, draft, outcome);
  noteAlerts(world, drafts.length);
  if (drafts.length > 0) hintDue(world);
  return outcome;
}

function remember(
  world: World,
  { original, current, alerts }: Draft,
  { overtaken, refused }: CommitOutcome,
): void {
  const problems = recentProblems(world);
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

function keysOf(incident: IncidentDocument | null): string[] {
  if (!incident) return [];
  const { openKeys = [], groupKey } = incident;
  return groupKey === undefined ? openKeys : [...openKeys, groupKey];
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
  // Somebody else was faster with some of them: those that hold our last event are ours.
  const changed = drafts.filter((draft, at) => !isFresh(draft) && !refused.has(before + at));
  const ours = await idsAmong(world, changed, ({ current }) => ({
    _id: current._id,
    'events.id': lastEventId(current),
  }));
  // Or so many came after it that it has left the incident again.
  const others = changed.filter(({ current }) => !ours.has(current._id));
  const moved = await incidentsWithEarlier(
    world,
    others.map(({ current }) => current._id),
    others.map(({ current }) => lastEventId(current)),
  );
  for (const draft of others)
    if (!moved.has(draft.current._id)) note(outcome, duplicateKeyCode, draft);
}

/** Ids of the drafts whose incident is in the store. */
async function idsAmong(
  world: World,
  drafts: readonly Draft[],
  filterOf: (draft: Draft) => Filter<IncidentDocument> = ({ current }) => ({ _id: current._id }),
): Promise<Set<string>> {
  if (drafts.length === 0) return new Set();
  const found = await incidentsOf(world)
    .find({ $or: drafts.map(filterOf) })
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

function lastEventId(incident: IncidentDocument): string {
  return incident.events.at(-1)?.id ?? '';
}
