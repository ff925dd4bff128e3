import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dutiesBetween } from '../../src/on-call/duty.ts';
import { type TimelineInterval, timelineOf } from '../../src/on-call/timeline.ts';
import { examples, planOf } from './golden-examples.ts';
import { plan, schedule } from './plan.ts';
import { plans, ranges } from './random-plans.ts';

describe('the timeline of a team', () => {
  it.each(examples)('$name', async (example) => {
    const team = planOf(example);
    const bound = (text: string) =>
      Temporal.PlainDateTime.from(text).toZonedDateTime(team.timeZoneId).epochMilliseconds;
    const [start, end] = [bound(example.from), bound(example.until)];
    const { tiers } = await timelineOf([{ start, end, plan: team }]);
    const at = (line: string) => Date.parse(line.slice(0, line.indexOf(' ')));
    for (const [index, line] of example.expected.entries()) {
      const next = example.expected[index + 1];
      const middle = (at(line) + (next === undefined ? end : at(next))) / 2;
      const there = tiers[0]?.shifts.filter((shift) => covers(shift, middle)) ?? [];
      expect(there.map(({ userId }) => userId).toSorted(), line).toEqual(
        line
          .slice(line.indexOf(' ') + 1)
          .split(',')
          .filter((name) => name !== '-')
          .toSorted(),
      );
      const isGap = tiers[0]?.gaps.some((gap) => covers(gap, middle)) ?? false;
      expect(isGap, line).toBe(there.length === 0);
    }
  });

  it('has the times on duty that every other answer has, and gaps where there are none', async () => {
    await fc.assert(
      fc.asyncProperty(plans, ranges, async (team, { from, until }) => {
        const timeline = await timelineOf([{ start: from, end: until, plan: team }]);
        const duties = await dutiesBetween(team, from, until);
        const shifts = timeline.tiers.flatMap(({ tier, shifts }) =>
          shifts.map((shift) => ({ ...shift, tier })),
        );
        const bounds = [from, ...shifts.flatMap(({ start, end }) => [start, end])];
        for (const at of bounds.filter((one) => one < until)) {
          const names = (list: readonly (TimelineInterval & { userId: string; tier: number })[]) =>
            list
              .filter((one) => covers(one, at))
              .map(({ userId, tier }) => `${tier} ${userId}`)
              .toSorted();
          expect(names(shifts)).toEqual(names(duties));
          const isGap = timeline.gaps.some((gap) => covers(gap, at));
          expect(isGap).toBe(names(shifts).length === 0);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('does not depend on the periods that the time is cut into', async () => {
    await fc.assert(
      fc.asyncProperty(plans, ranges, async (team, { from, until }) => {
        const middle = Math.floor((from + until) / 2);
        if (middle === from) return;
        const whole = await timelineOf([{ start: from, end: until, plan: team }]);
        const halves = [
          { start: from, end: middle, plan: team },
          { start: middle, end: until, plan: team },
        ];
        expect(await timelineOf(halves)).toEqual(whole);
      }),
      { numRuns: 100 },
    );
  });

  it('says why somebody is there, and who is not', async () => {
    const start = Date.parse('2026-05-04T00:00:00Z');
    const hour = (count: number) => start + count * 3_600_000;
    const at = (count: number) => new Date(hour(count)).toISOString();
    const team = plan(
      'UTC',
      [
        [
          schedule('A', {
            scheduleSettings: { weeklySchedules: [{ from: '00:00', until: '18:00' }] },
          }),
        ],
        [
          schedule('B', {
            scheduleSettings: { weeklySchedules: [{ from: '00:00', until: '20:00' }] },
          }),
        ],
      ],
      [{ userId: 'A', start: at(6), end: at(9), replacementUserIds: ['C'], escalationTier: 1 }],
    );
    const { tiers, gaps } = await timelineOf([{ start, end: hour(24), plan: team }]);
    const ofTier = { scheduleId: null, reasons: null };
    expect(tiers).toEqual([
      {
        tier: 1,
        shifts: [
          { userId: 'A', origin: 'Schedule', ...ofTier, start, end: hour(6) },
          { userId: 'C', origin: 'Override', ...ofTier, start: hour(6), end: hour(9) },
          { userId: 'A', origin: 'Schedule', ...ofTier, start: hour(9), end: hour(18) },
          { userId: 'B', origin: 'FillUp', ...ofTier, start: hour(18), end: hour(20) },
        ],
        absences: [{ userId: 'A', start: hour(6), end: hour(9) }],
        gaps: [{ start: hour(20), end: hour(24) }],
      },
      {
        tier: 2,
        shifts: [{ userId: 'B', origin: 'Schedule', ...ofTier, start, end: hour(20) }],
        absences: [],
        gaps: [{ start: hour(20), end: hour(24) }],
      },
    ]);
    expect(gaps).toEqual([{ start: hour(20), end: hour(24) }]);
  });
});

function covers({ start, end }: TimelineInterval, at: number): boolean {
  return start <= at && at < end;
}
