import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleStory, startConsole } from '../../support/console.ts';
import { makeIntegration, map, send } from '../../support/webhook.ts';

/** With the document, its style, its scripts, and all that it asks the API. */
const requestsMax = 15;
const quietMilliseconds = 400;

/** All pages, as the program in the browser knows them. */
export const paths: readonly string[] = [
  ...readFileSync('console/routes.ts', 'utf8').matchAll(/\bpath: '([^']+)'/g),
].map(([, path = '']) => path);

/** Holds each of these pages to the requests that it may need when nothing of it is kept anywhere. */
export function examineColdLoads(of: readonly string[]): void {
  let story: ConsoleStory;
  let owner: string;
  const ids = new Map<string, string>();
  beforeAll(async () => {
    story = await startConsole();
    const { api } = story.server;
    owner = await story.person('Olga Owner');
    const teamId = await api.make('/team', { displayName: 'Payments' });
    await api.make('/team-membership', { teamId, userId: owner, role: 'Administrator' });
    const integrationId = await makeIntegration(story.server, { displayName: 'Shop', teamId });
    await map(story.server, integrationId);
    const { body } = await send(story.server, integrationId, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'Open', severity: 'Critical', title: 'Down', id: '1' }),
    });
    const serviceId = await api.make('/service', { displayName: 'API', publicTitle: 'API' });
    ids.set('userId', owner);
    ids.set('teamId', teamId);
    ids.set('integrationId', integrationId);
    ids.set('incidentId', String(body.incidentId));
    ids.set('serviceId', serviceId);
    // What has just changed is fetched again when the stream of events begins.
    await api.patch(`/incident/${body.incidentId}`, {
      operations: { appendIntent: { intent: 'Acknowledged' } },
    });
    story.server.clock.advance(60);
  });
  afterAll(async () => story?.stop());

  describe('a page that is loaded for the first time', () => {
    it.each(of)('needs few requests: %s', async (path) => {
      // What is not there costs no less: the page asks for it, and says so.
      const address = path.replaceAll(
        /\$(\w+)/g,
        (_, name: string) => ids.get(name) ?? '01a20a54-71a3-7001-95df-3752981c2060',
      );
      const asked: string[] = [];
      // German needs all that English needs, and its words.
      const visit = { userId: owner, language: 'de', expected: /40[034]/ } as const;
      await story.visit(visit, async (page) => {
        await page.setCacheEnabled(false);
        page.on('request', (request) => {
          const { protocol, pathname, search } = new URL(request.url());
          const one = `${pathname}${search}`;
          // A part that is loaded later is fetched, and then run out of the cache, which this browser does not have.
          const isAgain = pathname.startsWith('/assets/') && asked.includes(one);
          if (protocol.startsWith('http') && !isAgain) asked.push(one);
        });
        await page.goto(`${story.url}${address}`);
        await page.waitForSelector('h1, .problem');
        // The events have no end.
        await page.waitForNetworkIdle({ idleTime: quietMilliseconds, concurrency: 2 });
        await page.waitForFunction('!document.querySelector("[aria-busy=true]")');
        const starting = 'getComputedStyle(document.querySelector(".starting")).display';
        expect(await page.evaluate(starting)).toBe('none');
      });

      const isFew = asked.length <= requestsMax;
      expect({ path, asked: isFew ? [] : asked }).toEqual({ path, asked: [] });
    });
  });
}
