import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { severities } from '../../src/mapping/index.ts';
import {
  type Dependencies,
  dependenciesOf,
  effectsOn,
  type Problem,
  type Service,
  type ServiceWire,
} from '../../src/services/index.ts';
import { quickRuns } from '../support/runs.ts';

type Given = Partial<
  Pick<ServiceWire, 'dependsOn' | 'suppression' | 'suppressUpTo' | 'graceMinutes'>
>;

function service(id: string, given: Given = {}): Service {
  const unset = { dependsOn: null, suppression: null, suppressUpTo: null, graceMinutes: null };
  const wire = { displayName: `Service ${id}`, integrations: null, ...unset, ...given };
  // Only these members decide.
  return { id, wire, updatedAt: new Date(0) } as unknown as Service;
}

type Named = Problem & { id: string };

function problem(id: string, serviceIds: string[], over: Partial<Problem> = {}): Named {
  return { id, severity: 'Warning', integrationId: null, teamIds: ['t'], serviceIds, ...over };
}

const chain = [
  service('shop', { dependsOn: ['api'] }),
  service('api', { dependsOn: ['DB'.toLowerCase()] }),
  service('db'),
  service('mail'),
];

function waitOf(dependencies: Dependencies | null, own: Named, open: readonly Named[]) {
  const others = open.filter(({ id }) => id !== own.id);
  return dependencies?.waitOf(own, (marks) => {
    const wanted = [...marks];
    for (const other of others)
      for (const mark of dependencies.marksOf(other))
        if (wanted.includes(mark)) return { incidentId: other.id, mark };
    return null;
  });
}

describe('an incident waits', () => {
  const wait = (own: Named, open: Named[], services = chain) =>
    waitOf(dependenciesOf(services), own, open)?.incidentId ?? null;

  it('for one that affects what its service depends on, directly or not', () => {
    expect(wait(problem('1', ['shop']), [problem('2', ['api'])])).toBe('2');
    expect(wait(problem('1', ['shop']), [problem('2', ['db'])])).toBe('2');
    expect(wait(problem('1', ['db']), [problem('2', ['shop'])])).toBeNull();
    expect(wait(problem('1', ['shop']), [problem('2', ['mail'])])).toBeNull();
    expect(wait(problem('1', ['shop']), [problem('1', ['db'])])).toBeNull();
  });

  it('only where everything that it affects is explained', () => {
    const open = [problem('2', ['db'])];
    expect(wait(problem('1', ['shop', 'mail']), open)).toBeNull();
    expect(wait(problem('1', ['shop', 'api']), open)).toBe('2');
    expect(wait(problem('1', ['shop', 'db']), open)).toBeNull();
  });

  it('up to a severity, and not where that is off', () => {
    const open = [problem('2', ['db'])];
    expect(wait(problem('1', ['api'], { severity: 'Critical' }), open)).toBeNull();
    const severe = [service('a', { dependsOn: ['db'], suppressUpTo: 'Critical' }), service('db')];
    expect(wait(problem('1', ['a'], { severity: 'Critical' }), open, severe)).toBe('2');
    const off = [service('a', { dependsOn: ['db'], suppression: 'off' }), service('db')];
    expect(wait(problem('1', ['a']), open, off)).toBeNull();
  });

  it('by its integration, at the severities that the service names', () => {
    const integrations = [{ id: 'l', integrationId: 'i', severities: ['Critical' as const] }];
    const db = service('db');
    const services = [
      service('api', { dependsOn: ['db'] }),
      { ...db, wire: { ...db.wire, integrations } },
    ];
    const by = (severity: Problem['severity']) => [
      problem('2', [], { integrationId: 'i', severity }),
    ];
    expect(wait(problem('1', ['api']), by('Critical'), services)).toBe('2');
    expect(wait(problem('1', ['api']), by('Warning'), services)).toBeNull();
  });

  it('by its integration, at every severity where the service names none', () => {
    for (const named of [null, []]) {
      const integrations = [{ id: 'l', integrationId: 'i', severities: named }];
      const db = service('db');
      const effects = effectsOn([{ ...db, wire: { ...db.wire, integrations } }]);
      expect(effects({ integrationId: 'i', teamIds: [] })).toMatchObject([{ at: severities }]);
    }
  });

  it('for nothing where no service depends on another one that is there', () => {
    expect(dependenciesOf([service('a'), service('b', { dependsOn: ['gone'] })])).toBeNull();
  });
});

describe('no circle of incidents waits', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  // Circles are refused; two who save at once may make one all the same.
  const services = fc
    .tuple(
      ...ids.map(() =>
        fc.record({ dependsOn: fc.subarray(ids), suppressUpTo: fc.constant('Critical' as const) }),
      ),
    )
    .map((all) => all.map((given, index) => service(ids[index] ?? '', given)));
  const problems = fc
    .array(
      fc.record({
        serviceIds: fc.subarray(ids, { minLength: 1 }),
        severity: fc.constantFrom(...severities),
      }),
      { minLength: 1, maxLength: 6 },
    )
    .map((all) =>
      all.map(({ serviceIds, severity }, index) => problem(`${index}`, serviceIds, { severity })),
    );

  it('so among open incidents one is told of, and once that is over the next', () => {
    fc.assert(
      fc.property(services, problems, (all, opened) => {
        const dependencies = dependenciesOf(all);
        for (let open = opened; open.length > 0; ) {
          const waiting = open.filter((one) => waitOf(dependencies, one, open));
          expect(waiting.length).toBeLessThan(open.length);
          open = waiting;
        }
      }),
      { numRuns: quickRuns(500) },
    );
  });

  it('and an incident waits only for one that is open, whatever the order in which they opened', () => {
    fc.assert(
      fc.property(services, problems, (all, [own, ...others]) => {
        const dependencies = dependenciesOf(all);
        if (!own || !dependencies) return;
        const one = waitOf(dependencies, own, others);
        expect(one === null).toBe(waitOf(dependencies, own, others.toReversed()) === null);
        if (one) expect(others.map(({ id }) => id)).toContain(one.incidentId);
      }),
      { numRuns: quickRuns(300) },
    );
  });
});
