import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleStory, startConsole } from '../../support/console.ts';
import { findings, rest } from '../../support/look.ts';
import { type Cut, cutScripts } from '../../support/scripts-away.ts';
import { addresses } from './addresses.ts';
import { above, field, openers } from './in-page.ts';
import { unnamed } from './named.ts';
import { fillOrganization, type Organization } from './organization.ts';

/**
 * All that opens above a page when a button of it is pressed: dialogs, sheets and menus, for people who have no mouse,
 * who hear the page, and whose network is away when they press.
 */

let story: ConsoleStory;
let organization: Organization;
beforeAll(async () => {
  story = await startConsole({
    clock: new Date(Date.now() - 4 * 3_600_000).toISOString(),
    env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9' },
  });
  organization = await fillOrganization(story);
});
afterAll(async () => story?.stop());

const stopsMax = 60;
const stateMilliseconds = 5000;
const pageMilliseconds = 600_000;
const written = 'Written at 3 a.m.';
/** Around every page; looked at once. */
const ofShell = new Set<string>();
/** Whatever opened, by the name of its button; and the scripts that were away when a button was pressed. */
const opened = new Set<string>();
const away = new Set<string>();

const says = <Result>(page: Page, script: string) => page.evaluate(script) as Promise<Result>;

/** Whether the page comes into this state. */
const comes = (page: Page, state: string) =>
  page.waitForFunction(state, { timeout: stateMilliseconds }).then(
    () => true,
    () => false,
  );

const isOpen = `[...document.querySelectorAll('${above}')].some((one) => one.checkVisibility({ visibilityProperty: true }))`;
const holdsFocus = `document.activeElement?.closest('${above}') != null`;

const saysAway = 'document.body.innerText.includes("once the network is back")';
const closeMessages = "document.querySelectorAll('.notice > button').forEach((one) => one.click())";

/** The button with this name; it is another element once its part has been loaded. */
async function buttonOf(page: Page, label: string) {
  const place = (await says<string[]>(page, openers)).indexOf(label);
  return place < 0 ? null : page.$(`[data-opener="${place}"]`);
}

const isFocused = async (page: Page, label: string) => {
  const place = (await says<string[]>(page, openers)).indexOf(label);
  const isNamed = `document.activeElement?.dataset.opener === '${place}'`;
  // What was written may be its name by now.
  return comes(page, `document.activeElement === window.pressed || ${isNamed}`);
};

async function pressFocused(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  await rest(page);
}

/** Presses while no script comes: says so, and opens all the same once they do. */
async function pressTwice(page: Page, label: string, cut: Cut): Promise<string[]> {
  const wrong: string[] = [];
  const before = page.url();
  await says(page, closeMessages);
  await comes(page, `!(${saysAway})`);
  const missing = await cut.during(() => pressFocused(page));
  if (missing.length === 0) return [];
  for (const name of missing) away.add(name);
  if (!(await comes(page, saysAway))) wrong.push(`does not say that ${missing} is missing`);
  // It leads to another page.
  if (page.url() !== before) return wrong;
  if (await says<boolean>(page, isOpen)) {
    await (await page.$(`::-p-xpath(//button[normalize-space(.)="Try again"])`))?.focus();
    await pressFocused(page);
    return wrong;
  }
  if (!(await isFocused(page, label))) wrong.push('loses the focus where a script is missing');
  await (await buttonOf(page, label))?.focus();
  await pressFocused(page);
  return wrong;
}

/** Steps by Tab until it comes round: nothing of the page below is reached. */
async function walk(page: Page): Promise<string[]> {
  await says(page, 'window.first = document.activeElement');
  for (let stops = 1; stops <= stopsMax; stops += 1) {
    await page.keyboard.press('Tab');
    if (!(await says<boolean>(page, holdsFocus))) return [`loses the focus after ${stops} stops`];
    if (await says<boolean>(page, 'document.activeElement === window.first')) return [];
  }
  return [];
}

/** Writes something; false where there is no room for it. */
async function write(page: Page): Promise<boolean> {
  await says(page, `window.field = ${field}; window.field?.focus()`);
  if (!(await says<boolean>(page, 'window.field !== undefined'))) return false;
  await page.keyboard.type(written);
  return says(page, `window.field.value === '${written}'`);
}

/** The last that was opened is closed first: the list of a choice, then the dialog. */
async function close(page: Page): Promise<void> {
  for (let tries = 0; tries < 3 && (await says<boolean>(page, isOpen)); tries += 1) {
    await page.keyboard.press('Escape');
    await rest(page);
  }
}

/** All that is wrong with what this button opened, from the moment it opened to the moment it is gone. */
async function wrongWith(page: Page, label: string): Promise<string[]> {
  const wrong: string[] = [];
  if (!(await comes(page, holdsFocus))) wrong.push('does not take the focus');
  wrong.push(...(await unnamed(page)), ...(await findings(page, above)));
  if (!(await page.$('[role=menu]'))) wrong.push(...(await walk(page)));
  const isWritten = await write(page);
  await close(page);
  if (await says<boolean>(page, isOpen)) return [...wrong, 'stays after Escape'];
  if (!(await isFocused(page, label))) return [...wrong, 'gives the focus to something else'];
  if (!isWritten) return wrong;
  await pressFocused(page);
  const isThere = `[...document.querySelectorAll('${above} :is(input, textarea)')].some(({ value }) => value === '${written}')`;
  // It may have become a row of the page.
  const kept = `${isThere} || document.body.innerText.includes('${written}')`;
  if (!(await comes(page, kept))) wrong.push('loses what was written');
  await close(page);
  return wrong;
}

describe('what opens above a page', () => {
  it.each(addresses({}))(
    'of $name has names, takes the focus, keeps it, gives it back, and waits for the network',
    async ({ name }) => {
      const to = addresses(organization.ids).find((one) => one.name === name)?.to ?? '';
      const visit = {
        userId: organization.owner,
        expected: /status of 40[0349]|ERR_BLOCKED|could not be loaded/,
      };
      await story.visit(visit, async (page) => {
        const cut = await cutScripts(page);
        const load = async () => {
          // Nothing that was written opens again by itself.
          if (page.url().startsWith(story.url))
            await says(page, 'localStorage.clear(), sessionStorage.clear()');
          await page.goto(`${story.url}${to}`);
          await page.waitForSelector('h1, .problem');
          await rest(page);
        };
        await load();
        const address = page.url();
        const wrong: string[] = [];
        for (const label of await says<string[]>(page, openers)) {
          if (ofShell.has(label)) continue;
          if (!(await buttonOf(page, label))) await load();
          const button = await buttonOf(page, label);
          if (!button) continue;
          if (await button.evaluate((one) => one.matches('header *'))) ofShell.add(label);
          await button.focus();
          await says(page, 'window.pressed = document.activeElement; null');
          const found = await pressTwice(page, label, cut);
          if (await says<boolean>(page, isOpen)) {
            opened.add(label);
            found.push(...(await wrongWith(page, label)));
          }
          // Buttons that open nothing are many, and loading takes longer than pressing.
          if (found.length > 0 || page.url() !== address) await load();
          wrong.push(...found.map((one) => `${label}: ${one}`));
        }
        expect(wrong).toEqual([]);
      });
    },
    pageMilliseconds,
  );

  it('is more than twenty things, some of which are loaded by a press', () => {
    expect(opened.size).toBeGreaterThan(20);
    expect(away.size).toBeGreaterThan(5);
  });
});
