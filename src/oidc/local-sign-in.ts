import { organizationMembershipOf } from '../identity/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { oidcConnectionKind } from './connection-kind.ts';
import { idsOf } from './way-in.ts';

/**
 * Whether a person may sign in to the organization with a password or a passkey: not where a connection is required,
 * unless they are one of the Owners that it lets pass. Who was named there and is no Owner any more does not pass.
 */
export async function localSignInAllowed(
  world: World,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  const ctx = systemContext(world, organizationId, 'oidc');
  const { items } = await listResources(ctx, oidcConnectionKind, {
    'wire.isRequired': true,
    'wire.isEnabled': true,
  });
  if (items.length === 0) return true;
  const id = userId.toLowerCase();
  if (!items.every(({ wire }) => idsOf(wire.breakGlassUserIds).includes(id))) return false;
  return (await organizationMembershipOf(ctx, id))?.wire.role === 'Owner';
}
