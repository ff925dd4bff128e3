import { type ChatKind, chatKinds, chats } from '../channels/index.ts';
import type { Ctx } from '../kernel/index.ts';
import {
  isRoomOfPeople,
  type OutboundIntegration,
  outboundIntegrationKind,
} from '../outbound/index.ts';
import { listResources } from '../resources/index.ts';

/**
 * The chat of an integration that writes to single people; null for any other. A paused one still reaches people: it is
 * its room that is paused.
 */
function chatOf(integration: Pick<OutboundIntegration, 'id' | 'wire'>): ChatKind | null {
  const kind = chatKinds.find((one) => chats[one].channel === integration.wire.type);
  return kind && chats[kind].targetOf(integration, '', null) ? kind : null;
}

/** An integration that people may connect their account with. */
export interface ChatConnection {
  integration: OutboundIntegration;
  /** Null where the account acts in a room, and nothing is sent to it. */
  kind: ChatKind | null;
}

/** Null where nobody may connect an account. */
export function chatConnectionOf(integration: OutboundIntegration): ChatConnection | null {
  const kind = chatOf(integration);
  return kind !== null || isRoomOfPeople(integration.wire) ? { integration, kind } : null;
}

/** The integrations of the organization with which people may connect their account. */
export async function chatConnections(ctx: Ctx): Promise<ChatConnection[]> {
  const { items } = await listResources(ctx, outboundIntegrationKind);
  return items.flatMap((integration) => chatConnectionOf(integration) ?? []);
}
