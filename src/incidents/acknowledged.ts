import type { IncidentEvent } from './model.ts';

/**
 * True when somebody has acknowledged (the intent `Investigated`) the incident since it was opened, reopened or
 * escalated by hand: who escalates wants others to look at it.
 */
export function isAcknowledged({
  events,
}: {
  events: readonly Pick<IncidentEvent, 'intent' | 'by'>[];
}): boolean {
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const { intent, by } = events[index] ?? {};
    if (intent === 'Investigated') return true;
    if (intent === 'Unresolved' || intent === 'Created') return false;
    if (intent === 'Escalated' && by) return false;
  }
  return false;
}
