import { ObjectId } from 'bson';
import type { Task, World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import type { Intake } from './intake.ts';
import { payloadModel, type WatermarkDocument, watermarkModel } from './model.ts';

/**
 * Records how far this process has applied its stored payloads, so that recovery after a crash reads only the
 * rest. This is safe because ids of a process grow: all payloads below the oldest unsettled one are applied.
 */
export function createWatermarkTask(world: World, processes: Processes, intake: Intake): Task {
  let probe: ObjectId | null = null;
  let againAt = 0;
  return {
    name: 'intake-watermark',
    everySeconds: 1,
    everywhere: true,
    run: async () => {
      const unsettled = intake.oldestUnsettled();
      const [before, now] = [probe, new ObjectId()];
      probe = now;
      // Nothing came: an older mark says the same, and saves a commit each second.
      if (!unsettled && before && follows(before, now) && performance.now() < againAt) return;
      await watermarkModel(world.store).updateOne(
        { _id: processes.id },
        { $set: { appliedThrough: unsettled ?? now } },
        { upsert: true },
      );
      againAt = performance.now() + idleMilliseconds;
    },
  };
}

/** Reports want to know how far intake has come. */
const idleMilliseconds = 10_000;

/** No id was made between the two, so no payload came: ids of one process are counted. */
function follows(before: ObjectId, after: ObjectId): boolean {
  const countOf = (id: ObjectId) => Number.parseInt(id.toHexString().slice(-6), 16);
  return countOf(after) === (countOf(before) + 1) % 0x1000000;
}

/**
 * Since when a payload may have been received that no incident shows yet, in any process; null when there is none. A
 * dead process left its watermark.
 */
export async function unappliedSince(world: World): Promise<Date | null> {
  const [marks, pending] = await Promise.all([
    watermarkModel(world.store)
      .find({ _id: { $gt: '' } })
      .lean<WatermarkDocument[]>(),
    payloadModel(world.store)
      .findOne({ pending: true }, { createdAt: 1 })
      .sort({ _id: 1 })
      .lean<{ createdAt: Date } | null>(),
  ]);
  const moments = marks.map(({ appliedThrough }) => appliedThrough.getTimestamp().getTime());
  if (pending) moments.push(pending.createdAt.getTime());
  return moments.length === 0 ? null : new Date(Math.min(...moments));
}

/** Watermarks of processes that died before they could remove them. */
export async function watermarksLeftBehind(
  world: World,
  processes: Processes,
): Promise<WatermarkDocument[]> {
  const all = await watermarkModel(world.store)
    .find({ _id: { $gt: '' } })
    .lean<WatermarkDocument[]>();
  if (all.every(({ _id }) => _id === processes.id)) return [];
  const living = await processes.living();
  return all.filter(({ _id }) => !living.has(_id));
}

/** A clean stop: everything was answered, nobody needs to look behind us. */
export async function signOff(world: World, processes: Processes, intake: Intake): Promise<void> {
  if (intake.uncertain().length > 0) return;
  await watermarkModel(world.store).deleteOne({ _id: processes.id });
}
