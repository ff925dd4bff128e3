import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import type { World } from '../kernel/index.ts';
import { type IncidentDocument, incidentModel } from './model.ts';
import { groupKeyOf, openKeyOf } from './open-keys.ts';
import { type Alert, type Circumstances, type Transition, transition } from './transition.ts';

export interface AlertInput {
  alert: Alert;
  circumstances: Circumstances;
}

/** What an alert did; `incident` is the document after it. */
export type AlertResult = Pick<Transition, 'outcome' | 'reason' | 'incident'>;

/** Decisions on a batch of alerts and the writes they need; `commit` may run beside other writes. */
export interface AlertBatch {
  /** In the order of the input. */
  results: AlertResult[];
  /**
   * Writes new and changed incidents. Gives the positions of alerts whose decision was overtaken by
   * another process (their incident is not written): decide those again. Throws when the store fails.
   */
  commit(): Promise<Set<number>>;
}

interface Draft {
  original: IncidentDocument | null;
  current: IncidentDocument;
  alerts: number[];
}

/**
 * Decides what a batch of alerts does, one after the other, with one read for all of them. Alerts of
 * one batch see each other's effects; several alerts on one incident become one write.
 */
export async function decideAlerts(
  world: World,
  inputs: readonly AlertInput[],
): Promise<AlertBatch> {
  const board = await loadCandidates(world, inputs);
  const results = inputs.map(({ alert, circumstances }, index) => {
    const decided = transition(alert, board.candidatesOf(alert), circumstances);
    if (decided.retired) board.put(decided.retired, index);
    board.put(decided.incident, index);
    return decided;
  });
  return { results, commit: () => writeDrafts(world, board.drafts()) };
}

/** Open incidents by their keys, as the store has them and as the batch changes them. */
class Board {
  readonly #byOpenKey = new Map<string, IncidentDocument>();
  readonly #byGroupKey = new Map<string, IncidentDocument>();
  readonly #drafts = new Map<string, Draft>();
  readonly #originals = new Map<string, IncidentDocument>();

  add(incident: IncidentDocument): void {
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
    };
  }

  put(incident: IncidentDocument, alertIndex: number): void {
    const draft = this.#drafts.get(incident._id);
    const before = draft?.current ?? this.#originals.get(incident._id);
    for (const key of before?.openKeys ?? []) this.#byOpenKey.delete(key);
    if (before?.groupKey !== undefined) this.#byGroupKey.delete(before.groupKey);
    this.#index(incident);
    if (draft) {
      draft.current = incident;
      draft.alerts.push(alertIndex);
    } else {
      const original = this.#originals.get(incident._id) ?? null;
      this.#drafts.set(incident._id, { original, current: incident, alerts: [alertIndex] });
    }
  }

  drafts(): Draft[] {
    return [...this.#drafts.values()];
  }

  #index(incident: IncidentDocument): void {
    for (const key of incident.openKeys ?? []) this.#byOpenKey.set(key, incident);
    if (incident.groupKey !== undefined) this.#byGroupKey.set(incident.groupKey, incident);
  }
}

async function loadCandidates(world: World, inputs: readonly AlertInput[]): Promise<Board> {
  const openKeys = new Set<string>();
  const groupKeys = new Set<string>();
  for (const { alert } of inputs) {
    openKeys.add(openKeyOf(alert.integrationId, alert.correlationId, alert.groupingKey));
    if (alert.groupingKey !== null)
      groupKeys.add(groupKeyOf(alert.integrationId, alert.groupingKey));
  }
  const board = new Board();
  const incidents = collectionOf(world);
  const [sameProblems, openGroups] = await Promise.all([
    openKeys.size === 0 ? [] : incidents.find({ openKeys: { $in: [...openKeys] } }).toArray(),
    groupKeys.size === 0 ? [] : incidents.find({ groupKey: { $in: [...groupKeys] } }).toArray(),
  ]);
  for (const incident of [...openGroups, ...sameProblems]) board.add(incident);
  return board;
}

async function writeDrafts(world: World, drafts: readonly Draft[]): Promise<Set<number>> {
  const overtaken = new Set<number>();
  const fresh = drafts.filter((draft) => draft.original === null);
  const changed = drafts.filter((draft) => draft.original !== null);
  // A retired group must let go of its key before the new group takes it.
  const retiring = changed.filter((draft) => draft.original?.groupKey && !draft.current.groupKey);
  if (retiring.length > 0 && fresh.length > 0) {
    await writeChanged(world, changed, overtaken);
    await writeFresh(world, fresh, overtaken);
  } else
    await Promise.all([
      writeFresh(world, fresh, overtaken),
      writeChanged(world, changed, overtaken),
    ]);
  return overtaken;
}

async function writeFresh(
  world: World,
  drafts: readonly Draft[],
  overtaken: Set<number>,
): Promise<void> {
  if (drafts.length === 0) return;
  try {
    await collectionOf(world).insertMany(
      drafts.map((draft) => draft.current),
      { ordered: false },
    );
  } catch (error) {
    const failures = writeErrorsOf(error);
    if (!failures?.every((failure) => failure.code === 11000)) throw error;
    for (const { index } of failures)
      for (const alert of drafts[index]?.alerts ?? []) overtaken.add(alert);
  }
}

async function writeChanged(
  world: World,
  drafts: readonly Draft[],
  overtaken: Set<number>,
): Promise<void> {
  if (drafts.length === 0) return;
  const incidents = collectionOf(world);
  const refused = new Set<number>();
  let matched = 0;
  try {
    const result = await incidents.bulkWrite(drafts.map(updateOf), { ordered: false });
    matched = result.matchedCount;
  } catch (error) {
    const failures = writeErrorsOf(error);
    if (!failures?.every((failure) => failure.code === 11000)) throw error;
    for (const { index } of failures) refused.add(index);
    matched = -1;
  }
  if (matched === drafts.length) return;
  // Somebody else was faster with some of them: those that hold our last event are ours.
  const written = await incidents
    .find({
      $or: drafts.map(({ current }) => ({ _id: current._id, 'events.id': lastEventId(current) })),
    })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  const ours = new Set(written.map((incident) => incident._id));
  for (const [index, draft] of drafts.entries())
    if (refused.has(index) || !ours.has(draft.current._id))
      for (const alert of draft.alerts) overtaken.add(alert);
}

/** Only what the transition replaced; new events are pushed, so a long history is not sent again. */
function updateOf({ original, current }: Draft): AnyBulkWriteOperation<IncidentDocument> {
  const set: Record<string, unknown> = {};
  const unset: Record<string, ''> = {};
  const before = original as unknown as Record<string, unknown>;
  const after = current as unknown as Record<string, unknown>;
  for (const [key, value] of Object.entries(after))
    if (key !== 'events' && value !== before[key]) set[key] = value;
  for (const key of Object.keys(before)) if (!(key in after)) unset[key] = '';
  const added = addedEvents(original?.events ?? [], current.events);
  if (added === null) set.events = current.events;
  return {
    updateOne: {
      filter: { _id: current._id, version: original?.version ?? 0 },
      update: {
        $set: set,
        ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
        ...(added && added.length > 0 ? { $push: { events: { $each: added } } } : {}),
      } as never,
    },
  };
}

/** The events behind those that were there, or null when one of those was folded away. */
function addedEvents<Event>(before: readonly Event[], after: readonly Event[]): Event[] | null {
  if (after.length < before.length || after[before.length - 1] !== before.at(-1)) return null;
  return after[0] === before[0] ? after.slice(before.length) : null;
}

function lastEventId(incident: IncidentDocument): string {
  return incident.events.at(-1)?.id ?? '';
}

function collectionOf(world: World): Collection<IncidentDocument> {
  // The driver's own collection: mongoose's casting would cost more than the mapping itself.
  return incidentModel(world.store).collection as unknown as Collection<IncidentDocument>;
}

function writeErrorsOf(error: unknown): { index: number; code: number }[] | undefined {
  if (!(error instanceof Error) || !('writeErrors' in error)) return undefined;
  const { writeErrors } = error;
  return (Array.isArray(writeErrors) ? writeErrors : [writeErrors]) as {
    index: number;
    code: number;
  }[];
}
