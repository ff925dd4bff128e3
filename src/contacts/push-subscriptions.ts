import { createHash } from 'node:crypto';
import { ntfyAddressOf, type PushTarget } from '../channels/index.ts';
import type { components } from '../contract/index.ts';
import { demandRankOver, userKind } from '../identity/index.ts';
import {
  actingPersonId,
  type Ctx,
  invalidField,
  systemContext,
  unlessGone,
  type World,
} from '../kernel/index.ts';
import {
  byLookup,
  createResource,
  defineKind,
  demandReference,
  findResource,
  listResources,
  mask,
  type Resource,
  removeResource,
  replaceResource,
  wireShapes,
} from '../resources/index.ts';
import { say } from '../sentences/index.ts';

/** A browser, an app or an ntfy topic of a person; one of `webPush` and `ntfyTopicUrl` is there. */
type PushSubscriptionWire = Required<components['schemas']['PushSubscriptionInput']>;

export type PushSubscription = Resource<PushSubscriptionWire>;

export const pushSubscriptionKind = defineKind<PushSubscriptionWire>({
  entityType: 'PushSubscription',
  noun: 'push-subscription',
  collection: 'push_subscriptions',
  shape: wireShapes.PushSubscription,
  displayNameOf: ({ displayName }) => displayName,
  lookupOf: (wire) => ({ userId: wire.userId, target: fingerprintOf(wire) }),
  personOf: ({ userId }) => userId,
  filters: { UserId: byLookup('userId') },
  async prepare(ctx, wire) {
    await demandReference(ctx, userKind, 'userId', wire.userId);
    targetOf(wire);
    return { wire, internal: {} };
  },
  removedWith: { User: (id) => ({ 'lookup.userId': id }) },
  indexes: [
    // Subscriptions of a person, each receiver once.
    [
      { organizationId: 1, 'lookup.userId': 1, 'lookup.target': 1 },
      { unique: true, sparse: true },
    ],
  ],
});

/**
 * Registers where a person wants pushes. A browser registers again whenever it likes, so the subscription that the
 * person has at this receiver is replaced. Throws 400 for an unknown user, and for what no push can be sent to; 403 for
 * a person with a higher role than the actor's.
 */
export async function registerPushSubscription(
  ctx: Ctx,
  given: Partial<PushSubscriptionWire>,
): Promise<PushSubscription> {
  const userId = String(given.userId).toLowerCase();
  // The owner of a receiver answers as the person.
  if (actingPersonId(ctx) !== userId)
    await demandRankOver(ctx, userId, say('toRegisterPush'), {
      upToMembers: true,
    });
  const present = await findResource(ctx, pushSubscriptionKind, {
    'lookup.userId': userId,
    'lookup.target': fingerprintOf(given),
  });
  const action = 'push-subscription.create';
  return present
    ? replaceResource(ctx, pushSubscriptionKind, present.id, given, { action })
    : createResource(ctx, pushSubscriptionKind, given, { action });
}

/** Where pushes to a person go, with the id of the subscription, which ends when its receiver says so. */
export async function pushTargetsOf(
  world: World,
  organizationId: string,
  userId: string,
): Promise<{ subscriptionId: string; name: string; target: PushTarget }[]> {
  const ctx = systemContext(world, organizationId);
  const { items } = await listResources(ctx, pushSubscriptionKind, { 'lookup.userId': userId });
  return items.map(({ id, wire }) => ({
    subscriptionId: id,
    name: deviceNameOf(wire),
    target: targetOf(wire),
  }));
}

/** The name that its person gave it; without one, its target. */
export function deviceNameOf(wire: PushSubscriptionWire): string {
  return wire.displayName || shownTarget(wire);
}

/** The receiver has ended the subscription (`isGone`). Harmless when it was removed meanwhile. */
export async function forgetPushSubscription(
  world: World,
  organizationId: string,
  subscriptionId: string,
): Promise<void> {
  const ctx = systemContext(world, organizationId);
  await unlessGone(removeResource(ctx, pushSubscriptionKind, subscriptionId));
}

/** The receiver without what is secret of its address. */
export function shownTarget({ webPush, ntfyTopicUrl }: PushSubscriptionWire): string {
  return `${URL.parse(webPush?.endpoint ?? ntfyTopicUrl ?? '')?.origin ?? ''}/${mask}`;
}

function targetOf({ webPush, ntfyTopicUrl }: Partial<PushSubscriptionWire>): PushTarget {
  if ((webPush ?? null) !== null && (ntfyTopicUrl ?? null) !== null)
    throw invalidField('ntfyTopicUrl', say('onePushAddress'));
  if (webPush) {
    const url = URL.parse(webPush.endpoint);
    if (!url || !/^https?:$/.test(url.protocol))
      throw invalidField('webPush.endpoint', say('mustBeHttpUrl'));
    return { kind: 'webPush', ...webPush };
  }
  if (typeof ntfyTopicUrl !== 'string') throw invalidField('webPush', say('pushAddressMissing'));
  if (ntfyAddressOf(ntfyTopicUrl) === null)
    throw invalidField('ntfyTopicUrl', say('mustBeNtfyTopic'));
  return { kind: 'ntfy', topicUrl: ntfyTopicUrl };
}

/** Finds the same receiver again; what it is made of stays sealed. */
function fingerprintOf({ webPush, ntfyTopicUrl }: Partial<PushSubscriptionWire>): string {
  const address = webPush?.endpoint ?? ntfyTopicUrl ?? '';
  return createHash('sha256').update(address).digest('hex');
}
