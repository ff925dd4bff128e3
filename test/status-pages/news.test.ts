import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AffectingIncident, IncidentEvent } from '../../src/incidents/index.ts';
import { inEnglish, words } from '../../src/sentences/index.ts';
import type { Service } from '../../src/services/index.ts';
import type { StatusPage } from '../../src/status-pages/index.ts';
import { newsOf } from '../../src/status-pages/news.ts';

const start = Date.parse('2026-03-02T10:00:00Z');
const service = {
  id: 'service',
  wire: { publicTitle: 'Shop', integrations: [{ integrationId: 'probe', severities: null }] },
} as Partial<Service> as Service;
const page = {
  id: 'page',
  wire: {
    publicHideIncidentDetails: false,
    publicShowIncidentTitles: true,
    publicHideMaintenances: false,
  },
} as Partial<StatusPage> as StatusPage;

const step = fc.record({
  after: fc.integer({ min: 1, max: 400 }),
  status: fc.constantFrom('Open' as const, 'Resolved' as const),
  severity: fc.constantFrom('Minor' as const, 'Critical' as const),
  isSaid: fc.boolean(),
});

/** What an incident goes through, and what of it is there at an instant. */
function historyOf(steps: readonly (typeof step extends fc.Arbitrary<infer One> ? One : never)[]) {
  let at = start;
  const events = steps.map(({ after, status, severity, isSaid }, place): IncidentEvent => {
    at += after * 1000;
    return {
      id: `event ${place}`,
      at: new Date(at),
      intent: 'Updated',
      status,
      severity,
      ...(isSaid ? { message: words(`said ${place}`), messageIsPublic: true } : {}),
    };
  });
  const incidentAt = (instant: number): AffectingIncident => ({
    _id: 'incident',
    title: 'Slow',
    integrationId: 'probe',
    teamIds: [],
    serviceIds: [],
    events: events.filter((event) => event.at.getTime() <= instant),
    createdAt: new Date(start),
    lastUpdatedAt: new Date(instant),
    excludeFromUptimeCalculation: false,
    statusPageStartOverride: null,
    statusPageEndOverride: null,
  });
  return { events, incidentAt, end: at };
}

it('is told once each, whatever happens in whatever order: no end without a beginning, nothing that was said is lost', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      const { events, incidentAt, end } = historyOf(steps);
      const told = new Map<string, { kind: string; message: string | null }>();
      // As the task looks: every ten seconds at the half hour before, knowing only what has happened by then.
      for (let now = start; now <= end + 600_000; now += 10_000) {
        const source = {
          page,
          services: new Map([[service.id, service]]),
          maintenances: [],
          updates: [],
          incidents: [incidentAt(now)],
        };
        for (const one of newsOf(source, new Date(now - 1_800_000), new Date(now)))
          if (!told.has(one.key)) told.set(one.key, one);
      }
      const all = [...told.values()];
      let isOpen = false;
      for (const { kind } of all) {
        if (kind === 'incident-opened' || kind === 'incident-reopened') isOpen = true;
        if (kind === 'incident-resolved') isOpen = false;
      }
      // Whoever was told that it began is told that it ended.
      if (events.at(-1)?.status === 'Resolved') expect(isOpen).toBe(false);
      const firstOpen = events.findIndex(({ status }) => status === 'Open');
      const said = events
        .filter(({ message }, place) => message && firstOpen >= 0 && place >= firstOpen)
        .map(({ message }) => message && inEnglish(message));
      const heard = all.map(({ message }) => message).filter((message) => message !== null);
      expect(heard.toSorted()).toEqual([...said].toSorted());
    }),
    { numRuns: 150 },
  );
});
