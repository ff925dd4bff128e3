import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type ConsoleStory, heading, look, shows, startConsole } from '../support/console.ts';

const hostile = '<img src=x onerror=alert(1)> & Söhne';
const day = 86_400_000;

let story: ConsoleStory;
let owner: string;
let ann: string;
let teamId: string;
let nightsId: string;
beforeAll(async () => {
  story = await startConsole();
  const { api } = story.server;
  owner = await story.person('Olga Owner');
  ann = await story.person('Ann Hofer', 'Member');
  const others = [
    await story.person('Ben Okafor', 'Member'),
    await story.person(hostile, 'Member'),
  ];
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

describe('the page On call', () => {
  it('says who is on call now and later', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/on-call`);
      await heading(page, 'On call');
      await shows(page, 'Payments');
      await look(page, 'on-call');
      await choose(page, 'People');
      await look(page, 'on-call-people');
      await choose(page, 'List');
      await look(page, 'on-call-list');
    });
  });
});
