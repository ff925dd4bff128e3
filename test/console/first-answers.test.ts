import { readFileSync } from 'node:fs';
import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConsoleStory, heading, startConsole } from '../support/console.ts';

const firstAnswers = JSON.parse(readFileSync('console/first-answers.json', 'utf8')) as Record<
  string,
  string[]
>;

let story: ConsoleStory;
let userId: string;
let incidentId: string;
beforeAll(async () => {
  story = await startConsole();
  const { api } = story.server;
  userId = await story.person('Olga Owner');
  const teamId = await api.make('/team', { displayName: 'Payments' });
  await api.make('/team-membership', { teamId, userId, role: 'Administrator' });
  const incident = { title: 'Down', status: 'Open', severity: 'Critical', teamIds: [teamId] };
  incidentId = await api.make('/incident', incident);
  // What has just changed is fetched again when the stream of events begins.
  story.server.clock.advance(60);
});
afterAll(async () => story?.stop());

/** A page that shows what happens asks again after so long. */
const againMilliseconds = 4000;

/** Gathers the answers of the Public API that a page asks for. */
function listen(page: Page): string[] {
  const asked: string[] = [];
  const first = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const [, answer] = `${pathname}${search}`.split('/api/public/v1/');
    if (answer === undefined) return;
    const now = Date.now();
    if (now - (first.get(answer) ?? now) < againMilliseconds) asked.push(answer);
    if (!first.has(answer)) first.set(answer, now);
  });
  return asked;
}

it.each(Object.keys(firstAnswers))(
  'what the document of %s asks for is what its page would ask for by itself, and asked for once',
  async (route) => {
    const path = route.replace('$incidentId', incidentId);
    const named = (firstAnswers[route] ?? [])
      .map((answer) => answer.replace('$incidentId', incidentId))
      .toSorted();
    const ofNamed = (asked: readonly string[]) =>
      asked.filter((answer) => named.includes(answer)).toSorted();
    await story.visit({ userId }, async (page) => {
      const asked = listen(page);
      await page.goto(`${story.url}/settings`);
      await heading(page, 'Organization');
      await page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)})`);
      await page.waitForFunction(
        '!/Organization/.test(document.title) && !document.querySelector("[aria-busy=true]")',
      );
      expect(ofNamed(asked)).toEqual(named);
    });
    await story.visit({ userId }, async (page) => {
      const asked = listen(page);
      await page.goto(`${story.url}${path}`);
      await page.waitForSelector('h1');
      await page.waitForFunction('!document.querySelector("[aria-busy=true]")');
      expect(ofNamed(asked)).toEqual(named);
    });
  },
);

it('a page with filters, and one of an address that is no id, ask for nothing beforehand', async () => {
  await story.visit({ userId, expected: /status of 40[04]/ }, async (page) => {
    const preloadsOf = async (path: string) => {
      await page.goto(`${story.url}${path}`);
      const preloads = '[...document.querySelectorAll("link[as=fetch]")].map(({ href }) => href)';
      return page.evaluate(preloads);
    };
    const me = `${story.url}/api/console/v1/me`;
    expect(await preloadsOf('/?status=Resolved')).toEqual([me]);
    expect(await preloadsOf('/teams')).toEqual([me]);
    expect(await preloadsOf(`/incidents/${encodeURIComponent('"><b>')}`)).toEqual([me]);
  });
});
