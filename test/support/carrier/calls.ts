import type { CallerScript, PhoneScript } from './humans.ts';
import type { Leg } from './leg.ts';
import type { SentWebhooks } from './webhooks.ts';

export type CallStatus =
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'no-answer'
  | 'failed'
  | 'canceled';

/** One call as it went, from the outside. */
export interface SimulatedCall {
  sid: string;
  from: string;
  to: string;
  script: CallerScript;
  leg: Leg;
  status: CallStatus;
  /** Everybody whose phone was rung, in order. */
  rung: RungPhone[];
  recordings: SimulatedRecording[];
  sent: SentWebhooks;
  /** A document ended without saying how to go on, so the carrier hung up. */
  ranOut: boolean;
  /** What the carrier would show in its list of errors. */
  errors: string[];
}

export interface RungPhone {
  sid: string;
  to: string;
  callerId: string;
  /** Seconds since the call began. */
  at: number;
  script: PhoneScript;
  leg: Leg;
  status: CallStatus;
  isBridged: boolean;
  /** Seconds that both talked. */
  bridgedSeconds: number;
}

export interface SimulatedRecording {
  sid: string;
  seconds: number;
  status: 'in-progress' | 'completed' | 'absent';
  /** What was said; null: it cannot be understood. */
  transcript: string | null | undefined;
}
