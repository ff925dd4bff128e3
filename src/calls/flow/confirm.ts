import { named, say } from '../../sentences/index.ts';
import type { CallSession } from '../call-session.ts';
import { checkAtOf } from './deadlines.ts';
import { ignored } from './end.ts';
import { type EventOf, type Facts, known, type Transition } from './facts.ts';
import { aboutTarget, heard, told } from './log-entry.ts';
import { type CurrentLeg, currentLeg, withLeg } from './session-reads.ts';
import { acceptPrompts, alreadyConnected } from './words.ts';

/** Somebody, or something, picked up: only who presses 1 is connected with the caller. */
export function onMemberPickedUp(
  session: CallSession,
  event: EventOf<'MemberPickedUp'>,
  now: Date,
): Transition {
  const current = answeringLeg(session, event.leg);
  if (!current) return ignored(session, event, say('pickedUpTooLate'));
  const asked = withLeg({ ...session, phase: 'confirm' }, event.leg, {
    childCallId: event.childCallId ?? current.leg.childCallId,
    answeredAt: current.leg.answeredAt ?? now,
  });
  // Asked a second time, the carrier has not got the first answer: it gets the same again.
  return ask(asked, current, Math.max(current.leg.confirmAttempts, 1), now);
}

function ask(
  session: CallSession,
  { index, target, route }: CurrentLeg,
  attempt: number,
  now: Date,
): Transition {
  const asking = withLeg(session, index, { confirmAttempts: attempt });
  const reason = say(attempt === 1 ? 'pickedUpAndAsked' : 'askedToPressAgain', {
    person: named(target),
    attempt,
    attemptsMax: route.acceptAttemptsMax,
  });
  return {
    session: { ...asking, checkAt: checkAtOf(asking, route, now) },
    answer: [
      {
        do: 'gather',
        prompts: acceptPrompts(session.settings, route, session.from),
        seconds: route.acceptSeconds,
        next: { at: 'confirm', leg: index, attempt },
      },
    ],
    entries: [told('ConfirmTarget', reason, { ...aboutTarget(target, index), attempt })],
  };
}

/** The leg of a member who may be asked, or is asked, to press 1. */
function answeringLeg(session: CallSession, index: number): CurrentLeg | null {
  const current = session.phase === 'bridged' ? null : currentLeg(session, index);
  return current && !current.leg.dismissedAt ? current : null;
}

/** The leg of the member whose key counts; null when it comes too late. */
function keyedLeg(session: CallSession, event: EventOf<'MemberKey'>): CurrentLeg | null {
  const current = session.phase === 'confirm' ? answeringLeg(session, event.leg) : null;
  return current && event.attempt === current.leg.confirmAttempts ? current : null;
}

/** The member who presses 1, and is connected if nobody else has them on the line. */
export function accepting(session: CallSession, event: EventOf<'MemberKey'>): CurrentLeg | null {
  return event.key === '1' ? keyedLeg(session, event) : null;
}

/** A member pressed a key, or none. */
export function onMemberKey(
  session: CallSession,
  event: EventOf<'MemberKey'>,
  facts: Facts,
): Transition {
  const current = keyedLeg(session, event);
  if (!current) return ignored(session, event, say('keyTooLate'));
  if (!accepting(session, event)) return declined(session, event, current, facts.now);
  return known(facts.isReserved, 'isReserved')
    ? accepted(session, current, facts.now)
    : takenElsewhere(session, current, facts.now);
}

function accepted(
  session: CallSession,
  { index, target, route }: CurrentLeg,
  now: Date,
): Transition {
  const bridged: CallSession = {
    ...withLeg(session, index, { acceptedAt: now }),
    phase: 'bridged',
    engagement: { teamId: route.teamId, userId: target.userId },
  };
  const reason = say('pressedAndConnected', { person: named(target) });
  return {
    session: { ...bridged, checkAt: checkAtOf(bridged, route, now) },
    answer: [{ do: 'bridge' }],
    entries: [heard('ConfirmTargetResult', 'Processed', reason, aboutTarget(target, index))],
  };
}

function takenElsewhere(
  session: CallSession,
  { index, target }: CurrentLeg,
  now: Date,
): Transition {
  const reason = say('pressedButTaken', { person: named(target) });
  return {
    session: withLeg(session, index, { dismissedAt: now }),
    answer: [{ do: 'say', prompt: alreadyConnected(session.settings) }, { do: 'hang-up' }],
    entries: [heard('ConfirmTargetResult', 'Ignored', reason, aboutTarget(target, index))],
  };
}

function declined(
  session: CallSession,
  { attempt, key }: EventOf<'MemberKey'>,
  current: CurrentLeg,
  now: Date,
): Transition {
  const { index, target, route } = current;
  const person = named(target);
  const what =
    key === ''
      ? say('pressedNoKey', { person, within: route.acceptSeconds })
      : say('pressedOtherKey', { person, key });
  const about = { ...aboutTarget(target, index), attempt, key };
  if (attempt < route.acceptAttemptsMax) {
    const again = ask(session, current, attempt + 1, now);
    const row = heard('ConfirmTargetResult', 'Ignored', what, about);
    return { ...again, entries: [row, ...again.entries] };
  }
  const reason = say('inOrder', { said: [what, say('hasNotAccepted', { person })] });
  return {
    session: withLeg(session, index, { dismissedAt: now }),
    answer: [{ do: 'hang-up' }],
    entries: [heard('ConfirmTargetResult', 'Ignored', reason, about)],
  };
}
