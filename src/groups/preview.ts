import {
  highestRole,
  manualRoleOf,
  type OrganizationRole,
  organizationKind,
  organizationRoles,
  usersById,
} from '../identity/index.ts';
import { asSystem, type Ctx, invalidField } from '../kernel/index.ts';
import { getResource, listResources, prepareResource, withIds } from '../resources/index.ts';
import { type TeamRole, teamKind, teamRoles } from '../teams/index.ts';
import { findTeamNamed } from './created-teams.ts';
import { findGroupsNamed } from './find-groups.ts';
import {
  givenTo,
  type Memberships,
  mappingsOf,
  membershipsOf,
  peopleAtOnce,
} from './give-roles.ts';
import { type GivenRoles, type MappingFacts, teamOf } from './given-roles.ts';
import {
  type GroupMapping,
  type GroupMappingWire,
  groupMappingKind,
  nameOf,
} from './mapping-kind.ts';
import { membersAfter } from './members.ts';

/** A role of one person in the organization or in one team. */
export interface RolePreview {
  userId: string;
  displayName: string | null;
  email: string;
  /** Null for the organization, and for a team that does not exist yet. */
  teamId: string | null;
  /** Null for the organization. */
  teamDisplayName: string | null;
  roleBefore: OrganizationRole | null;
  roleAfter: OrganizationRole | null;
  effect: 'Gets' | 'Keeps' | 'Loses';
  /** Why somebody keeps what no group would give them any more. */
  reason: string | null;
}

export interface MappingPreview {
  gets: number;
  keeps: number;
  loses: number;
  changes: RolePreview[];
  isTruncated: boolean;
}

/** A creation (`mapping` alone), a replacement (both) or a deletion (`id` alone). */
export interface PreviewedChange {
  id?: string | null | undefined;
  mapping?: Partial<GroupMappingWire> | undefined;
}

const changesMax = 1000;

/**
 * Who would get, keep and lose which role; changes nothing. Throws 404, and 400 as creating and replacing do. What is still to be
 * done in the background counts as done by the change.
 */
export async function previewGroupMapping(
  ctx: Ctx,
  { id, mapping }: PreviewedChange,
): Promise<MappingPreview> {
  const acting = asSystem(ctx, 'see whom a group mapping concerns');
  const before = id ? await getResource(acting, groupMappingKind, id.toLowerCase()) : null;
  if (!before && !mapping)
    throw invalidField('mapping', 'Give mapping, the id of one that is there, or both.');
  const after = mapping ? await preparedMapping(acting, mapping, before) : null;
  const others = (await mappingsOf(acting)).filter((one) => one.id !== before?.id);
  const scene: Scene = {
    mappings: after ? [...others, after] : others,
    isAboutOrganization: [before, after].some(
      (one) => (one?.wire.organizationRole ?? null) !== null,
    ),
    teams: await teamsOf(acting, [before, after]),
    owners: await ownersOf(acting),
  };
  const counted = { Gets: 0, Keeps: 0, Loses: 0 };
  const shown: Record<RolePreview['effect'], RolePreview[]> = { Gets: [], Keeps: [], Loses: [] };
  for await (const change of changesIn(acting, [before, after], scene)) {
    counted[change.effect] += 1;
    const alike = shown[change.effect];
    if (alike.length < changesMax) alike.push(change);
  }
  const all = [...shown.Loses, ...shown.Gets, ...shown.Keeps];
  return {
    gets: counted.Gets,
    keeps: counted.Keeps,
    loses: counted.Loses,
    changes: all.slice(0, changesMax),
    isTruncated: counted.Gets + counted.Keeps + counted.Loses > changesMax,
  };
}

interface Scene {
  /** As they would be. */
  mappings: MappingFacts[];
  isAboutOrganization: boolean;
  /** Teams that the change is about: id to name. */
  teams: ReadonlyMap<string, string>;
  owners: Owners;
}

/** Who is counted as an active Owner, as the change goes from person to person. */
interface Owners {
  ids: Set<string>;
  billableUserId: string | null;
}

/** Stands for the team that `createTeam` is going to make. */
const newTeam = 'new';

async function preparedMapping(
  ctx: Ctx,
  given: Partial<GroupMappingWire>,
  before: GroupMapping | null,
): Promise<MappingFacts> {
  const prepared = await prepareResource(ctx, groupMappingKind, given, before ?? undefined);
  if (!prepared.wire.createTeam || prepared.internal.createdTeamId !== null) return prepared;
  const [group] = await findGroupsNamed(ctx, [nameOf(prepared.wire)], 1);
  const present = group && (await findTeamNamed(ctx, group.wire.displayName));
  return { ...prepared, internal: { createdTeamId: present?.id ?? newTeam } };
}

async function teamsOf(
  ctx: Ctx,
  changed: readonly (MappingFacts | null)[],
): Promise<Map<string, string>> {
  const named = changed.filter((one) => one !== null);
  const ids = named.map(teamOf).filter((id) => id !== null);
  const { items } = await listResources(ctx, teamKind, withIds(ids));
  const teams = new Map(items.map(({ id, wire }) => [id, wire.displayName]));
  for (const one of named) {
    if (teamOf(one) !== newTeam) continue;
    const [group] = await findGroupsNamed(ctx, [nameOf(one.wire)], 1);
    if (group) teams.set(newTeam, group.wire.displayName);
  }
  return teams;
}

async function ownersOf(ctx: Ctx): Promise<Owners> {
  const { wire, internal } = await getResource(ctx, organizationKind, ctx.organizationId);
  return { ids: new Set(internal.ownerIds), billableUserId: wire.billableUserId };
}

async function* changesIn(
  ctx: Ctx,
  changed: readonly (MappingFacts | null)[],
  scene: Scene,
): AsyncGenerator<RolePreview> {
  const names = changed.flatMap((one) => (one ? [nameOf(one.wire)] : []));
  const seen = new Set<string>();
  for (const group of await findGroupsNamed(ctx, names)) {
    for (let after = ''; ; ) {
      const members = await membersAfter(ctx, group.id, after, peopleAtOnce);
      const people = members.filter((id) => !seen.has(id));
      for (const id of people) seen.add(id);
      yield* changesOf(ctx, people, scene);
      const last = members.at(-1);
      if (last === undefined || members.length < peopleAtOnce) break;
      after = last;
    }
  }
}

/** Owners first, as when roles are given. */
async function* changesOf(
  ctx: Ctx,
  userIds: string[],
  { mappings, isAboutOrganization, teams, owners }: Scene,
): AsyncGenerator<RolePreview> {
  const [given, present, users] = await Promise.all([
    givenTo(ctx, userIds, mappings),
    membershipsOf(ctx, userIds),
    usersById(ctx, userIds),
  ]);
  const isOwner = (id: string) => present(id).organization?.wire.role === 'Owner';
  const inOrder = [...userIds.filter(isOwner), ...userIds.filter((id) => !isOwner(id))];
  for (const userId of inOrder) {
    const user = users.get(userId);
    if (!user) continue;
    const person = { userId, displayName: user.displayName, email: user.email };
    const roles = [
      ...(isAboutOrganization
        ? [organizationRolesOf(userId, given(userId), present(userId), owners)]
        : []),
      ...[...teams].map(([teamId, name]) =>
        teamRolesOf(teamId, name, given(userId), present(userId)),
      ),
    ];
    for (const one of roles)
      if (one.roleBefore !== null || one.roleAfter !== null)
        yield { ...person, ...one, effect: effectOf(one.roleBefore, one.roleAfter) };
  }
}

type RoleOfPerson = Omit<RolePreview, 'userId' | 'displayName' | 'email' | 'effect'>;

function organizationRolesOf(
  userId: string,
  given: GivenRoles,
  { organization }: Memberships,
  owners: Owners,
): RoleOfPerson {
  const roleBefore = organization?.wire.role ?? null;
  const byHand = organization ? manualRoleOf<OrganizationRole>(organization) : null;
  const grants = Object.values(given.organization);
  const wanted = highestRole(organizationRoles, [byHand, ...grants]);
  const reason = roleBefore === 'Owner' && wanted !== 'Owner' ? whyOwner(userId, owners) : null;
  if (wanted === 'Owner') owners.ids.add(userId);
  return {
    teamId: null,
    teamDisplayName: null,
    roleBefore,
    roleAfter: reason === null ? wanted : 'Owner',
    reason,
  };
}

/** Why an Owner stays one; null when they do not, and are counted no longer. */
function whyOwner(userId: string, { ids, billableUserId }: Owners): string | null {
  if (billableUserId === userId) return 'The billable user stays an Owner.';
  if (ids.size === 1 && ids.has(userId)) return 'The last active Owner keeps the role.';
  ids.delete(userId);
  return null;
}

function teamRolesOf(
  teamId: string,
  teamDisplayName: string,
  given: GivenRoles,
  { teams }: Memberships,
): RoleOfPerson {
  const membership = teams.find(({ wire }) => wire.teamId.toLowerCase() === teamId);
  const byHand = membership ? manualRoleOf<TeamRole>(membership) : null;
  const grants = Object.values(given.teams.get(teamId) ?? {});
  return {
    teamId: teamId === newTeam ? null : teamId,
    teamDisplayName,
    roleBefore: membership?.wire.role ?? null,
    roleAfter: highestRole(teamRoles, [byHand, ...grants]),
    reason: null,
  };
}

function effectOf(
  before: OrganizationRole | null,
  after: OrganizationRole | null,
): RolePreview['effect'] {
  const rank = (role: OrganizationRole | null) => (role ? organizationRoles.indexOf(role) : -1);
  if (rank(after) === rank(before)) return 'Keeps';
  return rank(after) > rank(before) ? 'Gets' : 'Loses';
}
