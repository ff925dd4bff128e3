import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ListPage, type ListQuery, pageWith, passes } from '../../console/live/listed.ts';
import type { components } from '../../openapi/types/public-v1.generated.ts';
import { type IncidentDocument, severities, statuses } from '../../src/incidents/index.ts';
import { listingOf } from '../../src/incidents/listing.ts';
import { incidentsOf } from '../../src/incidents/model.ts';
import { opened } from '../incidents/sample.ts';
import type { TestApp } from '../support/app.ts';
import { runsOf } from '../support/runs.ts';
import { sharedTestApp } from '../support/shared-app.ts';

/** What a page makes of a list by itself is what the server would answer. */

type Incident = components['schemas']['Incident'];

let server: TestApp;
let stored: Incident[];
let teams: string[];
let services: string[];
const integrations = [randomUUID(), randomUUID()];
/** Lists show no team and no service that is not there: those of these tests are made before. */
const ofTeams = (places: readonly number[]) => places.map((at) => teams[at] ?? '');
const ofServices = (places: readonly number[]) => places.map((at) => services[at] ?? '');
const start = Date.parse('2026-03-02T00:00:00.000Z');

const aState = fc.record({
  status: fc.constantFrom(...statuses),
  severity: fc.constantFrom(...severities),
  unattended: fc.boolean(),
  isArchived: fc.boolean(),
  isSnoozed: fc.boolean(),
  integrationId: fc.option(fc.constantFrom(...integrations)),
  teams: fc.subarray([0, 1, 2], { minLength: 1 }),
  services: fc.subarray([0, 1]),
});
type State = typeof aState extends fc.Arbitrary<infer Value> ? Value : never;

/** In the store as if all that had happened to it. */
function documentOf(
  { isSnoozed, teams: teamPlaces, services: servicePlaces, ...state }: State,
  base: Pick<IncidentDocument, '_id' | 'createdAt' | 'lastUpdatedAt'>,
): IncidentDocument {
  const { events, ...rest } = opened();
  const document: IncidentDocument = {
    ...rest,
    ...base,
    ...state,
    teamIds: ofTeams(teamPlaces),
    serviceIds: ofServices(servicePlaces),
    organizationId: server.organizationId,
    events: events.map((event) => ({
      ...event,
      status: state.status,
      severity: state.severity,
    })),
    ...(isSnoozed ? { snoozed: { until: null } } : {}),
  };
  delete document.openKeys;
  return { ...document, ...listingOf(document) };
}

const aQuery = fc.record(
  {
    teams: fc.subarray([0, 1, 2], { minLength: 1 }),
    services: fc.option(fc.subarray([0, 1]), { nil: [] }),
    Statuses: fc.subarray([...statuses]),
    Severities: fc.subarray([...severities]),
    IntegrationIds: fc.option(fc.subarray(integrations), { nil: [] }),
    Unattended: fc.boolean(),
    IsArchived: fc.boolean(),
    IncludeSnoozed: fc.boolean(),
    OnlySnoozed: fc.boolean(),
  },
  { requiredKeys: ['teams', 'services'] },
);

/** Only of teams of these tests: others use the same server. */
function queryOf({
  teams: teamPlaces,
  services: servicePlaces,
  ...query
}: typeof aQuery extends fc.Arbitrary<infer Value> ? Value : never): ListQuery {
  return {
    ...query,
    TeamIds: ofTeams(teamPlaces),
    ServiceIds: ofServices(servicePlaces),
    SortBy: 'Created',
  };
}

async function list(query: ListQuery): Promise<ListPage> {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
  return (await server.api.get(`/incident/search/list?${search}`)).body as ListPage;
}

beforeAll(async () => {
  server = await sharedTestApp();
  const make = (path: string, count: number, more = {}) =>
    Promise.all(
      Array.from({ length: count }, () => server.api.make(path, { displayName: 'Kept', ...more })),
    );
  [teams, services] = await Promise.all([
    make('/team', 3),
    make('/service', 2, { publicTitle: 'Kept' }),
  ]);
  const documents = fc.sample(fc.tuple(aState, fc.nat(40)), 80).map(([state, second]) => {
    const createdAt = new Date(start + second * 1000);
    return documentOf(state, { _id: randomUUID(), createdAt, lastUpdatedAt: createdAt });
  });
  await incidentsOf(server.app.world).insertMany(documents);
  const everywhere = { TeamIds: teams, Limit: 100 };
  const pages = await Promise.all([
    list({ ...everywhere, IncludeSnoozed: true }),
    list({ ...everywhere, IncludeSnoozed: true, IsArchived: true }),
  ]);
  stored = pages.flatMap(({ incidents }) => incidents);
  expect(stored).toHaveLength(80);
});

describe('a page that is told of a changed incident', () => {
  it('knows which lists have it', async () => {
    await fc.assert(
      fc.asyncProperty(aQuery, async (given) => {
        const query = queryOf(given);
        const { incidents } = await list({ ...query, Limit: 100 });
        const passing = stored.filter((incident) => passes(query, incident) === true);
        expect(incidents.map(({ id }) => id).toSorted()).toEqual(
          passing.map(({ id }) => id).toSorted(),
        );
      }),
      { numRuns: runsOf({ short: 15, long: 100 }) },
    );
  });

  it('leaves to the server what it cannot know', () => {
    const [incident] = stored;
    if (!incident) throw new Error('nothing is stored');
    for (const query of [{ SearchTerm: 'x' }, { Labels: ['x'] }, { UserIds: ['x'] }])
      expect(passes(query, incident)).toBeNull();
    const page: ListPage = {
      incidents: [],
      hasMore: false,
      nextCursor: null,
      isPartial: false,
      leftOut: null,
      counts: null,
    };
    for (const query of [{ SortBy: 'Urgency' }, { SortBy: 'Created', Asc: true }] as const)
      expect(pageWith(query, page, incident)).toBeNull();
  });

  it('shows the beginning of what the server lists then, whatever has changed in which order', async () => {
    const changes = fc.array(fc.tuple(fc.nat(79), aState), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(
        aQuery,
        fc.integer({ min: 1, max: 30 }),
        changes,
        async (given, Limit, acts) => {
          const query = { ...queryOf(given), Limit, Offset: 0 };
          let page = await list(query);
          for (const [at, state] of acts) {
            const before = stored[at] as Incident;
            const document = documentOf(state, {
              _id: before.id,
              createdAt: new Date(before.createdAt ?? ''),
              lastUpdatedAt: new Date(Date.parse(before.lastUpdatedAt) + 1000),
            });
            await incidentsOf(server.app.world).replaceOne({ _id: before.id }, document);
            const { body } = await server.api.get(`/incident/search/${before.id}`);
            stored[at] = body as Incident;
            const next = pageWith(query, page, stored[at]);
            if (next === null) throw new Error('the page did not know');
            // Told twice, and of what is in the list also late.
            page = pageWith(query, next, stored[at]) ?? next;
            if (page.incidents.some(({ id }) => id === before.id))
              page = pageWith(query, page, before) ?? page;
          }
          const now = await list(query);
          const shown = page.incidents;
          expect(shown).toEqual(now.incidents.slice(0, shown.length));
          if (!page.hasMore) expect(shown).toHaveLength(now.incidents.length);
        },
      ),
      { numRuns: runsOf({ short: 20, long: 150 }) },
    );
  });
});
