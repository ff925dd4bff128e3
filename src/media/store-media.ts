import { hash } from 'node:crypto';
import { randomId, type World } from '../kernel/index.ts';
import { driverCollection } from '../store/index.ts';
import { chunkBytes, chunkId, type MediaFile, mediaChunkModel, mediaModel } from './model.ts';

type NewMedia = Omit<
  MediaFile,
  '_id' | 'sha256' | 'byteCount' | 'createdAt' | 'isComplete' | 'unusedSince'
> & {
  /** For what may be stored a second time after a crash; a random one where it is left out. */
  id?: string;
};

/** Stores the file; once more under the same id changes nothing, and completes what a crash interrupted. */
export async function storeMedia(
  { store, clock }: Pick<World, 'store' | 'clock'>,
  { id = randomId(), ...given }: NewMedia,
  bytes: Buffer,
): Promise<MediaFile> {
  const files = driverCollection(mediaModel(store));
  const chunks = driverCollection(mediaChunkModel(store));
  const present = await files.findOne({ _id: id });
  if (present?.isComplete) return present;
  const createdAt = clock.now();
  const file: MediaFile = {
    _id: id,
    ...given,
    sha256: hash('sha256', bytes),
    byteCount: bytes.length,
    createdAt,
    isComplete: false,
    unusedSince: given.kind === 'prompt' ? createdAt : null,
  };
  await files.replaceOne({ _id: id }, file, { upsert: true });
  // One by one: other writes come in between.
  for (let at = 0, number = 0; at < bytes.length; at += chunkBytes, number += 1)
    await chunks.replaceOne(
      { _id: chunkId(id, number) },
      {
        organizationId: given.organizationId,
        // as never: a Buffer is stored as the Binary that it is read as.
        bytes: bytes.subarray(at, at + chunkBytes) as never,
      },
      { upsert: true },
    );
  await files.updateOne({ _id: id }, { $set: { isComplete: true } });
  return { ...file, isComplete: true };
}

/** The files go at once for readers, then their chunks; harmless when called again. */
export async function removeMedia(
  { store }: Pick<World, 'store'>,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const files = driverCollection(mediaModel(store));
  const chosen = { _id: { $in: [...ids] } };
  await files.updateMany(chosen, { $set: { isComplete: false } });
  const found = await files.find(chosen).project<Sized>({ byteCount: 1 }).toArray();
  for (const { _id, byteCount } of found) {
    const count = Math.ceil(byteCount / chunkBytes);
    await driverCollection(mediaChunkModel(store)).deleteMany({
      _id: { $in: Array.from({ length: count }, (_, number) => chunkId(_id, number)) },
    });
    await files.deleteOne({ _id });
  }
}

type Sized = Pick<MediaFile, '_id' | 'byteCount'>;
