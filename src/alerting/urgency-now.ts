import { type IncidentDocument, isAcknowledged } from '../incidents/index.ts';
import { type Sentence, say } from '../sentences/index.ts';
import { type Urgency, type UrgencySources, urgencyAt, urgencyBegins } from '../urgency/index.ts';

/** How urgent an incident is at an instant, and why. */
export interface UrgencyNow {
  urgency: Urgency;
  reason: Sentence;
  /** When it alerts anew as urgent, unless somebody acknowledges it before. */
  risesAt: Date | null;
}

/** Pure: the same incident, sources and instant give the same answer. */
export function urgencyNow(
  incident: IncidentDocument,
  sources: UrgencySources,
  now: Date,
): UrgencyNow {
  const { urgency, by } = urgencyAt(sources, incident.severity, now.getTime());
  const isWaiting = incident.status === 'Open' && !isAcknowledged(incident);
  const begins = urgencyBegins(sources, incident.severity, now.getTime());
  return {
    urgency,
    reason: reasonOf(by, sources),
    risesAt: isWaiting && begins !== null ? new Date(begins) : null,
  };
}

function reasonOf(by: ReturnType<typeof urgencyAt>['by'], { hours }: UrgencySources): Sentence {
  if (by === null) return say('urgencyUnset');
  const { of, settings } = by;
  if (settings.type !== 'supportHours')
    return say(of === 'integration' ? 'urgencyOfIntegration' : 'urgencyOfService');
  const found = hours((settings.supportHoursId ?? '').toLowerCase());
  return found ? say('urgencyByHours', { hours: found.displayName }) : say('supportHoursGone');
}
