import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  canonicaliseKeys,
  createDocumentRouter,
  createMemoryRateLimiter,
  loadDocument,
  type OperationHandler,
  type OperationRequest,
  writeProblems,
} from '../../src/http/index.ts';
import { AppError } from '../../src/kernel/index.ts';
import { words } from '../../src/sentences/index.ts';

type Caller = { key: string };
type Handlers = Record<string, OperationHandler<Caller>>;

const ok = { 200: { description: 'ok', content: { 'application/json': { schema: {} } } } };
const item = {
  type: 'object',
  required: ['displayName'],
  properties: {
    displayName: { type: 'string', minLength: 1, maxLength: 20 },
    size: { type: 'integer', minimum: 1 },
    color: { type: 'string', enum: ['red', 'green'] },
    parts: {
      type: 'array',
      maxItems: 2,
      items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } },
    },
  },
};
const body = {
  required: true,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
};
const idInPath = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };

const definition = {
  openapi: '3.0.3',
  info: { title: 'Small', version: '1' },
  servers: [{ url: '/api/small' }],
  components: { schemas: { Item: item } },
  paths: {
    '/items': {
      get: {
        operationId: 'listItems',
        parameters: [
          { name: 'Limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100 } },
          {
            name: 'Colors',
            in: 'query',
            schema: { type: 'array', items: { type: 'string', enum: ['red', 'green'] } },
          },
          { name: 'Deep', in: 'query', schema: { type: 'boolean' } },
          { name: 'Since', in: 'query', schema: { type: 'string', format: 'date-time' } },
        ],
        responses: ok,
      },
      post: { operationId: 'createItem', requestBody: body, responses: ok },
    },
    '/items/special': { get: { operationId: 'getSpecial', responses: ok } },
    '/items/{id}': {
      parameters: [idInPath],
      get: { operationId: 'getItem', responses: ok },
      put: { operationId: 'replaceItem', requestBody: body, responses: ok },
    },
    '/open': { get: { operationId: 'getOpen', responses: ok } },
    '/fault': { get: { operationId: 'getFault', responses: ok } },
    '/undeclared': {
      get: { operationId: 'getUndeclared', responses: ok },
    },
    '/stream': { get: { operationId: 'getStream', responses: ok } },
  },
};

const echo: OperationHandler<Caller> = async (
  _caller,
  { params, query, body: sent, operation },
) => ({
  status: 200,
  body: {
    operation: operation.operationId,
    params,
    query,
    ...(sent === undefined ? {} : { body: sent }),
  },
});
const handlers: Handlers = {
  listItems: echo,
  createItem: echo,
  getSpecial: echo,
  getItem: echo,
  replaceItem: echo,
  getOpen: echo,
  getFault: async () => {
    throw new Error('secret inside');
  },
  getUndeclared: async () => ({ status: 202, body: {} }),
  getStream: async () => ({
    status: 200,
    headers: { 'content-type': 'text/csv', 'cache-control': 'max-age=60' },
    text: (async function* () {
      yield 'a,b\n';
      yield '1,2\n';
    })(),
  }),
};

let dir: string;
let server: Server;
let url: string;
let seen: OperationRequest[] = [];

async function loaded(over: object = {}) {
  const file = join(dir, 'document.json');
  await writeFile(file, JSON.stringify({ ...definition, ...over }));
  return loadDocument(file);
}

const silent = pino({ level: 'silent' });
const clock = { now: () => new Date('2026-03-02T10:00:00Z'), elapsed: () => 0 };
const limits = {
  every: [{ requests: 200, seconds: 20 }],
  special: [{ requests: 1, seconds: 20 }],
};

async function routerOf(own: Handlers) {
  return createDocumentRouter<Caller>({
    document: await loaded(),
    handlers: own,
    authenticate: async ({ operationId }, { headers }) => {
      const key = headers.get('x-api-key') ?? '';
      if (!key && operationId !== 'getOpen')
        throw new AppError('unauthenticated', words('Send a key.'));
      return { key };
    },
    limits: {
      limiter: createMemoryRateLimiter(limits),
      clock,
      ofCaller: ({ key }) => (key ? { scope: 'every', key, what: words('requests') } : undefined),
      ofOperation: (_caller, { operation, params }) =>
        operation.operationId === 'replaceItem'
          ? { scope: 'special', key: params.id ?? '', what: words('changes of this item') }
          : undefined,
    },
    writeError: writeProblems(silent),
    spellBody: canonicaliseKeys,
    query: { names: 'any-case', unknown: 'ignore' },
    checkAnswers: true,
  });
}

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  const web = express();
  const recording = Object.fromEntries(
    Object.entries(handlers).map(([id, handler]) => [
      id,
      async (caller: Caller, request: OperationRequest) => {
        seen.push(request);
        return handler(caller, request);
      },
    ]),
  );
  web.use('/api/small', await routerOf(recording));
  server = web.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/small`;
});
beforeEach(() => {
  seen = [];
});
afterAll(async () => {
  server.close();
  await rm(dir, { recursive: true, force: true });
});

async function call(method: string, path: string, sent?: unknown, headers: object = {}) {
  const response = await fetch(url + path, {
    method,
    headers: { 'x-api-key': 'k', 'content-type': 'application/json', ...headers },
    ...(sent === undefined ? {} : { body: typeof sent === 'string' ? sent : JSON.stringify(sent) }),
  });
  const text = await response.text();
  const parsed = text.startsWith('{') ? JSON.parse(text) : {};
  return { status: response.status, headers: response.headers, text, body: parsed };
}

describe('routes', () => {
  it('literal paths win over parameters', async () => {
    expect((await call('GET', '/items/special')).body.operation).toBe('getSpecial');
    expect((await call('GET', '/items/other')).body).toMatchObject({
      operation: 'getItem',
      params: { id: 'other' },
    });
  });

  it.each([
    ['DELETE', '/items', 'GET, POST'],
    ['PATCH', '/items/1', 'GET, PUT'],
    ['POST', '/items/special', 'GET'],
  ])('%s %s is 405 and tells what is allowed', async (method, path, allow) => {
    const { status, headers, body: problem } = await call(method, path);
    expect([status, headers.get('allow'), problem.code]).toEqual([
      405,
      allow,
      'method-not-allowed',
    ]);
  });

  it.each(['/nothing', '/Items', '/items/1/2', '/'])('%s is 404 as a problem', async (path) => {
    const { status, headers } = await call('GET', path);
    expect(status).toBe(404);
    expect(headers.get('content-type')).toContain('application/problem+json');
  });

  it('a path that cannot be decoded is 404, not our fault', async () => {
    expect((await call('GET', '/items/%zz')).status).toBe(404);
  });

  it('a parameter is decoded once', async () => {
    expect((await call('GET', '/items/a%2Fb%2520c')).body.params).toEqual({ id: 'a/b%20c' });
  });
});

describe('who calls', () => {
  it('is asked before anything of the request is looked at', async () => {
    const { status } = await call('POST', '/items', '{broken', { 'x-api-key': '' });
    expect(status).toBe(401);
    expect(seen).toEqual([]);
  });

  it('is nobody where no key is needed', async () => {
    expect((await call('GET', '/open', undefined, { 'x-api-key': '' })).status).toBe(200);
  });

  it('each key has its own limit, told in headers', async () => {
    const key = { 'x-api-key': 'greedy' };
    for (let n = 0; n < 200; n += 1)
      expect((await call('GET', '/items/special', undefined, key)).status).toBe(200);
    const refused = await call('GET', '/items/special', undefined, key);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('20');
    expect(refused.headers.get('ratelimit-policy')).toBe('200;w=20');
    expect((await call('GET', '/items/special')).status).toBe(200);
  });

  it('an operation counts what is valid, by what the surface says', async () => {
    const put = (id: string, sent: object) => call('PUT', `/items/${id}`, sent);
    expect((await put('a', {})).status).toBe(400);
    const first = await put('a', { displayName: 'A' });
    expect([first.status, first.headers.get('ratelimit-policy')]).toEqual([200, '200;w=20']);
    const { status, headers, body: problem } = await put('a', { displayName: 'A' });
    expect([status, headers.get('ratelimit-policy')]).toEqual([429, '1;w=20']);
    expect(problem.detail).toBe('More than 1 changes of this item; try again in 20 s.');
    expect((await put('b', { displayName: 'A' })).status).toBe(200);
  });
});

describe('bodies', () => {
  it('arrive in the spelling of the document, without what it does not know', async () => {
    await call('POST', '/items', { DISPLAYNAME: 'A', Parts: [{ NAME: 'x', y: 1 }], nonsense: 1 });
    expect(seen[0]?.body).toEqual({ displayName: 'A', parts: [{ name: 'x' }] });
  });

  it.each([
    [{}, { displayName: ['is required'] }],
    [{ displayName: 'A', size: '5' }, { size: expect.anything() }],
    [{ displayName: 'A', size: 0 }, { size: expect.anything() }],
    [{ displayName: 'A', color: 'blue' }, { color: ['Values must be one of red,green'] }],
    [{ displayName: 'A', parts: [{ name: 'x' }, {}] }, { 'parts[1].name': ['is required'] }],
    [
      { size: 0, color: 'blue' },
      { displayName: expect.anything(), size: expect.anything(), color: expect.anything() },
    ],
  ])('%j is refused, each mistake by its field', async (sent, errors) => {
    const { status, body: problem } = await call('POST', '/items', sent);
    expect(status).toBe(400);
    expect(problem.errors).toEqual(errors);
    expect(seen).toEqual([]);
  });

  it.each(['[]', '"text"', '5', 'null', ''])('%j is no object: 400', async (sent) => {
    expect((await call('POST', '/items', sent)).status).toBe(400);
  });

  it('none, where one is required, is 400 whatever headers say so', async () => {
    for (const method of ['POST', 'PUT'])
      for (const headers of [{}, { 'content-type': 'text/plain' }]) {
        const answer = await call(method, method === 'POST' ? '/items' : '/items/1', '', headers);
        expect([answer.status, answer.body.errors]).toEqual([
          400,
          { body: ['must be a JSON object'] },
        ]);
      }
    expect(seen).toEqual([]);
  });

  it('may be written in another encoding of Unicode, in no other', async () => {
    const utf16 = Buffer.from('{"displayName":"Ä"}', 'utf16le');
    const type = (charset: string) => ({
      method: 'POST',
      headers: { 'x-api-key': 'k', 'content-type': `application/json; charset=${charset}` },
      body: utf16,
    });
    expect((await fetch(`${url}/items`, type('utf-16le'))).status).toBe(200);
    expect(seen[0]?.body).toEqual({ displayName: 'Ä' });
    for (const charset of ['latin1', 'utf-99', 'utf'])
      expect((await fetch(`${url}/items`, type(charset))).status).toBe(415);
  });

  it('what is no JSON is 400, another type 415, too large 413', async () => {
    expect((await call('POST', '/items', '{broken')).body.code).toBe('malformed-body');
    const xml = await call('POST', '/items', '<a/>', { 'content-type': 'text/xml' });
    expect(xml.status).toBe(415);
    const large = JSON.stringify({ displayName: 'x'.repeat(5 * 1024 * 1024) });
    expect((await call('POST', '/items', large)).status).toBe(413);
  });

  it('a GET with the content type of a body and none is fine', async () => {
    expect((await call('GET', '/items')).status).toBe(200);
  });
});

describe('queries', () => {
  it('are read without regard to case, coerced, and unknown ones ignored', async () => {
    const { body: answer } = await call(
      'GET',
      '/items?limit=5&COLORS=red&colors=green&deep=true&x=1',
    );
    expect(answer.query).toEqual({ Limit: 5, Colors: ['red', 'green'], Deep: true });
  });

  it('one value of a list is a list', async () => {
    expect((await call('GET', '/items?Colors=red')).body.query).toEqual({ Colors: ['red'] });
    expect((await call('GET', '/items?Colors[0]=red&Colors[]=green')).body.query).toEqual({
      Colors: ['red', 'green'],
    });
  });

  it.each(['Limit=0', 'Limit=101', 'Limit=five', 'Colors=blue', 'Deep=perhaps'])(
    '%s is 400',
    async (query) => {
      const { status, body: problem } = await call('GET', `/items?${query}`);
      expect(status).toBe(400);
      expect(Object.keys(problem.errors)[0]).toContain(query.split('=')[0]);
    },
  );

  it.each(['2026-03-02T10:00:00Z', '2026-03-02t10:00:00.123456789z', '2024-02-29T23:59:59+14:00'])(
    '%s is a date and time',
    async (moment) => {
      const { body: answer } = await call('GET', `/items?Since=${encodeURIComponent(moment)}`);
      expect(answer.query).toEqual({ Since: moment });
    },
  );

  it.each([
    '2026-13-45T99:99:99Z',
    '2026-02-29T10:00:00Z',
    '2026-03-02T24:61:00Z',
    '2026-03-02T24:00:00Z',
    '2026-12-31T23:59:60Z',
    '2026-12-31T23:59:60.5+00:00',
    '2026-03-02T10:00:00+25:00',
    '2026-03-02T10:00:00',
    '2026-03-02',
    'now',
    '',
  ])('%s is none', async (moment) => {
    const answer = await call('GET', `/items?Since=${encodeURIComponent(moment)}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual({ Since: ['is not an existing date and time'] });
  });

  it('__proto__ is just an unknown name', async () => {
    expect((await call('GET', '/items?__proto__=1&constructor=2')).body.query).toEqual({});
  });
});

describe('answers', () => {
  it('of a fault say nothing of it', async () => {
    const { status, text, body: problem } = await call('GET', '/fault');
    expect(status).toBe(500);
    expect(text).not.toContain('secret');
    expect(problem.traceId).toEqual(expect.any(String));
  });

  it('that the document does not declare fail the request where answers are checked', async () => {
    expect((await call('GET', '/undeclared')).status).toBe(500);
  });

  it.each(['/items', '/fault', '/nothing/at/all', '/items/%zz'])(
    'of %s are kept by nobody and taken for nothing else',
    async (path) => {
      const { headers } = await call('GET', path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('may say themselves for how long they are kept', async () => {
    const { headers } = await call('GET', '/stream');
    expect(headers.get('cache-control')).toBe('max-age=60');
  });

  it('may be streamed', async () => {
    const { text, headers } = await call('GET', '/stream');
    expect(text).toBe('a,b\n1,2\n');
    expect(headers.get('content-type')).toContain('text/csv');
  });
});

describe('the document', () => {
  it('and the handlers must agree', async () => {
    const { getOpen: _, ...missing } = handlers;
    await expect(routerOf(missing)).rejects.toThrow(/Without a handler: getOpen/);
    await expect(routerOf({ ...handlers, extra: echo })).rejects.toThrow(
      /Without an operation: extra/,
    );
  });

  it.each([
    ['no operationId', { get: { responses: {} } }, 'operationId'],
    ['a reference to nothing', { get: { $ref: '#/components/nothing' } }, 'points at nothing'],
    ['a reference to another file', { get: { $ref: 'other.yaml#/x' } }, 'not bundled'],
  ])('with %s does not start', async (_name, path, message) => {
    await expect(loaded({ paths: { '/x': path } })).rejects.toThrow(message);
  });

  it('must not take bodies that nobody reads', async () => {
    const content = { 'text/xml': { schema: {} } };
    const post = { operationId: 'x', requestBody: { content }, responses: ok };
    const document = await loaded({ paths: { '/x': { post } } });
    expect(() =>
      createDocumentRouter<null>({
        document,
        handlers: { x: async () => ({ status: 200 }) },
        authenticate: async () => null,
        writeError: writeProblems(silent),
      }),
    ).toThrow(/x has no body format/);
  });
});
