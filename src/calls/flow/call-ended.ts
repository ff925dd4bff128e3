import type { CallStatus } from '../call-event.ts';
import type { CallSession } from '../call-session.ts';
import { soon } from './deadlines.ts';
import { ended, ignored } from './end.ts';
import type { EventOf, Transition } from './facts.ts';
import { elapsed, heard, seconds } from './log-entry.ts';

/** The carrier says that the caller has gone, or that the call has failed. */
export function onCallEnded(
  session: CallSession,
  event: EventOf<'CallEnded'>,
  now: Date,
): Transition {
  if (event.status === 'ongoing') return { session, answer: null, entries: [] };
  if (session.phase === 'ended') return closed(session, event, now);
  const gone: CallSession = { ...session, callerGone: true };
  if (session.phase === 'bridged' || session.phase === 'recording') {
    // What came of it is still to be reported: by the result of the dial, or by the state of the recording.
    const what = session.phase === 'bridged' ? 'the talk' : 'the recording';
    const reason = `The call is over; the carrier has yet to report what became of ${what}.`;
    return {
      session: { ...gone, engagement: null, checkAt: soon(now) },
      answer: null,
      entries: [heard('Hangup', 'Processed', reason)],
    };
  }
  const [outcome, reason] = endWithoutResult(session, event.status);
  return {
    session: ended(gone, now, outcome, reason),
    answer: null,
    entries: [heard('Hangup', outcome === 'Failed' ? 'Failed' : 'Processed', reason)],
  };
}

/** The call had ended for us when the carrier was told so; now it has for the caller. */
function closed(session: CallSession, event: EventOf<'CallEnded'>, now: Date): Transition {
  if (session.callerGone) return ignored(session, event, 'The end of the call was known already.');
  const endedAt = endOf(session, event, now);
  const lasted = seconds(elapsed(session.startedAt, endedAt));
  return {
    session: { ...session, callerGone: true, endedAt },
    answer: null,
    entries: [heard('Hangup', 'Processed', `The call is over after ${lasted}.`)],
  };
}

/**
 * By the carrier's own length where it says one: a report that comes late makes no call longer. Never before what we
 * know.
 */
function endOf(
  { startedAt, endedAt }: CallSession,
  { durationSeconds }: EventOf<'CallEnded'>,
  now: Date,
): Date {
  if (durationSeconds === null) return now;
  const told = startedAt.getTime() + durationSeconds * 1000;
  return new Date(Math.min(now.getTime(), Math.max(told, endedAt?.getTime() ?? 0)));
}

function endWithoutResult(session: CallSession, status: CallStatus): ['Missed' | 'Failed', string] {
  if (status === 'failed') return ['Failed', 'The carrier reports that the call has failed.'];
  return ['Missed', `The caller hung up ${whileWaiting(session)}.`];
}

/** What the caller was waiting for. */
export function whileWaiting(session: CallSession): string {
  switch (session.phase) {
    case 'menu':
      return 'at the menu';
    case 'ringing':
    case 'confirm': {
      const name = session.chain?.[session.cursor ?? 0]?.displayName ?? 'a member';
      return session.phase === 'ringing' ? `while ${name} was rung` : `before ${name} pressed 1`;
    }
    case 'voicemail':
      return 'without leaving a message';
    default:
      return 'before anybody was called';
  }
}
