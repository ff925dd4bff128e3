import { type LocalClock, numberOf } from '../calendar/index.ts';
import type { components } from '../contract/index.ts';
import { portionsOf } from '../kernel/index.ts';
import { type Hours, localStart, type Turns } from '../rota/index.ts';
import type { PlannedSchedule } from './shifts.ts';
import { hoursOf, tierLayer } from './tier-layer.ts';

type LayerWire = components['schemas']['OnCallLayer'];

export interface ConvertedSchedule {
  layers: LayerWire[];
  /** Hand-overs cut windows which a tier leaves to whoever began them. */
  cutsWindows: boolean;
}

/**
 * A schedule of a tier as layers that give the same people at every instant, unless `cutsWindows`. Several only for
 * more windows than a layer may have. Pure.
 */
export function convertSchedule(
  schedule: PlannedSchedule,
  clock: LocalClock,
  displayName: string | null,
): ConvertedSchedule {
  const layer = tierLayer(schedule, clock);
  const hours = distinct(hoursOf(schedule.settings.scheduleSettings));
  const keeps = layer.turns !== null && layer.keepsOpenings && hours.length > 0;
  const handOver = keeps ? uncutHandOver(hours, weekdayOfHandOver(layer.turns)) : 0;
  const groups = layer.groups.map((userIds) => ({ userIds: [...userIds] }));
  const settings = {
    displayName,
    level: 0,
    startsAt: instantOf(layer.startsAt),
    endsAt: instantOf(layer.endsAt),
    ...turnsOf(layer.turns, handOver ?? 0, clock),
    groups: groups.length > 0 ? groups : [{ userIds: [] }],
    groupSize: layer.groupSize,
  };
  const parts = hours.length === 0 ? [null] : [...portionsOf(hours, hoursMax)];
  return {
    layers: parts.map((own) => ({ ...settings, hours: own })),
    cutsWindows: handOver === null,
  };
}

/** As many as a layer may have. */
const hoursMax = 100;
const dayMilliseconds = 86_400_000;

function instantOf(at: number): string | null {
  return Number.isFinite(at) ? new Date(at).toISOString() : null;
}

/** On which weekday turns of whole weeks begin; null: on any day. */
function weekdayOfHandOver(turns: Turns | null): number | null {
  if (turns?.clock !== 'wall' || turns.length % (7 * dayMilliseconds) !== 0) return null;
  // The first of January 1970 was a Thursday.
  return ((Math.floor(turns.from / dayMilliseconds) + 3) % 7) + 1;
}

/**
 * The minute of the day at which a hand-over cuts no window: those of the day before are over, those of the day have
 * not begun. Null where there is none. Whoever has a window at midnight keeps it so.
 */
function uncutHandOver(hours: readonly Hours[], weekday: number | null): number | null {
  const days = weekday === null ? [1, 2, 3, 4, 5, 6, 7] : [weekday];
  const over = Math.max(
    0,
    ...hours.flatMap(({ untilDay, fromDay, until }) =>
      untilDay !== fromDay && days.includes(numberOf(untilDay)) ? minuteOf(until) : [],
    ),
  );
  const begins = hours.flatMap(({ fromDay, from }) =>
    days.includes(numberOf(fromDay)) ? minuteOf(from) : [],
  );
  return begins.every((minute) => minute >= over) ? over : null;
}

/**
 * The turns with a first one whose local time there is, and which says on which day of the month others begin; none
 * where nobody takes turns.
 */
function turnsOf(
  turns: Turns | null,
  handOver: number,
  clock: LocalClock,
): Pick<LayerWire, 'turns' | 'firstGroup'> {
  if (turns === null || turns.clock === 'windows' || turns.clock === 'elapsed') return {};
  const isTelling = (turn: number) => {
    const local = localStart(turns, turn) + handOver * 60_000;
    const isThere = clock.toLocal(clock.toInstant(local)) === local;
    if (turns.clock !== 'months') return isThere;
    return isThere && new Date(local).getUTCDate() === turns.from.day;
  };
  // Within four years every month, leap days included, has come; a day that never does is the last one of its month.
  const first = Array.from({ length: 48 }, (_, turn) => turn).find(isTelling) ?? 0;
  const from = new Date(clock.toInstant(localStart(turns, first) + handOver * 60_000));
  const every = turns.clock === 'months' ? turns.months : turns.length / 3_600_000;
  const isDays = turns.clock === 'wall' && every % 24 === 0;
  return {
    turns: {
      every: isDays ? every / 24 : every,
      unit: turns.clock === 'months' ? 'months' : isDays ? 'days' : 'hours',
      from: from.toISOString(),
      clock: 'wall',
    },
    firstGroup: first,
  };
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * 60 + minute;
}

function distinct(hours: readonly Hours[]): Hours[] {
  const byText = new Map(hours.map((one) => [JSON.stringify(one), one]));
  return [...byText.values()];
}
