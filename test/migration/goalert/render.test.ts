import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstSeed, runsOf } from '../../support/runs.ts';
import { dutyDifferences } from '../collected.ts';
import { collected } from './collected.ts';

const since = new Date('2026-01-01T00:00:00Z');
const names = ['ada', 'ben', 'cleo', 'dan'];
const users = names.map((id) => ({ id, name: id, email: `${id}@example.com` }));

const zone = fc.constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
);
const time = fc
  .record({ hour: fc.integer({ min: 0, max: 23 }), minute: fc.constantFrom(0, 0, 30, 17) })
  .map(({ hour, minute }) => [hour, minute].map((part) => String(part).padStart(2, '0')).join(':'));
const instant = fc
  .integer({ min: 0, max: 400 * 24 * 4 })
  .map((quarter) => new Date(Date.UTC(2025, 11, 1, 0, quarter * 15)).toISOString());

const unitOf = { hourly: 'hours', daily: 'days', weekly: 'weeks', monthly: 'months' } as const;

/** A rotation in the state that GoAlert tells: who is active, and when the next one is. */
const rotation = fc
  .record({
    start: instant,
    timeZone: zone,
    type: fc.constantFrom(...(['hourly', 'daily', 'weekly', 'monthly'] as const)),
    shiftLength: fc.integer({ min: 1, max: 5 }),
    userIDs: fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 4 }),
    active: fc.nat(),
    turn: fc.integer({ min: 1, max: 40 }),
  })
  .map(({ active, turn, ...one }) => {
    const start = Temporal.Instant.from(one.start).toZonedDateTimeISO(one.timeZone);
    const local = start.toPlainDateTime().add({ [unitOf[one.type]]: turn * one.shiftLength });
    const shown = local.toZonedDateTime(one.timeZone, { disambiguation: 'earlier' });
    // What clocks skip is the moment of the skip.
    const isSkipped = !shown.toPlainDateTime().equals(local);
    const next = (isSkipped ? shown.getTimeZoneTransition('next') : null) ?? shown;
    return {
      ...{ ...one, name: 'Turns', activeUserIndex: active % one.userIDs.length },
      nextHandoffTimes: [new Date(next.epochMilliseconds).toISOString()],
    };
  });

const rule = fc.record({
  ...{ start: time, end: time },
  weekdayFilter: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
});
const always = fc.constant({ start: '00:00', end: '00:00', weekdayFilter: Array(7).fill(true) });
const rules = fc.array(fc.oneof(rule, always), { minLength: 1, maxLength: 2 });

const span = fc.tuple(instant, fc.integer({ min: 1, max: 40 })).map(([start, hours]) => ({
  ...{ start, end: new Date(Date.parse(start) + hours * 6 * 3_600_000).toISOString() },
}));
const temporary = fc
  .tuple(span, fc.constantFrom(...names))
  .map(([own, userID]) => ({ ...own, shifts: [{ ...own, userID }] }));
/** Each person is overridden once: GoAlert refuses a second time at the same time. */
const overrides = fc
  .tuple(span, span, fc.constantFrom('add', 'remove', 'replace'))
  .map(([one, other, kind]) => [
    {
      ...one,
      addUserID: kind === 'remove' ? '' : 'dan',
      removeUserID: kind === 'add' ? '' : 'ada',
    },
    { ...other, addUserID: '', removeUserID: 'ben' },
  ])
  .map((all) =>
    all.map((one, place) => ({ ...one, id: `o${place}`, target: { id: 'S', type: 'schedule' } })),
  );

const account = fc.record({
  timeZone: zone,
  rotations: fc.array(fc.tuple(rotation, rules), { minLength: 1, maxLength: 3 }),
  person: fc.tuple(fc.constantFrom(...names), rules),
  temporaries: fc.array(temporary, { maxLength: 1 }),
  overrides,
});

function brought({ timeZone, rotations, person, temporaries, overrides }: Generated) {
  const [id, ownRules] = person;
  const targets = rotations.map(([, its], place) => ({
    ...{ target: { id: `R${place}`, type: 'rotation', name: `R${place}` }, rules: its },
  }));
  return collected.brought(
    {
      users,
      rotations: rotations.map(([one], place) => ({ ...one, id: `R${place}` })),
      userOverrides: overrides,
      schedules: [
        {
          ...{ id: 'S', name: 'S', timeZone, temporarySchedules: temporaries },
          targets: [...targets, { target: { id, type: 'user', name: id }, rules: ownRules }],
        },
      ],
      escalationPolicies: [
        {
          ...{ id: 'P', name: 'P', repeat: 0 },
          steps: [
            {
              ...{ stepNumber: 0, delayMinutes: 5 },
              actions: [{ type: 'builtin-rotation', args: { rotation_id: 'R0' } }],
            },
          ],
        },
      ],
    },
    since,
  );
}

type Generated = typeof account extends fc.Arbitrary<infer Value> ? Value : never;

it('reads the same people at the same minutes as what was brought, in every zone, around each change of clocks', () => {
  const numRuns = runsOf({ short: 60, long: 1200 });
  let kept = 0;
  fc.assert(
    fc.property(account, (given) => {
      const all = brought(given);
      const { ledger, rendered } = all;
      // What is read otherwise has a line that says so.
      const differs =
        /^Its rotation hands over|^Where clocks show|^An hour that|^In months without/;
      fc.pre(!ledger.lines().some(({ text }) => differs.test(text)));
      kept += 1;
      expect(rendered.map(({ key }) => key)).toEqual([
        'goalert:schedules:S',
        'goalert:rotations:R0',
      ]);
      for (const { key } of rendered) expect(dutyDifferences(all, key)).toEqual([]);
    }),
    { numRuns, seed: firstSeed },
  );
  expect(kept).toBe(numRuns);
});

it('has the readings that differ a line each, and the minutes differ as it says', () => {
  const base = { temporaries: [], overrides: [], person: ['dan', []] as [string, []] };
  const turns = {
    ...{
      name: 'Turns',
      start: '2026-01-05T08:00:00Z',
      timeZone: 'Europe/Berlin' as const,
      shiftLength: 1,
    },
    ...{ userIDs: ['ada', 'ben', 'cleo'], activeUserIndex: 0 },
  };
  const differences = (given: Generated) => {
    const all = brought(given);
    const { ledger } = all;
    return {
      found: dutyDifferences(all, 'goalert:schedules:S'),
      texts: ledger
        .lines()
        .filter(({ level }) => level === 'behaviour')
        .map(({ text }) => text),
    };
  };
  const all = Array<boolean>(7).fill(true);
  const always = [{ start: '00:00', end: '00:00', weekdayFilter: all }];
  const hourly = {
    ...turns,
    type: 'hourly' as const,
    nextHandoffTimes: ['2026-01-05T09:00:00.000Z'],
  };
  const skipped = differences({
    ...base,
    timeZone: 'Europe/Berlin',
    rotations: [[hourly, always]],
  });
  expect(skipped.texts).toContainEqual(expect.stringMatching(/^An hour that clocks skip/));
  expect(skipped.found[0]?.from.toISOString()).toBe('2026-03-29T01:00:00.000Z');
  const nights = [{ start: '20:00', end: '02:30', weekdayFilter: all }];
  const daily = {
    ...turns,
    type: 'daily' as const,
    nextHandoffTimes: ['2026-01-06T08:00:00.000Z'],
  };
  const repeated = differences({
    ...base,
    timeZone: 'Europe/Berlin',
    rotations: [[daily, nights]],
  });
  expect(repeated.texts).toContainEqual(expect.stringMatching(/^Where clocks show 02:30 twice/));
  expect(repeated.found.map(({ from }) => from.toISOString())).toEqual([
    '2026-10-25T00:30:00.000Z',
  ]);
  const end = { ...turns, start: '2026-01-31T08:00:00Z', type: 'monthly' as const };
  const months = differences({
    ...{ ...base, timeZone: 'Europe/Berlin' },
    rotations: [[{ ...end, nextHandoffTimes: ['2026-03-03T08:00:00.000Z'] }, always]],
  });
  expect(months.texts).toContainEqual(expect.stringMatching(/^In months without a day 31/));
  expect(months.found[0]).toMatchObject({ other: ['ben@example.com'], one: ['ada@example.com'] });
});
