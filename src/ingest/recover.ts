import { ObjectId } from 'bson';
import { appliedPayloads } from '../incidents/index.ts';
import type { IntakeViews } from '../integrations/index.ts';
import type { Task, World } from '../kernel/index.ts';
import type { Processes } from '../processes/index.ts';
import { inEnglish, type Sentence, say } from '../sentences/index.ts';
import type { Intake } from './intake.ts';
import { type PayloadDocument, payloadModel, watermarkModel } from './model.ts';
import { payloadsOf } from './payload-writes.ts';
import { type Received, toReceived } from './received.ts';
import { openForUnapplied } from './unapplied.ts';
import { watermarksLeftBehind } from './watermark.ts';

export const waitingTaskName = 'intake-waiting';

const pageSize = 500;
/** Pending payloads in memory at once: their bodies may have 3 MB each. */
const reapplyAtOnce = 16;
/** Ten minutes in which the store accepts the payload but not its incident. */
const attemptsMax = 40;

/**
 * Applies payloads of this process that wait in the store: those that had to wait their turn, those that the store took
 * without their incident, and those whose fate was unclear when it failed.
 */
export function createWaitingTask(
  world: World,
  processes: Processes,
  views: IntakeViews,
  intake: Intake,
): Task {
  return {
    name: waitingTaskName,
    everySeconds: 15,
    everywhere: true,
    run: async (stopping) => {
      await lookAtUncertain(world, intake);
      await applyPending(
        world,
        views,
        intake,
        stopping,
        async () => (mark) => mark === processes.id,
      );
    },
  };
}

/**
 * Applies payloads of processes that died: those that wait in the store, and those that were left behind between the
 * two writes. What a living process has is its own to apply.
 */
export function createRecoveryTask(
  world: World,
  processes: Processes,
  views: IntakeViews,
  intake: Intake,
): Task {
  return {
    name: 'intake-recovery',
    everySeconds: 15,
    run: async (stopping) => {
      await markLeftBehind(world, processes, stopping);
      await applyPending(world, views, intake, stopping, async () => {
        const living = await processes.living();
        return (mark) => !living.has(mark);
      });
    },
  };
}

/** A payload whose sender was told to send it again may have arrived nevertheless. */
async function lookAtUncertain(world: World, intake: Intake): Promise<void> {
  const ids = intake.uncertain();
  for (let from = 0; from < ids.length; from += pageSize) {
    const page = ids.slice(from, from + pageSize);
    const found = await findWithoutBody(world, { _id: { $in: page } });
    await markUnapplied(world, found);
    for (const id of page) intake.settle(id);
  }
}

async function markLeftBehind(
  world: World,
  processes: Processes,
  stopping: AbortSignal,
): Promise<void> {
  for (const { _id, appliedThrough } of await watermarksLeftBehind(world, processes)) {
    await markThoseOf(world, _id, appliedThrough, stopping);
    if (stopping.aborted) return;
    // Unless it was only slow, and has moved its watermark meanwhile.
    await watermarkModel(world.store).deleteOne({ _id, appliedThrough });
  }
}

/** Looks at every payload of the dead process past its watermark: is its event in its incident? */
async function markThoseOf(
  world: World,
  mark: string,
  appliedThrough: ObjectId,
  stopping: AbortSignal,
): Promise<void> {
  // Ids start with seconds; another second back covers payloads stored within that of the watermark.
  let after = ObjectId.createFromTime(
    Math.floor(appliedThrough.getTimestamp().getTime() / 1000) - 2,
  );
  while (!stopping.aborted) {
    const page = await findWithoutBody(world, { _id: { $gt: after } });
    await markUnapplied(
      world,
      page.filter(({ _id }) => processOf(_id) === mark),
    );
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last._id;
  }
}

type WithoutBody = Pick<
  PayloadDocument,
  '_id' | 'integrationId' | 'incidentId' | 'incidentIds' | 'pending'
>;

async function findWithoutBody(world: World, filter: object): Promise<WithoutBody[]> {
  return payloadsOf(world)
    .find(filter)
    .project<WithoutBody>({ integrationId: 1, incidentId: 1, incidentIds: 1, pending: 1 })
    .sort({ _id: 1 })
    .limit(pageSize)
    .toArray();
}

async function markUnapplied(world: World, documents: readonly WithoutBody[]): Promise<void> {
  const unmarked = documents.filter(({ pending }) => !pending);
  const left = (await appliedTo(world, unmarked)).filter(({ incidentIds }) =>
    incidentIds.includes(null),
  );
  for (const { document } of left)
    world.log.warn(
      { integrationId: document.integrationId, payloadId: document._id.toHexString() },
      'applying a payload that a crash left behind',
    );
  const ids = left.map(({ document }) => document._id);
  if (ids.length > 0)
    await payloadsOf(world).updateMany({ _id: { $in: ids } }, { $set: { pending: true } });
}

/**
 * Per alert of each payload the incident that has it, or null; none for payloads that touch none. Asks for all of them
 * at once: after a crash under load they are thousands, and nothing is received before they are looked at.
 */
async function appliedTo(
  world: World,
  documents: readonly WithoutBody[],
): Promise<{ document: WithoutBody; incidentIds: (string | null)[] }[]> {
  const named = documents.map((document) => ({
    document,
    ids: document.incidentIds ?? (document.incidentId === null ? [] : [document.incidentId]),
  }));
  const applied = await appliedPayloads(
    world,
    named.flatMap(({ ids }) => ids).filter((id) => id !== null),
    documents.map(({ _id }) => _id.toHexString()),
  );
  return named.map(({ document, ids }) => {
    const payloadId = document._id.toHexString();
    const isApplied = (id: string | null) => id !== null && applied.get(id)?.has(payloadId);
    return { document, incidentIds: ids.map((id) => (isApplied(id) ? id : null)) };
  });
}

/** `choose`: asked after the payloads were read, gives which of the processes that received them are meant. */
async function applyPending(
  world: World,
  views: IntakeViews,
  intake: Intake,
  stopping: AbortSignal,
  choose: () => Promise<(process: string) => boolean>,
): Promise<void> {
  const pending = await payloadsOf(world)
    .find({ pending: true })
    .project<Pick<PayloadDocument, '_id' | 'integrationId'>>({ integrationId: 1 })
    .limit(20 * pageSize)
    .toArray();
  if (pending.length === 0) return;
  const isMeant = await choose();
  const ids = inTurns(pending.filter(({ _id }) => isMeant(processOf(_id))));
  for (let from = 0; from < ids.length && !stopping.aborted; from += reapplyAtOnce) {
    const ready: Received[] = [];
    // One at a time: each may have 3 MB, and everybody waits while a page of them is decoded.
    for (const id of ids.slice(from, from + reapplyAtOnce)) {
      if (intake.isUnderWay(id)) continue;
      const document = await payloadModel(world.store)
        .findOne({ _id: id, pending: true })
        .lean<PayloadDocument | null>();
      if (!document) continue;
      // One that cannot be read now stays pending, and is in nobody's way.
      const received = await reappliable(world, views, intake, document).catch((err: unknown) => {
        world.log.error({ err }, 'a stored payload could not be read');
        return null;
      });
      if (received) ready.push(received);
    }
    // Queued together, in order. One that fails stays pending and does not block the others.
    for (const result of await Promise.allSettled(
      ready.map((received) => intake.applyStored(received)),
    ))
      if (result.status === 'rejected')
        world.log.error({ err: result.reason }, 'a stored payload could not be applied');
  }
}

/** The process that made the id, as `processes` names it. */
function processOf(id: ObjectId): string {
  return id.toHexString().slice(8, 18);
}

/**
 * Payloads of each integration are in order of arrival, so that the last word on a problem stays the last.
 * Integrations take turns, so that none waits for the many payloads of another one.
 */
function inTurns(payloads: readonly Pick<PayloadDocument, '_id' | 'integrationId'>[]): ObjectId[] {
  const hex = ({ _id }: Pick<PayloadDocument, '_id'>) => _id.toHexString();
  const sorted = [...payloads].sort((a, b) => (hex(a) < hex(b) ? -1 : 1));
  const places = new Map<string, number>();
  const placed = sorted.map(({ _id, integrationId }) => {
    const place = places.get(integrationId) ?? 0;
    places.set(integrationId, place + 1);
    return { _id, place };
  });
  // Stable: within a round in order of arrival.
  return placed.sort((a, b) => a.place - b.place).map(({ _id }) => _id);
}

/** Null when there is nothing to apply any more, which is then written down. */
async function reappliable(
  world: World,
  views: IntakeViews,
  intake: Intake,
  document: PayloadDocument,
): Promise<Received | null> {
  if ((document.attempts ?? 0) >= attemptsMax) return giveUp(world, views, document);
  const received = await toReceived(views, intake.largeBodies, document);
  if (!received) return fail(world, document, say('integrationDeletedBefore'));
  const [applied] = await appliedTo(world, [document]);
  return { ...received, appliedTo: applied?.incidentIds ?? [] };
}

/** It goes on waiting until the store takes the incident that says so: what nobody knows of is not over. */
async function giveUp(world: World, views: IntakeViews, document: PayloadDocument): Promise<null> {
  const reason = say('notAppliedInAttempts', { attempts: attemptsMax });
  const view = await views.load(document.integrationId);
  if (view) await openForUnapplied(world, view, document, inEnglish(reason));
  return fail(world, document, reason);
}

async function fail(world: World, { _id }: PayloadDocument, reason: Sentence): Promise<null> {
  world.log.error(
    { payloadId: _id.toHexString(), reason: inEnglish(reason) },
    'a payload could not be applied and is not tried again',
  );
  await payloadsOf(world).updateOne(
    { _id },
    { $set: { outcome: 'Failed', reason }, $unset: { pending: 1 } },
  );
  return null;
}
