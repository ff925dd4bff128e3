import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  press,
  pressText,
  shows,
  startWithTeam,
} from '../support/console.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let story: ConsoleStory;
let owner: string;
let teamId: string;
let integrationId: string;
beforeAll(async () => {
  ({ story, owner, teamId } = await startWithTeam());
  integrationId = await makeIntegration(story.server, { displayName: 'Shop', teamId });
  await map(story.server, integrationId);
});
afterAll(async () => story?.stop());

const begin = async (title: string) => {
  const { body } = await send(story.server, integrationId, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'Open', severity: 'Critical', title, id: title }),
  });
  return String(body.incidentId);
};

/** Keeps what the page says by itself: each text that comes into a part of it that is read out. */
async function listen(page: Page): Promise<void> {
  await page.evaluateOnNewDocument(`
    window.said = [];
    const regions = ':is([role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive], output):not([aria-live=off])';
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes)
        for (const one of addedNodes) {
          const element = one.nodeType === 3 ? one.parentElement : one;
          const region = element?.closest?.(regions) ?? target.closest?.(regions) ?? element?.querySelector?.(regions);
          if (region && one.textContent.trim()) window.said.push(one.textContent.trim());
        }
    }).observe(document, { childList: true, subtree: true });
  `);
}

const said = (page: Page) => page.evaluate('window.said') as Promise<string[]>;
const says = (page: Page, text: string) =>
  page.waitForFunction(`window.said.includes(${JSON.stringify(text)})`);

describe('people who hear the page', () => {
  it('are told of a new incident by its title, and of a flood by its number', async () => {
    await story.visit({ userId: owner, language: 'de' }, async (page) => {
      await listen(page);
      await begin('Was there before');
      await page.goto(story.url);
      await shows(page, 'Was there before');
      await page.waitForSelector('.live-dot-on');
      await begin('Disk full on db-1');
      await says(page, 'Neue Störung, Kritisch: Disk full on db-1');
      for (let number = 1; number <= 25; number += 1) await begin(`Latency of api-${number}`);
      await page.waitForFunction(`window.said.some((text) => /neue Störungen/.test(text))`);
      await shows(page, 'Latency of api-25');
      const told = (await said(page)).filter((text) => text.includes('tör'));
      const counts = told.slice(1).map((text) => Number(/^(\d+) neue Störungen$/.exec(text)?.[1]));
      expect(counts.length).toBeLessThan(3);
      // Nothing is counted twice. Some may still wait to be said.
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(25);
    });
  });

  it.concurrent('are told once that something was saved, and once what is wrong', async () => {
    await story.visit({ userId: owner, expected: /status of 400/ }, async (page) => {
      await listen(page);
      const id = await story.server.api.make('/service', {
        displayName: 'API',
        publicTitle: 'API',
      });
      await page.goto(`${story.url}/services/${id}`);
      await heading(page, 'API');
      await pressText(page, 'Settings');
      await fill(page, 'Display name', 'Interface');
      await pressText(page, 'Save');
      await says(page, 'Saved');
      expect((await said(page)).filter((text) => text === 'Saved')).toHaveLength(1);

      await fill(page, 'Display name', 'x'.repeat(600));
      await pressText(page, 'Save');
      await page.waitForSelector('.problem');
      await page.waitForFunction('document.activeElement?.ariaInvalid === "true"');
      // A busy server may have been said to be away before.
      await page.waitForFunction(`window.said.indexOf('Saved') < window.said.length - 1`);
      const all = await said(page);
      expect(all.slice(all.indexOf('Saved') + 1)).toEqual(['The request is not valid']);
    });
  });

  it.concurrent('are told what others do with the incident that they look at, not what they did themselves', async () => {
    const incidentId = await begin('Checkout is slow');
    await story.visit({ userId: owner }, async (page) => {
      await listen(page);
      await page.goto(`${story.url}/incidents/${incidentId}`);
      await heading(page, 'Checkout is slow');
      await page.waitForSelector('.live-dot-on');
      await press(page, 'Acknowledge');
      await says(page, 'Acknowledged');
      await shows(page, 'Acknowledged by Olga Owner');
      await story.server.api.patch(`/incident/${incidentId}`, {
        operations: { appendIntent: { intent: 'Resolved' } },
      });
      await page.waitForFunction('window.said.some((text) => text.startsWith("Resolved"))');
      const told = await said(page);
      expect(told.filter((text) => text.startsWith('Acknowledged'))).toEqual(['Acknowledged']);
      expect(told.filter((text) => text.startsWith('Resolved'))).toHaveLength(1);
    });
  });

  it.concurrent('are told once that the page is not live, and that it is again', async () => {
    const expected = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to load resource/;
    await story.visit({ userId: owner, expected }, async (page) => {
      await listen(page);
      await page.goto(story.url);
      await heading(page, 'Incidents');
      await page.waitForSelector('.live-dot-on');
      await page.setOfflineMode(true);
      await page.evaluate('window.dispatchEvent(new Event("offline"))');
      await says(page, 'Not live');
      await page.setOfflineMode(false);
      await page.evaluate('window.dispatchEvent(new Event("online"))');
      await says(page, 'Live again');
      const told = await said(page);
      for (const text of ['Not live', 'Live again'])
        expect(told.filter((one) => one === text)).toEqual([text]);
    });
  });

  it.concurrent('are told that something else is still being done', async () => {
    const incidentId = await begin('Certificate expires');
    await story.visit({ userId: owner }, async (page) => {
      await listen(page);
      await page.goto(`${story.url}/incidents/${incidentId}`);
      await heading(page, 'Certificate expires');
      await page.waitForNetworkIdle({ idleTime: 100, concurrency: 2 });
      const client = await page.createCDPSession();
      const slow = { offline: false, latency: 4000, downloadThroughput: -1, uploadThroughput: -1 };
      await client.send('Network.emulateNetworkConditions', slow);
      await page.keyboard.press('a');
      await page.keyboard.press('e');
      await page.waitForFunction('window.said.some((text) => text.includes("still"))');
      expect((await said(page)).filter((text) => text.includes('still'))).toHaveLength(1);
      await client.send('Network.emulateNetworkConditions', { ...slow, latency: 0 });
      await says(page, 'Acknowledged');
    });
  });
});
