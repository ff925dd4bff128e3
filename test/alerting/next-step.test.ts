import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextStep } from '../../src/alerting/next-step.ts';
import type { PlanCircumstances } from '../../src/alerting/step.ts';
import { repeatByHand } from '../../src/alerting/team-plan.ts';
import type { Severity, TeamPlanState } from '../../src/incidents/index.ts';
import { type EscalationsWire, type EscalationTier, planOfTiers } from '../../src/on-call/index.ts';
import { words } from '../../src/sentences/index.ts';
import { assertInPortions, quickRuns } from '../support/runs.ts';
import { nextStep as nextStepOfTiers } from './next-step-of-tiers.ts';
import { start } from './timeline.ts';

const severities: readonly Severity[] = ['Minor', 'Warning', 'Critical'];
const minutes = fc.constantFrom(0, 1, 5, 90, 1440);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const mode = maybe(fc.constantFrom('acknowledged' as const, 'resolved' as const));
const time = maybe(fc.constantFrom('00:00', '09:00', '10:30', '22:15'));
const filters = maybe(
  fc.array(
    fc.record({
      selectedDays: maybe(fc.subarray(['mon' as const, 'tue' as const, 'sun' as const])),
      from: time,
      until: time,
    }),
    { maxLength: 2 },
  ),
);
const some = maybe(fc.subarray([...severities]));
const teamIds = maybe(fc.subarray(['u', 'v']));
const tier = fc.record(
  {
    autoEscalationEnabled: maybe(fc.boolean()),
    autoEscalationAfterMinutes: maybe(minutes),
    autoEscalationMode: mode,
    autoEscalationSeverities: some,
    autoEscalationTimeFilters: filters,
    repeats: maybe(fc.constantFrom(0, 1, 3)),
    repeatsAfterMinutes: maybe(minutes),
    repeatsTierEscalationMode: mode,
    autoAssignToTeams: teamIds,
    autoAssignToTeamsSeverities: some,
    autoAssignToTeamsTimeFilters: filters,
    schedules: fc.constant([]),
  },
  { requiredKeys: ['schedules'] },
) as fc.Arbitrary<EscalationTier>;
const escalations = fc.record({
  escalationTiers: fc.array(tier, { maxLength: 4 }),
  tierSettings: maybe(
    fc.record(
      {
        repeats: fc.constantFrom(0, 2),
        repeatsAfterMinutes: maybe(minutes),
        autoEscalationMode: mode,
      },
      { requiredKeys: ['repeats'] },
    ),
  ),
}) as fc.Arbitrary<Pick<EscalationsWire, 'escalationTiers' | 'tierSettings'>>;

const instant = fc.integer({ min: 0, max: 20_000 }).map((after) => new Date(start + after * 1000));
const state = fc.record(
  {
    teamId: fc.constant('t'),
    tier: fc.integer({ min: 0, max: 5 }),
    repeat: fc.constantFrom(0, 1, 3, Number.MAX_SAFE_INTEGER, repeatByHand),
    loop: fc.integer({ min: 0, max: 3 }),
    startedAt: fc.constant(new Date(start)),
    lastAlertAt: instant,
    retryAt: instant,
    hasAssigned: fc.constant(true as const),
    raisedAt: instant,
    failing: instant.map((at) => ({ at, why: words('Refused.') })),
  },
  { requiredKeys: ['teamId', 'tier', 'repeat', 'loop', 'startedAt'] },
) as fc.Arbitrary<TeamPlanState>;
const around: fc.Arbitrary<PlanCircumstances> = fc.record({
  status: fc.constantFrom('Open' as const, 'Open' as const, 'Open' as const, 'Resolved' as const),
  severity: fc.constantFrom(...severities),
  isAcknowledged: fc.boolean(),
  timeZoneId: fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe'),
  now: instant.map((at) => at.getTime()),
  payloadsSince: fc.constant(() => 0),
  urgencyAt: fc.constant(() => 'High' as const),
});

const runs = { numRuns: quickRuns(20_000) };

describe('the next step of a plan', () => {
  it('is the one that tiers ask for by their own words', async () => {
    let steps = 0;
    await assertInPortions(
      fc.property(escalations, state, around, (tiers, plan, circumstances) => {
        const expected = nextStepOfTiers(plan, tiers, circumstances);
        if (expected) steps += 1;
        expect(nextStep(plan, planOfTiers(tiers), circumstances)).toEqual(expected);
      }),
      runs,
    );
    expect(steps).toBeGreaterThan(0);
  });

  it('stays the same until it is due, whenever it is asked again', async () => {
    let later = 0;
    await assertInPortions(
      fc.property(
        escalations,
        state,
        around,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (tiers, plan, circumstances, share) => {
          const escalation = planOfTiers(tiers);
          const step = nextStep(plan, escalation, circumstances);
          if (!step || step.at <= circumstances.now) return;
          later += 1;
          const at = (now: number) => nextStep(plan, escalation, { ...circumstances, now });
          const { now } = circumstances;
          expect(at(Math.floor(now + share * (step.at - 1 - now)))).toEqual(step);
          // Late after times that were missed, too, the first of them names the messages.
          expect(at(step.at)).toMatchObject({ kind: step.kind, tier: step.tier });
          expect(at(step.at)?.at).toBeLessThanOrEqual(step.at);
        },
      ),
      runs,
    );
    expect(later).toBeGreaterThan(0);
  });
});
