import { expect, test } from 'vitest';
import { formatDuration } from '../../console/parts/duration.ts';

const [minute, hour, day] = [60, 3_600, 86_400];

test.each([
  [0, '0 sec'],
  [0.4, '0 sec'],
  [59, '59 sec'],
  [59.6, '1 min'],
  [minute + 30, '1 min 30 sec'],
  [hour - 1, '59 min 59 sec'],
  [hour, '1 hr'],
  [hour + 12 * minute + 59, '1 hr 12 min'],
  [47 * hour, '47 hr'],
  [2 * day + 3 * hour, '2 days 3 hr'],
  [40 * day, '40 days'],
])('%s seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds * 1000, 'en')).toBe(text);
});
