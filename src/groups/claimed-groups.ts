import { recordAudit } from '../audit/index.ts';
import { userKind } from '../identity/index.ts';
import { AppError, asSystem, type Ctx } from '../kernel/index.ts';
import { createResource, findResource } from '../resources/index.ts';
import { withEffect } from './effects.ts';
import { findGroups } from './find-groups.ts';
import { type Group, groupKind } from './group-kind.ts';
import { groupIdsOf, joinGroups, leaveGroups } from './members.ts';

/** More than any identity provider puts into a token. */
const valuesMax = 1000;
/** No mapping names a longer one. */
const valueLengthMax = 500;

export interface Claim {
  connectionId: string;
  userId: string;
  /** The values of the claim; null when the identity provider sent no list, which says nothing. */
  values: readonly string[] | null;
}

/**
 * Makes the person a member of exactly those groups of the connection that the claim names. Each value is a group,
 * which is made when it is new. Groups of other origins stay. Does nothing for a user who is not there, and for a list
 * that is too long to be meant.
 */
export async function setClaimedGroups(
  ctx: Ctx,
  { connectionId, userId, values }: Claim,
): Promise<void> {
  const named = values && usable(ctx, connectionId, values);
  if (!named) return;
  const acting = asSystem(ctx, 'bring groups that a claim names up to date');
  const origin = connectionId.toLowerCase();
  const person = await findResource(acting, userKind, { _id: userId.toLowerCase() });
  if (!person) return;
  const wanted = await groupsNamed(acting, origin, named);
  const present = await presentOf(acting, origin, person.id);
  const joined = wanted.filter(({ id }) => !present.some((group) => group.id === id));
  const left = present.filter(({ id }) => !wanted.some((group) => group.id === id));
  if (joined.length + left.length === 0) return;
  await recordAudit(ctx, {
    action: 'user.claim-groups',
    entityType: userKind.entityType,
    entityId: person.id,
    entityDisplayName: userKind.displayNameOf(person.wire),
    changes: [{ path: 'groups', before: namesOf(present), after: namesOf(wanted) }],
    personIds: [person.id],
  });
  await withEffect(acting, { userIds: [person.id] }, async () => {
    await joinGroups(acting, idsOf(joined), person.id);
    await leaveGroups(acting, idsOf(left), person.id);
  });
}

/** Null when there are so many that leaving some of them out would take roles by chance. */
function usable(ctx: Ctx, connectionId: string, values: readonly string[]): string[] | null {
  const fitting = [...new Set(values)].filter(
    (value) => value.trim() !== '' && value.length <= valueLengthMax,
  );
  if (fitting.length <= valuesMax) return fitting;
  ctx.log.warn(
    { connectionId, count: fitting.length, max: valuesMax },
    'a claim names too many groups: the groups of the person stay as they are',
  );
  return null;
}

async function groupsNamed(ctx: Ctx, origin: string, values: string[]): Promise<Group[]> {
  const known = await findGroups(ctx, {
    'lookup.origin': origin,
    'internal.claim': { $in: values },
  });
  const missing = values.filter((value) => !known.some(({ internal }) => internal.claim === value));
  const made: Group[] = [];
  for (const value of missing) made.push(await ensureGroup(ctx, origin, value));
  return [...known, ...made];
}

async function ensureGroup(ctx: Ctx, origin: string, claim: string): Promise<Group> {
  const wire = { origin, displayName: claim, externalId: null };
  try {
    return await createResource(ctx, groupKind, wire, { internal: { attributes: {}, claim } });
  } catch (error) {
    // Somebody else with the same value signed in at the same time.
    const same = { 'lookup.origin': origin, 'internal.claim': claim };
    const found = error instanceof AppError ? await findResource(ctx, groupKind, same) : null;
    if (!found) throw error;
    return found;
  }
}

async function presentOf(ctx: Ctx, origin: string, userId: string): Promise<Group[]> {
  const ids = (await groupIdsOf(ctx, [userId])).get(userId) ?? [];
  return findGroups(ctx, { _id: { $in: ids }, 'lookup.origin': origin });
}

function idsOf(groups: readonly Group[]): string[] {
  return groups.map(({ id }) => id);
}

function namesOf(groups: readonly Group[]): string[] {
  return groups.map(({ wire }) => wire.displayName).toSorted();
}
