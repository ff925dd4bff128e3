import type { ChannelResult, ContactKind, Reachable } from '../channels/index.ts';
import { systemContext, type World } from '../kernel/index.ts';
import {
  chatAccountsOf,
  chatTargetOf,
  nameOfChatAccount,
  noteChatOutcome,
} from './chat-accounts.ts';
import { forgetPushSubscription, pushTargetsOf } from './push-subscriptions.ts';

/** A device or an account in a chat that a person has registered. */
export interface RegisteredTarget {
  id: string;
  /** As its person knows it. */
  name: string;
  /** Null where nothing can be sent to it any more. */
  at: Partial<Reachable> | null;
}

/** All of a person that are found by `kind`. */
export async function registeredTargetsOf(
  world: World,
  organizationId: string,
  userId: string,
  kind: ContactKind,
): Promise<RegisteredTarget[]> {
  if (kind === 'device')
    return (await pushTargetsOf(world, organizationId, userId)).map(
      ({ subscriptionId: id, name, target: device }) => ({ id, name, at: { device } }),
    );
  const accounts = await chatAccountsOf(systemContext(world, organizationId), userId);
  return Promise.all(
    accounts
      .filter(({ internal }) => internal.chat === kind)
      .map(async (account) => ({
        id: account.id,
        name: nameOfChatAccount(account),
        at: await chatTargetOf(world, account),
      })),
  );
}

/**
 * Notes what became of a message to one of them: a device that has ended is forgotten, an account says why it fails.
 */
export async function noteRegisteredOutcome(
  world: World,
  organizationId: string,
  { kind, id }: { kind: ContactKind; id: string },
  result: ChannelResult,
): Promise<void> {
  if (kind !== 'device') return noteChatOutcome(world, organizationId, id, result);
  if (result.isGone) await forgetPushSubscription(world, organizationId, id);
}
