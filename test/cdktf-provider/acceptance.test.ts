/** The provider against the product under the real Terraform: the life of one of every resource. */
import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installProvider } from '../../cdktf-provider/packaging/mirror.ts';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import type { PluginServer } from '../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { startCodeHost } from './support/code-host.ts';
import type { Values } from './support/lifecycle.ts';
import {
  asStateOfOriginal,
  driftOf,
  everything,
  foundations,
  idsOf,
  isOfOriginal,
  managed,
  managedResources,
  nestedIds,
  originalType,
  pathOf,
  requirement,
  withoutVersions,
} from './support/lifecycle.ts';
import { originalProvider } from './support/probe-provider.ts';
import type { Workspace } from './support/terraform.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

const configuration = await readFile(everything, 'utf8');
/** Of resources. */
const count = configuration.match(/^resource "/gm)?.length;

const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const keys = `
terraform {
  required_providers {
    tocsin = { source = "tocsin/tocsin" }
  }
}
resource "tocsin_api_key" "stays" {
  display_name = "Stays, of the test"
  kind         = "organization"
  scopes       = [{ resource = "teams", permissions = ["get", "list"] }]
  public_key   = <<-PEM
    ${publicKey.export({ type: 'spki', format: 'pem' }).toString().trim().replaceAll('\n', '\n    ')}
  PEM
}
ephemeral "tocsin_api_key" "run" {
  display_name = "For the run, of the test"
  scopes       = [{ resource = "teams", permissions = ["get", "list"] }]
}
provider "tocsin" {
  alias   = "narrow"
  api_key = ephemeral.tocsin_api_key.run.key
}
data "tocsin_teams" "all" {
  provider = tocsin.narrow
}
`;

/** Terraform breaks its messages into lines. */
const onOneLine = (text: string) => text.replace(/\s*\n[│\s]*/g, ' ');

describe.skipIf(terraformPath === undefined)('with the Tocsin server', () => {
  let server: { url: string; key: string };
  let plugins: PluginServer[];
  let workspace: Workspace;

  beforeAll(async () => {
    const { app, key } = await sharedTestApp();
    server = { url: app.url, key };
    const env = {
      // As people write it: with a slash at the end.
      TOCSIN_ENDPOINT: `${server.url}/`,
      TOCSIN_API_KEY: server.key,
      TOCSIN_PACE_REQUESTS: 'false',
    };
    const options = { env, writeLog: () => {}, onShutdown: () => {} };
    plugins = [
      await startPlugin(tocsinProvider(), options),
      await startPlugin(originalProvider, options),
    ];
    workspace = await createWorkspace({ reattach: plugins.map(({ reattach }) => reattach) });
  });
  afterAll(async () => {
    await workspace?.remove();
    for (const plugin of plugins ?? []) await plugin.stop();
  });

  const call = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.url}/api/public/v1${path}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-authorization': server.key },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>;
    return { status: response.status, answer };
  };
  const objects = async (): Promise<Values> => managed(await workspace.values());
  const apply = async (...args: string[]) =>
    (await workspace.succeed(['apply', '-auto-approve', ...args])).stdout;
  /** By an apply and not by a plan: what one object shows of another one is then in the state, too. */
  const expectSettled = async (...args: string[]) =>
    expect(await apply(...args)).toContain('0 added, 0 changed, 0 destroyed');

  test('every resource is created with references unknown at plan, and settles', async () => {
    await workspace.write('main.tf', configuration);
    expect(await apply()).toContain(`${count} added, 0 changed, 0 destroyed`);
    await expectSettled();
    const { outputs } = await workspace.state();
    const created = await objects();
    expect(outputs?.found?.value).toEqual({
      team: created['tocsin_team.platform']?.id,
      users: ['Alice.Hofer@example.com', 'bob@example.com'],
      types: true,
      outbound_types: true,
      zones: true,
      window: 90,
      map: 'ok->Resolved,->Open',
    });
    expect(JSON.stringify(await workspace.state())).not.toContain('only-the-server-knows');
    expect(created['tocsin_status_page.public']).toMatchObject({
      is_password_protection_configured: true,
      password_protection_password: null,
    });
  });

  test('every resource is updated in place, keeping its id and those inside it', async () => {
    const before = await objects();
    expect(await apply('-var=edition=two')).toContain(`0 added, ${count} changed, 0 destroyed`);
    await expectSettled('-var=edition=two');
    const after = await objects();
    expect(idsOf(after)).toEqual(idsOf(before));
    expect(nestedIds(after)).toEqual(nestedIds(before));
  });

  test('the ready jobs prove and replay a plan before it is applied, in one comment with files and lines', async () => {
    const ops = new URL('../../ops/ci/', import.meta.url);
    const action = load(await readFile(new URL('github-action/action.yml', ops), 'utf8')) as {
      runs: { steps: { run: string; env: Record<string, string> }[] };
    };
    const job = load(await readFile(new URL('gitlab.yml', ops), 'utf8')) as Record<
      string,
      { script: string[] }
    >;
    // The folder needs none: the providers run already.
    const steps = job['tocsin-prove']?.script.filter((line) => !line.startsWith('terraform init'));
    const [step] = action.runs.steps;
    await workspace.write('event.json', '{"pull_request":{"number":7}}');
    const host = await startCodeHost();
    const command = fileURLToPath(new URL('../../src/cli/tocsin.ts', import.meta.url));
    const env = {
      TOCSIN: `${process.execPath} ${command}`,
      TOCSIN_ENDPOINT: server.url,
      TOCSIN_API_KEY: server.key,
      GITHUB_API_URL: host.origin,
      GITHUB_REPOSITORY: 'shop/ops',
      GITHUB_EVENT_PATH: join(workspace.directory, 'event.json'),
      GITHUB_TOKEN: 'token',
      CI_API_V4_URL: host.origin,
      CI_PROJECT_ID: '5',
      CI_MERGE_REQUEST_IID: '7',
      TOCSIN_GITLAB_TOKEN: 'token',
      TOCSIN_FOLDER: '.',
      TOCSIN_REPLAY_DAYS: '2',
    };
    expect(Object.keys(env)).toEqual(expect.arrayContaining(Object.keys(step?.env ?? {})));
    const before = await objects();
    const line = configuration.split('\n').indexOf('resource "tocsin_integration" "monitoring" {');
    const place = `main.tf:${line + 1} tocsin_integration.monitoring`;
    for (const script of [step?.run ?? '', steps?.join('\n') ?? '']) {
      const { code, stdout } = await workspace.shell(script, env);
      expect(stdout.slice(-1500)).toMatch(/^BROKEN {2}Critical wakes somebody one$/m);
      expect(code).toBe(1);
      expect(host.comments).toHaveLength(1);
      expect(host.comments[0]?.body).toContain(`- \`${place}\``);
      expect(host.comments[0]?.body.split('**Replay:** 0 of ')).toHaveLength(2);
    }
    expect(host.asked.map((one) => one.split(' ')[0])).toEqual([
      ...['GET', 'POST', 'GET', 'PATCH'],
      ...['GET', 'PUT', 'GET', 'PUT'],
    ]);
    host.stop();
    expect(await objects()).toEqual(before);
  });

  test('what cannot change in place is replaced, with what would be deleted along with it', async () => {
    const args = ['-var=edition=two', '-var=kind=Webhook'];
    const applied = await apply(...args);
    expect(applied.match(/must be replaced/g)).toHaveLength(3);
    expect(applied).toMatch(/type\s+= "Datadog" -> "Webhook" # forces replacement/);
    await expectSettled(...args);
    await apply();
  });

  test('what was changed by hand is changed back', async () => {
    await expectSettled();
    const before = await objects();
    for (const [address, values] of Object.entries(before)) {
      const path = pathOf(address, values);
      const { answer } = await call('GET', path);
      expect(await call('PUT', path, { ...answer, ...driftOf(address) })).toMatchObject({
        status: 200,
      });
    }
    expect(await apply()).toContain(`0 added, ${count} changed, 0 destroyed`);
    await expectSettled();
    expect(await objects()).toEqual(before);
  });

  test('what was deleted elsewhere is made again', async () => {
    const lost = Object.entries(await objects()).filter(([address]) => !foundations.has(address));
    for (const [address, values] of lost) await call('DELETE', pathOf(address, values));
    const applied = await apply();
    expect(applied).toContain(`${lost.length} added,`);
    expect(applied).toContain('0 destroyed');
    await expectSettled();
  });

  test('a new team and a new user bring along whatever was deleted with the old ones', async () => {
    const before = idsOf(await objects());
    const applied = await apply('-replace=tocsin_team.platform', '-replace=tocsin_user.bob');
    expect(applied).toMatch(/must be replaced|will be replaced/);
    await expectSettled();
    const after = idsOf(await objects());
    expect(Object.keys(after)).toEqual(Object.keys(before));
    for (const address of ['tocsin_team.platform', 'tocsin_team_membership.alice'])
      expect(after[address], address).not.toBe(before[address]);
  });

  test('everything is imported equal, with the configuration that Terraform writes', async () => {
    const before = await objects();
    const state = await workspace.state();
    await workspace.writeState({ ...state, serial: state.serial + 1, outputs: {}, resources: [] });
    const blocks = Object.entries(before).map(
      ([address, { id }]) => `import {\n  to = ${address}\n  id = "${id}"\n}\n`,
    );
    await workspace.write('main.tf', `${requirement}${blocks.join('')}`);
    // Terraform writes null for secrets: they are left as they are.
    await workspace.succeed(['plan', '-generate-config-out=generated.tf']);
    expect(await apply()).toContain(`${count} imported, 0 added, 0 changed, 0 destroyed`);
    expect(await objects()).toEqual(withoutVersions(before));
  });

  test("everything is taken over from the original's state without a change", async () => {
    const state = await workspace.state();
    const taken = managedResources(state).filter(({ type }) => isOfOriginal(type));
    const moved = taken.map(
      ({ type, name }) =>
        `moved {\n  from = ${originalType(type)}.${name}\n  to   = ${type}.${name}\n}\n`,
    );
    await workspace.writeState(asStateOfOriginal(state));
    await workspace.write('main.tf', `${requirement}${moved.join('')}`);
    const applied = await apply();
    expect(applied.match(/has moved to/g)).toHaveLength(20);
    expect(applied).toContain('0 added, 0 changed, 0 destroyed');
    expect(JSON.stringify(await workspace.state())).not.toContain('kept in clear');
  });

  test('settings of a user outlive their resource, and a user who leaves them out', async () => {
    const { 'tocsin_user.bob': bob, 'tocsin_user_incident_notification_settings.bob': settings } =
      await objects();
    const own = `${requirement}resource "tocsin_user" "kept" {\n  display_name = "Kept"\n  email = "kept@example.com"\n}\n`;
    const other = await createWorkspace({ reattach: plugins.map(({ reattach }) => reattach) });
    await other.write('main.tf', own);
    await other.succeed(['apply', '-auto-approve']);
    const { 'tocsin_user.kept': kept } = await other.values();
    const path = `/user/${kept?.id}/incident-notification-settings`;
    const { answer } = await call(
      'GET',
      pathOf('tocsin_user_incident_notification_settings.bob', settings ?? {}),
    );
    await call('POST', path, { ...answer, phoneNumber: '+12035479055' });
    await other.write('main.tf', own.replace('"Kept"', '"Renamed"'));
    const renamed = await other.succeed(['apply', '-auto-approve']);
    expect(renamed.stdout).toContain('0 added, 1 changed, 0 destroyed');
    const stored = (await call('GET', `/user/${kept?.id}`)).answer;
    expect(stored).toMatchObject({
      displayName: 'Renamed',
      phoneNumber: '+12035479055',
      incidentNotificationSettings: answer.incidentNotificationSettings,
    });
    await other.succeed(['destroy', '-auto-approve']);
    await other.remove();
    expect(bob?.phone_number).toBe('+12035479055');
  });

  test('escalations that somebody made by hand are not overwritten but named', async () => {
    const { answer: team } = await call('POST', '/team', { displayName: 'By hand' });
    await call('POST', '/team-escalations', { teamId: team.id, escalationTiers: [] });
    const other = await createWorkspace({ reattach: plugins.map(({ reattach }) => reattach) });
    const escalations = `resource "tocsin_team_escalations" "a" {\n  team_id = "${team.id}"\n  escalation_tiers = [{ schedules = [] }]\n}\n`;
    await other.write('main.tf', `${requirement}${escalations}`);
    const refused = await other.terraform(['apply', '-auto-approve']);
    expect(onOneLine(refused.stderr)).toContain(`terraform import ADDRESS ${team.id}`);
    expect((await call('GET', `/team-escalations/${team.id}`)).answer.escalationTiers).toEqual([]);
    await call('DELETE', `/team/${team.id}`);
    await other.remove();
  });

  test('a type that the server does not have is refused by the plan, with the one that was meant', async () => {
    const other = await createWorkspace({ reattach: plugins.map(({ reattach }) => reattach) });
    const integration = `resource "tocsin_integration" "a" {\n  display_name = "A"\n  team_id = "3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90"\n  type = "PromethusAlertmanager"\n}\n`;
    await other.write('main.tf', `${requirement}${integration}`);
    const refused = await other.terraform(['plan']);
    expect(refused.code).toBe(1);
    expect(onOneLine(refused.stderr)).toContain('Did you mean "PrometheusAlertmanager"?');
    await other.remove();
  });

  test('everything is destroyed, on the server too', async () => {
    const gone = await objects();
    const destroyed = await workspace.succeed(['destroy', '-auto-approve']);
    expect(destroyed.stdout).toContain(`${count} destroyed`);
    for (const [address, values] of Object.entries(gone)) {
      // An organization is never without settings.
      const status = address === 'tocsin_organization_settings.own' ? 200 : 404;
      expect((await call('GET', pathOf(address, values))).status, address).toBe(status);
    }
  });

  test('the default mapping of a type is offered, and there is none of a type that is not', async () => {
    const config = (type: string) =>
      `${requirement}data "tocsin_default_mapping" "a" {\n  type = "${type}"\n}\noutput "a" { value = data.tocsin_default_mapping.a.template }\n`;
    await workspace.write('generated.tf', '');
    await workspace.write('main.tf', config('Datadog'));
    expect(await apply()).toContain('resource "tocsin_integration_mapping" "datadog"');
    await workspace.write('main.tf', config('NoSuchType'));
    const failed = await workspace.terraform(['plan']);
    expect(failed.stderr).toContain(
      'GET /api/integrations/terraform/default/NoSuchType.tf answered 404',
    );
  });

  test('keys are made, work, and are revoked: one for good, one for the run', async () => {
    // Two configurations of one provider are two processes: a running one would serve only the last.
    const alone = await createWorkspace({
      env: { TOCSIN_ENDPOINT: server.url, TOCSIN_API_KEY: server.key },
    });
    await installProvider({ home: alone.directory });
    await alone.write('main.tf', keys);
    await alone.succeed(['init']);
    await alone.succeed(['apply', '-auto-approve']);
    await alone.succeed(['plan', '-detailed-exitcode']);
    const values = await alone.values();
    expect(values['tocsin_api_key.stays']?.encrypted_key).toMatch(/^[A-Za-z0-9+/]{342}==$/);
    await alone.succeed(['destroy', '-auto-approve']);
    const left = await fetch(
      `${server.url}/api/public/v1/api-key/search/list?DisplayName=of the test`,
      {
        headers: { 'x-api-key': server.key },
      },
    );
    expect(await left.json()).toMatchObject({ apiKeys: [] });
    await alone.remove();
  });
});
