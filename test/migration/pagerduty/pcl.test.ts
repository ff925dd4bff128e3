import { describe, expect, test } from 'vitest';
import { compileMapping, evaluateMapping } from '../../../src/mapping/index.ts';
import { alternativesOf } from '../../../src/migration/products/pagerduty/pcl/alternatives.ts';
import { parseCondition, parsePath } from '../../../src/migration/products/pagerduty/pcl/parse.ts';
import { fromRe2, groupsOf } from '../../../src/migration/products/pagerduty/pcl/re2.ts';
import {
  commonTimes,
  otherTimes,
  shifted,
  timesOf,
  weekOf,
} from '../../../src/migration/products/pagerduty/pcl/week.ts';

describe('conditions', () => {
  test('bind as the documents say: not, then and, then or', () => {
    const [x, y, z] = ['x', 'y', 'z'].map((name) => ({
      ...{ is: 'compares', path: ['event', name], operator: '>' },
      value: 1,
    }));
    expect(parseCondition('event.x > 1 and not event.y > 1 or event.z > 1')).toEqual({
      is: 'or',
      parts: [{ is: 'and', parts: [x, { is: 'not', of: y }] }, z],
    });
    expect(parseCondition('event.x > 1 and (not event.y > 1 or event.z > 1)')).toEqual({
      is: 'and',
      parts: [x, { is: 'or', parts: [{ is: 'not', of: y }, z] }],
    });
  });

  const of = (name: string) => ({ path: ['event', name] });
  test.each([
    [
      "event.a matches 'Mercury'",
      { is: 'matches', ...of('a'), how: 'whole', value: 'Mercury', exactly: false },
    ],
    [
      "event.a matches part exactly 'it\\'s \\\\ down'",
      { is: 'matches', ...of('a'), how: 'part', value: "it's \\ down", exactly: true },
    ],
    [
      "event.a matches regex '^db\\d+$'",
      { is: 'matches', ...of('a'), how: 'regex', value: '^db\\d+$', exactly: false },
    ],
    ['event.a == -4.5e10', { is: 'equals', ...of('a'), value: -45_000_000_000 }],
    ['event.a == true', { is: 'equals', ...of('a'), value: true }],
    ['event.a == nil', { is: 'equals', ...of('a'), value: null }],
    ['event.a does not exist', { is: 'not', of: { is: 'exists', ...of('a') } }],
    ["raw_event['x y'][0].b exists", { is: 'exists', path: ['raw_event', 'x y', 0, 'b'] }],
    [
      'now in Mon,Wed 22:00:00 to 08:00:00 Etc/GMT+5',
      {
        is: 'hours',
        hours: { days: ['Mon', 'Wed'], from: '22:00:00', until: '08:00:00', zone: 'Etc/GMT+5' },
      },
    ],
    [
      'now > 2021-12-04 19:00:42 America/Los_Angeles',
      { is: 'moment', operator: '>', at: '2021-12-04T19:00:42', zone: 'America/Los_Angeles' },
    ],
    [
      'resetting_trigger_count over 1 hour 30 minutes >= 50',
      { is: 'count', seconds: 5400, operator: '>=', count: 50 },
    ],
  ])('%s', (text, expected) => {
    expect(parseCondition(text)).toEqual(expected);
  });

  test.each([
    '',
    'event.a',
    "event.a matches 'open",
    "event.a matches 'x' event.b exists",
    "event.a matches 'x' and",
    "(event.a matches 'x'",
    'event.a matches event.b',
    'now in Mon 8 to 9 UTC',
    'trigger_count over > 3',
    "'x' matches 'x'",
  ])('are not guessed: %s', (text) => {
    expect(parseCondition(text)).toBeNull();
  });

  test('are alternatives of what has to hold together', () => {
    const expression = parseCondition('not (event.a exists and (event.b exists or not true))');
    const all = expression && alternativesOf(expression);
    expect(all?.map((one) => one.map(({ atom, isNegated }) => [atom, isNegated]))).toEqual([
      [[{ is: 'exists', path: ['event', 'a'] }, true]],
      [[{ is: 'exists', path: ['event', 'b'] }, true]],
    ]);
    const many = Array.from(
      { length: 7 },
      (_, index) => `(event.a${index} exists or event.b exists)`,
    );
    const tooMany = parseCondition(many.join(' and '));
    expect(tooMany && alternativesOf(tooMany)).toBeNull();
  });

  test('a path is nothing but a path', () => {
    expect(parsePath("event.custom_details['a b'][1]")).toEqual([
      'event',
      'custom_details',
      'a b',
      1,
    ]);
    expect(parsePath('event.a exists')).toBeNull();
  });
});

describe('hours', () => {
  const work = { days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri'], zone: 'UTC' };

  test('may end on the next day, and may be all other times', () => {
    const nights = weekOf({ ...work, from: '22:00:00', until: '06:00:00' });
    expect(timesOf(nights)).toEqual([
      { after: '22:00', before: '06:00', daysOfWeek: ['mon', 'tue', 'wed', 'thu', 'fri'] },
    ]);
    const days = weekOf({ ...work, from: '09:00:00', until: '17:00:00' });
    expect(timesOf(otherTimes(days))).toEqual([
      { after: '17:00', before: '09:00', daysOfWeek: ['mon', 'tue', 'wed', 'thu'] },
      { after: '17:00', before: null, daysOfWeek: ['fri'] },
      { after: null, before: null, daysOfWeek: ['sat', 'sun'] },
      { after: null, before: '09:00', daysOfWeek: ['mon'] },
    ]);
  });

  test('are a whole day where both times are one, never where nothing is common, and always', () => {
    const sunday = weekOf({ days: ['Sun'], zone: 'UTC', from: '12:00:00', until: '12:00:00' });
    expect(timesOf(sunday)).toEqual([
      { after: '12:00', before: null, daysOfWeek: ['sun'] },
      { after: null, before: '12:00', daysOfWeek: ['mon'] },
    ]);
    expect(timesOf(commonTimes(sunday, otherTimes(sunday)))).toEqual([]);
    expect(
      timesOf(
        weekOf({
          ...work,
          days: [...work.days, 'Sat', 'Sun'],
          from: '00:00:00',
          until: '00:00:00',
        }),
      ),
    ).toBeNull();
  });

  test('move with the clock of another zone', () => {
    const early = weekOf({ days: ['Mon'], zone: 'UTC', from: '00:30:00', until: '02:00:00' });
    expect(timesOf(shifted(early, -4))).toEqual([
      { after: '23:30', before: '01:00', daysOfWeek: ['sun'] },
    ]);
  });
});

describe('patterns of RE2', () => {
  const found = (pattern: string, text: string): string | null => {
    const regex = fromRe2(pattern);
    if (regex === null) throw new Error('no pattern');
    const attribute = { name: 'Found', mappings: [{ jsonPath: '$.text' }, { regex }] };
    const compiled = compileMapping({ attributes: [attribute] });
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.errors));
    const { attributes } = evaluateMapping(compiled.program, {
      payload: { text },
      integrationName: 'Any',
    });
    return attributes.find(({ name }) => name === 'Found')?.value ?? null;
  };

  test.each([
    ['(?P<who>\\w+)@', 'ada@example.com', 'ada'],
    ['\\pL+\\PL', 'ab1', 'ab1'],
    ['[[:alpha:]]+', '12ab', 'ab'],
    ['[^[:digit:]-]+', '1-x-2', 'x'],
    ['[Z-[]+', 'aZ[b', 'Z['],
    ['[]x]+', ']x]', ']x]'],
    ['\\Q1+1\\E=2', '1+1=2', '1+1=2'],
    ['\\x{41}B', 'xAB', 'AB'],
    ['(?i)DISK', 'low disk', 'disk'],
  ])('%s', (pattern, text, expected) => {
    expect(found(pattern, text)).toBe(expected);
  });

  test.each(['(?U)a+', '\\p{Greek}', '\\C', '\\x{1F600}', '[[:^alpha:]]', '[a'])(
    'are not guessed: %s',
    (pattern) => {
      expect(fromRe2(pattern)).toBeNull();
    },
  );

  test('count groups that are captured', () => {
    expect(groupsOf('(a)(?:b)(?P<c>d)[(]\\(')).toBe(2);
  });
});
