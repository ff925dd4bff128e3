import type { CallLeg, CallSession, CallTarget } from '../call-session.ts';
import type { CallSettings, OpeningHours, RouteSettings } from '../call-settings.ts';

/** All routes that a caller may take. */
export function routesOf({ routing }: Pick<CallSettings, 'routing'>): readonly RouteSettings[] {
  return routing.mode === 'single' ? [routing.route] : routing.routes;
}

/** The route that was taken; null before. */
export function routeOf({ settings, routeKey, closed }: CallSession): RouteSettings | null {
  if (routeKey === null) return null;
  const { routing } = settings;
  const route =
    routing.mode === 'single'
      ? routing.route
      : (routing.routes.find(({ key }) => key === routeKey) ?? null);
  return closed === undefined || !route?.hours ? route : closedRoute(route, route.hours);
}

/** Whom a caller reaches when it is closed. */
function closedRoute(
  route: RouteSettings,
  { closed, closedTeamId, closedMessage }: OpeningHours,
): RouteSettings {
  if (closed === 'team' && closedTeamId !== null) {
    const { escalationPolicyId: _, ...open } = route;
    return { ...open, teamId: closedTeamId };
  }
  const voicemailMessage = closedMessage ?? route.voicemailMessage;
  return { ...route, goesToVoicemail: true, voicemailMessage };
}

/** Somebody who is dialled now, with the leg and its position. */
export interface CurrentLeg {
  index: number;
  leg: CallLeg;
  target: CallTarget;
  route: RouteSettings;
}

/** The leg, when it is the one that rings or talks now. Of a leg that is over, nothing counts any more. */
export function currentLeg(session: CallSession, index: number): CurrentLeg | null {
  const isDialing =
    session.phase === 'ringing' || session.phase === 'confirm' || session.phase === 'bridged';
  if (!isDialing || index !== session.legs.length - 1) return null;
  const leg = session.legs[index];
  const target = leg && session.chain?.[leg.target];
  const route = routeOf(session);
  return leg && target && route ? { index, leg, target, route } : null;
}

export function withLeg(session: CallSession, index: number, change: Partial<CallLeg>) {
  const legs = session.legs.map((leg, i) => (i === index ? { ...leg, ...change } : leg));
  return { ...session, legs } satisfies CallSession;
}
