import { named, type Sentence, type SentenceCode, say } from '../../sentences/index.ts';
import type { CallEvent, CallStatus } from '../call-event.ts';
import type { CallBack, CallLogEntry, CallSession } from '../call-session.ts';
import { isOverdueSince, recheckAt, soon, talkSecondsMax } from './deadlines.ts';
import type { Transition } from './facts.ts';
import { decided, heard, told } from './log-entry.ts';
import { callBackPrompts } from './words.ts';

/**
 * Somebody calls the caller of a call that is over: the carrier rings them first, and the caller once they have pressed
 * 1, so that no mailbox of theirs talks to the caller. The caller sees the number that they had called. What became of
 * the call itself stays as it is.
 */
export const callBackRingSeconds = 30;
const callerRingSeconds = 40;
const keySeconds = 8;
const askedMax = 2;

export type CallBackEvent = Extract<CallEvent, { callBack: number }>;

export function isOfCallBack(event: CallEvent): event is CallBackEvent {
  return 'callBack' in event;
}

/** The one that goes on now. */
export function openCallBack({ callBacks = [] }: CallSession): CallBack | null {
  const last = callBacks.at(-1);
  return last && last.phase !== 'ended' ? last : null;
}

export function onCallBack(session: CallSession, event: CallBackEvent, now: Date): Transition {
  if (event.kind === 'CallBackAsked') return begin(session, event, now);
  const current = session.callBacks?.[event.callBack];
  const isOther =
    'callId' in event &&
    current?.providerCallId !== null &&
    current?.providerCallId !== event.callId;
  if (!current || current.phase === 'ended' || isOther) return ignored(session, event);
  const known = 'callId' in event ? { ...current, providerCallId: event.callId } : current;
  const step = stepOf(session, known, event, now);
  if (!step) return ignored(session, event);
  return {
    session: withCallBack(session, event.callBack, step.callBack),
    answer: step.answer ?? null,
    entries: step.entries,
  };
}

interface Step {
  callBack: CallBack;
  answer?: Transition['answer'];
  entries: CallLogEntry[];
}

function begin(
  session: CallSession,
  event: CallBackEvent & { kind: 'CallBackAsked' },
  now: Date,
): Transition {
  const { callBacks = [] } = session;
  // Somebody else was faster, or it was asked twice.
  if (openCallBack(session) || event.callBack !== callBacks.length || session.from === null)
    return { session, answer: null, entries: [] };
  const { id, userId, displayName, phoneNumber } = event;
  const begun: CallBack = {
    id,
    userId,
    displayName,
    phoneNumber,
    phase: 'asked',
    outcome: null,
    providerCallId: null,
    confirmAttempts: 0,
    askedAt: now,
    endedAt: null,
    talkedSeconds: null,
    endReason: null,
    checkAt: soon(soon(now)),
  };
  const reason = say('callBackBegun', {
    person: { userId, displayName },
    ring: callBackRingSeconds,
    caller: session.from,
  });
  return {
    session: { ...session, callBacks: [...callBacks, begun] },
    answer: null,
    entries: [told('CallBack', reason, { userId })],
  };
}

/** Null: it changes nothing any more. */
function stepOf(
  session: CallSession,
  callBack: CallBack,
  event: Exclude<CallBackEvent, { kind: 'CallBackAsked' }>,
  now: Date,
): Step | null {
  const { phase } = callBack;
  const isBefore = phase === 'asked' || phase === 'ringing';
  switch (event.kind) {
    case 'CallBackPlaced':
      // Who picks up at once may have been faster.
      return { callBack: isBefore ? { ...callBack, phase: 'ringing' } : callBack, entries: [] };
    case 'CallBackRefused': {
      if (!isBefore) return null;
      const reason = say('callBackRefused', { person: named(callBack), why: event.error });
      const row = decided('CallBackResult', 'Failed', reason, aboutCallBack(callBack));
      return { callBack: over(callBack, now, 'Refused', reason), entries: [row] };
    }
    case 'CallBackPickedUp':
      return isBefore || phase === 'confirm'
        ? ask(session, callBack, event.callBack, Math.max(callBack.confirmAttempts, 1), now)
        : null;
    case 'CallBackKey':
      return phase === 'confirm' && event.attempt === callBack.confirmAttempts
        ? keyed(session, callBack, event, now)
        : null;
    case 'CallBackDialed':
      return phase === 'dialing' ? dialed(session, callBack, event, now) : null;
    case 'CallBackEnded':
      return ended(callBack, event.status, now);
    case 'CallBackChecked':
      return checked(callBack, event.status, now);
  }
}

function ask(
  session: CallSession,
  callBack: CallBack,
  index: number,
  attempt: number,
  now: Date,
): Step {
  return {
    callBack: {
      ...callBack,
      phase: 'confirm',
      confirmAttempts: attempt,
      checkAt: soon(soon(now)),
    },
    answer: [
      {
        do: 'gather',
        prompts: callBackPrompts(session.settings, session.from),
        seconds: keySeconds,
        next: { at: 'call-back-key', leg: index, attempt },
      },
    ],
    entries: [
      told(
        'CallBack',
        say(attempt === 1 ? 'pickedUpAndAsked' : 'askedToPressAgain', {
          person: named(callBack),
          attempt,
          attemptsMax: askedMax,
        }),
        { ...aboutCallBack(callBack), attempt },
      ),
    ],
  };
}

function keyed(
  session: CallSession,
  callBack: CallBack,
  { key, attempt, callBack: index }: CallBackEvent & { kind: 'CallBackKey' },
  now: Date,
): Step | null {
  const person = named(callBack);
  const about = { ...aboutCallBack(callBack), attempt, key };
  if (key === '1' && session.from !== null) {
    const reason = say('pressedAndCallerRung', {
      person,
      caller: session.from,
      ring: callerRingSeconds,
    });
    return {
      callBack: { ...callBack, phase: 'dialing', checkAt: recheckAt(now) },
      answer: [
        {
          do: 'connect',
          to: session.from,
          callerId: session.settings.phoneNumber,
          ringSeconds: callerRingSeconds,
          timeLimitSeconds: talkSecondsMax,
          result: { at: 'call-back-result', leg: index },
        },
      ],
      entries: [heard('CallBack', 'Processed', reason, about)],
    };
  }
  const what =
    key === ''
      ? say('pressedNoKey', { person, within: keySeconds })
      : say('pressedOtherKey', { person, key });
  if (attempt < askedMax) {
    const again = ask(session, callBack, index, attempt + 1, now);
    const row = heard('CallBack', 'Ignored', what, about);
    return { ...again, entries: [row, ...again.entries] };
  }
  const reason = say('inOrder', { said: [what, say('callerNotRung')] });
  return {
    callBack: over(callBack, now, 'NotAccepted', reason),
    answer: [{ do: 'hang-up' }],
    entries: [heard('CallBackResult', 'Ignored', reason, about)],
  };
}

function dialed(
  session: CallSession,
  callBack: CallBack,
  { status, isBridged, durationSeconds }: CallBackEvent & { kind: 'CallBackDialed' },
  now: Date,
): Step {
  const person = named(callBack);
  const hasTalked = status === 'completed' && (isBridged ?? durationSeconds !== 0);
  const caller = session.from ?? '';
  const talked = durationSeconds;
  const reason = !hasTalked
    ? say(unreached[status], { person, caller })
    : talked === null
      ? say('backTalked', { person, caller })
      : say('backTalkedFor', { person, caller, talked });
  const result = hasTalked ? 'Processed' : status === 'failed' ? 'Failed' : 'Ignored';
  return {
    callBack: {
      ...over(callBack, now, hasTalked ? 'Talked' : 'NotReached', reason),
      talkedSeconds: hasTalked ? talked : null,
    },
    answer: [{ do: 'hang-up' }],
    entries: [heard('CallBackResult', result, reason, { ...aboutCallBack(callBack), status })],
  };
}

const unreached = {
  busy: 'backBusy',
  'no-answer': 'backUnanswered',
  failed: 'backFailed',
  canceled: 'backCanceled',
  completed: 'backUnconnected',
} as const satisfies Record<string, SentenceCode>;

/** The line of the person who calls back has ended. */
function ended(callBack: CallBack, status: CallStatus, now: Date): Step | null {
  if (status === 'ongoing') return null;
  // The carrier reports the outcome of the talk in a request of its own.
  if (callBack.phase === 'dialing')
    return { callBack: { ...callBack, checkAt: soon(now) }, entries: [] };
  const reason = say('inOrder', { said: [unanswered(callBack, status), say('callerNotRung')] });
  const row = heard('CallBackResult', status === 'failed' ? 'Failed' : 'Ignored', reason, {
    ...aboutCallBack(callBack),
    status,
  });
  return { callBack: over(callBack, now, 'NotAccepted', reason), entries: [row] };
}

function unanswered(callBack: CallBack, status: CallStatus): Sentence {
  const person = named(callBack);
  if (callBack.phase === 'confirm') return say('backHungUp', { person });
  switch (status) {
    case 'busy':
      return say('backDeclined', { person });
    case 'failed':
      return say('backUnreachable', { person });
    default:
      return say('backNotPickedUp', { person });
  }
}

/** Nothing was heard of it for too long. */
function checked(callBack: CallBack, status: CallStatus | null, now: Date): Step | null {
  if (callBack.checkAt === null || now < callBack.checkAt) return null;
  if (status === 'ongoing' && !isOverdueSince(callBack.askedAt, now))
    return { callBack: { ...callBack, checkAt: recheckAt(now) }, entries: [] };
  const reason = say(status === null ? 'backUnheard' : 'backUnreported');
  const row = decided('CallBackResult', 'Failed', reason, aboutCallBack(callBack));
  return { callBack: over(callBack, now, 'Unknown', reason), entries: [row] };
}

function over(
  callBack: CallBack,
  now: Date,
  outcome: NonNullable<CallBack['outcome']>,
  endReason: Sentence,
): CallBack {
  return { ...callBack, phase: 'ended', outcome, endReason, endedAt: now, checkAt: null };
}

function aboutCallBack({ userId }: CallBack) {
  return { userId };
}

function withCallBack(session: CallSession, index: number, callBack: CallBack): CallSession {
  const callBacks = (session.callBacks ?? []).map((one, at) => (at === index ? callBack : one));
  return { ...session, callBacks };
}

/** Late, twice, or of another call. Who waits for an answer is hung up on. */
function ignored(session: CallSession, event: CallBackEvent): Transition {
  switch (event.kind) {
    case 'CallBackPickedUp':
    case 'CallBackKey':
    case 'CallBackDialed': {
      const why = say('backOver');
      const row = heard('CallBack', 'Ignored', why, { event: event.kind });
      return { session, answer: [{ do: 'hang-up' }], entries: [row] };
    }
    default:
      return { session, answer: null, entries: [] };
  }
}
