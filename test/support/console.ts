import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { sessionCookieName } from '../../src/sessions/index.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { startBrowser } from './browser.ts';
import { signIn } from './sessions.ts';

/** Where somebody who wants to see the pages finds their pictures: a folder. */
const pictures = process.env.TOCSIN_TEST_PICTURES;

/** Only its size: a change of what the device can do loads the page again, and drafts are gone. */
export const phone = { width: 390, height: 844 };
export const desk = { width: 1440, height: 900 };

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
   * A browser that nobody has used. Fails when a page threw, wrote an error to its console, was refused something by its policy, or
   * asked another origin.
   */
  visit<Result>(visit: Visit, work: (page: Page) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/** The clock of the server shows the time of the browser, unless a story sets it. */
export async function startConsole(options: TestAppOptions = {}): Promise<ConsoleStory> {
  const [server, browser] = await Promise.all([
    startTestApp({ clock: new Date().toISOString(), ...options }),
    startBrowser(),
  ]);
  const url = server.app.url.replace('127.0.0.1', 'localhost');
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
      const context = await browser.createBrowserContext();
      const problems: string[] = [];
      try {
        const page = await context.newPage();
        page.setDefaultTimeout(60_000);
        await page.setViewport(viewport);
        await page.emulateMediaFeatures([
          { name: 'prefers-color-scheme', value: scheme },
          { name: 'prefers-reduced-motion', value: 'reduce' },
        ]);
        await page.evaluateOnNewDocument(
          `Object.defineProperty(navigator, 'languages', { get: () => ['${language}'] })`,
        );
        if (userId !== null) {
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
        const result = await work(page);
        expect(problems).toEqual([]);
        return result;
      } finally {
        await context.close();
      }
    },
    async stop() {
      await browser.close();
      await server.stop();
    },
  };
}

/** Waits for the one heading of the first rank. */
export async function heading(page: Page, text: string): Promise<void> {
  await page.waitForSelector(`::-p-xpath(//h1[normalize-space(.)="${text}"])`);
}

/** Presses with the mouse, once it is there, enabled, and no longer moving: what moves away below the mouse is not pressed. */
async function pressAt(page: Page, selector: string): Promise<void> {
  await page.locator(selector).click();
}

/** Presses what has this accessible name. */
export async function press(page: Page, name: string): Promise<void> {
  await pressAt(page, `::-p-aria(${name})`);
}

/** Presses the button, link, tab or choice with this text. */
export async function pressText(page: Page, text: string): Promise<void> {
  const kinds = ['self::button', 'self::a', "@role='option'", "@role='menuitem'", "@role='tab'"];
  await pressAt(page, `::-p-xpath(//*[(${kinds.join(' or ')}) and normalize-space(.)="${text}"])`);
}

/** Presses the tab with this text: links of the menu may have the same. */
export async function pressTab(page: Page, text: string): Promise<void> {
  await pressAt(page, `::-p-xpath(//*[@role='tab' and normalize-space(.)="${text}"])`);
}

/** Presses the button with this text in the dialog that is open. */
export async function pressInDialog(page: Page, text: string): Promise<void> {
  await pressAt(page, `::-p-xpath(//*[@role='dialog']//button[normalize-space(.)="${text}"])`);
}

/** Types into the field with this label, in place of what is there. */
export async function fill(page: Page, label: string, text: string): Promise<void> {
  const selector = `::-p-aria(${label})`;
  await page.locator(selector).click({ count: 3 });
  const field = await page.waitForSelector(selector, { visible: true });
  await field?.type(text);
}

/** Waits until the page shows this text. */
export async function shows(page: Page, text: string): Promise<void> {
  await page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(text)})`);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** On a phone and at a desk, in one theme each; whoever wants pictures gets all four. */
const views = [
  { viewport: phone, scheme: 'light' },
  { viewport: desk, scheme: 'dark' },
  ...(pictures
    ? [
        { viewport: phone, scheme: 'dark' },
        { viewport: desk, scheme: 'light' },
      ]
    : []),
];

/** Leaves a picture of what would be gone in another view, where pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) as `${string}.png` });
}

/**
 * Fails when axe-core finds anything, or when the page is wider than the window, at a phone's and at a desk's width, light and dark. With
 * TOCSIN_TEST_PICTURES it leaves pictures.
 */
export async function look(page: Page, name: string): Promise<void> {
  const before = page.viewport();
  for (const { viewport, scheme } of views) {
    await page.setViewport(viewport);
    await page.emulateMediaFeatures([
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-reduced-motion', value: 'reduce' },
    ]);
    // Two requests may have no end: the events, and the payloads of an integration.
    await page.waitForNetworkIdle({ idleTime: 100, concurrency: 2 }).catch(() => undefined);
    await page.waitForFunction('!document.querySelector("[aria-busy=true]")');
    if (pictures) {
      mkdirSync(pictures, { recursive: true });
      const file = join(pictures, `${name}-${viewport.width}-${scheme}.png`) as `${string}.png`;
      await page.screenshot({ path: file, fullPage: true });
    }
    const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
    expect({ name, scheme, tooWide: width > viewport.width }).toEqual({
      name,
      scheme,
      tooWide: false,
    });
    expect({ name, scheme, width: viewport.width, findings: await findings(page) }).toEqual({
      name,
      scheme,
      width: viewport.width,
      findings: [],
    });
  }
  if (before) await page.setViewport(before);
}

/** What axe-core has to say, in a line each. The policy of the page lets no script in but by the debugger. */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate('axe.run()')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
