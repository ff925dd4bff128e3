/**
 * The instant (in epoch milliseconds) at which clocks of a time zone show `local`. A time that they show
 * twice is the first of the two; one that they skip is the moment of the skip. Unlike Temporal's own
 * `compatible`, this never decreases while `local` grows: no window ends before it starts, and neighbours
 * stay neighbours on both kinds of days (oncall-and-calls.md 2.3).
 */
export function toInstant(local: Temporal.PlainDateTime, timeZoneId: string): number {
  const zoned = local.toZonedDateTime(timeZoneId, { disambiguation: 'earlier' });
  if (zoned.toPlainDateTime().equals(local)) return zoned.epochMilliseconds;
  return (zoned.getTimeZoneTransition('next') ?? zoned).epochMilliseconds;
}

export function toLocal(instant: number, timeZoneId: string): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(timeZoneId)
    .toPlainDateTime();
}
