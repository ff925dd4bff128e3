import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  phone,
  press,
  pressFirst,
  pressInDialog,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';

let story: ConsoleStory;
let owner: string;
let ann: string;
let teamId: string;
let scheduleId: string;
beforeAll(async () => {
  story = await startConsole({ env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9' } });
  const { api } = story.server;
  owner = await story.person('Olga Owner');
  ann = await story.person('Ann Hofer', 'Member');
  teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
  scheduleId = await api.make('/on-call-schedule', {
    displayName: 'Primary rota',
    teamId,
    timeZoneId: 'Europe/Berlin',
    layers: [{ groups: [{ userIds: [ann] }] }],
  });
});
afterAll(async () => story?.stop());

const stored = async (displayName: string) =>
  (await story.server.api.get(`/escalation-policy/search?displayName=${displayName}`)).body;

/** Finds something by its name in the field that all targets are added by, with the keyboard alone. */
async function addTarget(page: Page, step: number, name: string): Promise<void> {
  const label = `Add somebody or something: Step ${step}`;
  await (await page.waitForSelector(`::-p-aria(${label})`))?.focus();
  await page.keyboard.type(name);
  const option = `[...document.querySelectorAll('[role=option]')].filter((one) => one.checkVisibility())`;
  await page.waitForFunction(
    `${option}.length === 1 && ${option}[0].textContent.trim() === ${JSON.stringify(name)}`,
  );
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

describe('escalation policies', () => {
  it('are written step by step by keyboard, and say who would be told when', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/teams/${teamId}?tab=policies`);
      await shows(page, 'No escalation policies');
      await press(page, 'New policy');
      await heading(page, 'New policy');
      await fill(page, 'Display name', 'Critical');
      await addTarget(page, 1, 'Primary rota');
      await press(page, 'Add a step');
      await addTarget(page, 2, 'Payments');
      await press(page, 'Move Step 2 up');
      // The focus went along: pressing again would not move the other one.
      expect(await page.evaluate('document.activeElement?.ariaLabel')).toBe('Move Step 1 down');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement?.ariaLabel')).toBe('Move Step 2 up');
      await look(page, 'policy-new');
      await press(page, 'Remove Step 2');
      await press(page, 'Create');
      await heading(page, 'Critical');
      await shows(page, 'Ann Hofer');
      await look(page, 'policy');
    });
    expect(await stored('Critical')).toMatchObject({
      teamId,
      steps: [{ afterMinutes: 0, targets: [{ scheduleId, pick: 'onCall' }] }],
    });
  });

  it('are listed by their team, the default first, with what names them', async () => {
    const { api } = story.server;
    const made = await api.make('/escalation-policy', {
      displayName: 'By day',
      teamId,
      isDefault: true,
      steps: [
        { targets: [{ userId: owner }], repeats: 2, repeatsAfterMinutes: 5 },
        {
          displayName: 'Manager',
          afterMinutes: 15,
          stopsWhen: 'resolved',
          targets: [
            { scheduleId, pick: 'next' },
            { teamId, pick: 'administrators' },
          ],
          severities: ['Critical'],
          share: { size: 1 },
        },
        { afterMinutes: 30, resolves: true },
      ],
      loops: 1,
    });
    await api.make('/inbound-integration', {
      displayName: 'Shop alerts',
      teamId,
      type: 'Webhook',
      escalationPolicyId: made,
    });
    await story.visit({ userId: owner, language: 'de', viewport: phone }, async (page) => {
      await page.goto(`${story.url}/teams/${teamId}?tab=policies`);
      await shows(page, 'das Team, 1 Integration');
      const names = await page.$$eval('tbody a', (links) =>
        links.map(({ textContent }) => textContent),
      );
      expect(names[0]).toBe('By day');
      await look(page, 'policies-de');
      await pressText(page, 'By day');
      await heading(page, 'By day');
      await shows(page, 'Shop alerts');
      await shows(page, 'benachrichtigt');
      await pressFirst(page, '.mantine-Accordion-control ::-p-text(Nur wenn)');
      await look(page, 'policy-de');
      await page.goto(`${story.url}/on-call/policies`);
      await shows(page, 'By day');
      await page.goto(`${story.url}/on-call/policies/${made}`);
      await pressText(page, 'Richtlinie löschen');
      await pressInDialog(page, 'Richtlinie löschen');
      await heading(page, 'Eskalationsrichtlinien');
    });
  });

  it('open what is folded where it is wrong, and lead there', async () => {
    const { id } = await stored('Critical');
    await story.visit({ userId: owner, expected: /status of 400/ }, async (page) => {
      await page.goto(`${story.url}/on-call/policies/${id}`);
      const conditions = '.mantine-Accordion-control ::-p-text(Only if)';
      await pressFirst(page, conditions);
      await pressText(page, 'Add hour');
      await page.waitForSelector('.mantine-Accordion-panel input');
      await pressFirst(page, conditions);
      await page.waitForFunction('!document.querySelector(".mantine-Accordion-panel input")');
      await pressText(page, 'Save');
      await page.waitForFunction(
        `document.activeElement?.matches('.mantine-Accordion-panel [aria-invalid=true]')`,
      );
    });
  });

  it('are read by members, who can change nothing', async () => {
    const { id } = await stored('Critical');
    await story.visit({ userId: ann }, async (page) => {
      await page.goto(`${story.url}/on-call/policies/${id}`);
      await shows(page, 'Who would be told');
      expect(await page.$$('form button[type=submit]')).toHaveLength(0);
    });
  });
});
