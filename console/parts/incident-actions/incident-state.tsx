import { formatMoment } from '../moment.tsx';
import { type Language, useLanguage, useTexts } from '../texts.tsx';
import { actionTexts } from './action-texts.ts';
import { actorOf } from './actor.ts';
import { holderOf, isUntaken } from './holder.ts';
import { type Incident, type Intent, statusOf } from './incident.ts';

/** Where it stands, in words: whether anybody looks after it, and who. */
export function useIncidentState() {
  const t = useTexts(actionTexts);
  const { language } = useLanguage();
  return (incident: Incident): string => {
    if (statusOf(incident) === 'Resolved') {
      if (incident.endedWhileHeld) return t.endedWhileHeld;
      const by = lastActor(incident, 'Resolved', language);
      return by === null ? t.resolved : t.resolvedBy(by);
    }
    if (incident.isShadow) return t.inShadow;
    if (incident.mergedInto) return t.partOf(incident.mergedInto.title);
    if (incident.snoozed) {
      const { snoozedUntil } = incident.snoozed;
      return snoozedUntil === null
        ? t.snoozedUntilResolved
        : t.snoozedUntil(formatMoment(new Date(snoozedUntil), language));
    }
    if (incident.muted) {
      const { silence } = incident.muted;
      return silence === null ? t.muted : t.silenced(silence.displayName);
    }
    if (incident.hold) return t.heldUntil(formatMoment(new Date(incident.hold.until), language));
    const holder = holderOf(incident);
    if (holder?.how === 'assigned')
      return t.assignedTo(holder.names.map((name) => name ?? '…').join(', '));
    if (isUntaken(incident)) return t.notAcknowledged;
    const by = holder && actorOf(holder.since, language);
    return by === null ? t.acknowledged : t.acknowledgedBy(by);
  };
}

function lastActor(incident: Incident, intent: Intent, language: Language): string | null {
  const event = incident.events.find(({ modification }) => modification.intent === intent);
  return event ? actorOf(event, language) : null;
}
