import { hostname } from 'node:os';
import { ObjectId } from 'bson';
import type { Task } from '../jobs/index.ts';
import type { World } from '../kernel/index.ts';
import type { Intake } from './intake.ts';
import { type IntakeProcessDocument, intakeProcessModel } from './model.ts';

/** A process that has not said for so long that it lives is taken for dead. */
const silenceMilliseconds = 15_000;

/** The part of our payload ids that only this process makes. */
export const processMark = new ObjectId().toHexString().slice(8, 18);

const host = hostname();

/**
 * Tells how far this process has applied what it stored, so that after a crash only the rest has to be
 * looked at. Safe because ids of a process grow: below the oldest unsettled payload all are applied.
 */
export function createWatermarkTask(world: World, intake: Intake): Task {
  return {
    name: 'intake-watermark',
    everySeconds: 1,
    everywhere: true,
    run: async () => {
      const appliedThrough = intake.oldestUnsettled() ?? new ObjectId();
      await intakeProcessModel(world.store).updateOne(
        { _id: processMark },
        { $set: { appliedThrough, aliveAt: new Date(), host, pid: process.pid } },
        { upsert: true },
      );
      if (!world.store.mayBeExclusive) return;
      const others = await otherProcesses(world);
      world.store.exclusive = others.every((other) => isGone(world, other));
    },
  };
}

export async function otherProcesses(world: World): Promise<IntakeProcessDocument[]> {
  const all = await intakeProcessModel(world.store)
    .find({ _id: { $gt: '' } })
    .lean<IntakeProcessDocument[]>();
  return all.filter(({ _id }) => _id !== processMark);
}

/** Wall clocks on purpose: a test's clock says nothing about other processes. */
export function isGone(world: World, other: IntakeProcessDocument): boolean {
  if (Date.now() - other.aliveAt.getTime() > silenceMilliseconds) return true;
  // Those at an embedded database share our machine, so that a crash is known at once. Behind a MongoDB,
  // containers may share a host name and count processes each for themselves.
  return world.store.mayBeExclusive && other.host === host && !isRunning(other.pid);
}

function isRunning(pid: number): boolean {
  // A container that starts again often has the number of the process that died: ours.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is one, of another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A clean stop: everything was answered, nobody needs to look behind us. */
export async function signOff(world: World, intake: Intake): Promise<void> {
  if (intake.uncertain().length > 0) return;
  await intakeProcessModel(world.store).deleteOne({ _id: processMark });
}
