import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  changeGroup,
  createGroup,
  findGroup,
  findGroups,
  type GroupContent,
  groupsOf,
  membersOf,
  removeGroup,
} from '../../src/groups/index.ts';
import { groupMembershipModel } from '../../src/groups/model.ts';
import { type Ctx, systemContext } from '../../src/kernel/index.ts';
import type { TestApp } from '../support/app.ts';
import { changeGroupMembers, replaceGroupMembers } from '../support/group-members.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let ctx: Ctx;
let people: string[];

beforeAll(async () => {
  server = await sharedTestApp();
  ctx = systemContext(server.app.world, server.organizationId);
  people = await Promise.all(
    Array.from({ length: 5 }, () =>
      server.api.make('/user', { email: `${randomUUID()}@a.example` }),
    ),
  );
});

const content = (displayName: string, over: Partial<GroupContent> = {}): GroupContent => ({
  displayName,
  externalId: null,
  attributes: {},
  ...over,
});
const membersIn = async (id: string) => (await membersOf(ctx, [id])).get(id);
const settle = () => server.app.jobs.runAll((task) => ['removals', 'group-effects'].includes(task));
const sorted = (ids: readonly string[]) => ids.toSorted();

describe('a group', () => {
  it('is found by its id and by what it says, in its own organization only', async () => {
    const externalId = randomUUID();
    const group = await createGroup(ctx, content('Storage', { externalId }), people.slice(0, 2));
    expect(await findGroup(ctx, group.id)).toEqual(group);
    expect(await findGroups(ctx, { 'wire.externalId': externalId })).toEqual([group]);
    expect(await findGroups(ctx, { 'lookup.displayName': 'storage' })).toEqual([group]);
    const other = { ...ctx, organizationId: randomUUID() };
    expect(await findGroup(other, group.id)).toBeNull();
    expect(await findGroups(other, { 'wire.externalId': externalId })).toEqual([]);
    expect(
      (await changeGroup(other, group.id, null, { content: null, members: null })).outcome,
    ).toBe('missing');
    expect(await removeGroup(other, group.id, null)).toBe('missing');
    expect(await membersIn(group.id)).toEqual(sorted(people.slice(0, 2)));
  });

  it('changes at the revision that the caller has seen, and at no other', async () => {
    const group = await createGroup(ctx, content('Before'));
    const change = (revision: number, displayName: string) =>
      changeGroup(ctx, group.id, revision, { content: content(displayName), members: null });
    const outcomes = await Promise.all(['A', 'B', 'C'].map((name) => change(group.version, name)));
    expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
      'changed',
      'changed',
      'written',
    ]);
    const now = await findGroup(ctx, group.id);
    expect(now?.version).toBe(group.version + 1);
    expect(await removeGroup(ctx, group.id, group.version)).toBe('changed');
    expect(await removeGroup(ctx, group.id, group.version + 1)).toBe('removed');
    expect(await removeGroup(ctx, group.id, null)).toBe('missing');
  });

  it('keeps its revision when nothing changes', async () => {
    const group = await createGroup(ctx, content('Same'), people.slice(0, 2));
    const [one = '', two = '', three = ''] = people;
    for (const members of [
      { add: [one.toUpperCase()], remove: [three] },
      { replaceWith: [two, one] },
      { add: [], remove: [randomUUID()] },
    ]) {
      const outcome = await changeGroup(ctx, group.id, null, { content: content('Same'), members });
      expect(outcome).toEqual({ outcome: 'written', group });
    }
  });

  it('gains each of its members, whoever adds others at the same time, and its revision counts them', async () => {
    const group = await createGroup(ctx, content('Together'));
    const add = (id: string) => changeGroupMembers(ctx, group.id, { add: [id], remove: [] });
    await Promise.all(people.flatMap((id) => [add(id), add(id)]));
    expect(await membersIn(group.id)).toEqual(sorted(people));
    const { version = 0 } = (await findGroup(ctx, group.id)) ?? {};
    expect(version).toBeGreaterThanOrEqual(group.version + people.length);
    await replaceGroupMembers(ctx, group.id, people.slice(3));
    expect(await membersIn(group.id)).toEqual(sorted(people.slice(3)));
  });

  it('stores nothing when one of the members is no user of the organization', async () => {
    const group = await createGroup(ctx, content('Strict'), people.slice(0, 1));
    const stranger = randomUUID();
    const add = [...people, stranger];
    await expect(changeGroupMembers(ctx, group.id, { add, remove: [] })).rejects.toThrow(stranger);
    await expect(createGroup(ctx, content('Never'), add)).rejects.toThrow(stranger);
    expect(await membersIn(group.id)).toEqual(people.slice(0, 1));
    expect(await findGroups(ctx, { 'lookup.displayName': 'never' })).toEqual([]);
  });

  it('loses a person who is deleted, and its memberships with itself', async () => {
    const leaver = await server.api.make('/user', { email: `${randomUUID()}@a.example` });
    const [stays = ''] = people;
    const group = await createGroup(ctx, content('Leaving'), [leaver, stays]);
    const { version = 0 } = (await findGroup(ctx, group.id)) ?? {};
    expect((await groupsOf(ctx, [leaver])).get(leaver)).toEqual([
      { id: group.id, displayName: 'Leaving' },
    ]);
    await server.api.delete(`/user/${leaver}`);
    await settle();
    expect(await membersIn(group.id)).toEqual([stays]);
    expect((await findGroup(ctx, group.id))?.version).toBe(version + 1);
    await removeGroup(ctx, group.id, null);
    await settle();
    expect(await groupMembershipModel(ctx.store).countDocuments({ groupId: group.id })).toBe(0);
  });

  it('leaves one entry in the audit log for each change, with the members that came and went', async () => {
    const [one = '', two = '', three = ''] = people;
    const group = await createGroup(ctx, content('Audited'), [one, two]);
    await changeGroup(ctx, group.id, null, {
      content: null,
      members: { add: [three], remove: [one] },
    });
    const { body } = await server.api.get(`/auditlog/list?EntityId=${group.id}`);
    const entries = body.items as {
      action: string;
      changes: { path: string; after?: unknown }[];
    }[];
    expect(entries.map(({ action }) => action)).toEqual([
      'group.update',
      'group.update',
      'group.create',
    ]);
    expect(entries[0]?.changes).toEqual([
      { path: 'members.added', after: { count: 1, userIds: [three] } },
      { path: 'members.removed', after: { count: 1, userIds: [one] } },
    ]);
  });
});

describe('a large group', () => {
  it('takes and loses thousands of members in one call', async () => {
    const users = server.app.world.store.connection.collection('users');
    const [like] = await users.find({ _id: people[0] as never }).toArray();
    const ids = Array.from({ length: 3000 }, () => randomUUID());
    await users.insertMany(
      ids.map((id) => ({ ...like, _id: id as never, lookup: { email: `${id}@b.example` } })),
    );
    const group = await createGroup(ctx, content('Everybody'), ids);
    expect(await membersIn(group.id)).toEqual(sorted(ids));
    await changeGroupMembers(ctx, group.id, { add: people, remove: ids.slice(5) });
    expect(await membersIn(group.id)).toEqual(sorted([...ids.slice(0, 5), ...people]));
  });
});
