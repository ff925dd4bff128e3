import type { components } from '../contract/index.ts';
import { actingPersonId, asSystem, type Ctx, invalidField } from '../kernel/index.ts';
import { createResource, demandTeamEdit, getResource, removeResource } from '../resources/index.ts';
import { refusal, say } from '../sentences/index.ts';
import { demandTeam } from '../teams/index.ts';
import { demandTakeable, type Shift } from './exchange.ts';
import { type Override, overrideKind } from './overrides.ts';
import { demandSchedule } from './schedule-kind.ts';

type ShiftWire = components['schemas']['ShiftInput'];

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
  const isForSelf = actingPersonId(ctx) === by;
  if (!isForSelf)
    demandTeamEdit(
      ctx,
      scheduleId === null ? teamId : (await demandSchedule(ctx, scheduleId)).teamId,
    );
  await demandTakeable(asSystem(ctx, 'see who has a shift'), shift, { byOneself: isForSelf });
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

/**
 * Deletes an override. Who took a shift may take that back, whatever their role. Throws 404 and 403, and 409 for one
 * that a cover request made.
 */
export async function removeOverride(ctx: Ctx, id: string): Promise<Override> {
  const { internal } = await getResource(ctx, overrideKind, id);
  if (internal.coverRequestId !== undefined)
    throw refusal('conflict', say('coverOverride', { request: internal.coverRequestId }));
  const isTaker = actingPersonId(ctx) === internal.takenBy;
  const acting = isTaker ? asSystem(ctx, 'take back a shift that they took') : ctx;
  return removeResource(acting, overrideKind, id);
}

async function shiftOf(ctx: Ctx, given: ShiftWire): Promise<Shift> {
  const by = given.replacementUserId ?? actingPersonId(ctx);
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
