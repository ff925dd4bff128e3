import { grantsOf, manualRoleOf, type RoleSources } from '../../identity/index.ts';
import type { Resource } from '../../resources/index.ts';
import { originShown } from './origin-shown.ts';

/**
 * Where the role of a membership comes from. `role` is what was set: who manages memberships as code reads what they
 * wrote, whatever groups add to it.
 */
export function rolesShown<Role extends string>(
  membership: Resource<{ role: Role }, RoleSources<Role>>,
) {
  const { role } = membership.wire;
  return {
    role: manualRoleOf<Role>(membership) ?? role,
    effectiveRole: role,
    grants: Object.entries<Role>(grantsOf<Role>(membership)).map(([origin, granted]) => ({
      origin: originShown(origin),
      role: granted,
    })),
  };
}
