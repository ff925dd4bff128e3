import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownerLink } from '../../../src/accounts/index.ts';
import { clock, goodPassword, totpAt } from '../../accounts/support.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { sharedBrowser } from '../../support/browser.ts';

/** A real browser: what its rules for cookies, forms, policies and passkeys make of the pages. */
let server: TestApp;
let browser: Browser;
let url: string;
const email = 'owner@localhost';
/** Where somebody who wants to see the pages finds their pictures. */
const pictures = process.env.TOCSIN_TEST_PICTURES;

beforeAll(async () => {
  // Passkeys need a name for the server: browsers take this one for the machine itself.
  const port = await freePort();
  url = `http://localhost:${port}`;
  const env = { PORT: String(port), TOCSIN_PUBLIC_URL: url };
  [server, browser] = await Promise.all([startTestApp({ clock, env }), sharedBrowser()]);
});
afterAll(() => server?.stop());

/** A browser that nobody has used, at a phone's width unless said. */
async function visit<Result>(
  work: (page: Page, context: BrowserContext) => Promise<Result>,
  { language = 'en-US', script = true } = {},
): Promise<Result> {
  const context = await browser.createBrowserContext();
  const problems: string[] = [];
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.setExtraHTTPHeaders({ 'accept-language': language });
    await page.setJavaScriptEnabled(script);
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) problems.push(message.text());
    });
    const result = await work(page, context);
    expect(problems).toEqual([]);
    return result;
  } finally {
    await context.close();
  }
}

async function fill(page: Page, fields: Record<string, string>, button: string): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    const input = await page.waitForSelector(`main input[name="${name}"]:not([type=hidden])`, {
      visible: true,
    });
    await input?.type(value);
  }
  await press(page, button);
}

/** Presses the button or link with this text, and waits for the page that it leads to. */
async function press(page: Page, label: string): Promise<void> {
  const target = await page.waitForSelector(
    `::-p-xpath(//main//*[self::button or self::a][normalize-space(.)="${label}"])`,
    { visible: true },
  );
  await Promise.all([page.waitForNavigation(), target?.click()]);
}

const heading = async (page: Page) => {
  const first = await page.waitForSelector('h1');
  return first?.evaluate((element) => element.textContent);
};
const path = (page: Page) => page.url().slice(url.length);

async function look(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  for (const width of [390, 1280])
    for (const scheme of ['light', 'dark']) {
      await page.setViewport({ width, height: 800 });
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      const file = join(pictures, `${name}-${width}-${scheme}.png`) as `${string}.png`;
      await page.screenshot({ path: file, fullPage: true });
    }
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${url}/sign-in`);
  await fill(page, { email }, 'Continue');
  await fill(page, { password: goodPassword }, 'Sign in');
}

describe('in a browser', () => {
  it('the first Owner opens the link, chooses a password without any script, and is in', async () => {
    const { world } = server.app;
    const link = await ownerLink(world, server.organizationId, email, 'test');
    await visit(
      async (page, context) => {
        await page.goto(`${url}${link?.path}`);
        expect(await heading(page)).toBe('Welcome to Tocsin');
        await look(page, 'invitation');
        await fill(page, { password: 'too short' }, 'Accept the invitation');
        expect(await page.$eval('.problem', (element) => element.textContent)).toContain('12');
        expect(await page.$eval(':focus', (element) => element.className)).toBe('problem');
        await look(page, 'invitation-refused');
        await fill(page, { password: goodPassword }, 'Accept the invitation');
        expect(path(page)).toBe('/first-run');
        const [cookie, ...others] = await context.cookies();
        expect(others).toEqual([]);
        expect(cookie).toMatchObject({
          name: '__Host-sid',
          domain: 'localhost',
          path: '/',
          httpOnly: true,
          secure: true,
          sameSite: 'Lax',
        });
      },
      { script: false },
    );
    // Without one, everybody would arrive at the first steps.
    await server.api.make('/team', { displayName: 'Payments' });
  });

  it('somebody signs in in German without script, and out again', async () => {
    await visit(
      async (page, context) => {
        await page.goto(`${url}/account`);
        expect(path(page)).toBe('/sign-in?returnTo=%2Faccount');
        expect(await heading(page)).toBe('Bei Tocsin anmelden');
        expect(await page.$eval('html', (element) => element.lang)).toBe('de');
        await look(page, 'sign-in-de');
        await fill(page, { email }, 'Weiter');
        await fill(page, { password: 'das ist es nicht' }, 'Anmelden');
        expect(await page.$eval('.problem p', (element) => element.textContent)).toBe(
          'Die Adresse oder das Passwort stimmt nicht.',
        );
        await look(page, 'password-refused-de');
        await fill(page, { password: goodPassword }, 'Anmelden');
        expect(path(page)).toBe('/account');
        await page.goto(`${url}/`);
        expect(await page.$eval('noscript', (element) => element.textContent)).toContain(
          'needs JavaScript',
        );
        await page.goto(`${url}/account`);
        await press(page, 'Abmelden');
        await press(page, 'Abmelden');
        expect(await heading(page)).toBe('Sie sind abgemeldet');
        expect(await context.cookies()).toEqual([]);
        await page.goBack().catch(() => null);
        await page.goto(`${url}/account`);
        expect(await heading(page)).toBe('Bei Tocsin anmelden');
      },
      { language: 'de-DE,de;q=0.9', script: false },
    );
  });

  it('somebody makes a passkey and signs in with it alone', async () => {
    await visit(async (page, context) => {
      const devtools = await page.createCDPSession();
      await devtools.send('WebAuthn.enable');
      await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
          protocol: 'ctap2',
          transport: 'internal',
          hasResidentKey: true,
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
        },
      });
      await signIn(page);
      await page.goto(`${url}/account`);
      await look(page, 'account');
      await fill(page, { displayName: 'Laptop' }, 'Add a passkey');
      expect(path(page)).toBe('/account?done=passkey-added');
      expect(await page.$eval('main', (element) => element.textContent)).toContain('Laptop');
      await look(page, 'account-passkey');
      await page.goto(`${url}/sign-out`);
      await look(page, 'sign-out');
      await press(page, 'Sign out');
      await page.goto(`${url}/sign-in`);
      await look(page, 'sign-in');
      await press(page, 'Sign in with a passkey');
      expect(await heading(page)).toBe('Incidents');
      await look(page, 'home');
      expect(await context.cookies()).toHaveLength(1);
      server.clock.advance(15 * 60);
      await page.goto(`${url}/account`);
      await look(page, 'account-stale');
      await press(page, 'Confirm who you are');
      await look(page, 'confirm');
      await press(page, 'Confirm with a passkey');
      expect(path(page)).toBe('/account');
      await press(page, 'Remove');
      expect(path(page)).toBe('/account?done=passkey-removed');
    });
  });

  it('somebody adds an authenticator app, signs in with its code, and then with a recovery code', async () => {
    const codes = await visit(async (page) => {
      await signIn(page);
      await page.goto(`${url}/account`);
      await press(page, 'Add an authenticator app');
      expect(await heading(page)).toBe('Add an authenticator app');
      await look(page, 'totp');
      const secret = await page.$eval('main code', (element) => element.textContent ?? '');
      await fill(page, { code: '000000' }, 'Switch it on');
      expect(await page.$('.problem')).not.toBeNull();
      const shown = await page.$eval('main code', (element) => element.textContent ?? '');
      expect(shown).not.toBe(secret);
      const now = () => totpAt(shown.replaceAll(' ', ''), server.clock.now());
      await fill(page, { code: now() }, 'Switch it on');
      expect(await heading(page)).toBe('Your recovery codes');
      await look(page, 'recovery-codes');
      const recovery = await page.$$eval('.codes code', (all) => all.map((one) => one.textContent));
      await press(page, 'I have kept them');
      await look(page, 'account-totp');
      await page.goto(`${url}/sign-out`);
      await press(page, 'Sign out');
      server.clock.advance(60);
      await signIn(page);
      expect(await heading(page)).toBe('Second step');
      await look(page, 'second-step');
      await fill(page, { code: now() }, 'Sign in');
      expect(await heading(page)).toBe('Incidents');
      return recovery;
    });
    await visit(async (page) => {
      await signIn(page);
      await fill(page, { code: codes[0] ?? '' }, 'Sign in');
      expect(await heading(page)).toBe('Incidents');
      await page.goto(`${url}/account`);
      await press(page, 'Switch it off');
      expect(path(page)).toBe('/account?done=totp-removed');
    });
  });

  it('a page of another site can neither send its forms nor show it in a frame', async () => {
    await visit(async (page) => {
      await signIn(page);
      await page.goto('about:blank');
      await page.setContent(
        `<form method="post" action="${url}/account/sessions/end-others"><button>x</button></form>`,
      );
      await Promise.all([page.waitForNavigation(), page.click('button')]);
      expect(await page.$eval('main p', (element) => element.textContent)).toContain(
        'did not come from a page of this server',
      );
      await page.goto('about:blank');
      await page.setContent(`<iframe src="${url}/sign-in"></iframe>`);
      const [, frame] = page.frames();
      await expect.poll(() => frame?.url()).toContain('chrome-error://');
      await page.goto(`${url}/account`);
      expect(await heading(page)).toBe('Your account');
    });
  });

  it('pages are not wider than a phone', async () => {
    await visit(async (page) => {
      await page.setViewport({ width: 320, height: 640 });
      for (const address of ['/sign-in', '/recover']) {
        await page.goto(url + address);
        await look(page, address.slice(1));
        await page.setViewport({ width: 320, height: 640 });
        expect(await page.$eval('html', (element) => element.scrollWidth)).toBeLessThanOrEqual(320);
      }
      await signIn(page);
      for (const address of ['/', '/account', '/account/confirm', '/sign-out']) {
        await page.goto(url + address);
        expect(await page.$eval('html', (element) => element.scrollWidth)).toBeLessThanOrEqual(320);
      }
    });
  });
});

/** Passkeys and cookies go by the address that the server calls its own, so that must be known before it starts. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
