import { afterAll, beforeAll, expect, it } from 'vitest';
import { safeAnswer } from '../../../src/surfaces/mcp/safe-answer.ts';
import { agentUseOf, loadPublicApi } from '../../../src/surfaces/public-api/index.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { type Fixtures, makeFixtures, makeMoreFixtures } from '../../support/fixtures.ts';
import { makeKey, makeOrganization, makePerson } from '../../support/keys.ts';
import { callTool } from '../../support/mcp.ts';
import { documentedOperations } from '../../support/operations.ts';
import { isWhole } from '../../support/runs.ts';
import { workingRequest } from '../../support/working-requests.ts';

const document = await loadPublicApi(
  new URL('../../../openapi/bundled/public-v1.json', import.meta.url),
);
const byId = new Map(document.operations.map((one) => [one.operationId, one]));
const reads = documentedOperations().filter(({ operationId }) => {
  const operation = byId.get(operationId);
  return operation && agentUseOf(operation) === 'read';
});

let server: TestApp;
let fixtures: Fixtures;
beforeAll(async () => {
  server = await startTestApp();
  fixtures = await makeFixtures(server);
  fixtures = { ...fixtures, ...(await makeMoreFixtures(server, fixtures)) };
});
afterAll(() => server?.stop());

/** Keys by what they are; each may do something else. */
const callers: Record<string, () => Promise<string>> = {
  everything: async () => server.key,
  'some scopes of one team': () =>
    makeKey(server, {
      teamIds: [fixtures.team ?? ''],
      scopes: ['incidents', 'teams', 'on-call'].map((resource) => ({
        resource,
        permissions: ['get', 'list'],
      })),
    }),
  'a person without a role': async () => (await makePerson(server, {})).key,
  'another organization': async () => (await makeOrganization(server)).key,
};

it('has enough to compare', () => {
  expect(reads.length).toBeGreaterThan(100);
});

/** Law: what an agent is answered is what the API answers to the same key. */
it.each(Object.keys(callers))('answers what the API answers: %s', async (name) => {
  const key = (await callers[name]?.()) ?? '';
  const differences: string[] = [];
  const statuses = new Set<number>();
  const moving: string[] = [];
  for (const operation of oneOf(name === 'everything' ? 2 : 6, reads)) {
    const { operationId } = operation;
    const { method, address, body } = workingRequest(operation, fixtures);
    const url = new URL(`${server.app.url}/api/public/v1${address}`);
    if (operation.parameters.some((one) => one.name === 'Limit'))
      if (!url.searchParams.has('Limit')) url.searchParams.set('Limit', '10');
    const askApi = async () => {
      const answer = await fetch(url, {
        method,
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, said: (await answer.json()) as unknown };
    };
    const direct = await askApi();
    const through = await callTool(server, key, 'call_operation', {
      operation: operationId,
      arguments: { ...argumentsOf(operation.path, url), ...body },
    });
    statuses.add(direct.status);
    const text = through.content[0]?.text ?? '';
    if (direct.status === 200) {
      const schema = byId.get(operationId)?.responses[200]?.content?.['application/json']?.schema;
      const { value, cut } = safeAnswer(direct.said, schema);
      const expected = cut ? { ...(value as object), cut: true } : value;
      if (sameJson(through.structuredContent, expected)) continue;
      // Some answers are never the same twice.
      if (sameJson((await askApi()).said, direct.said)) differences.push(`${operationId}: ${text}`);
      else moving.push(operationId);
    } else if (!through.isError || !new RegExp(`${direct.status}|no such operation`).test(text))
      differences.push(`${operationId} is ${direct.status}: ${text}`);
  }
  expect(differences).toEqual([]);
  expect(moving.length).toBeLessThan(4);
  expect([...statuses].some((status) => status !== 200)).toBe(name !== 'everything');
});

/** On a desk one of so many, in long runs all. */
function oneOf<Item>(many: number, items: readonly Item[]): Item[] {
  return items.filter((_, at) => isWhole || at % many === 0);
}

function argumentsOf(path: string, url: URL): Record<string, unknown> {
  const given = url.pathname.replace('/api/public/v1', '').split('/');
  const ofPath = path
    .split('/')
    .flatMap((part, at) =>
      part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(given[at] ?? '')]] : [],
    );
  return { ...Object.fromEntries(ofPath), ...Object.fromEntries(url.searchParams) };
}

/** How long something took differs from time to time. */
function sameJson(one: unknown, other: unknown): boolean {
  const still = (value: unknown) =>
    JSON.stringify(value, (name, member) => (/microseconds/i.test(name) ? 0 : member));
  return still(one) === still(other);
}
