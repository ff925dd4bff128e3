import type { World } from '../kernel/index.ts';
import { removeMedia } from '../media/index.ts';
import { say } from '../sentences/index.ts';
import type { CallEvent } from './call-event.ts';
import type { FindNumber } from './call-number.ts';
import { apiOf, type Carriers } from './carrier-of-call.ts';
import type { CarrierApi } from './carriers/carrier.ts';
import { changeCall } from './change-call.ts';
import { eraseCall } from './erase-call.ts';
import { openCallBack } from './flow/index.ts';
import type { CallSessionDocument, RecordingCopy } from './model.ts';
import { copyDueAt, keepRecording, reportedUrlOf, seekAgain } from './recordings.ts';

/** The answer of a carrier that was asked. */
export type FoundEvent = CallEvent & {
  kind: 'CallChecked' | 'RecordingSought' | 'CallBackChecked';
};

export interface AskParts {
  world: World;
  carriers: Carriers;
  findNumber: FindNumber;
  /** Ends a call that has gone silent, or lets it go on; makes a voicemail of one whose message was not reported. */
  applyFound(call: CallSessionDocument, event: FoundEvent): Promise<void>;
}

/**
 * Asks the carrier for what is due: what became of a call, its recording, or to delete that. Throws when nobody can be
 * asked.
 */
export async function askCarrier(parts: AskParts, call: CallSessionDocument): Promise<void> {
  const { world, carriers, findNumber, applyFound } = parts;
  const { session, provider, providerCallId } = call;
  const apiOfCall = () => apiOf(world, carriers, findNumber, call);
  const back = openCallBack(session);
  if (back?.checkAt && back.checkAt <= world.clock.now()) {
    const { providerCallId: callId } = back;
    const status = callId === null ? null : await (await apiOfCall())?.callStatus(callId);
    const position = (session.callBacks ?? []).indexOf(back);
    return applyFound(call, {
      kind: 'CallBackChecked',
      callBack: position,
      status: status ?? null,
    });
  }
  if (session.phase === 'ended' && call.erasure) return eraseCall(world, call, apiOfCall);
  if (session.phase === 'ended' && copyDueAt(call) === null) return;
  const api = await apiOfCall();
  if (session.phase !== 'ended') {
    if (!api) throw new Error(`There is no way to ask ${provider} any more.`);
    const status = await api.callStatus(providerCallId);
    return applyFound(call, { kind: 'CallChecked', status });
  }
  if (!api) return setCopy(world, call, { state: 'failed', reason: say('carrierAccessGone') });
  const url = reportedUrlOf(session.recording);
  if (url === null) return seekRecording(parts, call, api);
  const id = session.recording?.id ?? '';
  await setCopy(world, call, await keepRecording(world, call, await api.recording({ id, url })));
}

/**
 * Asks for a recording that the carrier did not report: that one is there is news, that none is there only once a day
 * has passed.
 */
async function seekRecording(
  { world, applyFound }: AskParts,
  call: CallSessionDocument,
  api: CarrierApi,
): Promise<void> {
  const { startedAt, endedAt } = call.session;
  const now = world.clock.now();
  const period = { from: startedAt, until: endedAt ?? now };
  const found = await api.findRecording({ callId: call.providerCallId, ...period });
  if (found.outcome === 'refused' && isOnlySuspected(call))
    return setCopy(world, call, { state: 'failed', reason: found.error, isOnlySuspected: true });
  if (found.outcome === 'retry' || found.outcome === 'refused')
    return setCopy(world, call, seekAgain(call, now, found.error));
  const again = found.outcome === 'none' ? seekAgain(call, now, null) : null;
  if (again) return setCopy(world, call, again);
  const recording = found.outcome === 'found' ? found.recording : null;
  await applyFound(call, { kind: 'RecordingSought', recording });
  // The work that follows from the new state is scheduled anew.
  await setCopy(world, call, null);
}

/** Nobody has said that there is a recording, or waits for it. */
function isOnlySuspected({ session: { recording }, copy }: CallSessionDocument): boolean {
  return recording === null && !(copy?.state === 'sought' && copy.since);
}

async function setCopy(
  world: World,
  { _id }: CallSessionDocument,
  copy: RecordingCopy | null,
): Promise<void> {
  const kept = await changeCall(world, _id, ({ erasure }) => (erasure ? null : { copy }));
  // It was deleted meanwhile.
  if (!kept) await removeMedia(world, [_id]);
}
