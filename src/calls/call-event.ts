/** What a carrier reports of one call, in the words of no carrier. */
export type CallEvent =
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
  /** Nothing was heard of the call for too long. Null: the carrier does not know it, or could not be asked. */
  | { kind: 'CallChecked'; status: CallStatus | null };

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
