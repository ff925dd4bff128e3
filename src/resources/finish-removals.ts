import { createFailures } from '../jobs/index.ts';
import { divide, systemContext, type Task, type World } from '../kernel/index.ts';
import { forgetRemoved } from './forget.ts';
import { kindsOf } from './kind.ts';
import { collectionOf } from './outbox.ts';
import { type RemovalDocument, removalModel, settleRemovals } from './removals.ts';
import { removeChildren } from './write-resources.ts';

/**
 * Work that was under way when an object was removed has arrived after this long: a webhook's payload, the creation of
 * a child.
 */
const graceMilliseconds = 60_000;
const pageSize = 100;

/**
 * Removes what is left of removed objects, module by module. Safe to stop anywhere: the note stays until all is done.
 * Each run looks at all notes, as something may have arrived for any of them; one whose removal fails holds up no
 * other.
 */
export function removalTask(world: World): Task {
  const failures = createFailures(world, 'removing what hung on an object');
  return {
    name: 'removals',
    everySeconds: 5,
    async run(stopping) {
      const lookedAt = world.clock.now();
      // An entry goes with its note otherwise.
      await settleRemovals(world);
      const leaving: Leaving[] = [];
      for await (const removal of removalsOf(world)) {
        if (stopping.aborted) return;
        await failures.attempt(removal._id, async () => {
          const person = await finish(world, removal, stopping);
          if (person) leaving.push(person);
        });
      }
      // Takes long where much is kept.
      const byOrganization = Map.groupBy(leaving, ({ removal }) => removal.organizationId);
      for (const [organizationId, those] of byOrganization) {
        if (stopping.aborted) return;
        await failures.attempt(organizationId, () => forget(world, those, stopping));
      }
      failures.demandNone(lookedAt);
    },
  };
}

async function* removalsOf(world: World): AsyncGenerator<RemovalDocument> {
  for (let after = ''; ; ) {
    const page = await removalModel(world.store)
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(pageSize)
      .lean<RemovalDocument[]>();
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last._id;
  }
}

/** A person who is still to be forgotten: the note stays for that. */
interface Leaving {
  removal: RemovalDocument;
  /** Nothing that goes on can name them later. */
  isLastTime: boolean;
}

async function finish(
  world: World,
  removal: RemovalDocument,
  stopping: AbortSignal,
): Promise<Leaving | null> {
  const { entityType, id, organizationId, sealed, person, forgottenAt } = removal;
  const isLate = isOver(world, removal);
  const isNamedYet = isLate && person !== undefined && (await mayYetName(world, removal));
  if (isNamedYet && forgottenAt) return null;
  const kind = kindsOf(world).find((one) => one.entityType === entityType);
  const stays =
    kind !== undefined &&
    (await collectionOf(world, kind).findOne(
      { _id: id, organizationId },
      { projection: { _id: 1 } },
    )) !== null;
  if (!stays) {
    const ctx = systemContext(world, organizationId, 'removal');
    for (const module of world.modules)
      await module.removeWith?.[entityType]?.(
        ctx,
        { entityType, id, organizationId, ...(sealed === undefined ? {} : { sealed }) },
        stopping,
      );
    if (kind) await removeChildren(ctx, kind, id);
    if (kind?.person && person && (isLate || !forgottenAt))
      return { removal, isLastTime: isLate && !isNamedYet };
  }
  if (isLate && !stopping.aborted) await removalModel(world.store).deleteOne({ _id: removal._id });
  return null;
}

/** People of one organization. */
async function forget(
  world: World,
  leaving: readonly Leaving[],
  stopping: AbortSignal,
): Promise<void> {
  const removals = leaving.map(({ removal }) => removal);
  const [first] = removals;
  if (!first) return;
  const [over, fresh] = divide(leaving, ({ isLastTime }) => isLastTime);
  // Audit entries that a crash left beside other objects name the person, too, and would reach the log later.
  for (const module of world.modules) await module.settleAudit?.(world);
  await forgetRemoved(systemContext(world, first.organizationId, 'removal'), removals, stopping);
  if (stopping.aborted) return;
  const idsOf = (some: readonly Leaving[]) => ({ $in: some.map(({ removal }) => removal._id) });
  const forgottenAt = world.clock.now();
  await removalModel(world.store).updateMany({ _id: idsOf(fresh) }, { $set: { forgottenAt } });
  await removalModel(world.store).deleteMany({ _id: idsOf(over) });
}

function isOver({ clock }: World, removal: RemovalDocument): boolean {
  return clock.now() >= endOfGrace(removal);
}

function endOfGrace({ removedAt }: RemovalDocument): Date {
  return new Date(removedAt.getTime() + graceMilliseconds);
}

/** Such as a long replay, which reads what is set up when it begins, and writes names at its end. */
async function mayYetName(world: World, removal: RemovalDocument): Promise<boolean> {
  const ctx = systemContext(world, removal.organizationId, 'removal');
  for (const module of world.modules)
    if (await module.mayYetName?.(ctx, endOfGrace(removal))) return true;
  return false;
}
