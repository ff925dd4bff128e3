import { type ChatKind, chatKinds, chats } from '../channels/index.ts';
import type { Ctx } from '../kernel/index.ts';
import {
  type OutboundIntegration,
  type OutboundTypeId,
  outboundIntegrationKind,
} from '../outbound/index.ts';
import { listResources } from '../resources/index.ts';

/**
 * The chat of an integration that writes to single people; null for any other. A paused one still reaches people: it is
 * its room that is paused.
 */
export function chatOf(integration: Pick<OutboundIntegration, 'id' | 'wire'>): ChatKind | null {
  const kind = chatKinds.find((one) => chats[one].channel === integration.wire.type);
  return kind && chats[kind].targetOf(integration, '') ? kind : null;
}

/** Types in whose rooms people act by their connected account, by what tells that they can. */
const roomsOfPeople: Partial<
  Record<OutboundTypeId, (wire: OutboundIntegration['wire']) => boolean>
> = {
  Discord: ({ discordSettings: settings }) =>
    Boolean(settings?.botToken && settings.channelId && settings.publicKey),
  Mattermost: ({ mattermostSettings: settings }) => Boolean(settings?.slashCommandToken),
  Slack: ({ slackSettings: settings }) => Boolean(settings?.botToken && settings.signingSecret),
  Telegram: ({ telegramSettings: settings }) => Boolean(settings?.webhookSecret),
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
