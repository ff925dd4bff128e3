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

/**
 * Half of the looks are at a phone in the light, half at a desk in the dark, by their names: axe is most of the work, and
 * `npm run test:examine` holds every page to it in every view. Whoever wants pictures gets all four.
 */
function usualViewsOf(name: string): readonly View[] {
  if (pictures) return views;
  const letters = [...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  // In German what was not looked at in English.
  const at = (letters + Number(name.endsWith('-de'))) % 2;
  return views.slice(at, at + 1);
}

/** A page that never comes to rest is looked at as it is. */
const quietMilliseconds = 5000;

/** Leaves a picture of what would be gone in another view, where pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) as `${string}.png` });
}

/**
 * Fails when axe-core finds anything in one of the usual views, or when the page is wider than the window of a phone.
 * With TOCSIN_TEST_PICTURES it leaves pictures.
 */
export async function look(page: Page, name: string): Promise<void> {
  const before = page.viewport();
  for (const view of usualViewsOf(name)) {
    const place = { name, scheme: view.scheme, width: view.viewport.width };
    const seen = await sight(page, name, view);
    expect({ ...place, findings: seen }).toEqual({ ...place, findings: [] });
    if (view.viewport === phone) continue;
    await page.setViewport(phone);
    await rest(page);
    expect({ name, tooWide: await tooWideFor(page, phone) }).toEqual({ name, tooWide: [] });
  }
  if (!before) return;
  await page.setViewport(before);
  // What is laid out anew now would take no keys.
  await rest(page);
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
  return [
    ...(await tooWideFor(page, viewport)),
    ...((await page.evaluate(cutTexts)) as string[]),
    ...(await findings(page)),
  ];
}

/**
 * Buttons that show half of their text, and texts of which a place for them leaves nothing to see; what only screen readers
 * are told is a pixel wide.
 */
const cutTexts = `(() => {
  const wrong = [];
  for (const one of document.querySelectorAll('.mantine-Button-label'))
    if (one.checkVisibility({ visibilityProperty: true }) && one.scrollWidth > one.clientWidth + 1)
      wrong.push('is cut: ' + one.innerText.trim().slice(0, 60));
  for (const one of document.querySelectorAll('body *')) {
    if (one.clientWidth > 0 || one.scrollWidth === 0 || !one.innerText?.trim()) continue;
    const { display, overflowX } = getComputedStyle(one);
    if (overflowX !== 'visible' && display !== 'inline' && one.checkVisibility({ visibilityProperty: true }))
      wrong.push('is cut to nothing: ' + one.innerText.trim().slice(0, 60));
  }
  return wrong;
})()`;

async function tooWideFor(page: Page, viewport: View['viewport']): Promise<string[]> {
  const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
  return width > viewport.width ? [`is ${width} pixels wide`] : [];
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

/**
 * What axe-core has to say of the page, or of a part of it, in a line each. The policy of the page lets no script in
 * but by the debugger.
 */
export async function findings(page: Page, part?: string): Promise<string[]> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  // Not what passes: that is most of the work.
  const options = { resultTypes: ['violations'], preload: false };
  const { violations } = (await page.evaluate(
    `axe.run(${JSON.stringify(part) ?? 'document'}, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  )) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}
