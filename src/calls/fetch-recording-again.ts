import type { Ctx } from '../kernel/index.ts';
import { refusal, say } from '../sentences/index.ts';
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
    whileOngoing: say('fetchRecordingLater'),
  };
  await changeEndedCall(ctx, id, what, (call) => askedAgain(call, ctx.clock.now()));
}

function askedAgain(call: CallSessionDocument, now: Date): CallChange {
  const { session, erasure, copy } = call;
  if (copy?.state === 'deleted' || erasure) throw refusal('conflict', say('recordingDeleted'));
  if (copy?.state === 'stored') throw refusal('conflict', say('recordingHere'));
  if (session.askedForMessageAt === null) throw refusal('conflict', say('noMessageAskedFor'));
  if (session.recording?.state === 'absent') throw refusal('conflict', say('recordingAbsent'));
  const isKnown = reportedUrlOf(session.recording) !== null;
  const state = isKnown ? 'pending' : 'sought';
  return { copy: { state, attempts: 0, retryAt: now, since: now } };
}
