import { weekdays } from '../../../calendar/index.ts';
import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';

type Hours = NonNullable<Bodies['tocsin_schedule']['layers'][number]['hours']>;

export interface RuleHours {
  /** Null: always. */
  hours: Hours | null;
  until: string;
}

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/;
/** The days of the source, whose weeks begin with Sunday. */
const sundayFirst = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

/** When a rule is in force: from each of its days on, past midnight where it does not end later. Null: never. */
export function ruleHours(rule: Source): RuleHours | null {
  const from = rule.text('start') ?? '';
  const until = rule.text('end') ?? '';
  const filter = rule.whole('weekdayFilter');
  const flags: readonly unknown[] = Array.isArray(filter) ? filter : [];
  if (!clock.test(from) || !clock.test(until) || flags.length !== 7) {
    rule.say('behaviour', 'Left out: its days or hours cannot be read.');
    return null;
  }
  const days = weekdays.filter((day) => flags[sundayFirst.indexOf(day)] === true);
  if (days.length === 0) {
    rule.say('lost', 'On no day of the week, so nobody is on call by it.');
    return null;
  }
  if (days.length === 7 && from === until) return { hours: null, until };
  const hours = days.map((fromDay) => {
    const next = weekdays[(weekdays.indexOf(fromDay) + 1) % 7] ?? fromDay;
    return { fromDay, from, untilDay: until > from ? fromDay : next, until };
  });
  return { hours, until };
}
