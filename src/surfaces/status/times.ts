const formats = new Map<string, Intl.DateTimeFormat>();

/** `2 Mar 2026, 11:05 CET` where the page is, as it is written where the reader is. */
export function timeText(at: Date, timeZoneId: string, locale: string): string {
  return formatOf(timeZoneId, locale).format(at);
}

/** `2 Mar 2026, 11:05 – 12:30 CET`: what both have in common is said once. */
export function rangeText(start: Date, end: Date, timeZoneId: string, locale: string): string {
  return formatOf(timeZoneId, locale).formatRange(start, end);
}

/** Making one takes longer than a page. */
function formatOf(timeZone: string, locale: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`;
  const known =
    formats.get(key) ??
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
      timeZoneName: 'short',
    });
  formats.set(key, known);
  return known;
}

/** `March 2026`. */
export function monthText(month: string, locale: string): string {
  return new Date(`${month}-01T00:00:00Z`).toLocaleDateString(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

/** `28 Nov 2026`, of `2026-11-28`. */
export function dayText(day: string, locale: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
