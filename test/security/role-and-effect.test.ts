import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  acceptLink,
  accountsIdle,
  peopleOf,
  requestRecovery,
  signInWithPassword,
} from '../../src/accounts/index.ts';
import { organizationMembershipOf } from '../../src/identity/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import {
  forgetGuesses,
  from,
  goodPassword,
  hashCheaply,
  mailBox,
  noMail,
  tokenOf,
} from '../accounts/support.ts';
import { type Connected, type Setup, startSetup } from '../oidc/support/single-sign-on.ts';
import type { ApiClient } from '../support/api-client.ts';
import { bodyFor, type Fixtures, idsFor } from '../support/fixtures.ts';
import { makeKey } from '../support/keys.ts';
import {
  addressOf,
  type DocumentedOperation,
  documentedOperations,
} from '../support/operations.ts';
import { signIn } from '../support/sessions.ts';

/**
 * What a caller may call says nothing about what comes of it. So every caller does to people of every rank whatever they may, and
 * then tries to be them by every way in. Nobody may end with more than they began with; whoever has an account at the provider begins as
 * a Member, because a sign-in makes one of a stranger.
 */
const ranks = ['Member', 'Administrator', 'Owner'] as const;
type Role = (typeof ranks)[number];
const rankOf = (role: string | null | undefined) => Math.max(0, ranks.indexOf(role as Role));

let setup: Setup;
let connected: Connected;
let team: string;
beforeAll(async () => {
  hashCheaply();
  setup = await startSetup();
  connected = await setup.connect();
  team = await connected.organization.api.make('/team', { displayName: 'Team' });
});
afterAll(() => setup.stop());

const world = () => setup.server.app.world;
const organizationApi = () => connected.organization.api;

/** Whatever changes something and names a person, or gives roles or keys. */
const tags = [
  ...['user', 'organization-membership', 'team-membership', 'group-mapping', 'api-key'],
  ...['oidc-connection', 'push-subscription', 'contact', 'invitation'],
];
const marks: Fixtures = new Proxy({}, { get: (_, name) => `mark of ${String(name)}` });
const touchesPeople = (operation: DocumentedOperation) =>
  operation.method !== 'GET' &&
  (tags.includes(operation.tag) ||
    /\/user\/|\{userId\}/.test(operation.path) ||
    /mark of (user|newcomer)"/.test(JSON.stringify(bodyFor(operation, marks) ?? null)));
const order = (operation: DocumentedOperation) =>
  // Who is suspended is resumed, and what is removed comes last.
  operation.method === 'DELETE' ? 2 : operation.operationId === 'resumeUser' ? 1 : 0;
const operations = documentedOperations()
  .filter(touchesPeople)
  .toSorted((one, other) => order(one) - order(other));

interface Target {
  userId: string;
  role: Role | null;
  membershipId: string | undefined;
  teamMembershipId: string;
  email: string;
}

const addressAt = (name: string) => `${name}-${randomUUID()}@${connected.domain}`;

async function makeTarget(role: Role | null): Promise<Target> {
  const api = organizationApi();
  const email = addressAt('person');
  const userId = await api.make('/user', { email, displayName: 'Target' });
  const membershipId = role
    ? await api.make('/organization-membership', { userId, role })
    : undefined;
  const teamMembershipId = await api.make('/team-membership', {
    teamId: team,
    userId,
    role: 'Member',
  });
  return { userId, role, membershipId, teamMembershipId, email };
}

/** What the caller would have instead of what the person has. */
interface Spoils {
  email: string;
  phoneNumber: string;
}

function greedy(value: unknown, { userId }: Target, spoils: Spoils): unknown {
  if (Array.isArray(value)) return value.map((one) => greedy(one, { userId } as Target, spoils));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      if (name === 'email') return [name, spoils.email];
      if (name === 'phoneNumber') return [name, spoils.phoneNumber];
      if (name === 'userId') return [name, userId];
      if (name === 'role' || name === 'organizationRole') return [name, 'Owner'];
      if (name === 'breakGlassUserIds') return [name, null];
      return [name, greedy(member, { userId } as Target, spoils)];
    }),
  );
}

interface Tried {
  /** Every answer of 200. */
  done: string[];
  links: string[];
}

/** Does everything that the caller may do to the person. */
async function tryAll(
  by: ApiClient,
  target: Target,
  spoils: Spoils,
  of: readonly DocumentedOperation[],
): Promise<Tried> {
  const fixtures: Fixtures = {
    user: target.userId,
    newcomer: target.userId,
    team,
    'organization-membership': target.membershipId ?? randomUUID(),
    'team-membership': target.teamMembershipId,
    'oidc-connection': connected.connectionId,
    'oidc-connection/userId': target.userId,
  };
  const tried: Tried = { done: [], links: [] };
  for (const operation of of) {
    const body = greedy(bodyFor(operation, fixtures), target, spoils) as object | undefined;
    const path = addressOf(operation, idsFor(operation, fixtures));
    const { status, text } = await by.call(operation.method, path, body);
    if (status !== 200) continue;
    tried.done.push(operation.operationId);
    tried.links.push(...(text.match(/\/invitation\/[\w-]{43}/g) ?? []));
  }
  return tried;
}

const urn = 'urn:ietf:params:scim';
/** The same by SCIM, by the operationId of its document. */
const scimRequests: Record<
  string,
  (target: Target, spoils: Spoils) => [string, string, object | undefined]
> = {
  createUser: (_, { email }) => [
    'POST',
    '/Users',
    { schemas: [`${urn}:schemas:core:2.0:User`], userName: email },
  ],
  replaceUser: ({ userId, email: userName }, { email, phoneNumber }) => [
    'PUT',
    `/Users/${userId}`,
    {
      schemas: [`${urn}:schemas:core:2.0:User`],
      userName,
      emails: [{ value: email, primary: true }],
      phoneNumbers: [{ value: phoneNumber }],
    },
  ],
  patchUser: ({ userId }, { email }) => [
    'PATCH',
    `/Users/${userId}`,
    patchOf({ emails: [{ value: email }] }),
  ],
  runBulk: ({ userId }, { email, phoneNumber }) => [
    'POST',
    '/Bulk',
    {
      schemas: [`${urn}:api:messages:2.0:BulkRequest`],
      Operations: [
        patchOf({ emails: [{ value: email }], userName: email, externalId: email }),
        patchOf({ phoneNumbers: [{ value: phoneNumber, type: 'mobile' }] }),
      ].map((data) => ({ method: 'PATCH', path: `/Users/${userId}`, data })),
    },
  ],
  createGroup: ({ userId }) => [
    'POST',
    '/Groups',
    {
      schemas: [`${urn}:schemas:core:2.0:Group`],
      displayName: randomUUID(),
      members: [{ value: userId }],
    },
  ],
  replaceGroup: () => ['PUT', `/Groups/${randomUUID()}`, {}],
  patchGroup: () => ['PATCH', `/Groups/${randomUUID()}`, patchOf({})],
  deleteGroup: () => ['DELETE', `/Groups/${randomUUID()}`, undefined],
  // What was deleted is made anew, with the same address.
  deleteUser: ({ userId }) => ['DELETE', `/Users/${userId}`, undefined],
};
const patchOf = (value: object) => ({
  schemas: [`${urn}:api:messages:2.0:PatchOp`],
  Operations: [{ op: 'replace', value }],
});

async function tryScim(key: string, target: Target, spoils: Spoils, names: readonly string[]) {
  for (const name of names) {
    const [method, path, body] = scimRequests[name]?.(target, spoils) ?? ['', '', undefined];
    await fetch(`${setup.server.app.url}/api/scim/v2${path}`, {
      method,
      headers: { 'x-api-key': key, 'content-type': 'application/scim+json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  }
}

/** The people as whom the caller gets in, by every way there is: with an address, a mail to the own address, and links that were shown. */
async function signInByEveryWay(spoils: Spoils, target: Target, shown: readonly string[]) {
  const people: { userId: string; way: string }[] = [];
  for (const email of [spoils.email, target.email]) {
    const account = { sub: randomUUID(), claims: { email, email_verified: true } };
    const done = await setup.signIn(connected, account).catch(() => null);
    if (done) people.push({ userId: done.person.userId, way: 'the provider' });
  }
  await forgetGuesses(setup.server);
  const mail = mailBox();
  await requestRecovery(world(), mail, { email: spoils.email }, from);
  await accountsIdle(world());
  const links = [...shown, ...mail.mails.map(({ text }) => text)];
  for (const link of links) {
    await forgetGuesses(setup.server);
    const answer = { password: goodPassword };
    const used = await acceptLink(world(), noMail, tokenOf(link), answer, from).catch(() => null);
    if (used?.kind !== 'ok' || !used.account.email) continue;
    const given = { email: used.account.email, password: goodPassword };
    const entered = await signInWithPassword(world(), given, from);
    if (entered.kind !== 'ok') continue;
    for (const { userId } of await peopleOf(world(), entered.account))
      people.push({ userId, way: 'a link' });
  }
  return people;
}

async function roleOf(userId: string): Promise<string | undefined> {
  const ctx = systemContext(world(), connected.organization.id);
  return (await organizationMembershipOf(ctx, userId))?.wire.role;
}

interface Caller {
  name: string;
  rank: number;
  api: ApiClient;
  /** Whose role must not rise. */
  userId?: string;
  scimKey?: string;
}

async function callers(): Promise<Caller[]> {
  const organizationId = connected.organization.id;
  const person = async (name: string, role: Role | null, teamRole?: string): Promise<Caller[]> => {
    const api = organizationApi();
    const userId = await api.make('/user', { email: addressAt('caller') });
    if (role) await api.make('/organization-membership', { userId, role });
    if (teamRole) await api.make('/team-membership', { teamId: team, userId, role: teamRole });
    const rank = rankOf(role);
    const session = await signIn(setup.server, { organizationId, userId });
    const key = await makeKey(setup.server, { organizationId, userId });
    return [
      { name: `${name} in a session`, rank, api: session.api, userId },
      { name: `${name} with a key`, rank, api: setup.server.as(key), userId },
    ];
  };
  const scopes = [...new Set(operations.map(({ scope }) => scope))].filter(
    (scope) => scope !== 'none' && !/^organization-memberships:(create|update)$/.test(scope),
  );
  // Each alone, and all of them but those that give roles or make connections for everybody's sign-in.
  const weak = scopes.filter((scope) => !/^(group-mappings|oidc-connections|api-keys)/.test(scope));
  const scopesOf = (texts: readonly string[]) =>
    texts.map((text) => {
      const [resource = '', permission = ''] = text.split(':');
      return { resource, permissions: [permission] };
    });
  const withScopes = async (name: string, texts: readonly string[]): Promise<Caller> => {
    const key = await makeKey(setup.server, { organizationId, scopes: scopesOf(texts) });
    return { name, rank: 0, api: setup.server.as(key) };
  };
  const scimKey = await makeKey(setup.server, {
    organizationId,
    scopes: scopesOf(['get', 'list', 'create', 'update', 'delete'].map((one) => `scim:${one}`)),
  });
  return [
    { name: 'nobody', rank: 0, api: setup.server.as('') },
    ...(await person('a stranger', null)),
    ...(await person('a team’s Administrator', null, 'Administrator')),
    ...(await person('a Member', 'Member')),
    ...(await person('an Administrator', 'Administrator')),
    await withScopes('a key with users:update', ['users:update']),
    await withScopes('a key with everything but giving roles', weak),
    { name: 'a SCIM client', rank: 0, api: setup.server.as(scimKey), scimKey },
  ];
}

it('has every operation that changes people, by the API and by SCIM', () => {
  const names = operations.map(({ operationId }) => operationId);
  for (const known of ['replaceUser', 'inviteUser', 'createPushSubscription', 'createApiKey'])
    expect(names).toContain(known);
  const scim = documentedOperations('scim-v2')
    .filter(({ method, path }) => method !== 'GET' && !/\/Me|\.search/.test(path))
    .map(({ operationId }) => operationId);
  expect(scim.toSorted()).toEqual(Object.keys(scimRequests).toSorted());
});

it('whatever anybody does, nobody ends with more than they began with', async () => {
  const gains: string[] = [];
  const did = new Map<string, Set<string>>();
  const last = (operation: DocumentedOperation) => operation.method === 'DELETE';
  let phone = 49_3000_000_000;
  for (const caller of await callers()) {
    const all = new Set<string>();
    did.set(caller.name, all);
    for (const role of [null, ...ranks]) {
      const target = await makeTarget(role);
      phone += 1;
      const spoils = { email: addressAt('evil'), phoneNumber: `+${phone}` };
      const check = async (tried: Tried) => {
        for (const name of tried.done) all.add(name);
        const found = await signInByEveryWay(spoils, target, tried.links);
        for (const { userId, way } of found) {
          const got = await roleOf(userId);
          if (rankOf(got) > caller.rank)
            gains.push(`${caller.name} is ${got} by ${way}, after ${tried.done.join(', ')}`);
        }
        const { body } = await organizationApi().get(`/user/${target.userId}`);
        if (body.phoneNumber === spoils.phoneNumber && rankOf(role) > caller.rank)
          gains.push(`${caller.name} answers as ${role}`);
      };
      if (caller.scimKey) {
        const names = Object.keys(scimRequests);
        await tryScim(caller.scimKey, target, spoils, names.slice(0, -1));
        await check({ done: [], links: [] });
        await tryScim(caller.scimKey, target, spoils, ['deleteUser', 'createUser']);
        await check({ done: [], links: [] });
      }
      await check(
        await tryAll(
          caller.api,
          target,
          spoils,
          operations.filter((one) => !last(one)),
        ),
      );
      await check(await tryAll(caller.api, target, spoils, operations.filter(last)));
      const own = caller.userId && (await roleOf(caller.userId));
      if (rankOf(own) > caller.rank) gains.push(`${caller.name} has become ${own}`);
    }
  }
  expect(gains).toEqual([]);
  // It proves nothing where nothing was allowed.
  const allowed = [...(did.get('an Administrator in a session') ?? [])];
  expect(allowed).toEqual(
    expect.arrayContaining(['replaceUser', 'inviteUser', 'createPushSubscription', 'suspendUser']),
  );
  expect([...(did.get('a key with everything but giving roles') ?? [])]).toContain('suspendUser');
}, 240_000);
