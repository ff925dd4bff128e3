import { Ajv } from 'ajv';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { safeAnswer } from '../../../src/surfaces/mcp/safe-answer.ts';
import { agentUseOf, loadPublicApi } from '../../../src/surfaces/public-api/index.ts';
import type { Caller } from '../../security/caller.ts';
import {
  keyWithoutPlan,
  makeNeighbour,
  organization,
  people,
  scopedKeys,
  strangers,
  teamKey,
  weakSessions,
} from '../../security/callers.ts';
import type { TestApp } from '../../support/app.ts';
import { type Fixtures, makeFixtures, makeMoreFixtures } from '../../support/fixtures.ts';
import { makeKey, makePerson } from '../../support/keys.ts';
import { callTool, type ToolAnswer } from '../../support/mcp.ts';
import { type DocumentedOperation, documentedOperations } from '../../support/operations.ts';
import { firstSeed, isWhole } from '../../support/runs.ts';
import { sharedTestApp } from '../../support/shared-app.ts';
import { alert } from '../../support/webhook.ts';
import { workingRequest } from '../../support/working-requests.ts';

const document = await loadPublicApi(
  new URL('../../../openapi/bundled/public-v1.json', import.meta.url),
);
const byId = new Map(document.operations.map((one) => [one.operationId, one]));
const useOf = ({ operationId }: DocumentedOperation) => {
  const operation = byId.get(operationId);
  return operation ? agentUseOf(operation) : 'never';
};
const operations = documentedOperations();
const reads = operations.filter((one) => useOf(one) === 'read');
/** Written by somebody outside, at every place where an alert leaves one. */
const foreign = `Written outside ${'x'.repeat(3000)}`;

let server: TestApp;
let fixtures: Fixtures;
beforeAll(async () => {
  server = await sharedTestApp();
  fixtures = await makeFixtures(server);
  fixtures = { ...fixtures, ...(await makeMoreFixtures(server, fixtures)) };
  fixtures = { ...fixtures, incident: await foreignIncident(fixtures) };
});

async function foreignIncident(of: Fixtures): Promise<string> {
  const { api } = server;
  const id = await api.make('/inbound-integration', {
    displayName: 'Outside',
    teamId: of.team,
    type: 'Webhook',
  });
  const fixed = { Status: 'Open', Severity: 'Minor' };
  const attributes = [
    ...Object.entries(fixed).map(([name, value]) => ({ name, mappings: [{ static: value }] })),
    ...['Title', 'Place'].map((name) => ({ name, mappings: [{ jsonPath: '$.jsonBody.text' }] })),
  ];
  await api.make(`/inbound-integration/${id}/mapping`, { attributesMapping: { attributes } });
  const { body } = await alert(server, id, { text: foreign });
  const incident = String(body.incidentId);
  const said = { appendIntent: { intent: 'Commented', message: foreign } };
  await api.patch(`/incident/${incident}`, { operations: said });
  return incident;
}

const isChecked = new Ajv({ strict: false, validateFormats: false });

interface Said {
  status: number;
  value: unknown;
}

/** What the API answers, and what `/mcp` answers to the same caller. */
async function bothAnswers(headers: Record<string, string>, operation: DocumentedOperation) {
  const { method, address, body } = workingRequest(operation, fixtures);
  const url = new URL(`${server.app.url}${operation.basePath}${address}`);
  if (operation.parameters.some((one) => one.name === 'Limit') && !url.searchParams.has('Limit'))
    url.searchParams.set('Limit', '10');
  const askApi = async (): Promise<Said> => {
    const answer = await fetch(url, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, value: await answer.json() };
  };
  const given = { ...argumentsOf(operation, url), ...body };
  // A tool of its own and the one that calls any are the same.
  const tool = byId.get(operation.operationId)?.tool?.name;
  const asked = async () =>
    tool !== undefined && operation.operationId.length % 2 === 0
      ? callTool(server, headers, tool, given)
      : callTool(server, headers, 'call_operation', {
          operation: operation.operationId,
          arguments: given,
        });
  const through = await asked().catch((error: Error) => error);
  return { askApi, through };
}

/** Whoever has no key of an organization that may use the API gets no answer of the protocol. */
function isKnown(caller: Caller, headers: Record<string, string>): boolean {
  // No session is taken, whatever it may do in the console.
  if ('cookie' in headers) return false;
  const [asWhom] = operations.filter(({ operationId }) => operationId === 'getAuthMe');
  return asWhom !== undefined && ['admitted', 'shown'].includes(caller.expects(asWhom));
}

/** What differs, or null. */
async function difference(caller: Caller, operation: DocumentedOperation): Promise<string | null> {
  const { operationId } = operation;
  const url = `${server.app.url}${operation.basePath}${operation.path}`;
  const headers = caller.headers({ operation, url, body: '' });
  const { askApi, through } = await bothAnswers(headers, operation);
  const complain = (what: string) => `${operationId} by ${caller.name}: ${what}`;
  if (through instanceof Error) {
    const isRight = !isKnown(caller, headers) && /answered 40[13]:/.test(through.message);
    return isRight ? null : complain(through.message);
  }
  const text = through.content[0]?.text ?? '';
  // No key writes by tools: asking changes nothing, and says so.
  if (useOf(operation) !== 'read')
    return through.isError && /no such|Nothing was written|may not read|status 40[34]/.test(text)
      ? null
      : complain(text);
  const direct = await askApi();
  if (direct.status !== 200)
    return through.isError && new RegExp(`status ${direct.status}|no such`).test(text)
      ? null
      : complain(`${direct.status}, but ${text}`);
  return differenceOf(operation, direct.value, through, askApi).then(
    (found) => found && complain(found),
  );
}

async function differenceOf(
  { operationId }: DocumentedOperation,
  direct: unknown,
  { structuredContent, content }: ToolAnswer,
  askAgain: () => Promise<Said>,
): Promise<string | null> {
  const schema = byId.get(operationId)?.responses[200]?.content?.['application/json']?.schema;
  const { value, cut } = safeAnswer(direct, schema);
  const stray = JSON.stringify(value).match(/Written outside x{1100,}/);
  if (stray) return 'shows a text from outside that the document does not mark';
  if (isWhole && schema && !isChecked.validate(schema, value))
    return `is not as the document says: ${isChecked.errorsText()}`;
  const expected = cut ? { ...(value as object), cut: true } : value;
  if (sameJson(structuredContent, expected)) return null;
  // Some answers are never the same twice.
  return sameJson((await askAgain()).value, direct) ? (content[0]?.text ?? '') : null;
}

/** On a desk, a few of so many pairs; in long runs all. */
function some<Item>(items: readonly Item[], many: number): Item[] {
  if (isWhole) return [...items];
  return fc.sample(fc.constantFrom(...items), { numRuns: many, seed: firstSeed });
}

type Pair = readonly [Caller, DocumentedOperation];

function pairsOf(callers: readonly Caller[], asked: readonly DocumentedOperation[]): Pair[] {
  return callers.flatMap((caller) => asked.map((operation) => [caller, operation] as const));
}

async function differencesOf(pairs: readonly Pair[]): Promise<string[]> {
  const found: string[] = [];
  for (const [caller, operation] of pairs) {
    const one = await difference(caller, operation);
    if (one) found.push(one.slice(0, 300));
  }
  return found;
}

/** Agents by what they may; the callers of the other tests have no such keys. */
async function agents(): Promise<Caller[]> {
  const { id: ownerId } = await makePerson(server, {});
  const scopes = [...new Set(reads.map(({ scope }) => scope.split(':')[0] ?? ''))].map(
    (resource) => ({ resource, permissions: ['get', 'list'] }),
  );
  const rights = { 'an agent': {}, 'an agent that reads payloads': { readsPayloads: true } };
  return Promise.all(
    Object.entries(rights).map(async ([name, more]): Promise<Caller> => {
      const agent = { ownerId, ...more };
      const key = await makeKey(server, { scopes, expiresAt: '2026-04-01T00:00:00Z', agent });
      return { name, headers: () => ({ 'x-api-key': key }), expects: () => 'admitted' };
    }),
  );
}

/** Law: what an agent is answered is what the API answers to the same caller. */
it('answers the organization and agents what the API answers them', async () => {
  expect(reads.length).toBeGreaterThan(100);
  const callers = [organization(server, fixtures), ...(await agents())];
  expect(await differencesOf(some(pairsOf(callers, reads), 30))).toEqual([]);
});

it('answers everybody what the API answers them, and nobody without a valid key', async () => {
  const another = await server.api.make('/team', { displayName: 'Another' });
  const callers = [
    ...(await strangers(server)),
    await teamKey(server, another, fixtures),
    await keyWithoutPlan(server),
    ...(isWhole ? [...(await weakSessions(server)), ...(await people(server))] : []),
    ...(isWhole ? (await makeNeighbour(server)).callers : []),
    ...(await agents()),
  ];
  const scoped = await scopedKeys(server, some(reads, 4));
  const ofScopes = scoped.flatMap((caller) => pairsOf([caller], reads.filter(caller.isFor)));
  const pairs = [...some(pairsOf(callers, operations), 30), ...some(ofScopes, 12)];
  expect(await differencesOf(pairs)).toEqual([]);
  const { body } = await server.api.get('/auditlog/list?Source=Mcp&Limit=100');
  // Reading the log leaves an entry, and so does a trial on the past.
  const written = (body.items as { action: string }[]).map(({ action }) => action);
  expect(
    written.filter((action) => !/^audit-log\.|^(replay|noise-report)\.create$/.test(action)),
  ).toEqual([]);
});

function argumentsOf({ path, basePath }: DocumentedOperation, url: URL): Record<string, unknown> {
  const given = url.pathname.replace(basePath, '').split('/');
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
