import { expect, test } from 'vitest';
import { collect } from './collected.ts';
import { account } from './fixtures/account.ts';

test('a flexible schedule is a layer for each event, counted by shifts', () => {
  const schedule = collect(account)
    .of('tocsin_schedule')
    .find(({ displayName }) => displayName === 'Shop floor');
  expect(schedule?.timeZoneId).toBe('Europe/Berlin');
  expect(schedule?.layers).toEqual([
    {
      id: 'PEVENT1',
      displayName: 'Early',
      level: 0,
      startsAt: '2026-06-01T07:00:00Z',
      endsAt: '2027-06-01T00:00:00Z',
      recurrence: {
        rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
        startsAt: '2026-06-01T09:00',
        minutes: 480,
        also: ['2026-12-26T09:00'],
        except: ['2026-12-25T09:00'],
      },
      turns: { every: 5, unit: 'windows', from: '2026-06-01T07:00:00.000Z' },
      groups: [{ userIds: ['pagerduty:users:PADA001'] }, { userIds: [] }],
    },
    {
      id: 'PEVENT2',
      displayName: 'Weekend',
      level: 0,
      startsAt: '2026-06-06T00:00:00Z',
      endsAt: '2027-05-31T22:00:00.000Z',
      recurrence: { rule: 'FREQ=WEEKLY;BYDAY=SA', startsAt: '2026-06-06T08:00', minutes: 2400 },
      groups: [{ userIds: ['pagerduty:users:PADA001', 'pagerduty:users:PBOB001'] }],
    },
  ]);
});
