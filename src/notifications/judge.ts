import { type IncidentDocument, isAcknowledged } from '../incidents/index.ts';
import type { DeliveryDocument } from './delivery.ts';

/** Why a message is not to be sent any more, judged by the incident as it is now; null when it is. */
export function dropReason(
  delivery: DeliveryDocument,
  incident: IncidentDocument | undefined,
): string | null {
  if (delivery.incidentId === null) return null;
  if (!incident) return 'The incident was deleted.';
  if (delivery.isForced || delivery.isResent) return null;
  if (incident.snoozed) return 'The incident is snoozed.';
  if (!delivery.isAlert) return null;
  if (incident.status === 'Resolved') return 'The incident was resolved before.';
  if (!delivery.isUntilResolved && isAcknowledged(incident))
    return 'The incident was acknowledged before.';
  return null;
}
