import { chatAccountOf } from '../../contacts/index.ts';
import {
  isSuspended,
  organizationLanguage,
  speechFor,
  type User,
  userKind,
} from '../../identity/index.ts';
import type { EventSource } from '../../incidents/index.ts';
import { type Ctx, systemContext, type World } from '../../kernel/index.ts';
import { type OutboundIntegration, outboundTypeName } from '../../outbound/index.ts';
import { byId, filterOf, findResource } from '../../resources/index.ts';
import { refusal, type Speech, say, usualSpeech } from '../../sentences/index.ts';
import type { Person } from './caller.ts';

/**
 * Who acts, and who the history names: whoever has connected this account, a person of the organization with that
 * address, else the person of the chat on the integration's word. Throws 403 for a person of the organization who is
 * suspended.
 */
export async function actingFor(
  world: World,
  { id, organizationId, wire }: OutboundIntegration,
  person: Person,
): Promise<{ ctx: Ctx; by: EventSource }> {
  const system = systemContext(world, organizationId);
  const user = await knownAs(system, id, person);
  if (user && isSuspended(user)) throw refusal('forbidden', say('suspendedInTocsin'));
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
  const provider = outboundTypeName(wire.type);
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

/** How the person is spoken to: as they chose, where the organization knows them, else as it is spoken to. */
export async function speechTo(
  world: World,
  { id, organizationId }: Pick<OutboundIntegration, 'id' | 'organizationId'>,
  person: Person,
): Promise<Speech> {
  const user = await knownAs(systemContext(world, organizationId), id, person);
  return user
    ? speechFor(world, user)
    : usualSpeech[await organizationLanguage(world, organizationId)];
}

/** By the account that they have connected, else by the address that the chat knows. */
async function knownAs(
  system: Ctx,
  integrationId: string,
  { id, email }: Person,
): Promise<User | null> {
  const account = await chatAccountOf(system, integrationId, id);
  if (account) return findResource(system, userKind, byId(account.wire.userId, 'whole'));
  if (email === null) return null;
  return findResource(system, userKind, filterOf(userKind, { Email: email }, 'whole'));
}
