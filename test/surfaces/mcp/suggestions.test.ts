import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../support/app.ts';
import { makeKey } from '../../support/keys.ts';
import { callTool } from '../../support/mcp.ts';
import { sharedTestApp } from '../../support/shared-app.ts';

let server: TestApp;
let teamId: string;
beforeAll(async () => {
  server = await sharedTestApp();
  teamId = await server.api.make('/team', { displayName: 'Payments', timeZoneId: 'UTC' });
});

const suggest = (key: string, operation: string, given: object) =>
  callTool(server, key, 'call_operation', { operation, arguments: given });

it('a write of configuration writes nothing and answers the change, its differences and its code', async () => {
  const replacing = { id: teamId, displayName: 'Checkout', timeZoneId: 'UTC' };
  const answer = await suggest(server.key, 'replaceTeam', replacing);
  expect(answer.isError).toBe(true);
  expect(answer.content[0]?.text).toMatch(/^Nothing was written: a person applies/);
  expect(answer.structuredContent).toEqual({
    change: {
      action: 'replace',
      entityType: 'Team',
      id: teamId,
      wire: { displayName: 'Checkout', timeZoneId: 'UTC' },
    },
    differences: [{ member: 'displayName', before: 'Payments', after: 'Checkout' }],
    terraform: expect.stringContaining(
      'resource "tocsin_team" "checkout" {\n  display_name = "Checkout"',
    ),
  });
  expect((await server.api.get(`/team/${teamId}`)).body.displayName).toBe('Payments');
});

it('what is new has an address for an id, and what goes has no code', async () => {
  const silence = {
    displayName: 'Move',
    teamId,
    start: '2026-03-02T12:00:00Z',
    end: '2026-03-03T00:00:00Z',
  };
  const made = await suggest(server.key, 'createSilence', silence);
  expect(made.structuredContent).toMatchObject({
    change: { action: 'create', entityType: 'Silence', id: 'new:tocsin_silence', wire: silence },
    terraform: expect.stringContaining('resource "tocsin_silence" "move"'),
  });
  const gone = await suggest(server.key, 'deleteTeam', { id: teamId });
  expect(gone.structuredContent).toEqual({
    change: { action: 'delete', entityType: 'Team', id: teamId, wire: null },
    differences: [],
    terraform: null,
  });
  expect((await server.api.get(`/team/${teamId}`)).status).toBe(200);
});

it('nothing shows of what the key may not read', async () => {
  const scopes = [{ resource: 'incidents', permissions: ['get'] }];
  const answer = await suggest(await makeKey(server, { scopes }), 'replaceTeam', {
    id: teamId,
    displayName: 'Checkout',
  });
  expect(answer.isError).toBe(true);
  expect(JSON.stringify(answer)).not.toContain('Payments');
});

it('tocsin mcp answers on standard output what the server answers, and says at once that a key is wrong', async () => {
  const asked = [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: {
        protocolVersion: '2025-06-18',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'list_teams', arguments: {} } },
  ];
  const messages = await onStdio(server.key, asked, 2);
  expect(messages.map(({ id }) => id)).toEqual([1, 2]);
  expect(messages[0]?.result).toMatchObject({ serverInfo: { name: 'tocsin' } });
  expect(messages[1]?.result).toMatchObject({ structuredContent: { teams: [{ id: teamId }] } });
  await expect(onStdio('nobody', asked, 2)).rejects.toThrow(/Send a valid API key/);
});

interface Said {
  id: number;
  result: object;
}

/** What `tocsin mcp` writes until so many answers are there; throws what it complains of when it ends before. */
async function onStdio(key: string, asked: object[], answers: number): Promise<Said[]> {
  const cli = fileURLToPath(new URL('../../../src/cli/tocsin.ts', import.meta.url));
  const child = spawn(process.execPath, [cli, 'mcp'], {
    env: { ...process.env, TOCSIN_ENDPOINT: server.app.url, TOCSIN_API_KEY: key },
  });
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint += chunk;
  });
  let text = '';
  const lines = () => text.split('\n').filter(Boolean);
  const ended = once(child, 'exit');
  for (const message of asked) child.stdin.write(`${JSON.stringify(message)}\n`);
  child.stdin.on('error', () => undefined);
  child.stdout.on('data', (chunk) => {
    text += chunk;
    if (lines().length >= answers) child.stdin.end();
  });
  await ended;
  if (lines().length < answers) throw new Error(complaint);
  return lines().map((line) => JSON.parse(line) as Said);
}
