import type { components } from '../contract/index.ts';
import { AppError, asSystem, type Ctx, invalidField } from '../kernel/index.ts';
import { createResource, demandTeamEdit, getResource, removeResource } from '../resources/index.ts';
import { everybodyIn, type Rota, stretches } from '../rota/index.ts';
import { say } from '../sentences/index.ts';
import { demandTeam } from '../teams/index.ts';
import { toActiveOverride } from './cover.ts';
import { stretchesOf } from './duty.ts';
import { type Override, overrideKind } from './overrides.ts';
import { demandSchedule } from './schedule-kind.ts';
import { rotasOf } from './schedule-rotas.ts';
import { type PlannedTeam, teamPlans } from './team-plans.ts';

type ShiftWire = components['schemas']['ShiftInput'];

/** A shift somebody takes; ids in lower case. Of a team or of a schedule, which then has no tier. */
interface Shift {
  teamId: string | null;
  scheduleId: string | null;
  tier: number | null;
  start: Date;
  end: Date;
  from: string;
  by: string;
}

const longest = 366 * 86_400_000;

/**
 * Puts somebody on call in the place of another one: an absence with a replacement, so that one deletion takes it back.
 * Members of the team, and whoever the schedule names, may do it for themselves, administrators of the team that owns
 * it for everybody. Throws 400 when there is no such shift to take, 403 without the right. When two take the same shift
 * in the same instant, both are on call.
 */
export async function takeShift(ctx: Ctx, given: ShiftWire): Promise<Override> {
  const shift = await shiftOf(ctx, given);
  const { teamId, scheduleId, tier, start, end, from, by } = shift;
  const isForSelf = isActor(ctx, by);
  const all = asSystem(ctx, 'see who has a shift');
  if (scheduleId === null) {
    if (!isForSelf) demandTeamEdit(ctx, teamId);
    const [team] = await teamPlans(all, [teamId ?? ''], start);
    if (!team)
      throw invalidField('teamId', say('noSuchObject', { what: 'Team', id: teamId ?? '' }));
    const { defaultPolicy } = team;
    if (defaultPolicy)
      throw invalidField(
        'teamId',
        say('shiftsOfPolicy', { policy: defaultPolicy.wire.displayName }),
      );
    demandTakeable(team, shift);
  } else {
    const schedule = await demandSchedule(ctx, scheduleId);
    if (!isForSelf) demandTeamEdit(ctx, schedule.teamId);
    const rota = (await rotasOf(all, [schedule], start)).get(schedule.id);
    if (rota) demandTakeableBySchedule(rota, shift, isForSelf);
  }
  const acting = isForSelf ? asSystem(ctx, 'take a shift for oneself') : ctx;
  return createResource(
    acting,
    overrideKind,
    {
      userId: from,
      teamId,
      scheduleId,
      type: 'offline',
      start: start.toISOString(),
      end: end.toISOString(),
      replacementUserIds: [by],
      escalationTier: tier,
    },
    { internal: { takenBy: by } },
  );
}

/** Deletes an override. Who took a shift may take that back, whatever their role. Throws 404 and 403. */
export async function removeOverride(ctx: Ctx, id: string): Promise<Override> {
  const { internal } = await getResource(ctx, overrideKind, id);
  const isTaker = internal.takenBy !== undefined && isActor(ctx, internal.takenBy);
  const acting = isTaker ? asSystem(ctx, 'take back a shift that they took') : ctx;
  return removeResource(acting, overrideKind, id);
}

function isActor({ actor }: Ctx, userId: string): boolean {
  return actor.kind === 'user' && actor.id === userId;
}

async function shiftOf(ctx: Ctx, given: ShiftWire): Promise<Shift> {
  const by = given.replacementUserId ?? (ctx.actor.kind === 'user' ? ctx.actor.id : null);
  if (by === null) throw invalidField('replacementUserId', say('shiftTakerMissing'));
  const start = new Date(given.start);
  const end = new Date(given.end);
  if (end <= start) throw invalidField('end', say('mustBeAfter', { start: 'start' }));
  if (end <= ctx.clock.now()) throw invalidField('end', say('shiftOver'));
  if (end.getTime() - start.getTime() > longest)
    throw invalidField('end', say('mustBeWithinDays', { days: 366, start: 'start' }));
  const teamId = given.teamId ?? null;
  const scheduleId = given.scheduleId ?? null;
  if ((teamId === null) === (scheduleId === null)) throw invalidField('teamId', say('shiftOfOne'));
  const tier = given.tier ?? null;
  if (scheduleId !== null && tier !== null) throw invalidField('tier', say('overrideTiers'));
  return {
    teamId: teamId === null ? null : await demandTeam(ctx, teamId),
    scheduleId,
    tier,
    start,
    end,
    from: given.userId.toLowerCase(),
    by: by.toLowerCase(),
  };
}

function demandTakeableBySchedule(rota: Rota, shift: Shift, isForSelf: boolean): void {
  const { from, by } = shift;
  if (from === by) throw invalidField('userId', say('shiftTakenByItsOwner'));
  const planned = rota.temporaries.flatMap(({ shifts }) =>
    shifts.flatMap(({ userIds }) => userIds),
  );
  if (isForSelf && ![...everybodyIn(rota), ...planned].includes(by))
    throw new AppError('validation-failed', say('shiftTakerNotPlanned', { by }));
  const [start, end] = [shift.start.getTime(), shift.end.getTime()];
  const absent = (userId: string) =>
    rota.overrides.find(
      (one) => one.kind === 'absent' && one.userId === userId && one.start < end && one.end > start,
    );
  const away = absent(by);
  if (away) throw invalidField('start', say('shiftTakerAbsent', { by, override: away.id }));
  const isOnDuty = stretches(rota, start, end).some(({ people }) =>
    people.some(({ userId }) => userId === from),
  );
  if (isOnDuty) return;
  const given = absent(from);
  throw invalidField(
    'userId',
    given
      ? say('shiftTakenAlready', { override: given.id, from })
      : say('shiftNotTheirs', { from }),
  );
}

function demandTakeable({ plan, overrides }: PlannedTeam, shift: Shift): void {
  const { tier, from, by } = shift;
  if (from === by) throw invalidField('userId', say('shiftTakenByItsOwner'));
  if (!plan.members.has(by))
    throw new AppError('validation-failed', say('shiftTakerNoMember', { by }));
  const start = shift.start.getTime();
  const end = shift.end.getTime();
  const absent = (userId: string) =>
    overrides.find(({ wire }) => {
      const one = toActiveOverride(wire);
      const isThere = one.start < end && one.end > start && one.userId === userId;
      const isInTier = tier === null || one.tier === null || one.tier === tier;
      return one.type === 'offline' && isThere && isInTier;
    });
  const away = absent(by);
  if (away) throw invalidField('start', say('shiftTakerAbsent', { by, override: away.id }));
  const isOnDuty = stretchesOf(plan, start, end).some(({ tiers }) =>
    tier === null ? tiers.some((users) => users.includes(from)) : tiers[tier - 1]?.includes(from),
  );
  if (isOnDuty) return;
  const given = absent(from);
  throw invalidField(
    'userId',
    given
      ? say('shiftTakenAlready', { override: given.id, from })
      : tier === null
        ? say('shiftNotTheirs', { from })
        : say('shiftNotTheirsInTier', { from, tier }),
  );
}
