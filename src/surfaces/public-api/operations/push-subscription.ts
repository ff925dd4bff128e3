import {
  type PushSubscription,
  pushSubscriptionKind,
  registerPushSubscription,
  shownTarget,
  vapidKeysOf,
} from '../../../contacts/index.ts';
import {
  demandTeamEdit,
  filterOf,
  getResource,
  listResources,
  removeResource,
} from '../../../resources/index.ts';
import { type ApiCaller, actingFor } from '../caller.ts';
import { type Handlers, ok, okObject } from '../handlers.ts';
import { pageOf } from '../resource-operations.ts';

export const pushSubscriptionOperations = {
  createPushSubscription: async (caller, { body }) => {
    const acting = actingFor(caller, body.userId);
    demandTeamEdit(acting, null);
    return ok(toView(await registerPushSubscription(acting, body)));
  },

  getPushSubscription: async (caller, { params }) => {
    const { subscription } = await ownOf(caller, params.id);
    return okObject(subscription, toView(subscription));
  },

  deletePushSubscription: async (caller, { params }) => {
    const { acting, subscription } = await ownOf(caller, params.id);
    await removeResource(acting, pushSubscriptionKind, subscription.id);
    return ok({});
  },

  listPushSubscriptions: async (caller, { query }) => {
    // Without the right to see those of others, people see their own.
    const own = caller.actor.kind === 'user' ? caller.actor.id : undefined;
    const userId = query.UserId ?? (caller.teams.edit === 'all' ? undefined : own);
    const acting = userId === undefined ? caller : actingFor(caller, userId);
    demandTeamEdit(acting, null);
    const filter = filterOf(pushSubscriptionKind, { ...query, UserId: userId }, 'whole');
    const page = await listResources(acting, pushSubscriptionKind, filter, pageOf(query));
    return ok({ pushSubscriptions: page.items.map(toView), hasMore: page.hasMore });
  },

  getPushPublicKey: async (caller) => ok({ publicKey: (await vapidKeysOf(caller)).publicKey }),
} satisfies Handlers;

/** 404 for one that is not there, 403 for that of somebody else. */
async function ownOf(caller: ApiCaller, id: string) {
  const found = await getResource(caller, pushSubscriptionKind, id);
  const acting = actingFor(caller, found.wire.userId);
  demandTeamEdit(acting, null);
  return { acting, subscription: await getResource(acting, pushSubscriptionKind, id) };
}

function toView({ id, wire }: PushSubscription) {
  const { userId, displayName } = wire;
  return { id, userId, displayName, target: shownTarget(wire) };
}
