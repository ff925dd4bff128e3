import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WaitingList } from '../../src/alerting/open-incidents.ts';
import { waitsOf } from '../../src/alerting/waits.ts';
import { holdBehind, type IncidentDocument, severities } from '../../src/incidents/index.ts';
import {
  type SuppressionRule,
  type SuppressionRuleWire,
  suppressionsOf,
} from '../../src/suppression/index.ts';
import { quickRuns } from '../support/runs.ts';

const now = new Date('2026-03-02T10:00:00Z');
const around = {
  timeZoneOf: () => 'UTC',
  labelsOfTeam: () => [],
  labelsOfIntegration: (id: string) => (id === 'i' ? ['prod'] : []),
};

function rule(over: Partial<SuppressionRuleWire> = {}, id = 'r'): SuppressionRule {
  const source = { attributes: [{ name: 'Alert', operator: '=' as const, value: 'ClusterDown' }] };
  const wire = { displayName: 'Clusters', teamId: 't', source, target: {}, ...over };
  // Only these members decide.
  return { id, wire, updatedAt: now } as unknown as SuppressionRule;
}

type Values = Record<string, string>;

function incident(id: string, values: Values, over: Partial<IncidentDocument> = {}) {
  const attributes = Object.entries(values).map(([name, value]) => ({ name, value }));
  const given = { _id: id, organizationId: 'o', status: 'Open', severity: 'Minor', version: 1 };
  const rest = { title: id, integrationId: 'i', teamIds: ['t'], createdAt: now, attributes };
  return { ...given, ...rest, ...over } as IncidentDocument;
}

/** What the first waits for, among all. */
function waitOf(rules: SuppressionRule[], all: IncidentDocument[], at = now) {
  const [own] = all;
  const waits = waitsOf(null, suppressionsOf(rules, around));
  const list = new WaitingList();
  for (const one of all) list.put(one, waits?.marksOf(one) ?? []);
  return (own && waits?.waitOf(own, list.findFor(own), at)) ?? null;
}

const node = incident('node', { Alert: 'NodeDown', Cluster: 'a' });
const cluster = incident('cluster', { Alert: 'ClusterDown', Cluster: 'a' });

describe('by a suppression rule an incident waits for its source', () => {
  const equal = ['Cluster', 'Region'];

  it('where the values are equal, what is missing being empty', () => {
    expect(waitOf([rule({ equal })], [node, cluster])).toMatchObject({
      incidentId: 'cluster',
      suppressionRule: { id: 'r', displayName: 'Clusters' },
      graceMinutes: 5,
    });
    const other = incident('other', { Alert: 'ClusterDown', Cluster: 'b' });
    expect(waitOf([rule({ equal })], [node, other])).toBeNull();
    expect(waitOf([rule({ equal: null })], [node, other])?.incidentId).toBe('other');
    const empty = incident('empty', { Alert: 'ClusterDown', Cluster: 'a', Region: '' });
    expect(waitOf([rule({ equal })], [node, empty])?.incidentId).toBe('empty');
  });

  it('only of the teams that it names, and never where it is the source itself', () => {
    expect(waitOf([rule()], [{ ...node, teamIds: ['u'] }, cluster])).toBeNull();
    expect(
      waitOf([rule({ teamIds: ['U'] })], [{ ...node, teamIds: ['u'] }, cluster]),
    ).not.toBeNull();
    const second = incident('second', { Alert: 'ClusterDown', Cluster: 'a' });
    expect(waitOf([rule()], [second, cluster])).toBeNull();
  });

  it('in the times of its conditions, and by labels', () => {
    const schedule = { after: '09:00', before: '11:00', daysOfWeek: null };
    const timed = [rule({ target: { schedule } })];
    expect(waitOf(timed, [node, cluster])).not.toBeNull();
    expect(waitOf(timed, [node, cluster], new Date('2026-03-02T12:00:00Z'))).toBeNull();
    expect(waitOf([rule({ target: { labels: ['PROD'] } })], [node, cluster])).not.toBeNull();
    expect(waitOf([rule({ target: { labels: ['test'] } })], [node, cluster])).toBeNull();
  });

  it('up to the severest that it names, else to what it is', () => {
    expect(waitOf([rule()], [node, cluster])?.upTo).toBe('Minor');
    const target = { severities: ['Minor' as const, 'Warning' as const] };
    expect(waitOf([rule({ target })], [node, cluster])?.upTo).toBe('Warning');
  });

  it('or gives it the longest time of those that match', () => {
    const rules = [rule({ waitSeconds: 10 }, 'a'), rule({ waitSeconds: 30 }, 'b'), rule({}, 'c')];
    const patienceOf = (one: IncidentDocument) =>
      suppressionsOf(rules, around)?.patienceOf(one, now);
    expect(patienceOf(node)).toMatchObject({ seconds: 30, suppressionRule: { id: 'b' } });
    expect(patienceOf(cluster)).toBeNull();
    expect(suppressionsOf([], around)).toBeNull();
  });
});

describe('whatever the rules', () => {
  const value = fc.constantFrom('x', 'y');
  const conditions = fc.record({
    severities: fc.subarray([...severities]),
    attributes: fc.array(
      fc.record({
        name: fc.constantFrom('A', 'B'),
        operator: fc.constantFrom('=' as const, '!=' as const),
        value,
      }),
      { maxLength: 2 },
    ),
  });
  const rules = fc
    .array(
      fc.record({
        source: conditions,
        target: conditions,
        equal: fc.subarray(['A', 'B']),
        waitSeconds: fc.constantFrom(null, 30),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((all) => all.map((over, index) => rule(over, `r${index}`)));
  const opened = fc
    .array(fc.record({ severity: fc.constantFrom(...severities), A: value, B: value }), {
      minLength: 2,
      maxLength: 6,
    })
    .map((all) =>
      all.map(({ severity, A, B }, index) => incident(`${index}`, { A, B }, { severity })),
    );

  it('no incident waits for itself, and what a rule holds back is not its source', () => {
    fc.assert(
      fc.property(rules, opened, (all, [own, ...others]) => {
        if (!own) return;
        for (const one of all) {
          const wait = waitOf([one], [own, ...others]);
          expect(wait?.incidentId).not.toBe(own._id);
          const isSource = (suppressionsOf([one], around)?.marksOf(own) ?? []).length > 0;
          if (isSource) expect(wait).toBeNull();
        }
      }),
      { numRuns: quickRuns(300) },
    );
  });

  it('of incidents that are open together people are told of one, in any order and by two processes', () => {
    const looks = fc.array(fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1 }), { maxLength: 6 });
    fc.assert(
      fc.property(rules, opened, looks, (all, incidents, rounds) => {
        const waits = waitsOf(null, suppressionsOf(all, around));
        const state = [...incidents];
        const known = () => {
          const list = new WaitingList();
          for (const one of state) list.put(one, waits?.marksOf(one) ?? []);
          return list;
        };
        const look = (index: number, list: WaitingList) => {
          const one = state[index];
          if (!one) return;
          const { hold: _, ...free } = one;
          const wait = waits?.waitOf(one, list.findFor(one), now);
          const hold =
            wait && holdBehind({ ...wait, graceMinutes: 5 }, { since: now, severity: wait.upTo });
          state[index] = { ...free, ...(hold && { hold }) };
        };
        // Those of one round know nothing of each other.
        for (const round of rounds) {
          const list = known();
          for (const index of round) look(index, list);
        }
        for (const index of state.keys()) look(index, known());
        expect(state.some(({ hold }) => hold === undefined)).toBe(true);
      }),
      { numRuns: quickRuns(500) },
    );
  });
});
