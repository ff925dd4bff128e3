import { type DeliveryDocument, rankOf } from './delivery.ts';

type Given = Pick<
  DeliveryDocument,
  '_id' | 'organizationId' | 'teamIds' | 'ownerId' | 'lane' | 'step' | 'because' | 'target'
> & { at: Date } & Partial<DeliveryDocument>;

/** A message that is about no incident: nobody's alert, due at once. */
export function aboutNoIncident({ at, severity = 'Minor', ...given }: Given): DeliveryDocument {
  return {
    incidentId: null,
    // The intent that is nearest to a duty.
    intent: 'Assigned',
    eventId: null,
    severity,
    isAlert: false,
    createdAt: at,
    dueAt: at,
    state: 'queued',
    attempts: [],
    nextAt: at,
    rank: rankOf(severity),
    ...given,
  };
}
