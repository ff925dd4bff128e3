import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { createGroup } from '../../src/groups/index.ts';
import { type Ctx, systemContext } from '../../src/kernel/index.ts';
import type { TestApp } from '../support/app.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let ctx: Ctx;
beforeAll(async () => {
  server = await sharedTestApp();
  ctx = systemContext(server.app.world, server.organizationId);
});

interface Change {
  userId: string;
  teamId: string | null;
  roleBefore: string | null;
  roleAfter: string | null;
  effect: 'Gets' | 'Keeps' | 'Loses';
}

/** Every role that somebody has, by person and team (or `null`). */
async function rolesOf(people: readonly string[]): Promise<Map<string, string>> {
  const roles = new Map<string, string>();
  const lists = [
    ['/organization-membership', 'organizationMemberships'],
    ['/team-membership', 'teamMemberships'],
  ] as const;
  for (const person of people)
    for (const [path, items] of lists) {
      const { body } = await server.api.get(`${path}/search/list?UserId=${person}`);
      for (const row of body[items] as { teamId?: string; effectiveRole: string }[])
        roles.set(`${person}/${row.teamId ?? null}`, row.effectiveRole);
    }
  return roles;
}

type Role = 'Member' | 'Administrator' | 'Owner';

/** Groups, people and teams by number. */
interface TestMapping {
  groupId: number;
  organizationRole: Role | null;
  teamId: number | null;
  createTeam?: boolean;
}

interface Scene {
  /** Who is in each of two groups. */
  members: [number[], number[]];
  /** Who has which role by hand: in a team, or in the organization (null). */
  byHand: [who: number, team: number | null, role: Role][];
  present: TestMapping[];
  /** Null: the first present one is deleted. */
  changed: TestMapping | null;
  /** The first present one is replaced. */
  replaces?: boolean;
}

const ops: TestMapping = { groupId: 0, organizationRole: 'Member', teamId: 0 };

// That this is so for any mappings, groups and roles is what `role-changes.test.ts` says.
const scenes: Record<string, Scene> = {
  'a mapping that is made': {
    members: [[0, 1], [2]],
    byHand: [
      [1, null, 'Owner'],
      [1, 0, 'Administrator'],
      [2, 0, 'Member'],
    ],
    present: [],
    changed: { ...ops, organizationRole: 'Administrator' },
  },
  'one that makes its team': {
    members: [[0, 3], []],
    byHand: [[0, null, 'Member']],
    present: [],
    changed: { ...ops, organizationRole: null, teamId: null, createTeam: true },
  },
  'one that is replaced by one of another group and team': {
    members: [
      [0, 1],
      [1, 2],
    ],
    byHand: [
      [0, null, 'Administrator'],
      [2, 1, 'Administrator'],
    ],
    present: [ops, { ...ops, organizationRole: 'Administrator', teamId: null }],
    changed: { groupId: 1, organizationRole: 'Owner', teamId: 1 },
    replaces: true,
  },
  'one that is replaced by less': {
    members: [[0, 1], [0]],
    byHand: [[1, 0, 'Member']],
    present: [
      { ...ops, organizationRole: 'Owner' },
      { ...ops, groupId: 1 },
    ],
    changed: { ...ops, teamId: null },
    replaces: true,
  },
  'one that is deleted': {
    members: [[0, 1, 2], [1]],
    byHand: [[2, null, 'Owner']],
    present: [
      { ...ops, organizationRole: 'Administrator' },
      { ...ops, groupId: 1 },
    ],
    changed: null,
  },
};

it.each(Object.entries(scenes))(
  '%s: says exactly what then happens, and changes nothing itself',
  async (_, scene) => {
    const { members, byHand, present, changed, replaces } = scene;
    const people = await Promise.all(
      [0, 1, 2, 3].map(() => server.api.make('/user', { email: `${randomUUID()}@example.com` })),
    );
    const teams = await Promise.all(
      [0, 1].map(() => server.api.make('/team', { displayName: randomUUID() })),
    );
    const groups = await Promise.all(
      members.map((who) =>
        createGroup(
          ctx,
          { displayName: randomUUID(), externalId: null, attributes: {} },
          who.map((one) => people[one] ?? ''),
        ),
      ),
    );
    for (const [who, team, wanted] of byHand)
      if (team === null)
        await server.api.make('/organization-membership', { userId: people[who], role: wanted });
      else
        await server.api.make('/team-membership', {
          userId: people[who],
          teamId: teams[team],
          role: wanted,
        });
    const bodyOf = ({ groupId, organizationRole, teamId, createTeam = false }: TestMapping) => ({
      groupId: groups[groupId]?.id,
      organizationRole,
      teamId: teamId === null ? null : teams[teamId],
      teamRole: teamId !== null || createTeam ? 'Member' : null,
      createTeam,
    });
    const ids: string[] = [];
    for (const one of present) ids.push(await server.api.make('/group-mapping', bodyOf(one)));
    const id = replaces || changed === null ? (ids[0] ?? null) : null;

    const before = await rolesOf(people);
    const body = { id, ...(changed ? { mapping: bodyOf(changed) } : {}) };
    const preview = await server.api.post('/group-mapping/preview', body);
    expect(preview.status, preview.text).toBe(200);
    expect(await rolesOf(people)).toEqual(before);
    const path = `/group-mapping${id === null ? '' : `/${id}`}`;
    const method = changed === null ? 'DELETE' : id === null ? 'POST' : 'PUT';
    const done = await server.api.call(method, path, changed ? bodyOf(changed) : undefined);
    expect(done.status, done.text).toBe(200);
    const after = await rolesOf(people);

    const changes = preview.body.changes as Change[];
    const seen = new Map<string, Change>();
    for (const change of changes) {
      // A team that did not exist has got its id by now.
      const isNew = change.teamId === null && 'teamDisplayName' in change;
      const teamId =
        isNew && (change as { teamDisplayName: unknown }).teamDisplayName !== null
          ? String(done.body.createdTeamId)
          : change.teamId;
      const key = `${change.userId}/${teamId}`;
      seen.set(key, change);
      expect(before.get(key) ?? null, key).toBe(change.roleBefore);
      expect(after.get(key) ?? null, key).toBe(change.roleAfter);
    }
    for (const key of new Set([...before.keys(), ...after.keys()]))
      if (!seen.has(key)) expect(after.get(key), key).toBe(before.get(key));
    for (const [count, effect] of [
      ['gets', 'Gets'],
      ['keeps', 'Keeps'],
      ['loses', 'Loses'],
    ] as const)
      expect(preview.body[count]).toBe(changes.filter((one) => one.effect === effect).length);
  },
);

it('without a mapping and an id, or with an unknown id, is refused', async () => {
  expect((await server.api.post('/group-mapping/preview', {})).status).toBe(400);
  const unknown = await server.api.post('/group-mapping/preview', { id: randomUUID() });
  expect(unknown.status).toBe(404);
});
