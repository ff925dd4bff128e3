import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addClientCommands } from '../../src/cli/client-commands.ts';
import { readLogsTask } from '../../src/shadow/index.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let server: TestApp;
let product: ScriptedReceiver;
let team: StaffedTeam;
let integrationId: string;
let runId: string;
let began: number;
beforeAll(async () => {
  server = await startTestApp({ env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9' } });
  product = await startScriptedReceiver();
  team = await staffTeam(server.api, 'Payments', [{ people: ['Ada'] }]);
  integrationId = await makeIntegration(server, { teamId: team.id });
  await map(server, integrationId);
  await server.api.make('/routing', {
    teamId: team.id,
    displayName: 'Rules',
    rules: [
      {
        displayName: 'Fires',
        conditions: { statuses: ['Open'] },
        actions: { changeSeverity: 'Critical' },
      },
    ],
  });
  began = server.clock.now().getTime();
  runId = await server.api.make('/shadow-run', {
    displayName: 'Leaving',
    product: 'PagerDuty',
    apiKey: 'k',
    teamIds: [team.id],
    state: 'Shadow',
    until: at(9000),
  });
  for (const id of ['same', 'late']) {
    await send(server, integrationId, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'Open', severity: 'Critical', title: `Fire ${id}`, id }),
    });
    await server.app.jobs.runAll((task) => task === 'alerting');
  }
  product.play(({ path }) => {
    if (path.startsWith('/users/')) return { json: { user: { email: 'ada@example.com' } } };
    const notify = (key: string, minutes: number) => ({
      type: 'notify_log_entry',
      created_at: at(minutes),
      user: { id: 'PADA' },
      notification: { type: 'email' },
      incident: { id: `P${key}`, incident_key: key, title: `Fire ${key}`, created_at: at(0) },
    });
    return { json: { log_entries: [notify('late', 3), notify('same', 0)], more: false } };
  });
});
afterAll(async () => {
  await server.stop();
  await product.stop();
});

const at = (minutes: number) => new Date(began + minutes * 60_000).toISOString();

it('both sides are told apart incident by incident, with whom and when', async () => {
  const report = async () => (await server.api.get(`/shadow-run/${runId}/report`)).body;
  // Nothing is known of the other side yet.
  expect(await report()).toMatchObject({ incidents: 0, differences: [] });
  server.clock.advance(3600);
  await readLogsTask(server.app.world, product.egress, 0).run(new AbortController().signal);
  const ada = expect.objectContaining({ id: team.people.Ada?.id });
  expect(await report()).toMatchObject({
    incidents: 2,
    unexplained: 1,
    isReady: false,
    precision: 'Minute',
    counts: [{ kind: 'Early', count: 1 }],
    causes: [{ integration: { id: integrationId }, rules: ['Fires'], count: 1 }],
    differences: [
      {
        kind: 'Early',
        explained: null,
        title: 'Fire late',
        user: ada,
        oursAt: at(0),
        theirsAt: at(3),
        ours: [{ at: at(0), user: ada, channel: 'Email' }],
        theirs: [{ at: at(3), user: ada, channel: 'Email' }],
        // What another setting can be tried on.
        decidedBy: [
          { entityType: 'InboundIntegration', id: integrationId },
          { entityType: 'Routing', displayName: 'Rules' },
          { entityType: 'TeamEscalations', id: team.id, displayName: 'Payments' },
        ],
      },
    ],
    hasMore: false,
  });
  const late = (await server.api.get(`/shadow-run/${runId}/report?From=${at(1)}`)).body;
  expect(late).toMatchObject({ incidents: 0, differences: [] });
});

it('the command says it at 80 columns, and fails where it is asked to', async () => {
  const tocsin = async (...args: string[]) => {
    const printed: string[] = [];
    const program = new Command().exitOverride();
    addClientCommands(program, {
      env: { TOCSIN_ENDPOINT: server.app.url, TOCSIN_API_KEY: server.key },
      columns: 80,
      print: (text) => void printed.push(text),
      clear: () => {},
      exitWith: (code) => void printed.push(`(exit ${code})`),
    });
    await program.parseAsync(['shadow', 'Leaving', ...args], { from: 'user' });
    return printed.join('\n');
  };
  const text = await tocsin('--fail-on-difference');
  expect(text).toContain('Early: Ada: here');
  expect(text).toContain('incidents that both have: 2; differences that nobody explains: 1.');
  expect(text).toMatch(/\(exit 1\)$/);
  expect(await tocsin('--fail-on-difference', '--from', at(1))).not.toContain('(exit');
  expect(JSON.parse(await tocsin('--json'))).toMatchObject({ unexplained: 1 });
  const line = (level: string, name: string, text: string) => ({
    level,
    name,
    kind: 'teams',
    text,
  });
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-report-'));
  const file = join(folder, 'report.json');
  const lines = [
    line('behaviour', 'PAYMENTS', 'Hands over a minute later here.'),
    line('lost', 'Payments', 'Teams have no text here.'),
    line('behaviour', 'Billing', 'Of others.'),
  ];
  await writeFile(file, JSON.stringify({ format: 'tocsin-import-report/1', lines }));
  const said = await tocsin('--import', file);
  expect(said).toContain('announced by the import: PAYMENTS (teams): Hands over a minute');
  expect(said).not.toContain('Of others');
  expect(said).not.toContain('no text here');
  expect(JSON.parse(await tocsin('--json', '--import', file)).differences[0].announced).toEqual([
    'PAYMENTS (teams): Hands over a minute later here.',
  ]);
  await writeFile(file, '{}');
  await expect(tocsin('--import', file)).rejects.toThrow('is no report.json');
  await rm(folder, { recursive: true });
});
