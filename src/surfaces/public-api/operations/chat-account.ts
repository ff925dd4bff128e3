import { appendEntry, auditEntry } from '../../../audit/index.ts';
import { chats } from '../../../channels/index.ts';
import {
  type ChatAccount,
  chatAccountKind,
  chatAccountsOf,
  chatConnections,
  newChatCode,
} from '../../../contacts/index.ts';
import { personName } from '../../../identity/index.ts';
import { AppError, actingPersonId, systemContext } from '../../../kernel/index.ts';
import { getResource, removeResource } from '../../../resources/index.ts';
import { answered, refusal, say } from '../../../sentences/index.ts';
import { openingOf } from '../chat-opening.ts';
import { type Handlers, ok } from '../handlers.ts';
import { ownUser } from '../own-user.ts';

/** The accounts of a person in chats, and how they connect one. */
export const chatAccountOperations = {
  getUserChats: async (caller, { params }) => {
    const { user } = await ownUser(caller, params.id);
    const system = systemContext(caller, caller.organizationId);
    const connections = await chatConnections(system);
    return ok({
      accounts: (await chatAccountsOf(system, user.id)).map(toView),
      connections: connections.map(({ integration, kind }) => ({
        outboundIntegrationId: integration.id,
        displayName: integration.wire.displayName,
        channel: kind && chats[kind].channel,
      })),
    });
  },

  createChatCode: async (caller, { params, body }) => {
    const { acting, user } = await ownUser(caller, params.id);
    if (actingPersonId(acting) !== user.id) throw new AppError('forbidden', say('chatCodeOnlyOwn'));
    const wanted = body.outboundIntegrationId.toLowerCase();
    const connections = await chatConnections(systemContext(acting, acting.organizationId));
    const found = connections.find(({ integration }) => integration.id === wanted);
    if (!found) throw refusal('not-found', say('chatNotForPeople'));
    const opening = await openingOf(found, acting.dependencies.outbound);
    const { organizationId } = acting;
    const made = await newChatCode(acting, {
      organizationId,
      userId: user.id,
      integrationId: found.integration.id,
    });
    await appendEntry(
      acting,
      auditEntry(acting, {
        action: 'user.create-chat-code',
        entityType: 'User',
        entityId: user.id,
        entityDisplayName: personName(user.wire),
        personIds: [user.id],
      }),
    );
    return ok({ ...opening(made.code), code: made.code, expiresAt: made.expiresAt.toISOString() });
  },

  deleteChatAccount: async (caller, { params }) => {
    const { acting, user } = await ownUser(caller, params.id);
    const account = await getResource(acting, chatAccountKind, params.accountId);
    if (account.wire.userId.toLowerCase() !== user.id)
      throw refusal('not-found', say('noSuchDevice', { id: params.accountId }));
    await removeResource(acting, chatAccountKind, account.id);
    return ok({});
  },
} satisfies Handlers;

function toView({ id, wire, internal, createdAt }: ChatAccount) {
  const { userId, outboundIntegrationId, chatUserId, displayName } = wire;
  const { failure = null } = internal;
  return {
    id,
    userId,
    outboundIntegrationId,
    chatUserId,
    displayName,
    channel: internal.chat && chats[internal.chat].channel,
    connectedAt: createdAt.toISOString(),
    failure: failure && {
      at: failure.at.toISOString(),
      ...answered('text', failure.sentence),
    },
  };
}
