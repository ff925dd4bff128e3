import { weekdays } from '../../../calendar/index.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';

export type Hours = NonNullable<Bodies['tocsin_schedule']['layers'][number]['hours']>[number];

const minutesOfDay = 1440;
const minutesOfWeek = 7 * minutesOfDay;
const windowsMax = 100;

/** When a layer is in force. Null: always; an empty list: never, as nothing of it can be read. */
export function hoursOf(layer: Source): Hours[] | null {
  const restrictions = layer.list('restrictions');
  if (restrictions.length === 0) return null;
  const windows = new Map(
    restrictions.flatMap(windowsOf).map((hours) => [Object.values(hours).join(' '), hours]),
  );
  if (windows.size > windowsMax)
    layer.say('behaviour', `only the first ${windowsMax} windows are brought`, 'restrictions');
  return [...windows.values()].slice(0, windowsMax);
}

function windowsOf(restriction: Source): Hours[] {
  const type = restriction.text('type');
  const start = minuteOf(restriction);
  const duration = minutesOfDuration(restriction);
  const day = restriction.number('start_day_of_week');
  if (start === null || duration === null) return [];
  if (type === 'daily_restriction')
    return weekdays.map((_, index) => windowOf(index * minutesOfDay + start, duration));
  if (
    type === 'weekly_restriction' &&
    day !== null &&
    Number.isInteger(day) &&
    day >= 1 &&
    day <= 7
  )
    return [windowOf((day - 1) * minutesOfDay + start, duration)];
  restriction.say('behaviour', 'nobody is on duty by it: no restriction that is known', 'type');
  return [];
}

function minuteOf(restriction: Source): number | null {
  const text = restriction.text('start_time_of_day');
  const [, hour, minute, second] = /^(\d\d?):(\d\d)(?::(\d\d))?/.exec(text ?? '') ?? [];
  if (hour === undefined || minute === undefined) {
    restriction.say('behaviour', 'nobody is on duty by it: no time of day', 'start_time_of_day');
    return null;
  }
  if (Number(second ?? 0) !== 0)
    restriction.say('approximated', 'begins on the minute', 'start_time_of_day');
  return (Number(hour) * 60 + Number(minute)) % minutesOfDay;
}

function minutesOfDuration(restriction: Source): number | null {
  const seconds = restriction.number('duration_seconds');
  if (seconds === null || seconds <= 0) {
    restriction.say('behaviour', 'nobody is on duty by it: no duration', 'duration_seconds');
    return null;
  }
  // Products that end a day at its last second mean its end.
  const minutes = Math.max(1, Math.round(seconds / 60));
  if (minutes * 60 !== seconds)
    restriction.say('approximated', `lasts ${minutes} minutes`, 'duration_seconds');
  return minutes;
}

function windowOf(from: number, minutes: number): Hours {
  const until = from + Math.min(minutes, minutesOfWeek);
  return {
    ...{ fromDay: dayOf(from), from: clockOf(from) },
    ...{ untilDay: dayOf(until), until: clockOf(until) },
  };
}

function dayOf(minute: number): Hours['fromDay'] {
  return weekdays[Math.floor(minute / minutesOfDay) % 7] ?? 'mon';
}

function clockOf(minute: number): string {
  const inDay = minute % minutesOfDay;
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.floor(inDay / 60))}:${two(inDay % 60)}`;
}
