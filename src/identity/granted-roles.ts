import { AppError, asSystem, type Ctx, invalidField, isNotFound } from '../kernel/index.ts';
import {
  createResource,
  demandTeamEdit,
  findResource,
  getResource,
  type Resource,
  type ResourceKind,
  removeResource,
  updateResource,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';

/** The origin of roles that groups of SCIM clients give; other origins are OIDC connections. */
export const scimOrigin = 'scim';

/**
 * How a membership comes by its role: by hand (also: as code), and by groups of identity providers. The highest counts,
 * and is the role of the stored wire object. What was made by hand stays whatever groups say; a membership that nothing
 * gives any more goes.
 */
export interface RoleSources<Role extends string = string> {
  /** Null: not made by hand. Absent: made by hand, with the role of the wire object. */
  manualRole?: Role | null;
  /** By origin: `scimOrigin`, or the id of an OIDC connection. */
  grants?: Grants<Role>;
}

export type Grants<Role extends string = string> = Readonly<Record<string, Role>>;

interface HasRole<Role extends string> {
  role: Role;
}

type Membership<Role extends string> = Resource<HasRole<Role>, RoleSources<Role>>;

/** The differences between memberships of organizations and of teams. */
export interface RoleRules<
  Role extends string,
  Wire extends HasRole<Role>,
  Internal extends RoleSources<Role>,
> {
  kind: ResourceKind<Wire, Internal>;
  /** Lowest first. */
  roles: readonly Role[];
  /** Before a role is lost; throws 403 when it must stay. */
  beforeLosing?(ctx: Ctx, wire: Wire): Promise<void>;
  /** After a role is there, or losing it came to nothing. */
  settle?(ctx: Ctx, wire: Wire): Promise<void>;
}

export function grantsOf<Role extends string>({ internal }: Membership<Role>): Grants<Role> {
  return internal.grants ?? {};
}

export function manualRoleOf<Role extends string>({
  wire,
  internal,
}: Membership<Role>): Role | null {
  return internal.manualRole === undefined ? wire.role : internal.manualRole;
}

/** The sources of a role for the audit log; empty for a membership that has only ever been made by hand. */
export function auditedSources({ manualRole, grants }: RoleSources): Record<string, unknown> {
  return Object.keys(grants ?? {}).length > 0 ? { manualRole, grants } : {};
}

/** Null when there is none. */
export function highestRole<Role extends string>(
  roles: readonly Role[],
  given: readonly (Role | null | undefined)[],
): Role | null {
  return roles.findLast((role) => given.includes(role)) ?? null;
}

/** The role that counts, and where it comes from, once somebody sets one by hand. For `prepare` of a kind. */
export function rolesByHand<Role extends string>(
  roles: readonly Role[],
  role: Role,
  current: Membership<Role> | undefined,
): { role: Role; sources: RoleSources<Role> } {
  const grants = current ? grantsOf(current) : {};
  const highest = highestRole(roles, [role, ...Object.values(grants)]) ?? role;
  return { role: highest, sources: { manualRole: role, grants } };
}

/** 400 when a membership that groups give would become that of another person or team. */
export function demandNotMoved<Role extends string>(
  membership: Membership<Role>,
  field: string,
): void {
  if (Object.keys(grantsOf(membership)).length > 0)
    throw invalidField(field, say('membershipOfGroups'));
}

/** 409: there is nothing made by hand to remove. */
function onlyGranted(): AppError {
  return new AppError('conflict', say('roleOfGroups'));
}

/** Makes a membership by hand. One that only groups give takes the role, also when it appears meanwhile. */
export async function createByHand<Role extends string, Made extends Membership<Role>>(
  find: () => Promise<Made | null>,
  create: () => Promise<Made>,
  replace: (granted: Made) => Promise<Made>,
): Promise<Made> {
  const isOnlyGranted = (one: Made | null) => one !== null && manualRoleOf<Role>(one) === null;
  const before = await find();
  if (before && isOnlyGranted(before)) return replace(before);
  try {
    return await create();
  } catch (error) {
    const present = error instanceof AppError && before === null ? await find() : null;
    if (!present || !isOnlyGranted(present)) throw error;
    return replace(present);
  }
}

/** Somebody else changed the membership between reading and writing: decide again. */
class ChangedMeanwhile extends Error {}

/** Throws unless the membership is still in the state that the caller decided on. */
export function unchangedSince(before: { version: number }) {
  return ({ version }: { version: number }): void => {
    if (version !== before.version) throw new ChangedMeanwhile();
  };
}

const attemptsMax = 20;

/** Decides again as long as others change the same membership. */
export async function decidingAgain<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let left = attemptsMax; left > 1; left -= 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error;
    throw new AppError('conflict', say('membershipChangingNow'));
  }
}

/**
 * Gives a membership these sources of its role, and removes it when they give none. Gives null then. Throws
 * `ChangedMeanwhile`, and what `beforeLosing` throws.
 */
async function setRoleSources<
  Role extends string,
  Wire extends HasRole<Role>,
  Internal extends RoleSources<Role>,
>(
  ctx: Ctx,
  rules: RoleRules<Role, Wire, Internal>,
  before: Resource<Wire, Internal>,
  sources: Required<RoleSources<Role>>,
  action?: string,
): Promise<Resource<Wire, Internal> | null> {
  const { kind, roles } = rules;
  const role = highestRole(roles, [sources.manualRole, ...Object.values(sources.grants)]);
  const demand = unchangedSince(before);
  const loses = role === null || roles.indexOf(role) < roles.indexOf(before.wire.role);
  try {
    if (role === null) {
      // The kind itself refuses to remove what must stay.
      await removeResource(ctx, kind, before.id, demand);
      return null;
    }
    if (loses) await rules.beforeLosing?.(ctx, before.wire);
    const after = await updateResource(
      ctx,
      kind,
      before.id,
      ({ wire, internal }) => ({ wire: { ...wire, role }, internal: { ...internal, ...sources } }),
      // The code that manages the membership has not asked for this.
      { provision: before.provisioned, demand, ...(action ? { action } : {}) },
    );
    await rules.settle?.(ctx, after.wire);
    return after;
  } catch (error) {
    if (loses) await rules.settle?.(ctx, before.wire);
    if (isNotFound(error)) throw new ChangedMeanwhile();
    throw error;
  }
}

/**
 * Makes what groups give a person exactly this: the membership that `filter` finds gets it, appears, or goes. `wire` is
 * the new one. Tells whether anything was written. A role that must stay is kept as if it was made by hand, and the
 * audit log says so.
 */
export async function grantRoles<
  Role extends string,
  Wire extends HasRole<Role>,
  Internal extends RoleSources<Role>,
>(
  ctx: Ctx,
  rules: RoleRules<Role, Wire, Internal>,
  filter: Record<string, string>,
  wire: Omit<Wire, 'role'>,
  grants: Grants<Role>,
): Promise<boolean> {
  const acting = asSystem(ctx, 'give what groups give, and take what they alone gave');
  return decidingAgain(async () => {
    const before = await findResource(acting, rules.kind, filter);
    if (!before) return createGranted(acting, rules, wire, grants);
    if (isSameGrants(grantsOf<Role>(before), grants)) return false;
    const manualRole = manualRoleOf<Role>(before);
    try {
      await setRoleSources(acting, rules, before, { manualRole, grants });
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'forbidden')) throw error;
      const { role } = before.wire;
      const { entityType, noun } = rules.kind;
      ctx.log.warn(
        { organizationId: ctx.organizationId, entityType, id: before.id, role, why: error.message },
        'a role that no group gives any more is kept',
      );
      await setRoleSources(
        acting,
        rules,
        before,
        { manualRole: role, grants },
        `${noun}.keep-role`,
      );
    }
    return true;
  });
}

async function createGranted<
  Role extends string,
  Wire extends HasRole<Role>,
  Internal extends RoleSources<Role>,
>(
  ctx: Ctx,
  { kind, roles, settle }: RoleRules<Role, Wire, Internal>,
  wire: Omit<Wire, 'role'>,
  grants: Grants<Role>,
): Promise<boolean> {
  const role = highestRole(roles, Object.values(grants));
  if (role === null) return false;
  const sources = { manualRole: null, grants } satisfies RoleSources<Role>;
  try {
    const created = await createResource(
      ctx,
      kind,
      // as unknown as: a role and all the rest of a wire object are one.
      { ...wire, role } as unknown as Partial<Wire>,
      // as unknown as: those are members of what every membership holds.
      { provision: false, internal: sources as unknown as Partial<Internal> },
    );
    await settle?.(ctx, created.wire);
    return true;
  } catch (error) {
    // Made by somebody else at the same time, or the person or the team is gone: the next look tells.
    if (error instanceof AppError && error.code === 'validation-failed') {
      if (error.cause === undefined) return false;
      throw new ChangedMeanwhile();
    }
    throw error;
  }
}

export function isSameGrants(one: Grants, other: Grants): boolean {
  const origins = Object.keys(one);
  return (
    origins.length === Object.keys(other).length &&
    origins.every((origin) => one[origin] === other[origin])
  );
}

/** Takes the role that was given by hand; what groups give stays. Throws 404, 403, and 409 when only groups give it. */
export async function removeByHand<
  Role extends string,
  Wire extends HasRole<Role>,
  Internal extends RoleSources<Role>,
>(ctx: Ctx, rules: RoleRules<Role, Wire, Internal>, id: string): Promise<void> {
  await decidingAgain(async () => {
    const before = await getResource(ctx, rules.kind, id);
    demandTeamEdit(ctx, before.teamId);
    if (manualRoleOf<Role>(before) === null) throw onlyGranted();
    const grants = grantsOf<Role>(before);
    if (Object.keys(grants).length > 0)
      await setRoleSources(ctx, rules, before, { manualRole: null, grants });
    else await removeResource(ctx, rules.kind, id, unchangedSince(before));
  });
}
