import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openLink } from '../../src/accounts/index.ts';
import { addOperatorCommands } from '../../src/cli/operator-commands.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';

const cli = fileURLToPath(new URL('../../src/cli/tocsin.ts', import.meta.url));
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ clock: new Date().toISOString() });
});
afterAll(() => server.stop());

interface Outcome {
  code: number;
  lines: string[];
  stderr: string;
}

/** Beside the running server, on its data folder, as it does in a process of its own: that takes a second to load. */
async function tocsin(...args: string[]): Promise<Outcome> {
  vi.stubEnv('MONGODB_URI', '').stubEnv('TOCSIN_DATA_DIR', server.dataDir);
  const outcome: Outcome = { code: 0, lines: [], stderr: '' };
  const program = new Command('tocsin').exitOverride();
  addOperatorCommands(program, {
    print: (text) => outcome.lines.push(...text.split('\n')),
    exitWith(code) {
      outcome.code = code;
    },
  });
  try {
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    outcome.code = 1;
    outcome.stderr = error instanceof Error ? error.message : String(error);
  } finally {
    vi.unstubAllEnvs();
  }
  return outcome;
}

/** In a process of its own. */
function tocsinProcess(...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const env = { ...process.env, MONGODB_URI: '', TOCSIN_DATA_DIR: server.dataDir };
    execFile(process.execPath, [cli, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), lines: stdout.trim().split('\n'), stderr }),
    );
  });
}

const withMongodb = Boolean(process.env.TOCSIN_TEST_MONGODB_URI);

describe.skipIf(withMongodb)('tocsin keys', () => {
  it('makes a key that works at once, rotates it and revokes it', async () => {
    const created = await tocsinProcess(
      ...['keys', 'create', 'Deployment', '--scope', 'teams:get,list'],
    );
    expect(created.code, created.stderr).toBe(0);
    const [key = '', line = ''] = created.lines;
    expect(key).toMatch(/^tocsin_key_\w{38}$/);
    const [id = ''] = line.split(' ');
    expect((await server.as(key).get('/team/search/list')).status).toBe(200);
    expect((await server.as(key).get('/routing/search/list')).status).toBe(403);

    const forScim = await tocsin('keys', 'create', 'IdP', '--scope', 'scim:get,list');
    const users = await fetch(`${server.app.url}/api/scim/v2/Users`, {
      headers: { authorization: `Bearer ${forScim.lines[0]}` },
    });
    expect(users.status).toBe(200);

    const { id: ownerId } = await makePerson(server, {});
    const { email } = (await server.api.get(`/user/${ownerId}`)).body;
    const agent = await tocsin(
      'keys',
      'create',
      'Agent',
      '--agent',
      `${email}`,
      '--resolve',
      'Minor',
    );
    expect(agent.code, agent.stderr).toBe(0);
    const asAgent = server.as(agent.lines[0] ?? '');
    expect((await asAgent.get('/incident/search/list')).status).toBe(200);
    expect((await asAgent.post('/team', { displayName: 'Mine' })).status).toBe(403);

    const rotated = await tocsin('keys', 'rotate', id, '--old-valid-for', '5');
    const [successor = '', successorLine = ''] = rotated.lines;
    expect((await server.as(key).get('/auth/me')).status).toBe(200);
    expect((await server.as(successor).get('/auth/me')).status).toBe(200);

    expect((await tocsin('keys', 'revoke', successorLine.split(' ')[0] ?? '')).code).toBe(0);
    expect((await server.as(successor).get('/auth/me')).status).toBe(401);
    const listed = await tocsin('keys', 'list');
    const asJson = JSON.parse((await tocsin('keys', 'list', '--json')).lines.join('\n'));
    expect(asJson).toContainEqual(
      expect.objectContaining({ id, displayName: 'Deployment', last4: key.slice(-4) }),
    );
    expect(JSON.stringify(asJson)).not.toContain(key);
    expect(listed.lines.some((text) => text.startsWith(id))).toBe(true);
    expect(listed.lines.join()).not.toContain(key);
    const { body } = await server.api.get('/auditlog/list?EntityType=ApiKey');
    const actions = (body.items as { action: string; source: string }[]).map(
      ({ action }) => action,
    );
    expect(actions).toEqual(
      expect.arrayContaining(['api-key.create', 'api-key.rotate', 'api-key.revoke']),
    );
  });

  it('says what is wrong with a scope', async () => {
    const { code, stderr } = await tocsinProcess('keys', 'create', 'X', '--scope', 'teams');
    expect(code).toBe(1);
    expect(stderr).toContain('write resource:permissions');
  });

  it.each([
    [
      'bananas:get',
      /^bananas is not a resource\. These scopes exist:\n(.*\n)* {2}teams:create,delete,get,list,update$/m,
    ],
    ['incident:get', /^incident is not a resource\. Did you mean incidents\?/],
    ['teams:get,eat', /^eat is not a permission of teams; it has .*update/],
    ['audit-log:delete', /^delete is not a permission of audit-log/],
    ['incidents:delete', /^delete is not a permission of incidents/],
  ])('refuses %s, by which a key could do nothing', async (scope, said) => {
    const { code, stderr } = await tocsin('keys', 'create', 'Useless', '--scope', scope);
    expect([code, stderr]).toEqual([1, expect.stringMatching(said)]);
    const { body } = await server.api.get('/api-key/search/list');
    expect(JSON.stringify(body)).not.toContain('Useless');
  });
});

describe.skipIf(withMongodb)('tocsin sign-in-link', () => {
  it('prints a link by which the Owner chooses a password', async () => {
    const { code, lines, stderr } = await tocsin('sign-in-link');
    expect(code, stderr).toBe(0);
    expect(lines[0]).toMatch(/^http:\/\/127\.0\.0\.1:8080\/invitation\/[\w-]{43}$/);
    const token = lines[0]?.split('/').at(-1) ?? '';
    const from = { address: '127.0.0.1', userAgent: 'Test', requestId: 'test' };
    expect(await openLink(server.app.world, token, from)).toMatchObject({
      purpose: 'owner',
      email: 'owner@localhost',
      asks: 'new-password',
    });
    const { body } = await server.api.get('/auditlog/list?Action=user.make-sign-in-link');
    expect(body.items).toHaveLength(1);
  });

  it('names the Owners when it does not know whose', async () => {
    const { code, stderr } = await tocsin('sign-in-link', '--email', 'nobody@example.com');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Owners are owner@localhost')]);
  });
});

describe.skipIf(withMongodb)('tocsin organizations', () => {
  it('sets the plan of an organization', async () => {
    const { lines } = await tocsin('organizations', 'list');
    const asJson = JSON.parse((await tocsin('organizations', 'list', '--json')).lines.join('\n'));
    expect(asJson.map((one: Record<string, string>) => Object.values(one).join('  '))).toEqual(
      lines.map((line) => line.replace(/^(\S+) {2}(\S+) {2}(.*)$/, '$1  $3  $2')),
    );
    expect(lines).toEqual([`${server.organizationId}  ENTERPRISE  Default`]);
    await tocsin('organizations', 'plan', server.organizationId, 'standard');
    expect((await server.api.get('/team/search/list')).body.code).toBe('plan-required');
    await tocsin('organizations', 'plan', server.organizationId, 'default');
    expect((await server.api.get('/team/search/list')).status).toBe(200);
  });
});

describe.skipIf(withMongodb)('tocsin audit verify', () => {
  it('looks at all organizations, and compares with heads that were kept elsewhere', async () => {
    const other = await makeOrganization(server);
    const heads = await tocsin('audit', 'head');
    expect(heads.lines.map((line) => JSON.parse(line).organizationId).toSorted()).toEqual(
      [server.organizationId, other.id].toSorted(),
    );
    const copy = join(server.dataDir, 'heads.jsonl');
    await writeFile(copy, ['not a head', ...heads.lines].join('\n'));
    const sound = await tocsin('audit', 'verify', '--head', copy);
    expect([sound.code, sound.stderr]).toEqual([0, '']);
    expect(sound.lines.join()).toContain('Contains 1 of 1 head(s) of your copy.');

    const stored = (name: string) => server.app.world.store.connection.collection(name);
    await stored('audit_log').deleteMany({ organizationId: other.id });
    const removed = await tocsin('audit', 'verify');
    expect(removed.code).toBe(1);
    expect(removed.lines.join()).toContain('The log is empty: it was removed');
    const listed = await tocsin('audit', 'verify', '--json', '--head', copy);
    expect(listed.code).toBe(1);
    expect(JSON.parse(listed.lines.join('\n'))).toMatchObject({
      isUntouched: false,
      isComparedWithCopy: true,
      missing: [],
      logs: expect.arrayContaining([
        expect.objectContaining({ organizationId: server.organizationId, faults: [] }),
        expect.objectContaining({
          organizationId: other.id,
          faults: expect.arrayContaining([expect.stringContaining('it was removed')]),
        }),
      ]),
    });
    const narrowed = await tocsin('audit', 'verify', '--organization', server.organizationId);
    expect(narrowed.code).toBe(0);

    const organization = await stored('organizations').findOneAndDelete({ _id: other.id as never });
    const vanished = await tocsin('audit', 'verify', '--head', copy);
    expect(vanished.code).toBe(1);
    expect(vanished.lines.join()).toContain('no entry records its deletion');
    const missing = await tocsin('audit', 'verify', '--json', '--head', copy);
    expect(JSON.parse(missing.lines.join('\n'))).toMatchObject({
      isUntouched: false,
      missing: [{ organizationId: other.id, isDeletionRecorded: false }],
    });
    await stored('organizations').insertOne(organization as never);
    expect((await server.api.delete(`/organizations/${other.id}`)).status).toBe(200);
    const deleted = await tocsin('audit', 'verify', '--head', copy);
    expect(deleted.code, deleted.lines.join()).toBe(0);

    await writeFile(copy, 'no head at all');
    const useless = await tocsin('audit', 'verify', '--head', copy);
    expect(useless.stderr).toContain('holds no head');
  });

  it('finds an untouched log untouched, and an altered one altered', async () => {
    await server.api.make('/team', { displayName: 'A' });
    const sound = await tocsin('audit', 'verify');
    expect(sound.code, sound.stderr).toBe(0);
    expect(sound.lines.join()).toContain('untouched');
    expect(sound.lines.join()).toContain('cannot be seen from here');

    const entries = server.app.world.store.connection.collection('audit_log');
    await entries.updateOne(
      { action: 'team.create' },
      { $set: { 'names.displayName': 'Mallory' } },
    );
    const altered = await tocsinProcess('audit', 'verify');
    expect(altered.code).toBe(1);
    expect(altered.lines.join()).toContain('was altered');
  });
});
