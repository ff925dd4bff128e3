import type { World } from '../kernel/index.ts';
import { driverCollection } from '../store/index.ts';
import { chunkBytes, chunkId, type MediaFile, mediaChunkModel, mediaModel } from './model.ts';

/** `end` is the first byte that is not part of it. */
interface ByteRange {
  start: number;
  end: number;
}

/** The file with this id once all of it is there; null when there is none. */
export function findMedia({ store }: Pick<World, 'store'>, id: string): Promise<MediaFile | null> {
  return driverCollection(mediaModel(store)).findOne({ _id: id, isComplete: true });
}

/** The files among these that exist and belong to the organization, by id. */
export async function findMediaOf(
  { store }: Pick<World, 'store'>,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, MediaFile>> {
  if (ids.length === 0) return new Map();
  const found = await driverCollection(mediaModel(store))
    .find({ _id: { $in: [...ids] }, organizationId, isComplete: true })
    .toArray();
  return new Map(found.map((file) => [file._id, file]));
}

/** A prompt by its address, for whoever knows it; null for anything else. */
export async function openAudio(
  world: Pick<World, 'store'>,
  fileId: string,
  sha256: string,
): Promise<MediaFile | null> {
  const file = await findMedia(world, fileId);
  return file?.kind === 'prompt' && file.sha256 === sha256 ? file : null;
}

/** The bytes in order, some at a time; by default all of them. Throws when the file is removed meanwhile. */
export async function* readMedia(
  { store }: Pick<World, 'store'>,
  { _id, byteCount }: Pick<MediaFile, '_id' | 'byteCount'>,
  { start, end }: ByteRange = { start: 0, end: byteCount },
): AsyncGenerator<Uint8Array> {
  const chunks = driverCollection(mediaChunkModel(store));
  const last = Math.min(end, byteCount);
  for (let at = Math.max(0, start); at < last; ) {
    const number = Math.floor(at / chunkBytes);
    const chunk = await chunks.findOne({ _id: chunkId(_id, number) });
    if (!chunk) throw new Error(`Chunk ${number} of the file ${_id} is missing.`);
    const first = number * chunkBytes;
    const part = chunk.bytes.buffer.subarray(at - first, last - first);
    yield part;
    at += part.length;
  }
}
