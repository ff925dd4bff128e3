import type { Ctx } from '../kernel/index.ts';
import { type OutboundIntegration, outboundIntegrationKind } from '../outbound/index.ts';
import { listResources } from '../resources/index.ts';
import { chatAccountKind } from './chat-accounts.ts';

/**
 * The accounts of people in the chat of an integration, by the id of the person. Also those that were connected by
 * another integration with the same bot: it is in the same workspace, and ids are those of the workspace.
 */
export async function chatUsersOf(
  ctx: Ctx,
  { id, wire }: Pick<OutboundIntegration, 'id' | 'wire'>,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const users = userIds.map((one) => one.toLowerCase());
  if (users.length === 0) return new Map();
  const { items: accounts } = await listResources(ctx, chatAccountKind, {
    'lookup.userId': { $in: users },
  });
  if (accounts.length === 0) return new Map();
  const sharing = new Set([id, ...(await withBotOf(ctx, wire))]);
  return new Map(
    accounts
      .filter((account) => sharing.has(account.wire.outboundIntegrationId.toLowerCase()))
      .map(({ wire: { userId, chatUserId } }) => [userId.toLowerCase(), chatUserId]),
  );
}

async function withBotOf(ctx: Ctx, wire: OutboundIntegration['wire']): Promise<string[]> {
  const token = wire.slackSettings?.botToken;
  if (!token) return [];
  const { items } = await listResources(ctx, outboundIntegrationKind);
  return items.filter((one) => one.wire.slackSettings?.botToken === token).map((one) => one.id);
}
