import { timingSafeEqual } from 'node:crypto';
import type { World } from '../kernel/index.ts';

const chatActions = ['acknowledge', 'resolve'] as const;
export type ChatAction = (typeof chatActions)[number];

export function isChatAction(value: unknown): value is ChatAction {
  return chatActions.some((action) => action === value);
}

/** Proves that a pressed button was made by this server; for chats that do not sign what they send. */
export function chatActionToken(
  { secrets }: Pick<World, 'secrets'>,
  integrationId: string,
  incidentId: string,
): string {
  return secrets.sign(`chat-action\n${integrationId}\n${incidentId}`);
}

export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
