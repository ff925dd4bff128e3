import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  changeGroup,
  createGroup,
  groupsOf,
  removeGroup,
  setClaimedGroups,
} from '../../src/groups/index.ts';
import { type Ctx, systemContext } from '../../src/kernel/index.ts';
import type { TestApp } from '../support/app.ts';
import { changeGroupMembers, replaceGroupMembers } from '../support/group-members.ts';
import { makeOrganization } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let ctx: Ctx;
beforeAll(async () => {
  server = await sharedTestApp();
  ctx = systemContext(server.app.world, server.organizationId);
});

const newUser = (api = server.api) => api.make('/user', { email: `${randomUUID()}@example.com` });
const newTeam = (displayName: string = randomUUID()) => server.api.make('/team', { displayName });
const content = (displayName: string) => ({ displayName, externalId: null, attributes: {} });
const settle = () => server.app.jobs.runAll((task) => ['removals', 'group-effects'].includes(task));
const map = (body: object) => server.api.make('/group-mapping', body);

type Row = { id: string; effectiveRole: string; role: string; grants: object[] };
async function inOrganization(userId: string, api = server.api): Promise<Row | undefined> {
  const { body } = await api.get(`/organization-membership/search/list?UserId=${userId}`);
  return (body.organizationMemberships as Row[])[0];
}
async function inTeam(userId: string, teamId: string): Promise<Row | undefined> {
  const path = `/team-membership/search/list?UserId=${userId}&TeamId=${teamId}`;
  const { body } = await server.api.get(path);
  return (body.teamMemberships as Row[])[0];
}
async function actionsAbout(entityId: string): Promise<string[]> {
  const { body } = await server.api.get(`/auditlog/list?EntityId=${entityId}`);
  return (body.items as { action: string }[]).map(({ action }) => action);
}

describe('a group mapping', () => {
  it('may be declared before its group, and says where a role comes from', async () => {
    const [user, teamId, name] = [await newUser(), await newTeam(), randomUUID()];
    const mapping = { groupDisplayName: name.toUpperCase(), teamId, teamRole: 'Administrator' };
    const id = await map({ ...mapping, organizationRole: 'Member' });
    const group = await createGroup(ctx, content(name), [user]);
    expect(await inOrganization(user)).toMatchObject({
      role: 'Member',
      effectiveRole: 'Member',
      grants: [{ origin: 'Scim', role: 'Member' }],
    });
    expect((await inTeam(user, teamId))?.effectiveRole).toBe('Administrator');
    const { body } = await server.api.get(`/group/${group.id}`);
    expect(body).toMatchObject({ displayName: name, memberCount: 1, groupMappingIds: [id] });
    await removeGroup(ctx, group.id, null);
    expect(await inOrganization(user)).toBeUndefined();
    expect(await inTeam(user, teamId)).toBeUndefined();
  });

  it('by id applies to the group under any name', async () => {
    const [user, name] = [await newUser(), randomUUID()];
    const group = await createGroup(ctx, content(name), [user]);
    await map({ groupId: group.id.toUpperCase(), organizationRole: 'Administrator' });
    const other = { content: content('another'), members: null };
    expect(await changeGroup(ctx, group.id, group.version, other)).toMatchObject({
      outcome: 'written',
    });
    expect((await inOrganization(user))?.effectiveRole).toBe('Administrator');
  });

  it('adds to what was set by hand and as code, which reads back as it was written', async () => {
    const [user, name] = [await newUser(), randomUUID()];
    const byHand = { userId: user, role: 'Member' };
    const id = await server.api.make('/organization-membership', byHand);
    await createGroup(ctx, content(name), [user]);
    const mapping = await map({ groupDisplayName: name, organizationRole: 'Administrator' });
    const path = `/organization-membership/${id}`;
    for (const answer of [await server.api.get(path), await server.api.put(path, byHand)])
      expect(answer.body).toMatchObject({ role: 'Member', effectiveRole: 'Administrator' });
    await server.api.delete(path);
    expect(await inOrganization(user)).toMatchObject({ id, role: 'Administrator' });
    const refused = await server.api.delete(path);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('group');
    // Made by hand again, under the same id.
    expect(await server.api.make('/organization-membership', byHand)).toBe(id);
    await server.api.delete(`/group-mapping/${mapping}`);
    expect(await inOrganization(user)).toMatchObject({ role: 'Member', effectiveRole: 'Member' });
    expect(await actionsAbout(id)).toContain('organization-membership.update');
  });

  it('leaves alone what was there before groups were known: it counts as made by hand', async () => {
    const [user, teamId, name] = [await newUser(), await newTeam(), randomUUID()];
    await server.api.make('/organization-membership', { userId: user, role: 'Member' });
    await server.api.make('/team-membership', { userId: user, teamId, role: 'Member' });
    const { connection } = server.app.world.store;
    for (const collection of ['organization_memberships', 'team_memberships'])
      await connection
        .collection(collection)
        .updateMany(
          { 'lookup.userId': user },
          { $unset: { 'internal.manualRole': 1, 'internal.grants': 1 } },
        );
    const mapping = { groupDisplayName: name, organizationRole: 'Owner', teamId };
    await map({ ...mapping, teamRole: 'Administrator' });
    const group = await createGroup(ctx, content(name), [user]);
    expect(await inOrganization(user)).toMatchObject({ role: 'Member', effectiveRole: 'Owner' });
    expect(await inTeam(user, teamId)).toMatchObject({ effectiveRole: 'Administrator' });
    await removeGroup(ctx, group.id, null);
    expect(await inOrganization(user)).toMatchObject({ effectiveRole: 'Member', grants: [] });
    expect(await inTeam(user, teamId)).toMatchObject({ effectiveRole: 'Member', grants: [] });
  });

  it('moves nobody: a membership that groups give stays that of its person and team', async () => {
    const [user, other, name] = [await newUser(), await newUser(), randomUUID()];
    const [teamId, otherTeam] = [await newTeam(), await newTeam()];
    await createGroup(ctx, content(name), [user]);
    const teamRole = 'Member';
    await map({ groupDisplayName: name, organizationRole: 'Member', teamId, teamRole });
    const organization = `/organization-membership/${(await inOrganization(user))?.id}`;
    const team = `/team-membership/${(await inTeam(user, teamId))?.id}`;
    for (const [path, body] of [
      [organization, { userId: other, role: 'Member' }],
      [team, { userId: other, teamId, role: 'Member' }],
      [team, { userId: user, teamId: otherTeam, role: 'Member' }],
    ] as const)
      expect((await server.api.put(path, body)).status).toBe(400);
  });

  it('makes the team when the group appears, once, or takes the one with its name', async () => {
    const [user, made, found] = [await newUser(), randomUUID(), randomUUID()];
    const present = await newTeam(found.toUpperCase());
    const effect = { createTeam: true, teamRole: 'Member' };
    const [id, other] = [
      await map({ groupDisplayName: made, ...effect, organizationRole: 'Member' }),
      await map({ groupDisplayName: found, ...effect }),
    ];
    const get = async (which: string) => (await server.api.get(`/group-mapping/${which}`)).body;
    expect(await get(id)).toMatchObject({ teamId: null, createdTeamId: null });
    const groups = await Promise.all(
      [made, found, made].map((name) => createGroup(ctx, content(name), [user])),
    );
    const { createdTeamId } = await get(id);
    expect((await get(other)).createdTeamId).toBe(present);
    expect((await inTeam(user, present))?.effectiveRole).toBe('Member');
    expect((await inTeam(user, String(createdTeamId)))?.effectiveRole).toBe('Member');
    const { body } = await server.api.get(`/team/search/list?DisplayName=${made}`);
    expect((body.teams as { id: string }[]).map((team) => team.id)).toEqual([createdTeamId]);
    // Who deletes the team wants it gone; what the mapping gives in the organization stays.
    await server.api.delete(`/team/${createdTeamId}`);
    await server.api.delete(`/team/${present}`);
    await replaceGroupMembers(ctx, groups[0]?.id ?? '', []);
    await replaceGroupMembers(ctx, groups[0]?.id ?? '', [user]);
    expect((await server.api.get(`/team/search/list?DisplayName=${made}`)).body.teams).toEqual([]);
    expect((await inOrganization(user))?.effectiveRole).toBe('Member');
    expect((await server.api.get(`/group-mapping/${id}`)).status).toBe(200);
    expect((await server.api.get(`/group-mapping/${other}`)).status).toBe(404);
  });

  it.each<[string, object, string]>([
    ['no group', { organizationRole: 'Member' }, 'groupDisplayName'],
    [
      'two groups',
      { groupDisplayName: 'A', groupId: randomUUID(), organizationRole: 'Member' },
      'groupId',
    ],
    ['an unknown group', { groupId: randomUUID(), organizationRole: 'Member' }, 'groupId'],
    ['no role', { groupDisplayName: 'A' }, 'organizationRole'],
    ['a role in no team', { groupDisplayName: 'A', teamRole: 'Member' }, 'teamRole'],
    [
      'a made team without a role',
      { groupDisplayName: 'A', organizationRole: 'Member', createTeam: true },
      'teamRole',
    ],
    [
      'an unknown team',
      { groupDisplayName: 'A', teamId: randomUUID(), teamRole: 'Member' },
      'teamId',
    ],
    [
      'two teams',
      { groupDisplayName: 'A', teamId: randomUUID(), createTeam: true, teamRole: 'Member' },
      'createTeam',
    ],
    [
      'an unknown connection',
      { groupDisplayName: 'A', origin: randomUUID(), organizationRole: 'Member' },
      'origin',
    ],
  ])('with %s is refused, and so is its preview', async (_what, body, field) => {
    for (const answer of [
      await server.api.post('/group-mapping', body),
      await server.api.post('/group-mapping/preview', { mapping: body }),
    ]) {
      expect(answer.status, answer.text).toBe(400);
      expect(answer.text).toContain(field);
    }
  });

  it('gives nothing in another organization that has the same groups', async () => {
    const other = await makeOrganization(server);
    const there = systemContext(server.app.world, other.id);
    const [here, stranger, name] = [await newUser(), await newUser(other.api), randomUUID()];
    await createGroup(there, content(name), [stranger]);
    await createGroup(ctx, content(name), [here]);
    await map({ groupDisplayName: name, organizationRole: 'Administrator' });
    await settle();
    expect((await inOrganization(here))?.effectiveRole).toBe('Administrator');
    expect(await inOrganization(stranger, other.api)).toBeUndefined();
    const { body } = await other.api.get('/group/search/list');
    expect((body.groups as { memberCount: number }[]).map((one) => one.memberCount)).toEqual([1]);
    expect((body.groups as { groupMappingIds: string[] }[])[0]?.groupMappingIds).toEqual([]);
    await expect(
      changeGroupMembers(ctx, (await createGroup(ctx, content('x'))).id, {
        add: [stranger],
        remove: [],
      }),
    ).rejects.toThrow(stranger);
  });
});

describe('groups of an OIDC connection', () => {
  it('give roles apart from those of SCIM, and all of it goes with the connection', async () => {
    const [user, name] = [await newUser(), randomUUID()];
    const origin = await server.api.make('/oidc-connection', {
      displayName: name,
      issuer: 'https://sso.example.com',
      clientId: 'tocsin',
    });
    const group = await createGroup(ctx, content(name), [user]);
    await map({ groupDisplayName: name, organizationRole: 'Member' });
    const mapping = await map({
      groupDisplayName: name,
      origin: origin.toUpperCase(),
      organizationRole: 'Administrator',
    });
    const wrong = { groupId: group.id, origin, organizationRole: 'Member' };
    expect((await server.api.post('/group-mapping', wrong)).status).toBe(400);
    await setClaimedGroups(ctx, { connectionId: origin, userId: user, values: [name] });
    expect(await inOrganization(user)).toMatchObject({
      effectiveRole: 'Administrator',
      grants: [
        { origin, role: 'Administrator' },
        { origin: 'Scim', role: 'Member' },
      ].toSorted((one) => (one.origin === 'Scim' ? -1 : 1)),
    });
    const list = await server.api.get(`/group/search/list?Origin=${origin}`);
    expect(list.body.groups).toMatchObject([{ origin, displayName: name, memberCount: 1 }]);
    expect((await server.api.delete(`/oidc-connection/${origin}`)).status).toBe(200);
    await settle();
    expect(await inOrganization(user)).toMatchObject({ effectiveRole: 'Member' });
    expect((await server.api.get(`/group-mapping/${mapping}`)).status).toBe(404);
    expect((await groupsOf(ctx, [user], origin)).get(user) ?? []).toEqual([]);
  });
});
