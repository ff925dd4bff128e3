import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  acceptLink,
  accountsIdle,
  confirmTotp,
  enrolTotp,
  finishPasskeyRegistration,
  finishPasskeySignIn,
  finishSignIn,
  peopleOf,
  requestRecovery,
  signInWithPassword,
  startPasskeyRegistration,
  startPasskeySignIn,
} from '../../src/accounts/index.ts';
import { organizationMembershipOf } from '../../src/identity/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { type Authenticator, createAuthenticator } from '../accounts/authenticator.ts';
import {
  forgetGuesses,
  from,
  goodPassword,
  mailBox,
  noMail,
  publicUrl,
  tokenOf,
  totpAt,
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
 * What a caller may call says nothing about what comes of it. So every caller does to people of every rank whatever
 * they may, and then tries to be them by every way in. Nobody may end with more than they began with; whoever has an
 * account at the provider begins as a Member, because a sign-in makes one of a stranger.
 */
const ranks = ['Member', 'Administrator', 'Owner'] as const;
type Role = (typeof ranks)[number];
const rankOf = (role: string | null | undefined) => Math.max(0, ranks.indexOf(role as Role));

let setup: Setup;
let connected: Connected;
let team: string;
beforeAll(async () => {
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

/**
 * The people as whom the caller gets in, by every way there is: with an address, a mail to the own address, and links
 * that were shown.
 */
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

/** What somebody signs in with who has everything there is. */
interface Ways {
  userId: string;
  accountId: string;
  email: string;
  password: string;
  authenticator: Authenticator;
  passkeyId: string;
  totp: string;
  recoveryCodes: string[];
  subject: string;
}

const place = { origin: publicUrl, rpId: new URL(publicUrl).hostname };

/**
 * A person with an account, a passkey, an authenticator app and an identity of the provider. Roles come later: nobody
 * of rank is linked by an address.
 */
async function signUp(email: string): Promise<Ways> {
  const subject = randomUUID();
  const claims = { email, email_verified: true };
  const userId = await organizationApi().make('/user', { email });
  await setup.signIn(connected, { sub: subject, claims });
  const { body } = await organizationApi().post(`/user/${userId}/invitation`);
  const password = `${goodPassword} ${subject}`;
  await forgetGuesses(setup.server);
  const accepted = await acceptLink(world(), noMail, tokenOf(String(body.url)), { password }, from);
  if (accepted.kind !== 'ok') throw new Error(accepted.kind);
  const accountId = accepted.account.id;
  const authenticator = createAuthenticator();
  const asked = await startPasskeyRegistration(world(), publicUrl, accountId);
  const response = authenticator.register(asked, place);
  const given = { response, displayName: 'Phone' };
  const account = await finishPasskeyRegistration(world(), publicUrl, accountId, given, from);
  const { secret: totp } = await enrolTotp(world(), accountId, from);
  const code = totpAt(totp, world().clock.now());
  const { recoveryCodes } = await confirmTotp(world(), accountId, code, from);
  const passkeyId = account.passkeys.at(-1)?.id ?? '';
  return {
    userId,
    accountId,
    email,
    password,
    authenticator,
    passkeyId,
    totp,
    recoveryCodes,
    subject,
  };
}

/** By the passkey: the people of the account that it opens. */
async function byPasskey({ authenticator }: Ways, accountId?: string): Promise<string[]> {
  const asked = await startPasskeySignIn(world(), publicUrl);
  const response = authenticator.signIn(asked, place);
  const proof = { response, ...(accountId === undefined ? {} : { accountId }) };
  await forgetGuesses(setup.server);
  const entered = await finishPasskeySignIn(world(), publicUrl, proof, from);
  return entered.kind === 'ok' ? userIdsOf(await peopleOf(world(), entered.account)) : [];
}

/** By a password, and where a second factor is asked for, by the app or a recovery code of `mine`. */
async function byPassword(email: string, password: string, mine: Ways): Promise<string[]> {
  await forgetGuesses(setup.server);
  let entered = await signInWithPassword(world(), { email, password }, from);
  const codes = [totpAt(mine.totp, world().clock.now()), ...mine.recoveryCodes.slice(0, 1)];
  for (const code of codes) {
    if (entered.kind !== 'second-factor') break;
    const { challenge } = entered;
    await forgetGuesses(setup.server);
    const finished = await finishSignIn(world(), { challenge, code }, from);
    if (finished.kind === 'ok') entered = finished;
  }
  return entered.kind === 'ok' ? userIdsOf(await peopleOf(world(), entered.account)) : [];
}

/** By the provider, whatever the account there says of its address. */
async function bySubject(at: Connected, sub: string, email: string): Promise<string[]> {
  const account = { sub, claims: { email, email_verified: true } };
  const done = await setup.signIn(at, account).catch(() => null);
  return done ? [done.person.userId] : [];
}

const userIdsOf = (people: readonly { userId: string }[]) => people.map(({ userId }) => userId);

/** Gives the id of the membership. */
async function giveRole(userId: string, role: Role): Promise<string> {
  const ctx = systemContext(world(), connected.organization.id);
  const present = await organizationMembershipOf(ctx, userId);
  if (!present) return organizationApi().make('/organization-membership', { userId, role });
  const path = `/organization-membership/${present.id}`;
  expect((await organizationApi().put(path, { userId, role })).status).toBe(200);
  return present.id;
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
  /** How the person signs in who calls. */
  ways?: Ways;
  /** Of a session. */
  cookie?: string;
  scimKey?: string;
}

/**
 * Session and key of one person, who may do the same by both, as `authorization.test.ts` shows for every operation: so
 * they take turns, here by the rank of whom they act on. Who has no key may call nothing, as it shows, too, and tries
 * only to be an Owner.
 */
const isTurnOf = ({ name, ways, cookie }: Caller, turn: number, role: Role | null) => {
  if (name === 'nobody') return role === 'Owner';
  return ways === undefined || (cookie === undefined) === (turn % 2 === 0);
};

async function callers(): Promise<Caller[]> {
  const organizationId = connected.organization.id;
  const person = async (name: string, role: Role | null, teamRole?: string): Promise<Caller[]> => {
    const api = organizationApi();
    const ways = await signUp(addressAt('caller'));
    const { userId, accountId } = ways;
    if (role) await giveRole(userId, role);
    if (teamRole) await api.make('/team-membership', { teamId: team, userId, role: teamRole });
    const rank = rankOf(role);
    const session = await signIn(setup.server, { organizationId, userId, accountId });
    const key = await makeKey(setup.server, { organizationId, userId });
    return [
      {
        name: `${name} in a session`,
        rank,
        api: session.api,
        userId,
        ways,
        cookie: session.cookie,
      },
      { name: `${name} with a key`, rank, api: setup.server.as(key), userId, ways },
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
    for (const [turn, role] of [null, ...ranks].entries()) {
      if (!isTurnOf(caller, turn, role)) continue;
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
});

/**
 * Everything that a page of the console does about somebody's own ways in and sessions, with the ids of another person.
 */
async function tryConsole(cookie: string, theirs: Ways): Promise<void> {
  const fixtures: Fixtures = new Proxy({}, { get: () => theirs.passkeyId });
  for (const operation of documentedOperations('console').filter(
    ({ method }) => method !== 'GET',
  )) {
    // These end the session, and prove nothing about others.
    if (/^(signOut|removeTotp|enterOrganization|changePassword)$/.test(operation.operationId))
      continue;
    const path = addressOf(operation, idsFor(operation, fixtures));
    const body = {
      ...operation.body,
      email: theirs.email,
      password: theirs.password.slice(0, 20),
      response: theirs.authenticator.register({ challenge: 'x', user: { id: 'x' } }, place),
    };
    await fetch(`${setup.server.app.url}${path}`, {
      method: operation.method,
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
}

it('by a passkey, an authenticator app or a subject of a provider nobody is more than before, and nobody of rank loses theirs', async () => {
  const elsewhere = await setup.connect();
  // Outside, a caller without a person of their own is a Member, who has every way in.
  const accomplice = await signUp(addressAt('accomplice'));
  const gains: string[] = [];
  const lost: string[] = [];
  let tries = 0;
  for (const caller of await callers()) {
    const mine = caller.ways ?? accomplice;
    for (const [turn, role] of ranks.entries()) {
      if (!isTurnOf(caller, turn, role)) continue;
      const theirs = await signUp(addressAt('person'));
      const { userId } = theirs;
      const membershipId = await giveRole(userId, role);
      const teamMembershipId = await organizationApi().make('/team-membership', {
        teamId: team,
        userId,
        role: 'Member',
      });
      const target: Target = {
        userId,
        role,
        membershipId,
        teamMembershipId,
        email: theirs.email,
      };
      expect(await roleOf(userId)).toBe(role);
      const spoils = {
        email: addressAt('evil'),
        phoneNumber: `+4940${String(tries).padStart(8, '0')}`,
      };
      const names = Object.keys(scimRequests);
      const isRemoval = ({ method }: DocumentedOperation) => method === 'DELETE';
      if (caller.scimKey) await tryScim(caller.scimKey, target, spoils, names.slice(0, -1));
      const kept = operations.filter((one) => !isRemoval(one));
      const links = [...(await tryAll(caller.api, target, spoils, kept)).links];
      if (caller.cookie) await tryConsole(caller.cookie, theirs);
      if (rankOf(role) > caller.rank) {
        const ways = [
          ['passkey', await byPasskey(theirs)],
          ['subject', await bySubject(connected, theirs.subject, theirs.email)],
          ['password and app', await byPassword(theirs.email, theirs.password, theirs)],
        ] as const;
        for (const [way, people] of ways)
          if (!people.includes(userId)) lost.push(`${role} lost the ${way} by ${caller.name}`);
      }
      if (caller.scimKey)
        await tryScim(caller.scimKey, target, spoils, ['deleteUser', 'createUser']);
      links.push(...(await tryAll(caller.api, target, spoils, operations.filter(isRemoval))).links);
      const mail = mailBox();
      for (const email of [spoils.email, theirs.email])
        await requestRecovery(world(), mail, { email }, from);
      await accountsIdle(world());
      // Only what goes to the own address is read.
      const read = mail.mails.filter(({ to }) => to === spoils.email).map(({ text }) => text);
      const found: [string, string[]][] = [];
      for (const link of [...links, ...read]) {
        await forgetGuesses(setup.server);
        const password = `${goodPassword} of another`;
        const used = await acceptLink(world(), noMail, tokenOf(link), { password }, from).catch(
          () => null,
        );
        if (used?.kind === 'ok' && used.account.email)
          found.push([
            'a link and the own app',
            await byPassword(used.account.email, password, mine),
          ]);
      }
      found.push(
        ['the own passkey', await byPasskey(mine)],
        // Whoever has seen the password still lacks the second factor.
        ['their password and the own app', await byPassword(theirs.email, theirs.password, mine)],
        ['the own password and app', await byPassword(mine.email, mine.password, mine)],
        ['the own app with their address', await byPassword(theirs.email, mine.password, mine)],
        [
          'the own subject with their address',
          await bySubject(connected, mine.subject, theirs.email),
        ],
        [
          'the own subject with the new address',
          await bySubject(connected, mine.subject, spoils.email),
        ],
        [
          'their subject at another provider',
          await bySubject(elsewhere, theirs.subject, theirs.email),
        ],
      );
      if ((await byPasskey(mine, theirs.accountId)).length > 0)
        gains.push(`${caller.name} confirms as ${role} with the own passkey`);
      for (const [way, people] of found)
        for (const id of people) {
          tries += 1;
          const got = await roleOf(id);
          if (rankOf(got) > caller.rank) gains.push(`${caller.name} is ${got} by ${way}`);
        }
    }
  }
  expect(gains).toEqual([]);
  expect(lost).toEqual([]);
  // The ways work for those whose they are.
  expect(tries).toBeGreaterThan(50);
});
