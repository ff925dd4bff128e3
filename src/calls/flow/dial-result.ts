import type { CallLeg, CallSession } from '../call-session.ts';
import { whileWaiting } from './call-ended.ts';
import { ended, ignored } from './end.ts';
import type { EventOf, Facts, Transition } from './facts.ts';
import { wasBridged } from './leg.ts';
import { aboutTarget, elapsed, heard, seconds, told } from './log-entry.ts';
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
    const talked = seconds(talkedSeconds(leg, event, facts.now));
    const reason = `${target.displayName} took the call and spoke with the caller for ${talked}.`;
    return {
      session: ended(over, facts.now, 'Accepted', reason),
      answer: [{ do: 'hang-up' }],
      entries: [row, told('Hangup', 'The talk is over.')],
    };
  }
  const reason = leg.acceptedAt
    ? `The caller hung up before ${target.displayName}, who had pressed 1, was connected.`
    : `The caller hung up ${whileWaiting(session)}.`;
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
  return ignored(kept, event, 'The result of this leg changes nothing any more.');
}

function resultOf(
  { leg, target }: CurrentLeg,
  event: EventOf<'DialEnded'>,
  isBridged: boolean,
  now: Date,
): string {
  const name = target.displayName;
  if (isBridged) {
    return `${name} and the caller were connected for ${seconds(talkedSeconds(leg, event, now))}.`;
  }
  if (leg.acceptedAt) return `${name} pressed 1, but was not connected with the caller.`;
  if (leg.dismissedAt) return `The call to ${name} ended without being accepted.`;
  switch (event.status) {
    case 'busy':
      return `The phone of ${name} is busy, or the call was declined.`;
    case 'no-answer':
      return leg.rangAt
        ? `${name} was rung for ${seconds(elapsed(leg.dialedAt, now))} and did not pick up.`
        : `${name} did not pick up; the carrier has not reported that the phone rang.`;
    case 'failed':
      return `The carrier could not reach the number of ${name}.`;
    case 'canceled':
      return `The call to ${name} was cancelled.`;
    case 'completed':
      return leg.answeredAt
        ? `The call to ${name} was picked up and ended before 1 was pressed.`
        : `The call to ${name} ended before it was accepted.`;
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
