import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { expect } from 'vitest';

/** Where somebody who wants to see the pages finds their pictures: a folder. */
const pictures = process.env.TOCSIN_TEST_PICTURES;

/** Only its size: a change of what the device can do loads the page again, and drafts are gone. */
export const phone = { width: 390, height: 844 };
export const desk = { width: 1440, height: 900 };

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface View {
  viewport: typeof phone | typeof desk;
  scheme: 'light' | 'dark';
}

/** All that there are. */
export const views: readonly View[] = [
  { viewport: phone, scheme: 'light' },
  { viewport: desk, scheme: 'dark' },
  { viewport: phone, scheme: 'dark' },
  { viewport: desk, scheme: 'light' },
];

/** On a phone and at a desk, in one theme each; whoever wants pictures gets all four. */
const usualViews = pictures ? views : views.slice(0, 2);

/** A page that never comes to rest is looked at as it is. */
const quietMilliseconds = 5000;

/** Leaves a picture of what would be gone in another view, where pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) as `${string}.png` });
}

/**
 * Fails when axe-core finds anything, or when the page is wider than the window, at a phone's and at a desk's width,
 * light and dark. With TOCSIN_TEST_PICTURES it leaves pictures.
 */
export async function look(page: Page, name: string): Promise<void> {
  const before = page.viewport();
  for (const view of usualViews) {
    const place = { name, scheme: view.scheme, width: view.viewport.width };
    const seen = await sight(page, name, view);
    expect({ ...place, findings: seen }).toEqual({ ...place, findings: [] });
  }
  if (before) await page.setViewport(before);
}

/** Looks at the page in this view; what is wrong with it, in a line each. */
export async function sight(
  page: Page,
  name: string,
  { viewport, scheme }: View,
): Promise<string[]> {
  await page.setViewport(viewport);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: scheme },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await rest(page);
  if (pictures) {
    mkdirSync(pictures, { recursive: true });
    const file = join(pictures, `${name}-${viewport.width}-${scheme}.png`) as `${string}.png`;
    await page.screenshot({ path: file, fullPage: true });
  }
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
  const tooWide = width > viewport.width ? [`is ${width} pixels wide`] : [];
  return [...tooWide, ...(await findings(page))];
}

/** Waits until the page has what it asked for, and nothing moves. */
export async function rest(page: Page): Promise<void> {
  // Two requests may have no end: the events, and the payloads of an integration.
  const quiet = { idleTime: 100, concurrency: 2, timeout: quietMilliseconds };
  await page.waitForNetworkIdle(quiet).catch(() => undefined);
  await page.waitForFunction('!document.querySelector("[aria-busy=true]")');
  // Colours of the other theme come by and by, from the next frame on.
  await page.evaluate(
    'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
  );
  await page.waitForFunction(
    'document.getAnimations().every((one) => one.effect?.getComputedTiming().endTime === Infinity)',
  );
}

/** What axe-core has to say, in a line each. The policy of the page lets no script in but by the debugger. */
async function findings(page: Page): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // Not what passes: that is most of the work.
  const options = { resultTypes: ['violations'], preload: false };
  const { violations } = (await page.evaluate(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  )) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
