import { type ChatContact, type ChatKind, chats, type Reachable } from '../channels/index.ts';
import type { components } from '../contract/index.ts';
import type { SendResult } from '../egress/index.ts';
import { userKind } from '../identity/index.ts';
import { type Ctx, systemContext, unlessGone, type World } from '../kernel/index.ts';
import { outboundIntegrationKind } from '../outbound/index.ts';
import {
  createResource,
  defineKind,
  demandReference,
  findResource,
  listResources,
  prepareResource,
  type Resource,
  updateResource,
  wireShapes,
} from '../resources/index.ts';
import { isSame, type Sentence, words } from '../sentences/index.ts';
import { chatConnectionOf } from './chats.ts';

export type ChatAccountWire = Required<components['schemas']['ChatAccountInput']>;

interface ChatAccountInternal {
  /** Null for an account that acts in a room, and to which nothing is sent. */
  chat: ChatKind | null;
  /** The conversation, for chats that are to be told it. */
  place?: string | null;
  /** Since when nothing arrives, and why. */
  failure?: { at: Date; sentence: Sentence } | null;
}

export type ChatAccount = Resource<ChatAccountWire, ChatAccountInternal>;

/** Accounts of people in chats, each connected by a code that the person wrote there (`chat-codes.ts`). */
export const chatAccountKind = defineKind<ChatAccountWire, ChatAccountInternal>({
  entityType: 'ChatAccount',
  noun: 'chat-account',
  collection: 'chat_accounts',
  shape: wireShapes.ChatAccount,
  displayNameOf: ({ displayName }) => displayName,
  lookupOf: ({ userId, outboundIntegrationId, chatUserId }) => ({
    userId,
    outboundIntegrationId,
    chatUser: keyOf(outboundIntegrationId, chatUserId),
  }),
  personOf: ({ userId }) => userId,
  auditedOf: ({ failure }) => ({ failure: failure?.sentence.code ?? null }),
  async prepare(ctx, wire) {
    await demandReference(ctx, userKind, 'userId', wire.userId);
    return { wire, internal: { chat: await chatAt(ctx, wire.outboundIntegrationId) } };
  },
  removedWith: {
    User: (id) => ({ 'lookup.userId': id }),
    OutboundIntegration: (id) => ({ 'lookup.outboundIntegrationId': id }),
  },
  indexes: [
    // Accounts of a person.
    [{ organizationId: 1, 'lookup.userId': 1 }],
    // The person who writes or presses a button: an account is connected with one person.
    [
      { organizationId: 1, 'lookup.chatUser': 1 },
      { unique: true, sparse: true },
    ],
    // Accounts to remove with an integration.
    [{ organizationId: 1, 'lookup.outboundIntegrationId': 1 }],
  ],
});

function keyOf(integrationId: string, chatUserId: string): string {
  return `${integrationId} ${chatUserId}`.toLowerCase();
}

async function chatAt(ctx: Ctx, integrationId: string): Promise<ChatKind | null> {
  const system = systemContext(ctx, ctx.organizationId);
  const found = await findResource(system, outboundIntegrationKind, {
    _id: integrationId.toLowerCase(),
  });
  const connection = found && chatConnectionOf(found);
  if (connection) return connection.kind;
  throw new TypeError(`Accounts were connected by ${integrationId}, which takes none.`);
}

/** Connects the account with the person; whoever it was connected with before has it no more. */
export async function connectChatAccount(
  ctx: Ctx,
  given: Pick<ChatAccountWire, 'userId' | 'outboundIntegrationId' | 'chatUserId' | 'displayName'>,
  place: string | null = null,
): Promise<ChatAccount> {
  const { outboundIntegrationId, chatUserId } = given;
  const present = await chatAccountOf(ctx, outboundIntegrationId, chatUserId);
  const action = 'chat-account.connect';
  if (!present) return createResource(ctx, chatAccountKind, given, { action, internal: { place } });
  // One write: with two, a failure in between would leave the account with nobody.
  const { wire, internal } = await prepareResource(ctx, chatAccountKind, given);
  const connected = { wire, internal: { ...internal, place } };
  return updateResource(ctx, chatAccountKind, present.id, () => connected, { action });
}

/** The account of whoever writes or presses in the chat of an integration; null: it is connected with nobody. */
export function chatAccountOf(
  ctx: Ctx,
  integrationId: string,
  chatUserId: string,
): Promise<ChatAccount | null> {
  return findResource(ctx, chatAccountKind, {
    'lookup.chatUser': keyOf(integrationId, chatUserId),
  });
}

export async function chatAccountsOf(ctx: Ctx, userId: string): Promise<ChatAccount[]> {
  const { items } = await listResources(ctx, chatAccountKind, {
    'lookup.userId': userId.toLowerCase(),
  });
  return items;
}

/** The accounts that messages go to, as messages and their log name them. */
export function chatContactsOf(accounts: readonly ChatAccount[]): ChatContact[] {
  return accounts.flatMap((account) => {
    const { id, internal } = account;
    const { chat: kind, failure = null } = internal;
    return kind === null ? [] : [{ id, name: nameOfChatAccount(account), kind, failure }];
  });
}

export function nameOfChatAccount({ wire }: Pick<ChatAccount, 'wire'>): string {
  return wire.displayName || wire.chatUserId;
}

/** Where messages to one account go; null where its integration writes to nobody any more. */
export async function chatTargetOf(
  world: World,
  { organizationId, wire, internal: { chat, place = null } }: ChatAccount,
): Promise<Partial<Reachable> | null> {
  const ctx = systemContext(world, organizationId);
  const integration = await findResource(ctx, outboundIntegrationKind, {
    _id: wire.outboundIntegrationId.toLowerCase(),
  });
  const target = chat && integration && chats[chat].targetOf(integration, wire.chatUserId, place);
  return target && { [chat]: target };
}

/** Notes that the conversation with an account is elsewhere now. */
export async function noteChatPlace(ctx: Ctx, account: ChatAccount, place: string): Promise<void> {
  if (account.internal.chat === null || account.internal.place === place) return;
  await changeInternal(ctx, account.id, { place }, 'chat-account.move');
}

/** Notes what became of a message to an account: what ended for good is shown to its person and in the coverage. */
export async function noteChatOutcome(
  world: World,
  organizationId: string,
  accountId: string,
  result: SendResult,
): Promise<void> {
  const sentence = failureIn(result);
  if (sentence === undefined) return;
  const ctx = systemContext(world, organizationId);
  const account = await findResource(ctx, chatAccountKind, { _id: accountId });
  const known = account?.internal.failure?.sentence ?? null;
  if (!account || (sentence && known ? isSame(sentence, known) : sentence === known)) return;
  const failure = sentence && { at: world.clock.now(), sentence };
  await changeInternal(
    ctx,
    accountId,
    { failure },
    `chat-account.${sentence ? 'fail' : 'recover'}`,
  );
}

async function changeInternal(
  ctx: Ctx,
  accountId: string,
  change: Partial<ChatAccountInternal>,
  action: string,
): Promise<void> {
  await unlessGone(
    updateResource(
      ctx,
      chatAccountKind,
      accountId,
      ({ wire, internal }) => ({ wire, internal: { ...internal, ...change } }),
      { action },
    ),
  );
}

/** How many accounts there are in all organizations, and why the last message to some of them did not arrive. */
export async function chatHealth(world: World): Promise<{ count: number; failures: Sentence[] }> {
  const accounts = chatAccountKind.model(world.store);
  const failing = await accounts
    .find({ 'internal.failure.at': { $exists: true } })
    .lean<{ internal: ChatAccountInternal }[]>();
  return {
    count: await accounts.countDocuments(),
    failures: failing.flatMap(({ internal }) => internal.failure?.sentence ?? []),
  };
}

/** Null: it arrived. Undefined: it says nothing of the account. */
function failureIn(result: SendResult): Sentence | null | undefined {
  if (result.outcome === 'sent') return null;
  if (result.outcome !== 'refused' || !result.concernsOne) return undefined;
  if (result.sentence?.code === 'chatMessageGone') return undefined;
  return result.sentence ?? words(result.error);
}
