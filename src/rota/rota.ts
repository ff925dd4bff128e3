import { type LocalClock, localClock } from '../calendar/index.ts';
import type { Layer } from './layer.ts';
import { dayOf, type Hours, type OnHolidays, type Openings, weeklyOpenings } from './openings.ts';
import { type RecurringHours, recurringOpenings } from './recurring-openings.ts';
import { type TurnUnit, turnsOf } from './turns.ts';

/** A layer as people set it up. What is left out or null has the meaning that the contract says. */
export interface LayerSettings {
  id: string;
  level?: number | null;
  startsAt?: string | null;
  endsAt?: string | null;
  timeZoneId?: string | null;
  hours?: readonly Hours[] | null;
  /** Instead of hours. */
  recurrence?: RecurringHours | null;
  onHolidays?: OnHolidays | null;
  turns?: {
    every: number;
    unit: TurnUnit;
    from: string;
    clock?: 'wall' | 'elapsed' | null;
  } | null;
  groups: readonly { userIds: readonly string[] }[];
  firstGroup?: number | null;
  groupSize?: number | null;
}

/** Replaces all layers while it lasts, its holes included. Times are epoch milliseconds. */
export interface Temporary {
  id: string;
  start: number;
  end: number;
  shifts: readonly { userIds: readonly string[]; start: number; end: number }[];
}

export interface RotaOverride {
  id: string;
  userId: string;
  /** `absent` gives their place to `replacements`; `add` is on duty, too; `replace` instead of all others. */
  kind: 'absent' | 'add' | 'replace';
  start: number;
  end: number;
  replacements: readonly string[];
  /** Only what comes from these layers; null for everything. */
  layerIds: ReadonlySet<string> | null;
}

/** The effect of leave: none, the turn passes on, or the place stays empty. */
export type OnLeave = 'warn' | 'passOn' | 'gap';

export interface Leave {
  userId: string;
  start: number;
  end: number;
}

export interface RotaSettings {
  timeZoneId: string;
  layers: readonly LayerSettings[];
  /** In order of creation: the last of those that overlap counts. */
  temporaries?: readonly Temporary[];
  /** In order of creation, which is that of replacements. */
  overrides?: readonly RotaOverride[];
  /** Local days (`2026-12-24`). */
  holidays?: readonly string[];
  onLeave?: OnLeave;
  leaves?: readonly Leave[];
  /** Who is never on duty: suspended people, and those who are gone. */
  away?: ReadonlySet<string>;
}

/** A schedule as it is computed with: people over time. Changes never, but remembers when clocks change. */
export interface Rota {
  /** Layers of the same level together, the highest first. */
  levels: readonly (readonly Layer[])[];
  temporaries: readonly Temporary[];
  overrides: readonly RotaOverride[];
  onLeave: OnLeave;
  leaves: readonly Leave[];
  away: ReadonlySet<string>;
  /** When something of it begins or ends that is no turn and no opening, in order. */
  bounds: readonly number[];
}

export function rotaOf(settings: RotaSettings): Rota {
  const { temporaries = [], overrides = [], leaves = [], onLeave = 'warn' } = settings;
  const clocks = new Map<string, LocalClock>();
  const clockOf = (timeZoneId: string) => {
    const clock = clocks.get(timeZoneId) ?? localClock(timeZoneId);
    clocks.set(timeZoneId, clock);
    return clock;
  };
  const holidays = (settings.holidays ?? []).map((day) => dayOf(Date.parse(`${day}T00:00Z`)));
  const layers = settings.layers.map((layer) =>
    layerOf(layer, clockOf(layer.timeZoneId ?? settings.timeZoneId), holidays),
  );
  return rotaWith(
    {
      levels: [...Map.groupBy(layers, ({ level }) => level)]
        .sort(([one], [other]) => other - one)
        .map(([, ofLevel]) => ofLevel),
      onLeave,
      leaves: onLeave === 'warn' ? [] : leaves,
      away: settings.away ?? new Set(),
    },
    { temporaries, overrides },
  );
}

/** The same with these instead of those that it has. */
export function rotaWith(
  { levels, onLeave, leaves, away }: Omit<Rota, 'temporaries' | 'overrides' | 'bounds'>,
  { temporaries, overrides }: Pick<Rota, 'temporaries' | 'overrides'>,
): Rota {
  const shifts = temporaries.flatMap((one) => one.shifts);
  const times = [...temporaries, ...overrides, ...leaves, ...shifts];
  const bounds = new Set(times.flatMap(({ start, end }) => [start, end]));
  return {
    ...{ levels, temporaries, overrides, onLeave, leaves, away },
    bounds: [...bounds].sort((a, b) => a - b),
  };
}

function layerOf(settings: LayerSettings, clock: LocalClock, holidays: readonly number[]): Layer {
  const { startsAt, endsAt, turns } = settings;
  return {
    id: settings.id,
    level: settings.level ?? 0,
    startsAt: startsAt ? Date.parse(startsAt) : Number.NEGATIVE_INFINITY,
    endsAt: endsAt ? Date.parse(endsAt) : Number.POSITIVE_INFINITY,
    clock,
    openings: openingsOf(settings, holidays),
    turns: turns
      ? turnsOf({ ...turns, from: Date.parse(turns.from), clock: turns.clock ?? 'wall' }, clock)
      : null,
    keepsOpenings: false,
    groups: settings.groups.map(({ userIds }) => userIds),
    firstGroup: settings.firstGroup ?? 0,
    groupSize: settings.groupSize ?? null,
  };
}

function openingsOf(
  { hours, recurrence, onHolidays }: LayerSettings,
  holidays: readonly number[],
): Openings | null {
  if (recurrence) return recurringOpenings(recurrence, onHolidays === 'off' ? holidays : []);
  if (hours) return weeklyOpenings(hours, onHolidays ?? 'normal', holidays);
  // Always, but not on holidays: day by day.
  return onHolidays === 'off' && holidays.length > 0
    ? weeklyOpenings(everyDay, 'off', holidays)
    : null;
}

const everyDay: readonly Hours[] = (
  [
    ['mon', 'tue'],
    ['tue', 'wed'],
    ['wed', 'thu'],
    ['thu', 'fri'],
    ['fri', 'sat'],
    ['sat', 'sun'],
    ['sun', 'mon'],
  ] as const
).map(([fromDay, untilDay]) => ({ fromDay, from: '00:00', untilDay, until: '00:00' }));
