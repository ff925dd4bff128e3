import { afterHold } from '../incidents/index.ts';
import type { Draft } from './draft.ts';

/**
 * Ends a hold whose time is over; true when that changed the incident. Nobody is told in the same look: what people are
 * told of has to be in the store first, so that it is the same when it is decided again after a crash.
 */
export function endHold(draft: Draft): boolean {
  const { hold } = draft.incident;
  if (!hold) return false;
  if (hold.until > draft.now) {
    draft.dueAt(hold.until.getTime());
    return false;
  }
  const { incident, event } = afterHold(draft.incident, draft.now);
  draft.change(incident);
  draft.addEvent('hold', hold.until, event);
  return true;
}
