import type { Source } from '../../model/ledger.ts';

/** The smallest ones are of Jira Service Management. */
const minutesIn: Readonly<Record<string, number>> = {
  ...{ nanos: 1 / 60e9, micros: 1 / 60e6, millis: 1 / 60e3, seconds: 1 / 60 },
  ...{ minutes: 1, hours: 60, days: 1440 },
};

/** Minutes of `{ timeAmount, timeUnit }`; 0 where there is nothing; null, with a line, for what is not known. */
export function minutesOf(duration: Source | null): number | null {
  if (!duration) return 0;
  const unit = duration.text('timeUnit') ?? 'minutes';
  const minutes = minutesIn[unit.toLowerCase()];
  if (minutes === undefined) {
    duration.say('behaviour', 'Not a unit of time that is known.', 'timeUnit');
    return null;
  }
  const exactly = (duration.number('timeAmount') ?? 0) * minutes;
  const rounded = Math.max(0, Math.round(exactly));
  if (exactly > 0 && rounded !== exactly)
    duration.say('approximated', `Times are whole minutes here: ${rounded}.`);
  return rounded;
}
