/** A change of the clock: what it skips or shows twice, as local times. */
export interface ClockChange {
  at: number;
  skips: { from: Temporal.PlainTime; minutes: number } | null;
  repeats: { from: Temporal.PlainTime; until: Temporal.PlainTime } | null;
}

/** The changes of the clock in the two years after `since`. */
export function clockChanges(timeZoneId: string, since: Date): ClockChange[] {
  const start = Temporal.Instant.fromEpochMilliseconds(since.getTime()).toZonedDateTimeISO(
    timeZoneId,
  );
  const end = start.add({ years: 2 });
  const changes: ClockChange[] = [];
  for (let at = start; ; ) {
    const next = at.getTimeZoneTransition('next');
    if (next === null || Temporal.ZonedDateTime.compare(next, end) > 0) return changes;
    const before = next.subtract({ nanoseconds: 1 });
    const minutes = (next.offsetNanoseconds - before.offsetNanoseconds) / 60e9;
    const after = next.toPlainTime();
    const was = after.subtract({ minutes });
    changes.push({
      at: next.epochMilliseconds,
      skips: minutes > 0 ? { from: was, minutes } : null,
      repeats: minutes < 0 ? { from: after, until: was } : null,
    });
    at = next;
  }
}

/** Whether a time of day is shown twice on some day. */
export function isRepeated(time: string, changes: readonly ClockChange[]): boolean {
  const asked = Temporal.PlainTime.from(time);
  return changes.some(({ repeats }) => {
    if (repeats === null) return false;
    const isFrom = Temporal.PlainTime.compare(repeats.from, asked) <= 0;
    const isUntil = Temporal.PlainTime.compare(asked, repeats.until) < 0;
    return Temporal.PlainTime.compare(repeats.from, repeats.until) < 0
      ? isFrom && isUntil
      : isFrom || isUntil;
  });
}

/** Whether a time of day is skipped on some day. */
export function isSkipped(time: Temporal.PlainTime, changes: readonly ClockChange[]): boolean {
  return changes.some(({ skips }) => {
    if (skips === null) return false;
    // Over midnight, too.
    const minutes = (skips.from.until(time).total('minutes') + 1440) % 1440;
    return minutes < skips.minutes;
  });
}

/** Whether clocks of two zones always differ by the same, so that hand-overs by one are hand-overs by the other. */
export function keepsStep(one: string, other: string, since: Date): boolean {
  if (one === other) return true;
  const changes = [one, other].flatMap((zone) => clockChanges(zone, since).map(({ at }) => at));
  const apart = new Set(
    [since.getTime(), ...changes].map((at) => {
      const instant = Temporal.Instant.fromEpochMilliseconds(at);
      const [first, second] = [one, other].map(
        (zone) => instant.toZonedDateTimeISO(zone).offsetNanoseconds,
      );
      return (first ?? 0) - (second ?? 0);
    }),
  );
  return apart.size === 1;
}
