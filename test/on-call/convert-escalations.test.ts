import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { localClock } from '../../src/calendar/index.ts';
import { convertEscalations } from '../../src/on-call/convert-escalations.ts';
import { convertSchedule } from '../../src/on-call/convert-schedule.ts';
import { stretchesOf } from '../../src/on-call/duty.ts';
import type { EscalationTier } from '../../src/on-call/index.ts';
import { rotaOf, stretches } from '../../src/rota/index.ts';
import { type Action, timelineOf } from '../alerting/timeline.ts';
import { quickRuns } from '../support/runs.ts';
import { plan, schedule } from './plan.ts';
import { plans, ranges } from './random-plans.ts';

interface Time {
  start: number;
  end: number;
  people: readonly string[];
}

/** Who is on call from when to when, whatever the order. */
function lines(times: readonly Time[]): string[] {
  const joined: string[] = [];
  for (const { start, people } of times) {
    const who = [...new Set(people)].toSorted().join();
    if (joined.at(-1)?.endsWith(` ${who}`)) continue;
    joined.push(`${new Date(start).toISOString()} ${who}`);
  }
  return joined;
}

function peopleOf(team: ReturnType<typeof plan>, tier: number, from: number, until: number) {
  return lines(
    stretchesOf({ ...team, overrides: [] }, from, until).map(({ tiers, ...time }) => ({
      ...time,
      people: tiers[tier] ?? [],
    })),
  );
}

function convertedPeopleOf(
  team: ReturnType<typeof plan>,
  tier: number,
  from: number,
  until: number,
) {
  const { timeZoneId } = team;
  const clock = localClock(timeZoneId);
  const parts = (team.tiers[tier] ?? []).map((one) => convertSchedule(one, clock, null));
  const layers = parts.flatMap((part) => part.layers.map((one) => ({ ...one, id: 'layer' })));
  return {
    isCut: parts.some(({ cutsWindows }) => cutsWindows),
    people: lines(
      stretches(rotaOf({ timeZoneId, layers }), from, until).map(({ people, ...time }) => ({
        ...time,
        people: people.map(({ userId }) => userId),
      })),
    ),
  };
}

describe('a converted tier', () => {
  it('has the same people at every instant, unless it is said to cut windows', () => {
    fc.assert(
      fc.property(plans, ranges, (team, { from, until }) => {
        for (const tier of team.tiers.keys()) {
          const { isCut, people } = convertedPeopleOf(team, tier, from, until);
          if (!isCut) expect(people).toEqual(peopleOf(team, tier, from, until));
        }
      }),
      { numRuns: quickRuns(2000) },
    );
  });

  it.each([
    [
      'nights, handed over by day',
      { weeklySchedules: [{ from: '20:00', until: '08:00' }] },
      'daily',
      false,
    ],
    ['nights, handed over by month', { start: '20:00', end: '06:00' }, 'monthly', false],
    ['all days', { selectedDays: ['mon', 'tue'] }, 'weekly', false],
    [
      'two windows that overlap at midnight',
      {
        weeklySchedules: [
          { from: '20:00', until: '08:00' },
          { from: '06:00', until: '09:00' },
        ],
      },
      'daily',
      true,
    ],
  ] as const)('keeps %s', (_name, hours, repeats, isCut) => {
    // as: literals of the table are read-only, and nothing changes them.
    const settings = { scheduleSettings: hours, rotationSettings: { repeats } } as never;
    const team = plan('Europe/Berlin', [[schedule('A|B|C', settings)]]);
    const [from, until] = [Date.parse('2026-03-01T00:00Z'), Date.parse('2026-06-01T00:00Z')];
    const found = convertedPeopleOf(team, 0, from, until);
    expect(found.isCut).toBe(isCut);
    if (!isCut) expect(found.people).toEqual(peopleOf(team, 0, from, until));
  });
});

const people = ['A', 'B', 'C', 'D'];
const tier: fc.Arbitrary<Omit<EscalationTier, 'schedules'>> = fc.record({
  autoEscalationEnabled: fc.constantFrom(true, true, true, false),
  autoEscalationAfterMinutes: fc.constantFrom(1, 5, 60),
  repeats: fc.constantFrom(0, 1, 3),
  repeatsAfterMinutes: fc.constantFrom(1, 4),
});
const tiers = fc.array(fc.tuple(tier, fc.subarray(people)), { minLength: 1, maxLength: 4 });
const action: fc.Arbitrary<Action> = fc.constantFrom(
  { intent: 'Investigated' },
  { intent: 'Commented' },
  { intent: 'Resolved' },
);

function converted(given: [Omit<EscalationTier, 'schedules'>, string[]][], tierSettings = null) {
  const of = given.map(([settings]) => ({ ...settings, schedules: [] }));
  return convertEscalations({
    team: { id: 'T', displayName: 'Team', timeZoneId: 'UTC' },
    wire: { escalationTiers: of, tierSettings },
    schedules: given.map(() => []),
    overrides: 0,
  });
}

describe('a converted escalation', () => {
  // Raising by hand is left out: after it a last step is repeated later than a last tier. An alert of the second tier, where the first has nobody, says that the incident was created.
  it('tells everybody at the same instants', () => {
    fc.assert(
      fc.property(
        tiers,
        fc.dictionary(fc.constantFrom('0', '2', '7', '30'), action, { maxKeys: 2 }),
        fc.subarray([...people, 'X']),
        (given, actions, unreachable) => {
          const { policy, schedules, differences } = converted(given);
          expect(differences).toEqual([]);
          // Who is on call by a schedule of these timelines is its id, letter by letter.
          const idOf = (id: string | null | undefined) => {
            const index = schedules.findIndex((one) => one.id === id);
            return (given[index]?.[1] ?? []).join('');
          };
          const steps = policy.steps.map((step) => ({
            ...step,
            targets: (step.targets ?? []).map(({ scheduleId }) => ({
              scheduleId: idOf(scheduleId),
            })),
          }));
          // A schedule of nobody has no id: it names one who is not there.
          const named = steps.map((step) => ({
            ...step,
            targets: step.targets.map((one) =>
              one.scheduleId ? one : { teamId: 'N', pick: 'members' as const },
            ),
          }));
          const own = {
            tiers: given.map(([settings]) => settings),
            onDuty: given.map(([, onDuty]) => onDuty),
            administrators: ['X'],
          };
          const options = { actions, unreachable, until: 600 };
          const told = ({ deliveries }: ReturnType<typeof timelineOf>) =>
            deliveries
              .map(
                (one) =>
                  `${one.createdAt.toISOString()} ${one.ownerId} ${one.state} ${one.isAlert || one.intent}`,
              )
              .toSorted();
          const byTiers = timelineOf({ ...options, teams: { T: own } });
          const byPolicy = timelineOf({
            ...options,
            teams: { T: { ...own, defaultPolicyId: 'p' } },
            policies: { p: { ...policy, teamId: 'T', steps: named } },
          });
          expect(told(byPolicy)).toEqual(told(byTiers));
        },
      ),
      { numRuns: quickRuns(2000) },
    );
  });

  it('waits for ever by the longest time that the document lets a step wait', () => {
    const settings = { autoEscalationEnabled: false } as EscalationTier;
    const { policy } = converted([
      [settings, ['A']],
      [settings, ['B']],
    ]);
    const { components } = JSON.parse(readFileSync('openapi/bundled/public-v1.json', 'utf8'));
    const { maximum } = components.schemas.EscalationPolicyStep.properties.afterMinutes;
    expect(policy.steps[1]?.afterMinutes).toBe(maximum);
  });

  it('says what would be another one', () => {
    const codesOf = (settings: object) =>
      converted([
        [settings, []],
        [{}, []],
      ]).differences.map(({ code }) => code);
    const escalating = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };
    expect(codesOf(escalating)).toEqual([]);
    expect(codesOf({ ...escalating, autoEscalationMode: 'resolved' })).toEqual(['convertsStops']);
    expect(codesOf({ ...escalating, autoEscalationSeverities: ['Critical'] })).toEqual([
      'convertsConditions',
    ]);
    expect(codesOf({ ...escalating, autoAssignToTeams: ['U'] })).toEqual(['convertsAssignments']);
    expect(codesOf({ ...escalating, autoEscalationAfterMinutes: 0, repeats: 1 })).toEqual([
      'convertsLastRepeat',
    ]);
  });
});
