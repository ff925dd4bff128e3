import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type User, userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { getResource, listResources, prepareResource } from '../resources/index.ts';
import {
  neighbourShift,
  nextGap,
  type PersonOnDuty,
  peopleAt,
  type Reason,
  type Rota,
  type RotaStretch,
  rotaOf,
  stretches,
} from '../rota/index.ts';
import { refusal, say } from '../sentences/index.ts';
import type { PeriodOf } from './periods.ts';
import { holidaysOfSchedule, layersOf } from './schedule-facts.ts';
import { scheduleHistories } from './schedule-history.ts';
import { type OnCallSchedule, type ScheduleWire, scheduleKind } from './schedule-kind.ts';
import { rotasOf } from './schedule-rotas.ts';

export interface ScheduleShift {
  userId: string;
  start: number;
  end: number;
  reasons: readonly Reason[];
}

export interface ScheduleTimeline {
  /** In order of their starts. */
  shifts: ScheduleShift[];
  gaps: { start: number; end: number }[];
  /** Each layer as it would be alone, without overrides. */
  layers: { id: string; shifts: { userIds: string[]; start: number; end: number }[] }[];
  /** Everybody who is named, as far as they are still in the organization. */
  users: User[];
}

export interface OnCallBySchedule {
  people: { user: User; reasons: readonly Reason[] }[];
  next: RotaStretch | null;
  nextGap: { start: number; end: number } | null;
}

/** Until then a question about now may take to get here, and a change to be noted. */
const recentMilliseconds = 5000;

/** Who is on call by a schedule at an instant, the past by the settings of its time, and who is next. Throws 404. */
export async function onCallBySchedule(ctx: Ctx, id: string, at: Date): Promise<OnCallBySchedule> {
  const schedule = await getResource(ctx, scheduleKind, id);
  const moment = at.getTime();
  const isPast = moment <= ctx.clock.now().getTime() - recentMilliseconds;
  const rota = isPast ? await rotaThen(ctx, schedule, at) : await rotaOfSchedule(ctx, schedule, at);
  return answerOf(rota, moment, await usersOf(ctx, peopleAt(rota, moment).people));
}

/** The same of several schedules now, by their ids; those that are gone are left out. */
export async function onCallBySchedules(
  ctx: Ctx,
  ids: readonly string[],
): Promise<Map<string, OnCallBySchedule>> {
  const now = ctx.clock.now();
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const { items } = await listResources(ctx, scheduleKind, { _id: { $in: wanted } });
  const rotas = await rotasOf(ctx, items, now);
  const moment = now.getTime();
  const users = await usersOf(
    ctx,
    [...rotas.values()].flatMap((rota) => peopleAt(rota, moment).people),
  );
  const answers = new Map<string, OnCallBySchedule>();
  for (const [id, rota] of rotas) {
    answers.set(id, answerOf(rota, moment, users));
    await turnOfOthers();
  }
  return answers;
}

function answerOf(rota: Rota, at: number, users: ReadonlyMap<string, User>): OnCallBySchedule {
  return {
    people: peopleAt(rota, at).people.flatMap(({ userId, reasons }) => {
      const user = users.get(userId);
      return user ? [{ user, reasons }] : [];
    }),
    next: neighbourShift(rota, at, 'next'),
    nextGap: nextGap(rota, at),
  };
}

async function rotaThen(ctx: Ctx, schedule: OnCallSchedule, at: Date): Promise<Rota> {
  const end = new Date(at.getTime() + 1);
  const [history] = await scheduleHistories(ctx, [schedule], at, end);
  return history?.periods[0]?.plan ?? rotaOfSchedule(ctx, schedule, at);
}

/**
 * Who is on call by a schedule when and why, the past by the settings of its time. Throws 404, and 400 where that is
 * more than can be drawn.
 */
export async function scheduleTimeline(
  ctx: Ctx,
  id: string,
  start: Date,
  end: Date,
): Promise<ScheduleTimeline> {
  const schedule = await getResource(ctx, scheduleKind, id);
  const [history] = await scheduleHistories(ctx, [schedule], start, end);
  return timelineOf(ctx, schedule.wire, history?.periods ?? [], start, end);
}

/**
 * The same as it would be with these settings, of the schedule with this id or of a new one. Stores nothing. Throws 400
 * as storing them does.
 */
export async function previewSchedule(
  ctx: Ctx,
  given: Partial<ScheduleWire>,
  id: string | null,
  start: Date,
  end: Date,
): Promise<ScheduleTimeline> {
  const current = id === null ? undefined : await getResource(ctx, scheduleKind, id);
  const { wire } = await prepareResource(ctx, scheduleKind, given, current);
  const plan = await rotaOfSchedule(ctx, { id: current?.id ?? '', wire }, start);
  const period = { start: start.getTime(), end: end.getTime(), plan };
  return timelineOf(ctx, wire, [period], start, end);
}

/** As many as a year of hourly shifts: more can neither be drawn nor read. */
const shiftsMax = 10_000;

async function timelineOf(
  ctx: Ctx,
  wire: ScheduleWire,
  periods: readonly PeriodOf<Rota>[],
  start: Date,
  end: Date,
): Promise<ScheduleTimeline> {
  const gathered = new Gathered();
  await gathered.read(periods, ({ people, ...time }) => {
    if (people.length === 0) gathered.gaps.push(time);
    for (const person of people) gathered.add(person, time);
  });
  const { timeZoneId } = wire;
  const holidays = await holidaysOfSchedule(ctx, wire);
  const layers: ScheduleTimeline['layers'] = [];
  for (const layer of layersOf(wire)) {
    const shifts: ScheduleTimeline['layers'][number]['shifts'] = [];
    const plan = rotaOf({ timeZoneId, layers: [layer], holidays });
    const whole = { start: start.getTime(), end: end.getTime(), plan };
    await gathered.read([whole], (stretch) => {
      const userIds = stretch.people.map(({ userId }) => userId);
      if (userIds.length > 0) shifts.push({ userIds, start: stretch.start, end: stretch.end });
    });
    layers.push({ id: layer.id, shifts });
  }
  const named = [
    ...gathered.shifts,
    ...layers.flatMap(({ shifts }) => shifts.flatMap(({ userIds }) => userIds.map(byId))),
  ];
  const users = [...(await usersOf(ctx, named)).values()];
  return { shifts: gathered.shifts, gaps: gathered.gaps, layers, users };
}

const slice = 7 * 86_400_000;

/** The part of a timeline that is known so far; a shift that goes on after a cut stays one shift. */
class Gathered {
  readonly shifts: ScheduleShift[] = [];
  readonly gaps: { start: number; end: number }[] = [];
  private readonly running = new Map<string, ScheduleShift>();
  private count = 0;

  add({ userId, reasons }: PersonOnDuty, time: { start: number; end: number }): void {
    const key = JSON.stringify([userId, reasons]);
    const present = this.running.get(key);
    if (present?.end === time.start) {
      present.end = time.end;
      return;
    }
    const shift = { userId, reasons, ...time };
    this.running.set(key, shift);
    this.shifts.push(shift);
  }

  /** Lets others in between: very short turns of very many layers take a while. */
  async read(
    periods: readonly PeriodOf<Rota>[],
    take: (stretch: RotaStretch) => void,
  ): Promise<void> {
    let open: RotaStretch | undefined;
    for (const { plan, from, until } of periods.flatMap(slicesOf)) {
      for (const stretch of stretches(plan, from, until)) {
        this.count += 1;
        if (this.count > shiftsMax)
          throw refusal('validation-failed', say('tooManyShifts', { max: shiftsMax }));
        if (open && JSON.stringify(open.people) === JSON.stringify(stretch.people))
          open.end = stretch.end;
        else {
          if (open) take(open);
          open = stretch;
        }
      }
      await turnOfOthers();
    }
    if (open) take(open);
  }
}

function slicesOf({ plan, start, end }: PeriodOf<Rota>) {
  const count = Math.ceil((end - start) / slice);
  return Array.from({ length: count }, (_, place) => {
    const from = start + place * slice;
    return { plan, from, until: Math.min(from + slice, end) };
  });
}

async function rotaOfSchedule(
  ctx: Ctx,
  schedule: { id: string; wire: ScheduleWire },
  from: Date,
): Promise<Rota> {
  const rotas = await rotasOf(ctx, [schedule], from);
  return rotas.get(schedule.id) ?? rotaOf({ timeZoneId: schedule.wire.timeZoneId, layers: [] });
}

function byId(userId: string): { userId: string } {
  return { userId };
}

async function usersOf(
  ctx: Ctx,
  people: readonly { userId: string }[],
): Promise<Map<string, User>> {
  const ids = [...new Set(people.map(({ userId }) => userId))];
  const { items } = await listResources(ctx, userKind, { _id: { $in: ids } });
  return new Map(items.map((user) => [user.id, user]));
}
