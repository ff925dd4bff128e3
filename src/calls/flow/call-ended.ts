import { named, type Sentence, say } from '../../sentences/index.ts';
import type { CallStatus } from '../call-event.ts';
import type { CallSession } from '../call-session.ts';
import { soon } from './deadlines.ts';
import { ended, ignored } from './end.ts';
import type { EventOf, Transition } from './facts.ts';
import { elapsed, heard } from './log-entry.ts';

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
    // The outcome is still to be reported: by the result of the dial, or by the state of the recording.
    const reason = say(session.phase === 'bridged' ? 'talkUnreported' : 'messageUnreported');
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
  if (session.callerGone) return ignored(session, event, say('endKnown'));
  const endedAt = endOf(session, event, now);
  const lasted = elapsed(session.startedAt, endedAt);
  return {
    session: { ...session, callerGone: true, endedAt },
    answer: null,
    entries: [heard('Hangup', 'Processed', say('callOverAfter', { lasted }))],
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

function endWithoutResult(
  session: CallSession,
  status: CallStatus,
): ['Missed' | 'Failed', Sentence] {
  if (status === 'failed') return ['Failed', say('carrierSaysFailed')];
  return ['Missed', hungUpWhileWaiting(session)];
}

/** The caller waited for something. */
export function hungUpWhileWaiting(session: CallSession): Sentence {
  const person = named(session.chain?.[session.cursor ?? 0]);
  switch (session.phase) {
    case 'menu':
      return say('hungUpAtMenu');
    case 'ringing':
      return say('hungUpWhileRung', { person });
    case 'confirm':
      return say('hungUpBeforePressed', { person });
    case 'voicemail':
      return say('hungUpUnspoken');
    default:
      return say('hungUpBeforeDialling');
  }
}
