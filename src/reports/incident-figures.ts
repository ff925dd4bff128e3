import { type Severity, type Status, severities, statuses } from '../incidents/index.ts';
import type { FactRow } from './fact-row.ts';

/** The figures of one period (spec 2.9). Durations in milliseconds; null where nothing was measured. */
export interface IncidentFigures {
  total: number;
  resolved: number;
  /** Percentage of all, one decimal; null without incidents. */
  resolvedPercent: number | null;
  acknowledged: number;
  meanToAcknowledge: number | null;
  medianToAcknowledge: number | null;
  meanToResolve: number | null;
  medianToResolve: number | null;
  /** Ended while they were held back. */
  transient: number;
}

export type FigureName = keyof IncidentFigures;

/** Counts rows. Exact: it keeps every duration, 8 bytes each. */
export class IncidentCounter {
  #total = 0;
  #resolved = 0;
  #transient = 0;
  readonly #toAcknowledge: number[] = [];
  readonly #toResolve: number[] = [];

  add({ status, millisecondsToAcknowledge, millisecondsToResolve, isTransient }: FactRow): void {
    this.#total += 1;
    if (status === 'Resolved') this.#resolved += 1;
    if (isTransient) this.#transient += 1;
    if (millisecondsToAcknowledge !== null) this.#toAcknowledge.push(millisecondsToAcknowledge);
    if (millisecondsToResolve !== null) this.#toResolve.push(millisecondsToResolve);
  }

  figures(): IncidentFigures {
    return {
      total: this.#total,
      resolved: this.#resolved,
      resolvedPercent:
        this.#total === 0 ? null : Math.round((1000 * this.#resolved) / this.#total) / 10,
      acknowledged: this.#toAcknowledge.length,
      meanToAcknowledge: meanOf(this.#toAcknowledge),
      medianToAcknowledge: medianOf(this.#toAcknowledge),
      meanToResolve: meanOf(this.#toResolve),
      medianToResolve: medianOf(this.#toResolve),
      transient: this.#transient,
    };
  }
}

/** Incidents of one interval of the graph. */
export interface IncidentBucket {
  total: number;
  bySeverity: Record<Severity, number>;
  byStatus: Record<Status, number>;
}

export function emptyBucket(): IncidentBucket {
  return { total: 0, bySeverity: zeros(severities), byStatus: zeros(statuses) };
}

function zeros<Name extends string>(names: readonly Name[]): Record<Name, number> {
  // as never: fromEntries forgets which names it was given.
  return Object.fromEntries(names.map((name) => [name, 0])) as never;
}

function meanOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/** The meaning of a change to people. */
export type Meaning = 'Better' | 'Worse' | 'Unchanged' | 'Neutral';

export interface Comparison {
  value: number | null;
  previous: number | null;
  /** In percent of `previous`, one decimal; of a percentage in points. Null where there is nothing to compare with. */
  change: number | null;
  meaning: Meaning;
}

const goodDirections: Partial<Record<FigureName, 1 | -1>> = {
  resolvedPercent: 1,
  meanToAcknowledge: -1,
  medianToAcknowledge: -1,
  meanToResolve: -1,
  medianToResolve: -1,
};

/** A figure beside that of the period before. More incidents are neither good nor bad: more may have been noticed. */
export function compareFigure(
  name: FigureName,
  now: IncidentFigures,
  before: IncidentFigures,
): Comparison {
  const value = now[name];
  const previous = before[name];
  const change = changeOf(name, value, previous);
  const good = goodDirections[name];
  let meaning: Meaning = 'Neutral';
  if (good !== undefined && value !== null && previous !== null)
    meaning =
      value === previous ? 'Unchanged' : Math.sign(value - previous) === good ? 'Better' : 'Worse';
  return { value, previous, change, meaning };
}

function changeOf(name: FigureName, value: number | null, previous: number | null): number | null {
  if (value === null || previous === null) return null;
  if (name === 'resolvedPercent') return Math.round((value - previous) * 10) / 10;
  if (previous === 0) return null;
  return Math.round((1000 * (value - previous)) / previous) / 10;
}
