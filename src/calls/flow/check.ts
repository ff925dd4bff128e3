import { type Sentence, say } from '../../sentences/index.ts';
import type { CallStatus } from '../call-event.ts';
import type { CallOutcome, CallSession } from '../call-session.ts';
import { isOverdue, recheckAt } from './deadlines.ts';
import { ended } from './end.ts';
import type { EventOf, Transition } from './facts.ts';
import { decided } from './log-entry.ts';
import { withLeg } from './session-reads.ts';

/** Nothing was heard for too long. Whatever the carrier says now, the call ends here or at a later check. */
export function onCallChecked(
  session: CallSession,
  { status }: EventOf<'CallChecked'>,
  now: Date,
): Transition {
  // It has ended, or something was heard of it, while the carrier was asked.
  if (session.checkAt === null || now < session.checkAt)
    return { session, answer: null, entries: [] };
  if (status === 'ongoing' && !session.callerGone && !isOverdue(session, now)) {
    return { session: { ...session, checkAt: recheckAt(now) }, answer: null, entries: [] };
  }
  const [outcome, known] = supportedByFacts(session, status);
  const reason = say('inOrder', { said: [whatCarrierSays(status), ...known] });
  return {
    session: ended({ ...believed(session), callerGone: true }, now, outcome, reason),
    answer: null,
    entries: [decided('Hangup', outcome === 'Failed' ? 'Failed' : 'Processed', reason, { status })],
  };
}

function whatCarrierSays(status: CallStatus | null): Sentence {
  switch (status) {
    case null:
      return say('silentAndUnknown');
    case 'ongoing':
      return say('silentAndOngoing');
    case 'failed':
      return say('silentAndFailed');
    default:
      return say('silentAndOver');
  }
}

function supportedByFacts(
  session: CallSession,
  status: CallStatus | null,
): [outcome: Exclude<CallOutcome, 'Ongoing'>, known: readonly Sentence[]] {
  if (session.phase === 'bridged') return ['Accepted', [say('memberHadAccepted')]];
  if (session.phase === 'recording') return ['Voicemail', [say('messageHadBegun')]];
  if (status === 'failed') return ['Failed', []];
  return ['Missed', [say('nobodyHadAccepted')]];
}

/** Who had accepted was connected as far as anybody knows. */
function believed(session: CallSession): CallSession {
  return session.phase === 'bridged'
    ? withLeg(session, session.legs.length - 1, { isBridged: true })
    : session;
}
