import { type Sentence, type SentenceCode, say } from '../../sentences/index.ts';
import type { CallEvent, UnansweredRequest } from '../call-event.ts';
import type { CallSession } from '../call-session.ts';
import { reasonToBlock } from '../caller-number.ts';
import { whoCalled } from './arrival.ts';
import { onDialEnded } from './dial-result.ts';
import { ended } from './end.ts';
import type { EventOf, Facts, Transition } from './facts.ts';
import { decided, heard } from './log-entry.ts';
import { onNothingRecorded, onRecorded } from './recording.ts';

/**
 * The server could not say how the call goes on. What had happened until then counts: who had talked to somebody has
 * talked, who had left a message has left it. Otherwise the call has failed, and not because of the caller.
 */
export function onUnanswered(
  session: CallSession,
  request: EventOf<'Unanswered'>,
  facts: Facts,
): Transition {
  const reason = reasonOf(request, session.settings.emergencyNumber);
  const entry = decided('Hangup', 'Failed', reason, {
    event: request.event.kind,
    at: request.at.toISOString(),
  });
  if (request.isMember) return { session, answer: null, entries: [entry] };
  if (session.isUnanswered || hasLedSomewhere(session))
    return { session, answer: null, entries: [] };
  const fact = session.phase === 'ended' ? null : factOf(session, request.event, facts);
  // Two who talk, and a message that is spoken, are not undone: the carrier has yet to say what became of them.
  if (!fact && (session.phase === 'bridged' || session.phase === 'recording'))
    return { session, answer: null, entries: [entry] };
  const known = fact && hasLedSomewhere(fact.session) ? fact : null;
  if (known) return { ...known, answer: null, entries: [...known.entries, entry] };
  const arrived = session.phase === 'arrived';
  const refusal = arrived ? reasonToBlock(session.from, session.settings) : null;
  const entries = arrived ? [heard('CallReceived', 'Processed', whoCalled(session))] : [];
  if (refusal !== null)
    return {
      session: ended(session, request.at, 'Blocklisted', refusal),
      answer: null,
      entries: [...entries, decided('CallerBlocklisted', 'Processed', refusal)],
    };
  const failed = ended(session, session.endedAt ?? request.at, 'Failed', reason);
  return {
    session: { ...failed, isUnanswered: true },
    answer: null,
    entries: [...entries, entry],
  };
}

/** The part of an event that counts whatever the carrier was answered. */
function factOf(session: CallSession, event: CallEvent, facts: Facts): Transition | null {
  switch (event.kind) {
    case 'DialEnded':
      return onDialEnded(session, event, facts);
    case 'Recorded':
      return onRecorded(session, event, facts.now);
    case 'NothingRecorded':
      return onNothingRecorded(session, event, facts.now);
    default:
      return null;
  }
}

function hasLedSomewhere({ phase, outcome }: CallSession): boolean {
  return phase === 'ended' && outcome !== 'Missed' && outcome !== 'Failed';
}

const causes = {
  store: 'storeSilent',
  late: 'serverTooSlow',
  mistake: 'serverMistaken',
  carrier: 'carrierUnanswered',
} as const satisfies Record<UnansweredRequest['why'], SentenceCode>;

function reasonOf(request: UnansweredRequest, emergencyNumber: string | null): Sentence {
  return say('inOrder', {
    said: [say(causes[request.why]), whatWasSaid(request, emergencyNumber)],
  });
}

function whatWasSaid({ said, isMember }: UnansweredRequest, number: string | null): Sentence {
  if (isMember) return say('personHungUpOn');
  switch (said) {
    case 'sorry':
      return say('callerHeardApology');
    case 'emergency-number':
      return number === null
        ? say('callerPutThroughSomewhere')
        : say('callerPutThrough', { number });
    case 'wait':
      return say('callerKeptWaiting');
  }
}
