import type { CallSession } from '../call-session.ts';
import type { RouteSettings } from '../call-settings.ts';
import { checkAtOf, recordingSecondsMax } from './deadlines.ts';
import type { Transition } from './facts.ts';
import { told } from './log-entry.ts';
import { voicemailPrompt } from './words.ts';

/** Asks the caller for a message. `reason`: why nobody talks to them. */
export function startVoicemail(
  session: CallSession,
  route: RouteSettings,
  reason: string,
  now: Date,
): Transition {
  const secondsMax = recordingSecondsMax(session);
  const waiting: CallSession = { ...session, phase: 'voicemail', askedForMessageAt: now };
  return {
    session: { ...waiting, checkAt: checkAtOf(waiting, route, now) },
    answer: [
      { do: 'say', prompt: voicemailPrompt(session.settings, route) },
      {
        do: 'record',
        secondsMax,
        next: { at: 'recorded' },
        status: { at: 'recording-status' },
        transcription: session.settings.attachesTranscript ? { at: 'transcription' } : null,
      },
      { do: 'go', next: { at: 'recorded-empty' } },
    ],
    entries: [
      told('Voicemail', reason),
      told('RecordMessage', `The caller may leave a message of up to ${secondsMax} seconds.`),
    ],
  };
}
