/** A time in which the same settings counted. */
export interface PeriodOf<Plan> {
  start: number;
  end: number;
  plan: Plan;
}

/** Settings as they count from an instant on; the same print says the same settings. */
export interface Marked<Plan> {
  at: number;
  plan: Plan;
  print: string;
}

/**
 * The interval by the settings of each time. Before the first version, and from now on, those that are there now. Pure;
 * `versions` are those that begin before the end, in order.
 */
export function periodsBy<Plan>(
  present: Omit<Marked<Plan>, 'at'>,
  versions: readonly Marked<Plan>[],
  { start, end, now }: { start: number; end: number; now: number },
): PeriodOf<Plan>[] {
  const marks = [
    { ...present, at: Number.NEGATIVE_INFINITY },
    ...versions,
    // The present, with changes that are not noted yet; it always tells the future.
    { ...present, at: now },
  ];
  const periods: (PeriodOf<Plan> & { print: string })[] = [];
  for (const [index, { at, plan, print }] of marks.entries()) {
    const from = Math.max(at, start);
    const until = Math.min(marks[index + 1]?.at ?? end, end);
    if (from >= until) continue;
    const last = periods.at(-1);
    if (last?.print === print) last.end = until;
    else periods.push({ start: from, end: until, plan, print });
  }
  return periods.map(({ print: _, ...period }) => period);
}

/** The versions, in order, that count at `start` or later. */
export function countingFrom<Version extends { validFrom: Date }>(
  versions: readonly Version[],
  start: number,
): Version[] {
  const first = versions.findLastIndex(({ validFrom }) => validFrom.getTime() <= start);
  return versions.slice(Math.max(first, 0));
}
