/** What somebody on the telephone goes through, as seen from their own side. */
export type Situation =
  | 'speech'
  | 'keys-awaited'
  | 'dialling'
  | 'ringing'
  | 'picked-up'
  | 'connected'
  | 'beep';

/** Seconds after a situation began for the `nth` time, 1 unless said; `call`: after the line was opened. */
export interface Moment {
  when: Situation | 'call';
  nth?: number;
  after: number;
}

/** Keys pressed one after another while keys are awaited; null: none. */
export type Presses = string | { keys: string; after: number } | null;

/** What was said after the beep. */
export interface Message {
  seconds: number;
  /** `nothing`: they go on until the recording is full. */
  ends: '#' | 'silence' | 'hang-up' | 'nothing';
  /** What the carrier makes of it; null: it fails. Undefined: it never says. */
  transcript?: string | null;
}

export interface CallerScript {
  /** One for each time keys are awaited; nothing is pressed after the last. */
  keys?: readonly Presses[];
  hangsUp?: Moment;
  message?: Message;
}

export interface PhoneScript {
  /** Seconds of ringing until somebody, or something, picks up. */
  answer: number | 'never' | 'busy' | 'unreachable';
  keys?: readonly Presses[];
  /** Pressed whether keys are awaited or not; seconds after picking up. */
  presses?: readonly { at: number; key: string }[];
  hangsUp?: Moment;
  /** Rings although it is in use. */
  callWaiting?: boolean;
}

export interface PicksUp {
  /** Seconds of ringing. */
  after?: number;
  /** A second after the prompt began, unless said. */
  keys?: readonly Presses[];
  /** Seconds after which they end the conversation; null: they leave that to the caller. */
  talks?: number | null;
  presses?: PhoneScript['presses'];
  hangsUp?: Moment;
  callWaiting?: boolean;
}

/** Somebody who presses 1 and talks for half a minute, unless said otherwise. */
export function picksUp(options: PicksUp = {}): PhoneScript {
  const { after = 4, keys = ['1'], talks = 30, presses, hangsUp, callWaiting = false } = options;
  const end = hangsUp ?? (talks === null ? null : { when: 'connected' as const, after: talks });
  return {
    answer: after,
    keys,
    callWaiting,
    ...(presses ? { presses } : {}),
    ...(end ? { hangsUp: end } : {}),
  };
}

export const accepts = picksUp();
export const busy: PhoneScript = { answer: 'busy' };
export const noAnswer: PhoneScript = { answer: 'never' };
export const unreachable: PhoneScript = { answer: 'unreachable' };

/** A machine: greets, records for two minutes, and never presses anything. */
export function voicemailBox(after = 12, greetingSeconds = 8): PhoneScript {
  return { answer: after, hangsUp: { when: 'picked-up', after: greetingSeconds + 120 } };
}
