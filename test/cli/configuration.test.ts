import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

const cli = fileURLToPath(new URL('../../src/cli/tocsin.ts', import.meta.url));
let server: TestApp;
let team: string;

beforeAll(async () => {
  server = await sharedTestApp();
  const { api } = server;
  team = await api.make('/team', { displayName: 'Zahlungen & Käufe', labels: ['a"b', '${x}'] });
  await api.make('/team', { displayName: 'zahlungen kaufe' });
  const user = await api.make('/user', { email: 'alice@example.com', displayName: 'Alice' });
  const membership = await api.make('/team-membership', {
    userId: user,
    teamId: team,
    role: 'Member',
  });
  await api.make('/team-escalations', {
    teamId: team,
    escalationTiers: [
      { schedules: [{ rotations: [{ members: [{ teamMembershipId: membership }] }] }] },
    ],
  });
  await api.make('/inbound-integration', {
    displayName: 'Alerts',
    teamId: team,
    type: 'Webhook',
    webhookAuthentication: {
      type: 'bearer',
      bearer: { token: 'quite secret' },
      privateIpFilter: null,
    },
  });
});

function tocsin(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const env = { ...process.env, TOCSIN_ENDPOINT: server.app.url, TOCSIN_API_KEY: server.key };
    execFile(process.execPath, [cli, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

it('tocsin export writes import blocks, references and variables, and no secret', async () => {
  const folder = join(server.dataDir, 'configuration');
  const { code, stdout, stderr } = await tocsin('export', folder);
  expect(code, stderr).toBe(0);
  expect(stdout).toContain(
    'Set their values in\n  TF_VAR_integration_alerts_webhook_authentication_bearer_token',
  );
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(read('teams.tf')).toContain(
    `import {\n  to = tocsin_team.zahlungen_kaufe\n  id = "${team}"\n}`,
  );
  expect(read('teams.tf')).toContain('resource "tocsin_team" "zahlungen_kaufe_2"');
  expect(read('teams.tf')).toContain('= ["a\\"b", "$${x}"]');
  expect(read('team_memberships.tf')).toMatch(/team_id += tocsin_team\.zahlungen_kaufe\.id/);
  expect(read('team_escalations.tf')).toContain(
    'resource "tocsin_team_escalations" "zahlungen_kaufe"',
  );
  expect(read('team_escalations.tf')).toMatch(
    /team_membership_id = tocsin_team_membership\.\w+\.id/,
  );
  expect(read('team_escalations.tf')).not.toContain(`team_id = "${team}"`);
  expect(read('integrations.tf')).toContain(
    'var.integration_alerts_webhook_authentication_bearer_token',
  );
  expect(read('variables.tf')).toContain('type        = string\n  sensitive   = true');
  expect(read('users.tf')).toMatch(/email += "alice@example.com"/);
  for (const name of ['integrations.tf', 'variables.tf'])
    expect(read(name)).not.toContain('quite secret');

  const again = await tocsin('export', folder);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain('name an empty folder');
});

it('tocsin diff finds no difference from a fresh document, and names each drift', async () => {
  const file = join(server.dataDir, 'organization.json');
  expect((await tocsin('export', '--json', file)).code).toBe(0);
  expect(readFileSync(file, 'utf8')).not.toContain('quite secret');
  expect(await tocsin('diff', file)).toMatchObject({ code: 0, stdout: '' });
  expect((await tocsin('diff', server.dataDir)).stderr).toContain('is a folder; name a file');

  await server.api.put(`/team/${team}`, { displayName: 'Payments', labels: ['a"b', 'y'] });
  const extra = await server.api.make('/team', { displayName: 'New' });
  const document = JSON.parse(readFileSync(file, 'utf8'));
  document.resources.tocsin_team.gone = { displayName: 'Gone' };
  writeFileSync(file, JSON.stringify(document));
  const { code, stdout } = await tocsin('diff', file);
  expect(code).toBe(1);
  const asJson = await tocsin('diff', file, '--json');
  expect([asJson.code, JSON.parse(asJson.stdout)]).toEqual([
    1,
    expect.arrayContaining([
      expect.objectContaining({
        type: 'tocsin_team',
        id: team,
        members: ['displayName', 'labels[1]'],
      }),
    ]),
  ]);
  expect(stdout.trim().split('\n').toSorted()).toEqual(
    [
      `tocsin_team ${team}: different in displayName, labels[1]`,
      'tocsin_team gone: only in the document',
      `tocsin_team ${extra}: only on the server`,
    ].toSorted(),
  );
});

it('without an endpoint and a profile it says what is missing', async () => {
  const { TOCSIN_ENDPOINT: _, ...rest } = process.env;
  const env = { ...rest, XDG_CONFIG_HOME: server.dataDir };
  const answer = await new Promise<string>((resolve) =>
    execFile(process.execPath, [cli, 'diff', 'x.json'], { env }, (_error, _out, err) =>
      resolve(err),
    ),
  );
  expect(answer).toContain('Run tocsin login, or set TOCSIN_ENDPOINT and');
});
