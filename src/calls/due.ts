import type { CallSession } from './call-session.ts';
import type { CallSessionDocument, LaterNews } from './model.ts';
import { copyDueAt } from './recordings.ts';

type Standing = Pick<
  CallSessionDocument,
  'session' | 'isSettled' | 'incidentId' | 'told' | 'copy' | 'access'
>;

/** Whatever a carrier has to say of a call that is over, or to say again, comes long before. */
const lateMilliseconds = 24 * 3_600_000;

/**
 * When there is something to do for a call that the store alone is needed for: what follows from its end, news for its incident, and
 * a day later to forget what only its carrier needed. Pure.
 */
export function nextDueAt(call: Standing): Date | null {
  const { session, isSettled } = call;
  if (session.phase !== 'ended') return null;
  const endedAt = session.endedAt ?? session.startedAt;
  return !isSettled || newsOf(call).length > 0 ? endedAt : forgetDueAt(call);
}

/** When the answers to its carrier and the access to it are needed no more; null once they are gone. Pure. */
export function forgetDueAt(call: Pick<Standing, 'session' | 'copy' | 'access'>): Date | null {
  const { startedAt, endedAt } = call.session;
  if (call.access === null || copyDueAt(call) !== null) return null;
  return new Date((endedAt ?? startedAt).getTime() + lateMilliseconds);
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
