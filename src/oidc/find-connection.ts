import { systemContext, type World } from '../kernel/index.ts';
import { findResource, storedFilter } from '../resources/index.ts';
import { type OidcConnection, oidcConnectionKind } from './connection-kind.ts';
import { domainOfEmail } from './domain-proofs.ts';

/** The connection with its secret in clear, whichever organization has it; null when there is none. */
export async function connectionById(world: World, id: string): Promise<OidcConnection | null> {
  const found = await oidcConnectionKind
    .model(world.store)
    .findOne(storedFilter(oidcConnectionKind, { _id: id.toLowerCase() }), { organizationId: 1 })
    .lean<{ organizationId?: string }>();
  if (!found?.organizationId) return null;
  const ctx = systemContext(world, found.organizationId, 'oidc');
  return findResource(ctx, oidcConnectionKind, { _id: id.toLowerCase() });
}

/**
 * Where people with this address sign in: the connection that has proven its domain. It depends on the domain alone, so
 * the answer says nothing about who exists.
 */
export async function connectionFor(
  world: World,
  email: string,
): Promise<{ connectionId: string; organizationId: string } | null> {
  const domain = domainOfEmail(email);
  if (domain === null) return null;
  const found = await oidcConnectionKind
    .model(world.store)
    .findOne(
      storedFilter(oidcConnectionKind, {
        'lookup.provenDomains': domain,
        'wire.isEnabled': true,
      }),
      { organizationId: 1 },
    )
    .lean<{ _id: string; organizationId?: string }>();
  if (!found?.organizationId) return null;
  return { connectionId: found._id, organizationId: found.organizationId };
}

/** Whether any organization has one that people can sign in by. */
export async function hasConnections({ store }: Pick<World, 'store'>): Promise<boolean> {
  const enabled = storedFilter(oidcConnectionKind, {
    'lookup.provenDomains': { $gt: '' },
    'wire.isEnabled': true,
  });
  return (await oidcConnectionKind.model(store).exists(enabled)) !== null;
}

/** How a session that began with this connection is shown to its person; null once the connection is gone. */
export async function describeOidcSession(
  world: World,
  { connectionId }: { connectionId: string },
): Promise<{ displayName: string; issuer: string } | null> {
  const connection = await connectionById(world, connectionId);
  return connection && { displayName: connection.wire.displayName, issuer: connection.wire.issuer };
}
