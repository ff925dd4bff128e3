import type { ElementHandle } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleStory, heading, look, press, startConsole } from '../support/console.ts';

let story: ConsoleStory;
let owner: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
});
afterAll(async () => story?.stop());

describe('the console', () => {
  it('leads whoever is not signed in to the sign-in page, and back', async () => {
    await story.visit({ userId: null }, async (page) => {
      await page.goto(`${story.url}/incidents/abc?x=1`);
      expect(page.url()).toBe(
        `${story.url}/sign-in?returnTo=${encodeURIComponent('/incidents/abc?x=1')}`,
      );
    });
  });

  it('is there after signing in, in both languages and themes', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(story.url);
      await heading(page, 'Incidents');
      await look(page, 'shell');
      await press(page, 'Olga Owner: account, language, colours');
      await press(page, 'Deutsch');
      await heading(page, 'Störungen');
      expect(await page.$eval('html', (element) => element.lang)).toBe('de');
      await page.reload();
      await heading(page, 'Störungen');
      // The same choice for whatever they are told.
      const { body } = await story.server.api.get(`/user/${owner}`);
      expect(body).toMatchObject({ displayName: 'Olga Owner', language: 'de', region: null });
      await story.server.api.put(`/user/${owner}`, { ...body, region: 'CH' });
      await page.reload();
      await heading(page, 'Störungen');
      expect(await page.$eval('html', (element) => element.lang)).toBe('de-CH');
    });
  });

  it.each(['Olga Owner: account, language, colours', 'Filter', 'Views', 'Go to or search'])(
    'opens by keyboard what comes when it is asked for, gives the focus back, and opens again: %s',
    async (name) => {
      await story.visit({ userId: owner }, async (page) => {
        await page.goto(story.url);
        const label = `::-p-xpath(//button[@aria-label="${name}" or starts-with(., "${name}")])`;
        await (await page.waitForSelector(label))?.focus();
        await page.keyboard.press('Enter');
        await page.waitForFunction('document.activeElement?.closest("[role=dialog], [role=menu]")');
        const opened = await page.evaluateHandle(
          'document.activeElement.closest("[role=dialog], [role=menu]")',
        );
        const { name: title } = (await page.accessibility.snapshot({
          // as ElementHandle: what was just waited for.
          root: opened as ElementHandle,
          interestingOnly: false,
        })) ?? { name: '' };
        expect(title).not.toBe('');
        await page.keyboard.press('Escape');
        const button = await page.waitForSelector(label);
        await page.waitForFunction((one) => one?.matches(':focus'), {}, button);
        await page.keyboard.press('Enter');
        await page.waitForFunction('document.activeElement?.closest("[role=dialog], [role=menu]")');
      });
    },
  );

  it('says that a page does not exist', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/incidents/none/such/page`);
      await heading(page, 'There is no such page');
    });
  });
});
