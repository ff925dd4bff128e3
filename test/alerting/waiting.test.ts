import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Wait } from '../../src/alerting/waits.ts';
import type { IncidentDocument } from '../../src/incidents/index.ts';
import { holdFor } from '../../src/incidents/index.ts';
import { quickRuns } from '../support/runs.ts';
import { start, type TimelineOptions, timelineOf } from './timeline.ts';

const minute = 60_000;
const day = 24 * 60;
const teams: TimelineOptions['teams'] = {
  T: {
    tiers: [{ autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 }, {}],
    onDuty: [['A'], ['B']],
  },
};

function waitFor(incidentId: string, graceMinutes: number): Wait {
  const service = { id: 's', displayName: 'Shop' };
  const dependsOn = { id: 'd', displayName: 'Database' };
  return { incidentId, service, dependsOn, upTo: 'Warning', graceMinutes };
}

const eventsOf = ({ events }: IncidentDocument) =>
  events.map(({ intent, at }) => `${intent} ${(at.getTime() - start) / minute}`);

describe('an incident that waits for another one', () => {
  it('alerts once the last of them has been over for as long as its service says, and within a day', () => {
    const grace = fc.integer({ min: 0, max: 120 });
    const lengths = fc.array(fc.integer({ min: 1, max: 12 * 60 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(lengths, grace, (given, graceMinutes) => {
        // One after the other, without a gap; who waits hears of each end within minutes.
        const ends = given.map((_, index) =>
          given.slice(0, index + 1).reduce((sum, one) => sum + one, 0),
        );
        const last = ends.at(-1) ?? 0;
        const waitOf = (at: number) => {
          const index = ends.findIndex((end) => at < end);
          return index < 0 ? null : waitFor(`incident ${index}`, graceMinutes);
        };
        const { alerts, incident } = timelineOf({
          teams,
          severity: 'Minor',
          waitOf,
          until: 3 * day,
        });
        expect(incident.hold).toBeUndefined();
        const [first = '', second = '', ...more] = alerts;
        const [, told = ''] = /^(\S+) tier 1 A$/.exec(first) ?? [];
        const [, next = ''] = /^(\S+) tier 2 B$/.exec(second) ?? [];
        expect(Number(next)).toBeCloseTo(Number(told) + 5);
        expect(more).toEqual([]);
        expect(Number(told)).toBeGreaterThanOrEqual(Math.min(last + graceMinutes, day));
        // Looks of five minutes: the engine says it at once.
        expect(Number(told)).toBeLessThanOrEqual(Math.min(last + 5 + graceMinutes, day));
        expect(incident.events.filter(({ intent }) => intent === 'Released')).toHaveLength(1);
      }),
      { numRuns: quickRuns(200) },
    );
  });

  it('goes on waiting where another one comes meanwhile, and then for the longest time that is allowed', () => {
    const waitOf = (at: number) => (at % 10 < 5 ? waitFor('flaps', 30) : null);
    const { alerts } = timelineOf({ teams, severity: 'Minor', waitOf, until: 2 * day });
    expect(alerts).toEqual([`${day} tier 1 A`, `${day + 5} tier 2 B`]);
  });

  it('says so once, and is over untold where it ends meanwhile', () => {
    const { deliveries, incident } = timelineOf({
      teams,
      severity: 'Minor',
      waitOf: () => waitFor('other', 5),
      actions: { 30: { intent: 'Resolved' } },
    });
    expect(deliveries).toEqual([]);
    expect(incident.transient).toMatchObject({ reason: 'Dependency' });
    expect(eventsOf(incident)).toEqual(['Created 0', 'Commented 0', 'Resolved 30']);
  });

  it.each(['Released', 'Escalated'] as const)(
    'alerts when somebody says so (%s), for good',
    (intent) => {
      const waitOf = () => waitFor('other', 5);
      const actions = { 7: { intent } };
      const { alerts, incident } = timelineOf({ teams, severity: 'Minor', waitOf, actions });
      expect(alerts[0]).toMatch(/^7 /);
      expect(incident.hold).toBeUndefined();
    },
  );

  it('waits on behind a pause, and both together for a day at most', () => {
    const hold = holdFor({ pauseMinutes: 60 }, { at: new Date(start), severity: 'Minor' });
    const options = { teams, severity: 'Minor', hold: hold ?? undefined } as const;
    const short = timelineOf({ ...options, waitOf: (at) => (at < 90 ? waitFor('o', 0) : null) });
    expect(short.alerts[0]).toBe('90 tier 1 A');
    const long = timelineOf({ ...options, waitOf: () => waitFor('o', 0), until: 2 * day });
    expect(long.alerts[0]).toBe(`${day} tier 1 A`);
    const apart = timelineOf({ ...options, waitOf: (at) => (at < 30 ? waitFor('o', 0) : null) });
    expect(apart.alerts[0]).toBe('60 tier 1 A');
  });

  it('does not wait any more once people were told', () => {
    const waitOf = (at: number) => (at >= 3 ? waitFor('late', 5) : null);
    const { alerts } = timelineOf({ teams, severity: 'Minor', waitOf });
    expect(alerts).toEqual(['0 tier 1 A', '5 tier 2 B']);
  });
});
