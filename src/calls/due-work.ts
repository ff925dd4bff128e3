import { createDueLoop } from '../jobs/index.ts';
import type { Task, World } from '../kernel/index.ts';
import { type AskParts, askCarrier } from './ask-carrier.ts';
import { type CallSessionDocument, callSessionsOf } from './model.ts';
import { type SettleParts, settleCall } from './settle-call.ts';

export interface DueWorkParts extends SettleParts, AskParts {
  onStale?(count: number): void;
}

export interface DueWork {
  /** Work that needs only the store. */
  nextTask: Task;
  /** Work that needs the carrier's API: no incident waits for it. */
  askTask: Task;
  /** Reports calls that should have ended long ago. */
  staleTask: Task;
}

const settledAtOnce = 20;
/** A recording of 20 MB may be in memory for each. */
const askedAtOnce = 4;
const staleMilliseconds = 5 * 3_600_000;

/**
 * The tasks that follow from calls without a request. The state of a call says what is due and when, and every step
 * writes what it has done; a crash between the two repeats the step, which is harmless.
 */
export function createDueWork(parts: DueWorkParts): DueWork {
  const { world, onStale } = parts;
  const settle = (call: CallSessionDocument) => settleCall(parts, call);
  const ask = (call: CallSessionDocument) => askCarrier(parts, call);
  return {
    nextTask: {
      name: 'calls',
      everySeconds: 2,
      run: dueLoop(world, 'nextAt', settle, settledAtOnce),
    },
    askTask: {
      name: 'calls-at-carriers',
      everySeconds: 2,
      run: dueLoop(world, 'askAt', ask, askedAtOnce),
    },
    staleTask: {
      name: 'stale-calls',
      everySeconds: 86_400,
      run: () => reportStale(world, onStale),
    },
  };
}

/** The lease of the task keeps other processes away; requests about a call change its version. */
function dueLoop(
  world: World,
  due: 'nextAt' | 'askAt',
  act: (call: CallSessionDocument) => Promise<void>,
  atOnce: number,
): Task['run'] {
  return createDueLoop<CallSessionDocument>(world, {
    what: 'what follows from a call',
    find: (now, limit) =>
      callSessionsOf(world)
        .find({ [due]: { $lte: now } })
        .sort({ [due]: 1 })
        .limit(limit)
        .toArray(),
    async act(calls) {
      for (const call of calls) await act(call);
    },
    async postpone({ _id, version }, until) {
      await callSessionsOf(world).updateOne({ _id, version }, { $set: { [due]: until } });
    },
    together: 1,
    atOnce,
  });
}

async function reportStale(world: World, onStale?: (count: number) => void): Promise<void> {
  const before = new Date(world.clock.now().getTime() - staleMilliseconds);
  const stale = await callSessionsOf(world)
    .find({ 'session.outcome': 'Ongoing', 'session.startedAt': { $lt: before } })
    .project<{ _id: string }>({ _id: 1 })
    .limit(1000)
    .toArray();
  onStale?.(stale.length);
  if (stale.length === 0) return;
  const sessionIds = stale.slice(0, 20).map(({ _id }) => _id);
  world.log.warn({ count: stale.length, sessionIds }, 'calls are ongoing for more than 5 hours');
}
