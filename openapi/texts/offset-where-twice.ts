const dayMilliseconds = 86_400_000;

/**
 * ` (+02:00)` where the clocks of a zone show the time of an instant twice, as in the hour in which they are put back;
 * else nothing. By `Intl` alone, as pages run in browsers without `Temporal`.
 */
export function offsetWhereTwice(instant: number, timeZone: string): string {
  // Of a later version, perhaps.
  if (Number.isNaN(instant)) return '';
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  const offsetAt = (at: number) => offsetIn(format.formatToParts(at));
  const own = offsetAt(instant);
  const isTwice = [instant - dayMilliseconds, instant + dayMilliseconds].some((near) => {
    const other = offsetAt(near);
    const sameTime = instant + own.milliseconds - other.milliseconds;
    return sameTime !== instant && offsetAt(sameTime).milliseconds === other.milliseconds;
  });
  return isTwice ? ` (${own.text})` : '';
}

/** `GMT+05:45`, also with seconds, as before zones had whole minutes; `GMT` is none. */
function offsetIn(parts: readonly Intl.DateTimeFormatPart[]) {
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign = '+', hours = '00', minutes = '00', seconds = '00'] =
    /([+-])(\d+):(\d+)(?::(\d+))?$/.exec(name) ?? [];
  const size = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
  return {
    text: `${sign}${hours}:${minutes}`,
    milliseconds: (sign === '-' ? -1 : 1) * size * 1000,
  };
}
