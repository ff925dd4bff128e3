import { globSync, readFileSync } from 'node:fs';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  heading,
  look,
  press,
  pressText,
  shows,
  startWithTeam,
} from '../support/console.ts';
import { cutScripts } from '../support/scripts-away.ts';

describe('what the console loads later', () => {
  /** A program of its own; German, for which the first page waits and has English instead; and the one place. */
  const own = /\/worker\/|^console\/parts\/texts\.tsx$|^console\/parts\/later\//;

  it('is loaded in the one way that says when it does not come', () => {
    const files = globSync('console/**/*.{ts,tsx}').filter((file) => !own.test(file));
    const wrong = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      const bare = [...text.matchAll(/^.*\bimport\(.*$/gm)].filter(
        ([line]) => !/\b(?:later|page|loadPart)\(\(\) =>\s*(?:\n\s*)?import\(/.test(line),
      );
      const isReact = /import \{[^}]*\b(?:lazy|Suspense)\b[^}]*\} from 'react'/.test(text);
      return [...bare.map(([line]) => `${file}: ${line.trim()}`), ...(isReact ? [file] : [])];
    });
    expect(files.length).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });
});

describe('where the network is away when somebody presses', () => {
  let story: ConsoleStory;
  let owner: string;
  let german: string;
  let teamId: string;
  beforeAll(async () => {
    ({ story, owner, teamId } = await startWithTeam());
    german = await story.person('Dora Deutsch');
  });
  afterAll(async () => story?.stop());
  const expected = /ERR_BLOCKED|could not be loaded|status of 404/;

  it.concurrent('a menu and a dialog say so, leave the focus, and open when they are pressed again', async () => {
    await story.visit({ userId: owner, expected }, async (page) => {
      const cut = await cutScripts(page);
      await page.goto(story.url);
      await heading(page, 'Incidents');
      for (const [name, part] of [
        ['Olga Owner: account, language, colours', 'person-menu'],
        ['Filter', 'filter-panel'],
      ] as const) {
        const missing = await cut.during(async () => {
          await press(page, name);
          await page.waitForSelector(
            '::-p-xpath(//*[starts-with(., "The server did not answer")])',
          );
        });
        // The first item of a menu, which has the focus, is a link: its page is on its way as well.
        expect(missing).toContain(part);
        await page.waitForFunction('document.activeElement?.localName === "button"');
        expect(await page.$('[role=menu], [role=dialog]')).toBeNull();
        await press(page, 'Close');
        await press(page, name);
        await page.waitForSelector('[role=menu], [role=dialog]');
        await page.keyboard.press('Escape');
      }
    });
  });

  it.concurrent('a button that saves a file keeps the focus while it tries, and when it fails', async () => {
    await story.visit({ userId: owner, expected }, async (page) => {
      const cut = await cutScripts(page);
      await page.goto(`${story.url}/teams/${teamId}`);
      await (await page.waitForSelector('::-p-aria(Download as Terraform)'))?.focus();
      const missing = await cut.during(async () => {
        await page.keyboard.press('Enter');
        await shows(page, 'The server did not answer');
      });
      expect(missing).not.toEqual([]);
      expect(await page.evaluate('document.activeElement?.innerText')).toBe(
        'Download as Terraform',
      );
    });
  });

  it.concurrent('a part of a page says so in its place, in German too, and comes when it is asked for again', async () => {
    await story.visit({ userId: german, language: 'de', expected }, async (page) => {
      const cut = await cutScripts(page);
      await page.goto(`${story.url}/teams/${teamId}`);
      await heading(page, 'Payments');
      await cut.during(async () => {
        await pressText(page, 'Stufen und Pläne');
        await shows(page, 'sobald das Netz wieder da ist');
      });
      await look(page, 'part-away-de');
      await pressText(page, 'Noch einmal');
      await page.waitForFunction(`!document.querySelector('.problem')`);
    });
  });

  it.concurrent('a page says so inside of what is around it, and comes when it is asked for again', async () => {
    await story.visit({ userId: owner, expected }, async (page) => {
      const cut = await cutScripts(page);
      await page.goto(story.url);
      await heading(page, 'Incidents');
      await cut.during(async () => {
        await pressText(page, 'Reports');
        await heading(page, 'This could not be loaded');
      });
      await look(page, 'page-away');
      await pressText(page, 'Try again');
      await page.waitForSelector('::-p-xpath(//h1[not(contains(., "could not"))])');
      expect(new URL(page.url()).pathname).toMatch(/^\/reports/);
    });
  });

  it.concurrent('a script that the server no longer has is got by loading the page again, which the message offers', async () => {
    await story.visit({ userId: owner, expected }, async (page) => {
      await page.goto(story.url);
      await heading(page, 'Incidents');
      const replaced = await answerNotFound(page);
      await press(page, 'Olga Owner: account, language, colours');
      await shows(page, 'The server may have been updated meanwhile');
      await replaced();
      await Promise.all([page.waitForNavigation(), pressText(page, 'Load again')]);
      await heading(page, 'Incidents');
      await press(page, 'Olga Owner: account, language, colours');
      await page.waitForSelector('[role=menu]');
    });
  });
});

/** Scripts are not found from here on, as after an update of the server, until the answer is called. */
async function answerNotFound(page: Page): Promise<() => Promise<void>> {
  await page.setRequestInterception(true);
  const refuse = (request: HTTPRequest) =>
    void (request.url().includes('/assets/')
      ? request.respond({ status: 404, body: '' })
      : request.continue());
  page.on('request', refuse);
  return async () => {
    page.off('request', refuse);
    await page.setRequestInterception(false);
  };
}
