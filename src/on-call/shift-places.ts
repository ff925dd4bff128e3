import type { Ctx } from '../kernel/index.ts';
import { listResources } from '../resources/index.ts';
import { stretches } from '../rota/index.ts';
import { dutiesOf, stretchesOf } from './duty.ts';
import { rotaOfFacts, scheduleFacts } from './schedule-facts.ts';
import { scheduleKind } from './schedule-kind.ts';
import type { ShiftAhead } from './shift-notices.ts';
import { teamPlans } from './team-plans.ts';

/** Where people have shifts: a schedule, or a team by its tiers. */
export interface ShiftPlace {
  id: string;
  teamId: string | null;
  displayName: string;
  timeZoneId: string;
  /** How many minutes before a shift whoever chose nothing else is told. */
  leads: readonly number[];
  /** Who is on call from an instant on, in order and without a gap. */
  duty(from: number, until: number): { start: number; end: number; userIds: readonly string[] }[];
}

/**
 * The schedules and teams with these ids. Who follows a policy is told of the shifts of its schedules, so such
 * teams are left out, as are those that are gone.
 */
export async function shiftPlaces(
  ctx: Ctx,
  ids: readonly string[],
  from: Date,
): Promise<ShiftPlace[]> {
  const { items } = await listResources(ctx, scheduleKind, { _id: { $in: [...ids] } });
  const facts = items.length === 0 ? [] : await scheduleFacts(ctx, items, from);
  const known = new Set(items.map(({ id }) => id));
  const others = ids.filter((id) => !known.has(id));
  const teams = others.length === 0 ? [] : await teamPlans(ctx, others, from);
  return [
    ...facts.map((one): ShiftPlace => {
      const { id, teamId, wire } = one.schedule;
      const rota = rotaOfFacts(one);
      return {
        ...{ id, teamId, displayName: wire.displayName, timeZoneId: wire.timeZoneId },
        leads: wire.noticesBeforeMinutes ?? [],
        duty: (start, end) =>
          stretches(rota, start, end).map(({ people, ...time }) => ({
            ...time,
            userIds: people.map(({ userId }) => userId),
          })),
      };
    }),
    ...teams.flatMap(({ team, plan, defaultPolicy }): ShiftPlace[] =>
      defaultPolicy
        ? []
        : [
            {
              ...{ id: team.id, teamId: team.id, displayName: team.wire.displayName },
              timeZoneId: plan.timeZoneId,
              leads: [],
              duty: (start, end) =>
                stretchesOf(plan, start, end).map((one) => ({
                  ...{ start: one.start, end: one.end },
                  userIds: dutiesOf(one).map(({ userId }) => userId),
                })),
            },
          ],
    ),
  ];
}

/** The shifts of everybody; what goes on without a break is one, and one that reaches the end of the look has none. */
export function shiftsAhead(
  { duty }: Pick<ShiftPlace, 'duty'>,
  from: number,
  until: number,
): Map<string, ShiftAhead[]> {
  const shifts = new Map<string, { start: number; end: number }[]>();
  for (const { start, end, userIds } of duty(from, until))
    for (const userId of new Set(userIds)) {
      const own = shifts.get(userId) ?? [];
      const last = own.at(-1);
      if (last?.end === start) last.end = end;
      else own.push({ start, end });
      shifts.set(userId, own);
    }
  return new Map(
    [...shifts].map(([userId, own]) => [
      userId,
      own.map(({ start, end }) => ({ start, end: end < until ? end : null })),
    ]),
  );
}

const slice = 7 * 86_400_000;
const slices = 9;

/** When the duty of somebody that goes on at an instant ends; null when that is further away than anybody plans. */
export function endOfDuty(
  { duty }: Pick<ShiftPlace, 'duty'>,
  userId: string,
  from: number,
): number | null {
  for (let start = from; start < from + slices * slice; start += slice) {
    const other = duty(start, start + slice).find(({ userIds }) => !userIds.includes(userId));
    if (other) return other.start;
  }
  return null;
}
