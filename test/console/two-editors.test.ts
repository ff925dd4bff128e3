import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultSettings } from '../../console/pages/me/settings.ts';
import { sessionCookieName } from '../../src/sessions/index.ts';
import {
  type ConsoleStory,
  chooseTime,
  desk,
  fill,
  heading,
  look,
  phone,
  picture,
  press,
  pressFirst,
  pressInDialog,
  shows,
  startConsole,
} from '../support/console.ts';
import { calm } from '../support/page-steps.ts';
import { signIn } from '../support/sessions.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

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
const change = (id: string, members: object) => changeAt(`/service/${id}`, members);

async function changeAt(address: string, members: object): Promise<void> {
  const { body } = await story.server.api.get(address);
  const isOfPerson = address.endsWith('settings');
  const { status, text } = await story.server.api.put(
    isOfPerson ? `${address}?provision=true` : address,
    { ...body, ...members },
  );
  expect(status, text).toBe(200);
}

async function endSession(page: Page): Promise<void> {
  await page.deleteCookie({ name: sessionCookieName, domain: 'localhost', path: '/' });
}

/** As somebody does it in the small window. */
async function signInAs(page: Page, userId: string): Promise<void> {
  const { token } = await signIn(story.server, { userId });
  await page.browserContext().setCookie({
    name: sessionCookieName,
    value: token,
    domain: 'localhost',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
  });
}

/** Waits until a field has this text. */
async function holds(page: Page, text: string): Promise<void> {
  await page.waitForFunction(
    `[...document.querySelectorAll('textarea')].some(({ value }) => value === ${JSON.stringify(text)})`,
  );
}

/** By itself, as a press waits until the page is at rest. */
async function submit(page: Page): Promise<void> {
  await page.evaluate("document.querySelector('form button[type=submit]').click()");
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

describe('the small forms', () => {
  interface Case {
    name: string;
    /** What is opened, and what is written there. */
    write(page: Page): Promise<void>;
    /** Of the object, and what somebody else makes of it. */
    address(): string;
    theirs: object;
    /** Of both, at the end. */
    merged: object;
    /** When it is stored; unlike `Saved`. */
    said?: string;
  }

  let teamId: string;
  let person: string;
  let overrideId: string;
  let membershipId: string;
  beforeAll(async () => {
    const { api } = story.server;
    person = await story.person('Paula Person', 'Administrator');
    teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
    const stan = await story.person('Stan Standin', 'Member');
    membershipId = await api.make('/team-membership', { teamId, userId: stan, role: 'Member' });
    await api.make('/team-membership', { teamId, userId: person, role: 'Administrator' });
    await api.make('/team-membership', { teamId, userId: owner, role: 'Administrator' });
    const tomorrow = Date.now() + 86_400_000;
    overrideId = await api.make('/on-call-override', {
      userId: stan,
      teamId,
      type: 'online',
      start: new Date(tomorrow).toISOString(),
      end: new Date(tomorrow + 86_400_000).toISOString(),
      escalationTier: 1,
    });
  });

  const settings = () => `/user/${person}/incident-notification-settings`;
  const cases: Case[] = [
    {
      name: 'profile',
      async write(page) {
        await page.goto(`${story.url}/me?section=profile`);
        await fill(page, 'Name', 'Paula P.');
      },
      address: () => `/user/${person}`,
      theirs: { timeZoneId: 'Asia/Tokyo' },
      merged: { displayName: 'Paula P.', timeZoneId: 'Asia/Tokyo' },
    },
    {
      name: 'phone number',
      async write(page) {
        await page.goto(`${story.url}/me?section=devices`);
        await fill(page, 'Phone number', '+49 151 12345678');
      },
      address: settings,
      theirs: { phoneNumber: '+4915187654321' },
      merged: { phoneNumber: '+4915112345678' },
    },
    {
      name: 'notification settings',
      async write(page) {
        await page.goto(`${story.url}/me`);
        await press(page, 'Text message');
      },
      address: settings,
      theirs: {
        incidentNotificationSettings: { ...defaultSettings, delayInMinEmail: 7 },
      },
      merged: { delayInMinEmail: 7, shouldSendSMS: !defaultSettings.shouldSendSMS },
    },
    {
      name: 'team settings',
      async write(page) {
        await page.goto(`${story.url}/teams/${teamId}?tab=settings`);
        await shows(page, '1 thing keeps people from being told');
        await fill(page, 'Name', 'Money');
      },
      address: () => `/team/${teamId}`,
      theirs: { labels: ['pci'] },
      merged: { displayName: 'Money', labels: ['pci'] },
    },
    {
      name: 'override',
      async write(page) {
        await page.goto(`${story.url}/on-call`);
        await press(page, 'Change: Stan Standin as well');
        await page.waitForSelector('input[type=datetime-local]');
        await chooseTime(page, 'Until', '18:00');
      },
      address: () => `/on-call-override/${overrideId}`,
      theirs: { escalationTier: 2 },
      merged: { escalationTier: 2 },
      said: 'The override is there',
    },
  ];

  it.each(cases.map((one) => [one.name, one] as const))(
    'lose nothing of either: %s',
    async (_, { write, address, theirs, merged, said }) => {
      await story.visit({ userId: person, expected: /status of 412/ }, async (page) => {
        await write(page);
        await changeAt(address(), theirs);
        const saved = (await story.server.api.get(address())).body;
        await press(page, 'Save');
        await shows(page, 'Somebody else saved meanwhile');
        expect((await story.server.api.get(address())).body).toEqual(saved);
        await press(page, 'Take their changes along');
        await press(page, 'Save');
        await shows(page, said ?? 'Saved');
        expect((await story.server.api.get(address())).body).toMatchObject(merged);
      });
    },
  );

  it('add beside what others add: two maintenance windows', async () => {
    const address = `/team/${teamId}`;
    await story.visit({ userId: owner, expected: /status of 412/ }, async (page) => {
      await page.goto(`${story.url}${address.replace('team', 'teams')}?tab=maintenance`);
      await press(page, 'Plan maintenance');
      await fill(page, 'Description', 'Mine');
      await changeAt(address, {
        maintenanceWindows: [{ type: 'muted', start: null, end: null, description: 'Theirs' }],
      });
      await press(page, 'Save');
      await shows(page, 'Saved');
      const { maintenanceWindows } = (await story.server.api.get(address)).body;
      expect(maintenanceWindows).toMatchObject([
        { description: 'Theirs' },
        { description: 'Mine' },
      ]);
    });
  });

  it('say who was faster where there is one thing to choose, and show what is so', async () => {
    const address = `/team-membership/${membershipId}`;
    await story.visit({ userId: owner, expected: /status of 412/ }, async (page) => {
      await page.goto(`${story.url}/teams/${teamId}?tab=members`);
      // What comes above it moves it.
      await shows(page, '1 thing keeps people from being told');
      await pressFirst(page, 'button[aria-label="Remove: Stan Standin"]');
      await changeAt(address, { role: 'Administrator' });
      await pressInDialog(page, 'Remove');
      await shows(page, 'changed this meanwhile. It is shown as it is now');
      expect((await story.server.api.get(address)).status).toBe(200);
      await pressInDialog(page, 'Remove');
      await shows(page, 'Removed');
      expect((await story.server.api.get(address)).status).toBe(404);
    });
  });
});

describe('what was written is not lost', () => {
  const visit = { expected: /status of 401/ };

  it('when the session ends: signing in happens above the form, and then it goes on', async () => {
    const id = await makeService();
    await story.visit({ ...visit, userId: owner }, async (page) => {
      await page.goto(`${story.url}/services/${id}`);
      await heading(page, 'API');
      await fill(page, 'Public description', 'Half a sentence');
      await endSession(page);
      await submit(page);
      await shows(page, 'Your session has ended');
      // Several requests find it out; there is one dialog.
      expect(await page.$$('[role=dialog]')).toHaveLength(1);
      await look(page, 'session-ended');
      await pressInDialog(page, 'Sign in');
      const window = await page
        .browserContext()
        .waitForTarget((one) => one.url().includes('/sign-in?returnTo=%2Fsigned-in'));
      await signInAs(page, owner);
      // What was refused was sent again.
      await shows(page, 'Saved');
      expect(await page.$$('[role=dialog]')).toHaveLength(0);
      expect(await stored(id)).toMatchObject({ publicDescription: 'Half a sentence' });
      await expect.poll(() => page.browserContext().targets().includes(window)).toBe(false);
    });
  });

  it('by loading the page again, nor by leaving and closing it: it is back until it is discarded', async () => {
    const id = await makeService();
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/services/${id}`);
      await heading(page, 'API');
      await fill(page, 'Public description', 'Half a sentence');
      await page.reload();
      await shows(page, 'is back. It is not saved yet.');
      await page.goto(`${story.url}/services`);
      await heading(page, 'Services');
      await page.goBack();
      await holds(page, 'Half a sentence');

      const other = await page.browserContext().newPage();
      await page.close();
      calm(other);
      await other.goto(`${story.url}/services/${id}`);
      await shows(other, 'is back. It is not saved yet.');
      await press(other, 'Discard it');
      await other.reload();
      await heading(other, 'API');
      expect(await other.evaluate('document.body.innerText')).not.toContain('is back');
      expect(await other.evaluate('JSON.stringify(localStorage)')).not.toContain('Half a');
    });
  });

  it('by another tab: each keeps its own', async () => {
    const id = await makeService();
    await story.visit({ userId: owner }, async (page) => {
      const other = await page.browserContext().newPage();
      calm(other);
      for (const one of [page, other]) {
        await one.goto(`${story.url}/services/${id}`);
        await heading(one, 'API');
      }
      await fill(page, 'Public description', 'Of the first');
      await fill(other, 'Public description', 'Of the second');
      for (const [one, text] of [
        [page, 'Of the first'],
        [other, 'Of the second'],
      ] as const) {
        await one.reload();
        await shows(one, 'is back. It is not saved yet.');
        await holds(one, text);
      }
    });
  });

  it('but is not for somebody else, who finds nothing of it in this browser', async () => {
    const id = await makeService();
    const other = await story.person('Oscar Other');
    await story.visit({ ...visit, userId: owner }, async (page) => {
      await page.goto(`${story.url}/services/${id}`);
      await heading(page, 'API');
      await fill(page, 'Public description', 'For nobody else');
      expect(await page.evaluate('JSON.stringify(localStorage)')).toContain('For nobody else');
      await endSession(page);
      await submit(page);
      await shows(page, 'Your session has ended');
      await signInAs(page, other);
      await page.waitForFunction("location.pathname === '/'");
      await heading(page, 'Incidents');
      expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain('For nobody');
      expect(await stored(id)).toMatchObject({ publicDescription: null });
    });
  });

  it('but secrets are kept nowhere in the browser', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/settings/sign-in/new`);
      await heading(page, 'Connect an identity provider');
      await fill(page, 'Display name', 'Provider');
      await fill(page, 'Client secret', 'hush-hush-1234');
      const kept = await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })');
      expect(kept).toContain('Provider');
      expect(kept).not.toContain('hush');
    });
  });

  it('by Escape in a dialog, and not shown again once it was sent: a comment at night', async () => {
    const { api } = story.server;
    const integrationId = await makeIntegration(story.server, { displayName: 'Shop alerts' });
    await map(story.server, integrationId);
    const { body } = await send(story.server, integrationId, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'Open', severity: 'Critical', title: 'Down', id: '1' }),
    });
    const incidentId = String(body.incidentId);
    await story.visit({ ...visit, userId: owner }, async (page) => {
      await page.goto(`${story.url}/incidents/${incidentId}`);
      await heading(page, 'Down');
      await page.keyboard.press('c');
      await (await page.waitForSelector('[role=dialog] textarea'))?.type('The queue worker hangs');
      await page.keyboard.press('Escape');
      await page.waitForFunction("!document.querySelector('[role=dialog]')");
      await page.keyboard.press('c');
      await page.waitForFunction(
        "document.querySelector('[role=dialog] textarea')?.value === 'The queue worker hangs'",
      );
      await endSession(page);
      await page.evaluate(
        "[...document.querySelectorAll('[role=dialog] button')].find((one) => one.innerText === 'Comment').click()",
      );
      await shows(page, 'Your session has ended');
      await signInAs(page, owner);
      await page.waitForFunction("!document.querySelector('[role=dialog]')");
      await shows(page, 'The queue worker hangs');
      const { text } = await api.get(`/incident/search/${incidentId}`);
      expect(text.split('"message":"The queue worker hangs"')).toHaveLength(2);
      await page.keyboard.press('c');
      await page.waitForSelector('[role=dialog] textarea');
      expect(await page.evaluate("document.querySelector('[role=dialog] textarea').value")).toBe(
        '',
      );
    });
  });
});
