import { type Sentence, say } from '../../sentences/index.ts';
import type { ReportedRecording } from '../call-event.ts';
import type { CallLogEntry, CallRecording, CallSession } from '../call-session.ts';
import { checkAtOf, soon } from './deadlines.ts';
import { ended, ignored } from './end.ts';
import type { EventOf, Transition } from './facts.ts';
import { decided, heard, told } from './log-entry.ts';
import { routeOf } from './session-reads.ts';

/**
 * Handles the end of a recorded message. A carrier reports it twice, in either order: as its next question (`Recorded`)
 * and as a status. The first report with a recording makes the call a voicemail, even when the call had ended as
 * missed.
 */
export function onRecorded(
  session: CallSession,
  event: EventOf<'Recorded'>,
  now: Date,
): Transition {
  const { recording } = event;
  if (recording && isMessage(session, recording)) {
    return {
      ...keepMessage(session, recording, 'pending', event, now),
      answer: [{ do: 'hang-up' }],
    };
  }
  if (recording) return onNothingRecorded(session, event, now);
  if (!awaitsMessage(session)) return ignored(session, event, say('recordingKnown'));
  // It was recorded, but not what: the status says it.
  return {
    session: {
      ...session,
      phase: 'recording',
      recording: merged(session.recording, unnamed, 'pending'),
      checkAt: soon(now),
    },
    answer: [{ do: 'hang-up' }],
    entries: [heard('RecordMessage', 'Processed', say('recordingOver'))],
  };
}

export function onRecordingStatus(
  session: CallSession,
  event: EventOf<'RecordingStatus'>,
  now: Date,
): Transition {
  const { status, recording } = event;
  switch (status) {
    case 'in-progress':
      return beginRecording(session, recording, now);
    case 'completed':
      return isMessage(session, recording)
        ? keepMessage(session, recording, 'completed', event, now)
        : withoutMessage(session, event, 'absent', now);
    case 'absent':
    case 'failed':
      return withoutMessage(session, event, status, now);
  }
}

/** The caller was asked for a message and left none. */
export function onNothingRecorded(
  session: CallSession,
  event: EventOf<'NothingRecorded' | 'Recorded'>,
  now: Date,
): Transition {
  if (!awaitsMessage(session)) return ignored(session, event, say('recordedKnown'));
  const reason = say('noMessageLeft');
  const reported = (event.kind === 'Recorded' && event.recording) || unnamed;
  const recording = merged(session.recording, reported, 'absent');
  return {
    session: ended({ ...session, recording }, now, 'Missed', reason),
    answer: [{ do: 'hang-up' }],
    entries: [heard('RecordMessage', 'Ignored', reason), told('Hangup', reason)],
  };
}

/** Handles the answer of a carrier that was asked for a message it did not report. */
export function onRecordingSought(
  session: CallSession,
  { recording: found }: EventOf<'RecordingSought'>,
  now: Date,
): Transition {
  const before = session.recording;
  const isUnknown = before?.state !== 'completed' && !(before?.state === 'pending' && before.url);
  if (session.phase !== 'ended' || !mayHaveMessage(session) || !isUnknown)
    return { session, answer: null, entries: [] };
  if (found && isMessage(session, found)) {
    const known = { ...session, recording: merged(before, found, 'completed') };
    const said = [whatWasLeft(known.recording), say('soughtUnreported')];
    const reason = say('inOrder', { said });
    return {
      session:
        session.outcome === 'Voicemail'
          ? known
          : voicemailOf(known, session.endedAt ?? now, reason),
      answer: null,
      entries: [decided('RecordMessage', 'Processed', reason)],
    };
  }
  if (before?.state === 'absent' || before?.state === 'failed')
    return { session, answer: null, entries: [] };
  const reason = say(found ? 'soughtTooShort' : 'soughtInVain');
  const isLost = session.outcome === 'Voicemail';
  return {
    session: { ...session, recording: merged(before, found ?? unnamed, 'absent') },
    answer: null,
    entries: [decided('RecordMessage', isLost ? 'Failed' : 'Ignored', reason)],
  };
}

function beginRecording(session: CallSession, reported: ReportedRecording, now: Date): Transition {
  if (session.phase !== 'voicemail') return { session, answer: null, entries: [] };
  const begun: CallSession = {
    ...session,
    phase: 'recording',
    recording: merged(session.recording, reported, 'pending'),
  };
  return {
    session: { ...begun, checkAt: checkAtOf(begun, routeOf(session), now) },
    answer: null,
    entries: [],
  };
}

/** Something was recorded: the call is a voicemail, unless it is known as one, or is none. */
function keepMessage(
  session: CallSession,
  reported: ReportedRecording,
  state: 'pending' | 'completed',
  event: EventOf<'Recorded' | 'RecordingStatus'>,
  now: Date,
): Transition {
  if (!mayHaveMessage(session)) return ignored(session, event, say('noMessageAskedFor'));
  const recording = merged(session.recording, reported, state);
  const kept: CallSession = { ...session, recording };
  if (session.outcome === 'Voicemail') {
    const news = say('messageComplete');
    const row = heard('RecordMessage', 'Ignored', news, { event: event.kind });
    return state === 'completed'
      ? { session: kept, answer: null, entries: [row] }
      : ignored(kept, event, say('messageKnown'));
  }
  const reason = whatWasLeft(recording);
  return {
    session: voicemailOf(kept, session.endedAt ?? now, reason),
    answer: null,
    entries: [heard('RecordMessage', 'Processed', reason)],
  };
}

function whatWasLeft({ durationSeconds: length }: CallRecording): Sentence {
  return length === null ? say('messageLeft') : say('messageLeftOf', { length });
}

function voicemailOf(session: CallSession, endedAt: Date, reason: Sentence): CallSession {
  return {
    ...ended(session, endedAt, 'Voicemail', reason),
    transcript: session.transcript ?? (session.settings.attachesTranscript ? awaited : null),
  };
}

const awaited = { state: 'awaited', text: null } as const;

/** The carrier has no recording. What it said of one before stays in the session; the file is gone. */
function withoutMessage(
  session: CallSession,
  event: EventOf<'RecordingStatus'>,
  state: 'absent' | 'failed',
  now: Date,
): Transition {
  if (!mayHaveMessage(session)) return ignored(session, event, say('noMessageAskedFor'));
  if (session.recording?.state === 'completed') {
    return ignored(session, event, say('messageKnown'));
  }
  const lost: CallSession = {
    ...session,
    recording: merged(session.recording, event.recording, state),
  };
  if (session.phase === 'ended')
    return { session: lost, answer: null, entries: [lateLoss(session)] };
  if (state === 'absent') {
    const reason = say('noMessageLeft');
    return {
      session: ended(lost, now, 'Missed', reason),
      answer: null,
      entries: [heard('RecordMessage', 'Ignored', reason)],
    };
  }
  // Somebody who has begun to speak is not forgotten because the carrier failed.
  const hasBegun = session.phase === 'recording';
  const reason = say(hasBegun ? 'messageBegunNotRecorded' : 'messageNotRecorded');
  return {
    session: ended(lost, now, hasBegun ? 'Voicemail' : 'Failed', reason),
    answer: null,
    entries: [heard('RecordMessage', 'Failed', reason)],
  };
}

function lateLoss({ outcome }: CallSession): CallLogEntry {
  return outcome === 'Voicemail'
    ? heard('RecordMessage', 'Failed', say('recordingMissing'))
    : heard('RecordMessage', 'Ignored', say('nothingRecorded'));
}

/** The caller has just been asked for a message, or leaves one. */
function awaitsMessage({ phase }: CallSession): boolean {
  return phase === 'voicemail' || phase === 'recording';
}

/** A message may come of the call, or has. */
export function mayHaveMessage({ askedForMessageAt }: CallSession): boolean {
  return askedForMessageAt !== null;
}

/** A breath or the click of hanging up is no message. Carriers that do not say how long it is have one. */
function isMessage({ settings }: CallSession, { durationSeconds }: ReportedRecording): boolean {
  return durationSeconds === null || durationSeconds >= settings.messageSecondsMin;
}

const ranks: Record<CallRecording['state'], number> = {
  pending: 1,
  absent: 2,
  failed: 2,
  completed: 3,
};

/** Stands for a recording that the report does not name. */
const unnamed: ReportedRecording = { id: '', url: null, durationSeconds: null };

/** Combines two reports of a recording, whichever came first. */
function merged(
  before: CallRecording | null,
  { id, url, durationSeconds }: ReportedRecording,
  state: CallRecording['state'],
): CallRecording {
  if (before === null) return { id, url, durationSeconds, state };
  return {
    // Carriers name no recording that is absent.
    id: before.id || id,
    url: before.url ?? url,
    durationSeconds: longest(before.durationSeconds, durationSeconds),
    state: ranks[state] > ranks[before.state] ? state : before.state,
  };
}

function longest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}
