import type { Sentence } from '../sentences/index.ts';
import type { DialStatus, LegStatus } from './call-event.ts';
import type { CallSettings } from './call-settings.ts';

const callOutcomes = [
  'Ongoing',
  'Accepted',
  'Voicemail',
  'Missed',
  'Blocklisted',
  'Failed',
] as const;
export type CallOutcome = (typeof callOutcomes)[number];

/** Where a call is. `voicemail`: the message before the recording; `recording`: the carrier has begun to record. */
export type CallPhase =
  | 'arrived'
  | 'menu'
  | 'route'
  | 'ringing'
  | 'confirm'
  | 'bridged'
  | 'voicemail'
  | 'recording'
  | 'ended';

/** One call: all that decides what happens next in it. Changed by `transition` only. */
export interface CallSession {
  id: string;
  /** As the carrier calls it. */
  providerCallId: string;
  /** E.164; null for a caller without a number. */
  from: string | null;
  fromRaw: string;
  fromKind: 'number' | 'anonymous' | 'sip' | 'invalid';
  to: string;
  startedAt: Date;
  endedAt: Date | null;
  outcome: CallOutcome;
  phase: CallPhase;
  /** As they were when the call arrived: an edit does not change a call under way. */
  settings: CallSettings;
  /** Key of the route that was taken; 0 where there is no menu; null before. */
  routeKey: number | null;
  /** Why the route was closed when it was taken; absent where it was open. */
  closed?: Sentence;
  menuAttempts: number;
  /** Everybody who may be dialled, in order; null before. Frozen once it is made, only who is busy is asked again. */
  chain: readonly CallTarget[] | null;
  /** Position in `chain` of the one who is dialled now, or was last. */
  cursor: number | null;
  triesUsed: number;
  legs: readonly CallLeg[];
  /** Held while a member is connected, or about to be. */
  engagement: { teamId: string; userId: string } | null;
  callerGone: boolean;
  /** When the caller was asked for a message. */
  askedForMessageAt: Date | null;
  recording: CallRecording | null;
  transcript: { state: 'awaited' | 'completed' | 'failed'; text: string | null } | null;
  /** The server could not answer, so that the caller was not led to anybody. */
  isUnanswered: boolean;
  endReason: Sentence | null;
  /** When nothing further is heard, the carrier is asked at this time; null once the call has ended. */
  checkAt: Date | null;
  /** Times that somebody called back, after the call; absent before the first. */
  callBacks?: readonly CallBack[];
}

/** Somebody calls the caller back: the carrier rings their phone, and the caller once they have pressed 1. */
export interface CallBack {
  id: string;
  userId: string;
  /** Null once the person is deleted. */
  displayName: string | null;
  /** Their own, E.164; null as the name is. */
  phoneNumber: string | null;
  /**
   * `asked`: the carrier is to ring the person. `confirm`: they picked up. `dialing`: they pressed 1, and the caller is
   * rung, or talks with them.
   */
  phase: 'asked' | 'ringing' | 'confirm' | 'dialing' | 'ended';
  /** Null while it lasts. */
  outcome: CallBackOutcome | null;
  /** As the carrier calls it; null until it is known. */
  providerCallId: string | null;
  confirmAttempts: number;
  askedAt: Date;
  endedAt: Date | null;
  talkedSeconds: number | null;
  endReason: Sentence | null;
  /** As of the call. */
  checkAt: Date | null;
}

/** `NotAccepted`: the person did not press 1. `NotReached`: the caller. `Unknown`: the carrier did not say. */
export type CallBackOutcome = 'Talked' | 'NotReached' | 'NotAccepted' | 'Refused' | 'Unknown';

/** Somebody who may be dialled, with the number at the time of the call. Both are null once the person is deleted. */
export interface CallTarget {
  tier: number;
  userId: string;
  displayName: string | null;
  /** E.164. */
  phoneNumber: string | null;
}

/** One time that somebody was dialled; its position is the `leg` of addresses. */
export interface CallLeg {
  target: number;
  childCallId: string | null;
  status: LegStatus;
  dialStatus: DialStatus | null;
  confirmAttempts: number;
  dialedAt: Date;
  rangAt: Date | null;
  answeredAt: Date | null;
  acceptedAt: Date | null;
  /** Told to hang up: what is pressed from then on comes too late. */
  dismissedAt: Date | null;
  isBridged: boolean;
  endedAt: Date | null;
}

export interface CallRecording {
  id: string;
  url: string | null;
  durationSeconds: number | null;
  state: 'pending' | 'completed' | 'absent' | 'failed';
}

export const callSteps = [
  'CallReceived',
  'CallerBlocklisted',
  'GatherDtmf',
  'DialChainResolved',
  'DialTarget',
  'DialTargetResult',
  'ConfirmTarget',
  'ConfirmTargetResult',
  'Voicemail',
  'RecordMessage',
  'Hangup',
  'CallBack',
  'CallBackResult',
] as const;
export const callActions = ['WebhookReceived', 'CommandSent', 'Internal'] as const;
export const callResults = ['Processed', 'Failed', 'Ignored'] as const;

/** One line of the log of a call (spec 2.8). */
export interface CallLogEntry {
  step: (typeof callSteps)[number];
  action: (typeof callActions)[number];
  result: (typeof callResults)[number];
  reason: Sentence;
  /** User ids, tiers, keys: whatever the sentence is about. */
  detail: Readonly<Record<string, unknown>>;
}
