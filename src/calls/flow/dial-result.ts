import { named, type Sentence, say } from '../../sentences/index.ts';
import type { CallLeg, CallSession } from '../call-session.ts';
import { hungUpWhileWaiting } from './call-ended.ts';
import { ended, ignored } from './end.ts';
import type { EventOf, Facts, Transition } from './facts.ts';
import { wasBridged } from './leg.ts';
import { aboutTarget, elapsed, heard, told } from './log-entry.ts';
import { type CurrentLeg, currentLeg, withLeg } from './session-reads.ts';
import { dialNext } from './turns.ts';

/** Who is dialled next, if the leg led to nothing and the caller is still there. */
export function legToFollow(session: CallSession, event: EventOf<'DialEnded'>): CurrentLeg | null {
  const current = currentLeg(session, event.leg);
  const isOver =
    !current || wasBridged(current.leg, event) || event.callHasEnded || session.callerGone;
  return isOver ? null : current;
}

/**
 * A member's leg has ended. That they accepted is known already, from the key they pressed; how a leg ended never says
 * it.
 */
export function onDialEnded(
  session: CallSession,
  event: EventOf<'DialEnded'>,
  facts: Facts,
): Transition {
  const current = currentLeg(session, event.leg);
  if (!current) return late(session, event, facts.now);
  const { leg, index, target, route } = current;
  const isBridged = wasBridged(leg, event);
  const over: CallSession = {
    ...withLeg(session, index, {
      dialStatus: event.status,
      status: event.status,
      isBridged,
      endedAt: leg.endedAt ?? facts.now,
    }),
    engagement: null,
  };
  const row = heard(
    'DialTargetResult',
    event.status === 'failed' ? 'Failed' : 'Processed',
    resultOf(current, event, isBridged, facts.now),
    { ...aboutTarget(target, index), status: event.status, isBridged },
  );
  if (legToFollow(session, event)) {
    const next = dialNext(over, route, facts);
    return { ...next, entries: [row, ...next.entries] };
  }
  if (isBridged) {
    const talked = talkedSeconds(leg, event, facts.now);
    const reason = say('tookCall', { person: named(target), talked });
    return {
      session: ended(over, facts.now, 'Accepted', reason),
      answer: [{ do: 'hang-up' }],
      entries: [row, told('Hangup', say('talkOver'))],
    };
  }
  const reason = leg.acceptedAt
    ? say('hungUpBeforeConnected', { person: named(target) })
    : hungUpWhileWaiting(session);
  return {
    session: ended({ ...over, callerGone: true }, facts.now, 'Missed', reason),
    answer: [{ do: 'hang-up' }],
    entries: [row, heard('Hangup', 'Processed', reason)],
  };
}

/** The caller's end was reported before the leg's: what is known of the leg is kept all the same. */
function late(session: CallSession, event: EventOf<'DialEnded'>, now: Date): Transition {
  const leg = session.legs[event.leg];
  const isNew = leg !== undefined && leg.dialStatus === null;
  const kept = isNew
    ? withLeg(session, event.leg, { dialStatus: event.status, endedAt: leg.endedAt ?? now })
    : session;
  return ignored(kept, event, say('legOver'));
}

function resultOf(
  { leg, target }: CurrentLeg,
  event: EventOf<'DialEnded'>,
  isBridged: boolean,
  now: Date,
): Sentence {
  const person = named(target);
  if (isBridged) return say('wereConnected', { person, talked: talkedSeconds(leg, event, now) });
  if (leg.acceptedAt) return say('pressedUnconnected', { person });
  if (leg.dismissedAt) return say('legUnaccepted', { person });
  switch (event.status) {
    case 'busy':
      return say('phoneBusy', { person });
    case 'no-answer':
      return leg.rangAt
        ? say('rungInVain', { person, rang: elapsed(leg.dialedAt, now) })
        : say('rungUnreported', { person });
    case 'failed':
      return say('numberUnreachable', { person });
    case 'canceled':
      return say('legCanceled', { person });
    case 'completed':
      return leg.answeredAt
        ? say('pickedUpUnpressed', { person })
        : say('endedUnaccepted', { person });
  }
}

/** The report may be late, and the length of a leg counts the prompt, too: the smaller of both. */
function talkedSeconds(
  { acceptedAt }: CallLeg,
  { durationSeconds }: EventOf<'DialEnded'>,
  now: Date,
): number {
  return Math.min(elapsed(acceptedAt ?? now, now), durationSeconds ?? Number.POSITIVE_INFINITY);
}
