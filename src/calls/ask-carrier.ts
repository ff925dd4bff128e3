import type { World } from '../kernel/index.ts';
import { removeMedia } from '../media/index.ts';
import type { CallEvent } from './call-event.ts';
import type { FindNumber } from './call-number.ts';
import { apiOf, type Carriers } from './carrier-of-call.ts';
import { changeCall } from './change-call.ts';
import { eraseCall } from './erase-call.ts';
import type { CallSessionDocument } from './model.ts';
import { copyDueAt, keepRecording } from './recordings.ts';

export interface AskParts {
  world: World;
  carriers: Carriers;
  findNumber: FindNumber;
  /** Ends a call that has gone silent, or lets it go on. */
  applyChecked(
    call: CallSessionDocument,
    event: CallEvent & { kind: 'CallChecked' },
  ): Promise<void>;
}

/** Asks the carrier for what is due: what became of a call, its recording, or to delete that. Throws when nobody can be asked. */
export async function askCarrier(
  { world, carriers, findNumber, applyChecked }: AskParts,
  call: CallSessionDocument,
): Promise<void> {
  const { session, provider, providerCallId } = call;
  const apiOfCall = () => apiOf(world, carriers, findNumber, call);
  if (session.phase === 'ended' && call.erasure) return eraseCall(world, call, apiOfCall);
  const api = await apiOfCall();
  if (!api) throw new Error(`There is no way to ask ${provider} any more.`);
  if (session.phase !== 'ended') {
    const status = await api.callStatus(providerCallId);
    return applyChecked(call, { kind: 'CallChecked', status });
  }
  const url = session.recording?.url;
  if (copyDueAt(call) === null || url == null) return;
  const copy = await keepRecording(world, call, await api.recording(url));
  const kept = await changeCall(world, call._id, ({ erasure }) => (erasure ? null : { copy }));
  // It was deleted meanwhile.
  if (!kept) await removeMedia(world, [call._id]);
}
