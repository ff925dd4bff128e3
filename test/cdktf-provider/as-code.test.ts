/** Objects as code, through the functions that a browser runs: the same bytes as the command line writes. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  clientOf,
  codeOf,
  type ExportedType,
  readObject,
  readOrganization,
  toConfiguration,
} from '../../cdktf-provider/export/as-code.ts';
import { exportConfiguration } from '../../cdktf-provider/export/commands.ts';
import { exportSchema } from '../../cdktf-provider/export/schema.ts';
import { isSecret, type WireShapes } from '../../cdktf-provider/rest/resolved.ts';
import type { TestApp } from '../support/app.ts';
import { childEnvironment } from '../support/child-environment.ts';
import { type Fixtures, makeFixtures, makeMoreFixtures } from '../support/fixtures.ts';
import { documentedOperations } from '../support/operations.ts';
import { type SignedIn, signIn } from '../support/sessions.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { workingRequest } from '../support/working-requests.ts';

let server: TestApp;
let fixtures: Fixtures;
let person: SignedIn;
let folder: string;
/** As the command line reads it. */
let organization: ExportedType[];

/** What the Public API answers in a page of the server, with the session of an administrator. */
const client = (cookie = person.cookie) =>
  clientOf(server.app.url, (url, init) =>
    fetch(url, {
      ...init,
      headers: { ...init.headers, cookie, 'sec-fetch-site': 'same-origin' },
    }),
  );

const run = promisify(execFile);
const hasCurl = (process.env.PATH ?? '')
  .split(delimiter)
  .some((directory) => existsSync(join(directory, 'curl')));

const exportedTypes = () => organization.filter(({ objects }) => objects.length > 0);

beforeAll(async () => {
  server = await sharedTestApp();
  fixtures = await makeFixtures(server);
  Object.assign(fixtures, await makeMoreFixtures(server, fixtures));
  const userId = await server.api.make('/user', { email: 'owner@example.com' });
  await server.api.make('/organization-membership', { userId, role: 'Owner' });
  person = await signIn(server, { userId });
  // The examples of the document are richer than the fixtures.
  for (const operation of documentedOperations()) {
    if (!createdBy.has(operation.operationId)) continue;
    const { address, body } = workingRequest(operation, fixtures);
    await server.api.post(address, body);
  }
  organization = await readOrganization(client());
  folder = await mkdtemp(join(tmpdir(), 'tocsin-as-code-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Types of resources by the operation that creates one. */
const createdBy = new Map(
  Object.entries(exportSchema).map(([type, { operations }]) => [operations.create.id, type]),
);

describe('the code of what is stored', () => {
  test('is that of the command line, byte for byte', async () => {
    const connection = { endpoint: server.app.url, apiKey: server.key };
    const { files, secrets } = await exportConfiguration(connection, folder);
    const browser = toConfiguration(organization);
    expect([...browser.files.keys()]).toEqual(files);
    expect(browser.secrets).toEqual(secrets);
    for (const [name, text] of browser.files)
      expect(await readFile(join(folder, name), 'utf8')).toBe(text);
  });

  test('of every object of every kind stands in the export as it is shown alone', async () => {
    const names = await readOrganization(client(), { namesOnly: true });
    const { files } = toConfiguration(organization);
    const text = [...files.values()].join('\n');
    for (const { type, objects } of exportedTypes()) {
      const shown: string[] = [];
      for (const { id } of objects) {
        const value = await readObject(client(), type, String(id));
        const { terraform } = codeOf(names, { type, id: String(id), value }, server.app.url);
        const [block = ''] = terraform.split('\nvariable ');
        expect(text).toContain(block);
        shown.push(block.trimEnd());
      }
      // Nothing else is in the file of the type.
      const file = [...files.values()].find((one) => one.startsWith(shown[0] ?? '?'));
      expect(file?.trimEnd()).toBe(shown.join('\n\n'));
    }
    // All but those that hold secrets alone, are part of another one, or of the organization itself.
    expect(exportedTypes().map(({ type }) => type)).toEqual(
      Object.keys(exportSchema).filter(
        (type) => !/api_key|user_incident_notification_settings|organization$/.test(type),
      ),
    );
  });

  test('leaves out what somebody may not list, and says so', async () => {
    const userId = await server.api.make('/user', { email: 'member@example.com' });
    await server.api.make('/team-membership', { userId, teamId: fixtures.team, role: 'Member' });
    await server.api.make('/organization-membership', { userId, role: 'Member' });
    const { cookie } = await signIn(server, { userId });
    const refused: string[] = [];
    const read = await readOrganization(client(cookie), {
      namesOnly: true,
      onForbidden: (type) => refused.push(type),
    });
    expect(refused).not.toEqual([]);
    expect([...read.map(({ type }) => type), ...refused].toSorted()).toEqual(
      organization.map(({ type }) => type).toSorted(),
    );
    await expect(readOrganization(client(cookie))).rejects.toThrow('answered 403');
  });
});

describe('the code of what is about to be saved', () => {
  test('is the code of what is stored while nothing was changed', async () => {
    for (const { type, objects } of exportedTypes()) {
      for (const value of objects) {
        const subject = { type, id: String(value.id), value };
        const edited = codeOf(organization, subject, server.app.url);
        const { terraform } = edited;
        const text = [...toConfiguration(organization).files.values()].join('\n');
        expect(text).toContain(terraform.split('\nvariable ')[0]);
      }
    }
  });

  test.each([...createdBy])('of %s refers to other objects, and imports nothing', (id, type) => {
    const operation = documentedOperations().find(({ operationId }) => operationId === id);
    if (!operation) throw new Error(`There is no operation ${id}.`);
    const { body, address } = workingRequest(operation, fixtures);
    // The owner, which some operations have in their path.
    const [, , owner = null] = address.split('/');
    const value = { integrationId: owner, userId: owner, organizationId: owner, ...body };
    const code = codeOf(organization, { type, id: null, value }, server.app.url);
    expect(code.terraform).toMatch(new RegExp(`^resource "${type}" "\\w+" \\{\n`));
    expect(code.terraform).not.toContain('import {');
    expect(code.cdk).not.toContain('importFrom');
    expect(code.curl).toContain(
      `curl --fail-with-body -X ${operation.method.toUpperCase()} '${server.app.url}/api/public/v1/`,
    );
    const references = JSON.stringify(body).includes(fixtures.team ?? '') ? 1 : 0;
    expect(code.terraform.split('tocsin_team.team.id').length - 1).toBeGreaterThanOrEqual(
      references,
    );
    for (const secret of secretsOf(exportSchema[type]?.attributes ?? {}, value)) {
      for (const text of [code.terraform, code.cdk, code.curl]) expect(text).not.toContain(secret);
    }
  });
});

/** Texts of a wire value that are secrets by the schema. */
function secretsOf(attributes: WireShapes, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => secretsOf(attributes, item));
  if (typeof value !== 'object' || value === null) return [];
  const members = value as Record<string, unknown>;
  return Object.values(attributes).flatMap((attribute) => {
    const member = members[attribute.wire ?? ''];
    if (member === undefined || member === null) return [];
    if (isSecret(attribute)) return [JSON.stringify(member).slice(1, -1)];
    return attribute.nested ? secretsOf(attribute.nested.attributes, member) : [];
  });
}

test.skipIf(!hasCurl)('the call of every stored object is one that changes nothing', async () => {
  const before = [...toConfiguration(await readOrganization(client())).files];
  const ids: unknown[] = [];
  const calls: string[] = [];
  for (const { type, objects } of exportedTypes())
    for (const value of objects) {
      ids.push(value.id);
      const { curl } = codeOf(organization, { type, id: String(value.id), value }, server.app.url);
      calls.push(curl, 'echo');
    }
  const secrets = [...calls.join().matchAll(/\$\{(\w+)\}/g)].map(([, name]) => [name, 'chosen']);
  const env = { ...childEnvironment, ...Object.fromEntries(secrets), TOCSIN_API_KEY: server.key };
  // One shell for all: this process is large, and each program that it starts costs it more than a call.
  const script = join(folder, 'calls.sh');
  await writeFile(script, calls.join('\n'));
  const { stdout } = await run('sh', ['-e', script], { env });
  expect(
    stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
  ).toEqual(ids);
  const after = await readOrganization(client());
  expect([...toConfiguration(after).files]).toEqual(before);
});

test('every secret of every kind becomes a variable in Terraform, CDK and curl', () => {
  const secret = 'hunter2-never-shown';
  let count = 0;
  const filled = (attributes: WireShapes): Record<string, unknown> =>
    Object.fromEntries(
      Object.values(attributes).flatMap((attribute): [string, unknown][] => {
        const { wire, nested, type } = attribute;
        if (wire === undefined) return [];
        if (isSecret(attribute)) {
          count += 1;
          return [[wire, typeof type === 'object' ? { name: secret } : secret]];
        }
        if (!nested) return [];
        const inner = filled(nested.attributes);
        if (Object.keys(inner).length === 0) return [];
        return [[wire, nested.nesting === 'single' ? inner : [inner]]];
      }),
    );
  for (const [type, { attributes }] of Object.entries(exportSchema)) {
    const before = count;
    const owner = { integrationId: 'i', userId: 'u', organizationId: 'o' };
    const value = { ...filled(attributes), ...owner, displayName: 'It' };
    const code = codeOf([], { type, id: null, value }, 'https://tocsin.example.com');
    expect(JSON.stringify(code)).not.toContain('hunter2');
    expect(code.secrets).toHaveLength(count - before);
    for (const name of code.secrets) {
      expect(code.terraform).toMatch(new RegExp(`= var\\.${name}\\b`));
      expect(code.terraform).toContain(`variable "${name}" {`);
      expect(code.cdk).toContain(`new TerraformVariable(stack, '${name}', {`);
    }
    expect(code.curl.match(/\$\{\w+\}/g) ?? []).toHaveLength(count - before);
  }
  expect(count).toBeGreaterThan(30);
});

test('the chunk of a browser needs nothing of Node and stays small', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: ['cdktf-provider/export/as-code.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
  });
  expect(Object.keys(metafile.inputs).filter((path) => /node_modules|\/src\//.test(path))).toEqual(
    [],
  );
  expect(brotliCompressSync(outputFiles[0]?.contents ?? '').length).toBeLessThan(20_000);
});
