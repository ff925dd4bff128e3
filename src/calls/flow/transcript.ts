import { say } from '../../sentences/index.ts';
import type { CallSession } from '../call-session.ts';
import { ignored } from './end.ts';
import type { EventOf, Transition } from './facts.ts';
import { heard } from './log-entry.ts';
import { mayHaveMessage } from './recording.ts';

/** The words of a message, which may come before or after everything else. The first that were understood stay. */
export function onTranscribed(session: CallSession, event: EventOf<'Transcribed'>): Transition {
  const isKnown = session.transcript?.state === 'completed';
  if (isKnown || !session.settings.attachesTranscript || !mayHaveMessage(session)) {
    return ignored(session, event, say('transcriptUnwanted'));
  }
  const text = event.text?.toWellFormed().trim() || null;
  const state = text === null ? 'failed' : 'completed';
  const row =
    text === null
      ? heard('RecordMessage', 'Failed', say('transcriptFailed'))
      : heard('RecordMessage', 'Processed', say('transcriptArrived'));
  return { session: { ...session, transcript: { state, text } }, answer: null, entries: [row] };
}
