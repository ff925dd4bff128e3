import type { CountedIncident, Severity } from '../incidents/index.ts';

/** A time in which an incident was open with one severity; in epoch milliseconds, `Infinity` while it lasts. */
export interface Span {
  start: number;
  end: number;
  severity: Severity;
}

type Shown = Pick<CountedIncident, 'statusPageStartOverride' | 'statusPageEndOverride'> & History;
interface History {
  events: readonly Pick<CountedIncident['events'][number], 'at' | 'status' | 'severity'>[];
}

/** When the incident was open, by its history alone: neighbouring spans differ in severity. Pure. */
export function spansOf({ events }: History): Span[] {
  const spans: Span[] = [];
  let current: Span | null = null;
  for (const { at, status, severity } of events) {
    const instant = at.getTime();
    if (current && status === 'Open' && current.severity === severity) continue;
    if (current) current.end = Math.max(current.start, instant);
    current = null;
    if (status !== 'Open') continue;
    current = { start: instant, end: Number.POSITIVE_INFINITY, severity };
    spans.push(current);
  }
  return spans;
}

/** The same as a status page shows it: where somebody says when it began or ended for customers, that counts. Pure. */
export function shownSpansOf(incident: Shown): Span[] {
  const start = instantOf(incident.statusPageStartOverride ?? null);
  const end = instantOf(incident.statusPageEndOverride ?? null);
  let spans = spansOf(incident);
  const severity = incident.events.at(-1)?.severity;
  if (spans.length === 0 && start !== null && end !== null && severity)
    spans = [{ start, end, severity }];
  if (start !== null) spans = beginningAt(spans, start);
  return end === null ? spans : endingAt(spans, end);
}

function beginningAt(spans: readonly Span[], start: number): Span[] {
  const [first, ...rest] = spans.filter(({ end }) => end > start);
  return first ? [{ ...first, start }, ...rest] : [];
}

function endingAt(spans: readonly Span[], end: number): Span[] {
  const before = spans.filter(({ start }) => start < end);
  const last = before.at(-1);
  return last ? [...before.slice(0, -1), { ...last, end }] : [];
}

function instantOf(text: string | null): number | null {
  const instant = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(instant) ? null : instant;
}
