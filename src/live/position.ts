/** Where a reader was, as milliseconds since 1970: what every event carries as its id. */
export function positionOf(moment: Date): string {
  return String(moment.getTime());
}

/** How long after it stopped a reader may go on where it was. */
const resumeMilliseconds = 10 * 60_000;

/**
 * Where a reader that comes back goes on; null for one that has to fetch everything again: none, an old or a foreign
 * position.
 */
export function resumedAt(position: string | undefined, now: Date): Date | null {
  if (position === undefined || !/^\d{1,15}$/.test(position)) return null;
  const at = Number(position);
  const age = now.getTime() - at;
  return age <= resumeMilliseconds && age >= -resumeMilliseconds ? new Date(at) : null;
}
