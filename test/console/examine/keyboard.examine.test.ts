import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleStory, startConsole } from '../../support/console.ts';
import { rest } from '../../support/look.ts';
import { addresses } from './addresses.ts';
import { mark, stop, structure, verdict } from './in-page.ts';
import { fillOrganization, type Organization } from './organization.ts';

const stopsMax = 400;

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

const evaluate = <Result>(page: Page, script: string) => page.evaluate(script) as Promise<Result>;

/** Controls that have no name in the tree that screen readers are given. */
async function unnamed(page: Page): Promise<string[]> {
  const session = await page.createCDPSession();
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const controls =
    /^(button|link|textbox|combobox|checkbox|radio|switch|tab|menuitem|slider|spinbutton|searchbox|dialog|img|table)$/;
  return nodes
    .filter(({ ignored, role, name }) => !ignored && controls.test(role?.value) && !name?.value)
    .map(({ role }) => `${role?.value} without a name`);
}

async function walk(page: Page): Promise<string[]> {
  const { wrong } = await evaluate<{ wrong: string[] }>(page, mark);
  await page.evaluate('document.activeElement?.blur(); window.scrollTo(0, 0)');
  for (let stops = 0; stops < stopsMax; stops += 1) {
    await page.keyboard.press('Tab');
    if ((await evaluate<string | null>(page, stop)) === null) break;
  }
  return [...wrong, ...(await evaluate<string[]>(page, verdict))];
}

describe('at a desk', () => {
  it.each(addresses({}))('$name is read in order, and walked by Tab', async ({ name }) => {
    const to = addresses(organization.ids).find((one) => one.name === name)?.to ?? '';
    const userId = organization.owner;
    await story.visit({ userId, expected: /status of 40[034]/ }, async (page) => {
      await page.goto(`${story.url}${to}`);
      await page.waitForSelector('h1, .problem');
      await rest(page);
      const wrong = [
        ...(await evaluate<string[]>(page, structure)),
        ...(await unnamed(page)),
        ...(await walk(page)),
      ];
      expect(wrong).toEqual([]);
    });
  });
});

/** What opens above a page: where, and the name of what is pressed. */
const dialogs: readonly [string, string][] = [
  ['/teams', 'Create a team'],
  ['/routing', 'New routing'],
  ['/settings/keys', 'New key'],
  ['/settings/people', 'Invite'],
  ['/settings/groups', 'New mapping'],
  ['/status-pages/templates', 'New template'],
  ['/on-call', 'Add an override'],
  ['/on-call', 'Calendars of people'],
  ['/teams/$teamId', 'As code'],
  ['/teams/$teamId', 'Add somebody'],
  ['/incidents/$incidentId', 'Resolve with note'],
  ['/incidents/$incidentId', 'Hand over'],
  ['/incidents/$incidentId', 'Escalate'],
];

describe('what opens above a page', () => {
  it.each(dialogs)('takes the focus, keeps it, and gives it back: %s, %s', async (path, name) => {
    await story.visit({ userId: organization.owner }, async (page) => {
      const to = path.replaceAll(/\$(\w+)/g, (_, id: string) => organization.ids[id] ?? '');
      await page.goto(`${story.url}${to}`);
      const button = await page.waitForSelector(`::-p-aria([name="${name}"][role="button"])`);
      await rest(page);
      await button?.focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('[role=dialog]', { visible: true });
      await page.waitForFunction(`document.activeElement?.closest('[role=dialog]') !== null`);
      const outside: number[] = [];
      for (let stops = 0; stops < 25; stops += 1) {
        await page.keyboard.press('Tab');
        if (!(await page.evaluate(`document.activeElement?.closest('[role=dialog]') !== null`)))
          outside.push(stops);
      }
      // What was opened last is closed first: the list of a choice, then the dialog.
      await page.keyboard.press('Escape');
      await rest(page);
      await page.keyboard.press('Escape');
      await page.waitForFunction(`document.querySelector('[role=dialog]') === null`);
      await rest(page);
      const isBack = await button?.evaluate((one) => one.matches(':focus'));
      expect({ outside, isBack }).toEqual({ outside: [], isBack: true });
    });
  });
});
