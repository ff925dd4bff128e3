import type { Source } from '../../model/ledger.ts';

const minutesIn: Readonly<Record<string, number>> = { minutes: 1, hours: 60, days: 1440 };

/** Minutes of `{ timeAmount, timeUnit }`; 0 where there is nothing; null, with a line, for what is not known. */
export function minutesOf(duration: Source | null): number | null {
  if (!duration) return 0;
  const unit = duration.text('timeUnit') ?? 'minutes';
  const minutes = minutesIn[unit.toLowerCase()];
  if (minutes === undefined) {
    duration.say('behaviour', 'Not a unit of time that is known.', 'timeUnit');
    return null;
  }
  return Math.max(0, Math.round((duration.number('timeAmount') ?? 0) * minutes));
}
