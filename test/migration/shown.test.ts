/** Who is on call as products list it: answers by hand from the pages of their APIs. */
import { expect, it } from 'vitest';
import { stretchesOfShifts } from '../../src/migration/model/shown-shifts.ts';
import { shownSchedules as oncall } from '../../src/migration/products/oncall/shown.ts';
import { shownSchedules as opsgenie } from '../../src/migration/products/opsgenie/shown.ts';
import { shownSchedules as pagerduty } from '../../src/migration/products/pagerduty/shown.ts';
import type { KindResult, Results } from '../../src/migration/read/read-all.ts';

const results = (kinds: Record<string, Record<string, unknown[]>>): Results =>
  new Map(
    Object.entries(kinds).map(([kind, answers]): [string, KindResult] => [
      kind,
      {
        state: 'whole',
        answers: Object.entries(answers).map(([of, objects]) => ({
          of: of === '' ? [] : [of],
          objects,
        })),
      },
    ]),
  );

const shown = [
  ['2026-11-02T08:00:00.000Z', 'ada@example.com'],
  ['2026-11-02T20:00:00.000Z', 'ada@example.com,ben@example.com'],
  ['2026-11-03T08:00:00.000Z', ''],
  ['2026-11-03T20:00:00.000Z', 'ben@example.com'],
];
const read = (schedules: ReturnType<typeof oncall>) =>
  schedules.map(({ key, stretches }) => ({
    key,
    stretches: stretches.map(({ from, people }) => [from.toISOString(), people.join()]),
  }));

const times = [
  { person: 'ada', start: '2026-11-02T08:00:00Z', end: '2026-11-03T08:00:00Z' },
  { person: 'ben', start: '2026-11-02T20:00:00Z', end: '2026-11-03T08:00:00Z' },
  { person: 'ben', start: '2026-11-03T20:00:00Z', end: '2026-11-04T08:00:00Z' },
];

// https://grafana.com/docs/oncall/latest/oncall-api-reference/schedules
it('is read of final shifts of OnCall', () => {
  const shifts = times.map(({ person, start, end }) => ({
    ...{ user_pk: 'U1', user_email: `${person}@Example.com`, user_username: person },
    ...{ shift_start: start, shift_end: end },
  }));
  const given = results({ final_shifts: { S1: shifts, S2: [] } });
  expect(read(oncall(given))).toEqual([{ key: 'oncall:schedules:S1', stretches: shown }]);
});

// https://developer.pagerduty.com/api-reference, GET /schedules/{id}
it('is read of final schedules of PagerDuty, which name people by their ids', () => {
  const rendered_schedule_entries = times.map(({ person, start, end }) => ({
    ...{ start, end, user: { id: person, type: 'user_reference' } },
  }));
  const schedule = { id: 'S1', final_schedule: { rendered_schedule_entries } };
  const users = ['ada', 'ben'].map((id) => ({ id, email: `${id}@example.com` }));
  const given = results({ users: { '': users }, 'schedule-renderings': { S1: [schedule] } });
  expect(read(pagerduty(given))).toEqual([{ key: 'pagerduty:schedules:S1', stretches: shown }]);
});

// https://docs.opsgenie.com/docs/schedule-api, "Get Schedule Timeline"
it('is read of final timelines of Opsgenie, where teams stand for their people', () => {
  const [one, ...others] = times.map(({ person, start, end }) => ({
    ...{ startDate: start, endDate: end, type: 'default' },
    recipient: { id: person, type: 'user', name: `${person}@example.com` },
  }));
  const team = {
    ...{ ...one, recipient: { id: 'T', type: 'team', name: 'Shop' } },
    flattenedRecipients: [{ id: 'ada', type: 'user', name: 'ada@example.com' }],
  };
  const finalTimeline = { rotations: [{ periods: [team] }, { periods: others }] };
  const given = results({ 'schedule-timelines': { S1: [{ finalTimeline }], S2: [] } });
  expect(read(opsgenie(given))).toEqual([{ key: 'opsgenie:schedules:S1', stretches: shown }]);
});

it('is nothing where it was not saved, and no time where there is none', () => {
  expect([oncall, opsgenie, pagerduty].map((reads) => reads(new Map()))).toEqual([[], [], []]);
  const shift = { from: Number.NaN, until: 5, person: 'ada@example.com' };
  expect(stretchesOfShifts([shift, { from: 5, until: 5, person: 'ada@example.com' }])).toEqual([]);
});
