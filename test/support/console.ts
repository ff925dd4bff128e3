import type { Browser, BrowserContext, Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { userKind } from '../../src/identity/index.ts';
import { sessionCookieName } from '../../src/sessions/index.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { sharedBrowser } from './browser.ts';
import { desk, type phone } from './look.ts';
import { calm } from './page-steps.ts';
import { signIn } from './sessions.ts';

export { desk, look, phone, picture, rest } from './look.ts';
export {
  chooseTime,
  fill,
  heading,
  press,
  pressFirst,
  pressInDialog,
  pressTab,
  pressText,
  shows,
} from './page-steps.ts';

export interface Visit {
  /** Whose session; null for nobody's. */
  userId: string | null;
  language?: 'en' | 'de';
  scheme?: 'light' | 'dark';
  viewport?: typeof phone | typeof desk;
  /** Lines of the browser's console that a story provokes on purpose. */
  expected?: RegExp;
}

/** A server and a browser, for stories of the console. */
export interface ConsoleStory {
  server: TestApp;
  browser: Browser;
  /** Starts with `http://localhost`, as browsers keep the cookie of a session for safe origins only. */
  url: string;
  /** A person with a role of the organization, by id. */
  person(displayName: string, role?: 'Owner' | 'Administrator' | 'Member'): Promise<string>;
  /**
   * A browser that keeps nothing of anybody. Fails when a page threw, wrote an error to its console, was refused
   * something by its policy, or asked another origin.
   */
  visit<Result>(visit: Visit, work: (page: Page) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/** The clock of the server shows the time of the browser, unless a story sets it. */
export async function startConsole(options: TestAppOptions = {}): Promise<ConsoleStory> {
  const [server, browser] = await Promise.all([
    startTestApp({ clock: new Date().toISOString(), ...options }),
    sharedBrowser(),
  ]);
  const url = server.app.url.replace('127.0.0.1', 'localhost');
  const free: BrowserContext[] = [];
  return {
    server,
    browser,
    url,
    async person(displayName, role = 'Owner') {
      const name = displayName.toLowerCase().replaceAll(' ', '.');
      const id = await server.api.make('/user', { displayName, email: `${name}@example.com` });
      await server.api.make('/organization-membership', { userId: id, role });
      return id;
    },
    async visit({ userId, language = 'en', scheme = 'light', viewport = desk, expected }, work) {
      const context = free.pop() ?? (await browser.createBrowserContext());
      const problems: string[] = [];
      try {
        const page = await context.newPage();
        calm(page);
        await page.setViewport(viewport);
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: scheme },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ]);
        await page.evaluateOnNewDocument(
          `Object.defineProperty(navigator, 'languages', { get: () => ['${language}'] })`,
        );
        if (userId !== null) {
          await speak(server, userId, language);
          const { token } = await signIn(server, { userId });
          await context.setCookie({
            name: sessionCookieName,
            value: token,
            domain: 'localhost',
            path: '/',
            secure: true,
            httpOnly: true,
            sameSite: 'Lax',
          });
        }
        page.on('pageerror', (error) => problems.push(String(error)));
        page.on('console', (message) => {
          if (message.type() === 'error' && !expected?.test(message.text()))
            problems.push(message.text());
        });
        page.on('request', (request) => {
          const { protocol, origin } = new URL(request.url());
          if (protocol.startsWith('http') && origin !== url)
            problems.push(`asked ${request.url()}`);
        });
        const result = await work(page).catch(async (error: unknown) => {
          throw new Error(`${error}\n\n${await sightOf(page, problems)}`, { cause: error });
        });
        expect(problems).toEqual([]);
        // A worker outlives its pages.
        if (!context.targets().some((one) => one.type() === 'service_worker')) {
          await forgetAll(context, url);
          free.push(context);
        }
        return result;
      } finally {
        if (!free.includes(context)) await context.close();
      }
    },
    async stop() {
      await Promise.all(free.map((context) => context.close()));
      await server.stop();
    },
  };
}

/** Where most stories begin: somebody who may do everything, and a team. */
export async function startWithTeam(): Promise<{
  story: ConsoleStory;
  owner: string;
  teamId: string;
}> {
  const story = await startConsole();
  const owner = await story.person('Olga Owner');
  return {
    story,
    owner,
    teamId: await story.server.api.make('/team', { displayName: 'Payments' }),
  };
}

/** All but the scripts of the console, which a browser need not read and compile once more for each visit. */
async function forgetAll(context: BrowserContext, origin: string): Promise<void> {
  const [first, ...others] = await context.pages();
  for (const page of others) await page.close();
  const session = await first?.createCDPSession();
  await session?.send('Network.clearBrowserCookies');
  await session?.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await first?.close();
}

/** For whoever reads that a story failed: what its page shows by then. */
async function sightOf(page: Page, problems: readonly string[]): Promise<string> {
  const text = await page.evaluate('document.body.innerText').catch((error) => `Nothing: ${error}`);
  return [`At ${page.url()}:`, ...problems, String(text).slice(0, 4000)].join('\n');
}

/** English is that of the organization. Not by the API: a story's person and their audit entries stay as they were. */
async function speak({ app }: TestApp, userId: string, language: 'en' | 'de'): Promise<void> {
  const chosen = { 'wire.language': language === 'en' ? null : language };
  await userKind.model(app.world.store).updateOne({ _id: userId }, { $set: chosen });
}
