import { type Sentence, say } from '../../sentences/index.ts';
import type { CallEvent } from '../call-event.ts';
import type { CallLogEntry, CallOutcome, CallSession } from '../call-session.ts';
import type { Transition } from './facts.ts';
import { heard, stepOfEvent } from './log-entry.ts';

/** The end of a call, whatever it led to. */
export function ended(
  session: CallSession,
  now: Date,
  outcome: Exclude<CallOutcome, 'Ongoing'>,
  endReason: Sentence,
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

/** A caller who was turned away: not even logged any further (spec 2.8). */
export function onEventOfBlockedCall(session: CallSession, event: CallEvent): Transition {
  return { session, answer: answerToLate(event), entries: [] };
}

/** An event that comes too late, twice, or about a leg that is over. */
export function ignored(session: CallSession, event: CallEvent, reason: Sentence): Transition {
  const step = stepOfEvent(event);
  const why = session.phase === 'ended' ? say('callOver') : reason;
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
    case 'Unanswered':
    case 'RecordingSought':
    case 'CallBackAsked':
    case 'CallBackPlaced':
    case 'CallBackRefused':
    case 'CallBackChecked':
    case 'CallBackEnded':
      return null;
    default:
      return [{ do: 'hang-up' }];
  }
}
