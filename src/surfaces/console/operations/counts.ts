import type { Channels } from '../../../channels/index.ts';
import { pushSubscriptionKind, rulesOf } from '../../../contacts/index.ts';
import { groupMappingKind } from '../../../groups/index.ts';
import type { OperationHandler } from '../../../http/index.ts';
import { apiKeyKind, hasEnded, userKind } from '../../../identity/index.ts';
import { type Ctx, notFound, type World } from '../../../kernel/index.ts';
import { oidcConnectionKind } from '../../../oidc/index.ts';
import { policyKind } from '../../../on-call/index.ts';
import {
  countResources,
  filterOf,
  getResource,
  listResources,
  type ResourceKind,
} from '../../../resources/index.ts';
import { sessionsOf } from '../../../sessions/index.ts';
import { shadowRunKind } from '../../../shadow/index.ts';
import { silenceKind } from '../../../silences/index.ts';
import {
  emailSubscriberKind,
  smsSubscriberKind,
  statusPageKind,
} from '../../../status-pages/index.ts';
import { teamKind, teamMembershipKind } from '../../../teams/index.ts';
import type { Traits } from '../traits.ts';
import { type SignedIn, signedIn, type Visitor } from '../visitor.ts';

/** As the document says. */
const countMax = 1000;

type Counts = Record<string, number>;
type Ready = Pick<Channels, 'missing'>;
type Count = (signedIn: SignedIn, id: string, channels: Ready) => Promise<Counts>;

/** How much each part of a page holds, in one request in place of one for each of its lists. */
export function countOperations(parts: {
  world: World;
  channels: Ready;
}): Record<string, OperationHandler<Visitor, Traits>> {
  const { world, channels } = parts;
  return {
    async getCounts(visitor, { params: { of = '', id = '' } }) {
      const count = places[of];
      if (!count) throw notFound('page', of);
      return {
        status: 200,
        body: await count(signedIn(world, visitor), id.toLowerCase(), channels),
      };
    },
  };
}

const places: Readonly<Record<string, Count>> = {
  async organization({ active, ctx }, id) {
    if (id !== ctx.organizationId) throw notFound('organization', id);
    const isOwner = active.standing.organizationRole === 'Owner';
    const keys = isOwner && (await keysOf(ctx));
    return {
      people: await countOf(ctx, userKind, {}),
      shadowRuns: await countOf(ctx, shadowRunKind, {}),
      ...(mayAdminister(active) && { groups: await countOf(ctx, groupMappingKind, {}) }),
      ...(isOwner && { connections: await countOf(ctx, oidcConnectionKind, {}) }),
      ...(keys && {
        keys: keys.length,
        agents: keys.filter(({ wire }) => wire.kind === 'agent').length,
      }),
    };
  },
  async user({ active, ctx }, id) {
    if (id !== active.session.userId) throw notFound('user', id);
    const isOwner = active.standing.organizationRole === 'Owner';
    return {
      rules: (await rulesOf(ctx, id))?.wire.rules?.length ?? 0,
      devices: await countOf(ctx, pushSubscriptionKind, { UserId: id }),
      sessions: (await sessionsOf(ctx, id)).length,
      ...(isOwner && { keys: (await keysOf(ctx)).filter(({ wire }) => wire.userId === id).length }),
    };
  },
  async team({ ctx }, id) {
    await getResource(ctx, teamKind, id);
    return {
      members: await countOf(ctx, teamMembershipKind, { TeamId: id }),
      policies: await countOf(ctx, policyKind, { TeamId: id }),
      silences: await countOf(ctx, silenceKind, { TeamId: id }),
    };
  },
  async 'status-page'({ active, ctx }, id, channels) {
    await getResource(ctx, statusPageKind, id);
    if (!mayAdminister(active)) return {};
    const ofPage = { StatusPageId: id };
    const byMail = await countOf(ctx, emailSubscriberKind, ofPage);
    const bySms = await countOf(ctx, smsSubscriberKind, ofPage);
    const unreachable =
      (channels.missing('Email') ? byMail : 0) + (channels.missing('SMS') ? bySms : 0);
    return {
      subscribers: Math.min(countMax, byMail + bySms),
      unreachable: Math.min(countMax, unreachable),
    };
  },
};

/** Owners and Administrators, as `standingOf` decides it. */
function mayAdminister({ standing }: SignedIn['active']): boolean {
  return standing.teams.edit === 'all';
}

/** The keys that still work, as lists of keys show them. */
async function keysOf(ctx: Ctx) {
  const { items } = await listResources(ctx, apiKeyKind);
  const now = ctx.clock.now();
  return items.filter((key) => !hasEnded(key, now)).slice(0, countMax);
}

function countOf<Wire extends object, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  query: Readonly<Record<string, string>>,
): Promise<number> {
  return countResources(ctx, kind, filterOf(kind, query, 'whole'), countMax);
}
