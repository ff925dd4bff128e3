import { type Rota, rotaOf, rotaWith } from '../rota/index.ts';
import { type FormerOverride, overridesAbout, overridesInTime } from './former-overrides.ts';
import type { FormerTemporary } from './former-temporaries.ts';
import { asKnown, type InTime, inTime } from './in-time.ts';
import type { OverrideWire } from './overrides.ts';
import type { PeriodOf } from './periods.ts';
import { everybodyNamed } from './policy-roster.ts';
import { type ScheduleFacts, toRotaOverride } from './schedule-facts.ts';
import type { ScheduleContent } from './schedule-versions.ts';
import { type TemporaryScheduleWire, toTemporary } from './temporary-schedule-kind.ts';

/** What counted beside the layers of a schedule, at each time. */
export interface ChangesInTime {
  overrides: readonly InTime<OverrideWire>[];
  temporaries: readonly InTime<TemporaryScheduleWire>[];
}

export function changesInTime(
  { overrides, temporaries }: Pick<ScheduleFacts, 'overrides' | 'temporaries'>,
  former: { overrides: readonly FormerOverride[]; temporaries: readonly FormerTemporary[] },
): ChangesInTime {
  return {
    overrides: overridesInTime(overrides, former.overrides),
    temporaries: inTime(
      temporaries,
      former.temporaries.map((one) => ({ ...one, id: one.temporaryId })),
    ),
  };
}

/** The schedule with these settings, and with overrides and days by hand as they counted at each time. */
export function rotasInTime(
  { schedule: { id }, away, leaves }: ScheduleFacts,
  { overrides, temporaries }: ChangesInTime,
): (content: ScheduleContent) => Rota {
  const given = {
    overrides: overrides.flatMap((one) =>
      toRotaOverride(one, id).flatMap((override) => within(override, one)),
    ),
    temporaries: temporaries.flatMap((one) => within(toTemporary(one), one)),
  };
  return ({ away: awayThen, leaves: leavesThen, holidays, onLeave, timeZoneId, layers }) => {
    const named = new Set(layers.flatMap(({ groups }) => groups.flatMap(({ userIds }) => userIds)));
    // It is not known whether other people were away then, so they count as away if they are away now.
    const others = [...away].filter((userId) => !named.has(userId));
    return rotaOf({
      ...{ timeZoneId, layers, ...given },
      away: new Set([...awayThen, ...others]),
      holidays: holidays ?? [],
      onLeave: onLeave ?? 'warn',
      leaves: [...(leavesThen ?? []), ...leaves.filter(({ userId }) => !named.has(userId))],
    });
  };
}

function within<Item extends { start: number; end: number }>(
  item: Item,
  { from, until }: { from: number; until: number },
): Item[] {
  const start = Math.max(item.start, from);
  const end = Math.min(item.end, until);
  return start < end ? [{ ...item, start, end }] : [];
}

/** The schedule as one knew it at each time. */
export function knownRotas(
  { schedule: { id } }: Pick<ScheduleFacts, 'schedule'>,
  periods: readonly PeriodOf<Rota>[],
  { overrides, temporaries }: ChangesInTime,
): PeriodOf<Rota>[] {
  const rotaOverrides = (one: InTime<OverrideWire>) => toRotaOverride(one, id);
  const all = {
    ...{ away: new Set<string>(), temporaries: temporaries.map(toTemporary) },
    overrides: overrides.flatMap(rotaOverrides).filter(({ kind }) => kind !== 'absent'),
  };
  const people = periods.flatMap(({ plan }) => everybodyNamed({ ...plan, ...all }));
  // Absences of people in all their teams are noted for the whole organization.
  const own = overridesAbout(people, overrides);
  return asKnown(periods, [...own, ...temporaries], (plan, isKnown) =>
    rotaWith(plan, {
      overrides: own.filter(isKnown).flatMap(rotaOverrides),
      temporaries: temporaries.filter(isKnown).map(toTemporary),
    }),
  );
}
