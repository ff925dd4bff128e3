import type { IncidentDocument } from './model.ts';

/** True when somebody has acknowledged (the intent `Investigated`) the incident since it was opened or reopened. */
export function isAcknowledged({ events }: Pick<IncidentDocument, 'events'>): boolean {
  for (let index = events.length - 1; index >= 0; index -= 1) {
    const intent = events[index]?.intent;
    if (intent === 'Investigated') return true;
    if (intent === 'Unresolved' || intent === 'Created') return false;
  }
  return false;
}
