import type { IncidentEvent } from './model.ts';

type Acknowledging = Pick<IncidentEvent, 'intent' | 'by'>;

/**
 * True when somebody has acknowledged (the intent `Investigated`) the incident since it was opened, reopened or
 * escalated by hand, and that has not lapsed: who escalates wants others to look at it.
 */
export function isAcknowledged({ events }: { events: readonly Acknowledging[] }): boolean {
  return acknowledgement({ events }) !== null;
}

/** The latest acknowledgement that counts. */
export function acknowledgement<Event extends Acknowledging>({
  events,
}: {
  events: readonly Event[];
}): Event | null {
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const event = events[index];
    switch (event?.intent) {
      case 'Investigated':
        return event;
      case 'Unacknowledged':
      case 'Unresolved':
      case 'Created':
        return null;
      case 'Escalated':
        if (event.by) return null;
    }
  }
  return null;
}
