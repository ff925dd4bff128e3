import { byCreation } from '../resources/index.ts';
import type { PeriodOf } from './periods.ts';

/** An object as it is stored, or as it was until it was deleted or replaced. */
interface Stored<Wire> {
  id: string;
  version: number;
  wire: Wire;
  createdAt: Date;
  /** When this version took the place of the one before it, which may have counted elsewhere. */
  since?: Date;
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
    ...former.map(({ id, version, wire, createdAt, since, cancelledAt }) => {
      const before = (byId.get(id) ?? []).filter((one) => one.version < version);
      return { id, wire, createdAt, from: fromOf(since, before), until: cancelledAt.getTime() };
    }),
    ...present.map(({ id, wire, createdAt, since }) => ({
      id,
      wire,
      createdAt,
      from: fromOf(since, byId.get(id) ?? []),
      until: Number.POSITIVE_INFINITY,
    })),
  ];
  return pieces.sort((one, other) => byCreation(one, other) || one.from - other.from);
}

/** Where a version does not say since when it counts, it does since the one before it was cancelled. */
function fromOf(since: Date | undefined, before: readonly { cancelledAt: Date }[]): number {
  if (since) return since.getTime();
  return Math.max(
    Number.NEGATIVE_INFINITY,
    ...before.map(({ cancelledAt }) => cancelledAt.getTime()),
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

/** Instants at which one that is stored began or ended to count because somebody entered it, or put it elsewhere. */
export function enteredLate(
  { start, end }: { start: number; end: number },
  { createdAt, internal: { since } }: { createdAt: Date; internal: { since?: Date } },
): number[] {
  const late = [start, end].filter((instant) => instant <= createdAt.getTime());
  return since ? [...late, since.getTime()] : late;
}

/** The same of one that was deleted or replaced. */
export function cancelledLate({
  since,
  cancelledAt,
}: {
  since?: Date;
  cancelledAt: Date;
}): number[] {
  return [...(since ? [since] : []), cancelledAt].map((instant) => instant.getTime());
}
