import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';

const cli = fileURLToPath(new URL('../../src/cli/tocsin.ts', import.meta.url));
let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ clock: new Date().toISOString() });
});
afterAll(() => server.stop());

/** Beside the running server, on its data folder. */
function tocsin(...args: string[]): Promise<{ code: number; lines: string[]; stderr: string }> {
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
    const created = await tocsin('keys', 'create', 'Deployment', '--scope', 'teams:get,list');
    expect(created.code, created.stderr).toBe(0);
    const [key = '', line = ''] = created.lines;
    expect(key).toMatch(/^tocsin_key_\w{38}$/);
    const [id = ''] = line.split(' ');
    expect((await server.as(key).get('/team/search/list')).status).toBe(200);
    expect((await server.as(key).get('/routing/search/list')).status).toBe(403);

    const rotated = await tocsin('keys', 'rotate', id, '--old-valid-for', '5');
    const [successor = '', successorLine = ''] = rotated.lines;
    expect((await server.as(key).get('/auth/me')).status).toBe(200);
    expect((await server.as(successor).get('/auth/me')).status).toBe(200);

    expect((await tocsin('keys', 'revoke', successorLine.split(' ')[0] ?? '')).code).toBe(0);
    expect((await server.as(successor).get('/auth/me')).status).toBe(401);
    const listed = await tocsin('keys', 'list');
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
    const { code, stderr } = await tocsin('keys', 'create', 'X', '--scope', 'teams');
    expect(code).toBe(1);
    expect(stderr).toContain('write resource:permissions');
  });
});

describe.skipIf(withMongodb)('tocsin organizations', () => {
  it('sets the plan of an organization', async () => {
    const { lines } = await tocsin('organizations', 'list');
    expect(lines).toEqual([`${server.organizationId}  ENTERPRISE  Default`]);
    await tocsin('organizations', 'plan', server.organizationId, 'standard');
    expect((await server.api.get('/team/search/list')).body.code).toBe('plan-required');
    await tocsin('organizations', 'plan', server.organizationId, 'default');
    expect((await server.api.get('/team/search/list')).status).toBe(200);
  });
});

describe.skipIf(withMongodb)('tocsin audit verify', () => {
  it('finds an untouched log untouched, and an altered one altered', async () => {
    await server.api.make('/team', { displayName: 'A' });
    const sound = await tocsin('audit', 'verify');
    expect(sound.code, sound.stderr).toBe(0);
    expect(sound.lines.join()).toContain('untouched');

    const entries = server.app.world.store.connection.collection('audit_log');
    await entries.updateOne(
      { action: 'team.create' },
      { $set: { 'personal.actorDisplayName': 'Mallory' } },
    );
    const altered = await tocsin('audit', 'verify');
    expect(altered.code).toBe(1);
    expect(altered.lines.join()).toContain('was altered');
  });
});
