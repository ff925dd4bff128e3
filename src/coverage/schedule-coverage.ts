import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Ctx } from '../kernel/index.ts';
import { type OnCallSchedule, scheduleKind, scheduleRotas } from '../on-call/index.ts';
import { listResources } from '../resources/index.ts';
import { type Rota, stretches } from '../rota/index.ts';
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
  const ids = items.map(({ id }) => id);
  const rotas = await scheduleRotas(ctx, ctx.organizationId, ids, new Date(period.from));
  const findings: Finding[] = [];
  for (const schedule of items) {
    const rota = rotas.get(schedule.id);
    if (!rota) continue;
    const concerns = { team: teamOf(schedule.teamId ?? ''), objectId: schedule.id };
    findings.push(
      ...gapsOf(schedule, rota, period).map((one) => ({ ...one, ...concerns })),
      ...hiddenLayers(schedule, rota, period).map((one) => ({ ...one, ...concerns })),
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
