import { createHash } from 'node:crypto';
import { Binary } from 'bson';
import { AppError, type Ctx, notFound, type World } from '../kernel/index.ts';
import type { FetchedRecording } from './carriers/carrier.ts';
import {
  type CallSessionDocument,
  type RecordingChunk,
  type RecordingCopy,
  recordingChunksOf,
} from './model.ts';

export const recordingBytesMax = 20 * 1024 * 1024;
/** Each is a write that webhooks wait for. */
const chunkBytes = 255 * 1024;
/** Carriers have a recording ready only after they have reported it. */
const retrySeconds = [1, 2, 5, 15, 60];
/** For how long the carrier's report that a recording is complete is waited for. */
const reportMilliseconds = 60_000;

/** When the recording of a call is to be copied next; null when nothing is to be copied. Pure. */
export function copyDueAt({
  session: { recording, endedAt },
  copy,
}: Pick<CallSessionDocument, 'session' | 'copy'>): Date | null {
  if (copy) return copy.state === 'pending' ? copy.retryAt : null;
  if (recording?.url == null) return null;
  if (recording.state === 'completed') return endedAt ?? new Date(0);
  if (recording.state !== 'pending' || endedAt === null) return null;
  return new Date(endedAt.getTime() + reportMilliseconds);
}

/** Stores what the carrier gave, or says when to ask again. Storing it twice is harmless. */
export async function keepRecording(
  world: World,
  { _id: sessionId, organizationId, copy }: CallSessionDocument,
  fetched: FetchedRecording,
): Promise<RecordingCopy> {
  if (fetched.outcome === 'refused') return failed(`The carrier refused it: ${fetched.error}`);
  const now = world.clock.now();
  if (fetched.outcome === 'retry') {
    const attempts = copy?.state === 'pending' ? copy.attempts : 0;
    const seconds = retrySeconds[attempts];
    if (seconds === undefined)
      return failed(`The carrier did not give it, ${attempts + 1} times: ${fetched.error}`);
    const retryAt = new Date(now.getTime() + seconds * 1000);
    return { state: 'pending', attempts: attempts + 1, retryAt };
  }
  const { bytes } = fetched;
  if (bytes.length > recordingBytesMax)
    return failed(`It has ${bytes.length} bytes; at most ${recordingBytesMax} are kept.`);
  const contentType = audioTypeOf(bytes);
  if (!contentType)
    return failed(
      `The carrier gave ${fetched.contentType || 'something'} that is neither mp3 nor wav.`,
    );
  await storeChunks(world, organizationId, sessionId, bytes);
  return {
    state: 'stored',
    contentType,
    byteCount: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    chunkBytes,
    storedAt: now,
  };
}

function failed(reason: string): RecordingCopy {
  return { state: 'failed', reason };
}

/** By its content: what a carrier says of it is passed on to nobody. */
function audioTypeOf(bytes: Buffer): 'audio/mpeg' | 'audio/wav' | null {
  const begin = bytes.toString('latin1', 0, 12);
  if (begin.startsWith('RIFF') && begin.endsWith('WAVE')) return 'audio/wav';
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
  return begin.startsWith('ID3') || isFrame ? 'audio/mpeg' : null;
}

/** One after the other, so that other writes get in between. */
async function storeChunks(
  world: World,
  organizationId: string,
  sessionId: string,
  bytes: Buffer,
): Promise<void> {
  const chunks = recordingChunksOf(world);
  for (let position = 0; position * chunkBytes < bytes.length; position += 1) {
    const part = bytes.subarray(position * chunkBytes, (position + 1) * chunkBytes);
    const _id = `${sessionId}:${position}`;
    const chunk = { organizationId, sessionId, position, bytes: new Binary(part) };
    await chunks.replaceOne({ _id }, chunk, { upsert: true });
  }
}

export interface StoredRecording {
  byteCount: number;
  /** In hex. */
  sha256: string;
  contentType: 'audio/mpeg' | 'audio/wav';
  storedAt: Date;
  /** The bytes from `start` to before `end`. */
  read(start: number, end: number): AsyncIterable<Uint8Array>;
}

/** The copy of what a caller said. Throws 404 where there is none (yet), and says why. */
export function openRecording(
  ctx: Ctx,
  {
    _id: sessionId,
    copy,
    session: { recording },
  }: Pick<CallSessionDocument, '_id' | 'copy' | 'session'>,
): StoredRecording {
  if (!recording || recording.state === 'absent' || recording.state === 'failed')
    throw notFound('Recording of the call session', sessionId);
  if (copy?.state === 'failed')
    throw new AppError('not-found', `The recording could not be copied. ${copy.reason}`);
  if (copy?.state !== 'stored')
    throw new AppError(
      'not-found',
      'The recording is being copied from the carrier; try again in a minute.',
    );
  const { byteCount, sha256, contentType, storedAt } = copy;
  return {
    byteCount,
    sha256,
    contentType,
    storedAt,
    read: (start, end) => readChunks(ctx, sessionId, copy.chunkBytes, start, end),
  };
}

async function* readChunks(
  world: World,
  sessionId: string,
  size: number,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array> {
  if (end <= start) return;
  const positions = { $gte: Math.floor(start / size), $lt: Math.ceil(end / size) };
  const found = recordingChunksOf(world)
    .find({ sessionId, position: positions })
    .sort({ position: 1 })
    .batchSize(4);
  for await (const chunk of found) {
    const offset = chunk.position * size;
    yield bytesOf(chunk).subarray(Math.max(0, start - offset), end - offset);
  }
}

/** Mongoose gives a Buffer where the driver gives a Binary. */
function bytesOf({ bytes }: RecordingChunk): Uint8Array {
  return Buffer.isBuffer(bytes) ? bytes : bytes.buffer;
}
