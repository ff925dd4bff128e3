import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WaitingList } from '../../src/alerting/open-incidents.ts';
import type { IncidentDocument, IncidentHold, OpenIncident } from '../../src/incidents/index.ts';
import { quickRuns } from '../support/runs.ts';

const now = new Date('2026-03-02T10:00:00Z');

function incident(id: string, over: Partial<OpenIncident> = {}): IncidentDocument {
  const given = { _id: id, organizationId: 'o', status: 'Open', severity: 'Minor', version: 1 };
  // Only these members decide.
  return { ...given, createdAt: now, ...over } as IncidentDocument;
}

function behind(incidentId: string, over: Partial<IncidentHold> = {}): IncidentHold {
  const none = { id: '', displayName: '' };
  const because = { incidentId, service: none, dependsOn: none, graceMinutes: 5 };
  return { reason: 'Dependency', since: now, until: now, severity: 'Minor', because, ...over };
}

function listOf(incidents: readonly IncidentDocument[]): WaitingList {
  const list = new WaitingList();
  for (const one of incidents) list.put(one, ['m']);
  return list;
}

const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

describe('others may wait for an incident', () => {
  const own = incident('own', { createdAt: later(10) });
  const found = (one: IncidentDocument) => listOf([one]).findFor(own)(['m'])?.incidentId ?? null;

  it.each([
    ['that is open', {}, true],
    ['that waits for another one', { hold: behind('x') }, true],
    ['that is held in case it ends by itself', { hold: behind('x', { reason: 'Pause' }) }, true],
    ['of which too few payloads came in', { hold: behind('x', { reason: 'Threshold' }) }, false],
    ['that is resolved', { status: 'Resolved' }, false],
    ['that is archived', { isArchived: true }, false],
    ['that is part of another one', { mergedInto: { id: 'x', title: 'X', at: now } }, false],
    ['that says that nobody could read a payload', { isUnreadable: true }, false],
  ] as const)('%s', (_what, over, may) => {
    expect(found(incident('1', over as Partial<OpenIncident>))).toBe(may ? '1' : null);
  });

  it('for the one that it waits for already, else for the oldest, never for itself', () => {
    const list = listOf([
      incident('2', { createdAt: later(2) }),
      incident('1', { createdAt: later(1) }),
      own,
    ]);
    expect(list.findFor(own)(['m'])?.incidentId).toBe('1');
    expect(list.findFor({ ...own, hold: behind('2') })(['m'])?.incidentId).toBe('2');
    expect(list.findFor(own)(['other'])).toBeNull();
    list.remove('1');
    list.put(incident('2', { status: 'Resolved', version: 2 }), ['m']);
    expect(list.findFor(own)(['m'])).toBeNull();
  });

  it('as it is by its latest version', () => {
    const list = listOf([incident('1', { version: 3 })]);
    list.put(incident('1', { version: 2, isArchived: true }), ['m']);
    expect(list.has('1')).toBe(true);
  });
});

describe('incidents that could wait for each other, whoever for whom', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  /** Who could wait for whom, in which order they are looked at, and how often with news of before. */
  const worlds = fc.record({
    causes: fc.tuple(...ids.map((id) => fc.subarray(ids.filter((one) => one !== id)))),
    ages: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
    looks: fc.array(fc.shuffledSubarray(ids, { minLength: 1 }), { maxLength: 8 }),
  });

  it('leave one of whom people are told, whatever the order and however old what processes know', () => {
    fc.assert(
      fc.property(worlds, ({ causes, ages, looks }) => {
        const open = new Map(
          ids.map((id, index) => [id, incident(id, { createdAt: later(ages[index] ?? 0) })]),
        );
        const look = (id: string, list: WaitingList) => {
          const one = open.get(id);
          if (!one) return;
          const found = list.findFor(one)(causes[ids.indexOf(id)] ?? []);
          const { hold: _, ...free } = one;
          open.set(id, { ...free, ...(found && { hold: behind(found.incidentId) }) });
        };
        const known = () => {
          const list = new WaitingList();
          for (const [id, one] of open) list.put(one, [id]);
          return list;
        };
        // Those of one look know nothing of each other, as in processes of their own.
        for (const together of looks) {
          const list = known();
          for (const id of together) look(id, list);
        }
        // In the end everybody looks with what is true.
        for (const id of ids) look(id, known());
        const told = (id: string, passed: string[] = []): boolean => {
          const waitsFor = open.get(id)?.hold?.because?.incidentId;
          if (waitsFor === undefined) return true;
          return !passed.includes(id) && told(waitsFor, [...passed, id]);
        };
        for (const id of ids) expect(told(id)).toBe(true);
      }),
      { numRuns: quickRuns(1000) },
    );
  });

  it('never begin to wait for one that waits for them', () => {
    const first = incident('1', { hold: behind('2') });
    const second = incident('2', { createdAt: later(1) });
    const list = new WaitingList();
    for (const one of [first, second]) list.put(one, ['m']);
    expect(list.findFor(second)(['m'])).toBeNull();
    // Two processes did not know of each other: the younger one goes on.
    const held = { ...second, hold: behind('1') };
    list.put(held, ['m']);
    expect(list.findFor(first)(['m'])).toBeNull();
    expect(list.findFor(held)(['m'])?.incidentId).toBe('1');
  });
});
