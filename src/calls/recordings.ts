import { type Ctx, notFound, type World } from '../kernel/index.ts';
import { inspectAudio, readMedia, storeMedia } from '../media/index.ts';
import { refusal, type Sentence, say, zonedMoment } from '../sentences/index.ts';
import type { CallRecording, CallSession } from './call-session.ts';
import type { FetchedRecording } from './carriers/carrier.ts';
import type { CallSessionDocument, RecordingCopy } from './model.ts';

const recordingMegabytesMax = 20;
export const hourSeconds = 3600;
/** Carriers have a recording ready only after they have reported it; then every hour, as one may be down for longer. */
export const retrySeconds = [1, 2, 5, 15, 60, 300, 900];
/** Since the end of the call, or since somebody asked for it again. It lies at the carrier all the while. */
const givenUpAfterMilliseconds = 24 * hourSeconds * 1000;
/**
 * When a carrier that has reported no recording is asked whether it has one, after the end of the call; then after so
 * long each time.
 */
const soughtAfterMilliseconds = 5 * 60_000;
const soughtAgainSeconds = [55 * 60, 5 * hourSeconds, 17 * hourSeconds, 24 * hourSeconds];
/** For how long the carrier's report that a recording is complete is waited for. */
const reportMilliseconds = 60_000;

/** When the recording of a call is to be copied next; null when nothing is to be copied. Pure. */
export function copyDueAt({
  session,
  copy,
  erasure,
}: Pick<CallSessionDocument, 'session' | 'copy' | 'erasure'>): Date | null {
  const { recording, endedAt } = session;
  if (erasure) return null;
  if (copy && copy.state !== 'sought') return copy.state === 'pending' ? copy.retryAt : null;
  const later = (milliseconds: number) => endedAt && new Date(endedAt.getTime() + milliseconds);
  if (reportedUrlOf(recording) !== null)
    return recording?.state === 'completed' ? (endedAt ?? new Date(0)) : later(reportMilliseconds);
  if (copy) return copy.retryAt;
  return mayBeUnreported(session) ? later(soughtAfterMilliseconds) : null;
}

/** The caller was asked for a message, and the carrier has not said what became of it. */
export function mayBeUnreported({ phase, askedForMessageAt, recording }: CallSession): boolean {
  if (phase !== 'ended' || askedForMessageAt === null) return false;
  return recording === null || (recording.state === 'pending' && recording.url === null);
}

/** Where the carrier keeps a recording that it has reported; null where it has to be asked for one. */
export function reportedUrlOf(recording: CallRecording | null): string | null {
  return recording?.state === 'pending' || recording?.state === 'completed' ? recording.url : null;
}

/** Stores what the carrier gave, or says when to ask again. Storing it twice is harmless. */
export async function keepRecording(
  world: World,
  call: CallSessionDocument,
  fetched: FetchedRecording,
): Promise<RecordingCopy> {
  const { _id: sessionId, organizationId, session } = call;
  if (fetched.outcome === 'refused') return failed(say('recordingRefused', { why: fetched.error }));
  const now = world.clock.now();
  if (fetched.outcome === 'retry') {
    const { error } = fetched;
    const again = nextAttempt(call, now, { state: 'pending', error });
    return again ?? failed(say('recordingNotGiven', { why: error }));
  }
  const { bytes } = fetched;
  if (bytes.length > recordingMegabytesMax * 1024 * 1024)
    return failed(say('recordingTooLarge', { megabytes: recordingMegabytesMax }));
  const contentType = audioTypeOf(bytes);
  if (!contentType) return failed(say('recordingNoSound'));
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

/**
 * When to ask again whether there is a recording; null: what the carrier says now is final. `error`: why it did not
 * say.
 */
export function seekAgain(
  call: CallSessionDocument,
  now: Date,
  error: Sentence | null,
): RecordingCopy | null {
  const again = nextAttempt(call, now, { state: 'sought', error });
  if (again || error === null) return again;
  return failed(say('recordingNotFound', { why: error }));
}

const pauses = { pending: retrySeconds, sought: soughtAgainSeconds };

/** Null once a day is over. */
function nextAttempt(
  { session, copy }: CallSessionDocument,
  now: Date,
  { state, error }: { state: 'pending' | 'sought'; error: Sentence | null },
): RecordingCopy | null {
  const { attempts, since } = copy?.state === state ? copy : { attempts: 0 };
  const retryAt = new Date(now.getTime() + (pauses[state][attempts] ?? hourSeconds) * 1000);
  // A carrier that has none is not asked for another day because somebody has asked again.
  const from = (error === null ? null : since) ?? session.endedAt ?? session.startedAt;
  const isOver = retryAt.getTime() - from.getTime() > givenUpAfterMilliseconds;
  const known = { ...(since ? { since } : {}), ...(error === null ? {} : { error }) };
  return isOver ? null : { state, attempts: attempts + 1, retryAt, ...known };
}

function failed(reason: Sentence): RecordingCopy {
  return { state: 'failed', reason };
}

/** By its content: what a carrier says of it is passed on to nobody. */
function audioTypeOf(bytes: Buffer): 'audio/mpeg' | 'audio/wav' | null {
  const begin = bytes.toString('latin1', 0, 12);
  if (begin.startsWith('RIFF') && begin.endsWith('WAVE')) return 'audio/wav';
  const isFrame = bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0;
  return begin.startsWith('ID3') || isFrame ? 'audio/mpeg' : null;
}

interface StoredRecording {
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
  if (copy?.state === 'deleted')
    throw refusal(
      'not-found',
      say('recordingDeletedAt', { at: zonedMoment(copy.at.getTime(), 'UTC') }),
    );
  if (copy?.state === 'failed' && recording?.state !== 'absent')
    throw refusal('not-found', say('recordingNotFetched', { why: copy.reason }));
  if (!recording || recording.state === 'absent' || recording.state === 'failed')
    throw notFound('Recording of the call session', sessionId);
  if (copy?.state !== 'stored') throw refusal('not-found', say('recordingBeingCopied'));
  const { byteCount, sha256, contentType } = copy;
  return {
    byteCount,
    sha256,
    contentType,
    read: (start, end) => readMedia(ctx, { _id: sessionId, byteCount }, { start, end }),
  };
}
