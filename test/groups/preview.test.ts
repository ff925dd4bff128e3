import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGroup, replaceGroupMembers } from '../../src/groups/index.ts';
import { systemContext } from '../../src/identity/index.ts';
import type { Ctx } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
let ctx: Ctx;
beforeAll(async () => {
  server = await startTestApp();
  ctx = systemContext(server.app.world, server.organizationId);
});
afterAll(() => server?.stop());

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

const role = fc.constantFrom('Member', 'Administrator', 'Owner');
const teamRole = fc.constantFrom('Member', 'Administrator');
const person = fc.nat(3);
const mapping = fc
  .record({
    groupId: fc.nat(1),
    organizationRole: fc.option(role),
    teamId: fc.option(fc.nat(1)),
    teamRole,
    createTeam: fc.boolean(),
  })
  .filter(
    ({ organizationRole, teamId, createTeam }) =>
      organizationRole !== null || teamId !== null || createTeam,
  );

it('says exactly what then happens, and changes nothing itself', async () => {
  const scene = fc.record({
    members: fc.tuple(fc.uniqueArray(person), fc.uniqueArray(person)),
    byHand: fc.uniqueArray(fc.tuple(person, fc.option(fc.nat(1)), teamRole), {
      selector: ([who, team]) => `${who}/${team}`,
    }),
    present: fc.array(mapping, { maxLength: 2 }),
    changed: fc.option(mapping),
    which: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(scene, async ({ members, byHand, present, changed, which }) => {
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
      const bodyOf = (given: NonNullable<typeof changed>) => {
        const inTeam = given.teamId !== null || given.createTeam;
        return {
          groupId: groups[given.groupId]?.id,
          organizationRole: given.organizationRole,
          teamId: given.teamId === null ? null : teams[given.teamId],
          teamRole: inTeam ? given.teamRole : null,
          createTeam: given.teamId === null && given.createTeam,
        };
      };
      const ids: string[] = [];
      for (const one of present) ids.push(await server.api.make('/group-mapping', bodyOf(one)));
      const id = which % 2 === 0 ? (ids[0] ?? null) : null;
      if (id === null && changed === null) return;

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
      await Promise.all(groups.map((group) => replaceGroupMembers(ctx, group.id, [])));
    }),
    { numRuns: 8 },
  );
});

it('without a mapping and an id, or with an unknown id, is refused', async () => {
  expect((await server.api.post('/group-mapping/preview', {})).status).toBe(400);
  const unknown = await server.api.post('/group-mapping/preview', { id: randomUUID() });
  expect(unknown.status).toBe(404);
});
