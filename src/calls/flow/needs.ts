import type { RouteSettings } from '../call-settings.ts';
import { accepting } from './confirm.ts';
import { legToFollow } from './dial-result.ts';
import type { NeedsOf } from './facts.ts';
import { routeToResolve } from './route.ts';

/** The members that decide who is dialled. */
export function dialledBy({
  teamId,
  escalationPolicyId,
}: Pick<RouteSettings, 'teamId' | 'escalationPolicyId'>) {
  return { teamId, ...(escalationPolicyId === undefined ? {} : { escalationPolicyId }) };
}

/** The facts to look up before `transition`: none for most events. Asked again whenever the session was read again. */
export const needsOf: NeedsOf = (session, event) => {
  switch (event.kind) {
    case 'RouteReached': {
      const route = routeToResolve(session);
      if (!route) return [];
      return [
        { kind: 'chain', ...dialledBy(route) },
        { kind: 'busy', teamId: route.teamId },
      ];
    }
    case 'DialEnded': {
      const current = legToFollow(session, event);
      return current ? [{ kind: 'busy', teamId: current.route.teamId }] : [];
    }
    case 'MemberKey': {
      const current = accepting(session, event);
      if (!current) return [];
      const { route, target } = current;
      return [{ kind: 'reservation', teamId: route.teamId, userId: target.userId }];
    }
    case 'Unanswered':
      // Nobody is reserved for a call that goes on nowhere.
      return event.event.kind === 'DialEnded' ? needsOf(session, event.event) : [];
    default:
      return [];
  }
};
