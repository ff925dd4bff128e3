/** Answers that never arrive: between Terraform and the product stands somebody who loses them. */
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { tocsinProvider } from '../../cdktf-provider/provider.ts';
import type { PluginServer } from '../../cdktf-provider/runtime/serve.ts';
import { startPlugin } from '../../cdktf-provider/runtime/serve.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import type { Workspace } from './support/terraform.ts';
import { createWorkspace, terraformPath } from './support/terraform.ts';

type Fate = 'through' | 'lose the answer' | 'lose the request';

const flat = (text: string) => text.replace(/[│╷╵]/g, ' ').replace(/\s+/g, ' ');
const configuration = `
terraform {
  required_providers {
    tocsin = { source = "tocsin/tocsin" }
  }
}
resource "tocsin_team" "a" {
  display_name = "A"
}
resource "tocsin_team_escalations" "a" {
  team_id          = tocsin_team.a.id
  escalation_tiers = []
}
resource "tocsin_service" "a" {
  display_name = "Shop"
  public_title = "Shop"
}
resource "tocsin_silence" "a" {
  display_name = "Deployment"
  team_id      = tocsin_team.a.id
  start        = "2030-01-01T00:00:00Z"
  end          = "2030-01-01T01:00:00Z"
  matchers     = [{ name = "Host", operator = "=", value = "web-1" }]
}
`;

describe.skipIf(terraformPath === undefined)('an answer that is lost', () => {
  let server: { url: string; key: string };
  let between: Server;
  let fateOf: (method: string, path: string) => Fate;
  let plugin: PluginServer;
  let workspace: Workspace;

  beforeAll(async () => {
    const { app, key } = await sharedTestApp();
    server = { url: app.url, key };
    between = createServer((request, response) => {
      const fate = fateOf(request.method ?? '', request.url ?? '');
      void (async () => {
        const body = await bytesOf(request);
        if (fate === 'lose the request') return request.socket.destroy();
        const { host, connection, 'content-length': _length, ...headers } = request.headers;
        const answer = await fetch(`${server.url}${request.url}`, {
          method: request.method ?? 'GET',
          headers: headers as Record<string, string>,
          ...(body.length === 0 ? {} : { body }),
        });
        const bytes = Buffer.from(await answer.arrayBuffer());
        if (fate === 'lose the answer') return request.socket.destroy();
        return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(bytes);
      })();
    });
    await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
    plugin = await startPlugin(tocsinProvider(), {
      env: {
        TOCSIN_ENDPOINT: `http://127.0.0.1:${(between.address() as AddressInfo).port}`,
        TOCSIN_API_KEY: server.key,
        TOCSIN_PACE_REQUESTS: 'false',
        TOCSIN_WAIT_IN_SEC: '0',
      },
      writeLog: () => {},
      onShutdown: () => {},
    });
  });
  beforeEach(async () => {
    fateOf = () => 'through';
    workspace = await createWorkspace({ reattach: [plugin.reattach] });
    await workspace.write('main.tf', configuration);
    return () => workspace.remove();
  });
  afterAll(async () => {
    await plugin?.stop();
    between?.closeAllConnections();
    between?.close();
  });

  const bytesOf = async (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks);
  };
  const count = async () => {
    const lists = { team: 'teams', service: 'services', silence: 'silences' };
    const counts = await Promise.all(
      Object.entries(lists).map(async ([path, items]) => {
        const answer = await fetch(`${server.url}/api/public/v1/${path}/search/list`, {
          headers: { 'x-authorization': server.key },
        });
        const body = (await answer.json()) as Record<string, unknown[]>;
        return [path, body[items]?.length];
      }),
    );
    return Object.fromEntries(counts) as Record<string, number>;
  };
  const creations = (fate: Fate) => (method: string) => (method === 'POST' ? fate : 'through');

  test('is asked for by the next run: what was made is found, and leaves no twin', async () => {
    for (;;) {
      // Whoever depends on another one gets its turn in the run after.
      fateOf = creations('lose the answer');
      const run = await workspace.terraform(['apply', '-auto-approve']);
      if (run.code === 0) break;
      expect(flat(run.stderr)).toContain('an object to be created may exist now');
      expect(flat(run.stderr)).toContain('The next plan asks the server whether it does');
      for (const address of tainted((await workspace.succeed(['state', 'pull'])).stdout)) {
        await workspace.succeed(['untaint', address]);
      }
    }
    expect(await count()).toEqual({ team: 1, service: 1, silence: 1 });
    expect((await workspace.succeed(['plan', '-detailed-exitcode'])).code).toBe(0);

    fateOf = () => 'through';
    await workspace.succeed(['destroy', '-auto-approve']);
    expect(await count()).toEqual({ team: 0, service: 0, silence: 0 });
  });

  test('is replaced without a twin, or destroyed without a read, where nobody looks', async () => {
    fateOf = creations('lose the answer');
    expect((await workspace.terraform(['apply', '-auto-approve'])).code).toBe(1);
    expect(await count()).toEqual({ team: 1, service: 1, silence: 0 });
    fateOf = () => 'through';
    expect((await workspace.succeed(['apply', '-auto-approve'])).stdout).toContain(
      '4 added, 0 changed, 2 destroyed',
    );
    expect(await count()).toEqual({ team: 1, service: 1, silence: 1 });
    await workspace.succeed(['destroy', '-auto-approve']);

    fateOf = creations('lose the answer');
    expect((await workspace.terraform(['apply', '-auto-approve'])).code).toBe(1);
    fateOf = () => 'through';
    await workspace.succeed(['destroy', '-auto-approve', '-refresh=false']);
    expect(await count()).toEqual({ team: 0, service: 0, silence: 0 });
  });

  test('of a request that never arrived is nothing: the next run creates', async () => {
    fateOf = creations('lose the request');
    expect((await workspace.terraform(['apply', '-auto-approve'])).code).toBe(1);
    fateOf = () => 'through';
    expect((await workspace.succeed(['apply', '-auto-approve'])).stdout).toContain(
      '4 added, 0 changed, 0 destroyed',
    );
    expect(await count()).toEqual({ team: 1, service: 1, silence: 1 });
  });
});

function tainted(state: string): string[] {
  type Stored = { type: string; name: string; instances: { status?: string }[] };
  const { resources } = JSON.parse(state) as { resources: Stored[] };
  return resources
    .filter(({ instances }) => instances.some(({ status }) => status === 'tainted'))
    .map(({ type, name }) => `${type}.${name}`);
}
