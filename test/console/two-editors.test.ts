import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sessionCookieName } from '../../src/sessions/index.ts';
import {
  type ConsoleStory,
  desk,
  fill,
  heading,
  phone,
  picture,
  press,
  shows,
  startConsole,
} from '../support/console.ts';
import { signIn } from '../support/sessions.ts';

let story: ConsoleStory;
let owner: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
});
afterAll(async () => story?.stop());

const makeService = () =>
  story.server.api.make('/service', { displayName: 'API', publicTitle: 'API' });
const stored = async (id: string) => (await story.server.api.get(`/service/${id}`)).body;

/** Somebody else saves while the page is open. */
async function change(id: string, members: object): Promise<void> {
  const { status } = await story.server.api.put(`/service/${id}`, {
    ...(await stored(id)),
    ...members,
  });
  expect(status).toBe(200);
}

describe('two people who edit one object', () => {
  it.each([
    ['en', 'light', desk],
    ['de', 'dark', phone],
  ] as const)('lose nothing of either: %s, %s', async (language, scheme, viewport) => {
    const id = await makeService();
    const words =
      language === 'en'
        ? {
            field: 'Public description',
            save: 'Save',
            title: 'Somebody else saved meanwhile',
            merge: 'Take their changes along',
            saved: 'Saved',
          }
        : {
            field: 'Öffentliche Beschreibung',
            save: 'Speichern',
            title: 'Jemand hat inzwischen gespeichert',
            merge: 'Andere Änderungen übernehmen',
            saved: 'Gespeichert',
          };
    const visit = { userId: owner, language, scheme, viewport, expected: /status of 412/ };
    await story.visit(visit, async (page) => {
      await page.goto(`${story.url}/services/${id}`);
      await heading(page, 'API');
      await fill(page, words.field, 'Written by Olga');
      await change(id, { displayName: 'API edited by another' });
      await press(page, words.save);
      await shows(page, words.title);
      await shows(page, 'API edited by another');
      await picture(page, `conflict-${language}-${scheme}`);
      expect(await stored(id)).toMatchObject({ publicDescription: null });
      await press(page, words.merge);
      await press(page, words.save);
      await shows(page, words.saved);
      expect(await stored(id)).toMatchObject({
        displayName: 'API edited by another',
        publicDescription: 'Written by Olga',
      });
    });
  });

  it('may be overwritten knowingly', async () => {
    const id = await makeService();
    await story.visit({ userId: owner, expected: /status of 412/ }, async (page) => {
      await page.goto(`${story.url}/services/${id}`);
      await heading(page, 'API');
      await fill(page, 'Public title', 'Mine');
      await change(id, { publicTitle: 'Theirs', publicDescription: 'Theirs' });
      await press(page, 'Save');
      await shows(page, 'You both changed Public title');
      await press(page, 'Overwrite their changes');
      await shows(page, 'Saved');
      expect(await stored(id)).toMatchObject({ publicTitle: 'Mine', publicDescription: null });
    });
  });
});

it('what was written is there again after signing in again', async () => {
  const id = await makeService();
  await story.visit({ userId: owner, expected: /status of 401/ }, async (page) => {
    await page.goto(`${story.url}/services/${id}`);
    await heading(page, 'API');
    await fill(page, 'Public description', 'Half a sentence');
    await page.deleteCookie({ name: sessionCookieName, domain: 'localhost', path: '/' });
    await press(page, 'Save');
    await page.waitForFunction("location.pathname === '/sign-in'");
    const { token } = await signIn(story.server, { userId: owner });
    await page.browserContext().setCookie({
      name: sessionCookieName,
      value: token,
      domain: 'localhost',
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    });
    await page.goto(`${story.url}/services/${id}`);
    await shows(page, 'is back. It is not saved yet.');
    await press(page, 'Save');
    await shows(page, 'Saved');
    expect(await stored(id)).toMatchObject({ publicDescription: 'Half a sentence' });
  });
});
