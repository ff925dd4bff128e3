import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withEffect } from '../../src/groups/effects.ts';
import { createGroup, groups, groupsOf, removeGroup } from '../../src/groups/index.ts';
import { applyDelta } from '../../src/groups/members.ts';
import { groupEffectModel, groupMembershipModel } from '../../src/groups/model.ts';
import { organizationMembershipKind } from '../../src/identity/index.ts';
import { type Ctx, systemContext } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { replaceGroupMembers } from '../support/group-members.ts';

let server: TestApp;
let ctx: Ctx;
let people: string[];

/** More than are done before a request is answered. */
const count = 250;

const settle = () => server.app.jobs.runAll((task) => ['removals', 'group-effects'].includes(task));

beforeAll(async () => {
  server = await startTestApp();
  ctx = systemContext(server.app.world, server.organizationId);
  const users = server.app.world.store.connection.collection('users');
  const one = await server.api.make('/user', { email: 'ada@example.com' });
  const like = await users.findOne({ _id: one as never });
  people = Array.from({ length: count }, () => randomUUID());
  await users.insertMany(
    people.map((id) => ({ ...like, _id: id as never, lookup: { email: `${id}@example.com` } })),
  );
});
afterAll(() => server?.stop());

const content = (displayName: string) => ({ displayName, externalId: null, attributes: {} });
const members = () =>
  organizationMembershipKind
    .model(ctx.store)
    .countDocuments({ organizationId: ctx.organizationId, 'lookup.role': 'member' } as never);
const left = () => groupEffectModel(ctx.store).countDocuments({});

it('many members get and lose their roles in the background, wherever it was interrupted', async () => {
  const group = await createGroup(ctx, content('Everybody'), people);
  const mapping = { groupDisplayName: 'everybody', organizationRole: 'Member' };
  const preview = await server.api.post('/group-mapping/preview', { mapping });
  expect(preview.body).toMatchObject({ gets: count, keeps: 0, loses: 0, isTruncated: false });
  const id = await server.api.make('/group-mapping', mapping);
  expect(await left()).toBeGreaterThan(0);
  // A process that stops after the first step, and one that goes on.
  const [task] = groups.tasks(server.app.world);
  const stopping = new AbortController();
  const interrupted = task?.run(stopping.signal);
  while ((await members()) === 0) await Promise.resolve();
  stopping.abort();
  await interrupted;
  const done = await members();
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(count);
  await settle();
  expect(await members()).toBe(count);
  expect(await left()).toBe(0);

  await server.api.delete(`/group-mapping/${id}`);
  await settle();
  expect(await members()).toBe(0);
  await server.api.make('/group-mapping', mapping);
  await settle();
  await replaceGroupMembers(ctx, group.id, people.slice(0, 20));
  await settle();
  expect(await members()).toBe(20);
  await removeGroup(ctx, group.id, null);
  await settle();
  expect(await members()).toBe(0);
  const rows = groupMembershipModel(ctx.store);
  expect(await rows.countDocuments({ groupId: group.id })).toBe(0);
});

it('a change whose process died before it gave the roles is finished by another one', async () => {
  const person = await server.api.make('/user', { email: `${randomUUID()}@example.com` });
  const name = randomUUID();
  const group = await createGroup(ctx, content(name));
  const id = await server.api.make('/group-mapping', {
    groupDisplayName: name,
    organizationRole: 'Administrator',
  });
  const role = async () => {
    const path = `/organization-membership/search/list?UserId=${person}`;
    const { body } = await server.api.get(path);
    return (body.organizationMemberships as { effectiveRole: string }[])[0]?.effectiveRole;
  };
  await new Promise<void>((diedAfterTheChange) => {
    void withEffect(ctx, { userIds: [person] }, async () => {
      await applyDelta(ctx, group.id, { added: [person], removed: [] });
      diedAfterTheChange();
      await new Promise(() => {});
    });
  });
  await settle();
  expect((await groupsOf(ctx, [person])).get(person)).toHaveLength(1);
  expect(await role()).toBeUndefined();
  server.clock.advance(61);
  await settle();
  expect(await role()).toBe('Administrator');
  await server.api.delete(`/group-mapping/${id}`);
  expect(await role()).toBeUndefined();
});
