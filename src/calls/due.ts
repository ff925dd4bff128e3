import type { CallSession } from './call-session.ts';
import type { CallSessionDocument, LaterNews } from './model.ts';
import { copyDueAt } from './recordings.ts';

type Standing = Pick<CallSessionDocument, 'session' | 'isSettled' | 'incidentId' | 'told' | 'copy'>;

/** When there is something to do for a call that the store alone is needed for: what follows from its end, news for its incident. Pure. */
export function nextDueAt(call: Standing): Date | null {
  const { session, isSettled } = call;
  if (session.phase !== 'ended') return null;
  return !isSettled || newsOf(call).length > 0 ? (session.endedAt ?? session.startedAt) : null;
}

/** When the carrier has to be asked: what became of a call that has gone silent, or for its recording. Pure. */
export function askDueAt(call: Pick<Standing, 'session' | 'copy'>): Date | null {
  const { phase, checkAt } = call.session;
  return phase === 'ended' ? copyDueAt(call) : checkAt;
}

/** What is known of the call that people have not been told since its incident was made. Pure. */
export function newsOf(call: Standing): LaterNews[] {
  const { incidentId, told } = call;
  return incidentId === null ? [] : laterNewsOf(call).filter((news) => !told.includes(news));
}

/** What may come after the incident. */
function laterNewsOf({ session, copy }: Pick<Standing, 'session' | 'copy'>): LaterNews[] {
  const news: LaterNews[] = [];
  if (session.transcript?.state === 'completed') news.push('transcript');
  if (hasNoRecording(session)) news.push('no-recording');
  else if (copy?.state === 'failed') news.push('not-copied');
  return news;
}

function hasNoRecording({ outcome, recording }: CallSession): boolean {
  return (
    outcome === 'Voicemail' && (recording?.state === 'absent' || recording?.state === 'failed')
  );
}
