import { afterMerge } from '../incidents/index.ts';
import type { Draft } from './draft.ts';
import type { Scene } from './scene.ts';
import { minute } from './step.ts';

/** The end of a leader makes what is part of it due. This is for the one that was missed. */
const lookMinutes = 15;

/**
 * Ends an incident with the one that it is part of, or lets it alert where that is gone; true when that changed it.
 * Nobody is told in the same look, as with a hold.
 */
export function endMerge(draft: Draft, scene: Scene): boolean {
  const { incident, now } = draft;
  if (!incident.mergedInto || incident.status !== 'Open') return false;
  const after = afterMerge(incident, scene.leader(incident), now);
  if (!after) {
    draft.dueAt(now.getTime() + lookMinutes * minute);
    return false;
  }
  draft.change(after.incident);
  draft.addEvent('merge', now, after.event);
  return true;
}
