import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type WhoIsNext, whoIsNext } from '../../src/alerting/who-is-next.ts';
import { type HoldSettings, holdFor, type IncidentDocument } from '../../src/incidents/index.ts';
import { quickRuns } from '../support/runs.ts';
import {
  type Action,
  opened,
  sceneAt,
  start,
  type TimelineOptions,
  timelineOf,
} from './timeline.ts';

const minute = 60_000;
const teams: TimelineOptions['teams'] = {
  T: {
    tiers: [{ autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 }, {}],
    onDuty: [['A'], ['B']],
  },
};

const settings: fc.Arbitrary<HoldSettings> = fc.oneof(
  fc.record({ pauseMinutes: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    threshold: fc.record({
      payloads: fc.integer({ min: 2, max: 5 }),
      withinMinutes: fc.integer({ min: 1, max: 1440 }),
      below: fc.constantFrom('alert' as const, 'forget' as const),
    }),
  }),
);
const heldBy = (given: HoldSettings) =>
  holdFor(given, { at: new Date(start), severity: 'Critical' }) ?? undefined;

/** Minutes of the events of this kind. */
const whenOf = ({ events }: IncidentDocument, wanted: string) =>
  events.flatMap(({ intent, at }) => (intent === wanted ? (at.getTime() - start) / minute : []));

describe('an incident that is held back (L14)', () => {
  it('tells nobody before its end, and then as if it had just opened, or ends untold where that is wanted', () => {
    fc.assert(
      fc.property(settings, (given) => {
        const hold = heldBy(given);
        const until = ((hold?.until.getTime() ?? 0) - start) / minute;
        expect(until).toBeLessThanOrEqual(24 * 60);
        const { alerts, deliveries, incident } = timelineOf({ teams, hold, until: 2 * 24 * 60 });
        expect(incident.hold).toBeUndefined();
        if (given.threshold?.below === 'forget') {
          expect(incident).toMatchObject({ status: 'Resolved', transient: hold });
          expect(whenOf(incident, 'Resolved')).toEqual([until]);
          expect(deliveries).toEqual([]);
        } else {
          expect(whenOf(incident, 'Released')).toEqual([until]);
          expect(alerts).toEqual([`${until} tier 1 A`, `${until + 5} tier 2 B`]);
        }
      }),
      { numRuns: quickRuns(500) },
    );
  });

  const actions: Record<string, [Action, string[]]> = {
    'Somebody who has people told begins it': [
      { intent: 'Released' },
      ['2 tier 1 A', '7 tier 2 B'],
    ],
    'Somebody who escalates begins it': [{ intent: 'Escalated' }, ['2 tier 1 A', '7 tier 2 B']],
    'Somebody who looks after it ends it, and nobody else is told': [
      { intent: 'Investigated' },
      [],
    ],
    'Somebody who resolves it ends it untold': [{ intent: 'Resolved' }, []],
  };
  it.each(Object.entries(actions))('%s', (_, [action, expected]) => {
    const { alerts, incident } = timelineOf({
      teams,
      hold: heldBy({ pauseMinutes: 30 }),
      actions: { 2: action },
    });
    expect(alerts).toEqual(expected);
    expect(incident.hold).toBeUndefined();
    expect(incident.transient !== undefined).toBe(action.intent === 'Resolved');
  });

  it('is told of when its end comes though it is archived or snoozed meanwhile, once that is over', () => {
    const { alerts } = timelineOf({
      teams,
      hold: heldBy({ pauseMinutes: 10 }),
      actions: { 2: { intent: 'Snoozed', snoozeMinutes: 60 }, 20: { intent: 'Unsnoozed' } },
    });
    expect(alerts[0]).toBe('20 tier 1 A');
  });

  it('opens again by hand as any other, and who knows of it hears how it goes on', () => {
    const { alerts, incident } = timelineOf({
      teams,
      hold: heldBy({ pauseMinutes: 30 }),
      actions: { 2: { intent: 'Resolved' }, 9: { intent: 'Unresolved' } },
    });
    expect(alerts).toEqual(['9 tier 1 A', '14 tier 2 B']);
    expect(incident.transient).toBeUndefined();
  });
});

describe('who is next of it', () => {
  const next = (given: HoldSettings): Promise<WhoIsNext> => {
    const hold = heldBy(given);
    const incident = { ...opened('T', 'Critical'), ...(hold && { hold }) };
    return whoIsNext(incident, new Date(start + minute), {
      sceneFor: async (_incident, _turns, at) => sceneAt(teams, [], at.getTime()),
      turnOf: async () => 0,
      silenceEnd: async () => null,
      quietUntil: async () => null,
    });
  };

  it('is who is told at the end of the hold', async () => {
    const until = new Date(start + 30 * minute);
    expect(await next({ pauseMinutes: 30 })).toMatchObject({
      because: 'Held',
      until,
      alerts: [{ tier: 1, userIds: ['A'], at: until }],
    });
  });

  it('is nobody where it ends by itself', async () => {
    const threshold = { payloads: 2, withinMinutes: 5, below: 'forget' as const };
    expect(await next({ threshold })).toMatchObject({
      because: 'Held',
      until: new Date(start + 5 * minute),
      alerts: [],
    });
  });
});
