import type { CallSession } from './call-session.ts';
import { openCallBack } from './flow/index.ts';
import type { CallSessionDocument, LaterNews } from './model.ts';
import { copyDueAt } from './recordings.ts';

type Standing = Pick<
  CallSessionDocument,
  'session' | 'isSettled' | 'incidentId' | 'told' | 'copy' | 'access' | 'erasure'
>;

/** Whatever a carrier has to say of a call that is over, or to say again, comes long before. */
const lateMilliseconds = 24 * 3_600_000;
/** A carrier sends its own reports, with one or two repeats, within this time. */
const heardMilliseconds = 15 * 60_000;

/**
 * When there is something to do for a call that the store alone is needed for: what follows from its end, news for its
 * incident, and a day later to forget what only its carrier needed. Pure.
 */
export function nextDueAt(call: Standing): Date | null {
  const { session, isSettled } = call;
  if (session.phase !== 'ended') return null;
  const endedAt = session.endedAt ?? session.startedAt;
  // All that is left to do for it is up to `eraseDueAt`.
  if (isSettled && call.erasure?.what === 'call') return null;
  return !isSettled || newsOf(call).length > 0 ? endedAt : forgetDueAt(call);
}

/** When the answers to its carrier and the access to it are needed no more; null once they are gone. Pure. */
export function forgetDueAt(
  call: Pick<Standing, 'session' | 'copy' | 'access' | 'erasure'>,
): Date | null {
  const { startedAt, endedAt } = call.session;
  if (call.access === null || copyDueAt(call) !== null || call.erasure) return null;
  return new Date((endedAt ?? startedAt).getTime() + lateMilliseconds);
}

/**
 * When the carrier has to be asked: what became of a call that has gone silent, for its recording, or to delete that.
 * Pure.
 */
export function askDueAt(
  call: Pick<Standing, 'session' | 'copy' | 'erasure' | 'isSettled'>,
): Date | null {
  const { phase, checkAt } = call.session;
  if (phase !== 'ended') return checkAt;
  const back = openCallBack(call.session)?.checkAt ?? null;
  const due = call.erasure ? eraseDueAt(call) : copyDueAt(call);
  return back && due ? new Date(Math.min(back.getTime(), due.getTime())) : (back ?? due);
}

/**
 * When what is to be deleted goes. Not before the incident of the call was made: somebody may be waiting for it. And
 * not before its carrier has said all of it: a message that comes late would find no call, and open no incident. Pure.
 */
export function eraseDueAt({
  session: { startedAt, endedAt },
  erasure,
  isSettled,
}: Pick<Standing, 'session' | 'erasure' | 'isSettled'>): Date | null {
  if (erasure === null || !isSettled) return null;
  const heardAt = (endedAt ?? startedAt).getTime() + heardMilliseconds;
  return new Date(Math.max(erasure.retryAt.getTime(), heardAt));
}

/** The news of the call that people have not been told since its incident was made. Pure. */
export function newsOf(call: Standing): LaterNews[] {
  const { incidentId, told, erasure } = call;
  return incidentId === null || erasure?.what === 'call'
    ? []
    : laterNewsOf(call).filter((news) => !told.includes(news));
}

/** All news that can follow the incident, told or not. */
function laterNewsOf({
  session,
  copy,
  told,
}: Pick<Standing, 'session' | 'copy' | 'told'>): LaterNews[] {
  const news: LaterNews[] = [];
  if (told.includes('missed') && session.outcome === 'Voicemail') news.push('message-after-all');
  if (session.transcript?.state === 'completed') news.push('transcript');
  for (const [position, { outcome }] of (session.callBacks ?? []).entries())
    if (outcome === 'Talked') news.push(`called-back ${position}`);
  if (hasNoRecording(session)) news.push('no-recording');
  else if (copy?.state === 'failed') news.push('not-copied');
  else if (copy?.state === 'stored' && told.includes('not-copied')) news.push('copied-after-all');
  return news;
}

function hasNoRecording({ outcome, recording }: CallSession): boolean {
  return (
    outcome === 'Voicemail' && (recording?.state === 'absent' || recording?.state === 'failed')
  );
}
