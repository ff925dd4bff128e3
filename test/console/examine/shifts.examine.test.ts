import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleStory, desk, phone, rest, startConsole } from '../../support/console.ts';
import { addresses } from './addresses.ts';
import { fillOrganization, type Organization } from './organization.ts';

/** As browsers add up what moves: more than this, and people press something else than they meant. */
const shiftMax = 0.1;
/** Answers come one after the other, as they do on a phone. */
const network = { offline: false, latency: 80, downloadThroughput: -1, uploadThroughput: -1 };

let story: ConsoleStory;
let organization: Organization;
beforeAll(async () => {
  story = await startConsole({ clock: new Date(Date.now() - 4 * 3_600_000).toISOString() });
  organization = await fillOrganization(story);
});
afterAll(async () => story?.stop());

/** Keeps every move of something that was there already, and what it was. */
const watch = `
  window.moves = [];
  const nameOf = (node) => (node?.nodeType === 3 ? node.parentElement : node)?.className?.toString().slice(0, 60) + ' ' + (node?.textContent ?? '').trim().slice(0, 40);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources, startTime } of list.getEntries())
      if (!hadRecentInput) window.moves.push({ value, at: Math.round(startTime), what: sources.map(({ node }) => nameOf(node)) });
  }).observe({ type: 'layout-shift', buffered: true });
`;

interface Move {
  value: number;
  at: number;
  what: string[];
}

describe.each([
  { size: 'phone', viewport: phone },
  { size: 'desk', viewport: desk },
])('on a $size', ({ viewport }) => {
  it.each(addresses({}))('$name keeps its place while it loads', async ({ name }) => {
    const to = addresses(organization.ids).find((one) => one.name === name)?.to ?? '';
    const visit = { userId: organization.owner, viewport, expected: /status of 40[034]/ };
    await story.visit(visit, async (page) => {
      const client = await page.createCDPSession();
      await client.send('Network.emulateNetworkConditions', network);
      await page.evaluateOnNewDocument(watch);
      await page.goto(`${story.url}${to}`);
      await page.waitForSelector('h1, .problem');
      await rest(page);
      const moves = (await page.evaluate('window.moves')) as Move[];
      const shift = moves.reduce((sum, { value }) => sum + value, 0);
      expect(shift > shiftMax ? moves : []).toEqual([]);
    });
  });
});
