import { chatAccountOf } from '../../contacts/index.ts';
import { type Ctx, randomId, systemContext, type World } from '../../kernel/index.ts';
import { speechOfLink } from '../../notifications/index.ts';
import { type OutboundIntegration, outboundTypeName } from '../../outbound/index.ts';
import type { Speech } from '../../sentences/index.ts';
import { actingAs } from '../../teams/index.ts';

/** Somebody of the organization who acts from a chat: as themselves, with their rights. */
export interface ActingPerson {
  userId: string;
  speech: Speech;
  /** Null: they are suspended. */
  ctx: Ctx | null;
}

/**
 * The person who has connected this account; null: nobody has. Nothing is believed of what a chat calls somebody, nor
 * of an address that it shows.
 */
export async function actingPerson(
  world: World,
  { id, organizationId, wire }: OutboundIntegration,
  chatUserId: string,
): Promise<ActingPerson | null> {
  const account = await chatAccountOf(systemContext(world, organizationId), id, chatUserId);
  if (!account) return null;
  const person = { organizationId, userId: account.wire.userId.toLowerCase() };
  const as = { via: outboundTypeName(wire.type), requestId: randomId() };
  const [speech, ctx] = await Promise.all([
    speechOfLink(world, person),
    actingAs(world, person, as),
  ]);
  return { userId: person.userId, speech, ctx };
}
