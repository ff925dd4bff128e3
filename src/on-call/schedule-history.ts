import type { Ctx } from '../kernel/index.ts';
import { type Rota, stretches } from '../rota/index.ts';
import { toActiveOverride } from './cover.ts';
import { type FormerOverride, formerOverridesOf } from './former-overrides.ts';
import { type FormerTemporary, formerTemporariesOf } from './former-temporaries.ts';
import { cancelledLate, enteredLate } from './in-time.ts';
import { countingFrom, type PeriodOf, periodsBy } from './periods.ts';
import { changesInTime, knownRotas, rotasInTime } from './rotas-in-time.ts';
import { type ScheduleFacts, scheduleFacts } from './schedule-facts.ts';
import type { OnCallSchedule } from './schedule-kind.ts';
import {
  type ScheduleContent,
  scheduleContentOf,
  scheduleVersionHeads,
  scheduleVersionsOf,
} from './schedule-versions.ts';
import { toTemporary } from './temporary-schedule-kind.ts';
import { printOf, type VersionHead } from './versions.ts';

export interface ScheduleHistory {
  schedule: OnCallSchedule;
  periods: PeriodOf<Rota>[];
  /** The same as one knew it at each time. */
  periodsAsKnown(): PeriodOf<Rota>[];
  /** When something last changed that decides who is on call. */
  changedAt: Date;
  /** Instants at which who is on call may differ because somebody changed something, not because a shift ended. */
  unplanned: ReadonlySet<number>;
}

/**
 * Schedules with the settings that they had at each time of the interval. Before the first version, and from now on,
 * those that they have now.
 */
export async function scheduleHistories(
  ctx: Ctx,
  schedules: readonly OnCallSchedule[],
  start: Date,
  end: Date,
): Promise<ScheduleHistory[]> {
  return historiesOf(ctx, await scheduleFacts(ctx, schedules, start), start, end);
}

/** The same by what decides about them from `start` on. */
export async function historiesOf(
  ctx: Ctx,
  facts: readonly ScheduleFacts<OnCallSchedule>[],
  start: Date,
  end: Date,
): Promise<ScheduleHistory[]> {
  const ids = facts.map(({ schedule }) => schedule.id);
  const [heads, overrides, temporaries] = await Promise.all([
    scheduleVersionHeads(ctx, ids, end),
    formerOverridesOf(ctx)
      .find({
        organizationId: ctx.organizationId,
        cancelledAt: { $gt: start },
        $or: [{ teamId: null }, { scheduleId: { $in: ids } }],
      })
      .toArray(),
    formerTemporariesOf(ctx)
      .find({ scheduleId: { $in: ids }, cancelledAt: { $gt: start } })
      .toArray(),
  ]);
  const now = ctx.clock.now().getTime();
  const interval = { start: start.getTime(), end: end.getTime(), now };
  const known = facts.map((one) => {
    const content = scheduleContentOf(one);
    const versions = countingFrom(heads.get(one.schedule.id) ?? [], interval.start);
    return { facts: one, present: { content, print: printOf(content) }, versions };
  });
  const others = known.flatMap(({ present, versions }) =>
    versions.flatMap(({ _id, print }) => (print === present.print ? [] : _id)),
  );
  const contents = await contentsOf(ctx, others);
  return known.map(({ facts: one, present, versions }) => {
    const { id } = one.schedule;
    const isOf = ({ scheduleId }: { scheduleId?: string | null }) => (scheduleId ?? id) === id;
    const former = {
      versions: versions.map((head) => ({
        ...head,
        content: contents.get(head._id) ?? present.content,
      })),
      overrides: overrides.filter(isOf),
      temporaries: temporaries.filter(isOf),
    };
    return historyOf(one, present, former, interval);
  });
}

/** The contents of versions, by their ids. */
async function contentsOf(
  ctx: Ctx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ScheduleContent>> {
  if (ids.length === 0) return new Map();
  const found = await scheduleVersionsOf(ctx)
    .find({ _id: { $in: [...ids] } })
    .toArray();
  return new Map(found.map((version) => [version._id, version]));
}

interface Former {
  /** The versions that count in the interval. */
  versions: readonly (VersionHead & { content: ScheduleContent })[];
  overrides: readonly FormerOverride[];
  temporaries: readonly FormerTemporary[];
}

function historyOf(
  facts: ScheduleFacts<OnCallSchedule>,
  present: { content: ScheduleContent; print: string },
  former: Former,
  interval: { start: number; end: number; now: number },
): ScheduleHistory {
  const { schedule, overrides, temporaries } = facts;
  const given = changesInTime(facts, former);
  const rotaBy = rotasInTime(facts, given);
  const plan = rotaBy(present.content);
  const periods = periodsBy(
    { plan, print: present.print },
    former.versions.map(({ validFrom, print, content }) => ({
      at: validFrom.getTime(),
      plan: print === present.print ? plan : rotaBy(content),
      print,
    })),
    interval,
  );
  const cancelled = [...former.overrides, ...former.temporaries];
  const changes = [
    ...[schedule, ...overrides, ...temporaries].map(({ updatedAt }) => updatedAt),
    ...cancelled.map(({ cancelledAt }) => cancelledAt),
    ...former.versions.map(({ validFrom }) => validFrom),
  ];
  return {
    schedule,
    periods,
    periodsAsKnown: () => knownRotas(facts, periods, given),
    changedAt: new Date(Math.max(...changes.map((change) => change.getTime()))),
    unplanned: new Set([
      ...periods.map(({ start }) => start),
      ...cancelled.flatMap(cancelledLate),
      ...overrides.flatMap((one) => enteredLate(toActiveOverride(one.wire), one)),
      ...temporaries.flatMap((one) => enteredLate(toTemporary(one), one)),
    ]),
  };
}

export interface ScheduleDuty {
  userId: string;
  start: number;
  end: number;
}

/** Each uninterrupted time of somebody, whatever the reasons, in order of its start. */
export function dutiesBySchedule({ periods }: Pick<ScheduleHistory, 'periods'>): ScheduleDuty[] {
  const running = new Map<string, ScheduleDuty>();
  const duties: ScheduleDuty[] = [];
  for (const { plan, start, end } of periods)
    for (const stretch of stretches(plan, start, end))
      for (const { userId } of stretch.people) {
        const present = running.get(userId);
        if (present?.end === stretch.start) present.end = stretch.end;
        else {
          const duty = { userId, start: stretch.start, end: stretch.end };
          running.set(userId, duty);
          duties.push(duty);
        }
      }
  return duties;
}

/** For how long people were on call by a schedule between two instants, in milliseconds. */
export async function dutyTimes(
  ctx: Ctx,
  schedule: OnCallSchedule,
  start: Date,
  end: Date,
): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const history of await scheduleHistories(ctx, [schedule], start, end))
    for (const duty of dutiesBySchedule(history))
      times.set(duty.userId, (times.get(duty.userId) ?? 0) + duty.end - duty.start);
  return times;
}
