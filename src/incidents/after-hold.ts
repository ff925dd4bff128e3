import { say } from '../sentences/index.ts';
import { isForgotten, withoutHold } from './hold.ts';
import { close } from './intents.ts';
import type { IncidentDocument, IncidentEvent } from './model.ts';

/**
 * The held incident after its time was over at `now`, and the event for its history: it alerts, unless the person who
 * set the hold wants it forgotten. Pure.
 */
export function afterHold(
  incident: IncidentDocument,
  now: Date,
): { incident: IncidentDocument; event: Pick<IncidentEvent, 'intent' | 'message' | 'status'> } {
  const { hold, status } = incident;
  if (hold && status === 'Open' && isForgotten(hold)) {
    const { payloads: count = 0, withinMinutes: minutes = 0 } = hold.need ?? {};
    return {
      incident: close(incident, now),
      event: {
        intent: 'Resolved',
        status: 'Resolved',
        message: say('holdForgotten', { count, minutes }),
      },
    };
  }
  return {
    incident: withoutHold(incident),
    event: { intent: 'Released', status, message: say('holdOver') },
  };
}
