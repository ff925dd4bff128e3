import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { acceptLink } from '../../src/accounts/index.ts';
import { startSession } from '../../src/sessions/index.ts';
import { from, goodPassword, noMail, tokenOf } from '../accounts/support.ts';
import { createApiClient } from '../support/api-client.ts';
import { type Browser, createBrowser } from './support/browser.ts';
import { type Account, publicUrl } from './support/provider.ts';
import { type Connected, type Setup, startSetup } from './support/single-sign-on.ts';

let setup: Setup;
beforeAll(async () => {
  setup = await startSetup();
});
afterAll(() => setup.stop());
afterEach(() => {
  setup.provider.intercept = null;
});

const session = '__Host-sid';
const newBrowser = () => createBrowser({ [publicUrl]: setup.server.app.url });
const start = ({ connectionId }: Connected, query = '') =>
  `${publicUrl}/sign-in/oidc/${connectionId}${query}`;

function accountAt(domain: string, more: Record<string, unknown> = {}): Account {
  return {
    sub: randomUUID(),
    claims: { email: `ada@${domain}`, email_verified: true, name: 'Ada Lovelace', ...more },
  };
}

async function signedIn(): Promise<{ connected: Connected; browser: Browser }> {
  const connected = await setup.connect();
  const browser = newBrowser();
  setup.provider.account = accountAt(connected.domain);
  const page = await browser.visit(start(connected));
  expect(page.status, page.text).toBe(200);
  return { connected, browser };
}

/** The Public API with the session of the browser. */
function apiOf(browser: Browser) {
  return createApiClient(`${setup.server.app.url}/api/public/v1`, {
    cookie: `${session}=${browser.cookie(publicUrl, session)}`,
    origin: publicUrl,
  });
}

describe('signing in by the identity provider', () => {
  it('ends where the person wanted to go, in a session of theirs', async () => {
    const connected = await setup.connect();
    const browser = newBrowser();
    setup.provider.account = accountAt(connected.domain);
    const page = await browser.visit(start(connected, '?returnTo=%2Faccount'));
    expect(page.url.href).toBe(`${publicUrl}/account`);
    expect(page.status).toBe(200);
    const me = await apiOf(browser).get('/auth/me');
    expect(me.status, me.text).toBe(200);
    expect(me.text).toContain(connected.organization.id);
    for (const name of [session, '__Host-oidc'])
      expect(browser.cookieAttributes.get(name)).toMatch(/Path=\/; HttpOnly; Secure; SameSite=Lax/);
    const log = await connected.organization.api.get('/auditlog/list');
    expect(log.text).toContain('session.start');
  });

  it('begins with an address of the domain, whoever has it, and asks for no password', async () => {
    const connected = await setup.connect();
    setup.provider.account = accountAt(connected.domain);
    const fields = { email: `nobody@${connected.domain}`, returnTo: '/account' };
    setup.provider.requests.length = 0;
    const page = await newBrowser().submit(`${publicUrl}/sign-in`, fields);
    expect(page.url.href).toBe(`${publicUrl}/account`);
    const [asked = ''] = setup.provider.requests.filter((one) => one.startsWith('GET /auth?'));
    expect(asked).toContain(`login_hint=${encodeURIComponent(fields.email)}`);
  });

  it('never leads to another host afterwards', async () => {
    const connected = await setup.connect();
    setup.provider.account = accountAt(connected.domain);
    const browser = newBrowser();
    const page = await browser.visit(start(connected, '?returnTo=https%3A%2F%2Fevil.example'));
    // There is no team yet.
    expect(page.url.href).toBe(`${publicUrl}/first-run`);
  });

  it('replaces the session that the browser had', async () => {
    const { connected, browser } = await signedIn();
    const former = browser.cookie(publicUrl, session);
    const other = await setup.connect();
    setup.provider.account = accountAt(other.domain);
    // At the provider it is somebody else, too.
    const fresh = newBrowser();
    fresh.setCookie(publicUrl, session, former ?? '');
    await fresh.visit(start(other));
    expect((await apiOf(fresh).get('/auth/me')).text).toContain(other.organization.id);
    expect((await apiOf(browser).get('/auth/me')).status).toBe(401);
    expect(connected.organization.id).not.toBe(other.organization.id);
  });
});

describe('the page of a failure', () => {
  it.each([
    [
      'en',
      /For administrators/,
      /Nobody here has your e-mail address/,
      /no person with this address/,
    ],
    [
      'de',
      /Für die Administration/,
      /Niemand hat hier Ihre E-Mail-Adresse/,
      /niemanden mit dieser Adresse/,
    ],
  ])('says in %s what the person and what an administrator can do', async (language, ...texts) => {
    const connected = await setup.connect({ justInTimeProvisioning: false });
    setup.provider.account = accountAt(connected.domain);
    const page = await newBrowser().visit(start(connected), language);
    expect(page.status).toBe(403);
    for (const text of texts) expect(page.text).toMatch(text);
    expect(page.text).toContain('justInTimeProvisioning');
    expect(page.text).toContain(connected.connectionId);
    expect(page.text).toContain(`/sign-in/oidc/${connected.connectionId}?`);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
  });

  it('shows no words of whoever sent the browser; the log has them', async () => {
    const connected = await setup.connect();
    const browser = newBrowser();
    const away = await browser.follow(start(connected), setup.provider.issuer);
    const back = new URL(`${publicUrl}/sign-in/oidc/callback/${connected.organization.id}`);
    back.search = new URLSearchParams({
      state: away.searchParams.get('state') ?? '',
      iss: setup.provider.issuer,
      error: 'access_denied',
      error_description: '<script>alert(1)</script>',
    }).toString();
    const page = await browser.visit(back.href);
    expect(page.status).toBe(403);
    expect(page.text).toContain('did not let you in');
    expect(page.text).not.toMatch(/script|alert\(1/);
    expect(JSON.stringify(setup.server.log)).toContain('access_denied: <script>alert(1)');
  });

  it('shows nobody outside what the inner network looks like; the log has it', async () => {
    const connected = await setup.connect({ issuer: 'https://10.1.2.3/realms/x' });
    const page = await newBrowser().visit(start(connected));
    expect(page.status).toBe(502);
    expect(page.text).not.toContain('10.1.2.3');
    expect(JSON.stringify(setup.server.log)).toContain('10.1.2.3');
  });

  it.each([
    ['an unknown connection', 404, () => `${publicUrl}/sign-in/oidc/${randomUUID()}`],
    ['no id', 400, () => `${publicUrl}/sign-in/oidc/x`],
    [
      'an answer that nobody asked for',
      400,
      () => `${publicUrl}/sign-in/oidc/callback/${randomUUID()}?code=x&state=y`,
    ],
  ])('for %s', async (_, status, url) => {
    const page = await newBrowser().visit(url());
    expect(page.status).toBe(status);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  });
});

describe('proving it again', () => {
  it('is needed for what is dangerous after 15 minutes, and makes a new token', async () => {
    const { connected, browser } = await signedIn();
    const { body } = await apiOf(browser).get('/auth/me');
    expect(body).toBeDefined();
    const former = browser.cookie(publicUrl, session) ?? '';
    setup.server.clock.advance(20 * 60);
    const page = await browser.visit(start(connected, '?confirm=yes&returnTo=%2Faccount'));
    expect(page.url.href).toBe(`${publicUrl}/account`);
    expect(browser.cookie(publicUrl, session)).not.toBe(former);
    expect((await apiOf(browser).get('/auth/me')).status).toBe(200);
    const log = await connected.organization.api.get('/auditlog/list');
    expect(log.text).toContain('session.confirm');
  });

  it('needs a session', async () => {
    const connected = await setup.connect();
    const page = await newBrowser().visit(start(connected, '?confirm=yes'));
    expect(page.url.pathname).toBe('/sign-in');
  });

  it('by somebody else proves nothing', async () => {
    const { connected, browser } = await signedIn();
    const former = browser.cookie(publicUrl, session) ?? '';
    setup.provider.account = accountAt(connected.domain);
    const other = newBrowser();
    other.setCookie(publicUrl, session, former);
    const page = await other.visit(start(connected, '?confirm=yes'));
    expect(page.status).toBe(403);
    expect(other.cookie(publicUrl, session)).toBe(former);
  });
});

describe('without the identity provider', () => {
  /**
   * An Owner with a password, whom the required connection lets pass, and an Administrator with one, whom it does not.
   */
  async function required() {
    const connected = await setup.connect();
    const { api } = connected.organization;
    setup.provider.account = accountAt(connected.domain);
    await newBrowser().visit(start(connected));
    const passwordOf = async (role: string) => {
      const email = `${role}-${randomUUID()}@${connected.domain}`.toLowerCase();
      const userId = await api.make('/user', { email });
      await api.make('/organization-membership', { userId, role });
      const { body } = await api.post(`/user/${userId}/invitation`);
      const token = tokenOf(String(body.url));
      await acceptLink(setup.server.app.world, noMail, token, { password: goodPassword }, from);
      return { userId, email };
    };
    const owner = await passwordOf('Owner');
    const administrator = await passwordOf('Administrator');
    const path = `/oidc-connection/${connected.connectionId}`;
    const require = async () => {
      const { body } = await api.get(path);
      const wanted = { ...body, isRequired: true, breakGlassUserIds: [owner.userId] };
      expect((await api.put(path, wanted)).status).toBe(200);
    };
    return { connected, owner, administrator, require };
  }

  /** As a person does: follows the links and sends the forms of the pages. */
  async function byPassword(browser: Browser, email: string) {
    const first = await browser.visit(`${publicUrl}/sign-in`);
    const [, path = ''] = /href="(\/sign-in\?with=password[^"]*)"/.exec(first.text) ?? [];
    const local = await browser.visit(new URL(path, publicUrl).href);
    const hidden = [...local.text.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
    const asked = await browser.submit(`${publicUrl}/sign-in`, { ...fields, email });
    expect(asked.text).toContain('action="/sign-in/password"');
    return browser.submit(`${publicUrl}/sign-in/password`, { email, password: goodPassword });
  }

  it('an Owner whom a required connection lets pass signs in with a password, also while the provider is down', async () => {
    const { owner, administrator, require } = await required();
    await require();
    setup.provider.intercept = (req) => {
      req.socket.destroy();
      return true;
    };
    // The provider of the connection is known for an hour.
    setup.server.clock.advance(3601);
    const lost = await newBrowser().submit(`${publicUrl}/sign-in`, { email: owner.email });
    expect(lost.status).toBe(502);
    expect(lost.text).toContain('href="/sign-in?with=password"');
    const browser = newBrowser();
    expect((await byPassword(browser, owner.email)).status).toBe(200);
    expect((await apiOf(browser).get('/auth/me')).status).toBe(200);
    const other = newBrowser();
    const refused = await byPassword(other, administrator.email);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('wants you to sign in by its identity provider');
    expect(other.cookie(publicUrl, session)).toBeUndefined();
  });

  it('sessions that began with a password end when the connection is required, but for those whom it lets pass', async () => {
    const { connected, owner, administrator, require } = await required();
    const browsers = await Promise.all(
      [owner, administrator].map(async ({ email }) => {
        const browser = newBrowser();
        await byPassword(browser, email);
        expect((await apiOf(browser).get('/auth/me')).status).toBe(200);
        return browser;
      }),
    );
    const byProvider = newBrowser();
    await byProvider.visit(start(connected));
    await require();
    const statuses = await Promise.all(
      [...browsers, byProvider].map(async (one) => (await apiOf(one).get('/auth/me')).status),
    );
    expect(statuses).toEqual([200, 401, 200]);
    const log = await connected.organization.api.get('/auditlog/list?EntityType=Session');
    expect(log.text).toContain('identity provider required');
  });

  it('the page in between offers a password, and so does that of who is not linked by their address, to link themselves', async () => {
    const { connected, owner } = await required();
    const { url } = setup.server.app;
    const between = await fetch(`${url}/sign-in`, {
      method: 'POST',
      headers: { origin: publicUrl, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ email: owner.email, returnTo: '/account' }),
    });
    expect(await between.text()).toContain('href="/sign-in?with=password&amp;returnTo=%2Faccount"');
    setup.provider.account = {
      sub: randomUUID(),
      claims: { email: owner.email, email_verified: true },
    };
    const refused = await newBrowser().visit(start(connected));
    expect(refused.status).toBe(403);
    const link = `/sign-in/oidc/${connected.connectionId}?link=yes`;
    expect(refused.text).toContain(
      `href="/sign-in?with=password&amp;returnTo=${encodeURIComponent(link)}"`,
    );
  });
});

describe('linking oneself', () => {
  async function ownSession(connected: Connected) {
    const id = await connected.organization.api.make('/user', {
      email: `${randomUUID()}@x.example`,
    });
    const browser = newBrowser();
    const { token } = await startSession(
      setup.server.app.world,
      { organizationId: connected.organization.id, userId: id, accountId: null },
      { method: 'link' },
      { address: '192.0.2.1', userAgent: 'test', requestId: 'test' },
    );
    browser.setCookie(publicUrl, session, token);
    return { id, browser };
  }

  it('is asked for on a page, and takes a form of this server', async () => {
    const connected = await setup.connect();
    const { id, browser } = await ownSession(connected);
    const asked = await browser.visit(start(connected, '?link=yes&returnTo=%2Faccount'));
    expect(asked.status).toBe(200);
    expect(asked.text).toContain(`action="/sign-in/oidc/${connected.connectionId}/link"`);
    setup.provider.account = { sub: randomUUID() };
    const action = start(connected, '/link');
    const foreign = await browser.submit(action, { returnTo: '/' }, 'https://evil.example');
    expect(foreign.status).toBe(403);
    const linked = await browser.submit(action, { returnTo: '/account' });
    expect(linked.url.href).toBe(`${publicUrl}/account`);
    // From now on they sign in by it.
    const other = newBrowser();
    expect((await other.visit(start(connected))).status).toBe(200);
    const sessions = await connected.organization.api.get(`/auditlog/list?EntityType=Session`);
    expect(sessions.body.items).toContainEqual(
      expect.objectContaining({ action: 'session.start', actorId: id }),
    );
  });

  it('is for connections of the own organization only, whose names nobody else sees', async () => {
    const [mine, other] = [await setup.connect(), await setup.connect({ displayName: 'Theirs' })];
    const { browser } = await ownSession(mine);
    const page = await browser.visit(start(other, '?link=yes'));
    expect(page.status).toBe(404);
    expect(page.text).not.toContain('Theirs');
    const sent = await browser.submit(start(other, '/link'), { returnTo: '/' });
    expect(sent.status).toBe(404);
  });

  it('needs a session, and one that was proven a short time ago', async () => {
    const connected = await setup.connect();
    expect((await newBrowser().visit(start(connected, '?link=yes'))).url.pathname).toBe('/sign-in');
    const { browser } = await ownSession(connected);
    setup.server.clock.advance(16 * 60);
    expect((await browser.visit(start(connected, '?link=yes'))).url.pathname).toBe(
      '/account/confirm',
    );
    setup.provider.requests.length = 0;
    const sent = await browser.submit(start(connected, '/link'), { returnTo: '/' });
    expect(sent.url.pathname).toBe('/account/confirm');
    expect(setup.provider.requests).toEqual([]);
  });
});

describe('signing out at the provider', () => {
  it('signs out here, by the token that the provider sends', async () => {
    const { connected, browser } = await signedIn();
    const { issuer } = setup.provider;
    setup.provider.reportTo(
      start(connected, '/back-channel-logout').replace(publicUrl, setup.server.app.url),
    );
    // By this session the provider knows that it has to tell us.
    await browser.visit(start(connected));
    expect((await apiOf(browser).get('/auth/me')).status).toBe(200);
    const asked = await browser.visit(`${issuer}/session/end`);
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(asked.text) ?? [];
    await browser.submit(`${issuer}/session/end/confirm`, { xsrf, logout: 'yes' });
    expect((await apiOf(browser).get('/auth/me')).status).toBe(401);
    const log = await connected.organization.api.get('/auditlog/list');
    expect(log.text).toContain('signed out by the identity provider');
  });

  it('begins here, too: whoever signs out here is led there', async () => {
    const { browser } = await signedIn();
    const page = await browser.submit(`${publicUrl}/sign-out`, {});
    expect(page.url.origin).toBe(setup.provider.issuer);
    expect(page.url.pathname).toBe('/session/end');
    expect(page.status).toBe(200);
    expect((await apiOf(browser).get('/auth/me')).status).toBe(401);
  });

  it.each([
    ['no token', {}, 400],
    ['a token of nobody', { logout_token: 'x.y.z' }, 400],
  ])('is refused for %s', async (_, fields, status) => {
    const { connectionId } = await setup.connect();
    const path = `/sign-in/oidc/${connectionId}/back-channel-logout`;
    const answer = await fetch(`${setup.server.app.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});
