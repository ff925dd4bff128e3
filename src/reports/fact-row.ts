import type { Severity, Status } from '../incidents/index.ts';
import type { IncidentFact } from './model.ts';

/** An incident as one report counts it. */
export interface FactRow {
  /** Epoch milliseconds: when it was created, or came to the team that the report is about. */
  startedAt: number;
  severity: Severity;
  status: Status;
  millisecondsToAcknowledge: number | null;
  millisecondsToResolve: number | null;
  /** Teams that hold it. */
  teamIds: readonly string[];
}

export type RowSink = (row: FactRow) => void;

/** What is read of a fact to count it. */
export const countedFields = {
  createdAt: 1,
  held: 1,
  severity: 1,
  status: 1,
  acknowledgedAt: 1,
  resolvedAt: 1,
  isUntimed: 1,
} as const;

export type CountedFact = Pick<
  IncidentFact,
  'severity' | 'status' | 'acknowledgedAt' | 'resolvedAt' | 'isUntimed'
>;

/** Times count from `since`. An end before that, by clocks that differ, took no time. */
export function toRow(
  { severity, status, acknowledgedAt, resolvedAt, isUntimed }: CountedFact,
  { since, teamIds }: { since: Date; teamIds: readonly string[] },
): FactRow {
  const acknowledged = acknowledgedAt.find((at) => at >= since);
  const after = (at: Date | undefined) =>
    at === undefined ? null : Math.max(0, at.getTime() - since.getTime());
  return {
    startedAt: since.getTime(),
    severity,
    status,
    millisecondsToAcknowledge: after(acknowledged),
    millisecondsToResolve: isUntimed ? null : after(resolvedAt),
    teamIds,
  };
}
