import type { ChannelName, ChatKind, ChatTargets } from '../channels/index.ts';
import type { Ctx } from '../kernel/index.ts';
import {
  type OutboundIntegration,
  type OutboundTypeId,
  outboundIntegrationKind,
} from '../outbound/index.ts';
import { listResources } from '../resources/index.ts';

/** Where an account is in its chat. */
export interface ChatPlace {
  chatUserId: string;
}

/** How people are written to by the bot of an integration. */
interface Chat<Kind extends ChatKind = ChatKind> {
  readonly channel: ChannelName;
  readonly type: OutboundTypeId;
  /** Null where the integration writes to no single people. */
  targetOf(wire: OutboundIntegration['wire'], place: ChatPlace): ChatTargets[Kind] | null;
}

/** All chats by what finds people in them. A paused integration still reaches people: it is its room that is paused. */
export const chats: { readonly [Kind in ChatKind]: Chat<Kind> } = {
  telegram: {
    channel: 'Telegram',
    type: 'Telegram',
    targetOf({ telegramSettings: settings }, { chatUserId }) {
      if (!settings?.isForPeople || !settings.webhookSecret) return null;
      // In a private chat with a bot both have the same id.
      return { botToken: settings.botToken, chatId: chatUserId };
    },
  },
};

// as: these are the keys of the object above.
export const chatKinds = Object.keys(chats) as ChatKind[];

/** The chat of an integration that writes to single people; null for any other. */
export function chatOf({ wire }: Pick<OutboundIntegration, 'wire'>): ChatKind | null {
  const anybody = { chatUserId: '' };
  return (
    chatKinds.find(
      (kind) => chats[kind].type === wire.type && chats[kind].targetOf(wire, anybody) !== null,
    ) ?? null
  );
}

/** Types in whose rooms people act by their connected account, by what tells that they can. */
const roomsOfPeople: Partial<
  Record<OutboundTypeId, (wire: OutboundIntegration['wire']) => boolean>
> = {
  Discord: ({ discordSettings: settings }) =>
    Boolean(settings?.botToken && settings.channelId && settings.publicKey),
  Slack: ({ slackSettings: settings }) => Boolean(settings?.botToken && settings.signingSecret),
  GoogleChat: ({ googleChatSettings: settings }) =>
    Boolean(settings?.serviceAccountKey && settings.spaceName && settings.projectNumber),
};

/** What people may connect their account with. */
export interface ChatConnection {
  integration: OutboundIntegration;
  /** Null where the account acts in a room, and nothing is sent to it. */
  kind: ChatKind | null;
}

/** Null where nobody may connect an account. */
export function chatConnectionOf(integration: OutboundIntegration): ChatConnection | null {
  const { wire } = integration;
  const kind = chatOf(integration);
  const isRoom = Object.entries(roomsOfPeople).some(
    ([type, hasButtons]) => type === wire.type && hasButtons(wire),
  );
  return kind !== null || isRoom ? { integration, kind } : null;
}

/** The integrations of the organization with which people may connect their account. */
export async function chatConnections(ctx: Ctx): Promise<ChatConnection[]> {
  const { items } = await listResources(ctx, outboundIntegrationKind);
  return items.flatMap((integration) => chatConnectionOf(integration) ?? []);
}
