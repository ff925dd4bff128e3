import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import type { PluginServer } from '../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import type { FakeServer } from './support/fake-server.ts';
import { fakeKey, problem, startFakeServer } from './support/fake-server.ts';
import type { Workspace } from './support/terraform.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

const head = `
terraform {
  required_providers {
    tocsin = { source = "tocsin/tocsin" }
  }
}
`;
const provider = (endpoint: string, key = fakeKey) =>
  `${head}provider "tocsin" {\n  endpoint = "${endpoint}"\n  api_key  = "${key}"\n}\n`;
const team = 'resource "tocsin_team" "a" {\n  display_name = "A"\n}\n';

/** Terraform breaks lines and draws boxes; a sentence is a sentence. */
const flat = (text: string) => text.replace(/[│╷╵]/g, ' ').replace(/\s+/g, ' ');

describe.skipIf(terraformPath === undefined)('what a person reads when something is wrong', () => {
  let server: FakeServer;
  let plugin: PluginServer;
  let workspace: Workspace;

  beforeAll(async () => {
    server = await startFakeServer();
    plugin = await startPlugin(tocsinProvider(), {
      env: {},
      writeLog: () => {},
      onShutdown: () => {},
    });
  });
  beforeEach(async () => {
    server.intercept = () => undefined;
    server.stored.clear();
    server.requests.length = 0;
    workspace = await createWorkspace({ reattach: [plugin.reattach] });
    return () => workspace.remove();
  });
  afterAll(async () => {
    await plugin.stop();
    await server.close();
  });

  const failing = async () => {
    const run = await workspace.terraform(['apply', '-auto-approve']);
    expect(run.code).toBe(1);
    return flat(run.stderr);
  };

  test('no endpoint and no key are both named at once', async () => {
    await workspace.write('main.tf', `${head}provider "tocsin" {}\n${team}`);
    const said = await failing();
    expect(said).toContain(
      'Set the argument endpoint of the provider, or the environment variable TOCSIN_ENDPOINT.',
    );
    expect(said).toContain(
      'Set the argument api_key of the provider, or the environment variable TOCSIN_API_KEY.',
    );
  });

  test('a server that is down is named with its address, and nothing is stored', async () => {
    const gone = await startFakeServer();
    await gone.close();
    await workspace.write('main.tf', `${provider(gone.url)}${team}`);
    const said = await failing();
    expect(said).toContain('The Tocsin server cannot be reached');
    expect(said).toContain(`POST ${gone.url}/api/public/v1/team failed`);
    expect(said).toContain('ECONNREFUSED');
    expect(await workspace.values()).toEqual({});
  });

  test('a wrong key is said to be the key, once however many resources there are, and the key is not shown', async () => {
    const many = team.replace('display_name', 'count = 5\n  display_name');
    await workspace.write('main.tf', `${provider(server.url, 'tocsin_org_wrong')}${many}`);
    const said = await failing();
    expect(said.match(/does not accept the API key/g)).toHaveLength(1);
    expect(said).toContain('The key is invalid.');
    expect(said).not.toContain('tocsin_org_wrong');
  });

  test('refused members are shown at their line, a conflict with its reason', async () => {
    server.intercept = ({ method, path }) => {
      if (method !== 'POST') return undefined;
      return path.endsWith('/routing')
        ? problem(400, 'Not valid', {
            'rules[0].conditions.integrations[0]': ['There is no such integration.'],
          })
        : problem(409, 'The slug taken is taken. Choose another one.');
    };
    await workspace.write(
      'main.tf',
      `${provider(server.url)}
resource "tocsin_routing" "a" {
  display_name = "A"
  team_id      = "3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90"
  rules = [
    { conditions = { integrations = ["3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e91"] } },
  ]
}
resource "tocsin_status_page" "a" {
  display_name                = "A"
  public_title                = "A"
  slug                        = "taken"
  history_in_days             = 30
  disable_public_subscription = false
}
`,
    );
    const said = await failing();
    expect(said).toContain('rules[0].conditions.integrations[0]: There is no such integration.');
    expect(said).toMatch(/on main\.tf line 1[3-6], in resource "tocsin_routing" "a"/);
    expect(said).toContain('Conflict with what the Tocsin server has stored');
    expect(said).toContain('The slug taken is taken. Choose another one.');
    expect(said).toContain('POST /status-page answered 409 (trace trace-1)');
  });

  test('a server that asks for patience gets it', async () => {
    let refusals = 0;
    server.intercept = ({ method }) => {
      if (method !== 'POST' || refusals >= 2) return undefined;
      refusals += 1;
      return { ...problem(refusals === 1 ? 429 : 503, 'Later.'), headers: { 'retry-after': '0' } };
    };
    await workspace.write('main.tf', `${provider(server.url)}${team}`);
    await workspace.succeed(['apply', '-auto-approve']);
    const posts = server.requests.filter(({ method }) => method === 'POST');
    expect(posts).toHaveLength(3);
    // The repeated request is recognisable as the same one.
    expect(new Set(posts.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(server.stored.size).toBe(1);
  });

  test('an object that was created but answered in part is tainted and replaced', async () => {
    let first = true;
    server.intercept = (request) => {
      if (request.method !== 'POST' || !first) return undefined;
      first = false;
      const id = '3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90';
      server.stored.set(`/team/${id}`, { id, displayName: 'A', timeZoneId: 'UTC', labels: null });
      return { status: 200, body: { id } };
    };
    await workspace.write('main.tf', `${provider(server.url)}${team}`);
    expect(await failing()).toContain(
      'but the answer lacks displayName. The next apply replaces it.',
    );
    expect((await workspace.succeed(['state', 'pull'])).stdout).toContain('"status": "tainted"');
    const healed = await workspace.succeed(['apply', '-auto-approve']);
    expect(healed.stdout).toContain('1 added, 0 changed, 1 destroyed');
    expect(server.stored.size).toBe(1);
  });

  test('a provider whose endpoint is only known after apply plans, and says so when it must read', async () => {
    await workspace.write(
      'main.tf',
      `${head}
resource "terraform_data" "later" {
  input = "${server.url}"
}
provider "tocsin" {
  endpoint = terraform_data.later.output
  api_key  = "${fakeKey}"
}
${team}`,
    );
    const applied = await workspace.succeed(['apply', '-auto-approve']);
    expect(applied.stdout).toContain('2 added');
    const planned = await workspace.terraform(['plan', '-replace=terraform_data.later']);
    expect(flat(planned.stderr)).toContain('The provider is not fully configured yet');
  });

  test('what only the server sets cannot be written into a file: a copied id is nobody else’s object', async () => {
    const other = '3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90';
    server.stored.set(`/team/${other}`, { id: other, displayName: 'Another', timeZoneId: 'UTC' });
    await workspace.write(
      'main.tf',
      `${provider(server.url)}
resource "tocsin_team" "copy" {
  display_name = "Copy of a block"
  id           = "${other}"
}
data "tocsin_team" "a" {
  display_name = "Another"
  time_zone_id = "UTC"
}
`,
    );
    const said = await failing();
    expect(said.match(/Invalid Configuration for Read-Only Attribute/g)).toHaveLength(2);
    expect(said).toMatch(/on main\.tf line 14, in resource "tocsin_team" "copy"/);
    expect(said).toContain('To manage an object that exists already, import it.');
    expect(server.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('mistakes the server would find are found by validate, at their line', async () => {
    await workspace.write(
      'main.tf',
      `${head}
resource "tocsin_team" "a" {
  display_name = ""
  incident_engagement_report_settings = { day_of_week = "monday", time = "25:00" }
}
resource "tocsin_integration" "a" {
  display_name         = "A"
  team_id              = "not-an-id"
  type                 = "Datadog"
  integration_settings = { heartbeat_monitor = { interval_in_sec = 1, grace_period_in_sec = 1, severity = "Minor" } }
}
resource "tocsin_integration_mapping" "a" {
  integration_id = "3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90"
  attributes_mapping = {
    attributes = [
      { name = "Status", mappings = [{ json_path = "$.a", static = "b" }] },
      { name = "Title", mappings = [{ regex = "(" }] },
    ]
  }
}
`,
    );
    const run = await workspace.terraform(['validate']);
    const said = flat(run.stderr);
    expect(run.code).toBe(1);
    expect(said).toContain('Must not be empty.');
    expect(said).toContain(
      'incident_engagement_report_settings.day_of_week: Must be one of sun, mon',
    );
    expect(said).toContain('Got "25:00". Expected: A time of day, HH:mm.');
    expect(said).toContain('Got "not-an-id". Expected: A UUID');
    expect(said).toContain('attributes_mapping.attributes[0].mappings[0]: ');
    expect(said).toContain('attributes_mapping.attributes[1].mappings[0].regex: ');
  });
});
