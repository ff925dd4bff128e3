import {
  type Grants,
  grantOrganizationRoles,
  grantsOf,
  isSameGrants,
  type OrganizationRole,
  organizationMembershipKind,
} from '../identity/index.ts';
import { AppError, asSystem, type Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { grantTeamRoles, type TeamRole, teamMembershipKind } from '../teams/index.ts';
import { findGroups } from './find-groups.ts';
import { type GivenRoles, givenRoles, type MappingFacts, mappingsByGroup } from './given-roles.ts';
import { type GroupMapping, groupMappingKind } from './mapping-kind.ts';
import { groupIdsOf } from './members.ts';
import { byTurn, type Memberships } from './role-changes.ts';

/** People whose groups and memberships are read together. */
export const peopleAtOnce = 200;
const roundsMax = 20;
/** People at once: their writes share commits. */
const lanes = 10;

/**
 * Gives these people exactly what their groups give them now. Looks again at those for whom something was written: what
 * was read before may be out of date by then, and whoever changed it meanwhile may have looked too early to see what
 * was written here.
 */
export async function giveRoles(ctx: Ctx, userIds: readonly string[]): Promise<void> {
  const acting = asSystem(ctx, 'give what groups give, and take what they alone gave');
  let left = [...new Set(userIds)].toSorted();
  for (let round = 1; left.length > 0; round += 1) {
    if (round > roundsMax) throw new AppError('conflict', say('groupsChangingFast'));
    left = await giveOnce(acting, left);
  }
}

/** Gives those for whom something was written. */
async function giveOnce(ctx: Ctx, userIds: string[]): Promise<string[]> {
  const given = await givenTo(ctx, userIds, await mappingsOf(ctx));
  const present = await membershipsOf(ctx, userIds);
  const written: string[] = [];
  const give = async (userId: string): Promise<void> => {
    const isWritten = await giveTo(ctx, userId, given(userId), present(userId));
    if (isWritten) written.push(userId);
  };
  const { owners, others } = byTurn(userIds, present);
  for (const userId of owners) await give(userId);
  const left = others.values();
  const lane = async () => {
    for (const userId of left) await give(userId);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return written.toSorted();
}

async function giveTo(
  ctx: Ctx,
  userId: string,
  given: GivenRoles,
  present: Memberships,
): Promise<boolean> {
  let isWritten = false;
  const organization = present.organization ? grantsOf<OrganizationRole>(present.organization) : {};
  if (!isSameGrants(organization, given.organization))
    isWritten = await grantOrganizationRoles(ctx, userId, given.organization);
  const teams = new Map<string, Grants<TeamRole>>(
    present.teams.map((one) => [one.wire.teamId.toLowerCase(), grantsOf<TeamRole>(one)]),
  );
  for (const teamId of new Set([...teams.keys(), ...given.teams.keys()])) {
    const wanted = given.teams.get(teamId) ?? {};
    if (isSameGrants(teams.get(teamId) ?? {}, wanted)) continue;
    if (await grantTeamRoles(ctx, userId, teamId, wanted)) isWritten = true;
  }
  return isWritten;
}

export async function mappingsOf(ctx: Ctx): Promise<GroupMapping[]> {
  const acting = asSystem(ctx, 'see which group mappings there are');
  return (await listResources(acting, groupMappingKind)).items;
}

/** The roles that these mappings give these people by the groups they are in. */
export async function givenTo(
  ctx: Ctx,
  userIds: readonly string[],
  mappings: readonly MappingFacts[],
): Promise<(userId: string) => GivenRoles> {
  const groupIds = await groupIdsOf(ctx, userIds);
  const groups = await findGroups(ctx, {
    _id: { $in: [...new Set([...groupIds.values()].flat())] },
  });
  const mappingsFor = mappingsByGroup(mappings);
  const byGroup = new Map(groups.map((group) => [group.id, mappingsFor(group)]));
  return (userId) => {
    const applying = (groupIds.get(userId) ?? []).flatMap((id) => byGroup.get(id) ?? []);
    return givenRoles([...new Set(applying)]);
  };
}

/** The memberships of these people, by hand and by groups. */
export async function membershipsOf(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<(userId: string) => Memberships> {
  const filter = { 'lookup.userId': { $in: [...userIds] } };
  const [organization, teams] = await Promise.all([
    listResources(ctx, organizationMembershipKind, filter),
    listResources(ctx, teamMembershipKind, filter),
  ]);
  const userOf = ({ wire }: { wire: { userId: string | null } }) => wire.userId?.toLowerCase();
  const byUser = new Map(organization.items.map((one) => [userOf(one), one]));
  const teamsByUser = Map.groupBy(teams.items, userOf);
  return (userId) => ({
    organization: byUser.get(userId),
    teams: teamsByUser.get(userId) ?? [],
  });
}
