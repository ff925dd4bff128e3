import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../src/alerting/decide.ts';
import { type UrgencySettings, type UrgencySources, urgencyAt } from '../../src/urgency/index.ts';
import { quickRuns } from '../support/runs.ts';
import { sceneAt, type TimelineOptions, timelineOf } from './timeline.ts';

/** It opens on a Monday at 10:00, two hours before these. */
const afternoon = {
  displayName: 'Afternoons',
  timeZoneId: 'UTC',
  hours: [{ selectedDays: null, from: '12:00', until: '14:00' }],
};
const of = (integration: UrgencySettings): UrgencySources => ({
  integration,
  services: [],
  hours: () => afternoon,
});
const rising = of({ type: 'supportHours', supportHoursId: 'x', raisesAtStart: true });
const escalation = (afterMinutes: number) =>
  ({
    teams: {
      payments: {
        tiers: [
          { autoEscalationAfterMinutes: afterMinutes, repeats: 1, repeatsAfterMinutes: 5 },
          {},
        ],
        onDuty: [['ada'], ['bo']],
      },
    },
  }) satisfies TimelineOptions;

describe('urgency', () => {
  it('of what is not urgent rises with the support hours: the escalation begins anew', () => {
    const { alerts, incident } = timelineOf({ ...escalation(60), urgency: rising });
    const first = ['0 payments tier 1 ada', '5 payments tier 1 ada', '65 payments tier 2 bo'];
    expect(alerts).toEqual([
      ...first,
      '120 payments tier 1 ada',
      '125 payments tier 1 ada',
      '185 payments tier 2 bo',
    ]);
    const said = incident.events.filter(({ message }) =>
      JSON.stringify(message)?.includes('urgencyRaised'),
    );
    expect(said).toHaveLength(1);
  });

  it('does not rise for what somebody has acknowledged, and does not rise twice', () => {
    const acknowledged = timelineOf({
      ...escalation(60),
      urgency: rising,
      actions: { 30: { intent: 'Investigated', by: 'ada' } },
    });
    expect(acknowledged.alerts).toEqual(['0 payments tier 1 ada', '5 payments tier 1 ada']);
    const week = timelineOf({ ...escalation(60), urgency: rising, until: 7 * 24 * 60 });
    expect(week.alerts).toHaveLength(6);
  });

  it('is what rules of people see, at the instant of the alert', () => {
    const mail = [{ channel: 'Email' as const, afterMinutes: 7 }];
    const at = [{ channel: 'Email' as const, afterMinutes: 0 }];
    const rules = {
      ada: {
        timeZoneId: 'UTC',
        wire: {
          rules: [{ urgencies: ['Low' as const], steps: mail }],
          otherwise: at,
          quietHours: null,
        },
      },
    };
    const teams = { payments: { tiers: [{}], onDuty: [['ada']] } };
    const { deliveries } = timelineOf({ teams, rules, urgency: rising });
    const due = deliveries.map(({ createdAt, dueAt }) => (+dueAt - +createdAt) / 60_000);
    expect(due).toEqual([7, 0]);
  });

  const settings: fc.Arbitrary<UrgencySettings> = fc.oneof(
    fc
      .constantFrom('High' as const, 'Low' as const)
      .map((urgency) => ({ type: 'constant' as const, urgency })),
    fc.constant({ type: 'supportHours' as const, supportHoursId: 'x' }),
  );
  it('that raises nothing changes no message to people without rules', () => {
    fc.assert(
      fc.property(settings, fc.integer({ min: 1, max: 200 }), (given, minutes) => {
        const { deliveries, incident } = timelineOf({ ...escalation(minutes), urgency: of(given) });
        const plain = timelineOf(escalation(minutes));
        expect(deliveries).toEqual(plain.deliveries);
        expect(incident).toEqual(plain.incident);
      }),
      { numRuns: quickRuns(100) },
    );
  });

  it('decided again after a crash gives the same messages', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 0, max: 90 }),
        (minutes, late) => {
          const { teams } = escalation(minutes);
          timelineOf({
            ...escalation(minutes),
            urgency: rising,
            onDecision(incident, now, decision, reached) {
              // An opening in between is news: plans begin anew with it.
              const at = (instant: number) => urgencyAt(rising, incident.severity, instant).urgency;
              if (at(now) !== at(now + late * 1000)) return;
              const scene = {
                ...sceneAt(teams, [], now + late * 1000),
                reached,
                urgency: () => rising,
              };
              const again = decide(incident, scene).deliveries.map(({ _id }) => _id);
              const before = decision.deliveries.map(({ _id }) => _id);
              expect(again).toEqual(expect.arrayContaining(before));
            },
          });
        },
      ),
      { numRuns: quickRuns(100) },
    );
  });
});
