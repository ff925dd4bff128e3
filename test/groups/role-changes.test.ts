import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  givenRoles,
  type MappingFacts,
  mappingsByGroup,
  teamOf,
} from '../../src/groups/given-roles.ts';
import {
  byTurn,
  type Memberships,
  newTeam,
  type RoleChange,
  roleChangesOf,
} from '../../src/groups/role-changes.ts';
import type { RoleSources } from '../../src/identity/granted-roles.ts';
import type { OrganizationRole } from '../../src/identity/index.ts';
import type { TeamRole } from '../../src/teams/index.ts';
import { quickRuns } from '../support/runs.ts';

const people = ['person-0', 'person-1', 'person-2', 'person-3'];
const teams = ['team-0', 'team-1', newTeam];
const ranks = ['Member', 'Administrator', 'Owner'];

interface TestGroup {
  id: string;
  wire: { origin: string; displayName: string };
  members: string[];
}

/** The role that a mapping gives in one place: `null` is the organization. */
const roleIn = (mapping: MappingFacts, place: string | null): string | null =>
  place === null
    ? mapping.wire.organizationRole
    : teamOf(mapping) === place
      ? mapping.wire.teamRole
      : null;

const highest = (roles: readonly (string | null | undefined)[]): string | null =>
  ranks.findLast((role) => roles.includes(role)) ?? null;

/** As the documentation says it: a mapping names a group of its origin by id, or by name in any letter case. */
const names = ({ wire }: MappingFacts, group: TestGroup): boolean =>
  (wire.origin === 'Scim' ? 'scim' : wire.origin) === group.wire.origin &&
  (wire.groupId === null
    ? wire.groupDisplayName?.toLowerCase() === group.wire.displayName.toLowerCase()
    : wire.groupId === group.id);

const rolesBy = (
  who: string,
  place: string | null,
  mappings: readonly MappingFacts[],
  groups: readonly TestGroup[],
): string | null =>
  highest(
    groups
      .filter(({ members }) => members.includes(who))
      .flatMap((group) => mappings.filter((mapping) => names(mapping, group)))
      .map((mapping) => roleIn(mapping, place)),
  );

const origin = fc.constantFrom('Scim', 'connection-1');
const groupName = fc.constantFrom('Payments', 'ops');
const group = fc.record({ origin, displayName: groupName, members: fc.subarray(people) });
const mapping = fc
  .record({
    origin,
    named: fc.oneof(
      fc.record({ groupId: fc.constantFrom('group-0', 'group-1', 'group-2') }),
      fc.record({ groupDisplayName: fc.constantFrom('PAYMENTS', 'payments', 'Ops') }),
    ),
    organizationRole: fc.option(
      fc.constantFrom<OrganizationRole>('Member', 'Administrator', 'Owner'),
    ),
    team: fc.option(fc.constantFrom(...teams)),
    teamRole: fc.constantFrom<TeamRole>('Member', 'Administrator'),
  })
  .map(
    ({ origin, named, organizationRole, team, teamRole }): MappingFacts => ({
      wire: {
        groupId: null,
        groupDisplayName: null,
        ...named,
        origin,
        organizationRole,
        teamId: team === newTeam ? null : team,
        teamRole: team === null ? null : teamRole,
        createTeam: team === newTeam,
      },
      internal: { createdTeamId: team === newTeam ? newTeam : null },
    }),
  );
const byHand = fc.record({
  organization: fc.option(fc.constantFrom('Member', 'Administrator', 'Owner')),
  'team-0': fc.option(fc.constantFrom('Member', 'Administrator')),
  'team-1': fc.option(fc.constantFrom('Member', 'Administrator')),
});
const scene = fc.record({
  groups: fc.array(group, { minLength: 1, maxLength: 3 }).map((given) =>
    given.map(
      ({ origin, displayName, members }, n): TestGroup => ({
        id: `group-${n}`,
        wire: { origin: origin === 'Scim' ? 'scim' : origin, displayName },
        members,
      }),
    ),
  ),
  byHand: fc.tuple(byHand, byHand, byHand, byHand),
  others: fc.array(mapping, { maxLength: 3 }),
  before: fc.option(mapping),
  after: fc.option(mapping),
  billable: fc.constantFrom(...people),
});

it('a change of a mapping gives, keeps and takes exactly what mappings, groups and hands then say', () => {
  fc.assert(
    fc.property(scene, ({ groups, byHand, others, before, after, billable }) => {
      // The team that a mapping is going to make does not exist before.
      const earlier = [...others, ...(before ? [before] : [])].filter(
        (one) => teamOf(one) !== newTeam,
      );
      const later = [...others.filter((one) => teamOf(one) !== newTeam), ...(after ? [after] : [])];
      const handOf = (who: string, place: string | null): string | null => {
        const hand: Record<string, string | null> = byHand[people.indexOf(who)] ?? {};
        return hand[place ?? 'organization'] ?? null;
      };
      const roleOf = (who: string, place: string | null, mappings: readonly MappingFacts[]) =>
        highest([handOf(who, place), rolesBy(who, place, mappings, groups)]);
      const present = (who: string) =>
        membershipsOf(who, handOf, (place) => roleOf(who, place, earlier));
      const changed = [before, after].filter((one) => one !== null);
      const changedTeams = changed.flatMap((one) => teamOf(one) ?? []);
      const owners = {
        ids: new Set(people.filter((who) => roleOf(who, null, earlier) === 'Owner')),
        billableUserId: billable,
      };
      const ownersBefore = new Set(owners.ids);
      const mappingsFor = mappingsByGroup(later);
      const { owners: first, others: rest } = byTurn(people, present);

      for (const who of [...first, ...rest]) {
        const applying = groups
          .filter(({ members }) => members.includes(who))
          .flatMap((one) => mappingsFor(one));
        const changes = roleChangesOf(who, givenRoles([...new Set(applying)]), present(who), {
          isAboutOrganization: changed.some(({ wire }) => wire.organizationRole !== null),
          teams: new Map(changedTeams.map((id) => [id, `Name of ${id}`])),
          owners,
        });
        const said = new Map(changes.map((change) => [placeOf(change), change]));
        expect(said.size).toBe(changes.length);
        for (const place of [null, ...teams]) {
          const [was, wanted] = [roleOf(who, place, earlier), roleOf(who, place, later)];
          const change = said.get(place);
          // What nothing is said of stays.
          if (!change) {
            if (was !== null) expect(wanted, `${who} in ${place}`).toBe(was);
            continue;
          }
          const { roleBefore, roleAfter, effect, reason } = change;
          expect(roleBefore).toBe(was);
          expect(roleAfter).toBe(reason === null ? wanted : 'Owner');
          const [low, high] = [ranks.indexOf(was ?? ''), ranks.indexOf(roleAfter ?? '')];
          expect(effect).toBe(low === high ? 'Keeps' : low < high ? 'Gets' : 'Loses');
          if (reason === null) {
            if (place === null && was === 'Owner' && wanted !== 'Owner') {
              expect(who).not.toBe(billable);
              expect(owners.ids.size).toBeGreaterThan(0);
            }
            continue;
          }
          expect([place, was, wanted === 'Owner']).toEqual([null, 'Owner', false]);
          expect(who === billable || (owners.ids.size === 1 && owners.ids.has(who))).toBe(true);
        }
      }
      if (ownersBefore.size > 0) expect(owners.ids.size).toBeGreaterThan(0);
      if (ownersBefore.has(billable)) expect(owners.ids).toContain(billable);
    }),
    { numRuns: quickRuns(1000) },
  );
});

function placeOf({ teamId, teamDisplayName }: RoleChange): string | null {
  return teamDisplayName === null ? null : (teamId ?? newTeam);
}

/** As they are stored: the role that counts, and by whose hand there is one. */
function membershipsOf(
  who: string,
  handOf: (who: string, place: string | null) => string | null,
  roleOf: (place: string | null) => string | null,
): Memberships {
  const stored = (place: string | null) => {
    const role = roleOf(place);
    if (role === null) return [];
    const internal = { manualRole: handOf(who, place), grants: {} } as RoleSources<never>;
    const wire = { userId: who, role, ...(place === null ? {} : { teamId: place }) };
    return [{ ...rest, wire, internal }];
  };
  const [organization] = stored(null) as NonNullable<Memberships['organization']>[];
  return {
    organization,
    teams: teams.flatMap(stored) as unknown as Memberships['teams'],
  };
}

const at = new Date(0);
const rest = {
  id: 'id',
  organizationId: 'organization',
  teamId: null,
  provisioned: false,
  source: 'System' as const,
  version: 1,
  createdAt: at,
  updatedAt: at,
};
