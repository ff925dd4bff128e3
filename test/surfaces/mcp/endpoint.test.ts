import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeKey, makeOrganization } from '../../support/keys.ts';
import { ask, callTool, listTools, post } from '../../support/mcp.ts';

let server: TestApp;
let teamId: string;
beforeAll(async () => {
  server = await startTestApp({ env: { TOCSIN_LOG_LEVEL: 'info' } });
  teamId = await server.api.make('/team', { displayName: 'Payments' });
});
afterAll(() => server?.stop());

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
const requestInit = () => ({ headers: { authorization: `Bearer ${server.key}` } });

describe('clients', () => {
  it.each(['2026', '2025'])('of %s list tools and call one', async (era) => {
    const negotiation = era === '2026' ? { mode: 'auto' as const } : { mode: 'legacy' as const };
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: negotiation });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${server.app.url}/mcp`), {
        requestInit: requestInit(),
      }),
    );
    expect(client.getNegotiatedProtocolVersion()?.slice(0, 4)).toBe(era);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('search_incidents');
    const { structuredContent } = await client.callTool({ name: 'list_teams', arguments: {} });
    expect(structuredContent).toMatchObject({ teams: [{ id: teamId }], hasMore: false });
    await client.close();
  });

  it('of the line before list tools and call one', async () => {
    const client = new OldClient({ name: 'old', version: '1' });
    const transport = new OldTransport(new URL(`${server.app.url}/mcp`), {
      requestInit: requestInit(),
    });
    await client.connect(transport as Transport);
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('get_incident');
    const { structuredContent } = await client.callTool({ name: 'list_teams', arguments: {} });
    expect(structuredContent).toMatchObject({ teams: [{ id: teamId }] });
    await client.close();
  });
});

describe('the endpoint', () => {
  it('takes no request without a valid key, and no session', async () => {
    expect((await post(server, 'nobody', ping)).status).toBe(401);
    const withCookie = await fetch(`${server.app.url}/mcp`, {
      method: 'POST',
      headers: { cookie: 'tocsin_session=anything', 'content-type': 'application/json' },
      body: JSON.stringify(ping),
    });
    expect(withCookie.status).toBe(401);
    expect(withCookie.headers.get('www-authenticate')).toMatch(/^Bearer/);
  });

  it('answers no page of another origin', async () => {
    const headers = { origin: 'https://evil.example' };
    expect((await post(server, server.key, ping, { headers })).status).toBe(403);
    const own = { origin: new URL(server.app.url).origin };
    expect((await post(server, server.key, ping, { headers: own })).status).toBe(200);
  });

  it('takes one message at a time, of at most a megabyte', async () => {
    expect((await post(server, server.key, [ping, ping])).status).toBe(400);
    const large = { ...ping, params: { text: 'a'.repeat(1024 * 1024) } };
    expect((await post(server, server.key, large)).status).toBe(413);
    expect((await post(server, server.key, '{"jsonrpc":')).status).toBe(400);
  });

  it('refuses headers that say something else than the body', async () => {
    const modern = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/list',
      params: {
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    };
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' };
    expect((await post(server, server.key, modern, { headers })).status).toBe(200);
    const lying = { ...headers, 'mcp-method': 'prompts/list' };
    expect((await post(server, server.key, modern, { headers: lying })).status).toBe(400);
  });

  it('answers GET with 405: there is no stream to listen to', async () => {
    const answer = await fetch(`${server.app.url}/mcp`, requestInit());
    expect(answer.status).toBe(405);
  });

  it('says the key, and no argument, in the lines of its requests', async () => {
    const from = server.log.length;
    await callTool(server, server.key, 'search_incidents', { SearchTerm: 'hush' });
    const lines = server.log.slice(from).filter(({ msg }) => msg === 'request');
    expect(lines.map(({ route }) => route).toSorted()).toEqual(['/incident/search/list', '/mcp']);
    expect(JSON.stringify(lines)).not.toContain('hush');
    expect(new Set(lines.map(({ keyId }) => keyId)).size).toBe(1);
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(1);
  });
});

describe('tools', () => {
  it('are those that the rights of the key allow, in the same order every time', async () => {
    const scopes = [{ resource: 'incidents', permissions: ['get'] }];
    const [one, another] = await Promise.all([
      makeKey(server, { scopes }),
      makeKey(server, { scopes }),
    ]);
    const names = (await listTools(server, one)).map(({ name }) => name);
    expect(names).toEqual([
      ...['find_operation', 'describe_operation', 'call_operation'],
      ...['get_incident', 'who_was_told', 'who_would_be_told'],
    ]);
    expect(await listTools(server, another)).toEqual(await listTools(server, one));
    const refused = await callTool(server, one, 'list_teams');
    expect(refused.isError).toBe(true);
  });

  it('are the groups that the address names', async () => {
    const named = async (query: string) =>
      (await listTools(server, server.key, query)).map(({ name }) => name);
    expect(await named('?groups=gateway')).toHaveLength(3);
    expect(await named('?groups=try')).toContain('coverage');
    expect(await named('?groups=try')).not.toContain('get_incident');
  });

  it('say what is wrong with a call, and repeat no word of it', async () => {
    const surplus = await callTool(server, server.key, 'get_incident', { 'do this': 1 });
    expect(surplus).toEqual({
      content: [
        {
          type: 'text',
          text: 'Missing: /id. Arguments that it does not have: 1. It takes: id.',
        },
      ],
      isError: true,
    });
    const malformed = await callTool(server, server.key, 'get_incident', { id: 'x' });
    expect(malformed.content[0]?.text).toMatch(/status 400, validation-failed/);
    const missing = await callTool(server, server.key, 'get_incident', { id: teamId });
    expect(missing.content[0]?.text).toMatch(/status 404, not-found/);
  });

  it('show nothing of another organization', async () => {
    const { key } = await makeOrganization(server);
    expect((await callTool(server, key, 'list_teams')).structuredContent?.teams).toEqual([]);
    const foreign = await callTool(server, key, 'call_operation', {
      operation: 'getTeam',
      arguments: { id: teamId },
    });
    expect(foreign.content[0]?.text).toMatch(/status 404/);
  });

  it('end lists after ten', async () => {
    await Promise.all(
      Array.from({ length: 11 }, (_, at) => server.api.make('/team', { displayName: `T${at}` })),
    );
    const { structuredContent } = await callTool(server, server.key, 'list_teams');
    expect(structuredContent).toMatchObject({ hasMore: true });
    expect(structuredContent?.teams).toHaveLength(10);
  });

  it.each([
    [
      'find_operation',
      { query: 'silences' },
      'Missing: /words. Arguments that it does not have: 1.',
    ],
    ['describe_operation', {}, 'It takes: operation.'],
    ['call_operation', { operation: 'listTeams', arguments: '{}' }, 'arguments is an object'],
  ])('say of %s what is wrong with a call', async (name, given, said) => {
    const { isError, content } = await callTool(server, server.key, name, given);
    expect([isError, content[0]?.text]).toEqual([true, expect.stringContaining(said)]);
  });

  it('find operations by words and describe them in full', async () => {
    const found = await callTool(server, server.key, 'find_operation', { words: 'silences' });
    const operations = found.structuredContent?.operations as { operation: string; use: string }[];
    expect(operations.map(({ operation, use }) => [operation, use])).toEqual([
      ['createSilence', 'suggest'],
      ['getSilence', 'read'],
      ['replaceSilence', 'suggest'],
      ['deleteSilence', 'suggest'],
      ['searchSilence', 'read'],
      ['listSilences', 'read'],
    ]);
    const described = await callTool(server, server.key, 'describe_operation', {
      operation: 'evaluate_mapping',
    });
    expect(described.structuredContent).toMatchObject({
      operation: 'evaluateMapping',
      use: 'read',
      input: { properties: { attributesMapping: { required: ['attributes'] } } },
    });
  });

  it.each([
    'deleteUser',
    'listApiKeys',
    'getOidcConnection',
    'listGroups',
    'nothing',
    'suspendUser',
  ])('reach no operation that changes anything or tells of rights: %s', async (operation) => {
    const asked = { operation, arguments: {} };
    const answer = await callTool(server, server.key, 'call_operation', asked);
    expect(answer.isError).toBe(true);
    expect(answer.content[0]?.text).toMatch(/no such operation/);
  });
});

it('counts messages by key', async () => {
  const limited = await startTestApp({
    env: { TOCSIN_RATE_LIMITS: 'mcp=2/60s;public-api=1/60s' },
  });
  const asked = () => callTool(limited, limited.key, 'list_teams');
  expect((await asked()).isError).toBeUndefined();
  expect((await asked()).content[0]?.text).toMatch(/status 429, rate-limited/);
  await expect(ask(limited, limited.key, 'ping')).rejects.toThrow(/429/);
  await limited.stop();
});
