import type { Ctx } from '../kernel/index.ts';
import { dutiesOf, stretchesOf, type TeamPlan, tiersUnchangedUntil } from './duty.ts';
import { type TeamHistory, teamHistories } from './history.ts';
import type { Looked } from './schedule-hand-overs.ts';
import { standInsOf } from './stand-ins.ts';
import { type PlannedTeam, type Team, teamPlans } from './team-plans.ts';

/** The change for one person when shifts change. */
export interface HandOver {
  userId: string;
  at: number;
  /** Tiers, 1 is the first. */
  begins: number[];
  ends: number[];
  /**
   * When the last of the shifts that begin ends; null when none begins, or when that is further away than anybody
   * plans.
   */
  until: number | null;
}

const lookAhead = 62 * 86_400_000;

/**
 * Who begins and who ends in a team between two instants, the first one not included, because time passes: what
 * somebody changes at these instants tells nobody. Pure.
 */
export function handOversOf(
  { periods, unplanned }: Pick<TeamHistory, 'periods' | 'unplanned'>,
  from: number,
): HandOver[] {
  return periods.flatMap(({ start, end, plan }) => {
    const stretches = stretchesOf(plan, start, end);
    return stretches.flatMap((stretch, index) => {
      const before = stretches[index - 1];
      const at = stretch.start;
      if (!before || at <= from || unplanned.has(at)) return [];
      const then = tiersByUser(dutiesOf(before));
      const now = tiersByUser(dutiesOf(stretch));
      const ahead = stretchesOf(plan, at, at + lookAhead);
      return [...new Set([...then.keys(), ...now.keys()])].flatMap((userId) => {
        const had = then.get(userId) ?? [];
        const has = now.get(userId) ?? [];
        const begins = has.filter((tier) => !had.includes(tier));
        const ends = had.filter((tier) => !has.includes(tier));
        if (begins.length + ends.length === 0) return [];
        const last = ahead.findIndex(
          (one) =>
            !dutiesOf(one).some((duty) => duty.userId === userId && begins.includes(duty.tier)),
        );
        return [
          {
            userId,
            at,
            begins,
            ends,
            until: begins.length === 0 ? null : (ahead[last]?.start ?? null),
          },
        ];
      });
    });
  });
}

function tiersByUser(duties: ReturnType<typeof dutiesOf>): Map<string, number[]> {
  const byUser = Map.groupBy(duties, ({ userId }) => userId);
  return new Map([...byUser].map(([userId, own]) => [userId, own.map(({ tier }) => tier)]));
}

export interface TeamHandOvers {
  team: Team;
  handOvers: HandOver[];
}

/** The hand-overs of teams after `from` and until now. The past is asked only of teams where there may be any. */
export async function teamHandOvers(
  ctx: Ctx,
  teamIds: readonly string[],
  from: Date,
): Promise<Looked<TeamHandOvers>> {
  const now = ctx.clock.now().getTime();
  // A moment more, so that a shift that begins at `from` is no shift that begins with the interval.
  const start = from.getTime() - 1;
  // Who follows a policy is told of the shifts of its schedules.
  const mayHave = ({ plan, defaultPolicy }: PlannedTeam) =>
    !defaultPolicy && stretchesOf(plan, start, now + 1).length > 1;
  const planned = await teamPlans(ctx, teamIds, new Date(start));
  const due = planned.filter(mayHave).map(({ team }) => team.id);
  const histories =
    due.length === 0 ? [] : await teamHistories(ctx, due, new Date(start), new Date(now + 1));
  return {
    found: histories.map((one) => ({
      team: one.team,
      handOvers: handOversOf(one, from.getTime()),
    })),
    unchangedUntil: new Map(
      planned.map((one) => [one.team.id, tiersUnchangedUntil(planOfAll(one), now)]),
    ),
  };
}

/** With the overrides of whoever may be on call in it, were nobody suspended. */
function planOfAll({ plan, memberships }: PlannedTeam): TeamPlan {
  const members = memberships.flatMap(({ wire }) => wire.userId?.toLowerCase() ?? []);
  const concerned = standInsOf(plan.overrides)(members);
  return { ...plan, overrides: plan.overrides.filter(({ userId }) => concerned.has(userId)) };
}
