import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { createGroup, removeGroup } from '../../src/groups/index.ts';
import { type Ctx, systemContext } from '../../src/kernel/index.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { TestApp } from '../support/app.ts';
import { changeGroupMembers, replaceGroupMembers } from '../support/group-members.ts';
import { makeOrganization } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let ctx: Ctx;
let api: ApiClient;
let owners: string[];
let groupId: string;
let mappingId: string;

beforeAll(async () => {
  server = await sharedTestApp();
});

/** An organization whose Owners are those of a group, and nobody else: nobody is billed, and who made it has left. */
beforeEach(async () => {
  const organization = await makeOrganization(server);
  ({ api } = organization);
  ctx = systemContext(server.app.world, organization.id);
  owners = await Promise.all(
    [1, 2, 3].map(() => api.make('/user', { email: `${randomUUID()}@example.com` })),
  );
  mappingId = await api.make('/group-mapping', {
    groupDisplayName: 'Owners',
    organizationRole: 'Owner',
  });
  const content = { displayName: 'Owners', externalId: null, attributes: {} };
  groupId = (await createGroup(ctx, content, owners)).id;
  await server.app.world.store.connection
    .collection('organizations')
    .updateOne({ _id: organization.id as never }, { $set: { 'wire.billableUserId': null } });
  for (const { id, userId } of await memberships())
    if (!owners.includes(userId))
      expect((await api.delete(`/organization-membership/${id}`)).status).toBe(200);
});

type Row = { id: string; userId: string; effectiveRole: string };
async function memberships(): Promise<Row[]> {
  const { body } = await api.get('/organization-membership/search/list');
  return body.organizationMemberships as Row[];
}
const ownersNow = async () =>
  (await memberships()).filter(({ effectiveRole }) => effectiveRole === 'Owner');
async function counted(): Promise<string[]> {
  const organization = await server.app.world.store.connection
    .collection('organizations')
    .findOne({ _id: ctx.organizationId as never });
  const { ownerIds } = organization?.internal ?? {};
  return ownerIds as string[];
}

/** The ways in which groups can take the role from everybody, each of them at the same time for all. */
const ways: [string, () => Promise<unknown>][] = [
  [
    'each leaves the group at the same time',
    () =>
      Promise.all(owners.map((id) => changeGroupMembers(ctx, groupId, { add: [], remove: [id] }))),
  ],
  ['the group is emptied', () => replaceGroupMembers(ctx, groupId, [])],
  ['the group is deleted', () => removeGroup(ctx, groupId, null)],
  ['the mapping is deleted', () => api.delete(`/group-mapping/${mappingId}`)],
  [
    'the mapping gives less',
    () =>
      api.put(`/group-mapping/${mappingId}`, {
        groupDisplayName: 'Owners',
        organizationRole: 'Member',
      }),
  ],
  [
    'all of it happens at once',
    () =>
      Promise.all([
        replaceGroupMembers(ctx, groupId, []),
        removeGroup(ctx, groupId, null),
        api.delete(`/group-mapping/${mappingId}`),
      ]),
  ],
];

it.each(ways)(
  'one Owner stays when %s, and the audit log and the log say why',
  async (_what, take) => {
    const preview = await api.post('/group-mapping/preview', { id: mappingId });
    expect(preview.body).toMatchObject({ loses: 2, keeps: 1 });
    await take();
    const left = await ownersNow();
    expect(left).toHaveLength(1);
    expect(await counted()).toEqual(left.map(({ userId }) => userId));
    const path = `/auditlog/list?EntityId=${left[0]?.id}&Action=organization-membership.keep-role`;
    expect((await api.get(path)).body.items).toHaveLength(1);
    expect(server.log).toContainEqual(
      expect.objectContaining({
        id: left[0]?.id,
        why: expect.stringContaining('last active Owner'),
      }),
    );
    // From then on it is a role made by hand: it goes when somebody takes it.
    const other = owners.find((id) => id !== left[0]?.userId);
    const present = (await memberships()).find(({ userId }) => userId === other);
    const body = { userId: other, role: 'Owner' };
    if (present) await api.put(`/organization-membership/${present.id}`, body);
    else await api.make('/organization-membership', body);
    expect((await api.delete(`/organization-membership/${left[0]?.id}`)).status).toBe(200);
  },
);

it('the billable user stays an Owner, whatever groups say', async () => {
  const [billable = ''] = owners;
  const settings = { billableUserId: billable };
  const path = `/organizations/${ctx.organizationId}/settings`;
  expect((await api.put(path, settings)).status).toBe(200);
  const preview = await api.post('/group-mapping/preview', { id: mappingId });
  expect(preview.body.changes).toContainEqual(
    expect.objectContaining({ userId: billable, effect: 'Keeps', reason: expect.any(String) }),
  );
  await replaceGroupMembers(ctx, groupId, []);
  expect((await ownersNow()).map(({ userId }) => userId)).toEqual([billable]);
});
