import { recordAudit, settleEntry } from '../audit/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { removeMedia } from '../media/index.ts';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';
import { plainCollection } from '../store/index.ts';
import type { CarrierApi, DeletedRecording } from './carriers/carrier.ts';
import { changeCall, writeCall } from './change-call.ts';
import { eraseDueAt } from './due.ts';
import { type CallSessionDocument, callSessionModel, callSessionsOf } from './model.ts';
import { hourSeconds, mayBeUnreported, retrySeconds } from './recordings.ts';

/** The carrier is asked for so long; then it is said that its recording stays. */
const givenUpAfterMilliseconds = 24 * 3_600_000;

/**
 * Deletes what is due of a call: our copy of the recording first, then that of the carrier, then the call. Each step is
 * harmless when it is done again, so a crash repeats the last one.
 */
export async function eraseCall(
  world: World,
  call: CallSessionDocument,
  apiOf: () => Promise<CarrierApi | null>,
): Promise<void> {
  const { erasure, _id } = call;
  const now = world.clock.now();
  const dueAt = eraseDueAt(call);
  if (erasure === null || dueAt === null || dueAt > now) {
    // Writes when it is.
    await writeCall(world, call, {});
    return;
  }
  await removeMedia(world, [_id]);
  const deleted = await deleteAtCarrier(call, apiOf);
  if (deleted.outcome !== 'deleted') {
    const isGivenUp =
      deleted.outcome === 'refused' ||
      now.getTime() - erasure.since.getTime() > givenUpAfterMilliseconds;
    if (!isGivenUp) {
      const seconds = retrySeconds[erasure.attempts] ?? hourSeconds;
      const retryAt = new Date(now.getTime() + seconds * 1000);
      await changeCall(world, _id, (latest) =>
        latest.erasure
          ? { erasure: { ...latest.erasure, attempts: erasure.attempts + 1, retryAt } }
          : null,
      );
      return;
    }
    await sayThatItStays(world, call, deleted.error);
  }
  await (erasure.what === 'call' ? removeCall(world, call) : forgetRecording(world, call));
}

/** Also a recording that it has not reported: what it does not say of one that may not be there stays unsaid. */
async function deleteAtCarrier(
  { providerCallId, session }: CallSessionDocument,
  apiOf: () => Promise<CarrierApi | null>,
): Promise<DeletedRecording> {
  const { recording, startedAt, endedAt } = session;
  if (recording?.id) {
    const api = await apiOf();
    if (api) return api.deleteRecording(recording.id);
    return { outcome: 'refused', error: say('carrierAccessGone') };
  }
  const api = mayBeUnreported(session) ? await apiOf() : null;
  const period = { from: startedAt, until: endedAt ?? startedAt };
  const found = await api?.findRecording({ callId: providerCallId, ...period });
  if (found?.outcome === 'retry') return found;
  return api && found?.outcome === 'found'
    ? api.deleteRecording(found.recording.id)
    : { outcome: 'deleted' };
}

/** In the audit log, where whoever had it deleted looks. */
async function sayThatItStays(
  world: World,
  { _id, organizationId, session }: CallSessionDocument,
  error: Sentence,
): Promise<void> {
  const reason = inEnglish(error);
  world.log.warn({ sessionId: _id, reason }, 'a carrier keeps the recording of a call');
  await recordAudit(systemContext(world, organizationId, 'calls'), {
    action: 'call-session.recording-stays',
    entityType: 'CallSession',
    entityId: _id,
    changes: [
      { path: 'recording', after: session.recording?.id ?? null },
      { path: 'reason', after: reason },
    ],
  });
}

/** Unless something has happened to it meanwhile: then it is looked at again. */
async function removeCall(world: World, { _id, version, outbox }: CallSessionDocument) {
  for (const entry of outbox ?? [])
    await settleEntry(world, plainCollection(callSessionModel(world.store)), _id, entry);
  await callSessionsOf(world).deleteOne({ _id, version });
}

async function forgetRecording(world: World, { _id }: CallSessionDocument): Promise<void> {
  await changeCall(world, _id, ({ erasure }) =>
    erasure?.what === 'recording'
      ? { erasure: null, copy: { state: 'deleted', at: world.clock.now() } }
      : null,
  );
}
