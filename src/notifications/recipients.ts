import { deviceNameOf, type PushSubscription, pushSubscriptionKind } from '../contacts/index.ts';
import { isSuspended, reachablePhoneOf, userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import type { Device, Recipient } from './deliveries-to.ts';

export interface NamedRecipient {
  recipient: Recipient;
  /** For the histories of incidents and other texts. */
  name: string;
}

/** The users with these ids, as messages find them. */
export async function loadRecipients(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<Map<string, NamedRecipient>> {
  const ids = [...userIds];
  const [users, subscriptions] = await Promise.all([
    listResources(ctx, userKind, { _id: { $in: ids } }),
    listResources(ctx, pushSubscriptionKind, { 'lookup.userId': { $in: ids } }),
  ]);
  const devices = Map.groupBy(subscriptions.items, ({ wire }) => wire.userId.toLowerCase());
  return new Map(
    users.items.map((user) => {
      const { id, wire } = user;
      const recipient = {
        userId: id,
        email: wire.email,
        phone: reachablePhoneOf(user),
        devices: (devices.get(id) ?? []).map(deviceOf),
        settings: wire.incidentNotificationSettings ?? null,
        isSuspended: isSuspended(user),
      };
      return [id, { recipient, name: wire.displayName ?? wire.email }];
    }),
  );
}

/** As messages and their log name it. */
export function deviceOf({ id, wire }: PushSubscription): Device {
  return { id, name: deviceNameOf(wire) };
}
