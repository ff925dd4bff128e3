/** As a field for date and time shows it, in the zone of the browser: `2026-03-02T10:00`. */
export function toField(moment: unknown): string {
  const time = new Date(String(moment));
  if (Number.isNaN(time.getTime())) return '';
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** And back, as the API takes it. */
export function fromField(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? '' : toMoment(time.getTime());
}

/** From the next full hour, for an hour. */
export function nextHour(now: number): { start: string; end: string } {
  const hour = 3_600_000;
  const start = Math.ceil(now / hour) * hour;
  return { start: toMoment(start), end: toMoment(start + hour) };
}

/** An instant as the API takes it. */
export function toMoment(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
