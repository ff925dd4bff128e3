import type { Severity } from '../../incidents/index.ts';
import { type Sentence, say } from '../../sentences/index.ts';
import type { CallSession } from '../call-session.ts';
import type { CallSettings } from '../call-settings.ts';
import { elapsed } from './log-entry.ts';
import { routeOf, routesOf } from './session-reads.ts';

/** The incident that a call asks for. Windows of maintenance and mute are not known here. */
export type IncidentPlan =
  | {
      isCreated: true;
      teamId: string;
      severity: Severity;
      status: 'Open' | 'Resolved';
      /** Nobody took the call: somebody is to call back. */
      isMissed?: true;
    }
  | { isCreated: false; reason: Sentence };

/** Decides which incident a call that has ended leads to (spec 3.5). */
export function incidentPlanOf(session: CallSession): IncidentPlan {
  const route = routeOf(session);
  const { outcome, settings } = session;
  const open = {
    isCreated: true,
    teamId: route?.teamId ?? settings.teamId,
    severity: route?.severity ?? severest(settings),
    status: 'Open',
  } as const;
  if (outcome === 'Failed' && session.isUnanswered) return open;
  if (outcome === 'Missed' || outcome === 'Failed') {
    const reason = reasonOfNone(session);
    return reason === null ? { ...open, isMissed: true } : { isCreated: false, reason };
  }
  if (!route || (outcome !== 'Accepted' && outcome !== 'Voicemail')) {
    return { isCreated: false, reason: reasonOf(outcome) };
  }
  const isResolved = outcome === 'Accepted' && route.resolvesOnAnswer;
  return {
    isCreated: true,
    teamId: route.teamId,
    severity: route.severity,
    status: isResolved ? 'Resolved' : 'Open',
  };
}

/** Why a call that nobody took opens no incident; null where it opens one. */
function reasonOfNone(session: CallSession): Sentence | null {
  const { outcome, settings, startedAt, endedAt, closed } = session;
  const hours = routeOf(session)?.hours;
  // Calls that were going on when there was no such setting have none.
  if (closed !== undefined && hours?.closed !== 'team')
    return say('inOrder', { said: [closed, say('closedOpensNone')] });
  const min = settings.missedSecondsMin ?? null;
  if (min === null) return reasonOf(outcome);
  const lasted = elapsed(startedAt, endedAt ?? startedAt);
  return lasted >= min ? null : say('tooShortForIncident', { lasted, least: min });
}

/** Nobody knows which route the caller would have taken. */
function severest(settings: CallSettings): Severity {
  const routes = routesOf(settings);
  const order: readonly Severity[] = ['Critical', 'Warning', 'Minor'];
  return order.find((one) => routes.some(({ severity }) => severity === one)) ?? 'Warning';
}

function reasonOf(outcome: CallSession['outcome']): Sentence {
  switch (outcome) {
    case 'Ongoing':
      return say('callStillGoingOn');
    case 'Accepted':
    case 'Voicemail':
      return say('callHadNoRoute');
    case 'Missed':
      return say('missedOpensNone');
    case 'Blocklisted':
      return say('callerWasTurnedAway');
    case 'Failed':
      return say('failedOpensNone');
  }
}
