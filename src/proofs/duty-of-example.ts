import { policyKind, scheduleKind, stretchesOf } from '../on-call/index.ts';
import { type Rota, stretches } from '../rota/index.ts';
import { itemsOf, type Setup, type Snapshot, type Trace } from '../stage/index.ts';

/** Who is on call for a while by a schedule, or by a tier of a team. */
export interface ShownDuty {
  /** The schedule, or the team. */
  displayName: string;
  /** From 1; null: it is a schedule. */
  tier: number | null;
  start: number;
  end: number;
  userIds: string[];
}

/** Who is on call between two instants by the policies and tiers that an incident follows. Pure. */
export function dutyOf(
  snapshot: Snapshot,
  { facts }: Pick<Setup, 'facts'>,
  steps: Trace['steps'],
  { from, until }: { from: number; until: number },
): ShownDuty[] {
  const policyIds = new Set(steps.flatMap(({ policyId }) => policyId ?? []));
  const teamIds = new Set(steps.flatMap(({ policyId, teamId }) => (policyId ? [] : teamId)));
  const scheduleIds = new Set(
    itemsOf(snapshot, policyKind)
      .filter(({ id }) => policyIds.has(id))
      .flatMap(({ wire }) => wire.steps.flatMap(({ targets }) => targets ?? []))
      .flatMap(({ scheduleId }) => scheduleId?.toLowerCase() ?? []),
  );
  const schedules = itemsOf(snapshot, scheduleKind).filter(({ id }) => scheduleIds.has(id));
  return [
    ...schedules.flatMap(({ id, wire: { displayName } }) => {
      const rota = facts.policies.rota(id);
      return rota ? joinedDuty(displayName, null, ofSchedule(rota)) : [];
    }),
    ...[...teamIds].flatMap((id) => {
      const planned = facts.teams.get(id);
      if (!planned) return [];
      const duty = stretchesOf(planned.plan, from, until);
      return planned.plan.tiers.flatMap((_, tier) =>
        joinedDuty(
          planned.team.wire.displayName,
          tier + 1,
          duty.map(({ start, end, tiers }) => ({ start, end, userIds: [...(tiers[tier] ?? [])] })),
        ),
      );
    }),
  ];

  function ofSchedule(rota: Rota): Piece[] {
    return stretches(rota, from, until).map(({ start, end, people }) => ({
      ...{ start, end },
      userIds: people.map(({ userId }) => userId),
    }));
  }
}

type Piece = Pick<ShownDuty, 'start' | 'end' | 'userIds'>;

/** Neighbours with the same people are one: for which reasons they are on call is not said. */
function joinedDuty(displayName: string, tier: number | null, pieces: readonly Piece[]) {
  const joined: ShownDuty[] = [];
  for (const { start, end, userIds } of pieces) {
    const last = joined.at(-1);
    if (last && last.end === start && last.userIds.join() === userIds.join()) last.end = end;
    else joined.push({ displayName, tier, start, end, userIds });
  }
  return joined;
}
