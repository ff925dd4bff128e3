import { organizationKind, usersById } from '../identity/index.ts';
import { asSystem, type Ctx, invalidField } from '../kernel/index.ts';
import { getResource, listResources, prepareResource, withIds } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { teamKind } from '../teams/index.ts';
import { findTeamNamed } from './created-teams.ts';
import { findGroupsNamed } from './find-groups.ts';
import { givenTo, mappingsOf, membershipsOf, peopleAtOnce } from './give-roles.ts';
import { type MappingFacts, teamOf } from './given-roles.ts';
import {
  type GroupMapping,
  type GroupMappingWire,
  groupMappingKind,
  nameOf,
} from './mapping-kind.ts';
import { membersAfter } from './members.ts';
import {
  byTurn,
  type ChangeScene,
  newTeam,
  type Owners,
  type RoleChange,
  roleChangesOf,
} from './role-changes.ts';

/** A role of one person in the organization or in one team. */
export interface RolePreview extends RoleChange {
  userId: string;
  displayName: string | null;
  email: string;
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
 * Who would get, keep and lose which role; changes nothing. Throws 404, and 400 as creating and replacing do. What is
 * still to be done in the background counts as done by the change.
 */
export async function previewGroupMapping(
  ctx: Ctx,
  { id, mapping }: PreviewedChange,
): Promise<MappingPreview> {
  const acting = asSystem(ctx, 'see whom a group mapping concerns');
  const before = id ? await getResource(acting, groupMappingKind, id) : null;
  if (!before && !mapping) throw invalidField('mapping', say('previewNeedsMapping'));
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

interface Scene extends ChangeScene {
  /** As they would be. */
  mappings: MappingFacts[];
}

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

async function* changesOf(ctx: Ctx, userIds: string[], scene: Scene): AsyncGenerator<RolePreview> {
  const [given, present, users] = await Promise.all([
    givenTo(ctx, userIds, scene.mappings),
    membershipsOf(ctx, userIds),
    usersById(ctx, userIds),
  ]);
  const { owners, others } = byTurn(userIds, present);
  for (const userId of [...owners, ...others]) {
    const user = users.get(userId);
    if (!user) continue;
    const { displayName, email } = user;
    for (const change of roleChangesOf(userId, given(userId), present(userId), scene))
      yield { userId, displayName, email, ...change };
  }
}
