import { AppError, type Ctx, notFound, type World } from '../kernel/index.ts';
import { inspectAudio, readMedia, storeMedia } from '../media/index.ts';
import type { FetchedRecording } from './carriers/carrier.ts';
import type { CallSessionDocument, RecordingCopy } from './model.ts';

const recordingBytesMax = 20 * 1024 * 1024;
/** Carriers have a recording ready only after they have reported it; then every hour, as one may be down for longer. */
export const retrySeconds = [1, 2, 5, 15, 60, 300, 900];
export const hourSeconds = 3600;
/** Since the end of the call. It lies at the carrier all the while. */
const givenUpAfterMilliseconds = 24 * hourSeconds * 1000;
/** For how long the carrier's report that a recording is complete is waited for. */
const reportMilliseconds = 60_000;

/** When the recording of a call is to be copied next; null when nothing is to be copied. Pure. */
export function copyDueAt({
  session: { recording, endedAt },
  copy,
  erasure,
}: Pick<CallSessionDocument, 'session' | 'copy' | 'erasure'>): Date | null {
  if (erasure) return null;
  if (copy) return copy.state === 'pending' ? copy.retryAt : null;
  if (recording?.url == null) return null;
  if (recording.state === 'completed') return endedAt ?? new Date(0);
  if (recording.state !== 'pending' || endedAt === null) return null;
  return new Date(endedAt.getTime() + reportMilliseconds);
}

/** Stores what the carrier gave, or says when to ask again. Storing it twice is harmless. */
export async function keepRecording(
  world: World,
  { _id: sessionId, organizationId, session, copy }: CallSessionDocument,
  fetched: FetchedRecording,
): Promise<RecordingCopy> {
  if (fetched.outcome === 'refused') return failed(`The carrier refused it: ${fetched.error}`);
  const now = world.clock.now();
  if (fetched.outcome === 'retry') {
    const attempts = copy?.state === 'pending' ? copy.attempts : 0;
    const seconds = retrySeconds[attempts] ?? hourSeconds;
    const retryAt = new Date(now.getTime() + seconds * 1000);
    const endedAt = session.endedAt ?? session.startedAt;
    if (retryAt.getTime() - endedAt.getTime() > givenUpAfterMilliseconds)
      return failed(
        `The carrier was asked for it ${attempts + 1} times within a day and did not give it: ${fetched.error}`,
      );
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
  // The length is that of what can be played; what is damaged is worth keeping, too.
  const audio = inspectAudio(bytes);
  const told = session.recording?.durationSeconds ?? 0;
  const { byteCount, sha256 } = await storeMedia(
    world,
    {
      id: sessionId,
      organizationId,
      ownerId: sessionId,
      kind: 'recording',
      contentType,
      extension: contentType === 'audio/wav' ? 'wav' : 'mp3',
      durationSeconds: 'problem' in audio ? told : audio.durationSeconds,
      fileName: null,
      uploadedByUserId: null,
    },
    bytes,
  );
  return { state: 'stored', contentType, byteCount, sha256, storedAt: now };
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

export interface StoredRecording {
  byteCount: number;
  /** In hex. */
  sha256: string;
  contentType: 'audio/mpeg' | 'audio/wav';
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
  if (copy?.state === 'deleted')
    throw new AppError('not-found', `The recording was deleted on ${copy.at.toISOString()}.`);
  if (copy?.state === 'failed')
    throw new AppError('not-found', `The recording could not be copied. ${copy.reason}`);
  if (copy?.state !== 'stored')
    throw new AppError(
      'not-found',
      'The recording is being copied from the carrier; try again in a minute.',
    );
  const { byteCount, sha256, contentType } = copy;
  return {
    byteCount,
    sha256,
    contentType,
    read: (start, end) => readMedia(ctx, { _id: sessionId, byteCount }, { start, end }),
  };
}
