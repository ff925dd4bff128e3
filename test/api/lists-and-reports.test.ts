import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let t: TestApp;
let teams: string[];
const severities = ['Minor', 'Warning', 'Critical'] as const;
const statuses = ['Open', 'Resolved'] as const;

const incident = fc.record({
  severity: fc.constantFrom(...severities),
  team: fc.nat(1),
  snoozed: fc.boolean(),
  resolved: fc.boolean(),
  archived: fc.boolean(),
});

beforeAll(async () => {
  t = await sharedTestApp();
  teams = [];
  for (const displayName of ['One', 'Two']) teams.push(await t.api.make('/team', { displayName }));
  const until = new Date(t.clock.now().getTime() + 8 * 3600_000).toISOString();
  for (const given of fc.sample(incident, { numRuns: 60, seed: 7 })) {
    const id = await t.api.make('/incident', {
      title: 'Something is wrong',
      status: 'Open',
      severity: given.severity,
      teamIds: [teams[given.team]],
    });
    const act = async (intent: string, intentOptions?: object) => {
      const appendIntent = { intent, ...(intentOptions ? { intentOptions } : {}) };
      const { status, text } = await t.api.patch(`/incident/${id}`, {
        operations: { appendIntent },
      });
      expect(status, text).toBe(200);
    };
    if (given.snoozed) await act('Snoozed', { snoozingOptions: { snoozedUntil: until } });
    if (given.resolved) await act('Resolved');
    if (given.archived) await act('Archived');
  }
});

interface List {
  incidents: { id: string; isArchived: boolean; snoozed: object | null }[];
  leftOut: { snoozed: number; archived: number } | null;
}

async function list(query: string): Promise<List> {
  const answer = await t.api.get(`/incident/search/list?Limit=100&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as unknown as List;
}

async function reported(query: string): Promise<number> {
  const day = t.clock.now().toISOString().slice(0, 10);
  const answer = await t.api.get(`/incident-report?From=${day}&Until=${day}&${query}`);
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { figures: { total: { value: number } } }).figures.total.value;
}

const queryOf = (filter: Record<string, readonly string[]>) =>
  Object.entries(filter)
    .flatMap(([name, values]) => values.map((value) => `${name}=${value}`))
    .join('&');

/** Every choice of statuses, severities and teams. */
const filters = [[], ['Open'], ['Resolved'], [...statuses]].flatMap((Statuses) =>
  [[], ['Minor'], ['Warning', 'Critical']].flatMap((Severities) =>
    [[], [0], [0, 1]].map((places) => () => ({
      Statuses,
      Severities,
      TeamIds: places.map((place) => teams[place] ?? ''),
    })),
  ),
);

it('what a list shows and what it says that it leaves out are what the report of the same filter counts', async () => {
  for (const make of filters) {
    const filter = make();
    const query = queryOf(filter);
    const shown = await list(query);
    const total = await reported(query);
    const { snoozed = 0, archived = 0 } = shown.leftOut ?? {};
    expect(shown.incidents.length + snoozed + archived, query).toBe(total);
    const all = await Promise.all(
      [false, true].map((isArchived) =>
        list(`${query}&IsArchived=${isArchived}&IncludeSnoozed=true`),
      ),
    );
    expect(all.flatMap(({ incidents }) => incidents).length, query).toBe(total);
    expect(
      all.map(({ leftOut }) => leftOut?.snoozed),
      query,
    ).toEqual([0, 0]);
    // What was counted is what asking for it shows.
    expect((await list(`${query}&OnlySnoozed=true`)).incidents.length, query).toBe(snoozed);
    expect((await list(`${query}&IsArchived=true&IncludeSnoozed=true`)).incidents.length).toBe(
      archived,
    );
    if (filter.Statuses.join() === 'Resolved') expect(snoozed, query).toBe(0);
  }
});

it('some of what is resolved was snoozed, and is shown all the same', async () => {
  const { incidents } = await list('Statuses=Resolved');
  expect(incidents.some(({ snoozed }) => snoozed !== null)).toBe(true);
  const open = await list('Statuses=Open');
  expect(open.leftOut?.snoozed).toBeGreaterThan(0);
  expect(open.leftOut?.archived).toBeGreaterThan(0);
});

it('a later page and a search for words do not say what they leave out', async () => {
  expect((await list('Offset=1')).leftOut).toBeNull();
  expect((await list('SearchTerm=wrong')).leftOut).toBeNull();
});
