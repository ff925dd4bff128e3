import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Work } from '../../../src/migration/model/importer.ts';
import type { Bodies } from '../../../src/migration/model/neutral.ts';
import { opsgenieImporter } from '../../../src/migration/products/opsgenie/importer.ts';
import { rotaOf, stretches } from '../../../src/rota/index.ts';
import { assertInPortions, runsOf } from '../../support/runs.ts';
import { collect, listed, of, type Saved, together } from './collect.ts';
import { teams, users } from './fixtures/people.ts';

const people = ['ada', 'ben', 'cleo', 'dan'].map((id) => ({
  id,
  username: `${id}@example.com`,
  fullName: id,
}));
const team = {
  id: 'shop',
  name: 'Shop',
  members: [
    { user: { id: 'ada' }, role: 'user' },
    { user: { id: 'dan' }, role: 'user' },
  ],
};

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Asia/Kolkata',
];
/** Before changes of clocks in spring, in autumn, and on the southern half. */
const starts = ['2027-01-10', '2027-02-20', '2027-03-15', '2027-08-20', '2027-10-05'];
const days = 90;
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

const halfHour = fc.constantFrom(0, 30);
const hour = fc.integer({ min: 0, max: 23 });
const clock = fc.record({ startHour: hour, startMin: halfHour, endHour: hour, endMin: halfHour });
const restriction = fc.oneof(
  fc.constant(null),
  clock.map((one) => ({ type: 'time-of-day', restriction: one })),
  fc
    .array(fc.tuple(clock, fc.constantFrom(...weekdays), fc.constantFrom(...weekdays)), {
      minLength: 1,
      maxLength: 3,
    })
    .map((parts) => ({
      type: 'weekday-and-time-of-day',
      restrictions: parts.map(([one, startDay, endDay]) => ({ ...one, startDay, endDay })),
    })),
);
const participant = fc.oneof(
  fc.constantFrom(...people, { id: 'gone' }).map(({ id }) => ({ type: 'user', id })),
  fc.constantFrom({ type: 'none' }, { type: 'team', id: 'shop' }),
);
const minutes = (from: number, until: number) =>
  fc
    .integer({ min: from * 48, max: until * 48 })
    .map((half) => Date.parse('2027-01-01T00:00Z') + half * 1_800_000);
const iso = (at: number) => new Date(at).toISOString();
const rotation = fc.record({
  startDate: minutes(-30, 200).map(iso),
  endDate: fc.option(minutes(100, 400).map(iso)),
  type: fc.constantFrom('hourly', 'daily', 'weekly'),
  length: fc.integer({ min: 1, max: 15 }),
  participants: fc.array(fc.option(participant), { maxLength: 4 }),
  timeRestriction: restriction,
});

const override = fc.record({
  user: fc.constantFrom(...people).map(({ id }) => ({ type: 'user', id })),
  length: fc.integer({ min: 1, max: 200 }),
  rotations: fc.subarray(['r0', 'r1']),
  gap: fc.integer({ min: 0, max: 1000 }),
});
const forwarding = fc.record({
  fromUser: fc.constantFrom(...people).map(({ id }) => ({ id })),
  toUser: fc.constantFrom(...people).map(({ id }) => ({ id })),
  start: minutes(0, 350),
  hours: fc.integer({ min: 1, max: 500 }),
});

const account = fc
  .record({
    timezone: fc.constantFrom(...zones),
    rotations: fc.array(rotation, { minLength: 1, maxLength: 3 }),
    overrides: fc.array(override, { maxLength: 4 }),
    forwarded: fc.array(forwarding, { maxLength: 2 }),
  })
  .map(({ timezone, rotations, overrides, forwarded }): Saved => {
    let at = Date.parse('2027-01-05T00:00Z');
    return together(users(...people), teams(team), {
      schedules: listed({
        id: 's1',
        name: 'Shop',
        timezone,
        enabled: true,
        ownerTeam: { id: 'shop' },
        rotations: rotations.map((one, index) => ({ ...one, id: `r${index}` })),
      }),
      'schedule-overrides': [
        of(
          's1',
          // One after the other: of two at a time, documents do not say which one counts.
          ...overrides.map(({ user, length, rotations: chosen, gap }, index) => {
            const start = at + gap * 1_800_000;
            at = start + length * 1_800_000;
            const named = chosen.filter((id) => Number(id.slice(1)) < rotations.length);
            return {
              alias: `o${index}`,
              user,
              startDate: iso(start),
              endDate: iso(at),
              rotations: named.map((id) => ({ id })),
            };
          }),
        ),
      ],
      'forwarding-rules': listed(
        ...forwarded.map(({ fromUser, toUser, start, hours }, index) => ({
          id: `f${index}`,
          fromUser,
          toUser,
          startDate: iso(start),
          endDate: iso(start + hours * 3_600_000),
        })),
      ),
    });
  });

it('who is on call here is who is on call by the documents, over clock changes, too', async () => {
  await assertInPortions(
    fc.property(account, fc.constantFrom(...starts), (saved, start) => {
      const { work, bodies } = collect(saved);
      const from = new Date(`${start}T00:00Z`);
      const until = new Date(from.getTime() + days * 86_400_000);
      expect(ours(bodies, from, until)).toEqual(theirs(work, from, until));
    }),
    { numRuns: runsOf({ short: 20, long: 1500 }) },
  );
});

function theirs(work: Work, from: Date, until: Date) {
  const [schedule] = opsgenieImporter.rendered(work);
  return (schedule?.stretches(from, until) ?? []).map((one) => [
    iso(+one.from),
    iso(+one.until),
    one.people.join(' '),
  ]);
}

function ours(bodies: ReturnType<typeof collect>['bodies'], from: Date, until: Date) {
  const addresses = bodies('tocsin_user');
  const [schedule] = Object.values(bodies('tocsin_schedule'));
  const { timeZoneId = 'UTC', layers = [] } = schedule ?? {};
  const rota = rotaOf({
    timeZoneId,
    layers: layers.map((layer) => ({ ...layer, id: layer.id ?? '' })),
    overrides: Object.entries(bodies('tocsin_on_call_override')).map(([id, one]) =>
      overrideOf(id, one),
    ),
  });
  const found: string[][] = [];
  for (const { start, end, people: onDuty } of stretches(rota, +from, +until)) {
    const named = onDuty.map(({ userId }) => addresses[userId]?.email ?? userId).sort();
    const last = found.at(-1);
    if (last?.[2] === named.join(' ')) last[1] = iso(end);
    else found.push([iso(start), iso(end), named.join(' ')]);
  }
  return found;
}

function overrideOf(id: string, one: Bodies['tocsin_on_call_override']) {
  return {
    id,
    userId: one.userId,
    kind: one.type === 'offline' ? ('absent' as const) : ('replace' as const),
    start: Date.parse(one.start ?? ''),
    end: Date.parse(one.end ?? ''),
    replacements: one.replacementUserIds ?? [],
    layerIds: one.layerIds ? new Set(one.layerIds) : null,
  };
}
