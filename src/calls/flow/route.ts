import { named, type Sentence, say } from '../../sentences/index.ts';
import type { CallSession } from '../call-session.ts';
import type { Prompt, RouteSettings } from '../call-settings.ts';
import { ended, ignored } from './end.ts';
import { type DialChain, type EventOf, type Facts, known, type Transition } from './facts.ts';
import { decided, told } from './log-entry.ts';
import { messageWhenClosed } from './opening-hours.ts';
import { routeOf } from './session-reads.ts';
import { dialNext } from './turns.ts';
import { startVoicemail } from './voicemail.ts';
import { audible } from './words.ts';

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
  if (!route) return ignored(session, event, say('routeTakenAlready'));
  const message = messageWhenClosed(session, route.hours);
  if (message && session.closed) return closedWith(session, session.closed, message, facts.now);
  if (!routeToResolve(session)) {
    const reason = session.closed ?? say('routeLeadsToVoicemail');
    return startVoicemail(session, route, reason, facts.now);
  }
  const chain = known(facts.chain, 'chain');
  const next = dialNext({ ...session, chain: chain.targets }, route, facts);
  const closed =
    session.closed === undefined ? [] : [decided('GatherDtmf', 'Processed', session.closed)];
  return { ...next, entries: [...closed, resolved(chain), ...next.entries] };
}

/** The caller hears that it is closed, and nothing else. */
function closedWith(
  session: CallSession,
  reason: Sentence,
  message: Prompt,
  now: Date,
): Transition {
  const words = audible(message);
  return {
    session: ended(session, now, 'Missed', reason),
    answer: [...(words ? [{ do: 'say', prompt: words } as const] : []), { do: 'hang-up' }],
    entries: [told('Hangup', say('inOrder', { said: [reason, say('closedMessagePlayed')] }))],
  };
}

function resolved({ targets, excluded }: DialChain) {
  const tiers = Object.entries(Object.groupBy(targets, ({ tier }) => tier)).map(
    ([tier, members = []]) =>
      say('tierOfChain', {
        tier: Number(tier),
        names: members.map(named),
      }),
  );
  const who = tiers.length > 0 ? say('toBeDialled', { tiers }) : say('nobodyToBeDialled');
  const why = excluded.map(({ reason }) => reason);
  const said =
    why.length > 0 ? say('inOrder', { said: [who, say('leftOutOfChain', { why })] }) : who;
  return decided('DialChainResolved', 'Processed', said, {
    targets: targets.map(({ userId, tier }) => ({ userId, tier })),
    excluded: excluded.map(({ userId, tier, reason }) => ({ userId, tier, reason: reason.code })),
  });
}
