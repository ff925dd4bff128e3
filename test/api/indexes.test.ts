import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bodyFor, idsFor, makeFixtures } from '../support/fixtures.ts';
import { addressOf, documentedOperations } from '../support/operations.ts';
import { type RecordedQueries, recordQueries } from '../support/recorded-queries.ts';

let t: TestApp;
let queries: RecordedQueries;

beforeAll(async () => {
  queries = recordQueries();
  t = await startTestApp();
});
afterAll(() => t?.stop());

it('no query of any operation of the Public API scans a collection', async () => {
  const fixtures = await makeFixtures(t.api);
  const operations = documentedOperations();
  // What deletes comes last, so that the others find something.
  const order = [
    ...operations.filter(({ method }) => method !== 'DELETE'),
    ...operations.filter(({ method }) => method === 'DELETE'),
  ];
  let answered = 0;
  for (const operation of order) {
    const address = addressOf(operation, idsFor(operation, fixtures));
    const filters = operation.path.endsWith('/search/list') && !operation.query;
    const body = bodyFor(operation, fixtures);
    const { status } = await t.api.call(
      operation.method,
      filters ? `${address}?DisplayName=x&Email=x&TeamId=${fixtures.team}` : address,
      body,
    );
    expect(status, operation.operationId).toBeLessThan(500);
    if (status === 200) answered += 1;
  }
  expect(answered).toBeGreaterThan(90);
  await t.app.jobs.runAll();
  const { seen, scans } = await queries.explainAll(t);
  expect(scans).toEqual([]);
  expect(seen.size).toBeGreaterThan(60);
});
