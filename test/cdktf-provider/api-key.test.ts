import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installProvider } from '../../cdktf-provider/packaging/mirror.ts';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import type { PluginServer } from '../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import type { FakeServer } from './support/fake-server.ts';
import { fakeKey, startFakeServer } from './support/fake-server.ts';
import type { Workspace } from './support/terraform.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

const head =
  'terraform {\n  required_providers {\n    tocsin = { source = "tocsin/tocsin" }\n  }\n}\n';

describe.skipIf(terraformPath === undefined)('API keys', () => {
  let server: FakeServer;
  let plugin: PluginServer;
  let workspace: Workspace;

  beforeAll(async () => {
    server = await startFakeServer();
    const env = { TOCSIN_ENDPOINT: server.url, TOCSIN_API_KEY: fakeKey };
    plugin = await startPlugin(tocsinProvider(), { env, writeLog: () => {}, onShutdown: () => {} });
  });
  beforeEach(async () => {
    server.stored.clear();
    server.requests.length = 0;
    workspace = await createWorkspace({ reattach: [plugin.reattach] });
    return () => workspace.remove();
  });
  afterAll(async () => {
    await plugin.stop();
    await server.close();
  });

  test('a key that stays is in the state for the owner of the private key only', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
    await workspace.write('key.pem', pem);
    const config = (name: string) => `${head}
resource "tocsin_api_key" "a" {
  display_name = "${name}"
  kind         = "organization"
  scopes       = [{ resource = "incidents", permissions = ["create"] }]
  public_key   = file("key.pem")
}
`;
    await workspace.write('main.tf', config('A'));
    await workspace.succeed(['apply', '-auto-approve']);
    await workspace.succeed(['plan', '-detailed-exitcode']);

    const [made] = [...server.stored.values()];
    const state = (await workspace.succeed(['state', 'pull'])).stdout;
    expect(state).not.toContain(String(made?.key));
    const { encrypted_key } = (await workspace.values())['tocsin_api_key.a'] ?? {};
    const opened = privateDecrypt(
      { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(String(encrypted_key), 'base64'),
    );
    expect(opened.toString()).toBe(made?.key);

    await workspace.write('main.tf', config('B'));
    await workspace.succeed(['apply', '-auto-approve']);
    expect((await workspace.values())['tocsin_api_key.a']).toMatchObject({
      display_name: 'B',
      encrypted_key,
    });

    // Revoked elsewhere: its record is still answered, and a new key is made.
    server.stored.set(`/api-key/${made?.id}`, { ...made, revokedAt: '2026-03-01T08:30:00Z' });
    const renewed = await workspace.succeed(['apply', '-auto-approve']);
    expect(renewed.stdout).toContain('1 added, 0 changed, 0 destroyed');

    await workspace.write('key.pem', 'no key');
    const refused = await workspace.terraform(['plan']);
    expect(refused.stderr).toContain('Not a usable public key');
  });

  test('a key for one run works during it, is revoked after it, and is nowhere stored', async () => {
    // Two configurations of one provider are two processes: a running one would serve only the last.
    await using alone = await processWorkspace(server.url);
    await alone.write(
      'main.tf',
      `${head}
ephemeral "tocsin_api_key" "run" {
  display_name = "Run"
}
provider "tocsin" {
  alias   = "narrow"
  api_key = ephemeral.tocsin_api_key.run.key
}
data "tocsin_teams" "all" {
  provider = tocsin.narrow
}
`,
    );
    const seen: unknown[] = [];
    server.intercept = (request) => {
      // Asked with the key of the run as well, which is good until it is revoked.
      if (request.path.endsWith('/auth/me')) return { status: 200, body: {} };
      if (!request.path.endsWith('/team/search/list')) return undefined;
      seen.push(request.headers['x-authorization']);
      return { status: 200, body: { teams: [], hasMore: false } };
    };
    await alone.succeed(['init']);
    await alone.succeed(['apply', '-auto-approve']);
    const opened = server.requests.filter(({ method }) => method === 'POST');
    const closed = server.requests.filter(({ method }) => method === 'DELETE');
    expect(opened.length).toBeGreaterThan(0);
    expect(closed).toHaveLength(opened.length);
    expect(server.stored.size).toBe(0);
    expect(opened[0]?.body).toMatchObject({ kind: 'organization', displayName: 'Run' });
    expect(Date.parse(String(opened[0]?.body.expiresAt))).toBeGreaterThan(Date.now());
    expect(seen[0]).toMatch(/^tocsin_org_[0-9a-f-]{36}$/);
    expect((await alone.succeed(['state', 'pull'])).stdout).not.toContain(String(seen[0]));
  });
});

async function processWorkspace(endpoint: string): Promise<Workspace & AsyncDisposable> {
  const workspace = await createWorkspace({
    env: { TOCSIN_ENDPOINT: endpoint, TOCSIN_API_KEY: fakeKey },
  });
  await installProvider({ home: workspace.directory });
  return { ...workspace, [Symbol.asyncDispose]: () => workspace.remove() };
}
