import { createHmac } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDocumentRouter,
  createMemoryRateLimiter,
  type DocumentRouterOptions,
  formBodies,
  jsonBodiesAs,
  loadDocument,
  type OperationHandler,
  toAppError,
  type WriteError,
} from '../../src/http/index.ts';
import { AppError, problems } from '../../src/kernel/index.ts';
import { words } from '../../src/sentences/index.ts';

/** Three surfaces that have nothing in common but the router. */
const scim = 'application/scim+json';
const person = {
  type: 'object',
  required: ['userName'],
  properties: { userName: { type: 'string' }, active: { type: 'boolean' } },
};
const patch = {
  type: 'object',
  required: ['Operations'],
  properties: { Operations: { type: 'array', items: { type: 'object' } } },
};
const answersPerson = { 200: { description: 'ok', content: { [scim]: { schema: person } } } };
const scimPaths = {
  '/Users': {
    get: {
      operationId: 'listUsers',
      parameters: [{ name: 'startIndex', in: 'query', schema: { type: 'integer' } }],
      responses: { 200: { description: 'ok', content: { [scim]: { schema: {} } } } },
    },
    post: {
      operationId: 'createUser',
      requestBody: { required: true, content: { [scim]: { schema: person } } },
      responses: answersPerson,
    },
    patch: {
      operationId: 'patchUser',
      requestBody: { required: true, content: { [scim]: { schema: patch } } },
      responses: answersPerson,
    },
  },
};
const anything = { 200: { description: 'ok', content: { 'application/json': { schema: {} } } } };
const consolePaths = {
  '/session': {
    post: { operationId: 'signIn', responses: anything },
    get: { operationId: 'whoAmI', responses: anything },
  },
};
const callPaths = {
  '/calls': {
    post: {
      operationId: 'callArrived',
      parameters: [{ name: 'leg', in: 'query', schema: { type: 'integer' } }],
      requestBody: {
        required: true,
        content: {
          [formBodies.type]: {
            schema: {
              type: 'object',
              required: ['CallSid'],
              properties: { CallSid: { type: 'string', pattern: '^CA' } },
            },
          },
        },
      },
      responses: { 200: { description: 'ok', content: { 'text/xml': {} } } },
    },
  },
};

const writeScimError: WriteError = (error) => {
  const { code, message } = toAppError(error);
  const { status } = problems[code];
  const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
  return {
    status,
    headers: { 'content-type': scim },
    body: JSON.stringify({ schemas, status: String(status), detail: message }),
  };
};
const writeSpokenError: WriteError = (error) => ({
  status: problems[toAppError(error).code].status,
  headers: { 'content-type': 'text/xml' },
  body: '<Response><Say>Something is wrong.</Say></Response>',
});

let folder: string;
let server: Server;
let url: string;

async function mounted<Caller>(
  prefix: string,
  paths: object,
  options: Omit<DocumentRouterOptions<Caller>, 'document' | 'checkAnswers'>,
) {
  const file = join(folder, 'document.json');
  const info = { title: prefix, version: '1' };
  await writeFile(file, JSON.stringify({ openapi: '3.0.3', info, paths }));
  const document = await loadDocument(file);
  return express
    .Router()
    .use(prefix, createDocumentRouter<Caller>({ ...options, document, checkAnswers: true }));
}

const echo: OperationHandler<unknown> = async (_caller, { body, query }) => ({
  status: 200,
  body: body ?? query,
});

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  const web = express();
  web.use(
    await mounted<string>('/scim', scimPaths, {
      handlers: {
        listUsers: echo,
        createUser: echo,
        patchUser: async () => ({ status: 200, body: {} }),
      },
      authenticate: async (_operation, { headers }) => headers.get('authorization') ?? '',
      bodies: [jsonBodiesAs(scim)],
      answerType: scim,
      writeError: writeScimError,
    }),
  );
  web.use(
    await mounted<string | null>('/console', consolePaths, {
      handlers: {
        signIn: async () => ({
          status: 200,
          body: {},
          headers: { 'set-cookie': ['session=s1; HttpOnly', 'hint=1'] },
        }),
        whoAmI: async (session) => ({ status: 200, body: { session } }),
      },
      async authenticate({ operationId }, { headers }) {
        if (operationId === 'signIn') return null;
        const session = /(?:^|; )session=(\w+)/.exec(headers.get('cookie') ?? '')?.[1];
        if (!session)
          throw new AppError('unauthenticated', words('Sign in.'), {
            headers: { 'www-authenticate': 'Cookie' },
          });
        return session;
      },
      limits: {
        limiter: createMemoryRateLimiter({ guesses: [{ requests: 2, seconds: 60 }] }),
        clock: { now: () => new Date('2026-03-02T10:00:00Z'), elapsed: () => 0 },
        ofCaller: (session, { operationId }) =>
          operationId === 'signIn'
            ? { scope: 'guesses', key: session ?? 'nobody', what: words('attempts to sign in') }
            : undefined,
      },
      writeError: (error) => {
        const { code, message, headers } = toAppError(error);
        const body = JSON.stringify({ error: message });
        return { status: problems[code].status, headers: { ...headers }, body };
      },
    }),
  );
  web.use(
    await mounted<null>('/calls', callPaths, {
      handlers: {
        callArrived: async (_caller, { body }) => ({
          status: 200,
          text: `<Response><Say>${(body as { CallSid: string }).CallSid}</Say></Response>`,
          headers: { 'content-type': 'text/xml' },
        }),
      },
      async authenticate(_operation, { headers, url: address, rawBody }) {
        const body = (await rawBody()) ?? Buffer.alloc(0);
        if (headers.get('x-signature') !== signatureOf(address, body))
          throw new AppError('forbidden', words('The signature does not match.'));
        return null;
      },
      bodies: [formBodies],
      bodyBytesMax: 1000,
      writeError: writeSpokenError,
    }),
  );
  server = web.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

function signatureOf(address: string, body: Buffer): string {
  return createHmac('sha256', 'secret').update(address).update(body).digest('hex');
}

describe('a surface with a media type and errors of its own (SCIM)', () => {
  const send = (method: string, body: unknown, type = scim) =>
    fetch(`${url}/scim/Users`, {
      method,
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    });

  it.each([scim, `${scim}; charset=utf-8`, 'application/json'])('reads %s', async (type) => {
    const answer = await send('POST', { userName: 'anna', active: true }, type);
    expect(await answer.json()).toEqual({ userName: 'anna', active: true });
    expect(answer.headers.get('content-type')).toBe(`${scim}; charset=utf-8`);
  });

  it('does not read others', async () => {
    const answer = await send('POST', { userName: 'anna' }, 'application/problem+json');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      415,
      `${scim}; charset=utf-8`,
    ]);
  });

  it.each([
    ['POST', {}],
    ['POST', { userName: 5 }],
    ['POST', { userName: 'anna', active: 'true' }],
    ['POST', { USERNAME: 'anna' }],
    ['PATCH', { Operations: 'none' }],
  ])('%s %j is refused in its words: nothing is coerced or respelled', async (method, body) => {
    const answer = await send(method, body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '400',
    });
  });

  it('has its answers compared with its document', async () => {
    expect((await send('PATCH', { Operations: [] })).status).toBe(500);
  });

  it.each([
    ['?startIndex=2', 200],
    ['?STARTINDEX=2', 400],
    ['?count=2', 400],
  ])('a query of %s is %d: names are exact, unknown ones refused', async (query, status) => {
    const answer = await fetch(`${url}/scim/Users${query}`);
    expect(answer.status).toBe(status);
    if (status === 200) expect(await answer.json()).toEqual({ startIndex: 2 });
    else expect(await answer.text()).toMatch(/(?:use|did you mean) startIndex/);
  });

  it.each(['/scim/Groups', '/scim/users'])('%s is nothing, said in its words', async (path) => {
    const answer = await fetch(url + path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      `${scim}; charset=utf-8`,
    ]);
  });

  it('is not limited where it has no limits', async () => {
    const answer = await fetch(`${url}/scim/Users`);
    expect(answer.headers.get('ratelimit-limit')).toBe(null);
  });
});

describe('a surface with sessions (console)', () => {
  it('takes and sets cookies', async () => {
    const me = await fetch(`${url}/console/session`, { headers: { cookie: 'a=b; session=s1' } });
    expect(await me.json()).toEqual({ session: 's1' });
    const stranger = await fetch(`${url}/console/session`);
    expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, 'Cookie']);
  });

  it('limits what it chooses, by what it chooses', async () => {
    const signIn = () => fetch(`${url}/console/session`, { method: 'POST' });
    const first = await signIn();
    expect(first.headers.getSetCookie()).toEqual(['session=s1; HttpOnly', 'hint=1']);
    expect(first.headers.get('ratelimit-remaining')).toBe('1');
    await signIn();
    const refused = await signIn();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({
      error: 'More than 2 attempts to sign in; try again in 60 s.',
    });
  });
});

describe('a surface whose callers sign what they send (telephony)', () => {
  const ring = (body: string, signature = signatureOf('/calls/calls?leg=1', Buffer.from(body))) =>
    fetch(`${url}/calls/calls?leg=1`, {
      method: 'POST',
      headers: { 'content-type': formBodies.type, 'x-signature': signature },
      body,
    });

  it('sees address and body byte for byte before anything else is looked at', async () => {
    const refused = await ring('CallSid=XX1&To=%2B49', 'wrong');
    expect([refused.status, await refused.text()]).toEqual([
      403,
      '<Response><Say>Something is wrong.</Say></Response>',
    ]);
  });

  it('answers what it likes', async () => {
    const answer = await ring('CallSid=CA1&To=%2B49&To=2');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/xml');
    expect(await answer.text()).toBe('<Response><Say>CA1</Say></Response>');
  });

  it.each([
    ['a field that does not fit', 'CallSid=XX1', 400],
    ['no field', 'To=1', 400],
    ['more than it takes', `CallSid=CA1&x=${'y'.repeat(1000)}`, 413],
    ['nothing', '', 400],
  ])('refuses %s', async (_what, body, status) => {
    expect((await ring(body)).status).toBe(status);
  });

  it('forms keep every value, and strings as they are', () => {
    expect(formBodies.parse('a=1&b=x&b=y&c=&__proto__=z')).toEqual(
      Object.fromEntries([
        ['a', '1'],
        ['b', ['x', 'y']],
        ['c', ''],
        ['__proto__', 'z'],
      ]),
    );
  });
});
