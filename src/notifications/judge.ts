import {
  asksForAction,
  type IncidentDocument,
  type IncidentEvent,
  type Intent,
  isAcknowledged,
} from '../incidents/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import type { DeliveryDocument } from './delivery.ts';
import { isToolLane } from './lanes.ts';

/** After these whoever is to be alerted is alerted anew. */
const beginsAnew: readonly Intent[] = [
  'Unresolved',
  'Unsnoozed',
  'Released',
  'Unmerged',
  'Unarchived',
];

/**
 * Why a message is not to be sent any more, judged by the incident as it is now; null when it is. Asked when it leaves,
 * however long ago it was thought of: nobody is rung for what is over or taken.
 */
export function dropReason(
  delivery: DeliveryDocument,
  incident: IncidentDocument | undefined,
): Sentence | null {
  if (delivery.incidentId === null) return null;
  if (!incident) return say('incidentDeleted');
  if (delivery.isForced || delivery.isResent || delivery.isUpdate) return null;
  if (incident.snoozed) return say('incidentSnoozed');
  // Tools keep a record: they hear of everything, in its order.
  if (isToolLane(delivery.lane)) return null;
  return delivery.isAlert ? voidAlert(delivery, incident) : staleNews(delivery, incident);
}

function voidAlert(delivery: DeliveryDocument, incident: IncidentDocument): Sentence | null {
  if (incident.status === 'Resolved') return say('incidentResolvedBefore');
  if (incident.isArchived) return say('incidentArchivedBefore');
  if (incident.isMuted) return say('incidentMuted');
  if (incident.mergedInto) return say('incidentMerged');
  const since = eventsSince(delivery, incident);
  if (since.some(({ intent }) => beginsAnew.includes(intent))) return say('incidentAlertsAnew');
  if (delivery.isUntilResolved || !isAcknowledged(incident)) return null;
  // Often given to somebody by the one who has just acknowledged it: that ends no call to them.
  const isTaken = delivery.intent !== 'Assigned' || since.some(isAcknowledgement);
  return isTaken ? say('incidentAcknowledgedBefore') : null;
}

function staleNews(delivery: DeliveryDocument, incident: IncidentDocument): Sentence | null {
  const { intent, eventId } = delivery;
  const wasOpen = incident.events.find(({ id }) => id === eventId)?.status !== 'Resolved';
  if (wasOpen && intent !== 'Resolved') {
    if (incident.status === 'Resolved') return say('incidentResolvedBefore');
  } else if (incident.status === 'Open') return say('incidentReopenedBefore');
  const since = eventsSince(delivery, incident);
  if (incident.isArchived && since.some((event) => event.intent === 'Archived'))
    return say('incidentArchivedBefore');
  if (intent === 'Investigated' && incident.status === 'Open' && !isAcknowledged(incident))
    return say('acknowledgementTakenBack');
  if (!asksForAction(intent)) return null;
  if (isAcknowledged(incident) && since.some(isAcknowledgement))
    return say('incidentAcknowledgedBefore');
  return since.some(({ options }) => options?.users !== undefined)
    ? say('incidentAssignedBefore')
    : null;
}

function isAcknowledgement({ intent }: IncidentEvent): boolean {
  return intent === 'Investigated';
}

/** Events since the message was decided; compared by time where its event was folded away. */
function eventsSince(
  { eventId, createdAt }: DeliveryDocument,
  { events }: IncidentDocument,
): IncidentEvent[] {
  const index = events.findIndex(({ id }) => id === eventId);
  return index >= 0 ? events.slice(index + 1) : events.filter(({ at }) => at > createdAt);
}
