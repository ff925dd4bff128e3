import { setPlan } from '../../src/identity/index.ts';
import type { TestApp } from '../support/app.ts';
import { bodyFor, type Fixtures, makeFixtures } from '../support/fixtures.ts';
import {
  makeKey,
  makeOrganization,
  makePerson,
  type PersonOptions,
  type TestOrganization,
} from '../support/keys.ts';
import type { DocumentedOperation } from '../support/operations.ts';
import type { Caller } from './caller.ts';
import type { Expected } from './checks/authorization.ts';

type OrganizationRole = 'Member' | 'Administrator' | 'Owner';

const ranks: Record<string, number> = {
  'organization-member': 1,
  'organization-administrator': 2,
  'organization-owner': 3,
};
const rankOf: Record<OrganizationRole, number> = { Member: 1, Administrator: 2, Owner: 3 };

const everybody = ({ requiredRole }: DocumentedOperation) => requiredRole === 'none';
const ofTeams = ({ requiredRole }: DocumentedOperation) => requiredRole.startsWith('team-');
const namesObject = ({ path }: DocumentedOperation) => path.includes('{');
const ofOneType = ['getHeartbeatResult', 'getCallRoutingOptions', 'getInboundIntegrationType'];
const showsObject = (operation: DocumentedOperation) =>
  reads(operation) && namesObject(operation) && !ofOneType.includes(operation.operationId);
const reads = ({ method }: DocumentedOperation) => method === 'GET';
/** Of people rather than teams: not even the team's Administrator sees all of them. */
const ofPeople = ({ tag }: DocumentedOperation) => tag === 'notification-log';

function refersToObjects(operation: DocumentedOperation): boolean {
  const marks: Fixtures = new Proxy({}, { get: () => 'an object' });
  return JSON.stringify(bodyFor(operation, marks) ?? null).includes('"an object"');
}

/** Nobody: without credentials, or with some that are not valid, or not any more. */
export async function strangers(server: TestApp): Promise<Caller[]> {
  const expired = await makeKey(server, { expiresAt: '2026-03-02T10:00:00Z' });
  const left = await makePerson(server, { organizationRole: 'Owner' });
  const deleted = await makeOrganization(server);
  const revoked = await server.api.post('/api-key', {
    displayName: 'Revoked',
    kind: 'organization',
  });
  const { id, key = '' } = revoked.body as { id: string; key?: string };
  await Promise.all([
    server.api.delete(`/api-key/${id}`),
    server.api.delete(`/user/${left.id}`),
    server.api.delete(`/organizations/${deleted.id}`),
  ]);
  const valid = server.key;
  const credentials: Record<string, Record<string, string>> = {
    'no credentials': {},
    'an empty key': { 'x-api-key': '' },
    'an unknown key': { 'x-api-key': 'tocsin_key_unknown' },
    'a very long key': { 'x-api-key': 'k'.repeat(8000) },
    'a key with another beginning': { 'x-api-key': ` ${valid.slice(1)}` },
    'a key with something behind it': { 'x-api-key': `${valid}x` },
    'two keys in one header': { 'x-api-key': `${valid}, ${valid}` },
    'the hash of nothing': { 'x-api-key': 'null' },
    'a key as basic credentials': {
      authorization: `Basic ${Buffer.from(`key:${valid}`).toString('base64')}`,
    },
    'a key as a cookie': { cookie: `key=${valid}; x-api-key=${valid}; __Host-sid=${valid}` },
    'two different keys': { 'x-api-key': valid, authorization: `Bearer ${expired}` },
    'an expired key': { 'x-api-key': expired },
    'a revoked key': { 'x-api-key': key },
    'the key of a removed person': { 'x-api-key': left.key },
    'the key of a deleted organization': { 'x-api-key': deleted.key },
  };
  return Object.entries(credentials).map(([name, headers]) => ({
    name,
    headers: () => headers,
    expects: (operation) => (everybody(operation) ? 'admitted' : 'unauthenticated'),
  }));
}

/** People by their roles, each with a team of their own to try things on. */
export async function people(server: TestApp): Promise<Caller[]> {
  const roles: [string, OrganizationRole | null, 'Member' | 'Administrator' | null][] = [
    ['nobody of the organization', null, null],
    ['a Member', 'Member', null],
    ['an Administrator', 'Administrator', null],
    ['an Owner', 'Owner', null],
    ['a team’s Member', null, 'Member'],
    ['a team’s Administrator', null, 'Administrator'],
  ];
  return Promise.all(
    roles.map(async ([name, organizationRole, teamRole]): Promise<Caller> => {
      const fixtures = await makeFixtures(server);
      const options: PersonOptions = {
        ...(organizationRole ? { organizationRole } : {}),
        ...(teamRole ? { teams: { [fixtures.team ?? '']: teamRole } } : {}),
      };
      const { key } = await makePerson(server, options);
      return {
        name: `the key of ${name}`,
        headers: () => ({ 'x-api-key': key }),
        // Operations of the organization are for its objects, which are not theirs to spoil.
        objects: (operation) => (ofTeams(operation) ? fixtures : {}),
        expects: (operation) => expectedOfPerson(organizationRole, teamRole, operation),
      };
    }),
  );
}

function expectedOfPerson(
  organizationRole: OrganizationRole | null,
  teamRole: 'Member' | 'Administrator' | null,
  operation: DocumentedOperation,
): Expected {
  const { requiredRole, keyKinds, selfService } = operation;
  if (keyKinds && !keyKinds.includes('personal')) return 'forbidden';
  const rank = organizationRole ? rankOf[organizationRole] : 0;
  const needed = ranks[requiredRole];
  if (needed !== undefined) {
    if (rank >= needed) return 'admitted';
    if (!selfService) return 'forbidden';
    // For oneself; what is asked for here is somebody else's.
    return namesObject(operation) || !reads(operation) ? 'refused' : 'admitted';
  }
  if (!ofTeams(operation)) return 'admitted';
  const mayEdit = rank >= 2 || teamRole === 'Administrator';
  const maySee = rank >= 1 || teamRole !== null;
  if (requiredRole === 'team-administrator' ? mayEdit : maySee)
    return showsObject(operation) ? 'shown' : 'admitted';
  if (!namesObject(operation)) {
    if (refersToObjects(operation)) return 'refused';
    return reads(operation) ? 'admitted' : 'forbidden';
  }
  if (selfService || ofPeople(operation)) return 'refused';
  return maySee ? 'forbidden' : 'hidden';
}

/** The organization itself, on objects that are there. */
export function organization(server: TestApp, objects: Fixtures): Caller {
  return {
    name: 'a key of the organization',
    headers: () => ({ 'x-api-key': server.key }),
    objects: () => objects,
    expects: (operation) => (showsObject(operation) ? 'shown' : 'admitted'),
  };
}

/** A key limited to a team, called on the objects of another one. */
export async function teamKey(server: TestApp, teamId: string, of: Fixtures): Promise<Caller> {
  const key = await makeKey(server, { teamIds: [teamId] });
  return {
    name: 'a key for another team',
    headers: () => ({ 'x-api-key': key }),
    objects: (operation) => (ofTeams(operation) ? of : {}),
    expects(operation) {
      if (operation.organizationWide) return 'forbidden';
      if (operation.selfService) return 'refused';
      if (!ofTeams(operation))
        return everybody(operation) || reads(operation) ? 'admitted' : 'refused';
      if (namesObject(operation)) return 'hidden';
      return refersToObjects(operation) ? 'refused' : 'admitted';
    },
  };
}

/** A key of an organization whose plan has no API. */
export async function keyWithoutPlan(server: TestApp): Promise<Caller> {
  const organization = await makeOrganization(server);
  await setPlan(server.app.world, organization.id, 'STANDARD');
  return {
    name: 'the key of an organization with the plan STANDARD',
    headers: () => ({ 'x-api-key': organization.key }),
    expects: (operation) => (everybody(operation) ? 'admitted' : 'plan-required'),
  };
}

/** Says something about a few operations only. */
export interface ScopedCaller extends Caller {
  isFor(operation: DocumentedOperation): boolean;
}

/** For each scope a key that has nothing else, and one that has everything else. */
export async function scopedKeys(
  server: TestApp,
  operations: readonly DocumentedOperation[],
): Promise<ScopedCaller[]> {
  const scopes = [...new Set(operations.map(({ scope }) => scope))].filter(
    (scope) => scope !== 'none',
  );
  const all = groupsOf(scopes);
  return Promise.all(
    scopes.flatMap((scope) => [
      scopedKey(server, `a key with ${scope} only`, groupsOf([scope]), (operation) => {
        if (operation.scope !== scope) return null;
        // Deleting incidents is never part of a restricted key; a key makes and changes no key that may do more.
        if (scope === 'incidents:delete') return 'forbidden';
        return scope.startsWith('api-keys:') ? null : 'admitted';
      }),
      scopedKey(
        server,
        `a key with everything but ${scope}`,
        all.map((one) => without(one, scope)).filter(({ permissions }) => permissions.length > 0),
        (operation) => (operation.scope === scope ? 'forbidden' : null),
      ),
    ]),
  );
}

type Scope = { resource: string; permissions: string[] };

function groupsOf(scopes: readonly string[]): Scope[] {
  const byResource = Map.groupBy(scopes, (scope) => scope.split(':')[0] ?? '');
  return [...byResource].map(([resource, of]) => ({
    resource,
    permissions: of.map((scope) => scope.split(':')[1] ?? ''),
  }));
}

function without({ resource, permissions }: Scope, scope: string): Scope {
  return {
    resource,
    permissions: permissions.filter((permission) => `${resource}:${permission}` !== scope),
  };
}

async function scopedKey(
  server: TestApp,
  name: string,
  scopes: Scope[],
  expects: (operation: DocumentedOperation) => Expected | null,
): Promise<ScopedCaller> {
  const key = await makeKey(server, { scopes });
  return {
    name,
    headers: () => ({ 'x-api-key': key }),
    expects: (operation) => expects(operation) ?? 'admitted',
    isFor: (operation) => expects(operation) !== null,
  };
}

/** Another organization that has one object of every kind, too. */
export async function makeNeighbour(
  server: TestApp,
): Promise<TestOrganization & { fixtures: Fixtures }> {
  const neighbour = await makeOrganization(server);
  const asNeighbour: TestApp = {
    ...server,
    api: neighbour.api,
    key: neighbour.key,
    organizationId: neighbour.id,
  };
  return { ...neighbour, fixtures: await makeFixtures(asNeighbour) };
}
