import type { Prompt } from './call-settings.ts';

/** Where a carrier goes on: one for each address of calls in `openapi/telephony.yaml`. */
export type Step =
  | { at: 'menu'; attempt: number }
  | { at: 'route' }
  | { at: 'whisper'; leg: number }
  | { at: 'confirm'; leg: number; attempt: number }
  | { at: 'leg-status'; leg: number }
  | { at: 'dial-result'; leg: number }
  | { at: 'recorded' }
  | { at: 'recorded-empty' }
  | { at: 'recording-status' }
  | { at: 'transcription' }
  | { at: 'call-back'; leg: number }
  | { at: 'call-back-key'; leg: number; attempt: number }
  | { at: 'call-back-result'; leg: number }
  | { at: 'call-back-status'; leg: number };

/**
 * An instruction for a carrier, in a form that all carriers share. Instructions are done in order; the call ends after
 * the last one.
 */
export type Instruction =
  | { do: 'say'; prompt: Prompt }
  /** Waits for one key while the prompts are heard and for `seconds` after them; silence goes on at `next`, too. */
  | { do: 'gather'; prompts: readonly Prompt[]; seconds: number; next: Step }
  /**
   * Rings one person. Who picks up hears what `whisper` says; the caller goes on at `result` when the leg has ended.
   */
  | {
      do: 'dial';
      /** E.164. */
      to: string;
      callerId: string;
      ringSeconds: number;
      timeLimitSeconds: number;
      whisper: Step;
      result: Step;
      status: Step;
    }
  /** After a recording the caller goes on at `next`, after none at the instruction that follows. */
  | {
      do: 'record';
      secondsMax: number;
      next: Step;
      status: Step;
      /** Where the words of the recording are sent; null: nobody writes them down. */
      transcription: Step | null;
    }
  /** Rings a number and connects whoever picks up; then it goes on at `result`. */
  | {
      do: 'connect';
      /** E.164. */
      to: string;
      callerId: string;
      ringSeconds: number;
      timeLimitSeconds: number;
      result: Step;
    }
  | { do: 'go'; next: Step }
  /** Connects the person who was dialled with the caller. */
  | { do: 'bridge' }
  | { do: 'hang-up' }
  /** Refuses a call that nobody has answered. */
  | { do: 'reject' };

/** Beside these, what a caller is told who cannot be told what happens next (`stopgap.ts`); no decision of a call. */
export type StopgapInstruction =
  | Instruction
  | { do: 'pause'; seconds: number }
  /** `result`: an address. */
  | (Omit<Instruction & { do: 'connect' }, 'result'> & { result: string });
