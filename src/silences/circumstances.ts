import type { Alert, Circumstances } from '../incidents/index.ts';
import { type IntakeView, snoozeUntil } from '../integrations/index.ts';
import { type Sentence, say, zonedMoment } from '../sentences/index.ts';
import { activeSilence } from './matching.ts';
import type { Silence } from './silence-kind.ts';
import { activeUntil } from './silence-times.ts';

/** The settings of an integration that an incident depends on when it opens. */
export type OpeningView = Pick<IntakeView, 'displayName' | 'snoozeSettings' | 'timeZoneId'>;

/** A silence that matches what opens now. */
export type ActiveSilence = NonNullable<Circumstances['silence']> & { opensNothing: boolean };

/**
 * The circumstances of the incident that `alert` opens at `now` (spec 3.3, 3.4): whether it is muted, by what, and
 * until when it is snoozed. The caller decides whether it may open at all: for a maintenance, before; for a silence
 * that opens nothing, by `opensNothing`. Pure; payloads and calls ask here.
 */
export function circumstancesOf(
  view: OpeningView,
  now: Date,
  alert: Alert,
  { isMuted, silences }: { isMuted: boolean; silences: readonly Silence[] },
): Circumstances & { silence: ActiveSilence | null } {
  if (alert.status !== 'Open') return { isMuted, silence: null, snoozed: null };
  const until = snoozeUntil(view.snoozeSettings, now, view.timeZoneId);
  return {
    isMuted,
    silence: silenceOf(view, now, alert, silences),
    snoozed: until && { until },
  };
}

/** Why an alert that a silence matches opened nothing. */
export function opensNothing({ displayName, end, timeZoneId }: ActiveSilence): Sentence {
  const until = zonedMoment(end.getTime(), timeZoneId);
  return say('silenceOpensNothing', { silence: displayName, until });
}

function silenceOf(
  { displayName: integrationName, timeZoneId }: OpeningView,
  now: Date,
  alert: Alert,
  silences: readonly Silence[],
): ActiveSilence | null {
  if (silences.length === 0) return null;
  const silence = activeSilence(silences, { ...alert, integrationName }, now);
  if (!silence) return null;
  const { displayName, end, effect } = silence.wire;
  return {
    id: silence.id,
    displayName,
    end: activeUntil(silence, now) ?? new Date(end),
    timeZoneId,
    opensNothing: effect === 'openNothing',
  };
}
