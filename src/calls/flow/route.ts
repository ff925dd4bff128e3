import type { CallSession } from '../call-session.ts';
import type { RouteSettings } from '../call-settings.ts';
import { ignored } from './end.ts';
import { type DialChain, type EventOf, type Facts, known, type Transition } from './facts.ts';
import { decided } from './log-entry.ts';
import { routeOf } from './session-reads.ts';
import { dialNext } from './turns.ts';
import { startVoicemail } from './voicemail.ts';

/** The route whose people are dialled now; null when there is nothing to resolve. */
export function routeToResolve(session: CallSession): RouteSettings | null {
  const route = session.phase === 'route' ? routeOf(session) : null;
  return route && !route.goesToVoicemail ? route : null;
}

/** The welcome has been heard and a route is chosen: straight to the voicemail, or to whoever is on call. */
export function onRouteReached(
  session: CallSession,
  event: EventOf<'RouteReached'>,
  facts: Facts,
): Transition {
  const route = session.phase === 'route' ? routeOf(session) : null;
  if (!route) return ignored(session, event, 'The route was taken already.');
  if (!routeToResolve(session)) {
    return startVoicemail(session, route, 'This route goes straight to the voicemail.', facts.now);
  }
  const chain = known(facts.chain, 'chain');
  const next = dialNext({ ...session, chain: chain.targets }, route, facts);
  return { ...next, entries: [resolved(chain), ...next.entries] };
}

function resolved({ targets, excluded }: DialChain) {
  const tiers = Object.entries(Object.groupBy(targets, ({ tier }) => tier)).map(
    ([tier, members = []]) => `tier ${tier}: ${members.map((one) => one.displayName).join(', ')}`,
  );
  const who = tiers.length > 0 ? `To be dialled, ${tiers.join('; ')}` : 'Nobody can be dialled';
  const without = excluded.map(({ reason }) => reason);
  const leftOut = without.length > 0 ? ` Left out: ${without.join('; ')}.` : '';
  return decided('DialChainResolved', 'Processed', `${who}.${leftOut}`, {
    targets: targets.map(({ userId, tier }) => ({ userId, tier })),
    excluded,
  });
}
