import { type Sentence, say } from '../../sentences/index.ts';
import type { CallSession } from '../call-session.ts';
import type { RouteSettings } from '../call-settings.ts';
import { checkAtOf, recordingSecondsMax } from './deadlines.ts';
import type { Transition } from './facts.ts';
import { told } from './log-entry.ts';
import { voicemailPrompts } from './words.ts';

/** Asks the caller for a message. `reason`: why nobody talks to them. */
export function startVoicemail(
  session: CallSession,
  route: RouteSettings,
  reason: Sentence,
  now: Date,
): Transition {
  const secondsMax = recordingSecondsMax(session);
  const mayLeave = session.settings.recordingNotice
    ? say('mayLeaveMessageWithNotice', { length: secondsMax })
    : say('mayLeaveMessage', { length: secondsMax });
  const waiting: CallSession = { ...session, phase: 'voicemail', askedForMessageAt: now };
  return {
    session: { ...waiting, checkAt: checkAtOf(waiting, route, now) },
    answer: [
      ...voicemailPrompts(session.settings, route).map(
        (prompt) => ({ do: 'say', prompt }) as const,
      ),
      {
        do: 'record',
        secondsMax,
        next: { at: 'recorded' },
        status: { at: 'recording-status' },
        transcription: session.settings.attachesTranscript ? { at: 'transcription' } : null,
      },
      { do: 'go', next: { at: 'recorded-empty' } },
    ],
    entries: [told('Voicemail', reason), told('RecordMessage', mayLeave)],
  };
}
