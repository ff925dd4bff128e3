import { AppError, asSystem, type Ctx, isNotFound, repeatableId } from '../kernel/index.ts';
import {
  createResource,
  findResource,
  resourceExists,
  updateResource,
} from '../resources/index.ts';
import { teamKind } from '../teams/index.ts';
import { findGroupsNamed } from './find-groups.ts';
import { mappingsOf } from './give-roles.ts';
import type { Group } from './group-kind.ts';
import { type GroupMapping, groupMappingKind, nameOf } from './mapping-kind.ts';

/** Makes the teams of mappings with `createTeam` whose group is there by now. */
export async function createTeams(ctx: Ctx): Promise<void> {
  const acting = asSystem(ctx, 'make the team of a group');
  for (const mapping of await mappingsOf(acting)) {
    if (!mapping.wire.createTeam || mapping.internal.createdTeamId !== null) continue;
    const [group] = await findGroupsNamed(acting, [nameOf(mapping.wire)], 1);
    if (group) await createTeamOf(acting, mapping, group);
  }
}

/** A team that has the name already is taken. */
async function createTeamOf(ctx: Ctx, mapping: GroupMapping, group: Group): Promise<void> {
  const { displayName } = group.wire;
  const present = await findTeamNamed(ctx, displayName);
  const createdTeamId = present?.id ?? (await createTeamNamed(ctx, mapping, displayName));
  try {
    await updateResource(
      ctx,
      groupMappingKind,
      mapping.id,
      ({ wire, internal }) => ({ wire, internal: { ...internal, createdTeamId } }),
      {
        action: `${groupMappingKind.noun}.set-team`,
        provision: mapping.provisioned,
        demand({ version }) {
          if (version !== mapping.version) throw new ChangedMeanwhile();
        },
      },
    );
  } catch (error) {
    // The caller who changed or deleted it sees to what follows.
    if (!isNotFound(error) && !(error instanceof ChangedMeanwhile)) throw error;
  }
}

class ChangedMeanwhile extends Error {}

/** The oldest of several. */
export function findTeamNamed(ctx: Ctx, displayName: string) {
  return findResource(ctx, teamKind, { 'lookup.displayName': displayName.toLowerCase() });
}

/** Everybody who makes it at the same time gives it the same id. */
async function createTeamNamed(
  ctx: Ctx,
  { id: mappingId, createdAt }: GroupMapping,
  displayName: string,
): Promise<string> {
  const id = repeatableId(createdAt.getTime(), mappingId, displayName);
  try {
    await createResource(ctx, teamKind, { displayName }, { id, provision: false });
  } catch (error) {
    const isThere = error instanceof AppError && (await resourceExists(ctx, teamKind, id));
    if (!isThere) throw error;
  }
  return id;
}
