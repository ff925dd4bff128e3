import { isSuspended, userKind } from '../../identity/index.ts';
import type { EventSource } from '../../incidents/index.ts';
import { AppError, type Ctx, systemContext, type World } from '../../kernel/index.ts';
import { findOutboundType, type OutboundIntegration } from '../../outbound/index.ts';
import { filterOf, findResource } from '../../resources/index.ts';
import type { Person } from './caller.ts';

/**
 * Who acts, and who the history names: a person of the organization with that address, else the person of the chat on
 * the integration's word. Throws 403 for a person of the organization who is suspended.
 */
export async function actingFor(
  world: World,
  { id, organizationId, wire }: OutboundIntegration,
  person: Person,
): Promise<{ ctx: Ctx; by: EventSource }> {
  const system = systemContext(world, organizationId);
  const filter =
    person.email === null ? null : filterOf(userKind, { Email: person.email }, 'whole');
  const user = filter && (await findResource(system, userKind, filter));
  if (user && isSuspended(user))
    throw new AppError(
      'forbidden',
      'You are suspended in Tocsin; ask an administrator to resume you.',
    );
  if (user) {
    const { displayName, email } = user.wire;
    const name = displayName ?? email;
    return {
      ctx: {
        ...system,
        actor: { kind: 'user', id: user.id, displayName: name, email },
        source: 'User',
      },
      by: { kind: 'user', id: user.id, displayName: name, email },
    };
  }
  const { displayName } = person;
  const provider = findOutboundType(wire.type)?.displayName ?? wire.type;
  return {
    ctx: {
      ...system,
      actor: {
        kind: 'integration',
        id,
        displayName: `${displayName ?? person.id} through ${wire.displayName}`,
      },
    },
    by: { kind: 'external', provider, id: person.id, displayName },
  };
}
