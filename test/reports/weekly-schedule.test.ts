import { describe, expect, it } from 'vitest';
import { dueReport } from '../../src/reports/weekly-schedule.ts';

const long = new Date('2020-01-01T00:00:00Z');
const due = (
  now: string,
  settings: { dayOfWeek: 'sun' | 'mon'; time: string } | null,
  timeZoneId = 'Europe/Berlin',
  since = long,
) => dueReport({ incidentEngagementReportSettings: settings, timeZoneId }, since, new Date(now));

describe('when the weekly report of a team is due', () => {
  it.each([
    // Monday 07:00 in winter and in summer.
    ['2026-03-23T06:00:00Z', '2026-03-23T06:00:00.000Z'],
    ['2026-03-30T05:00:00Z', '2026-03-30T05:00:00.000Z'],
    ['2026-03-23T05:59:59Z', null],
    ['2026-03-24T05:59:59Z', '2026-03-23T06:00:00.000Z'],
    ['2026-03-24T06:00:00Z', null],
  ])('at %s', (now, at) => {
    expect(due(now, null)?.at.toISOString() ?? null).toBe(at);
  });

  it('at a time that clocks skip, at the moment of the skip; at one that they show twice, the first time', () => {
    const skipped = { dayOfWeek: 'sun', time: '02:30' } as const;
    expect(due('2026-03-29T01:00:00Z', skipped)?.at.toISOString()).toBe('2026-03-29T01:00:00.000Z');
    expect(due('2026-03-29T00:59:59Z', skipped)).toBeNull();
    expect(due('2026-10-25T05:00:00Z', skipped)?.at.toISOString()).toBe('2026-10-25T00:30:00.000Z');
  });

  it('covers the seven local days before, and has the name of the week in which it is sent', () => {
    const report = due('2026-03-30T05:00:00Z', null);
    expect([String(report?.period.from), String(report?.period.until), report?.week]).toEqual([
      '2026-03-23',
      '2026-03-29',
      '2026-W14',
    ]);
    expect(due('2026-12-28T10:00:00Z', null)?.week).toBe('2026-W53');
  });

  it('never for a team that was made after it', () => {
    const made = new Date('2026-03-23T06:30:00Z');
    expect(due('2026-03-23T07:00:00Z', null, 'Europe/Berlin', made)).toBeNull();
    expect(due('2026-03-30T07:00:00Z', null, 'Europe/Berlin', made)).not.toBeNull();
  });

  it.each([
    'Pacific/Kiritimati',
    'America/Los_Angeles',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'UTC',
  ])('in %s, once a week at 07:00 on its clocks, all year', (zone) => {
    const seen = new Set<string>();
    for (let hour = 0; hour < 366 * 24; hour += 12) {
      const now = new Date(Date.UTC(2026, 0, 1, hour));
      const report = dueReport(
        { incidentEngagementReportSettings: null, timeZoneId: zone },
        long,
        now,
      );
      if (!report) continue;
      seen.add(report.week);
      const local = Temporal.Instant.fromEpochMilliseconds(report.at.getTime()).toZonedDateTimeISO(
        zone,
      );
      expect([local.dayOfWeek, local.hour, local.minute]).toEqual([1, 7, 0]);
    }
    expect(seen.size).toBeGreaterThanOrEqual(52);
  });
});
