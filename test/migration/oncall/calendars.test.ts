/** Schedules that a calendar elsewhere decides: files written by hand after RFC 5545 and OnCall's page on iCal schedules. */
import { expect, it } from 'vitest';
import { broughtSchedules } from '../../../src/migration/compare/brought-rotas.ts';
import { differencesOf } from '../../../src/migration/compare/minutes.ts';
import { brought } from './collected.ts';

const users = ['ada', 'ben', 'cleo'].map((name) => ({
  ...{ id: `U${name.toUpperCase()}`, username: name, email: `${name}@example.com`, teams: [] },
}));

const file = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'X-WR-TIMEZONE:Europe/Berlin',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
  ].join('\r\n');

const weekly = [
  ...['UID:weeks', 'SUMMARY:ada', 'DTSTART;TZID=Europe/Berlin:20261026T080000'],
  ...['DTEND;TZID=Europe/Berlin:20261026T200000', 'RRULE:FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR'],
  'EXDATE;TZID=Europe/Berlin:20261110T080000',
];
const moved = [
  ...['UID:weeks', 'SUMMARY:Ben@Example.com', 'RECURRENCE-ID;TZID=Europe/Berlin:20261111T080000'],
  ...['DTSTART;TZID=Europe/Berlin:20261111T100000', 'DTEND;TZID=Europe/Berlin:20261111T120000'],
];
const higher = [
  ...['UID:high', 'SUMMARY:[L2] cleo', 'DTSTART:20261112T100000Z', 'DTEND:20261112T110000Z'],
];
const pigeon = ['UID:p', 'SUMMARY:A pigeon', 'DTSTART:20261113T100000Z', 'DTEND:20261113T110000Z'];
const wholeDay = [
  'UID:d',
  'SUMMARY:ben',
  'DTSTART;VALUE=DATE:20261114',
  'DTEND;VALUE=DATE:20261115',
];
const broken = ['UID:b', 'SUMMARY:ben', 'DTSTART:not-a-time', 'DTEND:20261117T110000Z'];
const gone = ['UID:g', 'STATUS:CANCELLED', 'SUMMARY:ben', 'DTSTART:20261115T100000Z'];
const override = [
  ...['UID:o', 'SUMMARY:ben', 'DTSTART:20261116T100000Z', 'DTEND:20261116T110000Z'],
];

const calendar = (member: string, text: string) => ({ id: member, member, text });

const schedule = (type: string) => ({
  ...{ id: 'S', name: 'S', type, team_id: null, time_zone: 'Europe/Berlin', shifts: ['O1'] },
  ...{ ical_url_primary: type === 'ical' ? 'https://calendar.example.com/p.ics' : null },
  ical_url_overrides: 'https://calendar.example.com/o.ics',
});

const shifts = [
  {
    ...{ id: 'O1', name: 'Always', type: 'recurrent_event', time_zone: null, level: 0 },
    ...{ start: '2026-10-05T00:00:00', duration: 86_400, frequency: 'daily', users: ['UADA'] },
  },
];

const given = (type: string, ...files: object[]) =>
  brought({
    ...{ users, schedules: [schedule(type)], on_call_shifts: shifts },
    calendars: { S: files },
  });

const primary = calendar(
  'ical_url_primary',
  file(weekly, moved, higher, pigeon, wholeDay, gone, broken),
);
const overrides = calendar('ical_url_overrides', file(override));
const at = (text: string) => new Date(text);

it('is brought as days by hand: titles name people, levels and overrides win, moved and cancelled events count', () => {
  const { added, linesOf } = given('ical', primary, overrides);
  const ours = broughtSchedules(added).get('oncall:schedules:S');
  const on = (from: string, until: string) =>
    ours
      ?.stretches(at(from), at(until))
      .filter(({ people }) => people.length > 0)
      .map(({ from: start, people }) => `${start.toISOString().slice(0, 16)} ${people.join()}`);
  expect(on('2026-11-09T00:00:00Z', '2026-11-17T00:00:00Z')).toEqual([
    '2026-11-09T07:00 ada@example.com',
    '2026-11-11T09:00 ben@example.com',
    '2026-11-12T07:00 ada@example.com',
    '2026-11-12T10:00 cleo@example.com',
    '2026-11-12T11:00 ada@example.com',
    '2026-11-13T07:00 ada@example.com',
    '2026-11-14T00:00 ben@example.com',
    '2026-11-16T07:00 ada@example.com',
    '2026-11-16T10:00 ben@example.com',
    '2026-11-16T11:00 ada@example.com',
  ]);
  // After the clocks went forward, at the same time of day; and until 400 days are over.
  expect(on('2027-04-05T00:00:00Z', '2027-04-06T00:00:00Z')).toEqual([
    '2027-04-05T06:00 ada@example.com',
  ]);
  expect(on('2027-12-06T12:00:00Z', '2028-02-01T00:00:00Z')).toEqual([]);
  const days = added.filter(({ type }) => type === 'tocsin_temporary_schedule');
  expect(days.map(({ key }) => key).slice(0, 2)).toEqual([
    'oncall:calendar_days:S:2026-11',
    'oncall:calendar_days:S:2026-12',
  ]);
  expect(linesOf('schedules:S')).toEqual([
    expect.stringContaining('"A pigeon"'),
    '1 events of its calendar cannot be read.',
    expect.stringContaining('as days by hand until 2027-12-06'),
  ]);
});

it('is read a second time by another reader, and both agree on all minutes', () => {
  const { added, rendered } = given('ical', primary, overrides);
  const [from, until] = [at('2026-11-01T00:00:00Z'), at('2027-04-30T00:00:00Z')];
  const ours = broughtSchedules(added).get('oncall:schedules:S')?.stretches(from, until) ?? [];
  const theirs = rendered[0]?.stretches(from, until) ?? [];
  expect(theirs.filter(({ people }) => people.length > 0).length).toBeGreaterThan(100);
  expect(differencesOf(theirs, ours)).toEqual([]);
});

it('stands in for shifts where it has overrides, and later changes of it do not count', () => {
  const { added, rendered, linesOf } = given('calendar', overrides);
  const [from, until] = [at('2026-11-16T09:00:00Z'), at('2026-11-16T12:00:00Z')];
  const ours = broughtSchedules(added).get('oncall:schedules:S')?.stretches(from, until) ?? [];
  expect(ours.map(({ people }) => people.join())).toEqual([
    'ada@example.com',
    'ben@example.com',
    'ada@example.com',
  ]);
  expect(differencesOf(rendered[0]?.stretches(from, until) ?? [], ours)).toEqual([]);
  expect(linesOf('schedules:S')).toEqual([expect.stringContaining('later changes')]);
});

it.each([
  ['was not saved', []],
  ['cannot be read', [calendar('ical_url_primary', '<html>')]],
  [
    'could not be reached',
    [{ id: 'ical_url_primary', member: 'ical_url_primary', why: 'it answers 404' }],
  ],
])('puts nobody on call where it %s, and a line says so', (_, files) => {
  const { added, linesOf, rendered } = given('ical', ...files);
  expect(added.filter(({ type }) => type === 'tocsin_temporary_schedule')).toEqual([]);
  const day = [at('2026-11-02T00:00:00Z'), at('2026-11-03T00:00:00Z')] as const;
  expect(rendered[0]?.stretches(...day).flatMap(({ people }) => people)).toEqual([]);
  expect(linesOf('schedules:S')[0]).toContain('Nobody is on call by its calendar');
});
