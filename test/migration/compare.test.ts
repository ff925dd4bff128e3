import { describe, expect, it } from 'vitest';
import { compareSchedules } from '../../src/migration/compare/compare-schedules.ts';
import { differencesOf, windowsOf } from '../../src/migration/compare/minutes.ts';
import type { Added } from '../../src/migration/model/added.ts';
import type {
  RenderedSchedule,
  ShownSchedule,
  Stretch,
} from '../../src/migration/model/importer.ts';

const at = (time: string) => new Date(`2026-03-0${time}Z`);
const stretch = (from: string, until: string, ...people: string[]): Stretch => ({
  from: at(from),
  until: at(until),
  people,
});

describe('two plans', () => {
  it('differ by person, and only where a minute or more is', () => {
    const one = [stretch('1T00:00', '1T12:00', 'ada'), stretch('1T12:00', '2T00:00', 'bob')];
    expect(differencesOf(one, one)).toEqual([]);
    expect(
      differencesOf(one, [
        stretch('1T00:00', '1T11:30', 'ada'),
        stretch('1T11:30', '1T20:00', 'bob'),
        stretch('1T20:00', '2T00:00'),
      ]),
    ).toEqual([
      { from: at('1T11:30'), until: at('1T12:00'), one: ['ada'], other: ['bob'] },
      { from: at('1T20:00'), until: at('2T00:00'), one: ['bob'], other: [] },
    ]);
    const late = [stretch('1T00:00', '1T12:00:59', 'ada'), stretch('1T12:00:59', '2T00:00', 'bob')];
    expect(differencesOf(one, late)).toEqual([]);
  });

  it('are one difference where only reasons change in between', () => {
    const one = [stretch('1T00:00', '1T06:00', 'ada'), stretch('1T06:00', '2T00:00', 'ada')];
    expect(differencesOf(one, [stretch('1T00:00', '2T00:00', 'bob')])).toHaveLength(1);
  });
});

describe('the windows', () => {
  it('are the days from now on and the weeks around each change of the clock', () => {
    const windows = windowsOf(at('1T00:00'), 10, ['Europe/Berlin', 'UTC']);
    expect(windows.map(({ from, until }) => [from, until].map((one) => one.toISOString()))).toEqual(
      [
        ['2026-03-01T00:00:00.000Z', '2026-04-20T01:00:00.000Z'],
        ['2026-10-03T01:00:00.000Z', '2026-11-16T01:00:00.000Z'],
      ],
    );
  });
});

describe('a schedule', () => {
  const added: Added[] = [
    { type: 'tocsin_user', key: 'small:users:u1', body: { email: 'Ada@example.com' } },
    { type: 'tocsin_user', key: 'small:users:u2', body: { email: 'bob@example.com' } },
    {
      type: 'tocsin_schedule',
      key: 'small:schedules:s1',
      body: {
        displayName: 'Shop',
        teamId: 'small:teams:t1',
        timeZoneId: 'Europe/Berlin',
        layers: [
          {
            turns: { every: 1, unit: 'days', from: '2026-03-01T08:00:00+01:00' },
            groups: [{ userIds: ['small:users:u1'] }, { userIds: ['small:users:u2'] }],
          },
        ],
      },
    },
    {
      type: 'tocsin_on_call_override',
      key: 'small:overrides:o1',
      body: {
        ...{ userId: 'small:users:u2', scheduleId: 'small:schedules:s1', type: 'online' },
        ...{ mode: 'replace', start: '2026-03-01T20:00:00Z', end: '2026-03-01T21:00:00Z' },
      },
    },
  ];
  /** Turns of a day each at the hour of the zone, written for this test alone. */
  const rendered = (hourOf: (month: number) => number, override = true): RenderedSchedule => ({
    ...{ key: 'small:schedules:s1', name: 'Shop', timeZoneId: 'Europe/Berlin' },
    stretches(from, until) {
      const stretches: Stretch[] = [];
      for (let time = from.getTime(); time < until.getTime(); time += 3_600_000) {
        const zoned =
          Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO('Europe/Berlin');
        const day = zoned
          .toPlainDateTime()
          .subtract({ hours: hourOf(zoned.month) })
          .toPlainDate();
        const turn = day.since('2026-03-01').days % 2;
        const isReplaced = override && time === Date.parse('2026-03-01T20:00:00Z');
        const person = isReplaced || turn !== 0 ? 'bob@example.com' : 'ada@example.com';
        const end = Math.min(time + 3_600_000, until.getTime());
        stretches.push({ from: new Date(time), until: new Date(end), people: [person] });
      }
      return stretches;
    },
  });
  const compared = (schedule: RenderedSchedule, ...shown: ShownSchedule[]) =>
    compareSchedules({ rendered: [schedule], shown }, added, {
      from: new Date('2026-03-01T07:00:00Z'),
      days: 90,
    });

  it('that was brought as it was has no difference, over changes of the clock, too', () => {
    const { lines, compared: all } = compared(rendered(() => 8));
    expect(lines).toEqual([]);
    expect(all).toMatchObject({ schedules: 1, different: 0, left: [] });
    expect(all.windows).toHaveLength(2);
  });

  it('that differs has one line: the first minute, and who it is there and here', () => {
    const [line, ...others] = compared(rendered(() => 8, false)).lines;
    expect([line?.level, line?.key, line?.text]).toEqual([
      'behaviour',
      'small:schedules:s1',
      'on call from 2026-03-01T20:00:00.000Z: ada@example.com there, bob@example.com here',
    ]);
    expect(others).toEqual([]);
    expect(compared(rendered((month) => (month < 10 ? 8 : 9))).lines[0]?.text).toMatch(
      /^on call from 2026-10-03T06:00:00.000Z: .+ \d+ such times, \d+ minutes in all$/,
    );
  });

  it('is as the product itself works it out, for as long as it does', () => {
    const [key, name] = ['small:schedules:s1', 'Shop'];
    const until = at('9T00:00');
    const itself = (hour: number, override: boolean): ShownSchedule => ({
      ...{ key, name },
      stretches: rendered(() => hour, override).stretches(at('1T00:00'), until),
    });
    // What the documents say in that time does not count; what they say later does.
    expect(
      compared(
        rendered(() => 8, false),
        itself(8, true),
      ).lines,
    ).toEqual([]);
    const [line] = compared(
      rendered(() => 8),
      itself(8, false),
    ).lines;
    expect(line?.text).toMatch(
      /^on call from 2026-03-01T20:00:00.000Z: ada@.+ there, bob@.+ here$/,
    );
    const [later] = compared(
      rendered(() => 9),
      itself(8, true),
    ).lines;
    expect(later?.text).toMatch(/^on call from 2026-03-09T07:00:00.000Z: /);
    expect(
      compared(
        rendered(() => 8),
        itself(8, true),
      ).compared,
    ).toMatchObject({ shown: 1 });
    expect(
      compared({ ...rendered(() => 8), key: 'small:schedules:s2' }, itself(8, true)),
    ).toMatchObject({
      lines: [],
      compared: { schedules: 1, shown: 1 },
    });
  });

  it('that only one side has is named', () => {
    const { compared: all } = compared({
      ...rendered(() => 8),
      key: 'small:schedules:s2',
      name: 'Other',
    });
    expect(all).toMatchObject({ schedules: 0, left: ['Other', 'Shop'] });
  });
});
