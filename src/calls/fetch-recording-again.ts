import { AppError, type Ctx } from '../kernel/index.ts';
import type { CallChange } from './change-call.ts';
import { changeEndedCall } from './change-ended-call.ts';
import type { CallSessionDocument } from './model.ts';
import { reportedUrlOf } from './recordings.ts';

/**
 * Has the carrier asked again for the recording of a call, at once and for another day: for one that it did not give,
 * and for one that it did not report. Throws as `changeEndedCall`, and 409 where there is nothing to ask for.
 */
export async function fetchRecordingAgain(ctx: Ctx, id: string): Promise<void> {
  const what = {
    action: 'call-session.fetch-recording',
    whileOngoing: 'The call is going on. Its recording is fetched when it is over.',
  };
  await changeEndedCall(ctx, id, what, (call) => askedAgain(call, ctx.clock.now()));
}

function askedAgain(call: CallSessionDocument, now: Date): CallChange {
  const { session, erasure, copy } = call;
  const refuse = (reason: string) => new AppError('conflict', reason);
  if (copy?.state === 'deleted' || erasure) throw refuse('The recording was deleted.');
  if (copy?.state === 'stored') throw refuse('The recording is here already.');
  if (session.askedForMessageAt === null) throw refuse('The caller was asked for no message.');
  if (session.recording?.state === 'absent')
    throw refuse('The carrier says that nothing was recorded.');
  const isKnown = reportedUrlOf(session.recording) !== null;
  const state = isKnown ? 'pending' : 'sought';
  return { copy: { state, attempts: 0, retryAt: now, since: now } };
}
