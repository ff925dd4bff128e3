import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addReplayCommand } from '../../src/cli/replay-command.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { alert, makeIntegration, map } from '../support/webhook.ts';

let server: TestApp;
let folder: string;
let integrationId: string;

beforeAll(async () => {
  server = await sharedTestApp();
  folder = await mkdtemp(join(tmpdir(), 'replay-'));
  integrationId = await makeIntegration(server);
  await map(server, integrationId);
  await alert(server, integrationId, { id: 'one', title: 'Secret title' });
});
afterAll(() => rm(folder, { recursive: true }));

async function tocsin(
  args: string[],
  endpoint = server.app.url,
  note?: (text: string) => void,
): Promise<string> {
  const printed: string[] = [];
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  addReplayCommand(program, {
    env: { TOCSIN_ENDPOINT: endpoint, TOCSIN_API_KEY: server.key },
    columns: 100,
    print: (text) => void printed.push(text),
    clear: () => {},
    exitWith: (code) => void printed.push(`(exit ${code})`),
    ...(note ? { note } : {}),
  });
  // By the clock of the server, which stands in March.
  await program.parseAsync(['replay', '--days', '2', ...args], { from: 'user' });
  return printed.join('\n');
}

async function file(content: unknown): Promise<string> {
  const path = join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

const gone = () => [
  { action: 'delete', entityType: 'InboundIntegration', id: integrationId, wire: null },
];

it('says that nothing differs without a change', async () => {
  expect(await tocsin([])).toMatch(/^0 of 1 incidents differ from .*\n(.*\n)*1 payloads; 1 inc/);
});

it('says meanwhile what it waits for', async () => {
  const { body: begun } = await server.api.post('/replay', { days: 2 });
  const id = String(begun.id);
  const answers = [
    { state: 'Waiting', ahead: 2, isBehindOthers: false },
    { state: 'Waiting', ahead: 1, isBehindOthers: false },
    { state: 'Waiting', ahead: 0, isBehindOthers: true },
    { state: 'Running' },
    { state: 'Running' },
  ];
  const elsewhere = createServer(async ({ method }, response) => {
    const next = method === 'POST' ? { state: 'Waiting' } : answers.shift();
    // Once it has waited, as it really is by then.
    const { body } = next ? { body: { id, ...next } } : await server.api.get(`/replay/${id}`);
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  const { port } = elsewhere.address() as AddressInfo;
  const said: string[] = [];
  const text = await tocsin([], `http://127.0.0.1:${port}`, (line) => void said.push(line));
  elsewhere.close();
  expect(said.map((line) => line.replace(id, 'it'))).toEqual([
    'Replay it waits for 2 others of this organization.',
    'Replay it waits for another one of this organization.',
    'Replay it waits for replays of other organizations.',
    'Replay it goes on.',
  ]);
  expect(text).toContain('0 of 1 incidents differ');
});

it('says what differs and by which line, and fails on the kinds that are named', async () => {
  const changes = await file(gone());
  const text = await tocsin(['--changes', changes, '--fail-on', 'nobody-now,not-opened']);
  expect(text).toMatch(/^1 of 1 incidents differ .*: 1 does not open\n/);
  expect(text).toContain('1 × does not open: integration “Alarms” now');
  expect(text).toMatch(/\(exit 1\)$/);
  expect(await tocsin(['--changes', changes, '--fail-on', 'later'])).not.toContain('exit');
});

it('writes a comment that names no title and no person', async () => {
  const text = await tocsin(['--changes', await file(gone()), '--format', 'markdown']);
  expect(text).toMatch(/^\*\*Replay:\*\* 1 of 1 incidents differ/);
  expect(text).toContain('\n- 1 × does not open');
  expect(text).not.toContain('Secret title');
});

it('reads the plan of Terraform, and names where its objects are in code', async () => {
  const plan = {
    format_version: '1.2',
    resource_changes: [
      {
        address: 'tocsin_integration.alarms',
        mode: 'managed',
        type: 'tocsin_integration',
        name: 'alarms',
        provider_name: 'registry.terraform.io/tocsin/tocsin',
        change: { actions: ['delete'], before: { id: integrationId }, after: null },
      },
    ],
    configuration: { root_module: {} },
  };
  const text = await tocsin(['--plan', await file(plan)]);
  expect(text).toContain('integration “Alarms” now (tocsin_integration.alarms)');
});

/** A routing that is made, and the mapping of the integration with one attribute otherwise. */
function planOfRules(teamId: string) {
  const rules = [
    { display_name: 'Quiet', conditions: { severities: ['Critical'] }, actions: {} },
    {
      display_name: 'Graver',
      conditions: { severities: ['Warning'] },
      actions: { change_severity: 'Critical' },
    },
  ];
  const resource = (type: string, change: object, after: object) => ({
    change: {
      address: `${type}.core`,
      ...{ mode: 'managed', type, name: 'core' },
      provider_name: 'registry.terraform.io/tocsin/tocsin',
      change: { before: null, after, after_unknown: {}, ...change },
    },
    configured: {
      ...{ address: `${type}.core`, type, name: 'core' },
      expressions: Object.fromEntries(Object.keys(after).map((name) => [name, {}])),
    },
  });
  const routing = resource(
    'tocsin_routing',
    { actions: ['create'], after_unknown: { id: true } },
    { display_name: 'Planned', team_id: teamId, rules },
  );
  return {
    format_version: '1.2',
    resource_changes: [routing.change],
    configuration: { root_module: { resources: [routing.configured] } },
  };
}

it('names the file and the line of the rule that decides, also where it is not there yet', async () => {
  const { body } = await server.api.get(`/inbound-integration/${integrationId}`);
  const args = ['--plan', await file(planOfRules(String(body.teamId)))];
  const code = join(folder, 'code');
  await mkdir(code, { recursive: true });
  const rules = ['rules = [', '    {', '      display_name = "Quiet"', '    },', '    {', '    },'];
  await writeFile(
    join(code, 'rules.tf'),
    `resource "tocsin_routing" "core" {\n  ${rules.join('\n')}\n  ]\n}\n`,
  );
  expect(await tocsin(args)).toContain('rule “Graver” now (tocsin_routing.core rules[1])');
  const folderOf = [...args, '--folder', code];
  const there = 'rules.tf:6 tocsin_routing.core rules[1]';
  expect(await tocsin(folderOf)).toContain(`rule “Graver” now (${there})`);
  expect(await tocsin([...folderOf, '--format', 'markdown'])).toContain('rules.tf:6');
  const { groups } = JSON.parse(await tocsin([...folderOf, '--format', 'json']));
  expect(groups[0].cause).toMatchObject({
    changeId: 'new:tocsin_routing.core',
    member: 'rules[1]',
    place: { file: 'rules.tf', line: 6, attribute: 'rules[1]' },
  });
});

it('takes a folder with a plan alone', async () => {
  const args = ['--changes', await file(gone()), '--folder', folder];
  expect(await tocsin(args)).toMatch(/--folder goes with --plan.*\n\(exit 2\)$/);
});

it('exits with 2 for what cannot be read, 4 without an answer or where the server refuses', async () => {
  expect(await tocsin(['--changes', await file('no')])).toMatch(/\(exit 2\)$/);
  expect(await tocsin(['--plan', await file({})])).toMatch(/no plan of Terraform.*\n\(exit 2\)$/);
  expect(await tocsin([], 'http://127.0.0.1:9')).toMatch(/\(exit 4\)$/);
  const wrong = [{ ...gone()[0], entityType: 'Nothing' }];
  expect(await tocsin(['--changes', await file(wrong)])).toMatch(/\(exit 4\)$/);
});
