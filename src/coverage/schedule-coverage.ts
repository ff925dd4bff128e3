import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { personName, userKind } from '../identity/index.ts';
import { type Ctx, portionsOf } from '../kernel/index.ts';
import {
  type LeaveConflict,
  leaveConflicts,
  type OnCallSchedule,
  scheduleKind,
  scheduleRotas,
} from '../on-call/index.ts';
import { leavesOf, personCalendarKind } from '../person-calendars/index.ts';
import { danglingReferences, listResources, withIds } from '../resources/index.ts';
import { everybodyIn, type Rota, stretches } from '../rota/index.ts';
import { say, zonedMoment } from '../sentences/index.ts';
import { type Finding, type FindingTeam, finding } from './finding.ts';
import type { Period } from './team-coverage.ts';

/**
 * Schedules of the teams that leave times to nobody, and layers that never count. Only hints: a schedule of office
 * hours may be all that is wanted of it.
 */
export async function scheduleCoverage(
  ctx: Ctx,
  teamIds: readonly string[],
  period: Period,
  teamOf: (id: string) => FindingTeam | null,
): Promise<Finding[]> {
  const filter = { teamId: { $in: [...teamIds] } };
  const { items } = await listResources(ctx, scheduleKind, filter);
  const findings: Finding[] = [];
  for (const some of portionsOf(items, atOnce))
    findings.push(...(await ofSchedules(ctx, some, period, teamOf)));
  return findings;
}

/** The number of schedules whose data is loaded together: other work has its turn in between. */
const atOnce = 25;

async function ofSchedules(
  ctx: Ctx,
  items: readonly OnCallSchedule[],
  period: Period,
  teamOf: (id: string) => FindingTeam | null,
): Promise<Finding[]> {
  const ids = items.map(({ id }) => id);
  const from = new Date(period.from);
  const rotas = await scheduleRotas(ctx, ctx.organizationId, ids, from);
  const people = [...new Set([...rotas.values()].flatMap(everybodyIn))];
  const leaves = await leavesOf(ctx, people, from);
  const gone = await danglingReferences(ctx, scheduleKind, items);
  const findings: Finding[] = [];
  for (const schedule of items) {
    const rota = rotas.get(schedule.id);
    if (!rota) continue;
    const concerns = { team: teamOf(schedule.teamId ?? ''), objectId: schedule.id };
    findings.push(
      ...gapsOf(schedule, rota, period).map((one) => ({ ...one, ...concerns })),
      ...hiddenLayers(schedule, rota, period).map((one) => ({ ...one, ...concerns })),
      ...(
        await onLeaveOnCall(
          ctx,
          schedule,
          leaveConflicts(rota, leaves, from.getTime(), period.until),
        )
      ).map((one) => ({ ...one, ...concerns })),
      ...(gone.get(schedule.id) ?? [])
        .filter(isCalendar)
        .slice(0, 1)
        .map(() => ({
          ...finding(
            'DeletedObject',
            'Hint',
            say('scheduleNamesNoCalendar', { name: schedule.wire.displayName }),
            {},
          ),
          ...concerns,
        })),
    );
    await turnOfOthers();
  }
  return findings;
}

function gapsOf({ wire }: OnCallSchedule, rota: Rota, { from, until }: Period): Finding[] {
  const gaps = stretches(rota, from, until).filter(({ people }) => people.length === 0);
  const [first] = gaps;
  if (!first) return [];
  const moment = (at: number) => zonedMoment(at, wire.timeZoneId);
  const schedule = wire.displayName;
  const times = { from: moment(first.start), until: moment(first.end) };
  const isWhole = first.start === from && first.end === until;
  const said = isWhole
    ? say('scheduleEmpty', { schedule, until: times.until })
    : gaps.length === 1
      ? say('scheduleGap', { schedule, ...times })
      : say('scheduleGaps', { schedule, ...times, count: gaps.length - 1 });
  return [
    finding('ScheduleGap', 'Hint', said, {
      start: new Date(first.start).toISOString(),
      end: new Date(first.end).toISOString(),
    }),
  ];
}

function isCalendar({ entityType }: { entityType: string }): boolean {
  return entityType === personCalendarKind.entityType;
}

/** People who are on call while on leave, of each the first time. */
async function onLeaveOnCall(
  ctx: Ctx,
  { wire }: OnCallSchedule,
  conflicts: readonly LeaveConflict[],
): Promise<Finding[]> {
  if (conflicts.length === 0) return [];
  const byPerson = Map.groupBy(conflicts, ({ userId }) => userId);
  const { items } = await listResources(ctx, userKind, withIds([...byPerson.keys()]));
  return items.flatMap((user) => {
    const own = byPerson.get(user.id) ?? [];
    const moment = (at: number) => zonedMoment(at, wire.timeZoneId);
    return own.slice(0, 1).map(({ start, end }) => {
      const times = { from: moment(start), until: moment(end) };
      const said = {
        person: personName(user.wire),
        schedule: wire.displayName,
        ...times,
      };
      return finding(
        'OnLeaveWhileOnCall',
        'Hint',
        own.length > 1
          ? say('onLeaveOftenOnCall', { ...said, count: own.length - 1 })
          : say('onLeaveOnCall', said),
        {
          userId: user.id,
          start: new Date(start).toISOString(),
          end: new Date(end).toISOString(),
        },
      );
    });
  });
}

/** Layers that would give somebody if they were alone, and give nobody beside the others. */
function hiddenLayers({ wire }: OnCallSchedule, rota: Rota, { from, until }: Period): Finding[] {
  if (rota.levels.length < 2) return [];
  const planned = { ...rota, overrides: [], temporaries: [] };
  const winning = new Set(
    stretches(planned, from, until).flatMap(({ people }) =>
      people.flatMap(({ reasons }) => reasons.map(({ id }) => id)),
    ),
  );
  return rota.levels.flat().flatMap((layer) => {
    if (winning.has(layer.id)) return [];
    const alone = stretches({ ...planned, levels: [[layer]] }, from, until);
    if (alone.every(({ people }) => people.length === 0)) return [];
    const place = wire.layers.findIndex(({ id }) => id === layer.id);
    const name = wire.layers[place]?.displayName ?? String(place + 1);
    const said = say('layerNeverWins', { schedule: wire.displayName, layer: name });
    return [finding('LayerNeverWins', 'Hint', said, {})];
  });
}
