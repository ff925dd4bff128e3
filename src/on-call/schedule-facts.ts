import { awayAmong } from '../identity/index.ts';
import { type Ctx, systemContext } from '../kernel/index.ts';
import {
  holidaysOf,
  type Leave,
  leavesOf,
  type PersonCalendar,
} from '../person-calendars/index.ts';
import { byCreation, listResources, lookupInstant } from '../resources/index.ts';
import { type Rota, type RotaOverride, rotaOf } from '../rota/index.ts';
import { toActiveOverride } from './cover.ts';
import { type Override, overrideKind } from './overrides.ts';
import {
  isSpecialOnHolidays,
  type OnCallSchedule,
  type ScheduleWire,
  scheduleKind,
} from './schedule-kind.ts';
import { absenteesOf, standInsOf } from './stand-ins.ts';
import {
  type TemporarySchedule,
  temporaryScheduleKind,
  toTemporary,
} from './temporary-schedule-kind.ts';

/** A schedule that is there, or that could be. */
export type Planned = Pick<OnCallSchedule, 'id' | 'wire'>;

/** All that decides who is on call by a schedule. */
export interface ScheduleFacts<Schedule extends Planned = Planned> {
  schedule: Schedule;
  temporaries: TemporarySchedule[];
  /** Its own, and absences in all their teams of people whom it may put on call. */
  overrides: Override[];
  /** Whom it may put on call, with those who stand in for them. */
  concerned: ReadonlySet<string>;
  /** Who is suspended or gone, of everybody who is named. */
  away: ReadonlySet<string>;
  /** Local days on which layers do something else than always. */
  holidays: readonly string[];
  /** When people are on leave, if that changes who is on call. */
  leaves: readonly Leave[];
}

/** The facts that decide about schedules; those that ended before `from` are left out. */
export async function scheduleFacts<Schedule extends Planned>(
  ctx: Ctx,
  schedules: readonly Schedule[],
  from: Date,
): Promise<ScheduleFacts<Schedule>[]> {
  // Absences count in all teams and all schedules of a person, also in those that the caller does not see.
  const all = systemContext(ctx, ctx.organizationId);
  const later = { $gt: lookupInstant(from) };
  const ids = schedules.map(({ id }) => id);
  const [{ items: overrides }, { items: byHand }] = await Promise.all([
    listResources(all, overrideKind, {
      $or: [{ teamId: null }, { 'lookup.scheduleId': { $in: ids } }],
      'lookup.endsAt': later,
    }),
    listResources(all, temporaryScheduleKind, {
      'lookup.scheduleId': { $in: ids },
      'lookup.endsAt': later,
    }),
  ]);
  const named = peopleNamedIn({ schedules, temporaries: byHand, overrides });
  const isFollowed = schedules.some(followsLeave);
  const [away, leaves, holidays] = await Promise.all([
    awayAmong(all, [...named]),
    isFollowed ? leavesOf(all, [...named], from) : [],
    holidaysOf(
      all,
      schedules.flatMap(({ wire }) => holidayCalendarsOf(wire)),
    ),
  ]);
  const factsOf = scheduleFactsIn({ temporaries: byHand, overrides, away, holidays, leaves });
  return schedules.map(factsOf);
}

/** Everybody who may be on call by these schedules. Pure. */
export function peopleNamedIn({
  schedules,
  temporaries,
  overrides,
}: Pick<ScheduleSurroundings, 'temporaries' | 'overrides'> & {
  schedules: readonly Planned[];
}): Set<string> {
  return new Set([
    ...schedules.flatMap(({ wire }) => peopleOf(wire)),
    ...temporaries.flatMap((one) => toTemporary(one).shifts.flatMap(({ userIds }) => userIds)),
    ...overrides.flatMap(peopleOfOverride),
  ]);
}

/** The facts of an organization, beside its schedules, that decide about these. */
interface ScheduleSurroundings {
  temporaries: readonly TemporarySchedule[];
  /** Overrides of schedules, and absences of people in all their teams. */
  overrides: readonly Override[];
  /** Who is suspended or gone. */
  away: ReadonlySet<string>;
  /** Local days by the id of their calendar. */
  holidays: ReadonlyMap<string, string[]>;
  leaves: readonly Leave[];
}

/** Gives what decides about a schedule. Pure. */
export function scheduleFactsIn({
  temporaries: byHand,
  overrides,
  away,
  holidays,
  leaves,
}: ScheduleSurroundings): <Schedule extends Planned>(
  schedule: Schedule,
) => ScheduleFacts<Schedule> {
  const temporaries = Map.groupBy(byHand, ({ wire }) => wire.scheduleId.toLowerCase());
  const ofSchedules = Map.groupBy(overrides, ({ wire }) => wire.scheduleId?.toLowerCase() ?? null);
  const ofPeople = ofSchedules.get(null) ?? [];
  const absences = Map.groupBy(ofPeople, ({ wire }) => wire.userId.toLowerCase());
  const withStandIns = standInsOf(ofPeople.map(({ wire }) => toActiveOverride(wire)));
  const leavesByUser = Map.groupBy(leaves, ({ userId }) => userId);
  return (schedule) => {
    const own = ofSchedules.get(schedule.id) ?? [];
    const ownByHand = temporaries.get(schedule.id) ?? [];
    const concerned = withStandIns([
      ...peopleOf(schedule.wire),
      ...ownByHand.flatMap((one) => toTemporary(one).shifts.flatMap(({ userIds }) => userIds)),
      ...own.flatMap(peopleOfOverride),
    ]);
    const ofConcerned = <One>(byUser: ReadonlyMap<string, readonly One[]>) =>
      [...concerned].flatMap((userId) => byUser.get(userId) ?? []);
    return {
      schedule,
      concerned,
      temporaries: ownByHand,
      overrides: [...ofConcerned(absences), ...own].sort(byCreation),
      away,
      holidays: daysOf(holidays, schedule.wire),
      leaves: followsLeave(schedule) ? ofConcerned(leavesByUser) : [],
    };
  };
}

function peopleOfOverride({ wire }: Override): string[] {
  const { userId, replacements } = toActiveOverride(wire);
  return [userId, ...replacements];
}

function followsLeave({ wire: { onLeave } }: Planned): boolean {
  return (onLeave ?? 'warn') !== 'warn';
}

/** Which of these calendars have a part in who is on call by a schedule. Pure. */
export function calendarsFollowed(
  { schedule, concerned }: Pick<ScheduleFacts, 'schedule' | 'concerned'>,
  calendars: readonly PersonCalendar[],
): PersonCalendar[] {
  const holidays = new Set(holidayCalendarsOf(schedule.wire));
  const isFollowed = followsLeave(schedule);
  return calendars.filter(({ id, wire: { kind, userId } }) =>
    kind === 'holidays'
      ? holidays.has(id)
      : isFollowed && concerned.has(userId?.toLowerCase() ?? ''),
  );
}

/** The calendars of holidays that make a difference. */
function holidayCalendarsOf({ layers, holidayCalendarIds }: ScheduleWire): string[] {
  if (!layers.some(isSpecialOnHolidays)) return [];
  return (holidayCalendarIds ?? []).map((id) => id.toLowerCase());
}

function daysOf(holidays: ReadonlyMap<string, string[]>, wire: ScheduleWire): string[] {
  return [...new Set(holidayCalendarsOf(wire).flatMap((id) => holidays.get(id) ?? []))].sort();
}

/** The days on which layers of a schedule do something else than always. */
export async function holidaysOfSchedule(ctx: Ctx, wire: ScheduleWire): Promise<string[]> {
  return daysOf(await holidaysOf(ctx, holidayCalendarsOf(wire)), wire);
}

/**
 * The schedules in which one of these people may be on call, now or later than `from`: their layers name the person or
 * somebody whom the person stands in for, or their own overrides or days by hand do.
 */
export async function schedulesNaming(
  ctx: Ctx,
  userIds: readonly string[],
  from: Date,
): Promise<OnCallSchedule[]> {
  const later = { 'lookup.endsAt': { $gt: lookupInstant(from) } };
  const [{ items: overrides }, { items: byHand }] = await Promise.all([
    listResources(ctx, overrideKind, later),
    listResources(ctx, temporaryScheduleKind, later),
  ]);
  const withAbsentees = absenteesOf(overrides.map(({ wire }) => toActiveOverride(wire)));
  const people = withAbsentees(userIds.map((id) => id.toLowerCase()));
  const ids = new Set(
    overrides.flatMap((one) =>
      one.wire.scheduleId && peopleOfOverride(one).some((id) => people.has(id))
        ? one.wire.scheduleId.toLowerCase()
        : [],
    ),
  );
  for (const one of byHand)
    if (toTemporary(one).shifts.some(({ userIds }) => userIds.some((id) => people.has(id))))
      ids.add(one.wire.scheduleId.toLowerCase());
  const named = { $or: [{ 'lookup.userIds': { $in: [...people] } }, { _id: { $in: [...ids] } }] };
  return (await listResources(ctx, scheduleKind, named)).items;
}

/** By what counts now, and from now on. */
export function rotaOfFacts(facts: ScheduleFacts): Rota {
  const { schedule, temporaries, overrides, away, holidays, leaves } = facts;
  return rotaOf({
    timeZoneId: schedule.wire.timeZoneId,
    layers: layersOf(schedule.wire),
    temporaries: temporaries.map(toTemporary),
    overrides: overrides.flatMap((override) => toRotaOverride(override, schedule.id)),
    away,
    holidays,
    leaves,
    onLeave: schedule.wire.onLeave ?? 'warn',
  });
}

/** With ids in small letters, as users are compared. */
export function layersOf({ layers }: ScheduleWire) {
  return layers.map((layer) => ({
    ...layer,
    id: layer.id ?? '',
    groups: layer.groups.map(({ userIds }) => ({
      userIds: userIds.map((userId) => userId.toLowerCase()),
    })),
  }));
}

/** Everybody whom the layers name. */
export function peopleOf(wire: ScheduleWire): string[] {
  return layersOf(wire).flatMap(({ groups }) => groups.flatMap(({ userIds }) => userIds));
}

/**
 * An override as a schedule sees it: absences of a person in all their teams are absences in all schedules, too;
 * those of one tier are about teams only.
 */
export function toRotaOverride(
  { id, wire }: Pick<Override, 'id' | 'wire'>,
  scheduleId: string,
): RotaOverride[] {
  const { userId, type, start, end, replacements, tier } = toActiveOverride(wire);
  const times = { id, userId, start, end, replacements };
  if (!wire.scheduleId)
    return type === 'online' || tier !== null ? [] : [{ ...times, kind: 'absent', layerIds: null }];
  if (wire.scheduleId.toLowerCase() !== scheduleId) return [];
  const kind = type === 'offline' ? 'absent' : (wire.mode ?? 'add');
  return [{ ...times, kind, layerIds: wire.layerIds ? new Set(wire.layerIds) : null }];
}
