import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allowedIntents, intoLeader, type Leader, outOfLeader } from '../../src/incidents/index.ts';
import { quickRuns } from '../support/runs.ts';
import { act, opened, start, type TimelineOptions, timelineOf } from './timeline.ts';

const minute = 60_000;
const teams: TimelineOptions['teams'] = {
  T: {
    tiers: [{ autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 }, {}],
    onDuty: [['A'], ['B']],
  },
};
const leading: Leader = { title: 'Leader', isOpen: true, isMerged: false };
const merged = { 0: { intent: 'Merged' } } as const;
const by = { kind: 'user', id: 'A', displayName: null, email: null } as const;

describe('an incident that was merged into another one', () => {
  it('is as it was once it is unmerged, with two events more (L15)', () => {
    const done = fc.constantFrom('Investigated', 'Commented', 'Escalated', 'Snoozed', 'Archived');
    fc.assert(
      fc.property(
        fc.array(done, { maxLength: 5 }),
        fc.integer({ min: 1, max: 600 }),
        (all, for_) => {
          let before = opened('T', 'Minor');
          for (const [at, intent] of all.entries())
            if (allowedIntents(before).includes(intent))
              before = act(before, { intent, snoozeMinutes: 60 }, new Date(start + at * minute));
          const at = new Date(start + 10 * minute);
          const between = intoLeader(before, { _id: 'leader', title: 'Leader' }, by, at);
          const end = new Date(at.getTime() + for_ * minute);
          const after = outOfLeader(between, by, end);
          const { events, ...rest } = after;
          expect(between.mergedInto).toEqual({ id: 'leader', title: 'Leader', at });
          expect(events.slice(0, -2)).toEqual(before.events);
          expect(events.slice(-2).map(({ intent }) => intent)).toEqual(['Merged', 'Unmerged']);
          expect({ ...rest, events: before.events }).toEqual({
            ...before,
            eventsTotalCount: before.eventsTotalCount + 2,
            version: before.version + 2,
            lastUpdatedAt: end,
            lastInteractionAt: end,
          });
        },
      ),
      { numRuns: quickRuns(300) },
    );
  });

  it('alerts nobody, also where alerts were under way', () => {
    const quiet = timelineOf({ teams, actions: merged, leader: () => leading });
    expect(quiet.deliveries).toEqual([]);
    expect(quiet.incident).toMatchObject({ status: 'Open', mergedInto: { id: 'leader' } });
    const later = { 2: { intent: 'Merged' } } as const;
    expect(timelineOf({ teams, actions: later, leader: () => leading }).alerts).toEqual([
      '0 tier 1 A',
    ]);
  });

  it('is resolved with its leader, at the latest a quarter of an hour after it, untold', () => {
    const leader = (at: number) => ({ ...leading, isOpen: at < 31 });
    const { deliveries, incident } = timelineOf({ teams, actions: merged, leader });
    expect(deliveries).toEqual([]);
    expect(incident).toMatchObject({ status: 'Resolved', mergedInto: { id: 'leader' } });
    expect(incident.events.map(({ intent, at }) => `${intent} ${minutes(at)}`)).toEqual([
      'Created 0',
      'Merged 0',
      'Resolved 45',
    ]);
  });

  it.each([
    ['is gone', undefined, 'leaderGone'],
    // So two that are merged into each other at once silence neither.
    ['is part of another one itself', { ...leading, isMerged: true }, 'leaderMergedToo'],
  ])('alerts when its leader %s', (_, then, why) => {
    const leader = (at: number) => (at < 30 ? leading : then);
    const { alerts, incident } = timelineOf({ teams, actions: merged, leader });
    expect(alerts).toEqual(['30 tier 1 A', '35 tier 2 B']);
    expect(incident.mergedInto).toBeUndefined();
    const unmerged = incident.events.filter(({ intent }) => intent === 'Unmerged');
    expect(unmerged).toMatchObject([{ message: { code: why } }]);
  });

  it('alerts from the start once it is unmerged, or somebody escalates it', () => {
    for (const intent of ['Unmerged', 'Escalated'] as const) {
      const actions = { ...merged, 7: { intent } };
      const { alerts, incident } = timelineOf({ teams, actions, leader: () => leading });
      expect(incident.mergedInto).toBeUndefined();
      expect(incident.events.map((event) => event.intent)).toContain('Unmerged');
      expect(alerts[0]).toMatch(intent === 'Unmerged' ? '7 tier 1 A' : /^7 /);
      expect(alerts.at(-1)).toMatch(/tier 2 B$/);
    }
  });
});

function minutes(at: Date): number {
  return (at.getTime() - start) / minute;
}
