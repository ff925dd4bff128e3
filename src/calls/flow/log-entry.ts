import type { Sentence } from '../../sentences/index.ts';
import type { CallEvent } from '../call-event.ts';
import type { CallLogEntry, CallTarget } from '../call-session.ts';

type Step = CallLogEntry['step'];
type Result = CallLogEntry['result'];
type Detail = CallLogEntry['detail'];

/** The carrier reported something. */
export function heard(step: Step, result: Result, reason: Sentence, detail: Detail = {}) {
  return { step, action: 'WebhookReceived', result, reason, detail } satisfies CallLogEntry;
}

/** The carrier is told to do something. */
export function told(step: Step, reason: Sentence, detail: Detail = {}) {
  return {
    step,
    action: 'CommandSent',
    result: 'Processed',
    reason,
    detail,
  } satisfies CallLogEntry;
}

/** Something was decided that the carrier does not see. */
export function decided(step: Step, result: Result, reason: Sentence, detail: Detail = {}) {
  return { step, action: 'Internal', result, reason, detail } satisfies CallLogEntry;
}

/** Who an entry is about. */
export function aboutTarget({ userId, tier }: CallTarget, leg?: number): Detail {
  return leg === undefined ? { userId, tier } : { userId, tier, leg };
}

/** The step of the log that an event belongs to; null for events that only fill in times, and are not logged. */
export function stepOfEvent(event: CallEvent): Step | null {
  switch (event.kind) {
    case 'CallArrived':
      return 'CallReceived';
    case 'MenuKey':
    case 'RouteReached':
      return 'GatherDtmf';
    case 'MemberPickedUp':
      return 'ConfirmTarget';
    case 'MemberKey':
      return 'ConfirmTargetResult';
    case 'DialEnded':
      return 'DialTargetResult';
    case 'Recorded':
    case 'NothingRecorded':
    case 'RecordingStatus':
    case 'Transcribed':
      return 'RecordMessage';
    case 'CallEnded':
      return 'Hangup';
    case 'LegStatus':
    case 'CallChecked':
    case 'Unanswered':
    case 'RecordingSought':
      return null;
    case 'CallBackPickedUp':
    case 'CallBackKey':
    case 'CallBackDialed':
    case 'CallBackAsked':
    case 'CallBackPlaced':
    case 'CallBackRefused':
    case 'CallBackChecked':
    case 'CallBackEnded':
      return 'CallBack';
  }
}

/** Whole seconds from one time to a later one. */
export function elapsed(from: Date, until: Date): number {
  return Math.max(0, Math.round((until.getTime() - from.getTime()) / 1000));
}
