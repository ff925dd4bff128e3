import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  heading,
  look,
  picture,
  press,
  pressInDialog,
  pressText,
  rest,
  shows,
  startConsole,
} from '../support/console.ts';

const hostile = '<img src=x onerror=alert(1)> & Söhne';
const day = 86_400_000;

let story: ConsoleStory;
let owner: string;
let ann: string;
let ben: string;
let integrationId: string;
let teamId: string;
let nightsId: string;
beforeAll(async () => {
  story = await startConsole();
  const { api } = story.server;
  owner = await story.person('Olga Owner');
  ann = await story.person('Ann Hofer', 'Member');
  ben = await story.person('Ben Okafor', 'Member');
  const others = [ben, await story.person(hostile, 'Member')];
  teamId = await api.make('/team', { displayName: 'Payments', timeZoneId: 'Europe/Berlin' });
  nightsId = await api.make('/team', {
    displayName: `Nights ${hostile}`,
    timeZoneId: 'America/New_York',
  });
  const membership = async (team: string, userId: string) =>
    api.make('/team-membership', { teamId: team, userId, role: 'Member' });
  const inPayments = await Promise.all([owner, ann, ...others].map((id) => membership(teamId, id)));
  const inNights = await Promise.all([owner, ...others].map((id) => membership(nightsId, id)));
  const rotations = (ids: string[]) => ids.map((id) => ({ members: [{ teamMembershipId: id }] }));
  await api.make('/team-escalations', {
    teamId,
    escalationTiers: [
      {
        schedules: [
          {
            rotationSettings: {
              repeats: 'weekly',
              startsOnDayOfWeek: 'mon',
              startsOnTime: '09:00',
            },
            rotations: rotations(inPayments.slice(1)),
          },
        ],
        autoEscalationAfterMinutes: 10,
      },
      { schedules: [{ rotations: rotations(inPayments.slice(0, 1)) }] },
    ],
  });
  await api.make('/team-escalations', {
    teamId: nightsId,
    escalationTiers: [
      {
        schedules: [
          {
            scheduleSettings: { weeklySchedules: [{ from: '20:00', until: '08:00' }] },
            rotationSettings: { repeats: 'daily' },
            rotations: rotations(inNights),
          },
        ],
      },
    ],
  });
  integrationId = await api.make('/inbound-integration', {
    displayName: `Prometheus ${hostile}`,
    teamId,
    type: 'Webhook',
  });
  await api.make('/on-call-override', {
    userId: ann,
    teamId,
    type: 'offline',
    start: new Date(Date.now() + 2 * day).toISOString(),
    end: new Date(Date.now() + 4 * day).toISOString(),
    replacementUserIds: [owner],
  });
});
afterAll(async () => story?.stop());

/** One of a row of choices. */
async function choose(page: Page, text: string): Promise<void> {
  const label = await page.waitForSelector(`::-p-xpath(//label[normalize-space(.)="${text}"])`);
  await label?.click();
}

/** Waits until the server says who is on call in tier 1 at an instant. */
async function onCallAt(teamId: string, at: number): Promise<string[]> {
  const { body } = await story.server.api.get(
    `/on-call?TeamIds=${teamId}&Timestamp=${new Date(at).toISOString()}`,
  );
  type Member = {
    user: { displayName: string };
    availabilities: { tier: number; isOnline: boolean }[];
  };
  return (body.memberships as Member[])
    .filter(({ availabilities }) =>
      availabilities.some(({ tier, isOnline }) => tier === 1 && isOnline),
    )
    .map(({ user }) => user.displayName);
}

const overrides = async () =>
  (await story.server.api.get(`/on-call-override/search/list?TeamId=${teamId}`)).body
    .onCallOverrides as { id: string; userId: string; start: string; end: string }[];

describe('the page On call', () => {
  it('draws who is on call now and later, by tiers, by people and as a list', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/on-call`);
      await heading(page, 'On call');
      await shows(page, 'You are on call');
      await shows(page, `Nights ${hostile}`);
      await shows(page, '1 override');
      await look(page, 'on-call');
      await choose(page, 'List');
      await shows(page, 'Nobody is on call');
      await choose(page, 'People');
      await choose(page, '6 weeks');
      await page.waitForSelector('.duty-weeks');
      await page.waitForFunction(`location.search.includes('days=42')`);
      await page.waitForFunction(`location.search.includes('view=people')`);
      await look(page, 'on-call-people');
    });
  });

  it('takes overrides by dragging, and takes them back', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/on-call?days=7&team=${teamId}`);
      const track = await page.waitForSelector('.duty-draggable');
      // What comes in above would move it from under the mouse.
      await rest(page);
      const box = await track?.boundingBox();
      if (!box) throw new Error('The timeline is not drawn.');
      // The sixth of seven days, from its beginning to its end: after the override that is there, whatever day of the
      // week it is.
      const x = (days: number) => box.x + (box.width / 7) * days + 2;
      await page.mouse.move(x(5), box.y + 10);
      await page.mouse.down();
      await page.mouse.move(x(5.4), box.y + 10);
      await page.mouse.move(x(6) - 6, box.y + 10);
      await picture(page, 'on-call-dragging');
      await page.mouse.up();
      await shows(page, 'Override in Payments');
      await page.waitForSelector('::-p-xpath(//label[normalize-space(.)="Olga Owner (you)"])');
      await look(page, 'on-call-dialog');
      await choose(page, 'Olga Owner (you)');
      await pressInDialog(page, 'Save');
      await shows(page, 'The override is there');
      await shows(page, '2 overrides');
      const [, made] = await overrides();
      if (!made) throw new Error('There is no override.');
      expect(Date.parse(made.end) - Date.parse(made.start)).toBe(day);
      const zoned = Temporal.Instant.from(made.start).toZonedDateTimeISO('Europe/Berlin');
      expect(zoned.toPlainTime().toString()).toBe('00:00:00');
      expect(await onCallAt(teamId, Date.parse(made.start) + day / 2)).toEqual(['Olga Owner']);

      await pressText(page, 'Take back', 'last');
      await pressInDialog(page, 'Yes');
      await shows(page, 'The override is gone');
      expect(await overrides()).toHaveLength(1);
    });
  });

  it('takes overrides by keyboard, and lets members take shifts', async () => {
    // From tomorrow on: on some days the first shift of today is over.
    const tomorrow = new Date(story.server.clock.now().getTime() + 86_400_000);
    const from = tomorrow.toISOString().slice(0, 10);
    await story.visit({ userId: ben, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/on-call?team=${teamId}&from=${from}`);
      await heading(page, 'Bereitschaft');
      await page.waitForSelector('.duty-bar');
      // Into the timeline, and along it to the first shift of somebody else.
      await page.focus('.duty-bar[tabindex="0"]');
      const name = () => page.evaluate(`document.activeElement.getAttribute('aria-label')`);
      for (let steps = 0; String(await name()).startsWith('Ben'); steps += 1) {
        if (steps > 5) throw new Error('The arrow keys lead nowhere.');
        await page.keyboard.press('ArrowRight');
      }
      const taken = String(await name()).split(',')[0] ?? '';
      await page.keyboard.press('Enter');
      await shows(page, `Schicht von ${taken}`);
      await look(page, 'on-call-shift-de');
      await pressInDialog(page, 'Schicht übernehmen');
      await shows(page, 'Die Schicht ist Ihre');
      const made = (await overrides()).at(-1);
      if (!made) throw new Error('There is no override.');
      expect(await onCallAt(teamId, Date.parse(made.end) - 60_000)).toEqual(['Ben Okafor']);
      await shows(page, `Ben Okafor (Sie) für ${taken}`);
    });
  });

  it('gives an address for calendar programs', async () => {
    // Nobody has one yet, which the browser notes.
    await story.visit({ userId: ben, expected: /404/ }, async (page) => {
      await page.goto(`${story.url}/on-call`);
      await pressText(page, 'Calendar');
      await shows(page, 'There is no address yet.');
      await pressInDialog(page, 'Make an address');
      await shows(page, 'The address is there');
      const address = await page.$eval('[role="dialog"] input[readonly]', (input) =>
        String(input.getAttribute('value')),
      );
      const calendar = await fetch(new URL(new URL(address).pathname, story.server.app.url));
      expect(await calendar.text()).toContain('BEGIN:VCALENDAR');
      await look(page, 'on-call-calendar');
    });
  });

  it('gives administrators the address of anybody', async () => {
    await story.visit({ userId: owner, expected: /404/ }, async (page) => {
      await page.goto(`${story.url}/on-call`);
      await pressText(page, 'Calendars of people');
      await press(page, 'Whose calendar');
      await pressText(page, 'Ann Hofer');
      await shows(page, 'Calendar of Ann Hofer');
      await pressInDialog(page, 'Make an address');
      await shows(page, 'The address is there');
    });
  });

  it('says who would be woken on Sunday at three, and why others would not', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/on-call`);
      await pressText(page, 'Who would be woken?');
      await heading(page, 'Who would be woken?');
      await shows(page, 'Choose an integration or a team.');
      await pressText(page, 'Sunday 03:00');
      const field = await page.waitForSelector(
        '::-p-aria([name="Integration that it comes from"][role="combobox"])',
      );
      await field?.click();
      await pressText(page, `Prometheus ${hostile}`);
      await shows(page, 'What would happen');
      expect(new URL(page.url()).searchParams.get('integration')).toBe(integrationId);
      expect(new URL(page.url()).searchParams.get('at')).toMatch(/T03:00$/);
      await shows(page, 'Tier 1 of Payments');
      await shows(page, 'not sent');
      await look(page, 'on-call-simulation');
    });
  });
});
