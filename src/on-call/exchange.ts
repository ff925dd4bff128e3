import { AppError, type Ctx, invalidField } from '../kernel/index.ts';
import { everybodyIn, type Rota, stretches } from '../rota/index.ts';
import { say } from '../sentences/index.ts';
import { toActiveOverride } from './cover.ts';
import { stretchesOf } from './duty.ts';
import { demandSchedule } from './schedule-kind.ts';
import { rotasOf } from './schedule-rotas.ts';
import { type PlannedTeam, teamPlans } from './team-plans.ts';

/** A shift that one person may take of another; ids in lower case. Of a team or of a schedule, which has no tiers. */
export interface Shift {
  teamId: string | null;
  scheduleId: string | null;
  tier: number | null;
  start: Date;
  end: Date;
  from: string;
  by: string;
}

export interface CoverTime {
  start: string;
  end: string;
}

/** The times of an exchange: a shift, and in a swap the times in return. */
export interface CoverTerms extends CoverTime {
  teamId: string | null;
  scheduleId: string | null;
  tier: number | null;
  userId: string;
  gives: readonly CoverTime[] | null;
}

/** The shifts that change hands when somebody accepts, the one that was asked for first. Pure. */
export function timesOfCover(terms: CoverTerms, acceptedBy: string): Shift[] {
  const { teamId, scheduleId, tier, start, end, gives } = terms;
  const place = {
    teamId: teamId?.toLowerCase() ?? null,
    scheduleId: scheduleId?.toLowerCase() ?? null,
    tier: tier ?? null,
  };
  const [owner, taker] = [terms.userId.toLowerCase(), acceptedBy.toLowerCase()];
  const shift = (time: CoverTime, from: string, by: string) => ({
    ...place,
    start: new Date(time.start),
    end: new Date(time.end),
    from,
    by,
  });
  return [
    shift({ start, end }, owner, taker),
    ...(gives ?? []).map((time) => shift(time, taker, owner)),
  ];
}

/**
 * Throws 400 unless the two can be exchanged in all these times: who gives is on call then, who takes is not, and is
 * not absent either.
 */
export async function demandExchange(ctx: Ctx, terms: CoverTerms, by: string): Promise<void> {
  for (const shift of timesOfCover(terms, by)) {
    const duty = await demandTakeable(ctx, shift);
    if (duty.isOn(shift.by)) throw invalidField('userId', say('coverTakerOnDuty', shift));
  }
}

/**
 * Throws 400 where there is no such shift that could be taken. `byOneself`: only who is planned in a schedule takes
 * shifts of it.
 */
export async function demandTakeable(
  ctx: Ctx,
  shift: Shift,
  { byOneself = false } = {},
): Promise<Duty> {
  const { from, by } = shift;
  const duty = await dutyOf(ctx, shift);
  if (from === by) throw invalidField('userId', say('shiftTakenByItsOwner'));
  duty.demandTaker(by, byOneself);
  const away = duty.absenceOf(by);
  if (away !== undefined)
    throw invalidField('start', say('shiftTakerAbsent', { by, override: away }));
  duty.demandOn(from);
  return duty;
}

/** Who is on call during a shift. */
interface Duty {
  isOn(userId: string): boolean;
  /** The override by which somebody is absent. */
  absenceOf(userId: string): string | undefined;
  demandOn(userId: string): void;
  demandTaker(userId: string, byOneself: boolean): void;
  /** Who could take it, beside those who are asked by name. */
  everybody: string[];
}

/** Throws 400 where there is no such place, or where its tiers alert nobody. */
export async function dutyOf(ctx: Ctx, shift: Shift): Promise<Duty> {
  const { teamId, scheduleId, start } = shift;
  if (scheduleId !== null) {
    const schedule = await demandSchedule(ctx, scheduleId);
    const rota = (await rotasOf(ctx, [schedule], start)).get(schedule.id);
    if (rota) return dutyBySchedule(rota, shift);
  }
  const [team] = await teamPlans(ctx, [teamId ?? ''], start);
  if (!team) throw invalidField('teamId', say('noSuchObject', { what: 'Team', id: teamId ?? '' }));
  const { defaultPolicy } = team;
  if (defaultPolicy)
    throw invalidField('teamId', say('shiftsOfPolicy', { policy: defaultPolicy.wire.displayName }));
  return dutyInTeam(team, shift);
}

function dutyBySchedule(rota: Rota, shift: Shift): Duty {
  const [start, end] = [shift.start.getTime(), shift.end.getTime()];
  const planned = rota.temporaries.flatMap(({ shifts }) =>
    shifts.flatMap(({ userIds }) => userIds),
  );
  const everybody = [...new Set([...everybodyIn(rota), ...planned])];
  const onDuty = new Set(
    stretches(rota, start, end).flatMap(({ people }) => people.map(({ userId }) => userId)),
  );
  const isOn = (userId: string) => onDuty.has(userId);
  const absenceOf = (userId: string) =>
    rota.overrides.find(
      (one) => one.kind === 'absent' && one.userId === userId && one.start < end && one.end > start,
    )?.id;
  return {
    everybody,
    isOn,
    absenceOf,
    demandOn(from) {
      if (isOn(from)) return;
      const override = absenceOf(from);
      const taken = override !== undefined && say('shiftTakenAlready', { override, from });
      throw invalidField('userId', taken || say('shiftNotTheirs', { from }));
    },
    demandTaker(by, byOneself) {
      if (byOneself && !everybody.includes(by))
        throw new AppError('validation-failed', say('shiftTakerNotPlanned', { by }));
    },
  };
}

function dutyInTeam({ plan, overrides }: PlannedTeam, shift: Shift): Duty {
  const { tier } = shift;
  const [start, end] = [shift.start.getTime(), shift.end.getTime()];
  const present = stretchesOf(plan, start, end);
  const isOn = (userId: string) =>
    present.some(({ tiers }) =>
      tier === null
        ? tiers.some((users) => users.includes(userId))
        : tiers[tier - 1]?.includes(userId),
    );
  const absenceOf = (userId: string) =>
    overrides.find(({ wire }) => {
      const one = toActiveOverride(wire);
      const isThere = one.start < end && one.end > start && one.userId === userId;
      const isInTier = tier === null || one.tier === null || one.tier === tier;
      return one.type === 'offline' && isThere && isInTier;
    })?.id;
  return {
    everybody: [...plan.members],
    isOn,
    absenceOf,
    demandOn(from) {
      if (isOn(from)) return;
      const override = absenceOf(from);
      if (override !== undefined)
        throw invalidField('userId', say('shiftTakenAlready', { override, from }));
      const other = tier === null ? say('shiftNotTheirs', { from }) : null;
      throw invalidField('userId', other ?? say('shiftNotTheirsInTier', { from, tier: tier ?? 1 }));
    },
    demandTaker(by) {
      if (!plan.members.has(by))
        throw new AppError('validation-failed', say('shiftTakerNoMember', { by }));
    },
  };
}
