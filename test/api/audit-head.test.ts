import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { makeKey, makeOrganization, makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

const path = '/auditlog/head';

it('gives the position and hash of the latest entry, not to be cached', async () => {
  const id = await server.api.make('/team', { displayName: 'T' });
  const { status, body, headers } = await server.api.get(path);
  expect(status).toBe(200);
  const stored = server.app.world.store.connection.collection('audit_log');
  const entry = await stored.findOne({ entityId: id });
  expect(body).toEqual({
    organizationId: server.organizationId,
    sequence: entry?.sequence,
    hash: entry?.hash,
  });
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await server.api.get(path)).body).toEqual(body);
});

it('is for Administrators and Owners with the right scope, in their own organization', async () => {
  for (const [organizationRole, status] of [
    ['Owner', 200],
    ['Administrator', 200],
    ['Member', 403],
  ] as const)
    expect((await (await makePerson(server, { organizationRole })).api.get(path)).status).toBe(
      status,
    );
  expect((await server.as('').get(path)).status).toBe(401);
  const scoped = (permission: string) =>
    makeKey(server, { scopes: [{ resource: 'audit-log', permissions: [permission] }] });
  expect((await server.as(await scoped('get')).get(path)).status).toBe(200);
  expect((await server.as(await scoped('list')).get(path)).status).toBe(403);
  const other = await makeOrganization(server);
  for (const id of [other.id, randomUUID()])
    expect((await server.api.get(`${path}?organizationId=${id}`)).status).toBe(404);
});

it('verifies the log: untouched, against a kept head, and after somebody altered an entry', async () => {
  const verify = '/auditlog/verify';
  await server.api.make('/team', { displayName: 'V' });
  const { body: head } = await server.api.get(path);
  const untouched = await server.api.post(verify, { heads: [head] });
  expect(untouched).toMatchObject({ status: 200, body: { isUntouched: true, faults: [] } });
  expect(untouched.body.entries).toBeGreaterThan(1);
  expect(untouched.body.head).toMatchObject({ organizationId: server.organizationId });
  // Verifying leaves an entry of its own.
  const { body } = await server.api.get('/auditlog/list?Action=audit-log.verify');
  expect(body.items).toHaveLength(1);

  const cut = { ...head, sequence: Number(head.sequence) + 1000 };
  const short = await server.api.post(verify, { heads: [cut] });
  expect(short.body.isUntouched).toBe(false);
  const stored = server.app.world.store.connection.collection('audit_log');
  await stored.updateOne(
    { organizationId: server.organizationId, action: 'team.create' } as never,
    { $set: { action: 'team.delete' } },
  );
  const altered = await server.api.post(verify);
  expect(altered.body.isUntouched).toBe(false);
  expect(String(altered.body.faults)).toContain('was altered');
});
