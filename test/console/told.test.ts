import { expect, test } from 'vitest';
import { toldTimes } from '../../console/pages/services/told-times.ts';

const now = Date.parse('2026-03-02T10:00:00Z');
const plan = (start: string, end: string, more: object = {}) => ({
  start: `2026-03-02T${start}:00Z`,
  end: `2026-03-02T${end}:00Z`,
  ...more,
});
const daily = {
  recurrences: [
    { rule: 'FREQ=DAILY', startsAt: '2026-03-01T02:00', minutes: 60, timeZoneId: 'UTC' },
  ],
};
const [ahead, underWay] = [plan('11:00', '12:00'), plan('09:00', '12:00')];
const over = plan('08:00', '09:00');

test.each([
  ['new and ahead', ahead, null, ['saved', 'begins', 'ends']],
  ['new and under way', underWay, null, ['saved', 'ends']],
  ['new and over', over, null, []],
  ['other words of what is ahead', { ...ahead, displayName: 'x' }, ahead, ['begins', 'ends']],
  ['other words of what is under way', underWay, underWay, ['ends']],
  ['moved', plan('11:00', '13:00'), ahead, ['saved', 'begins', 'ends']],
  ['ended early', over, plan('08:00', '11:00'), ['saved']],
  ['over for long', over, over, []],
  ['coming again', { ...ahead, ...daily }, null, ['saved', 'eachBegins', 'eachEnds']],
])('subscribers are told of maintenance that is %s', (_what, body, before, times) => {
  expect(toldTimes(body, before, now)).toEqual(times);
});
