import { AppError, actingPersonId, type Ctx, type World } from '../kernel/index.ts';
import {
  countChange,
  demandTeamEdit,
  getResource,
  storedFilter,
  updateResource,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { countOwner } from './count-owner.ts';
import { organizationMembershipOf } from './organization-memberships.ts';
import { discountOwner } from './owners.ts';
import { isSuspended, type User, userKind } from './users.ts';

/** The name under which suspensions are counted, beside other changes of users: see `countChange`. */
export const suspensions = 'Suspension';

/**
 * Takes a person out of everything without taking anything from them: keys, sessions and links stop working, nobody
 * tells them anything, and they are on call nowhere. Suspending them again changes nothing. Throws 404, and 403 without
 * the right, for oneself, for the last active Owner and for the billable user.
 */
export async function suspendPerson(ctx: Ctx, userId: string): Promise<User> {
  const user = await demandMaySuspend(ctx, userId);
  if (actingPersonId(ctx) === user.id) throw new AppError('forbidden', say('notSuspendSelf'));
  return suspendBy(ctx, user.id, () => setSuspended(ctx, user, ctx.clock.now()));
}

/** Gives a suspended person back all that they had. Throws 404, and 403 without the right. */
export async function resumePerson(ctx: Ctx, userId: string): Promise<User> {
  const user = await demandMaySuspend(ctx, userId);
  return resumeBy(ctx, user.id, () => setSuspended(ctx, user, null));
}

/**
 * Makes a change that suspends a person, such that there is always an active Owner. They are taken out of the active
 * Owners before, so that nobody is suspended who must stay, and once more after it: they may have become an Owner in
 * between.
 */
export async function suspendBy(
  ctx: Ctx,
  userId: string,
  change: () => Promise<User>,
): Promise<User> {
  await discountOwner(ctx, userId);
  let changed: User;
  try {
    changed = await change();
  } catch (error) {
    await recount(ctx, userId);
    throw error;
  }
  countChange(ctx, suspensions);
  try {
    await discountOwner(ctx, userId);
  } catch (error) {
    await setSuspended(ctx, changed, null);
    await recount(ctx, userId);
    throw error;
  }
  for (const module of ctx.modules) await module.personSuspended?.(ctx, userId);
  return changed;
}

/** Makes a change that resumes a person. */
export async function resumeBy(
  ctx: Ctx,
  userId: string,
  change: () => Promise<User>,
): Promise<User> {
  const changed = await change();
  countChange(ctx, suspensions);
  await recount(ctx, userId);
  return changed;
}

async function recount(ctx: Ctx, userId: string): Promise<void> {
  const membership = await organizationMembershipOf(ctx, userId);
  if (membership?.wire.role === 'Owner') await countOwner(ctx, userId);
}

/** Administrators may, Owners alone where the person is an Owner. */
async function demandMaySuspend(ctx: Ctx, userId: string): Promise<User> {
  const user = await getResource(ctx, userKind, userId);
  demandTeamEdit(ctx, null);
  if (ctx.actor.kind !== 'user') return user;
  const [own, theirs] = await Promise.all(
    [ctx.actor.id, user.id].map((id) => organizationMembershipOf(ctx, id)),
  );
  if (theirs?.wire.role === 'Owner' && own?.wire.role !== 'Owner')
    throw new AppError('forbidden', say('ownersOnly'));
  return user;
}

function setSuspended(ctx: Ctx, user: User, suspendedAt: Date | null): Promise<User> {
  if (isSuspended(user) === (suspendedAt !== null)) return Promise.resolve(user);
  const action = suspendedAt === null ? 'user.resume' : 'user.suspend';
  return updateResource(
    ctx,
    userKind,
    user.id,
    ({ wire, internal }) => ({ wire, internal: { ...internal, suspendedAt } }),
    // Who manages the person as code has not said this.
    { action, provision: user.provisioned, besideCode: true },
  );
}

/** The people among these who are suspended; ids in lower case. */
export async function suspendedAmong(
  ctx: World & { organizationId: string },
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const found = await userKind
    .model(ctx.store)
    .find(
      storedFilter(userKind, {
        _id: { $in: userIds.map((id) => id.toLowerCase()) },
        organizationId: ctx.organizationId,
        'internal.suspendedAt': { $gt: new Date(0) },
      }),
      { _id: 1 },
    )
    .lean<{ _id: string }[]>();
  return new Set(found.map(({ _id }) => _id));
}

/** The people among these who are suspended, or are not there (any more); ids in lower case. */
export async function awayAmong(
  ctx: World & { organizationId: string },
  userIds: readonly string[],
): Promise<Set<string>> {
  const away = new Set(userIds);
  if (away.size === 0) return away;
  const found = await userKind
    .model(ctx.store)
    .find(storedFilter(userKind, { _id: { $in: [...away] }, organizationId: ctx.organizationId }), {
      'internal.suspendedAt': 1,
    })
    // In one answer, however many they are.
    .batchSize(away.size)
    .lean<{ _id: string; internal?: { suspendedAt?: Date | null } }[]>();
  for (const { _id, internal } of found) if (!internal?.suspendedAt) away.delete(_id);
  return away;
}
