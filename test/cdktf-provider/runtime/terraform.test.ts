import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PluginServer } from '../../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../../cdktf-provider/runtime/serve.ts';
import type { Probe } from '../support/probe-provider.ts';
import { createProbe, elderProvider, probeProvider } from '../support/probe-provider.ts';
import type { Workspace } from '../support/terraform.ts';
import { createWorkspace, terraformPath } from '../support/terraform.ts';

const head = `
terraform {
  required_providers {
    probe = { source = "tocsin/probe" }
  }
}
`;

const everything = (extra: string) => `${head}
resource "probe_thing" "all" {
  name        = "first"
  kind        = "Round"
  count_exact = 12345678901234567890.123456789
  enabled     = true
  phone       = "+49x"
  labels      = ["b", "a"]
  regions     = ["z", "a", "m"]
  headers     = { accept = "*/*" }
  token       = "t"
  password    = "never-stored"
  settings    = { mode = "fast" }
  steps       = [{ text = "one" }, { text = null }]
  members     = [{ user = "u2" }, { user = "u1" }]
  limits      = { low = { max = 9007199254740993 } }
  ${extra}
}
`;

describe.skipIf(terraformPath === undefined)('the runtime under the real Terraform', () => {
  let probe: Probe;
  let server: PluginServer;
  let elder: PluginServer;
  let workspace: Workspace;

  beforeAll(async () => {
    probe = createProbe();
    const options = { env: {}, writeLog: () => {}, onShutdown: () => {} };
    elder = await startPlugin(elderProvider, options);
    server = await startPlugin(probeProvider(probe), options);
  });
  beforeEach(async () => {
    probe.things.clear();
    probe.calls.length = 0;
    probe.secrets.length = 0;
    probe.fail = 'never';
    workspace = await createWorkspace({ reattach: [server.reattach, elder.reattach] });
    return () => workspace.remove();
  });
  afterAll(async () => {
    await server.stop();
    await elder.stop();
  });

  test('every kind of attribute survives create, empty re-plan, update, replace and destroy', async () => {
    await workspace.write('main.tf', everything(''));
    await workspace.succeed(['apply', '-auto-approve']);
    const created = (await workspace.values())['probe_thing.all'];
    expect(created).toMatchObject({
      revision: 1,
      zone: 'UTC',
      owner: 'server',
      password: null,
      settings: { mode: 'fast', limit: 5, code: 'c-1' },
      steps: [
        { text: 'one', step_id: 'step-0' },
        { text: null, step_id: 'step-1' },
      ],
    });
    const raw = await workspace.succeed(['state', 'pull']);
    expect(raw.stdout).toContain('12345678901234567890.123456789');
    expect(raw.stdout).toContain('9007199254740993');
    expect(raw.stdout).not.toContain('never-stored');
    expect(probe.secrets).toEqual(['never-stored']);

    const again = await workspace.terraform(['plan', '-detailed-exitcode']);
    expect(again).toMatchObject({ code: 0 });

    await workspace.write('main.tf', everything('zone = "Europe/Berlin"\n  password_version = 2'));
    await workspace.succeed(['apply', '-auto-approve']);
    const updated = (await workspace.values())['probe_thing.all'];
    expect(updated).toMatchObject({
      id: created?.id,
      revision: 2,
      zone: 'Europe/Berlin',
      owner: 'server',
    });

    await workspace.write('main.tf', everything('').replace('Round', 'Square'));
    const replaced = await workspace.succeed(['apply', '-auto-approve']);
    expect(replaced.stdout).toContain('must be replaced');
    expect(probe.calls).toEqual(['create', 'update', 'remove', 'create']);

    await workspace.succeed(['destroy', '-auto-approve']);
    expect(probe.things.size).toBe(0);
  });

  test('unknown values, drift, out-of-band deletion and import', async () => {
    const config = `${head}
resource "probe_thing" "first" {
  name = "first"
  kind = "Round"
}
resource "probe_thing" "second" {
  name   = probe_thing.first.id
  kind   = "Square"
  labels = [probe_thing.first.id]
  steps  = [{ text = probe_thing.first.owner }]
}
data "probe_things" "found" {
  prefix     = "fi"
  depends_on = [probe_thing.first]
}
output "found" { value = data.probe_things.found.names }
output "twice" { value = provider::probe::doubled(9007199254740993) }
`;
    await workspace.write('main.tf', config);
    const planned = await workspace.succeed(['plan']);
    expect(planned.stdout).toMatch(/name\s+= \(known after apply\)/);
    const applied = await workspace.succeed(['apply', '-auto-approve']);
    expect(applied.stdout).toContain('18014398509481986');
    const { first, second } = byName(await workspace.values());
    expect(second).toMatchObject({ name: first?.id, labels: [first?.id] });

    const firstId = String(first?.id);
    const stored = probe.things.get(firstId) ?? {};
    probe.things.set(firstId, { ...stored, zone: 'Asia/Tokyo' });
    probe.things.delete(String(second?.id));
    const repaired = await workspace.succeed(['apply', '-auto-approve']);
    expect(repaired.stdout).toMatch(/zone\s+= "Asia\/Tokyo" -> "UTC"/);
    expect(repaired.stdout).toContain('1 added, 1 changed, 0 destroyed');

    await workspace.write(
      'main.tf',
      `${head}
import {
  to = probe_thing.taken
  id = "${firstId}"
}
`,
    );
    await workspace.succeed(['state', 'rm', 'probe_thing.first', 'probe_thing.second']);
    await workspace.succeed(['plan', '-generate-config-out=taken.tf']);
    const imported = await workspace.succeed(['apply', '-auto-approve']);
    expect(imported.stdout).toContain('1 imported, 0 added, 0 changed, 0 destroyed');
  });

  test('a refused create leaves nothing, a partial one is tainted and replaced', async () => {
    await workspace.write(
      'main.tf',
      `${head}\nresource "probe_thing" "a" {\n  name = "a"\n  kind = "Round"\n}\n`,
    );
    probe.fail = 'create';
    const refused = await workspace.terraform(['apply', '-auto-approve']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('Cannot create');
    expect(refused.stderr).toMatch(/on main\.tf line \d+.*\n.*name = "a"/);
    expect(await workspace.values()).toEqual({});

    probe.fail = 'create-partly';
    expect((await workspace.terraform(['apply', '-auto-approve'])).code).toBe(1);
    expect((await workspace.succeed(['state', 'pull'])).stdout).toContain('"status": "tainted"');

    probe.fail = 'never';
    const healed = await workspace.succeed(['apply', '-auto-approve']);
    expect(healed.stdout).toContain('1 added, 0 changed, 1 destroyed');

    await workspace.write(
      'main.tf',
      `${head}\nresource "probe_thing" "a" {\n  name = "b"\n  kind = "Round"\n}\n`,
    );
    probe.fail = 'update';
    expect((await workspace.terraform(['apply', '-auto-approve'])).code).toBe(1);
    expect((await workspace.values())['probe_thing.a']).toMatchObject({ name: 'a' });
  });

  test('mistakes are shown at their line, all at once, and unknown values are left alone', async () => {
    await workspace.write(
      'main.tf',
      `${head}
resource "probe_thing" "bad" {
  name     = ""
  kind     = "round"
  labels   = ["a", "b", "c", "d"]
  settings = { mode = "slower" }
}
resource "probe_thing" "rule" {
  name    = "ok"
  kind    = "Round"
  enabled = true
}
output "bad_call" { value = provider::probe::doubled(0.5) }
`,
    );
    const result = await workspace.terraform(['validate']);
    const text = result.stderr.replace(/[│╷╵]\s?/g, '').replace(/\s+/g, ' ');
    expect(result.code).toBe(1);
    expect(text).toContain('Must not be empty.');
    expect(text).toContain('Did you mean "Round"?');
    expect(text).toContain('Must hold at most 3 element(s), holds 4.');
    expect(text).toContain('enabled needs token.');
    expect(text).toContain('must be a whole number');
    expect(text).toMatch(/line 12, in resource "probe_thing" "bad": 12: settings/);
    expect(text).toContain('settings.mode: Must be one of');
  });

  test('state of an older version is upgraded and state of another provider is taken over', async () => {
    probe.things.set('old-1', complete('old-1', 'Asia/Tokyo'));
    probe.things.set('elder-1', complete('elder-1', 'UTC'));
    await workspace.write(
      'main.tf',
      `${head}
moved {
  from = elder_thing.b
  to   = probe_thing.b
}
resource "probe_thing" "a" {
  name = "a"
  kind = "Round"
  zone = "Asia/Tokyo"
}
resource "probe_thing" "b" {
  name = "a"
  kind = "Round"
}
`,
    );
    await workspace.write('terraform.tfstate', JSON.stringify(stateWithElder));
    const plan = await workspace.succeed(['plan']);
    expect(plan.stdout).toContain('has moved to');
    expect(plan.stdout).not.toMatch(/[1-9]\d* to (add|change|destroy)/);
  });

  test('an ephemeral resource is open only while it is used and never stored', async () => {
    await workspace.write(
      'main.tf',
      `${head}
ephemeral "probe_lease" "key" {
  label = "k"
}
resource "probe_thing" "a" {
  name     = "a"
  kind     = "Round"
  password = ephemeral.probe_lease.key.secret
}
`,
    );
    await workspace.succeed(['apply', '-auto-approve']);
    expect(probe.secrets).toEqual(['s-k']);
    expect(probe.openLeases.size).toBe(0);
    expect((await workspace.succeed(['state', 'pull'])).stdout).not.toContain('s-k');
  });
});

function byName(values: Record<string, Record<string, unknown>>) {
  return { first: values['probe_thing.first'], second: values['probe_thing.second'] };
}

function complete(id: string, zone: string) {
  return { id, revision: 1, name: 'a', kind: 'Round', zone, owner: 'server' };
}

const instance = (attributes: object, version: number) => [
  { schema_version: version, attributes, sensitive_attributes: [], private: '' },
];

const stateWithElder = {
  version: 4,
  terraform_version: '1.11.4',
  serial: 1,
  lineage: '0d9d7c5e-0000-4000-8000-000000000000',
  outputs: {},
  resources: [
    {
      mode: 'managed',
      type: 'probe_thing',
      name: 'a',
      provider: 'provider["registry.terraform.io/tocsin/probe"]',
      instances: instance(
        {
          id: 'old-1',
          name: 'a',
          kind: 'Round',
          time_zone: 'Asia/Tokyo',
          gone: 1,
          owner: 'server',
          revision: 1,
        },
        1,
      ),
    },
    {
      mode: 'managed',
      type: 'elder_thing',
      name: 'b',
      provider: 'provider["registry.terraform.io/elder/elder"]',
      instances: instance(
        {
          id: 'elder-1',
          name: 'a',
          kind: 'Round',
          zone: 'UTC',
          owner: 'server',
          revision: 1,
          legacy: true,
        },
        7,
      ),
    },
  ],
};
