import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { type User, userKind } from '../identity/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { getResource, listResources, prepareResource } from '../resources/index.ts';
import {
  neighbourShift,
  type PersonOnDuty,
  peopleAt,
  type Reason,
  type Rota,
  type RotaStretch,
  rotaOf,
  stretches,
} from '../rota/index.ts';
import { refusal, say } from '../sentences/index.ts';
import { type ScheduleWire, scheduleKind } from './schedule-kind.ts';
import { layersOf, rotasOf } from './schedule-rotas.ts';

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
}

/** Who is on call by a schedule at an instant, and who is next. Throws 404. */
export async function onCallBySchedule(ctx: Ctx, id: string, at: Date): Promise<OnCallBySchedule> {
  const rota = await rotaOfSchedule(ctx, await getResource(ctx, scheduleKind, id), at);
  const { people } = peopleAt(rota, at.getTime());
  const users = await usersOf(ctx, people);
  return {
    people: people.flatMap(({ userId, reasons }) => {
      const user = users.get(userId);
      return user ? [{ user, reasons }] : [];
    }),
    next: neighbourShift(rota, at.getTime(), 'next'),
  };
}

/** Who is on call by a schedule when and why. Throws 404, and 400 where that is more than can be drawn. */
export async function scheduleTimeline(
  ctx: Ctx,
  id: string,
  start: Date,
  end: Date,
): Promise<ScheduleTimeline> {
  return timelineOf(ctx, await getResource(ctx, scheduleKind, id), start, end);
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
  return timelineOf(ctx, { id: current?.id ?? '', wire }, start, end);
}

/** As many as a year of hourly shifts: more can neither be drawn nor read. */
const shiftsMax = 10_000;

async function timelineOf(
  ctx: Ctx,
  schedule: { id: string; wire: ScheduleWire },
  start: Date,
  end: Date,
): Promise<ScheduleTimeline> {
  const rota = await rotaOfSchedule(ctx, schedule, start);
  const gathered = new Gathered();
  await gathered.read(rota, start, end, ({ people, ...time }) => {
    if (people.length === 0) gathered.gaps.push(time);
    for (const person of people) gathered.add(person, time);
  });
  const { timeZoneId } = schedule.wire;
  const layers: ScheduleTimeline['layers'] = [];
  for (const layer of layersOf(schedule.wire)) {
    const shifts: ScheduleTimeline['layers'][number]['shifts'] = [];
    await gathered.read(rotaOf({ timeZoneId, layers: [layer] }), start, end, (stretch) => {
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

/** What of a timeline is known so far; what goes on after a cut stays one shift. */
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
    rota: Rota,
    start: Date,
    end: Date,
    take: (stretch: RotaStretch) => void,
  ): Promise<void> {
    let open: RotaStretch | undefined;
    const until = end.getTime();
    for (let from = start.getTime(); from < until; from += slice) {
      for (const stretch of stretches(rota, from, Math.min(from + slice, until))) {
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
