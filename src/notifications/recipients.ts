import type { Device } from '../channels/index.ts';
import {
  addressesOf,
  type ChatAccount,
  chatAccountKind,
  chatContactsOf,
  decides,
  deviceNameOf,
  furtherContactsOf,
  type NotificationRules,
  notificationRulesKind,
  type PushSubscription,
  pushSubscriptionKind,
} from '../contacts/index.ts';
import { isSuspended, personName, type User, userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import type { NamedPerson } from '../sentences/index.ts';
import type { Recipient } from './deliveries-to.ts';

export interface NamedRecipient {
  recipient: Recipient;
  /** For the histories of incidents and other texts. */
  name: string;
  /** Null: nobody knows where they are. */
  timeZoneId: string | null;
  /** They want to know that their shifts begin and end. */
  hearsOfShifts: boolean;
}

/** The users with these ids, as messages find them. */
export async function loadRecipients(
  ctx: Ctx,
  userIds: readonly string[],
): Promise<Map<string, NamedRecipient>> {
  const ids = [...userIds];
  const [users, subscriptions, accounts, rules] = await Promise.all([
    listResources(ctx, userKind, { _id: { $in: ids } }),
    listResources(ctx, pushSubscriptionKind, { 'lookup.userId': { $in: ids } }),
    listResources(ctx, chatAccountKind, { 'lookup.userId': { $in: ids } }),
    listResources(ctx, notificationRulesKind, { _id: { $in: ids } }),
  ]);
  return recipientsIn({
    users: users.items,
    subscriptions: subscriptions.items,
    accounts: accounts.items,
    rules: rules.items,
  });
}

/** The documents that say how people are reached. */
interface PeopleDocuments {
  users: readonly User[];
  subscriptions: readonly PushSubscription[];
  accounts: readonly ChatAccount[];
  rules: readonly NotificationRules[];
}

/** These people, as messages find them. Pure. */
export function recipientsIn({
  users,
  subscriptions,
  accounts,
  rules,
}: PeopleDocuments): Map<string, NamedRecipient> {
  const rulesById = new Map(rules.map((one) => [one.id, one]));
  const devices = Map.groupBy(subscriptions, ({ wire }) => wire.userId.toLowerCase());
  const chats = Map.groupBy(accounts, ({ wire }) => wire.userId.toLowerCase());
  return new Map(
    users.map((user) => {
      const { id, wire } = user;
      const own = rulesById.get(id);
      const timeZoneId = wire.timeZoneId ?? 'UTC';
      const recipient = {
        userId: id,
        ...addressesOf(user),
        devices: (devices.get(id) ?? []).map(deviceOf),
        chats: chatContactsOf(chats.get(id) ?? []),
        settings: wire.incidentNotificationSettings ?? null,
        rules: own && decides(own.wire) ? { wire: own.wire, timeZoneId } : null,
        further: own ? furtherContactsOf(own) : [],
        isSuspended: isSuspended(user),
      };
      const person = { name: personName(wire), timeZoneId: wire.timeZoneId ?? null };
      return [id, { recipient, ...person, hearsOfShifts: !wire.disableOnCallNotices }];
    }),
  );
}

/** Somebody by the name that these know, for a sentence. */
export function personIn(
  people: ReadonlyMap<string, Pick<NamedRecipient, 'name'>>,
  userId: string,
): NamedPerson {
  return { userId, displayName: people.get(userId)?.name ?? null };
}

/** As messages and their log name it. */
function deviceOf({ id, wire }: PushSubscription): Device {
  return { id, name: deviceNameOf(wire) };
}
