import type { CallEvent, CallStatus } from '../call-event.ts';
import type { CallLogEntry, CallOutcome, CallSession } from '../call-session.ts';
import { isOverdue, recheckAt, soon } from './deadlines.ts';
import type { EventOf, Transition } from './facts.ts';
import { decided, heard, seconds, stepOfEvent } from './log-entry.ts';

/** The end of a call, whatever it led to. `endReason` is a sentence for people. */
export function ended(
  session: CallSession,
  now: Date,
  outcome: Exclude<CallOutcome, 'Ongoing'>,
  endReason: string,
): CallSession {
  return {
    ...session,
    phase: 'ended',
    outcome,
    endReason,
    endedAt: now,
    engagement: null,
    checkAt: null,
  };
}

/** The carrier says that the caller has gone, or that the call has failed. */
export function onCallEnded(
  session: CallSession,
  event: EventOf<'CallEnded'>,
  now: Date,
): Transition {
  if (event.status === 'ongoing') return { session, answer: null, entries: [] };
  if (session.phase === 'ended') return closed(session, event, now);
  const gone: CallSession = { ...session, callerGone: true };
  const answer = null;
  if (session.phase === 'bridged' || session.phase === 'recording') {
    // What came of it is still to be reported: by the result of the dial, or by the state of the recording.
    const what = session.phase === 'bridged' ? 'the talk' : 'the recording';
    const reason = `The call is over; the carrier has yet to report what became of ${what}.`;
    return {
      session: { ...gone, engagement: null, checkAt: soon(now) },
      answer,
      entries: [heard('Hangup', 'Processed', reason)],
    };
  }
  const [outcome, reason] = endWithoutResult(session, event.status);
  return {
    session: ended(gone, now, outcome, reason),
    answer,
    entries: [heard('Hangup', outcome === 'Failed' ? 'Failed' : 'Processed', reason)],
  };
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
    session: ended({ ...session, callerGone: true }, now, outcome, reason),
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

/** A caller who was turned away: not even logged any further (spec 2.8). */
export function onEventOfBlockedCall(session: CallSession, event: CallEvent): Transition {
  return { session, answer: answerToLate(event), entries: [] };
}

/** The call had ended for us when the carrier was told so; now it has for the caller. */
function closed(session: CallSession, event: EventOf<'CallEnded'>, now: Date): Transition {
  if (session.callerGone) return ignored(session, event, 'The end of the call was known already.');
  const lasted = Math.max(0, Math.round((now.getTime() - session.startedAt.getTime()) / 1000));
  return {
    session: { ...session, callerGone: true, endedAt: now },
    answer: null,
    entries: [heard('Hangup', 'Processed', `The call is over after ${seconds(lasted)}.`)],
  };
}

/** An event that comes too late, twice, or about a leg that is over. */
export function ignored(session: CallSession, event: CallEvent, reason: string): Transition {
  const step = stepOfEvent(event);
  const why = session.phase === 'ended' ? 'The call had ended already.' : reason;
  const entries: CallLogEntry[] = step ? [heard(step, 'Ignored', why, aboutEvent(event))] : [];
  return { session, answer: answerToLate(event), entries };
}

function aboutEvent(event: CallEvent) {
  return 'leg' in event ? { event: event.kind, leg: event.leg } : { event: event.kind };
}

/** Who asks too late is hung up on: on a member's side no instruction at all would connect the member. */
function answerToLate(event: CallEvent): Transition['answer'] {
  switch (event.kind) {
    case 'LegStatus':
    case 'RecordingStatus':
    case 'Transcribed':
    case 'CallEnded':
    case 'CallChecked':
      return null;
    default:
      return [{ do: 'hang-up' }];
  }
}
