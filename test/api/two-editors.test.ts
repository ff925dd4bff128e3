import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { type Fixtures, makeFixtures, makeMoreFixtures } from '../support/fixtures.ts';
import { type DocumentedOperation, documentedOperations } from '../support/operations.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { workingRequest } from '../support/working-requests.ts';

let t: TestApp;
let fixtures: Fixtures;
let other: ApiClient;

beforeAll(async () => {
  t = await sharedTestApp();
  fixtures = await makeFixtures(t);
  fixtures = { ...fixtures, ...(await makeMoreFixtures(t, fixtures)) };
  const key = await t.api.post('/api-key', { displayName: 'The other', kind: 'organization' });
  other = t.as(String(key.body.key));
});

const operations = documentedOperations();
const takesTag = ({ parameters }: DocumentedOperation) =>
  parameters.some(({ name }) => name === 'If-Match');
const changing = operations.filter(takesTag);
const replacing = changing.filter(({ method }) => method !== 'DELETE');
// The document names parents first.
const deleting = changing.filter(({ method }) => method === 'DELETE').toReversed();

/** Where the object of a change is read. */
function readAddress(operation: DocumentedOperation): string {
  const path = operation.path === '/incident/{id}' ? '/incident/search/{id}' : operation.path;
  const read = operations.find((one) => one.method === 'GET' && one.path === path);
  if (!read) throw new Error(`${operation.operationId} changes what nobody can read`);
  const { address } = workingRequest(operation, fixtures);
  return path === operation.path ? address : address.replace('/incident/', '/incident/search/');
}

async function read(operation: DocumentedOperation) {
  const answer = await t.api.get(readAddress(operation));
  expect(answer.status, `${operation.operationId}: ${answer.text}`).toBe(200);
  return { text: answer.text, tag: String(answer.headers.get('etag')) };
}

function change(operation: DocumentedOperation, tag?: string, api = t.api) {
  const { method, address, body } = workingRequest(operation, fixtures);
  return api.call(method, address, body, tag === undefined ? {} : { 'if-match': tag });
}

/** Somebody else changes the object, if anybody can. */
async function changeByOther(operation: DocumentedOperation): Promise<void> {
  const path = operation.path.replace('/settings', '');
  const by = replacing.find((one) => one.path === operation.path || one.path === path);
  if (!by) return;
  const { status, text } = await change(by, undefined, other);
  expect(status, `${by.operationId}: ${text}`).toBe(200);
}

it('every PUT, PATCH and DELETE of an object that can be read takes its tag', () => {
  const readable = operations.filter(
    ({ method, path }) =>
      ['PUT', 'PATCH', 'DELETE'].includes(method) &&
      operations.some((one) => one.method === 'GET' && one.path === path),
  );
  expect(readable.filter((one) => !takesTag(one)).map(({ operationId }) => operationId)).toEqual(
    [],
  );
  expect(replacing.length).toBeGreaterThan(15);
  expect(deleting.length).toBeGreaterThan(18);
});

describe('of two editors of one object', () => {
  it.each(replacing.map((one) => [one.operationId, one] as const))(
    'the second is refused, told who was first, and undoes nothing: %s',
    async (_, operation) => {
      const seen = await read(operation);
      await changeByOther(operation);
      const first = await read(operation);
      expect(first.tag).not.toBe(seen.tag);
      const refused = await change(operation, seen.tag);
      expect(refused.status, refused.text).toBe(412);
      expect(refused.body).toMatchObject({
        code: 'changed-meanwhile',
        changedBy: 'The other',
        changedAt: expect.stringMatching(/^\d{4}-/),
      });
      expect(await read(operation)).toEqual(first);
      const again = await change(operation, first.tag);
      expect(again.status, again.text).toBe(200);
      // What the answer shows may be changed next, without reading it again; proxies may have made its tag weak.
      const next = await change(operation, `W/${again.headers.get('etag')}`);
      expect(next.status, next.text).toBe(200);
    },
  );

  it.each(replacing.map((one) => [one.operationId, one] as const))(
    'at the same moment one wins and nobody else is told that they did: %s',
    async (_, operation) => {
      const { tag } = await read(operation);
      const answers = await Promise.all([1, 2, 3].map(() => change(operation, tag)));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412, 412]);
    },
  );

  it.each(deleting.map((one) => [one.operationId, one] as const))(
    'nobody deletes what they have not seen: %s',
    async (_, operation) => {
      const seen = await read(operation);
      await changeByOther(operation);
      const now = await read(operation);
      // Some objects nobody can change; one that is not there has been seen by nobody.
      const stale = now.tag === seen.tag ? '"0.another"' : seen.tag;
      const refused = await change(operation, stale);
      expect(refused.status, refused.text).toBe(412);
      expect(await read(operation)).toEqual(now);
      const done = await change(operation, now.tag);
      expect(done.status, done.text).toBe(200);
    },
  );
});

it('a tag that is none of an object matches nothing, and * matches anything', async () => {
  const id = await t.api.make('/team', { displayName: 'Tagged' });
  const put = (tag: string) => t.api.put(`/team/${id}`, { displayName: 'x' }, { 'if-match': tag });
  for (const tag of ['x', '"x"', '"1e3.x"', '"-1.x"', '1.x'])
    expect((await put(tag)).status, tag).toBe(412);
  expect((await put('*')).status).toBe(200);
  const none = await t.api.post('/team', { displayName: 'x' }, { 'if-match': '"1.x"' });
  expect(none.status).toBe(412);
});

it('a sub-organization that is changed while it is being deleted is deleted as it was seen, or not at all', async () => {
  const outcomes: string[] = [];
  for (let round = 1; round <= 10; round += 1) {
    const id = await t.api.make('/organizations', { displayName: `Passing ${round}` });
    const address = `/organizations/${id}`;
    const { headers, body } = await t.api.get(address);
    const [gone, changed] = await Promise.all([
      t.api.call('DELETE', address, undefined, { 'if-match': String(headers.get('etag')) }),
      t.api.put(address, { ...body, displayName: `Staying ${round}` }),
    ]);
    outcomes.push(`${gone.status} ${changed.status}`);
    expect((await t.api.get(address)).status).toBe(changed.status);
  }
  // Deleted, and the change finds nothing; or changed, and nothing is deleted that nobody has seen.
  expect(outcomes.filter((one) => one !== '200 404' && one !== '412 200')).toEqual([]);
});
