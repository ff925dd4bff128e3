import type { Severity } from '../../incidents/index.ts';
import type { CallSession } from '../call-session.ts';
import type { CallSettings } from '../call-settings.ts';
import { routeOf } from './session-reads.ts';

/** The incident that a call asks for. Windows of maintenance and mute are not known here. */
export type IncidentPlan =
  | { isCreated: true; teamId: string; severity: Severity; status: 'Open' | 'Resolved' }
  /** A sentence for people. */
  | { isCreated: false; reason: string };

/** What becomes of a call that has ended (spec 3.5). */
export function incidentPlanOf(session: CallSession): IncidentPlan {
  const route = routeOf(session);
  const { outcome, settings } = session;
  if (outcome === 'Failed' && session.isUnanswered)
    return {
      isCreated: true,
      teamId: route?.teamId ?? settings.teamId,
      severity: route?.severity ?? severest(settings),
      status: 'Open',
    };
  if (!route || (outcome !== 'Accepted' && outcome !== 'Voicemail')) {
    return { isCreated: false, reason: reasons[outcome] };
  }
  const isResolved = outcome === 'Accepted' && route.resolvesOnAnswer;
  return {
    isCreated: true,
    teamId: route.teamId,
    severity: route.severity,
    status: isResolved ? 'Resolved' : 'Open',
  };
}

/** Nobody knows which route the caller would have taken. */
function severest({ routing }: CallSettings): Severity {
  const routes = routing.mode === 'single' ? [routing.route] : routing.routes;
  const order: readonly Severity[] = ['Critical', 'Warning', 'Minor'];
  return order.find((one) => routes.some(({ severity }) => severity === one)) ?? 'Warning';
}

const reasons: Record<CallSession['outcome'], string> = {
  Ongoing: 'The call still goes on.',
  Accepted: 'The call had no route.',
  Voicemail: 'The call had no route.',
  Missed: 'Nobody took the call and no message was left: a missed call makes no incident.',
  Blocklisted: 'The caller was turned away.',
  Failed: 'The call failed.',
};
