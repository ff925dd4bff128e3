import type { IncidentDocument, OpenIncident } from '../incidents/index.ts';
import type { Dependencies, Wait as ServiceWait } from '../services/index.ts';
import type { Patience, RuleWait, Suppressions } from '../suppression/index.ts';

/** Nobody needs to be told of an incident: another one explains it. */
export type Wait = (ServiceWait & { suppressionRule?: undefined }) | RuleWait;

/** By what incidents of an organization wait for each other: services that depend on others, and rules. Pure. */
export interface Waits {
  /** Another one where marks may have become others. */
  key: string;
  /** The marks by which others may find the incident. */
  marksOf(incident: OpenIncident): readonly string[];
  /** The incident that it waits for, among the open ones that `find` finds by one of the marks. */
  waitOf(incident: IncidentDocument, find: Find, now: Date): Wait | null;
  /** For how long it waits for another one to open. */
  patienceOf(incident: IncidentDocument, now: Date): Patience | null;
}

export type Find = (marks: Iterable<string>) => { incidentId: string; mark: string } | null;

/** Null where nothing makes any incident wait for another one. */
export function waitsOf(
  dependencies: Dependencies | null,
  suppressions: Suppressions | null,
): Waits | null {
  if (!dependencies && !suppressions) return null;
  return {
    key: `${dependencies?.key} ${suppressions?.key}`,
    marksOf: (incident) => [
      ...(dependencies?.marksOf(incident) ?? []),
      ...(suppressions?.marksOf(incident) ?? []),
    ],
    waitOf: (incident, find, now) =>
      dependencies?.waitOf(incident, find) ?? suppressions?.waitOf(incident, find, now) ?? null,
    patienceOf: (incident, now) => suppressions?.patienceOf(incident, now) ?? null,
  };
}
