import { toActiveOverride } from './cover.ts';
import type { Override } from './overrides.ts';
import type { PeriodOf } from './periods.ts';

/** An object as it is stored, or as it was until it was deleted or replaced. */
interface Stored<Wire> {
  id: string;
  version: number;
  wire: Wire;
  createdAt: Date;
}

/** A version of an object, and the instants between which it counted. */
export interface InTime<Wire> {
  id: string;
  wire: Wire;
  createdAt: Date;
  from: number;
  until: number;
}

/**
 * Objects as they count in the past, in order of creation: each version until it was cancelled, the present one from
 * then on. A version that was noted as cancelled and is still stored was not cancelled after all.
 */
export function inTime<Wire>(
  present: readonly Stored<Wire>[],
  noted: readonly (Stored<Wire> & { cancelledAt: Date })[],
): InTime<Wire>[] {
  const versions = new Map(present.map(({ id, version }) => [id, version]));
  const former = noted.filter(
    ({ id, version }) => version < (versions.get(id) ?? Number.POSITIVE_INFINITY),
  );
  const byId = Map.groupBy(former, ({ id }) => id);
  const pieces = [
    ...former.map(({ id, version, wire, createdAt, cancelledAt }) => {
      const before = (byId.get(id) ?? []).filter((one) => one.version < version);
      return { id, wire, createdAt, from: lastOf(before), until: cancelledAt.getTime() };
    }),
    ...present.map(({ id, wire, createdAt }) => ({
      id,
      wire,
      createdAt,
      from: lastOf(byId.get(id) ?? []),
      until: Number.POSITIVE_INFINITY,
    })),
  ];
  return pieces.sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
}

function lastOf(former: readonly { cancelledAt: Date }[]): number {
  return Math.max(
    Number.NEGATIVE_INFINITY,
    ...former.map(({ cancelledAt }) => cancelledAt.getTime()),
  );
}

type Lasting = Pick<InTime<unknown>, 'createdAt' | 'from' | 'until'>;

/**
 * Periods in which nobody knows anything before it was entered, nor that it will be taken back: cut where one of these
 * objects was entered, replaced or deleted. `planWith` gives a plan with those that were there. Pure.
 */
export function asKnown<Plan>(
  periods: readonly PeriodOf<Plan>[],
  given: readonly Lasting[],
  planWith: (plan: Plan, isKnown: (one: Lasting) => boolean) => Plan,
): PeriodOf<Plan>[] {
  const enteredAt = ({ from, createdAt }: Lasting) => Math.max(from, createdAt.getTime());
  const cuts = new Set(given.flatMap((one) => [enteredAt(one), one.until]));
  const ordered = [...cuts].sort((one, other) => one - other);
  return periods.flatMap(({ start, end, plan }) => {
    const starts = [start, ...ordered.filter((cut) => start < cut && cut < end)];
    return starts.map((at, place) => ({
      start: at,
      end: starts[place + 1] ?? end,
      plan: planWith(plan, (one) => enteredAt(one) <= at && at < one.until),
    }));
  });
}

/** The ends of an override as far as they had passed when it was entered. */
export function enteredLate({ wire, createdAt }: Pick<Override, 'wire' | 'createdAt'>): number[] {
  const { start, end } = toActiveOverride(wire);
  return [start, end].filter((instant) => instant <= createdAt.getTime());
}
