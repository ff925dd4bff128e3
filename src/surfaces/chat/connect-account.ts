import {
  chatAccountKind,
  chatAccountOf,
  connectChatAccount,
  takeChatCode,
} from '../../contacts/index.ts';
import { isSuspended, personName, type User, userKind } from '../../identity/index.ts';
import { type Ctx, systemContext, type World } from '../../kernel/index.ts';
import { speechOfLink } from '../../notifications/index.ts';
import type { OutboundIntegration } from '../../outbound/index.ts';
import { byId, findResource, removeResource } from '../../resources/index.ts';
import type { Speech } from '../../sentences/index.ts';
import type { Person } from './caller.ts';

/** A person of the organization, and how they are spoken to. */
interface Known {
  user: User;
  speech: Speech;
}

/** Connects the account with the person whose code this is. */
export async function connectByCode(
  world: World,
  integration: OutboundIntegration,
  { id: chatUserId, displayName, place }: Person,
  code: string,
): Promise<Known | 'wrong' | 'suspended'> {
  const ctx = systemContext(world, integration.organizationId);
  const taken = await takeChatCode(world, integration.id, code);
  const user = taken && (await personOf(ctx, taken.userId));
  if (!user) return 'wrong';
  if (isSuspended(user)) return 'suspended';
  const account = { outboundIntegrationId: integration.id, chatUserId, displayName };
  await connectChatAccount(actingAsPerson(ctx, user), { userId: user.id, ...account }, place);
  return { user, speech: await speechOfLink(world, { ...ctx, userId: user.id }) };
}

/** Null where the account is connected with nobody. */
export async function disconnectAccount(
  world: World,
  integration: OutboundIntegration,
  chatUserId: string,
): Promise<Known | null> {
  const ctx = systemContext(world, integration.organizationId);
  const account = await chatAccountOf(ctx, integration.id, chatUserId);
  const user = account && (await personOf(ctx, account.wire.userId));
  if (!user) return null;
  await removeResource(actingAsPerson(ctx, user), chatAccountKind, account.id);
  return { user, speech: await speechOfLink(world, { ...ctx, userId: user.id }) };
}

export function personOf(ctx: Ctx, userId: string): Promise<User | null> {
  return findResource(ctx, userKind, byId(userId, 'whole'));
}

export function nameOf({ wire }: User): string {
  return personName(wire);
}

/** Who writes has proved with the code that they are this person. */
function actingAsPerson(ctx: Ctx, user: User): Ctx {
  const { id, wire } = user;
  const actor = { kind: 'user' as const, id, displayName: nameOf(user), email: wire.email };
  return { ...ctx, actor, source: 'User' };
}
