import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordCallback } from '../../src/notifications/index.ts';
import {
  type ConsoleStory,
  heading,
  phone,
  picture,
  press,
  shows,
  startConsole,
} from '../support/console.ts';
import { storeDelivery } from '../support/deliveries.ts';
import { makePerson } from '../support/keys.ts';

let story: ConsoleStory;
let owner: string;
let team: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
  team = await story.server.api.make('/team', { displayName: 'Payments' });
});
afterAll(async () => story?.stop());

const makeIncident = (title: string, teamId = team) =>
  story.server.api.make('/incident', {
    title,
    status: 'Open',
    severity: 'Critical',
    teamIds: [teamId],
  });
const isLive = (page: Page) => page.waitForSelector('.live-dot-on');
const gone = (page: Page, text: string) =>
  page.waitForFunction(`!document.body.innerText.includes(${JSON.stringify(text)})`);

/** How often the page asked for events. */
function countStreams(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/console/v1/events')) count += 1;
  });
  return () => count;
}

describe('live', () => {
  it('a list and an incident change by themselves, and say when they do not', async () => {
    const expected = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK|Failed to load resource/;
    await story.visit({ userId: owner, expected }, async (page) => {
      await page.goto(story.url);
      await heading(page, 'Incidents');
      await isLive(page);
      const id = await makeIncident('Disk full on db-1');
      await shows(page, 'Disk full on db-1');
      await press(page, 'Disk full on db-1');
      await heading(page, 'Disk full on db-1');
      await story.server.api.patch(`/incident/${id}`, {
        operations: { appendIntent: { intent: 'Commented', message: 'The disk is on its way' } },
      });
      await shows(page, 'The disk is on its way');

      await page.setOfflineMode(true);
      await page.evaluate('window.dispatchEvent(new Event("offline"))');
      await shows(page, 'Not live');
      await press(page, 'Not live');
      await shows(page, 'is not told what changes');
      await picture(page, 'live-lost');
      await story.server.api.patch(`/incident/${id}`, {
        operations: { appendIntent: { intent: 'Commented', message: 'It has arrived' } },
      });
      await press(page, 'Try now');
      await page.setOfflineMode(false);
      await shows(page, 'It has arrived');
      await gone(page, 'Not live');
    });
  });

  it('what a page has just fetched is not fetched again when its stream begins', async () => {
    const id = await makeIncident('Told to somebody who opens it at once');
    // As somebody does who was just told.
    story.server.clock.advance(3);
    await story.visit({ userId: owner }, async (page) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/public/v1/incident/')) asked.push(pathname);
      });
      await page.goto(`${story.url}/incidents/${id}`);
      await isLive(page);
      await page.waitForNetworkIdle({ idleTime: 1_500, concurrency: 1 });
      expect(asked.toSorted()).toEqual([...new Set(asked)].toSorted());
      expect(asked).toHaveLength(6);
    });
  });

  it('a message that arrives is shown, and nobody asks for it before', async () => {
    const id = await makeIncident('Told by text');
    const { world } = story.server.app;
    const record = await storeDelivery(world, {
      organizationId: story.server.organizationId,
      ownerId: owner,
      incidentId: id,
      lane: 'SMS',
      providerId: 'SM1',
    });
    // As somebody does who was told a moment ago.
    story.server.clock.advance(3);
    await story.visit({ userId: owner }, async (page) => {
      let asked = 0;
      page.on('request', (request) => {
        if (request.url().includes('/notifications?')) asked += 1;
      });
      await page.goto(`${story.url}/incidents/${id}`);
      await shows(page, 'SMS · sent');
      await isLive(page);
      await page.waitForNetworkIdle({ idleTime: 6_000, concurrency: 1 });
      expect(asked).toBe(1);
      const report = { deliveryId: record._id, providerId: 'SM1', errorCode: null };
      await recordCallback(world, { ...report, status: 'delivered' });
      await shows(page, 'SMS · arrived');
      expect(asked).toBe(2);
    });
  });

  it('tabs share one stream, and the next goes on when the first is closed', async () => {
    await story.visit({ userId: owner }, async (page) => {
      const first = countStreams(page);
      await page.goto(story.url);
      await isLive(page);
      const other = await page.browserContext().newPage();
      const second = countStreams(other);
      await other.goto(story.url);
      await isLive(other);
      await makeIncident('Seen in both');
      await other.bringToFront();
      await shows(other, 'Seen in both');
      expect([first(), second()]).toEqual([1, 0]);
      await page.close();
      await makeIncident('Seen by the one that is left');
      await shows(other, 'Seen by the one that is left');
      await other.close();
    });
  });

  it('who comes back to the tab sees what changed meanwhile', async () => {
    await story.visit({ userId: owner, viewport: phone }, async (page) => {
      await page.goto(story.url);
      await isLive(page);
      await page.evaluate(`
        window.shown = 'hidden';
        Object.defineProperty(document, 'visibilityState', { get: () => window.shown });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        const now = Date.now;
        Date.now = () => now() + 120_000;
      `);
      // The clock of the server stands still otherwise.
      story.server.clock.advance(300);
      for (let n = 1; n <= 7; n += 1) await makeIncident(`Night ${n}`);
      await page.evaluate(`
        window.shown = 'visible';
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      `);
      await shows(page, '7 incidents changed while you were away');
      await shows(page, 'and 2 more');
      await page.waitForFunction(`document.body.innerText.split('Night 7').length > 2`);
      await picture(page, 'live-away');
      await press(page, 'Dismiss');
      await gone(page, 'while you were away');
    });
  });

  it('nothing of other teams appears, and a new role is there without loading the page', async () => {
    const mine = await story.server.api.make('/team', { displayName: 'Mine' });
    const { id: userId } = await makePerson(story.server, { teams: { [mine]: 'Member' } });
    await story.visit({ userId }, async (page) => {
      await page.goto(story.url);
      await isLive(page);
      await makeIncident('Not for them');
      await makeIncident('For them', mine);
      await shows(page, 'For them');
      expect(await page.evaluate('document.body.innerText')).not.toContain('Not for them');
      await story.server.api.make('/team-membership', { userId, teamId: team, role: 'Member' });
      await makeIncident('Theirs from now on');
      await shows(page, 'Theirs from now on');
    });
  });
});
