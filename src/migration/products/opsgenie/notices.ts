import type { Source } from '../../model/ledger.ts';
import type { Bodies } from '../../model/neutral.ts';

type Notices = Pick<Bodies['tocsin_user'], 'noticesBeforeMinutes' | 'disableOnCallNotices'>;

const minutesBefore: Readonly<Record<string, number>> = {
  '15-minutes-ago': 15,
  '1-hour-ago': 60,
  '1-day-ago': 1440,
};

/** The notices that a person gets of their shifts: the same for all schedules, by the channels of all notices. */
export function noticesOf(rules: readonly Source[]): Notices {
  const before = new Set<number>();
  let isToldWhenItBegins = false;
  for (const rule of rules) {
    const type = rule.text('actionType');
    if (type !== 'schedule-start' && type !== 'schedule-end') continue;
    if (rule.flag('enabled') === false) {
      rule.say('lost', 'Switched off there, so it is left out.');
      continue;
    }
    // Rules about shifts have no other criteria, so these members are read and not used.
    rule.at('criteria')?.text('type');
    rule.text('name');
    rule.number('order');
    rule.at('repeat')?.flag('enabled');
    if (rule.at('timeRestriction'))
      rule.say('lost', 'Notices of shifts come at any time of day.', 'timeRestriction');
    const times = rule.texts('notificationTime');
    for (const time of times) {
      const minutes = minutesBefore[time];
      if (time === 'just-before') isToldWhenItBegins = true;
      else if (minutes === undefined)
        rule.say('lost', 'Not a time before a shift that is known.', 'notificationTime');
      else if (type === 'schedule-start') before.add(minutes);
      else rule.say('lost', 'The end of a shift is told when it ends.', 'notificationTime');
    }
    if (rule.list('schedules').length > 0)
      rule.say('lost', 'People are told of the shifts of all schedules alike.', 'schedules');
    if (rule.list('steps').length > 0)
      rule.say('lost', 'Notices of shifts follow the notification settings.', 'steps');
  }
  return {
    noticesBeforeMinutes: [...before].sort((one, other) => one - other),
    disableOnCallNotices: !isToldWhenItBegins,
  };
}
