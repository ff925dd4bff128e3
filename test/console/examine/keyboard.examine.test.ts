import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleStory, startConsole } from '../../support/console.ts';
import { rest } from '../../support/look.ts';
import { addresses } from './addresses.ts';
import { looseRadios, mark, stop, structure, verdict } from './in-page.ts';
import { unnamed } from './named.ts';
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
        ...(await evaluate<string[]>(page, looseRadios)),
        ...(await walk(page)),
      ];
      expect(wrong).toEqual([]);
    });
  });
});
