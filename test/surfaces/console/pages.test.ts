import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inviteUser, ownerLink } from '../../../src/accounts/index.ts';
import { accountsOf } from '../../../src/accounts/model.ts';
import { systemContext } from '../../../src/kernel/index.ts';
import { localPath } from '../../../src/oidc/index.ts';
import { languageOf } from '../../../src/sentences/index.ts';
import { texts } from '../../../src/surfaces/console/pages/texts.ts';
import {
  clock,
  forgetGuesses,
  goodPassword,
  type Human,
  noMail,
  signUpOwner,
  tokenOf,
  totpAt,
} from '../../accounts/support.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeOrganization, makePerson } from '../../support/keys.ts';
import { apiWith, signIn } from '../../support/sessions.ts';

const document = JSON.parse(readFileSync('openapi/bundled/pages.json', 'utf8')) as {
  paths: Record<
    string,
    Record<string, { operationId?: string; 'x-session'?: string; 'x-recent-sign-in'?: boolean }>
  >;
};
const pages = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method === 'get' || method === 'post')
    .map(([method, operation]) => ({
      name: operation.operationId ?? '',
      method: method.toUpperCase(),
      path: path.replace('{token}', 'A'.repeat(43)),
      needsSession: operation['x-session'] === 'required',
      isDangerous: operation['x-recent-sign-in'] === true,
    })),
);
type Listed = (typeof pages)[number];
const named = (all: readonly Listed[]) => all.map((page): [string, Listed] => [page.name, page]);

let server: TestApp;
let human: Human;
let cookie: string;

beforeAll(async () => {
  server = await startTestApp({ clock });
  human = await signUpOwner(server);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await forgetGuesses(server);
  ({ cookie } = await signIn(server, { userId: human.userId, accountId: human.accountId }));
});

interface Sent {
  cookie?: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

async function ask(method: string, path: string, { cookie: sent, fields, headers }: Sent = {}) {
  const answer = await fetch(`${server.app.url}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(sent === undefined ? {} : { cookie: sent }),
      ...(method === 'POST' ? { 'sec-fetch-site': 'same-origin' } : {}),
      ...headers,
    },
    ...(fields ? { body: new URLSearchParams(fields) } : {}),
  });
  const text = await answer.text();
  const location = answer.headers.get('location');
  return { status: answer.status, text, location, headers: answer.headers };
}

const get = (path: string, sent?: Sent) => ask('GET', path, sent);
const post = (path: string, fields: Record<string, string>, sent: Sent = {}) =>
  ask('POST', path, { ...sent, fields });

function cookieOf({ headers }: { headers: Headers }): string {
  const [set = '', ...others] = headers.getSetCookie();
  expect(others).toEqual([]);
  expect(set).toMatch(
    /^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Expires=\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/,
  );
  return set.split(';')[0] ?? '';
}

function hiddenOf(text: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? '';
}

const byPassword = (more: Record<string, string> = {}, sent: Sent = {}) =>
  post('/sign-in/password', { email: human.email, password: goodPassword, ...more }, sent);

const sessionAt = async (sent: string) => (await apiWith(server, sent).get('/auth/me')).status;

describe('every page', () => {
  it.each(named(pages))('%s has the headers that keep it to itself', async (name, page) => {
    for (const sent of [{ cookie }, {}]) {
      const { status, headers } = await ask(page.method, page.path, sent);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('cache-control')).toBe('no-store');
      if (name === 'getPasskeyScript' && status === 200) continue;
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      expect(headers.get('x-frame-options')).toBe('DENY');
      // This server is reached without TLS.
      expect(headers.get('strict-transport-security')).toBeNull();
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ])
        expect(policy).toContain(rule);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
    }
  });

  it.each(named(pages.filter(({ method }) => method === 'GET')))(
    '%s has no inline script, no style of an element, and nothing from elsewhere',
    async (_name, { path }) => {
      const { text } = await get(path, { cookie });
      expect(text).not.toMatch(
        /<script(?! src="\/)|\son\w+=|\sstyle=|(?:src|href)="(?:https?:)?\/\//,
      );
    },
  );

  it.each(named(pages.filter(({ needsSession }) => needsSession)))(
    '%s leads somebody who is not signed in to where they can, and back',
    async (_name, { method, path }) => {
      const { status, location, text } = await ask(method, path);
      const back = method === 'GET' ? path : '/account';
      const query = back === '/' ? '' : `?returnTo=${encodeURIComponent(back)}`;
      expect([status, location, text]).toEqual([303, `/sign-in${query}`, '']);
    },
  );

  it.each(named(pages.filter(({ isDangerous }) => isDangerous)))(
    '%s wants a sign-in of the last 15 minutes',
    async (_name, { method, path }) => {
      const { cookie: old } = await signIn(server, {
        userId: human.userId,
        accountId: human.accountId,
      });
      server.clock.advance(15 * 60);
      const { status, location } = await ask(method, path, { cookie: old });
      expect([status, location]).toEqual([303, '/account/confirm?returnTo=%2Faccount']);
    },
  );

  it('that can change how somebody signs in is dangerous', () => {
    const safe = pages.filter(
      (page) => page.method === 'POST' && page.needsSession && !page.isDangerous,
    );
    expect(safe.map(({ name }) => name).toSorted()).toEqual([
      'confirmWithPasskey',
      'confirmWithPassword',
      'endOtherSessions',
      'endSession',
      'renamePasskey',
      'switchOrganization',
    ]);
  });

  it('tells browsers over https to stay there', async () => {
    const secure = await startTestApp({ env: { TOCSIN_PUBLIC_URL: 'https://tocsin.example.com' } });
    try {
      for (const path of ['/sign-in', '/invitation/none']) {
        const { headers } = await fetch(secure.app.url + path);
        expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
      }
    } finally {
      await secure.stop();
    }
  });

  it('says at an address that is not encrypted why nobody stays signed in', async () => {
    const plain = await startTestApp({ env: { TOCSIN_PUBLIC_URL: 'http://tocsin.example.com' } });
    try {
      expect(await (await fetch(`${plain.app.url}/sign-in`)).text()).toContain('TOCSIN_PUBLIC_URL');
      expect((await get('/sign-in')).text).not.toContain('TOCSIN_PUBLIC_URL');
    } finally {
      await plain.stop();
    }
  });
});

describe('a form', () => {
  const sites = [undefined, 'same-origin', 'same-site', 'cross-site', 'none'] as const;
  const origins = ['ours', undefined, 'null', 'https://evil.example'] as const;

  it.each(named(pages.filter(({ method }) => method === 'POST')))(
    '%s is taken from pages of this server only',
    async (name, { path }) => {
      // Every pair for one of them, and for the others those that a browser sends.
      const isWhole = name === 'signOut';
      const pairs = sites.flatMap((site) => origins.map((origin) => ({ site, origin })));
      const sent = isWhole
        ? pairs
        : pairs.filter(({ origin }) => origin === 'https://evil.example');
      for (const { site, origin } of [...sent, { site: 'same-origin', origin: 'null' }]) {
        const headers = {
          'content-type': 'application/x-www-form-urlencoded',
          ...(site === undefined ? {} : { 'sec-fetch-site': site }),
          ...(origin === undefined ? {} : { origin: origin === 'ours' ? server.app.url : origin }),
        };
        const init = { method: 'POST', redirect: 'manual', headers } as const;
        const answer = await fetch(server.app.url + path, init);
        const isOurs = site === undefined ? origin === 'ours' : site === 'same-origin';
        const text = await answer.text();
        const isForeign = answer.status === 403 && text.includes('did not come from a page');
        expect(isForeign, `${site} ${origin} ${answer.status}`).toBe(!isOurs);
      }
    },
  );

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
    'of the type %s is refused',
    async (type) => {
      const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin' };
      const answer = await fetch(`${server.app.url}/sign-in`, {
        method: 'POST',
        headers,
        body: '{}',
      });
      expect(answer.status).toBe(415);
    },
  );

  it('that is too large is refused', async () => {
    expect((await post('/sign-in', { email: 'x'.repeat(70_000) })).status).toBe(413);
  });
});

describe('signing in', () => {
  it('goes from the address over the password to where somebody wanted to go', async () => {
    const first = await get('/sign-in?returnTo=%2Faccount');
    expect(first.status).toBe(200);
    const second = await post('/sign-in', {
      email: human.email,
      returnTo: hiddenOf(first.text, 'returnTo'),
    });
    expect(second.status).toBe(200);
    const done = await byPassword({ returnTo: hiddenOf(second.text, 'returnTo') });
    expect([done.status, done.location]).toEqual([303, '/account']);
    expect((await get('/account', { cookie: cookieOf(done) })).status).toBe(200);
    expect((await get('/sign-in?returnTo=%2Faccount', { cookie: cookieOf(done) })).location).toBe(
      '/account',
    );
  });

  it('makes a token of its own, whatever cookie came, and ends the session that was there', async () => {
    const planted = `__Host-sid=${'A'.repeat(43)}`;
    const fresh = cookieOf(await byPassword({}, { cookie: planted }));
    expect(fresh).not.toBe(planted);
    expect(await sessionAt(planted)).toBe(401);
    const again = cookieOf(await byPassword({}, { cookie: fresh }));
    expect(again).not.toBe(fresh);
    expect(await sessionAt(fresh)).toBe(401);
    expect(await sessionAt(again)).toBe(200);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/\t/evil.example',
    '/\n/evil.example',
    ' /account',
    '/account\r\nSet-Cookie: a=b',
    '/ä',
    '/x\\..\\evil',
    '.evil.example',
    '@evil.example',
    '/..//evil.example',
    '/.//evil.example',
    '/account/..//evil.example',
    '/%2e%2e//evil.example',
    '',
    `/${'a'.repeat(3000)}`,
  ])('never leads to %j', async (returnTo) => {
    expect(localPath(returnTo)).toBe('/');
    const asked = await post('/sign-in', { email: human.email, returnTo });
    expect(hiddenOf(asked.text, 'returnTo')).toBe('/');
    const signedIn = await get(`/sign-in?returnTo=${encodeURIComponent(returnTo)}`, { cookie });
    expect([303, 400]).toContain(signedIn.status);
    expect(signedIn.location ?? '/').toBe('/');
  });

  it('never leads elsewhere after the password, but to the first steps while there is no team', async () => {
    for (const returnTo of ['/', '//evil.example', '/\\evil.example', 'https://evil.example'])
      expect((await byPassword({ returnTo })).location).toBe('/first-run');
  });

  it.each(['/account', '/a/b?c=d&e=%20f', '/account?done=x#y'])('leads to %j', async (returnTo) => {
    expect((await byPassword({ returnTo })).location).toBe(returnTo);
  });

  it('answers for an unknown address like for a known one', async () => {
    const answers = [];
    for (const email of [human.email, 'nobody@example.com']) {
      const address = await post('/sign-in', { email });
      const password = await byPassword({ email, password: 'wrong wrong wrong' });
      const recovery = await post('/recover', { email });
      answers.push(
        [address, password, recovery].map(({ status, text }) => [
          status,
          text.replaceAll(email, 'X'),
        ]),
      );
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.map(([status]) => status)).toEqual([200, 400, 200]);
  });

  it('makes somebody who guesses wait', async () => {
    for (let count = 0; count < 10; count += 1) await byPassword({ password: 'wrong wrong wrong' });
    const { status, text, headers } = await byPassword({ password: 'wrong wrong wrong' });
    expect(status).toBe(429);
    const seconds = headers.get('retry-after');
    expect(Number(seconds)).toBeGreaterThanOrEqual(1);
    expect(text).toContain(`Try again in ${seconds} seconds`);
  });

  it('without an address asks again', async () => {
    for (const email of ['', 'nobody', 'a@b@c'])
      expect((await post('/sign-in', { email })).status).toBe(400);
  });

  it('with anything but a passkey asks again', async () => {
    for (const response of ['', 'x', 'null', '[]', '{}', '{"id":{"$gt":""},"response":{}}'])
      expect((await post('/sign-in/passkey', { response })).status).toBe(400);
  });

  it('shows what was typed as text', async () => {
    const email = '"><script>alert(1)</script>@x';
    const { text } = await post('/sign-in', { email, returnTo: '/"><script>' });
    expect(text).not.toContain('<script>alert');
  });
});

describe('somebody in several organizations', () => {
  let otherId: string;
  beforeAll(async () => {
    const other = await makeOrganization(server, 'The other one');
    otherId = other.id;
    const email = 'owner-elsewhere@example.com';
    const userId = await other.api.make('/user', { email });
    await other.api.make('/organization-membership', { userId, role: 'Member' });
    const ctx = systemContext(server.app.world, other.id);
    const invitation = await inviteUser(ctx, noMail, userId);
    const { cookie: sent } = await signIn(server, {
      userId: human.userId,
      accountId: human.accountId,
    });
    const token = tokenOf('url' in invitation ? invitation.url : undefined);
    const shown = await get(`/invitation/${token}`, { cookie: sent });
    expect(shown.text).toContain('The other one');
    const accepted = await post(`/invitation/${token}`, { as: 'session' }, { cookie: sent });
    expect(accepted.status).toBe(303);
    await forgetGuesses(server);
  });

  it('chooses one after the proof, and only one of theirs', async () => {
    const choice = await byPassword({ returnTo: '/account' });
    expect(choice.status).toBe(200);
    expect(choice.headers.getSetCookie()).toEqual([]);
    const ticket = hiddenOf(choice.text, 'ticket');
    const foreign = await post('/sign-in/organization', {
      ticket,
      organizationId: crypto.randomUUID(),
    });
    expect(foreign.headers.getSetCookie()).toEqual([]);
    const chosen = await post('/sign-in/organization', { ticket, organizationId: otherId });
    expect(chosen.location).toBe('/account');
    const { body } = await apiWith(server, cookieOf(chosen)).get('/auth/me');
    expect(body.allowedOrganizations).toMatchObject([{ id: otherId }]);
  });

  it('cannot choose later than five minutes after the proof, or without one', async () => {
    const ticket = hiddenOf((await byPassword()).text, 'ticket');
    server.clock.advance(300);
    for (const sent of [ticket, '', 'sealed:v1:AAAA', server.app.world.secrets.seal('{}')]) {
      const answer = await post('/sign-in/organization', { ticket: sent, organizationId: otherId });
      expect(answer.status).toBe(400);
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });

  it('cannot choose with a proof from before a new password', async () => {
    const ticket = hiddenOf((await byPassword()).text, 'ticket');
    const { world } = server.app;
    await accountsOf(world).updateMany({}, { $inc: { wayIn: 1 } });
    const answer = await post('/sign-in/organization', { ticket, organizationId: otherId });
    expect(answer.location).toBe('/sign-in');
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('goes to another one, as long as it is theirs', async () => {
    const gone = await post('/account/organization', { organizationId: otherId }, { cookie });
    expect([gone.status, gone.location]).toEqual([303, '/account?done=organization']);
    expect(await sessionAt(cookie)).toBe(401);
    const fresh = cookieOf(gone);
    expect(await sessionAt(fresh)).toBe(200);
    const foreign = { organizationId: crypto.randomUUID() };
    expect((await post('/account/organization', foreign, { cookie: fresh })).status).toBe(404);
  });
});

describe('the account', () => {
  it('is confirmed with the password, under a new token', async () => {
    const wrong = await post('/account/confirm', { password: 'wrong wrong wrong' }, { cookie });
    expect(wrong.status).toBe(400);
    const done = await post(
      '/account/confirm',
      { password: goodPassword, returnTo: '/account' },
      { cookie },
    );
    expect([done.status, done.location]).toEqual([303, '/account']);
    expect(cookieOf(done)).not.toBe(cookie);
    expect(await sessionAt(cookie)).toBe(401);
    expect(await sessionAt(cookieOf(done))).toBe(200);
  });

  it('gets another password, which ends all other sessions', async () => {
    const { cookie: other } = await signIn(server, {
      userId: human.userId,
      accountId: human.accountId,
    });
    expect((await post('/account/password', { password: 'short' }, { cookie })).status).toBe(400);
    const done = await post('/account/password', { password: goodPassword }, { cookie });
    expect([done.status, done.location]).toEqual([303, '/account?done=password']);
    expect(await sessionAt(other)).toBe(401);
    expect(await sessionAt(cookie)).toBe(200);
  });

  it('has an authenticator app from when a code of it was entered', async () => {
    const { cookie: own } = await signIn(server, {
      userId: human.userId,
      accountId: human.accountId,
    });
    const shown = await post('/account/totp', {}, { cookie: own });
    const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(shown.text)?.[1] ?? '').replaceAll(' ', '');
    expect((await post('/account/totp/confirm', { code: '1' }, { cookie: own })).status).toBe(400);
    const again = await post('/account/totp', {}, { cookie: own });
    const last = (/<code>([A-Z2-7 ]+)<\/code>/.exec(again.text)?.[1] ?? '').replaceAll(' ', '');
    expect(last).not.toBe(secret);
    const code = totpAt(last, server.clock.now());
    const codes = await post('/account/totp/confirm', { code }, { cookie: own });
    expect(codes.text.match(/<li><code>/g)).toHaveLength(10);
    expect((await post('/account/recovery-codes', {}, { cookie: own })).status).toBe(200);
    server.clock.advance(60);
    const asked = await byPassword();
    const challenge = hiddenOf(asked.text, 'challenge');
    expect(asked.headers.getSetCookie()).toEqual([]);
    expect((await post('/sign-in/code', { challenge, code })).status).toBe(400);
    const right = { challenge, code: totpAt(last, server.clock.now()) };
    expect((await post('/sign-in/code', right)).status).not.toBe(400);
    expect((await post('/sign-in/code', right)).status).toBe(400);
    const off = await post('/account/totp/remove', {}, { cookie: own });
    expect(off.location).toBe('/account?done=totp-removed');
  });

  it('shows the sessions and ends those of its person, and of nobody else', async () => {
    const { session, cookie: other } = await signIn(server, { userId: human.userId });
    const { id: strangerId } = await makePerson(server, { organizationRole: 'Owner' });
    const stranger = await signIn(server, { userId: strangerId });
    expect((await get('/account', { cookie })).text).toContain(session.id);
    const foreign = await post('/account/sessions/end', { id: stranger.session.id }, { cookie });
    expect(foreign.status).toBe(404);
    expect(await sessionAt(stranger.cookie)).toBe(200);
    const ended = await post('/account/sessions/end', { id: session.id }, { cookie });
    expect(ended.location).toBe('/account?done=session-ended');
    expect(await sessionAt(other)).toBe(401);
    const { cookie: third } = await signIn(server, { userId: human.userId });
    await post('/account/sessions/end-others', {}, { cookie });
    expect([await sessionAt(third), await sessionAt(cookie)]).toEqual([401, 200]);
  });

  it('of a session that an identity provider began is out of reach', async () => {
    const oidc = {
      connectionId: crypto.randomUUID(),
      issuer: 'i',
      subject: 's',
      sid: null,
      idToken: null,
    };
    const { cookie: own } = await signIn(
      server,
      { userId: human.userId },
      { method: 'oidc', oidc },
    );
    expect((await get('/account', { cookie: own })).text).toContain('identity provider');
    for (const path of [
      '/account/password',
      '/account/totp',
      '/account/email',
      '/account/passkeys',
    ])
      expect((await post(path, { password: goodPassword }, { cookie: own })).status).toBe(409);
  });

  it('sends no link to another address without a mail server', async () => {
    expect((await post('/account/email', { email: 'new@example.com' }, { cookie })).status).toBe(
      409,
    );
    expect((await get('/recover')).text).toContain('cannot send mail');
  });
});

describe('signing out', () => {
  it('takes a button, and ends the session and the cookie', async () => {
    expect((await get('/sign-out', { cookie })).status).toBe(200);
    expect(await sessionAt(cookie)).toBe(200);
    const { headers } = await post('/sign-out', {}, { cookie });
    expect(headers.getSetCookie()).toEqual([
      '__Host-sid=; Path=/; HttpOnly; Secure; SameSite=Lax; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    ]);
    expect(await sessionAt(cookie)).toBe(401);
    expect((await post('/sign-out', {}, { cookie })).status).toBe(200);
  });
});

describe('a link', () => {
  it('that is not valid answers 404 on each of its pages, in the language of the browser', async () => {
    for (const path of ['/invitation/', '/recover/', '/account/email/']) {
      const headers = { 'accept-language': 'de' };
      const { status, text } = await get(path + 'A'.repeat(43), { headers });
      expect([status, text.includes(texts.de.linkInvalid)]).toEqual([404, true]);
      expect((await post(path + 'A'.repeat(43), { password: goodPassword })).status).toBe(404);
    }
  });

  it('works on the page that it is for, once, and opening it uses up nothing', async () => {
    const link = await ownerLink(server.app.world, server.organizationId, human.email, 'test');
    const token = tokenOf(link?.path);
    for (const path of ['/recover/', '/account/email/'])
      expect((await get(path + token)).status).toBe(404);
    for (let count = 0; count < 3; count += 1)
      expect((await get(`/invitation/${token}`)).status).toBe(200);
    expect((await post(`/invitation/${token}`, { password: 'short' })).status).toBe(400);
    const done = await post(`/invitation/${token}`, { password: goodPassword });
    // Nothing is set up yet.
    expect([done.status, done.location]).toEqual([303, '/first-run']);
    expect(await sessionAt(cookieOf(done))).toBe(200);
    expect((await post(`/invitation/${token}`, { password: goodPassword })).status).toBe(404);
  });

  it('of an invitation leads to the incidents where somebody has set up a team', async () => {
    await server.api.make('/team', { displayName: 'Payments' });
    const userId = await server.api.make('/user', { email: 'later@example.com' });
    const { body } = await server.api.post(`/user/${userId}/invitation`);
    const done = await post(`/invitation/${tokenOf(String(body.url))}`, { password: goodPassword });
    expect([done.status, done.location]).toEqual([303, '/']);
  });
});

describe('languages', () => {
  it('have the same texts, and none is empty or left in English', () => {
    const flat = (node: object, path = ''): [string, string][] =>
      Object.entries(node).flatMap(([name, value]): [string, string][] => {
        if (typeof value === 'object') return flat(value, `${path}${name}.`);
        return [[path + name, typeof value === 'function' ? value('X', 'Y') : String(value)]];
      });
    const [english, german] = [new Map(flat(texts.en)), new Map(flat(texts.de))];
    expect([...german.keys()]).toEqual([...english.keys()]);
    const same = [...german]
      .filter(([name, text]) => text === english.get(name))
      .map(([name]) => name);
    expect(same).toEqual(
      ['product', 'code', 'passkeySection', 'passkeyName'].toSorted(
        (a, b) => [...english.keys()].indexOf(a) - [...english.keys()].indexOf(b),
      ),
    );
    for (const text of german.values()) expect(text.trim()).not.toBe('');
  });

  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr, de;q=0.5, en;q=0.4', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['de;q=0, en', 'en'],
    ['*', 'en'],
    ['DE', 'de'],
    [';;;,,q=', 'en'],
  ])('Accept-Language: %s gives %s', (header, language) => {
    expect(languageOf(header)).toBe(language);
  });
});

it('what is no page is left to the rest of the server', async () => {
  expect((await get('/healthz')).status).toBe(200);
  expect((await get('/nothing')).status).toBe(404);
  expect((await ask('PUT', '/sign-in', {})).status).toBe(405);
});

it('a proxy that nobody trusts cannot move the pages to another address', async () => {
  const headers = {
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    forwarded: 'host=evil.example',
  };
  for (const { name, path } of pages.filter(({ method }) => method === 'GET')) {
    const { text, location } = await get(path, { cookie, headers });
    expect(`${name} ${text} ${location}`).not.toContain('evil.example');
  }
});
