import { beforeAll, expect, it } from 'vitest';
import { auditEntry } from '../../src/audit/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { teamKind } from '../../src/teams/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await sharedTestApp();
});

/** As a crash between the change and the log leaves it. */
async function leaveBehind(
  id: string,
  action: string,
  unset: Record<string, number> = {},
): Promise<void> {
  const ctx = systemContext(server.app.world, server.organizationId);
  const entry = auditEntry(ctx, { action, entityType: 'Team', entityId: id });
  await teamKind.model(server.app.world.store).collection.updateOne(
    { _id: id } as never,
    {
      $push: { outbox: entry },
      ...(Object.keys(unset).length > 0 ? { $unset: unset } : {}),
    } as never,
  );
}

const sweep = () => server.app.jobs.runAll((task) => task === 'audit-outbox');

const actionsOf = async (id: string) => {
  const { body } = await server.api.get(`/auditlog/list?EntityId=${id}`);
  return (body.items as { action: string }[]).map(({ action }) => action);
};

it('an entry that a crash left beside its object reaches the log, once', async () => {
  const id = await server.api.make('/team', { displayName: 'T' });
  await leaveBehind(id, 'team.update');
  await sweep();
  await sweep();
  expect(await actionsOf(id)).toEqual(['team.update', 'team.create']);
  const stored = await teamKind.model(server.app.world.store).findById(id).lean();
  expect(stored).not.toHaveProperty('outbox');
});

it('what a crash left of a deleted object goes with its entry', async () => {
  const id = await server.api.make('/team', { displayName: 'T' });
  await leaveBehind(id, 'team.delete', {
    organizationId: 1,
    wire: 1,
    internal: 1,
    lookup: 1,
    teamId: 1,
    createdAt: 1,
  });
  expect((await server.api.get(`/team/${id}`)).status).toBe(404);
  await sweep();
  expect(await actionsOf(id)).toEqual(['team.delete', 'team.create']);
  expect(await teamKind.model(server.app.world.store).findById(id).lean()).toBeNull();
});

it('two changes at once both count, and the later one wins whole', async () => {
  const id = await server.api.make('/team', { displayName: 'T' });
  const names = ['A', 'B', 'C', 'D'];
  const answers = await Promise.all(
    names.map((displayName) => server.api.put(`/team/${id}`, { displayName })),
  );
  const done = answers.filter(({ status }) => status === 200).length;
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
  expect((await actionsOf(id)).filter((action) => action === 'team.update').length).toBe(done);
  expect(names).toContain((await server.api.get(`/team/${id}`)).body.displayName);
});
