import type { CallEvent, DialStatus } from './call-event.ts';
import type { CallSession } from './call-session.ts';
import type { Prompt } from './call-settings.ts';
import { secondsOf } from './flow/words.ts';
import type { Instruction, Step } from './instructions.ts';
import type { CallScript, MemberScript } from './rehearse.ts';

export type Listener = 'caller' | { userId: string; displayName: string | null };

/**
 * The next step of a rehearsed call, and how many seconds after its beginning. An event is answered with instructions.
 */
export type Happening =
  | { second: number; event: CallEvent }
  | { second: number; to: Listener; prompt: Prompt };

type Play<Result> = Generator<Happening, Result, readonly Instruction[]>;
type Do<Name extends Instruction['do']> = Extract<Instruction, { do: Name }>;

/** A carrier that waits in silence ends the recording. */
const silenceSeconds = 5;
const recording = { id: 'recording', url: null };

/** A carrier of which nothing exists but its order: does what it is told, and reports what the script has people do. */
export function* play(script: CallScript, session: () => CallSession): Play<void> {
  const { fromRaw: from, to } = session();
  const call: PlayedCall = { script, session, second: 0 };
  let report: CallEvent | null = { kind: 'CallArrived', from, to };
  while (report) {
    const todo: readonly Instruction[] = yield { second: call.second, event: report };
    if (report.kind === 'CallEnded') return;
    if (report.kind === 'Recorded') yield* tellsRecording(call, 'completed', report.recording);
    report = yield* callerSide(call, todo);
  }
}

/** The events of a caller who hangs up, `idleSeconds` after the last thing that happened. */
export function leave(session: CallSession, idleSeconds: number): CallEvent[] {
  const goodbye: CallEvent = { kind: 'CallEnded', status: 'completed', durationSeconds: null };
  switch (session.phase) {
    case 'ended':
      return [goodbye];
    case 'bridged': {
      const leg = session.legs.length - 1;
      return [goodbye, { ...dialEnded(leg, 'completed', true), callHasEnded: true }];
    }
    case 'recording': {
      const left = { ...recording, durationSeconds: idleSeconds };
      return [goodbye, { kind: 'RecordingStatus', status: 'completed', recording: left }];
    }
    default:
      return [goodbye];
  }
}

interface PlayedCall {
  script: CallScript;
  session: () => CallSession;
  second: number;
}

/** Follows the instructions until the next question; null: there is none, because the call was refused. */
function* callerSide(call: PlayedCall, todo: readonly Instruction[]): Play<CallEvent | null> {
  for (const instruction of todo) {
    switch (instruction.do) {
      case 'say':
        yield* hears(call, 'caller', instruction.prompt);
        break;
      case 'gather': {
        const { attempt, key } = yield* gather(call, 'caller', instruction, call.script.keys);
        return { kind: 'MenuKey', attempt, key };
      }
      case 'go':
        return instruction.next.at === 'route'
          ? { kind: 'RouteReached' }
          : { kind: 'NothingRecorded' };
      case 'dial':
        return yield* dial(call, instruction);
      case 'record': {
        const durationSeconds = Math.min(call.script.speaksSeconds, instruction.secondsMax);
        if (durationSeconds > 0) {
          yield* tellsRecording(call, 'in-progress', { ...recording, durationSeconds: null });
          call.second += durationSeconds;
          return { kind: 'Recorded', recording: { ...recording, durationSeconds } };
        }
        call.second += silenceSeconds;
        break;
      }
      case 'reject':
        return null;
      // Only calls back do.
      case 'connect':
      case 'bridge':
      case 'hang-up':
        return { kind: 'CallEnded', status: 'completed', durationSeconds: null };
    }
  }
  return { kind: 'CallEnded', status: 'completed', durationSeconds: null };
}

/** Rings a member, and does on their side what they are to hear. */
function* dial(call: PlayedCall, { ringSeconds, timeLimitSeconds, result }: Do<'dial'>) {
  const leg = legOf(result);
  const { chain, legs } = call.session();
  const target = chain?.[legs[leg]?.target ?? -1];
  const { members, others } = call.script;
  const member = (target && members.get(target.userId)) ?? others;
  const listener = { userId: target?.userId ?? '', displayName: target?.displayName ?? null };
  if (member.answers === 'Busy') return dialEnded(leg, 'busy');
  if (member.answers === 'Failed') return dialEnded(leg, 'failed');
  const childCallId = `leg-${leg}`;
  yield* tells(call, { kind: 'LegStatus', leg, status: 'ringing', childCallId });
  if (member.answers === 'NoAnswer' || member.afterSeconds > ringSeconds) {
    call.second += ringSeconds;
    return dialEnded(leg, 'no-answer');
  }
  call.second += member.afterSeconds;
  let todo = yield* tells(call, { kind: 'MemberPickedUp', leg, childCallId });
  for (;;) {
    const done = yield* memberSide(call, listener, member, todo);
    if (done === 'bridged') {
      call.second += Math.min(member.talksSeconds, timeLimitSeconds);
      return dialEnded(leg, 'completed', true);
    }
    if (done === 'over') return dialEnded(leg, 'completed');
    todo = yield* tells(call, { kind: 'MemberKey', leg, ...done });
  }
}

/** Follows the instructions on the side of a member until a key is awaited, or both are connected. */
function* memberSide(
  call: PlayedCall,
  listener: Listener,
  member: MemberScript,
  todo: readonly Instruction[],
): Play<{ attempt: number; key: string } | 'bridged' | 'over'> {
  const keys = member.answers === 'PicksUp' ? member.keys : [];
  for (const instruction of todo) {
    if (instruction.do === 'say') yield* hears(call, listener, instruction.prompt);
    else if (instruction.do === 'gather') return yield* gather(call, listener, instruction, keys);
    else return instruction.do === 'bridge' ? 'bridged' : 'over';
  }
  // No instruction is left: a carrier connects them.
  return 'bridged';
}

/** A key is pressed when the words have been heard. */
function* gather(
  call: PlayedCall,
  to: Listener,
  { prompts, seconds, next }: Do<'gather'>,
  keys: readonly (string | null)[],
): Play<{ attempt: number; key: string }> {
  for (const prompt of prompts) yield* hears(call, to, prompt);
  const attempt = 'attempt' in next ? next.attempt : 1;
  const key = keys[attempt - 1] ?? '';
  if (key === '') call.second += seconds;
  return { attempt, key };
}

function* hears(call: PlayedCall, to: Listener, prompt: Prompt): Play<void> {
  yield { second: call.second, to, prompt };
  call.second += secondsOf(prompt, 15);
}

function* tells(call: PlayedCall, event: CallEvent): Play<readonly Instruction[]> {
  return yield { second: call.second, event };
}

function* tellsRecording(
  call: PlayedCall,
  status: 'in-progress' | 'completed',
  reported: Extract<CallEvent, { kind: 'Recorded' }>['recording'],
): Play<void> {
  if (reported) yield* tells(call, { kind: 'RecordingStatus', status, recording: reported });
}

function legOf(step: Step): number {
  return 'leg' in step ? step.leg : 0;
}

function dialEnded(leg: number, status: DialStatus, isBridged = false) {
  return {
    kind: 'DialEnded',
    leg,
    status,
    isBridged,
    durationSeconds: null,
    callHasEnded: false,
  } satisfies CallEvent;
}
