import type { IncidentEvent, Intent } from '../incidents/index.ts';

/** The events of the problem itself. */
const ofProblem: readonly Intent[] = ['Created', 'Updated', 'Resolved', 'Unresolved'];

/**
 * Whether rules that name no intents run on an event: on what becomes of the problem, and where it becomes the business
 * of a further team. Not on what people do about it: whoever acknowledges an incident does not want it to vanish.
 */
export function runsByDefault({ intent, options }: IncidentEvent): boolean {
  return ofProblem.includes(intent) || (intent === 'Assigned' && options?.teams !== undefined);
}
