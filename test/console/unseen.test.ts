import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleStory, rest, startConsole } from '../support/console.ts';
import { makeIntegration } from '../support/webhook.ts';

/** Turns the direction of what follows, and parts a word where nobody sees it. */
const hostile = (name: string) => `${name} \u202egnp.\u200bexe`;

let story: ConsoleStory;
let owner: string;
let pages: string[];

beforeAll(async () => {
  story = await startConsole();
  const { api } = story.server;
  owner = await story.person('Olga Owner');
  await api.make('/user', { displayName: hostile('Eve'), email: 'eve@example.com' });
  const teamId = await api.make('/team', { displayName: hostile('Team'), timeZoneId: 'UTC' });
  const integrationId = await makeIntegration(story.server, {
    displayName: hostile('Tool'),
    teamId,
  });
  const serviceId = await api.make('/service', {
    displayName: hostile('Service'),
    publicTitle: hostile('Public'),
    teamId,
  });
  const incidentId = await api.make('/incident', {
    title: hostile('Incident'),
    status: 'Open',
    severity: 'Critical',
    integrationId,
    teamIds: [teamId],
    serviceIds: [serviceId],
    attributes: [{ name: hostile('Name'), value: hostile('Value') }],
    message: hostile('Message'),
  });
  pages = [
    '/',
    `/incidents/${incidentId}`,
    '/on-call',
    '/teams',
    `/teams/${teamId}`,
    '/integrations',
    `/integrations/${integrationId}`,
    '/services',
    `/services/${serviceId}`,
    '/audit-log',
    '/routing',
    '/reports',
    '/settings',
  ];
});
afterAll(async () => story?.stop());

describe('characters that turn the direction of writing, or that nobody sees', () => {
  it('are shown on no page, in no label and in no title of a window', async () => {
    await story.visit({ userId: owner }, async (page) => {
      let seen = 0;
      for (const path of pages) {
        await page.goto(`${story.url}${path}`);
        await page.waitForSelector('h1');
        await rest(page);
        const found = (await page.evaluate(`(() => {
          const unseen = /[\\u061c\\u200b\\u200e\\u200f\\u202a-\\u202e\\u2060\\u2066-\\u2069\\ufeff]/;
          const texts = [document.title, ...document.body.innerText.split('\\n')];
          for (const one of document.querySelectorAll('[title], [aria-label], [alt], [placeholder]'))
            for (const name of ['title', 'aria-label', 'alt', 'placeholder'])
              texts.push(one.getAttribute(name) ?? '');
          return {
            bad: texts.filter((text) => unseen.test(text)),
            clean: texts.filter((text) => text.includes('gnp.exe')).length,
          };
        })()`)) as { bad: string[]; clean: number };
        expect({ path, bad: found.bad }).toEqual({ path, bad: [] });
        seen += found.clean;
      }
      // The names were there to be seen.
      expect(seen).toBeGreaterThan(pages.length / 2);
    });
  });
});
