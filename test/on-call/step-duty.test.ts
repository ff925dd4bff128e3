import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PolicyStep, planOfPolicy, stepRoster } from '../../src/on-call/index.ts';
import { asPlanned, type StepPeople, stepStretches } from '../../src/on-call/step-duty.ts';
import { rotaOf } from '../../src/rota/index.ts';
import { instant, ranges, rotas } from '../rota/random-rotas.ts';
import { quickRuns } from '../support/runs.ts';

const always = { start: Number.NEGATIVE_INFINITY, end: Number.POSITIVE_INFINITY };
const targets = fc.array(
  fc.oneof(
    fc.constantFrom('x', 'y').map((userId) => ({ userId })),
    fc.record({
      scheduleId: fc.constantFrom('one', 'two'),
      pick: fc.constantFrom('onCall', 'everybody', 'next', 'previous'),
    }),
  ),
  { minLength: 1, maxLength: 3 },
) as fc.Arbitrary<NonNullable<Parameters<typeof planOfPolicy>[0]['steps'][number]['targets']>>;

function planned(steps: Parameters<typeof planOfPolicy>[0]['steps']): readonly PolicyStep[] {
  return planOfPolicy({
    steps,
    loops: 0,
    loopAfterMinutes: 30,
    loopWhile: 'acknowledged',
    acknowledgementLapsesAfterMinutes: null,
    resolvesAfterMinutes: null,
    lowUrgencyEscalates: true,
  }).steps;
}

function peopleOf({ targets: of, ifNobody }: PolicyStep): StepPeople {
  return {
    userIds: [...new Set(of.flatMap((one) => (one.kind === 'user' ? one.userId : [])))],
    schedules: of.flatMap((one) => (one.kind === 'schedule' ? [one] : [])),
    passes: ifNobody === 'nextAtOnce',
  };
}

describe('who is on call by steps', () => {
  it('is whom they would tell, at every instant and in every time without a gap', () => {
    fc.assert(
      fc.property(
        fc.array(targets, { minLength: 1, maxLength: 2 }),
        rotas,
        rotas,
        ranges,
        fc.array(instant, { maxLength: 4 }),
        (given, first, second, { from, until }, instants) => {
          const known = new Map([
            ['one', rotaOf(first)],
            ['two', rotaOf(second)],
          ]);
          const rotasOf = new Map([...known].map(([id, plan]) => [id, [{ ...always, plan }]]));
          const steps = planned(given.map((of) => ({ targets: of })));
          const duty = { steps: steps.map(peopleOf), rotas: rotasOf };
          const found = stepStretches(duty, from, until);
          expect(found.map(({ start }) => start)).toEqual([
            from,
            ...found.slice(0, -1).map(({ end }) => end),
          ]);
          expect(found.at(-1)?.end).toBe(until);
          const around = {
            rota: (id: string) => known.get(id),
            members: () => [],
            administrators: () => [],
          };
          for (const at of [from, ...instants.filter((one) => from <= one && one < until)]) {
            const now = found.find(({ start, end }) => start <= at && at < end);
            const told = steps.map((step) => [
              ...new Set(stepRoster(step, now?.start ?? at, around, () => 0).groups.flat()),
            ]);
            expect(now?.tiers.map((users) => users.toSorted())).toEqual(
              told.map((users) => users.toSorted()),
            );
          }
        },
      ),
      { numRuns: quickRuns(300) },
    );
  });

  const plan = (userIds: string[]) =>
    rotaOf({ timeZoneId: 'UTC', layers: [{ id: 'l', groups: [{ userIds }] }] });
  const rotasOf = (...users: string[][]) =>
    new Map(users.map((userIds, index) => [`s${index}`, [{ ...always, plan: plan(userIds) }]]));
  const step = (scheduleId: string, passes = true): StepPeople => ({
    userIds: [],
    schedules: [{ scheduleId, pick: 'onCall' }],
    passes,
  });
  const fillUpOf = (steps: StepPeople[], ...users: string[][]) =>
    stepStretches({ steps, rotas: rotasOf(...users) }, 0, 1)[0]?.fillUp;

  it('fills up the first step with the next one, where that is taken at once', () => {
    expect(fillUpOf([step('s0'), step('s1')], [], ['A'])).toEqual(['A']);
    expect(fillUpOf([step('s0', false), step('s1')], [], ['A'])).toEqual([]);
    expect(fillUpOf([step('s0'), step('s1', false), step('s2')], [], [], ['A'])).toEqual([]);
    expect(fillUpOf([step('s0'), step('s1')], ['B'], ['A'])).toEqual([]);
  });

  it('follows the settings of each time, and leaves out schedules that are gone', () => {
    const steps = [step('s0')];
    const periods = [
      { start: 0, end: 10, plan: plan(['A']) },
      { start: 10, end: 20, plan: plan(['B']) },
    ];
    const shown = stepStretches({ steps, rotas: new Map([['s0', periods]]) }, 5, 25);
    expect(shown.map(({ start, end, tiers }) => [start, end, ...(tiers[0] ?? [])])).toEqual([
      [5, 10, 'A'],
      [10, 20, 'B'],
      [20, 25],
    ]);
    expect(stepStretches({ steps, rotas: new Map() }, 0, 1)[0]?.tiers).toEqual([[]]);
  });

  it('is told without overrides, too', () => {
    const override = { id: 'o', kind: 'absent', userId: 'A', replacements: ['B'], layerIds: null };
    const layers = [{ id: 'l', groups: [{ userIds: ['A'] }] }];
    const covered = rotaOf({
      timeZoneId: 'UTC',
      layers,
      overrides: [{ ...override, kind: 'absent', start: 0, end: 10 }],
    });
    const duty = { steps: [step('s0')], rotas: new Map([['s0', [{ ...always, plan: covered }]]]) };
    const people = (one: typeof duty | ReturnType<typeof asPlanned>) =>
      stepStretches(one, 0, 10).flatMap(({ tiers }) => tiers[0]);
    expect([people(duty), people(asPlanned(duty))]).toEqual([['B'], ['A']]);
  });
});
