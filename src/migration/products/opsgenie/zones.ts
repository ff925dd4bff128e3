import { isTimeZone } from '../../../calendar/index.ts';
import type { Source } from '../../model/ledger.ts';

/** The name as it is where it names a time zone; else null. */
export function zoneOf(name: string | null): string | null {
  return name !== null && isTimeZone(name) ? name : null;
}

/** The time zone at a member; UTC, with a line, where there is none that is known. */
export function readZone(source: Source, member: string): string {
  const name = source.text(member);
  const zone = zoneOf(name);
  if (zone === null && name)
    source.say('behaviour', 'No time zone that is known: its times are read as UTC.', member);
  return zone ?? 'UTC';
}
