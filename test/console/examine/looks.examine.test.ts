import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsoleStory, startConsole } from '../../support/console.ts';
import { phone, rest, sight, views } from '../../support/look.ts';
import { addresses } from './addresses.ts';
import { hierarchy } from './in-page.ts';
import { fillOrganization, type Organization } from './organization.ts';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
/** Looked at for what they say of an object that is not there; the others say the same. */
const ofNothing = new Set(['services-serviceId']);
const languages = ['en', 'de'] as const;

let full: ConsoleStory;
let empty: ConsoleStory;
let organization: Organization;
let newcomer: string;
beforeAll(async () => {
  [full, empty] = await Promise.all([
    startConsole({ clock: hoursAgo(4), env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9' } }),
    startConsole(),
  ]);
  organization = await fillOrganization(full);
  newcomer = await empty.person('Nora Neu');
});
afterAll(async () => {
  await full?.stop();
  await empty?.stop();
});

/** What is wrong with the page in any view. */
async function seen(
  story: ConsoleStory,
  userId: string,
  { language, name, to }: { language: 'en' | 'de'; name: string; to: string },
): Promise<string[]> {
  return story.visit({ userId, language, expected: /status of 40[034]/ }, async (page) => {
    await page.goto(`${story.url}${to}`);
    await page.waitForSelector('h1, .problem');
    const wrong: string[] = [];
    for (const view of views) {
      const place = `${view.viewport.width} ${view.scheme}: `;
      wrong.push(...(await sight(page, `${name}-${language}`, view)).map((one) => place + one));
    }
    await page.setViewport(phone);
    await rest(page);
    wrong.push(...((await page.evaluate(hierarchy)) as string[]));
    return wrong;
  });
}

describe.each(languages)('in %s, both themes and both sizes, axe finds nothing', (language) => {
  it.each(addresses({}))('on $name of an organization that works', async ({ name }) => {
    const to = addresses(organization.ids).find((one) => one.name === name)?.to ?? '';
    expect(await seen(full, organization.owner, { language, name, to })).toEqual([]);
  });

  it.each(addresses({}).filter(({ name }) => !/id\b/i.test(name) || ofNothing.has(name)))(
    'on $name of one that begins',
    async ({ name, to }) => {
      expect(await seen(empty, newcomer, { language, name: `empty-${name}`, to })).toEqual([]);
    },
  );
});
