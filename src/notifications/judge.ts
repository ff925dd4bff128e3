import {
  asksForAction,
  type IncidentDocument,
  type IncidentEvent,
  type Intent,
  isAcknowledged,
} from '../incidents/index.ts';
import type { DeliveryDocument } from './delivery.ts';

/** After these whoever is to be alerted is alerted anew. */
const beginsAnew: readonly Intent[] = ['Unresolved', 'Unsnoozed', 'Unarchived'];

/**
 * Why a message is not to be sent any more, judged by the incident as it is now; null when it is. Asked when it leaves, however long
 * ago it was thought of: nobody is rung for what is over or taken.
 */
export function dropReason(
  delivery: DeliveryDocument,
  incident: IncidentDocument | undefined,
): string | null {
  if (delivery.incidentId === null) return null;
  if (!incident) return 'The incident was deleted.';
  if (delivery.isForced || delivery.isResent) return null;
  if (incident.snoozed) return 'The incident is snoozed.';
  // Tools keep a record: they hear of everything, in its order.
  if (delivery.lane === 'Outbound') return null;
  return delivery.isAlert ? voidAlert(delivery, incident) : staleNews(delivery, incident);
}

function voidAlert(delivery: DeliveryDocument, incident: IncidentDocument): string | null {
  if (incident.status === 'Resolved') return 'The incident was resolved before.';
  if (incident.isArchived) return 'The incident was archived before.';
  if (incident.isMuted) return 'The incident is muted.';
  const since = eventsSince(delivery, incident);
  if (since.some(({ intent }) => beginsAnew.includes(intent)))
    return 'The incident was reopened or woken since, and alerts anew.';
  if (delivery.isUntilResolved || !isAcknowledged(incident)) return null;
  // Often given to somebody by the one who has just acknowledged it: that ends no call to them.
  const isTaken = delivery.intent !== 'Assigned' || since.some(isAcknowledgement);
  return isTaken ? 'The incident was acknowledged before.' : null;
}

function staleNews(delivery: DeliveryDocument, incident: IncidentDocument): string | null {
  const { intent, eventId } = delivery;
  const wasOpen = incident.events.find(({ id }) => id === eventId)?.status !== 'Resolved';
  if (wasOpen && intent !== 'Resolved') {
    if (incident.status === 'Resolved') return 'The incident was resolved before.';
  } else if (incident.status === 'Open') return 'The incident was reopened before.';
  const since = eventsSince(delivery, incident);
  if (incident.isArchived && since.some((event) => event.intent === 'Archived'))
    return 'The incident was archived before.';
  if (intent === 'Investigated' && incident.status === 'Open' && !isAcknowledged(incident))
    return 'The acknowledgement was taken back before.';
  if (!asksForAction(intent)) return null;
  if (isAcknowledged(incident) && since.some(isAcknowledgement))
    return 'The incident was acknowledged before.';
  return since.some(({ options }) => options?.users !== undefined)
    ? 'The incident was assigned to somebody before.'
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
