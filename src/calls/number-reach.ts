import type { Catalogue } from '../catalogue/index.ts';
import { callNumbersOf } from '../contacts/index.ts';
import { userKind } from '../identity/index.ts';
import { integrationKind, phoneNumberOf } from '../integrations/index.ts';
import { type Ctx, systemContext } from '../kernel/index.ts';
import { dutiesBetween, timesWithout } from '../on-call/index.ts';
import { findResource, listResources } from '../resources/index.ts';
import type { Sentence } from '../sentences/index.ts';
import { teamKind } from '../teams/index.ts';
import type { RouteSettings } from './call-settings.ts';
import { dialledPlan } from './dial-chain.ts';
import { settingsOf } from './find-number.ts';
import { dialledBy, routesOf } from './flow/index.ts';
import { findNumberSetUps, type NumberSetUpDocument } from './number-set-up.ts';

/** A number, and those of its routes that reach nobody at some time. */
export interface NumberReach {
  integrationId: string;
  displayName: string;
  teamId: string;
  unreached: {
    route: RouteSettings;
    /** Null once it was deleted: then nobody is reached at any time. */
    team: { displayName: string; timeZoneId: string } | null;
    /** In order, in epoch milliseconds; `end` is not included. */
    gaps: { start: number; end: number }[];
  }[];
  /**
   * Why the carrier may not send its calls here, or what is left to do by hand. Null when it does, or was not asked
   * yet.
   */
  setUp: { state: 'changed' | 'refused' | 'waiting' | 'by-hand'; text: Sentence } | null;
}

/**
 * When callers of the numbers of these teams would find nobody to be dialled, by the very people and phones that calls
 * go by.
 */
export async function numbersReach(
  ctx: Ctx,
  catalogue: Catalogue,
  teamIds: readonly string[],
  period: { start: number; end: number },
): Promise<NumberReach[]> {
  const { items } = await listResources(ctx, integrationKind, { teamId: { $in: [...teamIds] } });
  const { organizationId } = ctx;
  const setUps = await findNumberSetUps(
    ctx,
    items.map(({ id }) => id),
  );
  const reachOfTeam = reachOfTeams(ctx, period);
  const found: NumberReach[] = [];
  for (const { id, wire } of items) {
    const type = catalogue.find(wire.type);
    const number = type && phoneNumberOf(type, wire);
    if (!number) continue;
    const routes = routesOf(await settingsOf(ctx, { id, organizationId, wire }, number));
    const unreached: NumberReach['unreached'] = [];
    for (const route of routes) {
      // A caller who is to leave a message is not meant to reach anybody.
      if (route.goesToVoicemail && route.teamExists) continue;
      const { team, gaps } = await reachOfTeam(route);
      if (gaps.length > 0) unreached.push({ route, team, gaps });
    }
    found.push({
      integrationId: id,
      displayName: wire.displayName,
      teamId: wire.teamId.toLowerCase(),
      unreached,
      setUp: openSetUp(setUps.get(id)),
    });
  }
  return found;
}

function openSetUp(setUp: NumberSetUpDocument | undefined): NumberReach['setUp'] {
  return setUp && setUp.state !== 'set' ? { state: setUp.state, text: setUp.text } : null;
}

type TeamReach = Pick<NumberReach['unreached'][number], 'team' | 'gaps'>;

/**
 * Each team, with each policy of a route, is looked at once. A number may lead to teams that its administrators do not
 * see.
 */
function reachOfTeams(caller: Ctx, period: { start: number; end: number }) {
  const ctx = systemContext(caller, caller.organizationId);
  const known = new Map<string, Promise<TeamReach>>();
  const look = async (route: RouteSettings): Promise<TeamReach> => {
    const { teamId } = route;
    const team = await findResource(ctx, teamKind, { _id: teamId });
    const plan = await dialledPlan(ctx, dialledBy(route), new Date(period.start));
    if (!team || !plan) return { team: null, gaps: [period] };
    const duties = await dutiesBetween(plan, period.start, period.end);
    const ids = [...new Set(duties.map(({ userId }) => userId))];
    const { items } =
      ids.length === 0 ? { items: [] } : await listResources(ctx, userKind, { _id: { $in: ids } });
    const reachable = await callNumbersOf(ctx, items);
    return {
      team: { displayName: team.wire.displayName, timeZoneId: plan.timeZoneId },
      gaps: timesWithout(
        duties.filter(({ userId }) => reachable.has(userId)),
        period,
      ),
    };
  };
  return (route: RouteSettings) => {
    const key = JSON.stringify(dialledBy(route));
    const reach = known.get(key) ?? look(route);
    known.set(key, reach);
    return reach;
  };
}
