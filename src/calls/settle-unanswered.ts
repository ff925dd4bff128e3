import type { Task, World } from '../kernel/index.ts';
import { type ApplyParts, applyEvent, keyOf } from './apply-event.ts';
import { beginCall } from './begin-call.ts';
import type { CallEvent } from './call-event.ts';
import type { FindNumber } from './call-number.ts';
import { type CallSessionDocument, callSessionsOf } from './model.ts';
import type { TakenNotes, UnansweredNote, UnansweredNotes } from './unanswered-notes.ts';

export interface UnansweredParts {
  world: World;
  notes: UnansweredNotes;
  findNumber: FindNumber;
  /** Null: there is no such carrier. */
  partsFor(carrier: string): ApplyParts | null;
  onChanged(call: CallSessionDocument): void;
}

/** Longer than a carrier that was told to ask again takes for all of it. */
const waitMilliseconds = 60_000;
const keptMilliseconds = 24 * 3_600_000;
const failuresMax = 5;

/** Brings what was noted while the store did not answer to its calls, once it answers. Twice is harmless. */
export function createUnansweredTask(parts: UnansweredParts): Task {
  const { notes } = parts;
  return {
    name: 'unanswered-calls',
    everySeconds: 5,
    // Each process has a folder of its own, or shares one with those that run on the same machine.
    everywhere: true,
    async run(stopping) {
      await settleAll(parts, await notes.take(), stopping);
    },
  };
}

/** Notes that cannot be brought to their call are kept for a day, and hold up no others. Throws what failed. */
async function settleAll(
  parts: UnansweredParts,
  taken: readonly TakenNotes[],
  stopping: AbortSignal,
): Promise<void> {
  const { world, notes } = parts;
  const later: UnansweredNote[] = [];
  const failures: unknown[] = [];
  const all = taken.flatMap((file) => file.notes);
  const unreadable = taken.reduce((sum, file) => sum + file.unreadable, 0);
  if (unreadable > 0)
    world.log.error(
      { lines: unreadable },
      'notes of calls that could not be answered are unreadable',
    );
  // A note of a final answer says more than one of a carrier that was told to wait.
  const [waits, ends] = [
    all.filter(({ said }) => said === 'wait'),
    all.filter(({ said }) => said !== 'wait'),
  ];
  for (const note of [...ends, ...waits]) {
    if (stopping.aborted) return;
    // The store is still gone: all of them stay where they are.
    if (failures.length >= failuresMax) throw failures[0];
    try {
      if ((await settle(parts, note)) === 'later') later.push(note);
    } catch (error) {
      failures.push(error);
      if (world.clock.now().getTime() - note.at.getTime() < keptMilliseconds) later.push(note);
    }
  }
  for (const note of later) await notes.add(note);
  for (const file of taken) await file.remove();
  if (failures.length > 0) throw failures[0];
}

async function settle(parts: UnansweredParts, note: UnansweredNote): Promise<'done' | 'later'> {
  const { world, findNumber, partsFor, onChanged } = parts;
  const { integrationId, callId: providerCallId, carrier, step, attempt, at } = note;
  const isOpen =
    note.said === 'wait' && world.clock.now().getTime() - at.getTime() < waitMilliseconds;
  const call = await callSessionsOf(world).findOne({ integrationId, providerCallId });
  const asked = step && call?.applied.find(({ key }) => key === keyOf(step, note.event));
  // It was given its answer afterwards. What was forgotten a day after the end is long settled.
  if (call && ((asked?.attempt ?? 0) > attempt || call.access === null)) return 'done';
  if (isOpen) return 'later';
  const applying = partsFor(carrier);
  if (!applying) return 'done';
  const { why, said, isMember, event } = note;
  const unanswered: CallEvent = { kind: 'Unanswered', at, why, said, isMember, event };
  const named = {
    key: `unanswered ${keyOf(step ?? { at: 'voice' }, event)} ${attempt}`,
    attempt: 0,
  };
  if (call) {
    onChanged((await applyEvent(applying, call, unanswered, named)).call);
    return 'done';
  }
  const number = event.kind === 'CallArrived' ? await findNumber(integrationId) : null;
  if (event.kind !== 'CallArrived' || number?.carrier !== carrier) return 'done';
  const arriving = { providerCallId, arrived: event, startedAt: at };
  onChanged((await beginCall(applying, number, arriving, unanswered, named)).call);
  return 'done';
}
