import { isTimeZone } from '../../calendar/index.ts';
import type { Source } from './ledger.ts';

/** The time zone at a member; null, with a line, where it is none that is known, and where there is none. */
export function readZone(source: Source, member: string): string | null {
  const name = source.text(member);
  if (!name) return null;
  if (isTimeZone(name)) return name;
  source.say('behaviour', 'No time zone that is known: its times are read as UTC.', member);
  return 'UTC';
}
