import type { KeptIncident } from '../incident-days/index.ts';
import type { Severity, Status } from '../incidents/index.ts';

/** An incident as one report counts it. */
export interface FactRow {
  /** Epoch milliseconds: when it was created, or came to the team that the report is about. */
  startedAt: number;
  severity: Severity;
  status: Status;
  /** When it was acknowledged, for this report. */
  acknowledgedAt: number | null;
  millisecondsToAcknowledge: number | null;
  millisecondsToResolve: number | null;
  isTransient: boolean;
  /** Teams that hold it. */
  teamIds: readonly string[];
}

export type RowSink = (row: FactRow) => void;

/** Times count from `startedAt`. An end before that, by clocks that differ, took no time. */
export function toRow(incident: KeptIncident, startedAt: number): FactRow {
  const acknowledgedAt = incident.acknowledgedAt.find((at) => at >= startedAt) ?? null;
  const after = (at: number | null) => (at === null ? null : Math.max(0, at - startedAt));
  return {
    startedAt,
    severity: incident.severity,
    status: incident.status,
    acknowledgedAt,
    millisecondsToAcknowledge: after(acknowledgedAt),
    millisecondsToResolve: incident.isUntimed ? null : after(incident.resolvedAt),
    isTransient: incident.isTransient,
    teamIds: incident.teamIds,
  };
}
