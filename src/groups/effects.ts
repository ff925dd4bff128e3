import { type Ctx, orderedId, systemContext, type World } from '../kernel/index.ts';
import { driverCollection } from '../store/index.ts';
import { createTeams } from './created-teams.ts';
import { findGroupsNamed } from './find-groups.ts';
import { giveRoles, peopleAtOnce } from './give-roles.ts';
import { membersAfter } from './members.ts';
import { type GroupEffectDocument, type GroupName, groupEffectModel } from './model.ts';

/** Whose roles a change concerns: people, members of groups, and members of groups that mappings name. */
export interface Scope {
  userIds?: readonly string[];
  groupIds?: readonly string[];
  names?: readonly GroupName[];
}

/** Up to this many people get their roles before the change is answered; more get them in the background. */
const fewMax = peopleAtOnce;
/** A change that has not been made by then was cut off. */
const cutOffMilliseconds = 60_000;
const pageSize = 100;

/**
 * Makes a change of groups or mappings, and gives roles anew to all whom it concerns. What a crash, an error or a large
 * group leaves is done by a task.
 */
export async function withEffect<Result>(
  ctx: Ctx,
  scope: Scope,
  change: () => Promise<Result>,
): Promise<Result> {
  const note = newNote(ctx, scope);
  await notes(ctx).insertOne(note);
  let result: Result;
  try {
    result = await change();
  } catch (error) {
    // Whatever of it was made: giving roles anew does no harm.
    await markReady(ctx, note);
    throw error;
  }
  try {
    if (await giveToFew(ctx, note)) {
      await notes(ctx).deleteOne({ _id: note._id });
      return result;
    }
  } catch (error) {
    const { organizationId } = ctx;
    ctx.log.warn({ err: error, organizationId }, 'roles of groups are given later');
  }
  await markReady(ctx, note);
  return result;
}

/** Gives roles anew where a change is made and nobody did so: by a large group, a crash, or an error. */
export async function finishEffects(world: World, stopping: AbortSignal): Promise<void> {
  const cutOffBefore = new Date(world.clock.now().getTime() - cutOffMilliseconds);
  const due = { $or: [{ isReady: true }, { notedAt: { $lt: cutOffBefore } }] };
  for (let after = ''; !stopping.aborted; ) {
    const page = await notes(world)
      .find({ _id: { $gt: after }, ...due })
      .sort({ _id: 1 })
      .limit(pageSize)
      .toArray();
    for (const note of page) {
      if (stopping.aborted) return;
      await finish(world, note, stopping).catch((error: unknown) => {
        const { _id, organizationId } = note;
        world.log.error({ err: error, effectId: _id, organizationId }, 'roles were not given');
      });
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last._id;
  }
}

/** True when they were few, and it is done. */
async function giveToFew(ctx: Ctx, { userIds, ...note }: GroupEffectDocument): Promise<boolean> {
  if (userIds.length > fewMax) return false;
  const groupIds = await groupIdsIn(ctx, note);
  const people = [...userIds];
  for (const groupId of groupIds) {
    people.push(...(await membersAfter(ctx, groupId, '', fewMax + 1 - people.length)));
    if (people.length > fewMax) return false;
  }
  await createTeams(ctx);
  await giveRoles(ctx, people);
  return true;
}

/** Some people at a time. Where it stops, it goes on. */
async function finish(
  world: World,
  note: GroupEffectDocument,
  stopping: AbortSignal,
): Promise<void> {
  const { _id, organizationId } = note;
  const ctx = systemContext(world, organizationId, 'group-effect');
  const keep = (change: Partial<GroupEffectDocument>) =>
    notes(world).updateOne({ _id }, { $set: change });
  let { userIds, after } = note;
  // Groups that appear from now on give their members the roles themselves.
  let groupIds = await groupIdsIn(ctx, note);
  await createTeams(ctx);
  if (note.names.length > 0) await keep({ groupIds, names: [] });
  while (userIds.length > 0 || groupIds.length > 0) {
    if (stopping.aborted) return;
    const [groupId = ''] = groupIds;
    const from = after;
    const people =
      userIds.length > 0
        ? userIds.filter((id) => id > from).slice(0, peopleAtOnce)
        : await membersAfter(ctx, groupId, after, peopleAtOnce);
    await giveRoles(ctx, people);
    after = people.at(-1) ?? '';
    if (people.length < peopleAtOnce) {
      after = '';
      if (userIds.length > 0) userIds = [];
      else groupIds = groupIds.slice(1);
      await keep({ userIds, groupIds, after });
    } else await keep({ after });
  }
  await notes(world).deleteOne({ _id });
}

async function groupIdsIn(
  ctx: Ctx,
  { groupIds, names }: Pick<GroupEffectDocument, 'groupIds' | 'names'>,
): Promise<string[]> {
  const named = await findGroupsNamed(ctx, names);
  return [...new Set([...groupIds, ...named.map(({ id }) => id)])];
}

function newNote({ organizationId, clock }: Ctx, scope: Scope): GroupEffectDocument {
  const notedAt = clock.now();
  return {
    _id: orderedId(notedAt.getTime()),
    organizationId,
    userIds: [...(scope.userIds ?? [])].toSorted(),
    groupIds: [...(scope.groupIds ?? [])],
    names: [...(scope.names ?? [])],
    after: '',
    isReady: false,
    notedAt,
  };
}

/** Also when a task took it for cut off and has looked before the change was made. */
async function markReady(ctx: Ctx, note: GroupEffectDocument): Promise<void> {
  await notes(ctx).replaceOne({ _id: note._id }, { ...note, isReady: true }, { upsert: true });
}

function notes({ store }: Pick<World, 'store'>) {
  return driverCollection(groupEffectModel(store));
}
