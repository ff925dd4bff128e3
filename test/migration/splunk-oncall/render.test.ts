import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runsOf } from '../../support/runs.ts';
import { dutyDifferences } from '../collected.ts';
import { collected } from './collected.ts';
import { shiftMask } from './fixtures/account.ts';

const since = new Date('2026-01-01T00:00:00Z');
const names = ['ada', 'ben', 'cleo', 'dan'];
const users = names.map((username) => ({ username, email: `${username}@example.com` }));

const day = fc.constantFrom('m', 't', 'w', 'th', 'f', 'sa', 'su');
const clock = fc.record({
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.constantFrom(0, 30),
});
const instant = fc
  .record({ day: fc.integer({ min: 0, max: 300 }), minute: fc.integer({ min: 0, max: 1439 }) })
  .map(({ day: days, minute }) => new Date(Date.UTC(2026, 0, 5 + days, 0, minute)).toISOString());

const common = {
  timezone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'),
  start: instant,
  members: fc.uniqueArray(fc.constantFrom(...names), { minLength: 1 }),
  now: fc.record({ start: instant, place: fc.integer({ min: 0, max: 3 }) }),
};

/** Hours of one day do not overlap each other, nor those of the next day. */
const range = fc.oneof(
  fc.record({ start: clock, end: clock }).map((one) => [one]),
  fc.constant([
    { start: { hour: 6, minute: 0 }, end: { hour: 12, minute: 0 } },
    { start: { hour: 18, minute: 30 }, end: { hour: 0, minute: 0 } },
  ]),
);

const shift = fc.oneof(
  fc.record({
    ...common,
    shifttype: fc.constant('std'),
    duration: fc.constantFrom(1, 2, 3, 7, 14),
  }),
  fc
    .record({
      ...common,
      shifttype: fc.constant('pho'),
      duration: fc.constantFrom(1, 2, 5, 7, 12, 14),
      days: fc.uniqueArray(day, { minLength: 1 }),
      time: range,
    })
    .map(({ days, time, ...others }) => ({ ...others, mask: shiftMask(days, ...time) })),
  fc
    .record({
      ...common,
      shifttype: fc.constant('cstm'),
      duration: fc.constantFrom(7, 14, 21),
      days: fc.constantFrom<[string, string][]>(['m', 'f'], ['f', 'su'], ['sa', 't'], ['su', 'm']),
      times: fc.tuple(clock, clock),
    })
    .map(({ days: [from, until], times: [start, end], ...others }) => ({
      ...others,
      mask: shiftMask([from], { start, end: { hour: 0, minute: 0 } }),
      mask3: shiftMask([until], { start: { hour: 0, minute: 0 }, end }),
    })),
);

function brought(shifts: readonly { members: string[]; now: { start: string; place: number } }[]) {
  const list = shifts.map(({ members, now: { start, place }, ...others }, index) => ({
    ...{ ...others, shiftId: index, label: `Shift ${index}` },
    shiftMembers: members.map((username) => ({ username })),
    current: { start, username: members[place % members.length] },
  }));
  return collected.brought(
    {
      users: { '': users },
      rotations: { t: [{ groupId: 'r', label: 'R', shifts: list }] },
    },
    since,
  );
}

it('reads the same people at the same minutes as what was brought, in every zone, around each change of clocks', () => {
  fc.assert(
    fc.property(fc.array(shift, { minLength: 1, maxLength: 3 }), (shifts) => {
      expect(dutyDifferences(brought(shifts), 'splunk-oncall:rotations:t:r')).toEqual([]);
    }),
    { numRuns: runsOf({ short: 60, long: 3000 }) },
  );
});
