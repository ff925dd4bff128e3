import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createGroup, findGroups, groupsOf, setClaimedGroups } from '../../src/groups/index.ts';
import { scimOrigin } from '../../src/identity/index.ts';
import { type Ctx, systemContext } from '../../src/kernel/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let ctx: Ctx;
let userId: string;
const connectionId = randomUUID();

beforeAll(async () => {
  server = await sharedTestApp();
  ctx = systemContext(server.app.world, server.organizationId);
  userId = await server.api.make('/user', { email: 'ada@example.com' });
});

const claim = (values: string[] | null, connection = connectionId, user = userId) =>
  setClaimedGroups(ctx, { connectionId: connection, userId: user, values });
async function names(connection = connectionId): Promise<string[]> {
  const groups = (await groupsOf(ctx, [userId], connection)).get(userId) ?? [];
  return groups.map(({ displayName }) => displayName).toSorted();
}

it('puts a person into exactly the groups that the claim names', async () => {
  await claim(['Storage', 'Web', 'web', '', ' ', 'x'.repeat(501)]);
  expect(await names()).toEqual(['Storage', 'Web', 'web']);
  await claim(['Web', 'Mail']);
  expect(await names()).toEqual(['Mail', 'Web']);
  await claim([]);
  expect(await names()).toEqual([]);
});

it('changes nothing when the identity provider sent no list, or one too long to be meant', async () => {
  await claim(['Storage']);
  await claim(null);
  expect(await names()).toEqual(['Storage']);
  await claim(Array.from({ length: 1001 }, (_, index) => `Group ${index}`));
  expect(await names()).toEqual(['Storage']);
  expect(server.log).toContainEqual(expect.objectContaining({ connectionId, count: 1001 }));
});

it('leaves groups of other connections and of SCIM clients alone', async () => {
  const other = randomUUID();
  const provisioned = await createGroup(
    ctx,
    { displayName: 'Storage', externalId: null, attributes: {} },
    [userId],
  );
  await claim(['Storage'], other);
  await claim([]);
  expect(await names(other)).toEqual(['Storage']);
  expect((await groupsOf(ctx, [userId], scimOrigin)).get(userId)).toEqual([
    { id: provisioned.id, displayName: 'Storage' },
  ]);
});

it('makes one group for each value, however many people sign in at once', async () => {
  const people = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      server.api.make('/user', { email: `p${index}@example.com` }),
    ),
  );
  const connection = randomUUID();
  await Promise.all(people.map((id) => claim(['One', 'Two'], connection, id)));
  const groups = await findGroups(ctx, { 'lookup.origin': connection });
  expect(groups.map(({ wire }) => wire.displayName).toSorted()).toEqual(['One', 'Two']);
});

it('ignores people who are not there', async () => {
  const connection = randomUUID();
  await claim(['One'], connection, randomUUID());
  expect(await findGroups(ctx, { 'lookup.origin': connection })).toEqual([]);
});
