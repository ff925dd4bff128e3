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
  const said =
    status === null
      ? 'the carrier does not know it or could not be asked'
      : `the carrier says "${status}"`;
  const reason = `Nothing more was heard of the call, and ${said}: ${known}.`;
  return {
    session: ended({ ...believed(session), callerGone: true }, now, outcome, reason),
    answer: null,
    entries: [decided('Hangup', outcome === 'Failed' ? 'Failed' : 'Processed', reason)],
  };
}

function supportedByFacts(
  session: CallSession,
  status: CallStatus | null,
): [Exclude<CallOutcome, 'Ongoing'>, string] {
  if (session.phase === 'bridged') return ['Accepted', 'a member had accepted it'];
  if (session.phase === 'recording') {
    return ['Voicemail', 'the caller had begun to leave a message, which may be incomplete'];
  }
  if (status === 'failed') return ['Failed', 'it failed'];
  return ['Missed', 'nobody had accepted it and no message had been left'];
}

/** Who had accepted was connected as far as anybody knows. */
function believed(session: CallSession): CallSession {
  return session.phase === 'bridged'
    ? withLeg(session, session.legs.length - 1, { isBridged: true })
    : session;
}
