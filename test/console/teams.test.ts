import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  phone,
  press,
  pressInDialog,
  pressTab,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';

const hostile = '<img src=x onerror=alert(1)> & Söhne';

let story: ConsoleStory;
let owner: string;
let member: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
  for (const name of ['Ann Hofer', 'Ben Okafor']) await story.person(name, 'Member');
  member = await story.person(hostile, 'Member');
});
afterAll(async () => story?.stop());

/** Chooses in a list that opens below a field. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = await page.waitForSelector(`::-p-aria([name="${label}"][role="combobox"])`);
  const selector = `::-p-xpath(//*[@role="option"][normalize-space(.)=${quoted(option)}][not(ancestor::*[contains(@style,"display: none")])])`;
  await field?.click();
  // What is fetched again meanwhile draws the field anew, and closes it.
  const isOpen = await page.waitForSelector(selector, { visible: true, timeout: 10_000 }).then(
    () => true,
    () => false,
  );
  if (!isOpen) await page.click(`::-p-aria([name="${label}"][role="combobox"])`);
  const found = await page.waitForSelector(selector, { visible: true });
  await found?.click();
}

function quoted(text: string): string {
  return `"${text}"`;
}

const escalationsOf = async (teamId: string) =>
  (await story.server.api.get(`/team-escalations/${teamId}`)).body;

describe('a team', () => {
  let teamId: string;

  it('is made, and gets people', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/teams`);
      await heading(page, 'Teams');
      await shows(page, 'No teams');
      await press(page, 'Create a team');
      await fill(page, 'Name', hostile);
      await page.keyboard.press('Enter');
      await heading(page, hostile);
      teamId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await shows(page, 'Nobody is in this team');
      for (const name of ['Ann Hofer', hostile]) {
        await press(page, 'Add somebody');
        await choose(page, 'Person', name);
        await press(page, 'Add');
        await shows(page, name);
      }
      await page.waitForSelector(`::-p-aria(Role of ${hostile})`);
      await choose(page, 'Role of Ann Hofer', 'Administrator');
      await shows(page, 'Saved');
      await look(page, 'team-members');
      const { body } = await story.server.api.get(`/team-membership/search/list?TeamId=${teamId}`);
      const memberships = body.teamMemberships as { role: string }[];
      expect(memberships.map(({ role }) => role)).toEqual(['Administrator', 'Member']);
    });
  });

  it('gets tiers, with what comes of them beside', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/teams/${teamId}?tab=tiers`);
      await shows(page, 'This team has no tiers');
      // Coverage says so, too.
      await shows(page, 'Problem:');
      await press(page, 'Start with a weekly rotation of everybody');
      await shows(page, 'Somebody is always on call');
      await look(page, 'team-tiers');
      await press(page, 'Add a window');
      await fill(page, 'From', '0800AM');
      await fill(page, 'Until', '0600PM');
      await shows(page, 'gaps: nobody is on call');
      expect((await story.server.api.get(`/team-escalations/${teamId}`)).status).toBe(404);
      await press(page, 'Save');
      await shows(page, 'The tiers are saved');
      const [tier] = (await escalationsOf(teamId)).escalationTiers as {
        schedules: { scheduleSettings: object; rotations: object[] }[];
      }[];
      expect(tier?.schedules[0]?.scheduleSettings).toMatchObject({
        weeklySchedules: [{ selectedDays: null, from: '08:00', until: '18:00' }],
      });
      expect(tier?.schedules[0]?.rotations).toHaveLength(2);

      await press(page, 'Add a tier');
      await shows(page, 'Tier 2');
      await look(page, 'team-two-tiers');
      await press(page, 'Undo changes');
      await page.waitForFunction(`!document.body.innerText.includes('Tier 2')`);
    });
  });

  it('is led by a policy instead of its tiers on demand, and by the tiers again once that is deleted', async () => {
    const { api } = story.server;
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/teams/${teamId}?tab=tiers`);
      await press(page, 'As a policy…');
      await shows(page, 'The same people are on call and are told at the same times as now.');
      await look(page, 'team-as-policy');
      await press(page, 'Make the policy');
      await page.waitForFunction(`location.pathname.startsWith('/on-call/policies/')`);
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      const { body: policy } = await api.get(`/escalation-policy/${id}`);
      expect(policy).toMatchObject({ isDefault: true, steps: [{ afterMinutes: 0 }] });
      await page.goto(`${story.url}/teams/${teamId}?tab=tiers`);
      await shows(page, 'These tiers rest');
      await look(page, 'team-tiers-rest');
      expect(await page.$('::-p-aria([name="As a policy…"][role="button"])')).toBeNull();
      await api.delete(`/escalation-policy/${id}`);
      await page.reload();
      await page.waitForSelector('::-p-aria([name="As a policy…"][role="button"])');
    });
  });

  it('shows its members what they may not change', async () => {
    await story.visit({ userId: member }, async (page) => {
      await page.goto(`${story.url}/teams/${teamId}?tab=tiers`);
      await shows(page, 'Only administrators of the team change this.');
      expect(await page.$('::-p-aria([name="Save"][role="button"])')).toBeNull();
      await pressTab(page, 'Members');
      await shows(page, 'Ann Hofer');
      expect(await page.$('::-p-aria([name="Add somebody"][role="button"])')).toBeNull();
    });
  });

  it('is kept from changes where only code may change it', async () => {
    const { api, organizationId } = story.server;
    const { body: team } = await api.get(`/team/${teamId}`);
    await api.put(`/team/${teamId}?provision=true`, team);
    const { body: escalations } = await api.get(`/team-escalations/${teamId}`);
    await api.put(`/team-escalations/${teamId}?provision=true`, escalations);
    const settings = `/organizations/${organizationId}/settings`;
    await api.put(settings, { codeOnly: true });
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/teams/${teamId}?tab=tiers`);
      await shows(page, 'Only code changes this');
      await shows(page, 'What comes of it');
      expect(await page.$('::-p-aria([name="Save"][role="button"])')).toBeNull();
      await page.goto(`${story.url}/teams/${teamId}?tab=settings`);
      await shows(page, 'Weekly report');
      expect(await page.$('::-p-aria([name="Save"][role="button"])')).toBeNull();
    });
    await api.put(settings, { codeOnly: false });
  });

  it('is silenced, for once and each Sunday', async () => {
    const { server } = story;
    const integrationId = await server.api.make('/inbound-integration', {
      displayName: 'Alarms',
      teamId,
      type: 'Webhook',
    });
    const now = server.clock.now();
    const recurring = {
      displayName: 'Weekly backup',
      reason: hostile,
      teamId,
      integrationIds: [integrationId],
      matchers: [{ name: 'Title', operator: 'contains', value: hostile }],
      start: now.toISOString(),
      end: new Date(now.getTime() + 700 * 86_400_000).toISOString(),
      recurrences: [
        {
          rule: 'FREQ=WEEKLY;BYDAY=SU',
          startsAt: '2026-03-01T02:00',
          minutes: 120,
          timeZoneId: 'Europe/Berlin',
        },
      ],
    };
    await story.visit({ userId: owner, expected: /status of 400/ }, async (page) => {
      await page.goto(`${story.url}/teams/${teamId}?tab=silences`);
      await shows(page, 'Nothing is silenced');
      await look(page, 'team-silences-none');
      await server.api.make('/silence', recurring);
      await press(page, 'Silence alerts');
      await fill(page, 'Display name', 'Migration');
      await press(page, 'Save');
      await shows(page, 'give at least one matcher');
      await look(page, 'team-silence-form');
      await pressText(page, 'Add matcher');
      await fill(page, 'Name', 'Host');
      await choose(page, 'Operator', '=');
      await fill(page, 'Value', 'db-1');
      await press(page, 'Save');
      await shows(page, 'Host = db-1');
      const { body } = await server.api.get(`/silence/search?displayName=Migration`);
      expect(body).toMatchObject({ teamId, recurrences: null });
    });
    await story.visit({ userId: owner, viewport: phone, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/teams/${teamId}?tab=silences`);
      await shows(page, 'Weekly backup');
      await shows(page, 'Kommt wieder bis');
      await look(page, 'team-silences-de');
      await press(page, 'Löschen: Weekly backup');
      await pressInDialog(page, 'Löschen');
      await page.waitForFunction('!document.body.innerText.includes("Weekly backup")');
      await shows(page, 'Migration');
    });
  });

  it('has maintenance and settings, and goes', async () => {
    await story.visit({ userId: owner, viewport: phone, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/teams/${teamId}?tab=maintenance`);
      await press(page, 'Wartung planen');
      await fill(page, 'Beschreibung', 'Umzug');
      await press(page, 'Speichern');
      await shows(page, 'Umzug');
      await look(page, 'team-maintenance-de');
      await page.goto(`${story.url}/teams/${teamId}?tab=settings`);
      await fill(page, 'Name', 'Zahlungen');
      await press(page, 'Kalender veröffentlichen');
      await press(page, 'Speichern');
      await heading(page, 'Zahlungen');
      await look(page, 'team-settings-de');
      const { body } = await story.server.api.get(`/team/${teamId}`);
      expect(body).toMatchObject({
        displayName: 'Zahlungen',
        calendarPublishingSettings: { isPublished: true },
        maintenanceWindows: [{ type: 'maintenance', description: 'Umzug', start: null, end: null }],
      });
      await page.goto(`${story.url}/teams`);
      await shows(page, 'Zahlungen');
      await look(page, 'teams-de');
      await page.goto(`${story.url}/teams/${teamId}?tab=settings`);
      await pressText(page, 'Team löschen');
      await fill(page, 'Schreiben Sie den Namen des Teams', 'Zahlungen');
      await pressInDialog(page, 'Team löschen');
      await heading(page, 'Teams');
      await shows(page, 'Keine Teams');
    });
  });
});
