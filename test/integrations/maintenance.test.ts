import { describe, expect, it } from 'vitest';
import { type IntakeView, maintenanceAt } from '../../src/integrations/intake-view.ts';

type Window = IntakeView['windows'][number];

const now = new Date('2026-03-02T10:00:00.000Z');
const quiet = { isMuted: false, isInMaintenance: false };

function state(windows: Window[], switches: Partial<typeof quiet> = {}) {
  return maintenanceAt({ ...quiet, ...switches, windows }, now);
}

const window = (type: Window['type'], start: string | null, end: string | null): Window => ({
  type,
  start,
  end,
});

describe('maintenance and mute (spec 3.4)', () => {
  it.each([
    ['nothing', {}, quiet],
    ['the switch for muting', { isMuted: true }, { isMuted: true, isInMaintenance: false }],
    ['the switch for maintenance', { isInMaintenance: true }, { ...quiet, isInMaintenance: true }],
    ['both', { isMuted: true, isInMaintenance: true }, { isMuted: true, isInMaintenance: true }],
  ])('switches: %s', (_name, switches, expected) => {
    expect(state([], switches)).toEqual(expected);
  });

  it.each([
    ['open at both ends', null, null, true],
    ['open start', null, '2026-03-02T10:00:01Z', true],
    ['open end', '2026-03-02T09:00:00Z', null, true],
    ['begins now', '2026-03-02T10:00:00Z', null, true],
    ['begins in a second', '2026-03-02T10:00:01Z', null, false],
    ['ends now', null, '2026-03-02T10:00:00Z', false],
    ['start = end', '2026-03-02T10:00:00Z', '2026-03-02T10:00:00Z', false],
    ['over', '2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z', false],
    ['end before start', '2026-03-02T11:00:00Z', '2026-03-02T09:00:00Z', false],
  ])('a window that is %s is active: %s to %s = %s', (_name, start, end, active) => {
    expect(state([window('maintenance', start, end)]).isInMaintenance).toBe(active);
    expect(state([window('muted', start, end)]).isMuted).toBe(active);
  });

  it('a muted window does not stop incidents, a maintenance window does not mute', () => {
    expect(state([window('muted', null, null)])).toEqual({ isMuted: true, isInMaintenance: false });
    expect(state([window('maintenance', null, null)])).toEqual({
      isMuted: false,
      isInMaintenance: true,
    });
  });

  it('each active window counts, whosever it is', () => {
    const windows = [
      window('muted', null, null),
      window('maintenance', '2026-03-02T09:00:00Z', '2026-03-02T11:00:00Z'),
    ];
    expect(state(windows)).toEqual({ isMuted: true, isInMaintenance: true });
  });

  it('a window that comes again counts in its times only, by the clock of its zone', () => {
    const recurrences = [
      {
        rule: 'FREQ=MONTHLY;BYDAY=1MO',
        startsAt: '2026-01-05T11:00',
        minutes: 60,
        timeZoneId: 'Europe/Berlin',
      },
    ];
    const windows = [{ ...window('maintenance', null, null), recurrences }];
    const at = (time: string) =>
      maintenanceAt({ ...quiet, windows }, new Date(time)).isInMaintenance;
    expect(at('2026-03-02T09:59:59Z')).toBe(false);
    expect(at('2026-03-02T10:00:00Z')).toBe(true);
    expect(at('2026-03-02T11:00:00Z')).toBe(false);
    expect(at('2026-04-06T09:00:00Z')).toBe(true);
  });
});
