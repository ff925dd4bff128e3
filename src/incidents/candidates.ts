import type { World } from '../kernel/index.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';
import { groupKeyOf, openKeyOf } from './open-keys.ts';
import type { RecentProblems } from './recent-problems.ts';
import { type Alert, type AlertInput, type Circumstances, reopensAt } from './transition.ts';

/** An incident that a batch opens or changes. */
export interface Draft {
  /** As the store has it; null for a new one. */
  original: IncidentDocument | null;
  current: IncidentDocument;
  /** Positions of the alerts that it is about. */
  alerts: number[];
  /** Keys it has or had within the batch. */
  everyKey: Set<string>;
}

/** Open incidents by their keys, as the store has them and as the batch changes them. */
export class CandidateIndex {
  readonly #byOpenKey = new Map<string, IncidentDocument>();
  readonly #byGroupKey = new Map<string, IncidentDocument>();
  readonly #byReopenKey = new Map<string, IncidentDocument>();
  readonly #byEndedKey = new Map<string, IncidentDocument>();
  readonly #drafts = new Map<string, Draft>();
  readonly #originals = new Map<string, IncidentDocument>();
  /** The key of each alert's problem: a hash, which is asked for several times. */
  readonly #problemKeys = new WeakMap<Alert, string>();

  add(incident: IncidentDocument): void {
    // The version of this batch stays: if somebody else has changed it meanwhile, the write finds out.
    if (this.#drafts.has(incident._id)) return;
    // Two queries may give one incident twice, in two versions: all of it has to come from one of them.
    const known = this.#originals.get(incident._id);
    if (known) {
      if (known.version >= incident.version) return;
      this.#forget(known);
    }
    this.#originals.set(incident._id, incident);
    this.#index(incident);
  }

  problemKeyOf(alert: Alert): string {
    const known = this.#problemKeys.get(alert);
    if (known !== undefined) return known;
    const { integrationId, correlationId, groupingKey } = alert;
    const key = openKeyOf(integrationId, correlationId, groupingKey);
    this.#problemKeys.set(alert, key);
    return key;
  }

  candidatesOf(alert: Alert) {
    const { integrationId, groupingKey } = alert;
    return {
      sameProblem: this.#byOpenKey.get(this.problemKeyOf(alert)) ?? null,
      openGroup:
        groupingKey === null
          ? null
          : (this.#byGroupKey.get(groupKeyOf(integrationId, groupingKey)) ?? null),
      recent: this.#recentOf(alert),
    };
  }

  /** The open incident of a problem, by its key. */
  holding(problemKey: string): IncidentDocument | null {
    return this.#byOpenKey.get(problemKey) ?? null;
  }

  /** The incident whose problem has ended, for an alert that only says so again. */
  endedOf(alert: Alert): IncidentDocument | null {
    if (alert.status !== 'Resolved') return null;
    const found = this.#byEndedKey.get(this.problemKeyOf(alert));
    return found?.endedUntil && alert.at <= found.endedUntil ? found : null;
  }

  #recentOf(alert: Alert): IncidentDocument | null {
    if (this.#byReopenKey.size === 0) return null;
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

  /** The incident as it is now, in place of what was known of it. */
  replace(incident: IncidentDocument): void {
    this.remove(incident._id);
    this.#originals.set(incident._id, incident);
    this.#index(incident);
  }

  remove(id: string): void {
    const known = this.#drafts.get(id)?.current ?? this.#originals.get(id);
    if (known) this.#forget(known);
    this.#drafts.delete(id);
    this.#originals.delete(id);
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

/** Keys that the store accepts once. */
export function keysOf(incident: IncidentDocument | null): string[] {
  if (!incident) return [];
  const { openKeys = [], groupKey } = incident;
  return groupKey === undefined ? openKeys : [...openKeys, groupKey];
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

/**
 * Adds the incidents that the alerts may belong to. With `problems` those that it remembers are not read, and may be of
 * another version by now: the write then finds out.
 */
export async function loadCandidates(
  world: World,
  inputs: readonly AlertInput[],
  problems: RecentProblems | null,
  candidateIndex: CandidateIndex,
): Promise<void> {
  const openKeys = new Set<string>();
  const groupKeys = new Set<string>();
  const reopenKeys = new Set<string>();
  for (const { alert, circumstances } of inputs) {
    const openKey = candidateIndex.problemKeyOf(alert);
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
  const endedKeys = {
    $in: [...new Set(orphans.map(({ alert }) => candidateIndex.problemKeyOf(alert)))],
  };
  const ended = await incidentsOf(world)
    .find({ endedKeys, endedUntil: { $gte: earliestOf(orphans) } })
    .toArray();
  for (const incident of ended) candidateIndex.add(incident);
}

/** Whether it opens an incident of its own where none is open, under a key that the store accepts once. */
function opensItsOwn({ status, groupingKey }: Alert, { ifNoneOpen }: Circumstances): boolean {
  return status === 'Open' && groupingKey === null && !ifNoneOpen;
}
