import { ObjectId } from 'bson';
import { incidentModel } from '../incidents/index.ts';
import type { IntakeViews } from '../integrations/index.ts';
import type { Task } from '../jobs/index.ts';
import type { World } from '../kernel/index.ts';
import { bodyToPayload, type RawBody } from './body-to-payload.ts';
import type { Intake, Received } from './intake.ts';
import { intakeProcessModel, type PayloadDocument, payloadModel } from './model.ts';

/** A process that has not said for so long that it lives is taken for dead. */
const silenceMilliseconds = 15_000;
const pageSize = 500;

/** The part of our payload ids that only this process makes. */
export const processMark = new ObjectId().toHexString().slice(8, 18);

/**
 * Tells how far this process has applied what it stored, so that after a crash only the rest has to be
 * looked at. Safe because ids of a process grow: below the oldest unanswered payload all are applied.
 */
export function createWatermarkTask(world: World, intake: Intake): Task {
  return {
    name: `intake-watermark-${processMark}`,
    everySeconds: 1,
    run: async () => {
      const appliedThrough = intake.oldestUnanswered() ?? new ObjectId();
      await intakeProcessModel(world.store).updateOne(
        { _id: processMark },
        { $set: { appliedThrough, aliveAt: new Date() } },
        { upsert: true },
      );
      if (world.store.mayBeExclusive) world.store.exclusive = !(await hasCompany(world));
    },
  };
}

/** Longer than any other process takes between two signs of life. */
export const companyMilliseconds = 10_000;

async function hasCompany(world: World): Promise<boolean> {
  const recently = new Date(Date.now() - companyMilliseconds);
  const other = await intakeProcessModel(world.store).exists({
    _id: { $ne: processMark },
    aliveAt: { $gt: recently },
  });
  return other !== null;
}

/** A clean stop: everything was answered, nobody needs to look behind us. */
export async function signOff(world: World): Promise<void> {
  await intakeProcessModel(world.store).deleteOne({ _id: processMark });
}

/**
 * Applies payloads that were stored but whose incident was not: those marked pending, and those that a
 * process left behind when it died between the two writes.
 */
export function createRecoveryTask(world: World, views: IntakeViews, intake: Intake): Task {
  return {
    name: 'intake-recovery',
    everySeconds: 15,
    run: async (stopping) => {
      await recoverDeadProcesses(world, views, intake, stopping);
      await applyPending(world, views, intake, stopping);
    },
  };
}

async function recoverDeadProcesses(
  world: World,
  views: IntakeViews,
  intake: Intake,
  stopping: AbortSignal,
): Promise<void> {
  const processes = intakeProcessModel(world.store);
  const others = await processes.find({ _id: { $ne: processMark } }).lean();
  for (const other of others) {
    if (Date.now() - other.aliveAt.getTime() < silenceMilliseconds) continue;
    await recoverProcess(world, views, intake, other._id, other.appliedThrough, stopping);
    if (!stopping.aborted)
      await processes.deleteOne({ _id: other._id, appliedThrough: other.appliedThrough });
  }
}

/** Looks at every payload of the dead process past its watermark: is its event in its incident? */
async function recoverProcess(
  world: World,
  views: IntakeViews,
  intake: Intake,
  mark: string,
  appliedThrough: ObjectId,
  stopping: AbortSignal,
): Promise<void> {
  // Ids start with seconds; another second back covers payloads stored within that of the watermark.
  let after = ObjectId.createFromTime(
    Math.floor(appliedThrough.getTimestamp().getTime() / 1000) - 2,
  );
  const payloads = payloadModel(world.store);
  while (!stopping.aborted) {
    const page = await payloads
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(pageSize)
      .lean<PayloadDocument[]>();
    for (const document of page) {
      if (document._id.toHexString().slice(8, 18) !== mark) continue;
      if (await isApplied(world, document)) continue;
      world.log.warn(
        { integrationId: document.integrationId },
        'applying a payload that a crash left behind',
      );
      await reapply(world, views, intake, document);
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last._id;
  }
}

async function isApplied(world: World, document: PayloadDocument): Promise<boolean> {
  const ids = document.incidentIds ?? (document.incidentId ? [document.incidentId] : []);
  const payloadId = document._id.toHexString();
  for (const id of ids) {
    const found = await incidentModel(world.store).exists({
      _id: id,
      'events.by.payloadId': payloadId,
    } as never);
    if (!found) return false;
  }
  return true;
}

async function applyPending(
  world: World,
  views: IntakeViews,
  intake: Intake,
  stopping: AbortSignal,
): Promise<void> {
  const pending = await payloadModel(world.store)
    .find({ pending: true })
    .limit(pageSize)
    .lean<PayloadDocument[]>();
  for (const document of pending) {
    if (stopping.aborted) return;
    await reapply(world, views, intake, document);
  }
}

async function reapply(
  world: World,
  views: IntakeViews,
  intake: Intake,
  document: PayloadDocument,
): Promise<void> {
  const received = await toReceived(views, document);
  if (received) await intake.applyStored(received);
  else
    await payloadModel(world.store).updateOne(
      { _id: document._id },
      {
        $set: {
          outcome: 'Failed',
          reason: 'Its integration was deleted before it could be applied.',
        },
        $unset: { pending: 1 },
      },
    );
}

/** A stored payload as if it had just come in; null when its integration is gone. */
export async function toReceived(
  views: IntakeViews,
  document: PayloadDocument,
): Promise<Received | null> {
  const view = await views.load(document.integrationId);
  if (!view) return null;
  const raw = rawBodyOf(document);
  return {
    id: document._id,
    view,
    raw,
    wrapped: await bodyToPayload(raw),
    ip: document.ip,
    at: document.createdAt,
  };
}

export function rawBodyOf(document: PayloadDocument): RawBody {
  return {
    method: document.method,
    contentType: document.contentType,
    headers: document.headers,
    query: document.query,
    // Mongoose gives a Buffer where the driver gives a Binary.
    body: Buffer.isBuffer(document.body) ? document.body : document.body.buffer,
  };
}
