import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeGroup, createGroup, membersOf, removeGroup } from '../../src/groups/index.ts';
import { type Ctx, systemContext } from '../../src/kernel/index.ts';
import type { TestApp } from '../support/app.ts';
import { changeGroupMembers, replaceGroupMembers } from '../support/group-members.ts';
import { sharedTestApp } from '../support/shared-app.ts';

let server: TestApp;
let ctx: Ctx;
beforeAll(async () => {
  server = await sharedTestApp();
  ctx = systemContext(server.app.world, server.organizationId);
});

const roles = ['Member', 'Administrator', 'Owner'] as const;
type Role = (typeof roles)[number];
const highest = (given: (Role | null | undefined)[]): Role | null =>
  roles.findLast((role) => given.includes(role)) ?? null;

const newUser = () => server.api.make('/user', { email: `${randomUUID()}@example.com` });
const content = (displayName: string) => ({ displayName, externalId: null, attributes: {} });

interface Membership {
  id: string;
  userId: string;
  role: Role;
  effectiveRole: Role;
  grants: { origin: string; role: Role }[];
}
async function organizationMembership(userId: string): Promise<Membership | undefined> {
  const { body } = await server.api.get(`/organization-membership/search/list?UserId=${userId}`);
  return (body.organizationMemberships as Membership[])[0];
}
async function teamMembership(userId: string, teamId: string): Promise<Membership | undefined> {
  const path = `/team-membership/search/list?UserId=${userId}&TeamId=${teamId}`;
  const { body } = await server.api.get(path);
  return (body.teamMemberships as Membership[])[0];
}

interface Mapping {
  id: string;
  group: number;
  organizationRole: Role | null;
  team: number | null;
  teamRole: Role | null;
}

/** All that decides about roles, kept beside the server, and what follows from it worked out from scratch. */
class Town {
  people: string[] = [];
  teams: string[] = [];
  groups: { id: string; name: string; members: Set<number> }[] = [];
  mappings: Mapping[] = [];
  /** By person, and by person and team. */
  byHand = new Map<string, Role>();
  count = 0;

  static async make(): Promise<Town> {
    const town = new Town();
    town.people = await Promise.all([1, 2, 3].map(newUser));
    const name = randomUUID();
    town.teams = await Promise.all(
      [1, 2].map((n) => server.api.make('/team', { displayName: `${name} ${n}` })),
    );
    for (const n of [1, 2, 3]) {
      const { id } = await createGroup(ctx, content(`${name} ${n}`));
      town.groups.push({ id, name: `${name} ${n}`, members: new Set() });
    }
    return town;
  }

  expected(person: number, team: number | null): Role | null {
    const given = this.mappings
      .filter(({ group }) => this.groups[group]?.members.has(person))
      .map((one) =>
        team === null ? one.organizationRole : one.team === team ? one.teamRole : null,
      );
    return highest([this.byHand.get(keyOf(person, team)), ...given]);
  }

  async actual(person: number, team: number | null): Promise<Membership | undefined> {
    const userId = this.people[person] ?? '';
    return team === null
      ? organizationMembership(userId)
      : teamMembership(userId, this.teams[team] ?? '');
  }

  async check(): Promise<void> {
    await giveTheRest();
    for (const person of this.people.keys())
      for (const team of [null, ...this.teams.keys()]) {
        const membership = await this.actual(person, team);
        expect(membership?.effectiveRole ?? null, `${person} ${team}`).toBe(
          this.expected(person, team),
        );
        const byHand = this.byHand.get(keyOf(person, team));
        if (byHand) expect(membership?.role, `${person} ${team} by hand`).toBe(byHand);
      }
  }
}

/** Where the store refused a write, as in a deadlock, the change is answered, and a task gives the roles. */
const giveTheRest = () => server.app.jobs.runAll((task) => task === 'group-effects');
const keyOf = (person: number, team: number | null) => `${person}/${team}`;

const person = fc.nat(2);
const group = fc.nat(2);
const place = fc.constantFrom(null, 0, 1);
const teamRole = fc.constantFrom<Role>('Member', 'Administrator');
const role = fc.constantFrom<Role>('Member', 'Administrator', 'Owner');
const effect = fc.oneof(
  fc.record({ organizationRole: role, team: fc.constant(null), teamRole: fc.constant(null) }),
  fc.record({ organizationRole: fc.option(role), team: fc.nat(1), teamRole }),
);
type Step = (town: Town) => Promise<unknown>;

const bodyOf = (
  town: Town,
  at: number,
  { organizationRole, team, teamRole }: Omit<Mapping, 'id' | 'group'>,
) => ({
  groupDisplayName: town.groups[at]?.name.toUpperCase(),
  organizationRole,
  teamId: team === null ? null : town.teams[team],
  teamRole,
});

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(group, person, fc.boolean()).map(([at, who, isJoining]) => async (town: Town) => {
    const { id, members } = town.groups[at] ?? { id: '', members: new Set() };
    const ids = [town.people[who] ?? ''];
    if (isJoining) members.add(who);
    else members.delete(who);
    await changeGroupMembers(
      ctx,
      id,
      isJoining ? { add: ids, remove: [] } : { add: [], remove: ids },
    );
  }),
  fc.tuple(group, fc.uniqueArray(person)).map(([at, who]) => async (town: Town) => {
    const changed = town.groups[at];
    if (!changed) return;
    changed.members = new Set(who);
    await replaceGroupMembers(
      ctx,
      changed.id,
      who.map((one) => town.people[one] ?? ''),
    );
  }),
  group.map((at) => async (town: Town) => {
    const removed = town.groups[at];
    if (!removed) return;
    await removeGroup(ctx, removed.id, null);
    const { id } = await createGroup(ctx, content(removed.name));
    town.groups[at] = { ...removed, id, members: new Set() };
  }),
  fc.tuple(group, group).map(([one, other]) => async (town: Town) => {
    const [a, b] = [town.groups[one], town.groups[other]];
    if (!a || !b) return;
    const renamed: [string, string][] = [
      [a.id, b.name],
      [b.id, a.name],
    ];
    // Names stay where mappings look for them; those who had them change.
    for (const [id, name] of one === other ? [] : renamed) {
      const { outcome } = await changeGroup(ctx, id, await revisionOf(id), {
        content: content(name),
        members: null,
      });
      expect(outcome).toBe('written');
    }
    if (one === other) return;
    town.groups[one] = { ...b, name: a.name };
    town.groups[other] = { ...a, name: b.name };
  }),
  fc.tuple(group, effect).map(([at, given]) => async (town: Town) => {
    const id = await server.api.make('/group-mapping', bodyOf(town, at, given));
    town.mappings.push({ id, group: at, ...given });
  }),
  fc.tuple(fc.nat(), group, effect).map(([which, at, given]) => async (town: Town) => {
    const changed = town.mappings[which % Math.max(town.mappings.length, 1)];
    if (!changed) return;
    const answer = await server.api.put(`/group-mapping/${changed.id}`, bodyOf(town, at, given));
    expect(answer.status, answer.text).toBe(200);
    Object.assign(changed, { group: at, ...given });
  }),
  fc.nat().map((which) => async (town: Town) => {
    const removed = town.mappings[which % Math.max(town.mappings.length, 1)];
    if (!removed) return;
    expect((await server.api.delete(`/group-mapping/${removed.id}`)).status).toBe(200);
    town.mappings = town.mappings.filter((one) => one !== removed);
  }),
  fc
    .tuple(person, place, role, teamRole)
    .map(([who, team, inOrganization, inTeam]) => async (town: Town) => {
      const wanted = team === null ? inOrganization : inTeam;
      const userId = town.people[who];
      const present = await town.actual(who, team);
      const body = { userId, role: wanted, ...(team === null ? {} : { teamId: town.teams[team] }) };
      const path = team === null ? '/organization-membership' : '/team-membership';
      const isByHand = town.byHand.has(keyOf(who, team));
      const answer =
        present && isByHand
          ? await server.api.put(`${path}/${present.id}`, body)
          : await server.api.post(path, body);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.role).toBe(wanted);
      town.byHand.set(keyOf(who, team), wanted);
    }),
  fc.tuple(person, place).map(([who, team]) => async (town: Town) => {
    const present = await town.actual(who, team);
    if (!present) return;
    const path = team === null ? '/organization-membership' : '/team-membership';
    const answer = await server.api.delete(`${path}/${present.id}`);
    // What only groups give, nobody takes by hand.
    expect(answer.status).toBe(town.byHand.has(keyOf(who, team)) ? 200 : 409);
    town.byHand.delete(keyOf(who, team));
  }),
);

async function revisionOf(id: string): Promise<number> {
  const found = await server.app.world.store.connection
    .collection('groups')
    .findOne({ _id: id as never });
  return Number(found?.version);
}

describe('the role of everybody', () => {
  it('is what follows from groups, mappings and what was set by hand, after any changes in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 16 }), async (steps) => {
        const town = await Town.make();
        for (const one of steps) await one(town);
        await town.check();
      }),
      { numRuns: 12 },
    );
  });

  it('is the same when everything changes at the same time', async () => {
    const changes = fc.record({
      joins: fc.uniqueArray(fc.tuple(group, person), { selector: String, minLength: 4 }),
      mappings: fc.array(fc.tuple(group, effect), { minLength: 2, maxLength: 5 }),
      byHand: fc.uniqueArray(fc.tuple(person, place, teamRole), {
        selector: ([who, team]) => keyOf(who, team),
      }),
    });
    await fc.assert(
      fc.asyncProperty(changes, async ({ joins, mappings, byHand }) => {
        const town = await Town.make();
        await Promise.all([
          ...joins.map(([at, who]) => {
            const joined = town.groups[at];
            joined?.members.add(who);
            const add = [town.people[who] ?? ''];
            return changeGroupMembers(ctx, joined?.id ?? '', { add, remove: [] });
          }),
          ...mappings.map(async ([at, given]) => {
            const id = await server.api.make('/group-mapping', bodyOf(town, at, given));
            town.mappings.push({ id, group: at, ...given });
          }),
          ...byHand.map(([who, team, wanted]) => {
            town.byHand.set(keyOf(who, team), wanted);
            const body = { userId: town.people[who], role: wanted };
            return team === null
              ? server.api.make('/organization-membership', body)
              : server.api.make('/team-membership', { ...body, teamId: town.teams[team] });
          }),
        ]);
        await town.check();
        await Promise.all([
          ...town.groups.map(({ id, members }) => {
            members.clear();
            return replaceGroupMembers(ctx, id, []);
          }),
          ...town.mappings.splice(0).map(({ id }) => server.api.delete(`/group-mapping/${id}`)),
        ]);
        await town.check();
      }),
      { numRuns: 8 },
    );
  });

  it('is that of the last state, however many changes of the same things meet', async () => {
    const roleOf = async (userId: string) =>
      (await organizationMembership(userId))?.effectiveRole ?? null;
    for (let round = 0; round < 4; round += 1) {
      const town = await Town.make();
      const [who = ''] = town.people;
      const [first, second] = town.groups;
      if (!first || !second) throw new Error('a town has three groups');
      const body = (one: Role) => ({ groupDisplayName: first.name, organizationRole: one });
      const id = await server.api.make('/group-mapping', body('Member'));
      const other = { groupDisplayName: second.name, organizationRole: 'Member' };
      await server.api.make('/group-mapping', other);
      await Promise.all(
        Array.from({ length: 8 }, (_, at) => [
          changeGroupMembers(ctx, first.id, { add: [who], remove: [] }),
          changeGroupMembers(ctx, at % 2 ? first.id : second.id, { add: [], remove: [who] }),
          changeGroupMembers(ctx, second.id, { add: [who], remove: [] }),
          server.api.put(`/group-mapping/${id}`, body(roles[at % 3] ?? 'Member')),
        ]).flat(),
      );
      await giveTheRest();
      const { body: mapping } = await server.api.get(`/group-mapping/${id}`);
      const members = await membersOf(ctx, [first.id, second.id]);
      const given: Role[] = [];
      if (members.get(first.id)?.includes(who)) given.push(mapping.organizationRole as Role);
      if (members.get(second.id)?.includes(who)) given.push('Member');
      expect(await roleOf(who)).toBe(highest(given));
    }
  });
});
