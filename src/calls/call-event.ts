import type { Sentence } from '../sentences/index.ts';

export type CallEvent =
  | ReportedEvent
  /** The server could not answer a request in time, and the carrier was told something else. */
  | ({ kind: 'Unanswered' } & UnansweredRequest)
  | CallBackByUs
  /** The carrier was asked whether it has a recording that it did not report; null: it has none. */
  | { kind: 'RecordingSought'; recording: ReportedRecording | null };

/** Our own steps of a call back; `callBack` is its position among those of the call. */
export type CallBackByUs =
  /** Somebody wants to call back. */
  | {
      kind: 'CallBackAsked';
      callBack: number;
      id: string;
      userId: string;
      displayName: string;
      phoneNumber: string;
    }
  /** The carrier rings that person. */
  | { kind: 'CallBackPlaced'; callBack: number; callId: string }
  /** It does not. */
  | { kind: 'CallBackRefused'; callBack: number; error: Sentence }
  /** Nothing was heard of it for too long; as `CallChecked`. */
  | { kind: 'CallBackChecked'; callBack: number; status: CallStatus | null };

/** A report of a carrier about one call, in a form that all carriers share. */
export type ReportedEvent =
  | { kind: 'CallArrived'; from: string; to: string }
  /** No key: silence. `attempt` counts from 1. */
  | { kind: 'MenuKey'; attempt: number; key: string }
  | { kind: 'RouteReached' }
  | { kind: 'MemberPickedUp'; leg: number; childCallId: string | null }
  | { kind: 'MemberKey'; leg: number; attempt: number; key: string }
  | { kind: 'LegStatus'; leg: number; status: LegStatus; childCallId: string | null }
  | {
      kind: 'DialEnded';
      leg: number;
      status: DialStatus;
      /** Null where the carrier does not say. */
      isBridged: boolean | null;
      durationSeconds: number | null;
      /** The caller has gone already. */
      callHasEnded: boolean;
    }
  | { kind: 'Recorded'; recording: ReportedRecording | null }
  | { kind: 'NothingRecorded' }
  | { kind: 'RecordingStatus'; status: RecordingStatus; recording: ReportedRecording }
  | { kind: 'Transcribed'; text: string | null }
  | { kind: 'CallEnded'; status: CallStatus; durationSeconds: number | null }
  | { kind: 'CallBackPickedUp'; callBack: number; callId: string }
  | { kind: 'CallBackKey'; callBack: number; callId: string; attempt: number; key: string }
  /** The call to the caller has ended; `isBridged` as of `DialEnded`. */
  | {
      kind: 'CallBackDialed';
      callBack: number;
      callId: string;
      status: DialStatus;
      isBridged: boolean | null;
      durationSeconds: number | null;
    }
  /** The call to the person who calls back has ended. */
  | { kind: 'CallBackEnded'; callBack: number; callId: string; status: CallStatus }
  /** Nothing was heard of the call for too long. Null: the carrier does not know it, or could not be asked. */
  | { kind: 'CallChecked'; status: CallStatus | null };

/** A request that could not be answered, and what was said instead. */
export interface UnansweredRequest {
  at: Date;
  /**
   * `store`: it failed. `late`: there was no answer in time. `mistake`: of the program. `carrier`: it gave up before.
   */
  why: 'store' | 'late' | 'mistake' | 'carrier';
  /** `wait`: to ask again, which it did not. */
  said: 'wait' | 'sorry' | 'emergency-number';
  /** On the side of somebody who was dialled; the caller goes on with the next one. */
  isMember: boolean;
  /** The event that the request reported. */
  event: ReportedEvent;
}

export type LegStatus = 'initiated' | 'ringing' | 'answered' | DialStatus;
/** How a leg ended. */
export type DialStatus = 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled';
export type RecordingStatus = 'in-progress' | 'completed' | 'absent' | 'failed';
export type CallStatus = 'ongoing' | 'completed' | 'busy' | 'no-answer' | 'failed' | 'canceled';

export interface ReportedRecording {
  /** As the carrier calls it. */
  id: string;
  /** Where the carrier keeps it; never shown to anybody. */
  url: string | null;
  durationSeconds: number | null;
}
