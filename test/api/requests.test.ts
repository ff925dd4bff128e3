import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { dereference, type OpenApiDocument, operationsOf } from '../../generate/document.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { bodyFor, type Fixtures, idsFor, makeFixtures } from '../support/fixtures.ts';
import { makePerson } from '../support/keys.ts';
import { addressOf, documentedOperations } from '../support/operations.ts';
import { sharedTestApp } from '../support/shared-app.ts';

const document = JSON.parse(
  readFileSync('openapi/bundled/public-v1.json', 'utf8'),
) as OpenApiDocument;
const documented = new Map(
  documentedOperations().map((operation) => [operation.operationId, operation]),
);
const located = operationsOf(document).flatMap(({ operation, shared }) => {
  const known = documented.get(operation.operationId);
  return known ? [{ operation, shared, known }] : [];
});

let server: TestApp;
let fixtures: Fixtures;
/** Of a person who may do everything. */
let personal: ApiClient;
beforeAll(async () => {
  server = await sharedTestApp();
  fixtures = await makeFixtures(server);
  personal = (await makePerson(server, { organizationRole: 'Owner' })).api;
});

describe('an empty body, where one is required, is 400 and changes nothing', () => {
  const required = located.filter(
    ({ operation }) =>
      operation.requestBody && dereference(document, operation.requestBody).required,
  );

  it('is tried on most operations that change something', () => {
    expect(required.length).toBeGreaterThanOrEqual(40);
  });

  it.each(required.map(({ known }) => [known.operationId, known] as const))(
    '%s',
    async (_id, known) => {
      const address = addressOf(known, idsFor(known, fixtures));
      const headers: Record<string, string>[] = [{}, { 'content-type': 'text/plain' }];
      const isForm = known.bodies.some(({ mediaType }) => mediaType === 'multipart/form-data');
      const expected = isForm ? 'must be a form with a file named file' : 'must be a JSON object';
      const api = known.keyKinds?.includes('organization') === false ? personal : server.api;
      for (const given of headers) {
        const { status, body } = await api.call(known.method, address, undefined, given);
        expect([status, body.errors]).toEqual([400, { body: [expected] }]);
      }
    },
  );

  it('the settings of an organization, for example', async () => {
    const path = `/organizations/${server.organizationId}/settings`;
    await server.api.put(path, { auditRetentionDays: 400 });
    expect((await server.api.put(path)).status).toBe(400);
    expect((await server.api.get(path)).body.auditRetentionDays).toBe(400);
  });
});

describe('a date and time that no calendar has is 400', () => {
  const moments = located.flatMap(({ operation, shared, known }) =>
    [...shared, ...(operation.parameters ?? [])]
      .map((parameter) => dereference(document, parameter))
      .filter(({ schema }) => dereference(document, schema).format === 'date-time')
      .map(({ name }) => [known.operationId, name, known] as const),
  );

  it('is tried on every parameter that takes a date and time', () => {
    const patterns = located.flatMap(({ operation, shared }) =>
      [...shared, ...(operation.parameters ?? [])].filter((parameter) => {
        const { schema } = dereference(document, parameter);
        return dereference(document, schema).pattern?.includes('[Tt]');
      }),
    );
    expect(moments.length).toBe(patterns.length);
    expect(moments.length).toBeGreaterThan(15);
  });

  it.each(moments)('%s: %s', async (_id, name, known) => {
    const address = addressOf(known, idsFor(known, fixtures));
    for (const moment of [
      '2026-13-45T99:99:99Z',
      '2026-02-30T10:00:00Z',
      '2026-03-02T24:61:00Z',
      '2026-03-02T23:59:60Z',
      '2437-16-14t18:11:92Z',
    ]) {
      const separator = address.includes('?') ? '&' : '?';
      const query = `${separator}${name}=${encodeURIComponent(moment)}`;
      const answer = await server.api.call(
        known.method,
        `${address}${query}`,
        bodyFor(known, fixtures),
      );
      expect(answer.status, moment).toBe(400);
      expect(answer.body.errors, moment).toEqual({
        [name]: ['is not an existing date and time'],
      });
    }
  });
});

describe('a body of more than 1 MB', () => {
  const large = 'x'.repeat(2 * 1024 * 1024);

  it('is 413, because reading it holds up all others', async () => {
    const { status, body } = await server.api.post('/team', { displayName: large });
    expect([status, body.status]).toEqual([413, 413]);
  });

  it('is taken by a dry run, up to what a tool may send', async () => {
    const path = '/inbound-integration-mapping/evaluate';
    const { status, text } = await server.api.post(path, { payload: { rawBody: large } });
    expect(status, text.slice(0, 500)).toBe(200);
  });
});

describe('a body of more than 10,000 values', () => {
  const values = Array(10_001).fill(1);

  it('is 413, because each of them may be wrong and everybody waits until all are named', async () => {
    const { status, body } = await server.api.post('/team', { labels: values });
    expect([status, body.detail]).toEqual([413, expect.stringContaining('10000 values')]);
  });

  it('is taken by a dry run as a payload, whatever its size, and not as a mapping', async () => {
    const path = '/inbound-integration-mapping/evaluate';
    for (const many of [values, Array(70_000).fill(1)]) {
      const payload = { jsonBody: many };
      expect((await server.api.post(path, { payload })).status).toBe(200);
      const attributesMapping = { attributes: many };
      expect((await server.api.post(path, { payload, attributesMapping })).status).toBe(413);
    }
  });
});

describe('answers', () => {
  it('are kept by nobody, whatever they are', async () => {
    const markdown = `/incident/search/${fixtures.incident}/markdown`;
    for (const path of ['/auth/me', '/team/nothing', markdown, '/timezone']) {
      const { headers } = await server.api.get(path);
      expect(headers.get('cache-control'), path).toBe('no-store');
      expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    }
  });
});
