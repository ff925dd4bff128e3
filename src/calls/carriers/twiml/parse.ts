import type {
  CallStatus,
  DialStatus,
  LegStatus,
  RecordingStatus,
  ReportedEvent,
  ReportedRecording,
} from '../../call-event.ts';
import type { Step } from '../../instructions.ts';
import type { CarrierFields, CarrierIds } from '../carrier.ts';

/** Ids as both carriers name them: requests about a member's leg have the caller's call as its parent. */
export function idsOf(fields: CarrierFields): CarrierIds | null {
  const accountId = fields.get('AccountSid');
  const callId = fields.get('ParentCallSid') || fields.get('CallSid');
  return accountId && callId ? { accountId, callId } : null;
}

/** The event that a request to `step` reports, read from the field names that both carriers use. */
export function parse(
  step: Step | { at: 'voice' } | { at: 'status' },
  fields: CarrierFields,
): ReportedEvent | null {
  const text = (name: string) => fields.get(name) ?? '';
  switch (step.at) {
    case 'voice':
      return { kind: 'CallArrived', from: text('From'), to: text('To') };
    case 'menu':
      return { kind: 'MenuKey', attempt: step.attempt, key: keyOf(text('Digits')) };
    case 'route':
      return { kind: 'RouteReached' };
    case 'whisper':
      return { kind: 'MemberPickedUp', leg: step.leg, childCallId: text('CallSid') || null };
    case 'confirm':
      return {
        kind: 'MemberKey',
        leg: step.leg,
        attempt: step.attempt,
        key: keyOf(text('Digits')),
      };
    case 'leg-status': {
      const status = legStatuses.get(text('CallStatus'));
      if (status === undefined) return null;
      return {
        kind: 'LegStatus',
        leg: step.leg,
        status,
        childCallId: text('CallSid') || null,
      };
    }
    case 'dial-result':
      return {
        kind: 'DialEnded',
        leg: step.leg,
        // The caller waits for the next instruction, whatever the carrier calls what happened.
        status: dialStatuses.get(text('DialCallStatus')) ?? 'failed',
        isBridged: yesOrNo.get(text('DialBridged').toLowerCase()) ?? null,
        durationSeconds: secondsOf(text('DialCallDuration')),
        callHasEnded: (callStatuses.get(text('CallStatus')) ?? 'ongoing') !== 'ongoing',
      };
    case 'recorded':
      return { kind: 'Recorded', recording: text('RecordingSid') ? recordingOf(fields) : null };
    case 'recorded-empty':
      return { kind: 'NothingRecorded' };
    case 'recording-status': {
      const status = recordingStatuses.get(text('RecordingStatus'));
      if (status === undefined) return null;
      return { kind: 'RecordingStatus', status, recording: recordingOf(fields) };
    }
    case 'transcription': {
      const isDone = text('TranscriptionStatus') === 'completed';
      return { kind: 'Transcribed', text: isDone ? text('TranscriptionText') || null : null };
    }
    case 'call-back':
    case 'call-back-key':
    case 'call-back-result':
    case 'call-back-status':
      return parseCallBack(step, fields);
    case 'status': {
      // A carrier that reports members' legs here, too, does not report the end of the call by them.
      if (text('ParentCallSid') !== '') return null;
      const status = callStatuses.get(text('CallStatus'));
      if (status === undefined || status === 'ongoing') return null;
      return { kind: 'CallEnded', status, durationSeconds: secondsOf(text('CallDuration')) };
    }
  }
}

/** The same of the steps of a call back. */
function parseCallBack(
  step: Extract<Step, { at: `call-back${string}` }>,
  fields: CarrierFields,
): ReportedEvent | null {
  const text = (name: string) => fields.get(name) ?? '';
  switch (step.at) {
    case 'call-back':
      return { kind: 'CallBackPickedUp', callBack: step.leg, callId: text('CallSid') };
    case 'call-back-key': {
      const { leg: callBack, attempt } = step;
      const key = keyOf(text('Digits'));
      return { kind: 'CallBackKey', callBack, callId: text('CallSid'), attempt, key };
    }
    case 'call-back-result':
      return {
        kind: 'CallBackDialed',
        callBack: step.leg,
        callId: text('CallSid'),
        status: dialStatuses.get(text('DialCallStatus')) ?? 'failed',
        isBridged: yesOrNo.get(text('DialBridged').toLowerCase()) ?? null,
        durationSeconds: secondsOf(text('DialCallDuration')),
      };
    case 'call-back-status': {
      const status = callStatuses.get(text('CallStatus'));
      if (text('ParentCallSid') !== '' || status === undefined || status === 'ongoing') return null;
      return { kind: 'CallBackEnded', callBack: step.leg, callId: text('CallSid'), status };
    }
  }
}

/** Null: a word that the carrier may have added since. */
export function callStatusOf(word: string): CallStatus | null {
  return callStatuses.get(word) ?? null;
}

const finished = {
  completed: 'completed',
  busy: 'busy',
  'no-answer': 'no-answer',
  failed: 'failed',
  canceled: 'canceled',
} as const satisfies Record<DialStatus, DialStatus>;
const callStatuses = words<CallStatus>({
  ...finished,
  queued: 'ongoing',
  initiated: 'ongoing',
  ringing: 'ongoing',
  'in-progress': 'ongoing',
});
const dialStatuses = words<DialStatus>({ ...finished, answered: 'completed' });
const legStatuses = words<LegStatus>({
  ...finished,
  queued: 'initiated',
  initiated: 'initiated',
  ringing: 'ringing',
  'in-progress': 'answered',
  answered: 'answered',
});
const recordingStatuses = words<RecordingStatus>({
  'in-progress': 'in-progress',
  completed: 'completed',
  absent: 'absent',
  failed: 'failed',
});
const yesOrNo = words<boolean>({ true: true, false: false });

function words<Meaning>(of: Record<string, Meaning>): ReadonlyMap<string, Meaning> {
  return new Map(Object.entries(of));
}

/** The first key of those that were pressed; empty for silence and for words such as `hangup`. */
function keyOf(digits: string): string {
  return /^[\d*#]/.exec(digits)?.[0] ?? '';
}

/** `absent` comes without a recording, hence perhaps without its id. */
function recordingOf(fields: CarrierFields): ReportedRecording {
  return {
    id: fields.get('RecordingSid') ?? '',
    url: fields.get('RecordingUrl') || null,
    durationSeconds: secondsOf(fields.get('RecordingDuration') ?? ''),
  };
}

function secondsOf(text: string): number | null {
  return /^\d{1,7}(\.\d+)?$/.test(text) ? Math.round(Number(text)) : null;
}
