import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  press,
  pressInDialog,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';
import { makePerson } from '../support/keys.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

const hostile = '<img src=x onerror=alert(1)>';

let story: ConsoleStory;
let owner: string;
let member: string;
let integrationId: string;
let smtp: FakeSmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  story = await startConsole({ env: { TOCSIN_SMTP_URL: smtp.url } });
  owner = await story.person('Olga Owner');
  member = await story.person('Max Member', 'Member');
  integrationId = await makeIntegration(story.server, { displayName: 'Probe of the shop' });
  await map(story.server, integrationId);
});
afterAll(() => Promise.all([story?.stop(), smtp?.stop()]));

/** Chooses one of a list; the menu has links of the same name. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = await page.waitForSelector(
    `::-p-xpath(//label[starts-with(normalize-space(.), "${label}")]/following::input[1])`,
    { visible: true },
  );
  await field?.click();
  await pressText(page, option);
  await page.keyboard.press('Escape');
}

/** The menu has a link of the same name. */
async function pressTab(page: Page, text: string): Promise<void> {
  const tab = await page.waitForSelector(
    `::-p-xpath(//*[@role="tab" and normalize-space(.)="${text}"])`,
    { visible: true },
  );
  await tab?.click();
}

describe('services and status pages', () => {
  it('are made, show what happens, and are looked at as customers see them', async () => {
    await story.visit({ userId: owner, expected: /status of 400/ }, async (page) => {
      await page.goto(`${story.url}/services`);
      await heading(page, 'Services');
      await shows(page, 'A service is what customers know');
      await pressText(page, 'New service');
      await heading(page, 'New service');
      await fill(page, 'Display name', 'Checkout (Payments)');
      await fill(page, 'Public title', hostile);
      await look(page, 'service-new');
      await pressText(page, 'Create');
      await heading(page, 'Checkout (Payments)');
      const { body } = await story.server.api.get('/service/search/list');
      const [service] = body.services as Record<string, unknown>[];
      await story.server.api.put(`/service/${String(service?.id)}`, {
        ...service,
        integrations: [{ integrationId, severities: null }],
      });
      await page.reload();
      await page.waitForSelector('input[value="Probe of the shop"]');
      await look(page, 'service');
      await page.goto(`${story.url}/services`);
      await shows(page, '1 integration');
      await look(page, 'services');

      await pressText(page, 'Maintenance');
      await heading(page, 'Maintenance');
      await pressText(page, 'Plan maintenance');
      await heading(page, 'Plan maintenance');
      await fill(page, 'Display name', 'Upgrade of the database');
      await choose(page, 'Services', 'Checkout (Payments)');
      await shows(page, 'It is on no status page');
      await look(page, 'maintenance-new');
      await pressText(page, 'Create');
      await heading(page, 'Maintenance');
      await shows(page, 'Upgrade of the database');
      await look(page, 'maintenances');
      await pressText(page, 'Upgrade of the database');
      await heading(page, 'Upgrade of the database');

      await page.goto(`${story.url}/status-pages`);
      await heading(page, 'Status pages');
      await pressText(page, 'New status page');
      await heading(page, 'New status page');
      await fill(page, 'Display name', 'Public');
      await fill(page, 'Public title', 'Acme status');
      await fill(page, 'Slug', 'not a slug');
      await choose(page, 'Services', 'Checkout (Payments)');
      await look(page, 'status-page-new');
      await pressText(page, 'Create');
      await shows(page, 'Slug: may only have letters from A to Z, digits, _ and -');
      await fill(page, 'Slug', 'acme');
      await pressText(page, 'Create');
      await heading(page, 'Public');
      await shows(page, hostile);

      await send(story.server, integrationId, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'Open', severity: 'Critical', title: hostile, id: 'x' }),
      });
      await page.reload();
      await shows(page, 'Major outage');
      await shows(page, 'Upgrade of the database');
      await look(page, 'status-page-now');

      await pressText(page, 'Upgrade of the database');
      await heading(page, 'Upgrade of the database');
      await shows(page, 'Nobody has subscribed to this page.');
      await fill(page, 'Public description', 'Orders wait for an hour.');
      await shows(page, 'As customers will see it');
      const frame = async () => (await page.waitForSelector('iframe'))?.contentFrame();
      const words = async () =>
        (await frame())?.$eval('#maintenance + *', (card) => card.textContent);
      await expect.poll(() => words().catch(() => '')).toContain('Orders wait for an hour.');
      await look(page, 'maintenance');
      await pressText(page, 'Discard changes');
      await expect.poll(() => words().catch(() => '')).not.toContain('Orders');
      await page.goBack();
      await heading(page, 'Public');

      await pressTab(page, 'Settings');
      await fill(page, 'Password', 'open sesame');
      await look(page, 'status-page-settings');
      await pressText(page, 'Save');
      await shows(page, 'There is a password.');
      const locked = await fetch(`${story.url}/status/acme`);
      expect(locked.status).toBe(403);
      await press(page, 'Remove the password');
      await pressText(page, 'Save');
      await shows(page, 'Six characters or more.');

      await pressTab(page, 'Subscribers');
      await shows(page, 'Nobody has subscribed');
      await fill(page, 'E-mail address', 'nobody');
      await pressText(page, 'Add');
      await page.waitForSelector('[aria-invalid=true]');
      await fill(page, 'E-mail address', 'ada@example.com');
      await pressText(page, 'Add');
      await shows(page, 'ada@example.com');
      await look(page, 'status-page-subscribers');
      await pressText(page, 'Remove');
      await pressInDialog(page, 'Remove');
      await shows(page, 'Nobody has subscribed');

      await page.goto(`${story.url}/status-pages`);
      await shows(page, '/status/acme');
      await look(page, 'status-pages');
    });
  });

  it('tell customers: written once from an incident, looked at, published, corrected and withdrawn', async () => {
    const found = await story.server.api.get('/incident/search/list?Statuses=Open');
    const [incident] = found.body.incidents as { id: string }[];
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/status-pages/templates`);
      await heading(page, 'Templates');
      await shows(page, 'No templates');
      await pressText(page, 'New template');
      await fill(page, 'Name', 'Looking');
      await fill(page, 'Text in English', 'We look into a problem with {service}.');
      await fill(page, 'Text in German', 'Wir untersuchen ein Problem mit {service}.');
      await look(page, 'public-update-template');
      await pressText(page, 'Save');
      await shows(page, 'We look into a problem');
      await look(page, 'public-update-templates');

      await page.goto(`${story.url}/status-pages/updates/new`);
      await heading(page, 'New update');
      await fill(page, 'Text in English', 'Sorry for the wait.');
      await choose(page, 'Begin with a text', 'Looking');
      // Nothing that somebody wrote is lost to a template.
      await page.waitForFunction(
        `[...document.querySelectorAll('textarea')].some(({ value }) => value === 'Sorry for the wait.\\n\\nWe look into a problem with {service}.')`,
      );

      await page.goto(`${story.url}/incidents/${incident?.id}`);
      await press(page, 'Update the public');
      await heading(page, 'New update');
      await shows(page, 'Checkout (Payments)');
      await choose(page, 'Begin with a text', 'Looking');
      const frame = async () => (await page.waitForSelector('iframe'))?.contentFrame();
      await (await frame())?.waitForSelector('::-p-text(We look into a problem with <img)');
      await look(page, 'public-update-new');
      await pressText(page, 'Save as a draft');
      await heading(page, 'We look into a problem with {service}.');
      await shows(page, 'Draft');
      await (await frame())?.waitForSelector('::-p-text(We look into a problem with <img)');
      await look(page, 'public-update');
      const shown = async () => (await fetch(`${story.url}/status/acme?lang=en`)).text();
      expect(await shown()).not.toContain('We look into');
      await pressText(page, 'Publish');
      await shows(page, 'It is published.');
      await expect.poll(shown, { timeout: 10_000 }).toContain('We look into a problem with');
      await fill(page, 'Text in English', 'A disk is full.');
      await pressText(page, 'Save');
      await expect.poll(shown, { timeout: 10_000 }).toContain('A disk is full.');
      await page.goto(`${story.url}/status-pages/updates`);
      await shows(page, 'A disk is full.');
      await look(page, 'public-updates');
      await pressText(page, 'A disk is full.');
      await pressText(page, 'Withdraw');
      await pressInDialog(page, 'Withdraw');
      await shows(page, 'It is withdrawn.');
      await expect.poll(shown, { timeout: 10_000 }).not.toContain('A disk is full.');
    });
  });

  it('are not for people in teams only, so they are not offered to tell customers', async () => {
    const found = await story.server.api.get('/incident/search/list?Statuses=Open');
    const [incident] = found.body.incidents as { id: string; teams: { id: string }[] }[];
    const teamId = incident?.teams[0]?.id ?? '';
    const { id: userId } = await makePerson(story.server, { teams: { [teamId]: 'Member' } });
    await story.visit({ userId }, async (page) => {
      await page.goto(`${story.url}/incidents/${incident?.id}`);
      await page.waitForSelector('::-p-aria(Hand over)');
      expect(await page.$$('::-p-aria(Update the public)')).toHaveLength(0);
    });
  });

  it('are as customers see them: without script, in both themes, for everybody', async () => {
    await story.visit({ userId: null }, async (page) => {
      await page.setJavaScriptEnabled(false);
      await page.goto(`${story.url}/status/acme`);
      await heading(page, 'Acme status');
      await page.setJavaScriptEnabled(true);
      await look(page, 'status-acme');
      await page.goto(`${story.url}/status/acme/history?lang=de`);
      await look(page, 'status-acme-history');
    });
  });

  it('are subscribed to, and left, by the links of mails, without script', async () => {
    const { api, app } = story.server;
    const { body } = await api.get('/service/search/list');
    const serviceIds = (body.services as { id: string }[]).map(({ id }) => id);
    const pageId = await api.make('/status-page', {
      displayName: 'With mails',
      publicTitle: 'Acme by mail',
      slug: 'by-mail',
      historyInDays: 7,
      disablePublicSubscription: false,
      serviceIds,
    });
    /** The link in the latest mail, as the browser of a story may ask for it. */
    const linkOf = async (what: string) => {
      for (const wanted of ['status-page-news', 'send-Email'])
        await app.jobs.runAll((task) => task === wanted);
      const [link = ''] =
        new RegExp(`http\\S+/${what}/[\\w.-]+`).exec(smtp.mails.at(-1)?.text ?? '') ?? [];
      return link.replace(app.url, story.url);
    };
    await story.visit({ userId: null }, async (page) => {
      await page.setJavaScriptEnabled(false);
      await page.goto(`${story.url}/status/by-mail`);
      await page.type('#email', 'ada@example.com');
      await page.click('#email + button');
      await heading(page, 'One more step');
      await page.goto(await linkOf('confirm'));
      await heading(page, 'Subscribe to updates');
      await page.click('form button');
      await heading(page, 'You are subscribed');
      await api.make('/public-update', {
        state: 'Monitoring',
        messages: [{ language: 'en', message: 'It works again.' }],
        serviceIds,
        statusPageIds: [pageId],
        isPublished: true,
      });
      await page.goto(await linkOf('unsubscribe'));
      await heading(page, 'End the updates');
      await page.click('form button');
      await heading(page, 'You are unsubscribed');
      await page.setJavaScriptEnabled(true);
      await look(page, 'status-unsubscribed');
    });
    const left = await api.get(`/status-page-subscriber/search/list?StatusPageId=${pageId}`);
    expect(left.body.statusPageSubscribers).toEqual([]);
  });

  it('are shown to members, who can change nothing', async () => {
    await story.visit({ userId: member, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/status-pages`);
      await heading(page, 'Statusseiten');
      await pressText(page, 'Public');
      await heading(page, 'Public');
      await pressTab(page, 'Einstellungen');
      await shows(page, 'Was sie zeigt');
      expect(await page.$$('form button[type=submit]')).toHaveLength(0);
    });
  });
});
