import { windowsZones } from './windows-zones.ts';

/** Offsets such as +02:00 are understood as well, but are no zones: they know no daylight saving. */
export function isTimeZone(timeZoneId: string): boolean {
  if (!/^[A-Za-z]/.test(timeZoneId)) return false;
  try {
    // A formatter of Intl, which knows the same names, takes some 25 times as long to make.
    new Temporal.ZonedDateTime(0n, timeZoneId);
    return true;
  } catch {
    return false;
  }
}

/**
 * The IANA zone that another program means: by that name itself, by the name that Windows gives it, or by a path that
 * ends in it, as in `/freeassociation.sourceforge.net/Europe/Berlin`. Null where it is none that anybody knows.
 */
export function zoneNamed(name: string): string | null {
  const given = name.trim().replace(/^"(.*)"$/, '$1');
  const windows = given.toLowerCase();
  if (Object.hasOwn(windowsZones, windows)) return windowsZones[windows] ?? null;
  const path = given.split('/').filter((part) => part !== '');
  if (!given.startsWith('/')) return isTimeZone(given) ? given : null;
  return (
    [3, 2, 1].map((count) => path.slice(-count).join('/')).find((ending) => isTimeZone(ending)) ??
    null
  );
}
