import { type IncidentEvent, isDoneBySomebody } from '../../parts/incident-actions/incident.ts';

/** Events that say nothing but that the alert came again, as one. */
export interface Entry {
  /** The newest of them. */
  event: IncidentEvent;
  /** The one before all of them in time. */
  before: IncidentEvent | undefined;
  /** How often the alert came again; 0: it is something else. */
  repeats: number;
  /** The differences to the event before all of them, without JSON and what it holds. */
  changes: readonly Change[];
}

export interface Change {
  name: string;
  oldValue: string | null;
  newValue: string | null;
}

/** The history, newest first, with an alert that came again and again as one line. */
export function foldRepeats(events: readonly IncidentEvent[]): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; at < events.length; at += 1) {
    const event = events[at];
    if (!event) break;
    let end = at + 1;
    if (isRepeat(event, events[end]))
      for (let next = events[end]; next && isRepeat(next, events[end + 1]); next = events[end])
        end += 1;
    const isFolded = isRepeat(event, events[at + 1]);
    const folded = events.slice(at, end);
    entries.push({
      event,
      before: events[end],
      repeats: isFolded ? folded.length : 0,
      changes: changesOf(folded),
    });
    at = end - 1;
  }
  return entries;
}

/** An alert said the same again, or nearly so: nobody did anything, and it became neither worse nor better. */
function isRepeat(event: IncidentEvent, before: IncidentEvent | undefined): boolean {
  return (
    event.modification.intent === 'Updated' &&
    event.message === null &&
    !isDoneBySomebody(event) &&
    before?.severity === event.severity &&
    before.status === event.status
  );
}

/** From before the first of them to after the last, newest first. */
function changesOf(events: readonly IncidentEvent[]): Change[] {
  const changes = new Map<string, Change>();
  for (const { attributeChanges } of events.toReversed())
    for (const { name, oldValue, newValue } of attributeChanges) {
      const known = changes.get(name);
      changes.set(name, { name, newValue, oldValue: known ? known.oldValue : oldValue });
    }
  return [...changes.values()].filter(
    ({ oldValue, newValue }) => oldValue !== newValue && !isJson(oldValue) && !isJson(newValue),
  );
}

/** Its members are attributes of their own. */
function isJson(value: string | null): boolean {
  return value !== null && /^\s*[{[]/.test(value);
}
