import type { AnyBulkWriteOperation } from 'mongodb';
import type { World } from '../kernel/index.ts';
import { duplicateKeyCode, writeErrorsOf } from '../store/index.ts';
import { markDue } from './alerting-state.ts';
import { hintDue } from './due.ts';
import { withListing } from './listing.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';
import { groupKeyOf, openKeyOf } from './open-keys.ts';
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

/** What an alert did; `incident` is the document after it, null when it touches none. */
export type AlertResult =
  | Pick<Transition, 'outcome' | 'reason' | 'incident'>
  | (NonNullable<Circumstances['ifNoneOpen']> & { incident: null });

/** Decisions on a batch of alerts and the writes they need; `commit` may run in parallel with other writes. */
export interface AlertBatch {
  /** In the order of the input. */
  results: AlertResult[];
  /** Writes new and changed incidents. Throws when the store fails as a whole. */
  commit(): Promise<CommitOutcome>;
}

/** Positions of alerts whose incident is not written. */
export interface CommitOutcome {
  /** Another process was faster: decide these again. */
  overtaken: Set<number>;
  /** The store refuses the document. */
  refused: Set<number>;
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
 * one batch see each other's effects; several alerts on one incident become one write.
 */
export async function decideAlerts(
  world: World,
  inputs: readonly AlertInput[],
): Promise<AlertBatch> {
  const candidateIndex = await loadCandidates(world, inputs);
  const results = decide(candidateIndex, inputs);
  return { results, commit: () => writeDrafts(world, candidateIndex.drafts()) };
}

/** What the alerts would do, one after the other, where nothing was open before; pure. */
export function rehearseAlerts(inputs: readonly AlertInput[]): AlertResult[] {
  return decide(new CandidateIndex(), inputs);
}

function decide(candidateIndex: CandidateIndex, inputs: readonly AlertInput[]): AlertResult[] {
  return inputs.map(({ alert, circumstances }, index): AlertResult => {
    const candidates = candidateIndex.candidatesOf(alert);
    const { ifNoneOpen } = circumstances;
    if (ifNoneOpen && !candidates.sameProblem) return { ...ifNoneOpen, incident: null };
    const decided = transition(alert, candidates, circumstances);
    if (decided.retired) candidateIndex.put(decided.retired, index);
    // The write that changes an incident says that somebody may have to be told.
    const incident = withListing(
      markDue(candidateIndex.original(decided.incident), decided.incident, alert.at),
    );
    candidateIndex.put(incident, index);
    return { ...decided, incident };
  });
}

/** Open incidents by their keys, as the store has them and as the batch changes them. */
class CandidateIndex {
  readonly #byOpenKey = new Map<string, IncidentDocument>();
  readonly #byGroupKey = new Map<string, IncidentDocument>();
  readonly #byReopenKey = new Map<string, IncidentDocument>();
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
    const { integrationId, correlationId, groupingKey } = alert;
    return {
      sameProblem:
        this.#byOpenKey.get(openKeyOf(integrationId, correlationId, groupingKey)) ?? null,
      openGroup:
        groupingKey === null
          ? null
          : (this.#byGroupKey.get(groupKeyOf(integrationId, groupingKey)) ?? null),
      recent: this.#recentOf(alert),
    };
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

  /** As the store has it; null for one that is new. */
  original({ _id }: IncidentDocument): IncidentDocument | null {
    return this.#originals.get(_id) ?? null;
  }

  drafts(): Draft[] {
    return [...this.#drafts.values()];
  }

  #forget(incident: IncidentDocument): void {
    for (const key of incident.openKeys ?? []) this.#byOpenKey.delete(key);
    if (incident.groupKey !== undefined) this.#byGroupKey.delete(incident.groupKey);
    for (const key of incident.reopenKeys ?? [])
      if (this.#byReopenKey.get(key)?._id === incident._id) this.#byReopenKey.delete(key);
  }

  #index(incident: IncidentDocument): void {
    for (const key of incident.openKeys ?? []) this.#byOpenKey.set(key, incident);
    if (incident.groupKey !== undefined) this.#byGroupKey.set(incident.groupKey, incident);
    for (const key of incident.reopenKeys ?? []) {
      // The one that ended last.
      const other = this.#byReopenKey.get(key);
      if (!other || endOf(other) <= endOf(incident)) this.#byReopenKey.set(key, incident);
    }
  }
}

function earliestOf(inputs: readonly AlertInput[]): Date {
  return new Date(Math.min(...inputs.map(({ alert }) => alert.at.getTime())));
}

function endOf({ reopenUntil }: IncidentDocument): number {
  return reopenUntil?.getTime() ?? 0;
}

function reopenKeyOf({ integrationId, correlationId, groupingKey }: Alert): string {
  return groupingKey === null
    ? openKeyOf(integrationId, correlationId, null)
    : groupKeyOf(integrationId, groupingKey);
}

async function loadCandidates(
  world: World,
  inputs: readonly AlertInput[],
): Promise<CandidateIndex> {
  const openKeys = new Set<string>();
  const groupKeys = new Set<string>();
  const reopenKeys = new Set<string>();
  for (const { alert } of inputs) {
    openKeys.add(openKeyOf(alert.integrationId, alert.correlationId, alert.groupingKey));
    if (alert.groupingKey !== null)
      groupKeys.add(groupKeyOf(alert.integrationId, alert.groupingKey));
    if ((alert.reopenWithinSeconds ?? 0) > 0 && alert.status === 'Open')
      reopenKeys.add(reopenKeyOf(alert));
  }
  const candidateIndex = new CandidateIndex();
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
  return candidateIndex;
}

async function writeDrafts(world: World, drafts: readonly Draft[]): Promise<CommitOutcome> {
  const outcome: CommitOutcome = { overtaken: new Set(), refused: new Set() };
  const fresh = drafts.filter((draft) => draft.original === null);
  const changed = drafts.filter((draft) => draft.original !== null);
  const predecessors = findPredecessors(changed, fresh);
  const successors = fresh.filter((draft) => predecessors.has(draft));
  await Promise.all([
    writeFresh(
      world,
      fresh.filter((draft) => !predecessors.has(draft)),
      outcome,
    ),
    writeChanged(world, changed, outcome),
  ]);
  // A resolved incident must be written before the one that is opened for its problem. Where that was
  // overtaken, the later alert may not be decided without the earlier one: it would be undone by it.
  const ready = successors.filter((draft) => {
    const waits = predecessors.get(draft)?.alerts ?? [];
    const set = [outcome.overtaken, outcome.refused].find((one) => waits.some((n) => one.has(n)));
    if (set) for (const alert of draft.alerts) set.add(alert);
    return set === undefined;
  });
  await writeFresh(world, ready, outcome);
  if (drafts.length > 0) hintDue(world.store);
  return outcome;
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

async function writeFresh(
  world: World,
  drafts: readonly Draft[],
  outcome: CommitOutcome,
): Promise<void> {
  if (drafts.length === 0) return;
  const incidents = incidentsOf(world);
  try {
    await incidents.insertMany(
      drafts.map((draft) => draft.current),
      { ordered: false },
    );
  } catch (error) {
    const failures = writeErrorsOf(error);
    if (!failures) throw error;
    // One that is there came with a first try of the driver whose answer got lost.
    const ids = failures.map(({ index }) => drafts[index]?.current._id ?? '');
    const there = await incidents
      .find({ _id: { $in: ids } })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    for (const { index, code } of failures) {
      const draft = drafts[index];
      if (draft && !there.some(({ _id }) => _id === draft.current._id)) note(outcome, code, draft);
    }
  }
}

function note(outcome: CommitOutcome, code: number, { alerts }: Draft): void {
  const set = code === duplicateKeyCode ? outcome.overtaken : outcome.refused;
  for (const alert of alerts) set.add(alert);
}

async function writeChanged(
  world: World,
  drafts: readonly Draft[],
  outcome: CommitOutcome,
): Promise<void> {
  if (drafts.length === 0) return;
  const incidents = incidentsOf(world);
  const failed = new Set<number>();
  try {
    const result = await incidents.bulkWrite(drafts.map(updateOf), { ordered: false });
    if (result.matchedCount === drafts.length) return;
  } catch (error) {
    const failures = writeErrorsOf(error);
    if (!failures) throw error;
    for (const { index, code } of failures) {
      failed.add(index);
      const draft = drafts[index];
      if (draft) note(outcome, code, draft);
    }
  }
  // Somebody else was faster with some of them: those that hold our last event are ours.
  const written = await incidents
    .find({
      $or: drafts.map(({ current }) => ({ _id: current._id, 'events.id': lastEventId(current) })),
    })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const ours = new Set(written.map((incident) => incident._id));
  for (const [index, draft] of drafts.entries())
    if (!failed.has(index) && !ours.has(draft.current._id)) note(outcome, duplicateKeyCode, draft);
}

function updateOf({ original, current }: Draft): AnyBulkWriteOperation<IncidentDocument> {
  // Only drafts with an original get here.
  const before = original ?? current;
  const filter = { _id: current._id, version: original?.version ?? 0 };
  return { updateOne: { filter, update: updateBetween(before, current) } };
}

function lastEventId(incident: IncidentDocument): string {
  return incident.events.at(-1)?.id ?? '';
}
