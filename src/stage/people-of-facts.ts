import { chatKinds } from '../channels/index.ts';
import {
  addressKeyOf,
  type ChatAccount,
  chatAccountKind,
  type NotificationRules,
  notificationRulesKind,
  type PushSubscription,
  pushSubscriptionKind,
} from '../contacts/index.ts';
import { isPhoneNumberConfirmed, type User, userKind } from '../identity/index.ts';
import { repeatableId } from '../kernel/index.ts';
import { chatOfChannel, type PersonFacts } from './facts.ts';
import { itemsOf, type Snapshot, type StoredResource } from './snapshot.ts';

const someNumber = '+99900000000';

/** With what facts say of these people, of whom nothing else is known. Pure. */
export function withPeople(snapshot: Snapshot, people: readonly PersonFacts[]): Snapshot {
  const known = new Map(people.map((one) => [one.id.toLowerCase(), one]));
  const users = itemsOf(snapshot, userKind).filter(({ id }) => known.has(id));
  const rules = itemsOf(snapshot, notificationRulesKind).filter(({ id }) => known.has(id));
  const factsOf = (id: string) => known.get(id) ?? nobody(id);
  return withObjects(snapshot, {
    [userKind.entityType]: users.map((user) => withFacts(user, factsOf(user.id), snapshot)),
    [notificationRulesKind.entityType]: rules.map((one) => withConfirmed(one, factsOf(one.id))),
    [pushSubscriptionKind.entityType]: users.flatMap(({ id }) =>
      factsOf(id).deviceIds.map((device) => deviceOf(snapshot, id, device)),
    ),
    [chatAccountKind.entityType]: users.flatMap(({ id }) =>
      factsOf(id).chats.flatMap(({ id: account, channel }) => {
        const chat = chatOfChannel(channel);
        return chat ? accountOf(snapshot, id, account, chat) : [];
      }),
    ),
  });
}

/** As if every person could be reached by every channel, at every contact: nobody is reached by more. Pure. */
export function withEverybodyReachable(snapshot: Snapshot): Snapshot {
  const rules = itemsOf(snapshot, notificationRulesKind);
  const contactsOf = new Map(rules.map(({ id, wire }) => [id, wire.contacts ?? []]));
  const people = itemsOf(snapshot, userKind).map(
    ({ id }): PersonFacts => ({
      ...nobody(id),
      number: 'Confirmed',
      confirmedContactIds: (contactsOf.get(id) ?? []).flatMap((contact) => contact.id ?? []),
      deviceIds: [repeatableId(0, 'device', id)],
    }),
  );
  const reachable = withPeople(snapshot, people);
  return withObjects(reachable, {
    [chatAccountKind.entityType]: people.flatMap(({ id }) =>
      chatKinds.map((chat) => accountOf(snapshot, id, repeatableId(0, chat, id), chat)),
    ),
  });
}

function nobody(id: string): PersonFacts {
  const none = { confirmedContactIds: [], deviceIds: [], chats: [] };
  return { id, isSuspended: false, number: 'None', ...none };
}

function withFacts(user: User, { isSuspended, number }: PersonFacts, { takenAt }: Snapshot): User {
  const { wire, internal } = user;
  const isConfirmed = number === 'Confirmed' || (number === 'None' && isPhoneNumberConfirmed(user));
  const own = number === 'None' ? wire.phoneNumber : (wire.phoneNumber ?? someNumber);
  return {
    ...user,
    wire: { ...wire, phoneNumber: own },
    internal: {
      ...internal,
      suspendedAt: isSuspended ? takenAt : null,
      phoneNumberConfirmed: isConfirmed ? { at: takenAt, by: { kind: 'system', id: null } } : null,
    },
  };
}

function withConfirmed(
  rules: NotificationRules,
  { confirmedContactIds }: PersonFacts,
): NotificationRules {
  const ids = new Set(confirmedContactIds.map((id) => id.toLowerCase()));
  const { wire, internal, updatedAt } = rules;
  const confirmed = (wire.contacts ?? [])
    .filter(({ id }) => ids.has(id?.toLowerCase() ?? ''))
    .map((contact) => ({
      address: addressKeyOf(contact),
      at: updatedAt,
      by: { kind: 'system' as const, id: null },
    }));
  return { ...rules, internal: { ...internal, confirmed } };
}

function deviceOf(snapshot: Snapshot, userId: string, id: string): PushSubscription {
  const wire = { userId, displayName: 'Device', webPush: null, ntfyTopicUrl: null };
  return { ...newObject(snapshot, id), wire, internal: {} };
}

function accountOf(
  snapshot: Snapshot,
  userId: string,
  id: string,
  chat: ChatAccount['internal']['chat'],
): ChatAccount {
  const wire = { userId, outboundIntegrationId: id, chatUserId: id, displayName: null };
  return { ...newObject(snapshot, id), wire, internal: { chat } };
}

function newObject({ organizationId, takenAt }: Snapshot, id: string) {
  return {
    ...{ id: id.toLowerCase(), organizationId, teamId: null, provisioned: false, version: 1 },
    ...{ source: 'System' as const, createdAt: takenAt, updatedAt: takenAt },
  };
}

function withObjects(
  { resources, ...same }: Snapshot,
  objects: Readonly<Record<string, readonly StoredResource[]>>,
): Snapshot {
  const all = new Map(resources);
  for (const [entityType, items] of Object.entries(objects))
    all.set(
      entityType,
      new Map([...(all.get(entityType) ?? []), ...items.map((one) => [one.id, one] as const)]),
    );
  return { ...same, resources: all };
}
