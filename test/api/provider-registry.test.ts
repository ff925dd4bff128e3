import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.stop());

const read = async (server: TestApp, path: string) => {
  const response = await fetch(new URL(path, server.app.url));
  return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
};
const json = async (server: TestApp, path: string) =>
  JSON.parse((await read(server, path)).body.toString()) as Record<string, never>;

it('a server hands out its provider as Terraform asks for it, with the sums it signs', async () => {
  const services = await json(t, '/.well-known/terraform.json');
  const base = String(services['providers.v1']);
  const { versions } = (await json(t, `${base}tocsin/tocsin/versions`)) as unknown as {
    versions: { version: string; protocols: string[] }[];
  };
  expect(versions[0]?.protocols).toEqual(['6.0']);
  const path = `${base}tocsin/tocsin/${versions[0]?.version}/download/linux/amd64`;
  const download = (await json(t, path)) as unknown as {
    download_url: string;
    shasum: string;
    signing_keys: { gpg_public_keys: { key_id: string }[] };
  };
  const zip = await read(t, new URL(download.download_url, new URL(path, t.app.url)).pathname);
  expect(createHash('sha256').update(zip.body).digest('hex')).toBe(download.shasum);
  expect((await read(t, `${base}tocsin/tocsin/9.9.9/download/linux/amd64`)).status).toBe(404);
  expect((await read(t, '/terraform/providers/elsewhere')).status).toBe(404);
});

it.skipIf(process.env.TOCSIN_TEST_MONGODB_URI)(
  'servers of one installation sign with one key, as a lock file would refuse another',
  async () => {
    const keyOf = async (server: TestApp) => {
      const path = '/terraform/providers/v1/tocsin/tocsin';
      const { versions } = (await json(server, `${path}/versions`)) as unknown as {
        versions: { version: string }[];
      };
      const { signing_keys } = (await json(
        server,
        `${path}/${versions[0]?.version}/download/linux/amd64`,
      )) as unknown as { signing_keys: { gpg_public_keys: { key_id: string }[] } };
      return signing_keys.gpg_public_keys[0]?.key_id;
    };
    const second = await startTestApp({ besides: t });
    try {
      expect(await keyOf(second)).toBe(await keyOf(t));
    } finally {
      await second.stop();
    }
  },
);
