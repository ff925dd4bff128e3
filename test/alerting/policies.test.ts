import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decide } from '../../src/alerting/decide.ts';
import { nextStep } from '../../src/alerting/next-step.ts';
import type { TeamPlanState } from '../../src/incidents/index.ts';
import type { DeliveryDocument } from '../../src/notifications/index.ts';
import { type PolicyWire, planOfPolicy } from '../../src/on-call/index.ts';
import { inEnglish } from '../../src/sentences/index.ts';
import { quickRuns } from '../support/runs.ts';
import { sceneAt, start, type TimelineOptions, timelineOf } from './timeline.ts';

type Step = PolicyWire['steps'][number];

const team = { tiers: [{}], onDuty: [['T']], administrators: ['X'] };
/** Who is on call by the schedule `ab`: A and B. */
const onCall = (scheduleId: string) => ({ targets: [{ scheduleId }] });
const teams = { T: { ...team, defaultPolicyId: 'p' } };

const alertsOf = (steps: Step[], more: Partial<TimelineOptions> = {}, policy = {}) =>
  timelineOf({
    teams,
    until: 120,
    ...more,
    policies: { p: { teamId: 'T', steps, ...policy }, ...more.policies },
  });

const queuedIn = (deliveries: readonly DeliveryDocument[]) =>
  deliveries.flatMap(({ state, ownerId }) => (state === 'queued' ? ownerId : []));

const constant = (urgency: 'High' | 'Low') => ({
  integration: { type: 'constant' as const, urgency },
  services: [],
  hours: () => undefined,
});

describe('a policy', () => {
  it('tells the people of its steps, each so long after the one before it was due', () => {
    const { alerts, incident } = alertsOf([
      { ...onCall('ab'), repeats: 2, repeatsAfterMinutes: 3 },
      { ...onCall('c'), afterMinutes: 10 },
      { ...onCall('d'), afterMinutes: 5 },
    ]);
    expect(alerts).toEqual([
      '0 step 1 of p A,B',
      '3 step 1 of p A,B',
      '6 step 1 of p A,B',
      '10 step 2 of p C',
      '15 step 3 of p D',
    ]);
    const told = incident.events.flatMap(({ message }) => (message ? inEnglish(message) : []));
    expect(told).toEqual(['Step 2 of p: C', 'Step 3 of p: D']);
  });

  it('is followed by what no rule, integration or service decides, before the tiers', () => {
    expect(alertsOf([onCall('a')]).alerts).toEqual(['0 step 1 of p A']);
    expect(alertsOf([onCall('a')], { teams: { T: team } }).alerts).toEqual(['0 tier 1 T']);
  });

  it('goes through its steps again after the last was due', () => {
    const steps = [onCall('a'), { ...onCall('b'), afterMinutes: 10 }];
    const { alerts } = alertsOf(steps, {}, { loops: 2, loopAfterMinutes: 20 });
    expect(alerts).toEqual(
      [0, 10, 30, 40, 60, 70].map((at, index) =>
        index % 2 === 0 ? `${at} step 1 of p A` : `${at} step 2 of p B`,
      ),
    );
  });

  it('repeats its last step from when somebody asked for it', () => {
    const steps: Step[] = [{ ...onCall('a'), repeats: 4, repeatsAfterMinutes: 10 }];
    const actions = { 23: { intent: 'Escalated' as const } };
    const { alerts } = alertsOf(steps, { actions }, { loops: 1, loopAfterMinutes: 30 });
    // The third is the one that was asked for; what follows counts from it.
    expect(alerts).toEqual(
      [0, 10, 20, 23, 33, 53, 63, 73, 83, 93].map((at) => `${at} step 1 of p A`),
    );
  });

  it('tells people by which of its schedules they are on call, for their own rules', () => {
    const mail = (afterMinutes: number) => [{ channel: 'Email' as const, afterMinutes }];
    const wire = {
      rules: [{ scheduleIds: ['AB'], steps: mail(7) }],
      otherwise: mail(1),
      quietHours: null,
    };
    const rules = { A: { wire, timeZoneId: 'UTC' } };
    const dueTo = (steps: Step[]) =>
      alertsOf(steps, { rules }).deliveries.flatMap(({ ownerId, dueAt, state }) =>
        ownerId === 'A' && state === 'queued' ? (dueAt.getTime() - start) / 60_000 : [],
      );
    expect(dueTo([onCall('ab')])).toEqual([7]);
    expect(dueTo([onCall('a')])).toEqual([1]);
    expect(dueTo([{ targets: [{ scheduleId: 'b' }, { scheduleId: 'ab' }] }])).toEqual([7]);
  });

  it('says of somebody who is gone that they were not told', () => {
    const steps: Step[] = [{ targets: [{ userId: 'A' }, { userId: 'B' }] }];
    const { deliveries } = alertsOf(steps, { gone: ['a'] });
    expect(queuedIn(deliveries)).toEqual(['b']);
    const toA = deliveries.filter(({ ownerId }) => ownerId === 'a');
    expect(toA.map(({ state, dropReason }) => [state, dropReason?.code])).toEqual([
      ['dropped', 'personGone'],
    ]);
  });

  it('waits while somebody has acknowledged, but for what only the resolution stops', () => {
    const steps: Step[] = [
      onCall('a'),
      { ...onCall('b'), afterMinutes: 10 },
      { ...onCall('c'), afterMinutes: 10, stopsWhen: 'resolved' },
      { ...onCall('d'), afterMinutes: 10 },
    ];
    const { alerts } = alertsOf(steps, { actions: { 5: { intent: 'Investigated' } } });
    expect(alerts).toEqual(['0 step 1 of p A', '20 step 3 of p C']);
  });

  it('passes over steps whose conditions do not hold, and delays nobody by that', () => {
    const steps: Step[] = [
      { ...onCall('a'), severities: ['Minor'] },
      { ...onCall('b'), afterMinutes: 10 },
      { ...onCall('c'), afterMinutes: 10, afterPayloads: { count: 2, withinMinutes: 60 } },
      {
        ...onCall('d'),
        afterMinutes: 10,
        hours: [{ fromDay: 'mon', from: '20:00', untilDay: 'tue', until: '08:00' }],
        outsideHours: 'skip',
      },
      { ...onCall('e'), afterMinutes: 10 },
    ];
    expect(alertsOf(steps).alerts).toEqual(['10 step 2 of p B', '40 step 5 of p E']);
  });

  it('waits for the hours of a step, and what follows waits behind it', () => {
    // It is ten in the morning.
    const hours = [{ fromDay: 'mon', from: '10:30', untilDay: 'tue', until: '08:00' }] as const;
    const steps: Step[] = [
      { ...onCall('a'), hours: [...hours] },
      { ...onCall('b'), afterMinutes: 10 },
    ];
    expect(alertsOf(steps).alerts).toEqual(['30 step 1 of p A', '40 step 2 of p B']);
  });

  it('goes on at once where nobody can be told, unless a step keeps its time', () => {
    const steps: Step[] = [onCall('a'), { ...onCall('b'), afterMinutes: 10 }, onCall('c')];
    expect(alertsOf(steps, { unreachable: ['A'] }).alerts[0]).toBe('0 step 2 of p B');
    const [first, ...rest] = steps;
    const kept: Step[] = [{ ...first, ifNobody: 'wait' }, ...rest];
    expect(alertsOf(kept, { unreachable: ['A'] }).alerts[0]).toBe('10 step 2 of p B');
  });

  it('tells administrators where none of its steps reaches anybody', () => {
    const steps: Step[] = [onCall('a'), { ...onCall('b'), afterMinutes: 10, ifNobody: 'wait' }];
    const { deliveries } = alertsOf(steps, { unreachable: ['A', 'B'], until: 12 });
    const instead = deliveries.filter(
      ({ ownerId, state }) => ownerId === 'X' && state === 'queued',
    );
    expect(instead).toHaveLength(1);
  });

  it('shares incidents out among people, or among targets', () => {
    const steps: Step[] = [{ ...onCall('abc'), share: { size: 2 } }];
    expect(alertsOf(steps).alerts).toEqual(['0 step 1 of p A,B']);
    const targets = [{ scheduleId: 'ab' }, { scheduleId: 'c' }];
    expect(alertsOf([{ targets, share: { size: 1, over: 'targets' } }]).alerts).toEqual([
      '0 step 1 of p A,B',
    ]);
  });

  it('gives no turn to somebody whom no message can be for, unless there is nobody else', () => {
    const steps: Step[] = [{ ...onCall('ab'), share: { size: 1 } }];
    expect(alertsOf(steps).alerts).toEqual(['0 step 1 of p A']);
    expect(alertsOf(steps, { gone: ['A'] }).alerts).toEqual(['0 step 1 of p B']);
    const { deliveries } = alertsOf(steps, { gone: ['A', 'B'], until: 1 });
    expect(deliveries.map(({ ownerId }) => ownerId)).toContain('A');
  });

  it('begins other policies, which have a part in the incident from then on, each once', () => {
    const policies = {
      q: { teamId: 'U', steps: [onCall('q'), { targets: [{ policyId: 'p' }], afterMinutes: 5 }] },
    };
    const { alerts, incident } = alertsOf(
      [onCall('a'), { targets: [{ policyId: 'q' }], afterMinutes: 10 }],
      { policies, teams: { ...teams, U: team } },
      { loops: 1, loopAfterMinutes: 30 },
    );
    expect(alerts).toEqual(['0 step 1 of p A', '10 step 1 of q Q', '40 step 1 of p A']);
    expect(incident.teamIds).toEqual(['T', 'U']);
  });

  it('assigns teams, which follow their own', () => {
    const { alerts } = alertsOf([onCall('a'), { assignTeamIds: ['U'], afterMinutes: 10 }], {
      teams: { ...teams, U: team },
    });
    expect(alerts).toEqual(['0 step 1 of p A', '10 U tier 1 T']);
  });

  it('resolves by a step, and after a time', () => {
    const byStep = alertsOf([onCall('a'), { resolves: true, afterMinutes: 10 }]);
    expect(byStep.incident.status).toBe('Resolved');
    const byTime = alertsOf([onCall('a')], {}, { resolvesAfterMinutes: 60 });
    expect(byTime.incident.status).toBe('Resolved');
    const told = byTime.deliveries.filter(({ intent }) => intent === 'Resolved');
    expect(told.map(({ ownerId }) => ownerId)).toEqual(['A']);
  });

  it('begins again when an acknowledgement lapses', () => {
    const steps: Step[] = [onCall('a'), { ...onCall('b'), afterMinutes: 10 }];
    const { alerts, incident } = alertsOf(
      steps,
      { actions: { 5: { intent: 'Investigated' } }, until: 90 },
      { acknowledgementLapsesAfterMinutes: 60 },
    );
    expect(alerts).toEqual(['0 step 1 of p A', '65 step 1 of p A', '75 step 2 of p B']);
    expect(incident.events.map(({ intent }) => intent)).toContain('Unacknowledged');
  });

  it('is chosen by the integration for the team that the incident came to first', () => {
    const policies = { q: { teamId: 'U', steps: [onCall('q')] } };
    const both = { T: { ...team, defaultPolicyId: 'p' }, U: { ...team, defaultPolicyId: 'p' } };
    const { alerts, incident } = alertsOf([onCall('a')], { policies, teams: both, chosen: ['q'] });
    expect(alerts).toEqual(['0 step 1 of q Q']);
    expect(incident.teamIds).toEqual(['T', 'U']);
    // Teams that are added follow their own.
    const added = alertsOf([onCall('a')], {
      policies: { q: { teamId: 'T', steps: [onCall('q')] } },
      teams: { ...both, U: team },
      chosen: ['q'],
      actions: { 5: { intent: 'Assigned', teams: ['U'] } },
    });
    expect(added.alerts).toEqual(['0 step 1 of q Q', '5 U tier 1 T']);
  });

  it('is given up for what the team follows when it is deleted', () => {
    const options = {
      teams: { T: team },
      chosen: ['p'],
      policies: { p: { teamId: 'T', steps: [onCall('a')] } },
    };
    const { incident } = timelineOf({ ...options, until: 5 });
    const scene = sceneAt(options.teams, [], start + 10 * 60_000);
    const { after, deliveries } = decide(incident, scene);
    expect(queuedIn(deliveries)).toEqual(['T']);
    const last = after.events.at(-1)?.message;
    expect(last && inEnglish(last)).toContain('was deleted');
  });

  it('asks how urgent the incident is when a step is due', () => {
    const steps: Step[] = [
      { ...onCall('a'), urgencies: ['High'] },
      { ...onCall('b'), urgencies: ['Low'], afterMinutes: 10 },
      { ...onCall('c'), afterMinutes: 10 },
    ];
    expect(alertsOf(steps).alerts).toEqual(['0 step 1 of p A', '20 step 3 of p C']);
    const low = alertsOf(steps, { urgency: constant('Low') });
    expect(low.alerts).toEqual(['10 step 2 of p B', '20 step 3 of p C']);
  });

  it('takes what is not urgent no further than its first step where it is set to', () => {
    const steps: Step[] = [
      { ...onCall('a'), repeats: 1, repeatsAfterMinutes: 4 },
      { ...onCall('b'), afterMinutes: 10 },
    ];
    const only = { lowUrgencyEscalates: false, loops: 1, loopAfterMinutes: 30 };
    const low = { urgency: constant('Low') };
    expect(alertsOf(steps, low, only).alerts).toEqual(['0 step 1 of p A', '4 step 1 of p A']);
    expect(alertsOf(steps, {}, only).alerts).toHaveLength(6);
    // From the severity at which it is urgent on it goes further.
    const integration = { type: 'bySeverity' as const, low: ['Critical' as const] };
    const { incident } = alertsOf(steps, { urgency: { ...low.urgency, integration } }, only);
    const changed = { ...incident, severity: 'Warning' as const };
    const scene = sceneAt(teams, [], start + 40 * 60_000, { p: { teamId: 'T', steps, ...only } });
    const next = decide(changed, { ...scene, urgency: () => ({ ...low.urgency, integration }) });
    expect(queuedIn(next.deliveries)).toEqual(['B']);
  });

  it('alerts by the urgency of a step', () => {
    const mail = (afterMinutes: number) => [{ channel: 'Email' as const, afterMinutes }];
    const low = [{ urgencies: ['Low' as const], steps: mail(7) }];
    const wire = { rules: low, otherwise: mail(0), quietHours: null };
    const rules = { A: { timeZoneId: 'UTC', wire } };
    const dueBy = (urgency: 'High' | 'Low' | null) =>
      alertsOf([{ ...onCall('a'), urgency }], { rules, until: 1 }).deliveries.map(
        ({ createdAt, dueAt }) => (+dueAt - +createdAt) / 60_000,
      );
    expect([dueBy('Low'), dueBy('High'), dueBy(null)]).toEqual([[7], [0], [0]]);
  });

  it('goes on from now where it was late, not with all steps at once', () => {
    const steps = [
      onCall('a'),
      ...['b', 'c', 'd'].map((id) => ({ ...onCall(id), afterMinutes: 5 })),
    ];
    const { incident } = alertsOf(steps, { until: 1 });
    const policies = { p: { teamId: 'T', steps } };
    const late = decide(incident, sceneAt(teams, [], start + 3_600_000, policies));
    expect(queuedIn(late.deliveries)).toEqual(['B']);
    expect(late.state.plans[0]?.lastDueAt?.getTime()).toBe(start + 3_600_000);
  });
});

const step: fc.Arbitrary<Step> = fc.record(
  {
    targets: fc.constant([{ scheduleId: 'a' }]),
    afterMinutes: fc.constantFrom(0, 1, 5, 90),
    stopsWhen: fc.constantFrom('acknowledged', 'resolved'),
    repeats: fc.constantFrom(0, 1, 3),
    repeatsAfterMinutes: fc.constantFrom(1, 4),
    severities: fc.subarray(['Minor', 'Critical'], { minLength: 1 }),
    urgencies: fc.subarray(['High', 'Low'], { minLength: 1 }),
    hours: fc.constant([{ fromDay: 'mon', from: '10:30', untilDay: 'wed', until: '08:00' }]),
    outsideHours: fc.constantFrom('wait', 'skip'),
  },
  { requiredKeys: ['targets'] },
) as fc.Arbitrary<Step>;
const plan = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 4 }),
  loops: fc.constantFrom(0, 2),
  loopAfterMinutes: fc.constantFrom(1, 20),
  loopWhile: fc.constantFrom('acknowledged' as const, 'resolved' as const),
  acknowledgementLapsesAfterMinutes: fc.constant(null),
  resolvesAfterMinutes: fc.constant(null),
  lowUrgencyEscalates: fc.boolean(),
});
const instant = fc
  .integer({ min: 0, max: 600 })
  .map((minutes) => new Date(start + minutes * 30_000));
const state = fc.record(
  {
    teamId: fc.constant('T'),
    policyId: fc.constant('p'),
    tier: fc.integer({ min: 0, max: 4 }),
    repeat: fc.constantFrom(0, 1, Number.MAX_SAFE_INTEGER),
    loop: fc.constantFrom(0, 1),
    startedAt: instant,
    lastDueAt: instant,
    lastAlertAt: instant,
  },
  { requiredKeys: ['teamId', 'policyId', 'tier', 'repeat', 'loop', 'startedAt'] },
) as fc.Arbitrary<TeamPlanState>;

describe('the next step of a policy', () => {
  it('is the same when it is asked for again before it is due', () => {
    fc.assert(
      fc.property(
        plan,
        state,
        fc.boolean(),
        instant,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('High' as const, 'Low' as const),
        (wire, standing, isAcknowledged, now, share, urgency) => {
          const policy = planOfPolicy(wire);
          const around = {
            status: 'Open' as const,
            severity: 'Critical' as const,
            isAcknowledged,
            timeZoneId: 'Europe/Berlin',
            payloadsSince: () => 0,
            urgencyAt: () => urgency,
          };
          const next = nextStep(standing, policy, { ...around, now: now.getTime() });
          if (!next || next.at <= now.getTime()) return;
          const later = Math.floor(now.getTime() + share * (next.at - 1 - now.getTime()));
          expect(nextStep(standing, policy, { ...around, now: later })).toEqual(next);
        },
      ),
      { numRuns: quickRuns(20_000) },
    );
  });
});
