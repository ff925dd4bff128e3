import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { suspensions, type User, userKind } from '../identity/index.ts';
import { type Ctx, portionsOf, systemContext, type World } from '../kernel/index.ts';
import { personCalendarKind } from '../person-calendars/index.ts';
import type { Processes } from '../processes/index.ts';
import { changeCount, listResources, withIds } from '../resources/index.ts';
import { teamKind, teamMembershipKind } from '../teams/index.ts';
import { dutyOfPeople } from './duty-changes.ts';
import { escalationsKind } from './escalations.ts';
import { overrideKind } from './overrides.ts';
import { policyKind } from './policy-kind.ts';
import { scheduleKind } from './schedule-kind.ts';
import { dueNotices, type ShiftAhead } from './shift-notices.ts';
import { endOfDuty, type ShiftPlace, shiftPlaces, shiftsAhead } from './shift-places.ts';
import { temporaryScheduleKind } from './temporary-schedule-kind.ts';
import { noteTold, type ToldShifts, toldShiftsIn } from './told-shifts.ts';

/** However little seems to change: calendars are read, and days begin. */
const lookAgainMilliseconds = 5 * 60_000;
const atOnce = 50;

/** Where somebody is told before shifts in an organization. */
interface Places {
  ids: string[];
  /** The longest of the times that people chose for themselves, in minutes. */
  leadMax: number;
}

/** The known times of the next look at each place, until something changes. */
export interface LooksDue {
  changes: number;
  until: number;
  places: Map<string, Places>;
  /** By the id of the place. */
  at: Map<string, number>;
}

export const noLooks = (): LooksDue => ({
  changes: -1,
  until: 0,
  places: new Map(),
  at: new Map(),
});

/**
 * The messages about shifts ahead that are due, and those that a process that broke has left. Only places where
 * somebody is told before shifts are looked at, and these only when a notice is due, when something has
 * changed, and now and then.
 */
export async function* shiftMessages(
  world: World,
  processes: Pick<Processes, 'exclusive'>,
  looks: LooksDue,
  stopping: AbortSignal,
): AsyncGenerator<ToldShifts> {
  yield* await toldShiftsIn(world)
    .find({ 'message.at': { $gt: 0 } })
    .toArray();
  const now = world.clock.now().getTime();
  const changes = changesOf(world);
  const isChanged = changes !== looks.changes || !processes.exclusive();
  if (isChanged) looks.at.clear();
  if (isChanged || looks.until <= now) {
    looks.places = await placesOfNotices(world);
    looks.until = now + lookAgainMilliseconds;
    looks.changes = changes;
  }
  for (const [organizationId, { ids, leadMax }] of looks.places) {
    const due = ids.filter((id) => (looks.at.get(id) ?? 0) <= now);
    const ctx = systemContext(world, organizationId);
    for (const some of portionsOf(due, atOnce)) {
      if (stopping.aborted) return;
      yield* messagesAt(ctx, some, leadMax, looks.at);
    }
  }
}

function changesOf(world: World): number {
  const ofTeams = [teamKind, teamMembershipKind, escalationsKind, policyKind, overrideKind];
  const kinds = [...ofTeams, scheduleKind, temporaryScheduleKind, userKind, personCalendarKind];
  return changeCount(world, suspensions, ...kinds.map(({ entityType }) => entityType));
}

/** Where somebody is told before shifts, or was told of some that have not begun, by organization. */
async function placesOfNotices(world: World): Promise<Map<string, Places>> {
  const set = { 'lookup.notices': 'set', organizationId: { $exists: true } };
  const [schedules, people, told] = await Promise.all([
    scheduleKind
      .model(world.store)
      .find(set, { organizationId: 1 })
      .lean<{ _id: string; organizationId: string }[]>(),
    userKind
      .model(world.store)
      .find(set, { organizationId: 1, 'wire.noticesBeforeMinutes': 1 })
      .lean<{ _id: string; organizationId: string; wire: User['wire'] }[]>(),
    toldShiftsIn(world)
      // All of them, by the index.
      .find({ until: { $gt: new Date(0) } })
      .project<Pick<ToldShifts, 'organizationId' | 'placeId'>>({ organizationId: 1, placeId: 1 })
      .toArray(),
  ]);
  const places = new Map<string, { ids: Set<string>; leadMax: number }>();
  const add = (organizationId: string, ids: readonly string[], lead = 0) => {
    const known = places.get(organizationId) ?? { ids: new Set(), leadMax: 0 };
    for (const id of ids) known.ids.add(id);
    known.leadMax = Math.max(known.leadMax, lead);
    places.set(organizationId, known);
  };
  for (const { _id, organizationId } of schedules) add(organizationId, [_id]);
  for (const { organizationId, placeId } of told) add(organizationId, [placeId]);
  for (const [organizationId, own] of Map.groupBy(people, (one) => one.organizationId)) {
    const ctx = systemContext(world, organizationId);
    const ids = own.map(({ _id }) => _id);
    const leads = own.flatMap(({ wire }) => wire.noticesBeforeMinutes ?? []);
    const { teamIds, scheduleIds } = await dutyOfPeople(ctx, ids, world.clock.now());
    add(organizationId, [...scheduleIds, ...teamIds], Math.max(...leads));
  }
  return new Map([...places].map(([id, { ids, leadMax }]) => [id, { ids: [...ids], leadMax }]));
}

async function* messagesAt(
  ctx: Ctx,
  ids: readonly string[],
  leadMax: number,
  dueAt: Map<string, number>,
): AsyncGenerator<ToldShifts> {
  const { organizationId } = ctx;
  const now = ctx.clock.now();
  const [found, told] = await Promise.all([
    shiftPlaces(ctx, ids, now),
    toldShiftsIn(ctx)
      .find({ organizationId, placeId: { $in: [...ids] } })
      .toArray(),
  ]);
  const places = new Map(found.map((one) => [one.id, one]));
  const atPlaces = Map.groupBy(told, ({ placeId }) => placeId);
  for (const id of ids) {
    const looked = await lookAt(ctx, places.get(id), atPlaces.get(id) ?? [], leadMax);
    yield* looked.messages;
    dueAt.set(id, Math.min(looked.nextAt, now.getTime() + lookAgainMilliseconds));
    await turnOfOthers();
  }
}

/**
 * The messages that are due now for people who have shifts at a place, or were told of some. Without a place it is
 * gone.
 */
async function lookAt(
  ctx: Ctx,
  place: ShiftPlace | undefined,
  told: readonly ToldShifts[],
  leadMax: number,
): Promise<{ messages: ToldShifts[]; nextAt: number }> {
  const now = ctx.clock.now().getTime();
  const leads = Math.max(leadMax, ...(place?.leads ?? []));
  const known = told.flatMap((one) => one.told.map(({ start, end }) => end ?? start));
  // More than until the next look, so that what is due before it is known.
  const until = Math.max(now + leads * 60_000, ...known) + 2 * lookAgainMilliseconds;
  const ahead = place ? shiftsAhead(place, now, until) : new Map<string, ShiftAhead[]>();
  const byUser = new Map(told.map((one) => [one.userId, one]));
  const ids = [...new Set([...ahead.keys(), ...byUser.keys()])];
  const { items } =
    ids.length === 0 ? { items: [] } : await listResources(ctx, userKind, withIds(ids));
  const users = new Map(items.map((user) => [user.id, user]));
  const messages: ToldShifts[] = [];
  let nextAt = Number.POSITIVE_INFINITY;
  for (const userId of ids) {
    const user = users.get(userId);
    const former = byUser.get(userId);
    const isTold = !!user && !user.wire.disableOnCallNotices;
    const own = isTold ? leadsOf(user, place?.leads) : [];
    const found = dueNotices(former?.told ?? [], ahead.get(userId) ?? [], own, now);
    nextAt = Math.min(nextAt, found.nextAt);
    if (found.comes.length + found.gone.length === 0) continue;
    const comes = found.comes.map((shift) => ({
      ...shift,
      end: shift.end ?? (place ? endOfDuty(place, userId, shift.start) : null),
    }));
    const next = {
      _id: former?._id ?? `${place?.id} ${userId}`,
      organizationId: ctx.organizationId,
      placeId: former?.placeId ?? place?.id ?? '',
      teamId: place?.teamId ?? former?.teamId ?? null,
      place: place?.displayName ?? former?.place ?? '',
      timeZoneId: place?.timeZoneId ?? former?.timeZoneId ?? 'UTC',
      userId,
      told: found.told.map((one) => ({
        ...one,
        end: one.end ?? comes.find(({ start }) => start === one.start)?.end ?? null,
      })),
      message: isTold ? { at: now, comes, gone: found.gone } : null,
      version: (former?.version ?? 0) + 1,
      until: new Date(Math.max(now, ...[...found.told, ...found.gone].map(({ start }) => start))),
    };
    if (!(await noteTold(ctx, next, former))) nextAt = now;
    else if (isTold) messages.push(next);
  }
  return { messages, nextAt };
}

/** In minutes; what a person chose counts instead of what the schedule says. */
function leadsOf(
  { wire: { noticesBeforeMinutes } }: User,
  ofSchedule: readonly number[] = [],
): readonly number[] {
  return noticesBeforeMinutes ?? ofSchedule;
}
