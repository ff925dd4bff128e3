import { named, type Sentence, say } from '../../sentences/index.ts';
import type { CallLeg, CallLogEntry, CallSession, CallTarget } from '../call-session.ts';
import type { RouteSettings } from '../call-settings.ts';
import type { Instruction } from '../instructions.ts';
import { checkAtOf, talkSecondsMax } from './deadlines.ts';
import { ended } from './end.ts';
import { type Facts, known, type Transition } from './facts.ts';
import { aboutTarget, decided, told } from './log-entry.ts';
import { startVoicemail } from './voicemail.ts';
import { audible, closingPrompt } from './words.ts';

/** Dials the next of the chain whose turn it is, or does what the route has for a call that nobody takes. */
export function dialNext(session: CallSession, route: RouteSettings, facts: Facts): Transition {
  const busy = known(facts.busyUserIds, 'busyUserIds');
  const skipped: CallLogEntry[] = [];
  const chain = session.chain ?? [];
  for (const [position, target] of chain.entries()) {
    if (session.cursor !== null && position <= session.cursor) continue;
    if (session.triesUsed >= route.usersMax) {
      const reason = say('dialledEnough', { count: route.usersMax });
      return withEntries(skipped, exhausted(session, route, reason, facts.now));
    }
    const found = reachable(session, route, target, busy);
    if (!('code' in found))
      return withEntries(skipped, dial(session, route, position, found, facts.now));
    skipped.push(decided('DialTarget', 'Ignored', found, aboutTarget(target)));
  }
  const reason =
    chain.length === 0
      ? say('nobodyOnCallToDial')
      : session.triesUsed === 0
        ? say('everybodySkipped')
        : say('nobodyAccepted');
  return withEntries(skipped, exhausted(session, route, reason, facts.now));
}

type Reachable = CallTarget & { phoneNumber: string };

/** The target with its number, or why it is not dialled. */
function reachable(
  session: CallSession,
  route: RouteSettings,
  target: CallTarget,
  busy: ReadonlySet<string>,
): Reachable | Sentence {
  const { phoneNumber } = target;
  if (phoneNumber === null) return say('deletedOnDuty');
  const person = named(target);
  if (busy.has(target.userId)) return say('hasAnotherCall', { person });
  // It would call itself without end.
  if (phoneNumber === session.settings.phoneNumber) return say('hasNumberCalled', { person });
  if (phoneNumber === session.from) return say('hasNumberCalling', { person });
  if (route.skipsDialedNumbers && wasDialled(session, phoneNumber))
    return say('numberDialledBefore', { person });
  return { ...target, phoneNumber };
}

function wasDialled({ legs, chain }: CallSession, phoneNumber: string): boolean {
  return legs.some(({ target }) => chain?.[target]?.phoneNumber === phoneNumber);
}

function dial(
  session: CallSession,
  route: RouteSettings,
  position: number,
  target: Reachable,
  now: Date,
): Transition {
  const leg = session.legs.length;
  const ringing: CallSession = {
    ...session,
    phase: 'ringing',
    cursor: position,
    triesUsed: session.triesUsed + 1,
    legs: [...session.legs, newLeg(position, now)],
    engagement: null,
  };
  return {
    session: { ...ringing, checkAt: checkAtOf(ringing, route, now) },
    answer: [
      ...whileWaiting(session, route),
      {
        do: 'dial',
        to: target.phoneNumber,
        callerId: callerIdOf(session),
        ringSeconds: route.ringSeconds,
        timeLimitSeconds: talkSecondsMax,
        whisper: { at: 'whisper', leg },
        result: { at: 'dial-result', leg },
        status: { at: 'leg-status', leg },
      },
    ],
    entries: [
      told(
        'DialTarget',
        say('personRung', {
          person: named(target),
          tier: target.tier,
          ring: route.ringSeconds,
        }),
        aboutTarget(target, leg),
      ),
    ],
  };
}

/** Between two people who are rung. */
function whileWaiting({ legs }: CallSession, { waitingMessage }: RouteSettings): Instruction[] {
  const prompt = legs.length > 0 ? audible(waitingMessage ?? null) : null;
  return prompt ? [{ do: 'say', prompt }] : [];
}

function newLeg(target: number, now: Date): CallLeg {
  return {
    target,
    childCallId: null,
    status: 'initiated',
    dialStatus: null,
    confirmAttempts: 0,
    dialedAt: now,
    rangAt: null,
    answeredAt: null,
    acceptedAt: null,
    dismissedAt: null,
    isBridged: false,
    endedAt: null,
  };
}

/** A number longer than E.164 allows would make the carrier refuse the whole dial. */
function callerIdOf({ from, settings }: CallSession): string {
  const isShown = settings.callDisplayMode === 'CallerNumber' && from !== null && from.length <= 16;
  return isShown ? from : settings.phoneNumber;
}

/** Nobody is left to dial. */
function exhausted(
  session: CallSession,
  route: RouteSettings,
  reason: Sentence,
  now: Date,
): Transition {
  if (route.voicemailIfNobodyAnswers) return startVoicemail(session, route, reason, now);
  return {
    session: ended(session, now, 'Missed', reason),
    answer: [{ do: 'say', prompt: closingPrompt(session.settings, route) }, { do: 'hang-up' }],
    entries: [told('Hangup', say('inOrder', { said: [reason, say('closingMessagePlayed')] }))],
  };
}

function withEntries(before: readonly CallLogEntry[], transition: Transition): Transition {
  return { ...transition, entries: [...before, ...transition.entries] };
}
