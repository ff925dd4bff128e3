import { setPlan } from '../../src/identity/index.ts';
import { endSessionsOf, sessionCookieName } from '../../src/sessions/index.ts';
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
import { signIn } from '../support/sessions.ts';
import type { Caller } from './caller.ts';
import type { Expected } from './checks/authorization.ts';

type OrganizationRole = 'Member' | 'Administrator' | 'Owner';

const ranks: Record<string, number> = {
  'organization-member': 1,
  'organization-administrator': 2,
  'organization-owner': 3,
};
const rankOf: Record<OrganizationRole, number> = { Member: 1, Administrator: 2, Owner: 3 };

const everybody = ({ schemes }: DocumentedOperation) => schemes.length === 0;
/** What a person does about their own account, whatever their roles. */
const ofOneself = ({ document }: DocumentedOperation) => document === 'console';
/** What everybody may call; pages of the console call it from the same origin only. */
const open = (operation: DocumentedOperation): Expected =>
  ofOneself(operation) ? 'answered' : 'admitted';
const ofTeams = ({ requiredRole }: DocumentedOperation) => requiredRole.startsWith('team-');
const namesObject = ({ path }: DocumentedOperation) => path.includes('{');
const ofOneType = ['getHeartbeatResult', 'getCallRoutingOptions', 'getInboundIntegrationType'];
const showsObject = (operation: DocumentedOperation) =>
  operation.document === 'public-v1' &&
  reads(operation) &&
  namesObject(operation) &&
  !ofOneType.includes(operation.operationId);
const reads = ({ method }: DocumentedOperation) => method === 'GET';
/** Everybody in the organization sees them; their team's administrators change them. */
const isShared = ({ tag }: DocumentedOperation) =>
  [
    'on-call-schedule',
    'temporary-schedule',
    'cover-request',
    'person-calendar',
    'support-hours',
    'escalation-policy',
    'shadow-run',
  ].includes(tag);
/** Of people rather than teams: not even the team's Administrator sees all of them. */
const ofPeople = ({ tag }: DocumentedOperation) => tag === 'notification-log';

/** What somebody may expect who proves who they are in a way that an operation may not take. */
function byScheme(way: 'key' | 'session', expects: Caller['expects']): Caller['expects'] {
  const schemes = way === 'key' ? ['ApiKey', 'Bearer', 'ProvisioningKey'] : ['Session'];
  return (operation) =>
    everybody(operation) || operation.schemes.some((scheme) => schemes.includes(scheme))
      ? expects(operation)
      : 'not-taken';
}

function refersToObjects(operation: DocumentedOperation): boolean {
  const marks: Fixtures = new Proxy({}, { get: () => 'an object' });
  return JSON.stringify(bodyFor(operation, marks) ?? null).includes('"an object"');
}

/** Nobody: without credentials, or with some that are not valid, or not any more. */
export async function strangers(server: TestApp): Promise<Caller[]> {
  const expired = await makeKey(server, { expiresAt: '2026-03-02T10:00:00Z' });
  const left = await makePerson(server, { organizationRole: 'Owner' });
  const owner = await makePerson(server, { organizationRole: 'Owner' });
  const suspended = await makePerson(server, { organizationRole: 'Owner' });
  const ofSuspended = await signIn(server, { userId: suspended.id });
  const deleted = await makeOrganization(server);
  const revoked = await server.api.post('/api-key', {
    displayName: 'Revoked',
    kind: 'organization',
  });
  const { id, key = '' } = revoked.body as { id: string; key?: string };
  const ofLeft = await signIn(server, { userId: left.id });
  const ended = await signIn(server, { userId: owner.id });
  await endSessionsOf(
    server.app.world,
    { organizationId: server.organizationId, userId: owner.id },
    { reason: 'ended by the person' },
  );
  const lasting = await signIn(server, { userId: owner.id });
  await Promise.all([
    server.api.delete(`/api-key/${id}`),
    server.api.delete(`/user/${left.id}`),
    server.api.delete(`/organizations/${deleted.id}`),
    server.api.post(`/user/${suspended.id}/suspend`),
  ]);
  const valid = server.key;
  const credentials: Record<string, Record<string, string>> = {
    'no credentials': {},
    'an unknown key': { 'x-api-key': 'tocsin_key_unknown' },
    'an empty key': { 'x-api-key': '' },
    'a very long key': { 'x-api-key': 'k'.repeat(8000) },
    'a key with another beginning': { 'x-api-key': `x${valid.slice(1)}` },
    'a key with something behind it': { 'x-api-key': `${valid}x` },
    'two keys in one header': { 'x-api-key': `${valid}, ${valid}` },
    'a key called null': { 'x-api-key': 'null' },
    'a key as basic credentials': {
      authorization: `Basic ${Buffer.from(`key:${valid}`).toString('base64')}`,
    },
    'a key in the cookie of sessions': fromPage(`${sessionCookieName}=${valid}`),
    'a key in other cookies': { cookie: `key=${valid}; x-api-key=${valid}` },
    'two different keys': { 'x-api-key': valid, authorization: `Bearer ${expired}` },
    'an expired key': { 'x-api-key': expired },
    'a revoked key': { 'x-api-key': key },
    'the key of a removed person': { 'x-api-key': left.key },
    'the key of a deleted organization': { 'x-api-key': deleted.key },
    'an unknown session': fromPage(`${sessionCookieName}=${'A'.repeat(43)}`),
    'an ended session': fromPage(ended.cookie),
    'the session of a removed person': fromPage(ofLeft.cookie),
    'the key of a suspended person': { 'x-api-key': suspended.key },
    'the session of a suspended person': fromPage(ofSuspended.cookie),
    'a session’s token as a key': { 'x-api-key': lasting.token },
    'a session and a key that is not valid': { ...fromPage(lasting.cookie), 'x-api-key': expired },
  };
  return Object.entries(credentials).map(([name, headers]) => ({
    name,
    headers: () => headers,
    expects(operation) {
      if (everybody(operation)) return open(operation);
      // Where no key is taken, a wrong one does not matter.
      const isSession = headers.cookie === lasting.cookie && !operation.schemes.includes('ApiKey');
      if (isSession) return 'answered';
      // Where a request comes from is asked first there.
      return ofOneself(operation) ? 'not-taken' : 'unauthenticated';
    },
  }));
}

/** The cookie of a session, as a page of the server sends it. */
export function fromPage(cookie: string): Record<string, string> {
  return { cookie, 'sec-fetch-site': 'same-origin' };
}

/** Sessions of an Owner that are worth less than a fresh one used by our own pages. */
export async function weakSessions(server: TestApp): Promise<Caller[]> {
  const { id: userId } = await makePerson(server, { organizationRole: 'Owner' });
  const now = server.clock.now();
  server.clock.advance(-3600);
  const old = await signIn(server, { userId });
  server.clock.set(now);
  const { cookie } = await signIn(server, { userId });
  const takesKeysOnly = ({ keyKinds }: DocumentedOperation) =>
    keyKinds !== undefined && !keyKinds.includes('personal');
  const elsewhere: [string, Record<string, string>][] = [
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page of a subdomain', { 'sec-fetch-site': 'same-site' }],
    ['nowhere in particular', {}],
    ['another origin', { origin: 'https://evil.example' }],
  ];
  return [
    {
      name: 'a session of an hour ago',
      headers: () => fromPage(old.cookie),
      expects: byScheme('session', (operation) => {
        if (takesKeysOnly(operation)) return 'forbidden';
        if (operation.recentSignIn) return 'sign-in-again';
        return ofOneself(operation) ? 'answered' : 'admitted';
      }),
    },
    ...elsewhere.map(
      ([name, headers]): Caller => ({
        name: `a session, used from ${name}`,
        headers: () => ({ cookie, ...headers }),
        expects: byScheme('session', (operation) =>
          reads(operation) || (everybody(operation) && !ofOneself(operation))
            ? 'admitted'
            : 'forbidden',
        ),
      }),
    ),
  ];
}

/**
 * People by their roles, each with a team of their own to try things on; with a key and in a session, which are worth
 * the same.
 */
export async function people(server: TestApp): Promise<Caller[]> {
  const roles: [string, OrganizationRole | null, 'Member' | 'Administrator' | null][] = [
    ['nobody of the organization', null, null],
    ['a Member', 'Member', null],
    ['an Administrator', 'Administrator', null],
    ['an Owner', 'Owner', null],
    ['a team’s Member', null, 'Member'],
    ['a team’s Administrator', null, 'Administrator'],
  ];
  const callers = roles.map(async ([name, organizationRole, teamRole]): Promise<Caller[]> => {
    const fixtures = await makeFixtures(server);
    const options: PersonOptions = {
      ...(organizationRole ? { organizationRole } : {}),
      ...(teamRole ? { teams: { [fixtures.team ?? '']: teamRole } } : {}),
    };
    const { id: userId, key } = await makePerson(server, options);
    const { cookie } = await signIn(server, { userId });
    const ways: ['key' | 'session', Record<string, string>][] = [
      ['key', { 'x-api-key': key }],
      ['session', fromPage(cookie)],
    ];
    return ways.map(([way, headers]) => ({
      name: `the ${way} of ${name}`,
      headers: () => headers,
      // Operations of the organization are for its objects, which are not theirs to spoil.
      objects: (operation) => (ofTeams(operation) ? fixtures : {}),
      expects: byScheme(way, (operation) =>
        expectedOfPerson(organizationRole, teamRole, operation),
      ),
    }));
  });
  return (await Promise.all(callers)).flat();
}

function expectedOfPerson(
  organizationRole: OrganizationRole | null,
  teamRole: 'Member' | 'Administrator' | null,
  operation: DocumentedOperation,
): Expected {
  const { requiredRole, keyKinds, selfService } = operation;
  if (ofOneself(operation)) return 'answered';
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
    expects: byScheme('key', (operation) => (showsObject(operation) ? 'shown' : 'admitted')),
  };
}

/** A key limited to a team, called on the objects of another one. */
export async function teamKey(server: TestApp, teamId: string, of: Fixtures): Promise<Caller> {
  const key = await makeKey(server, { teamIds: [teamId] });
  return {
    name: 'a key for another team',
    headers: () => ({ 'x-api-key': key }),
    objects: (operation) => (ofTeams(operation) ? of : {}),
    expects: byScheme('key', (operation) => {
      if (everybody(operation)) return open(operation);
      if (operation.organizationWide) return 'forbidden';
      if (operation.selfService) return 'refused';
      if (!ofTeams(operation)) return reads(operation) ? 'admitted' : 'refused';
      if (namesObject(operation) && isShared(operation))
        return reads(operation) ? 'shown' : 'forbidden';
      if (namesObject(operation)) return 'hidden';
      return refersToObjects(operation) ? 'refused' : 'admitted';
    }),
  };
}

/** A key of an organization whose plan has no API. */
export async function keyWithoutPlan(server: TestApp): Promise<Caller> {
  const organization = await makeOrganization(server);
  await setPlan(server.app.world, organization.id, 'STANDARD');
  return {
    name: 'the key of an organization with the plan STANDARD',
    headers: () => ({ 'x-api-key': organization.key }),
    expects: byScheme('key', (operation) =>
      everybody(operation) ? open(operation) : 'plan-required',
    ),
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
        // The key is the organization's.
        if (operation.keyKinds?.includes('organization') === false) return 'forbidden';
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
    expects: byScheme('key', (operation) => expects(operation) ?? 'admitted'),
    isFor: (operation) => expects(operation) !== null,
  };
}

export interface Neighbour extends TestOrganization {
  fixtures: Fixtures;
  /** With a key of the organization, and in the session of an Owner of it. */
  callers: Caller[];
}

/** Another organization that has one object of every kind, too. */
export async function makeNeighbour(server: TestApp): Promise<Neighbour> {
  const neighbour = await makeOrganization(server);
  const asNeighbour: TestApp = {
    ...server,
    api: neighbour.api,
    key: neighbour.key,
    organizationId: neighbour.id,
  };
  const fixtures = await makeFixtures(asNeighbour);
  const organizationId = neighbour.id;
  const userId = await neighbour.api.make('/user', { email: 'owner@neighbour.example.com' });
  await neighbour.api.make('/organization-membership', { userId, role: 'Owner' });
  const { cookie } = await signIn(server, { organizationId, userId });
  const ways: [string, Record<string, string>][] = [
    ['the key of the neighbour', { 'x-api-key': neighbour.key }],
    ['a session of the neighbour', fromPage(cookie)],
  ];
  const callers = ways.map(
    ([name, headers]): Caller => ({
      name,
      headers: () => headers,
      objects: () => fixtures,
      expects: () => 'refused',
    }),
  );
  return { ...neighbour, fixtures, callers };
}
