import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueReplyLink } from '../../src/notifications/index.ts';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  phone,
  press,
  pressInDialog,
  pressText,
  rest,
  shows,
  startWithTeam,
} from '../support/console.ts';

let story: ConsoleStory;
let owner: string;
let ann: string;
let ben: string;
let teamId: string;
beforeAll(async () => {
  ({ story, owner, teamId } = await startWithTeam());
  ann = await story.person('Ann Hofer', 'Member');
  ben = await story.person('Ben Okafor', 'Member');
});
afterAll(async () => story?.stop());

/** Weeks of two people, and somebody else each Saturday. */
const body = () => ({
  displayName: 'Payments primary',
  teamId,
  timeZoneId: 'Europe/Berlin',
  layers: [
    {
      displayName: 'Weeks',
      turns: { every: 1, unit: 'weeks', from: '2026-03-02T09:10:00+01:00' },
      groups: [{ userIds: [ann] }, { userIds: [ben] }],
    },
    {
      displayName: 'Saturdays',
      level: 10,
      hours: [{ fromDay: 'sat', from: '08:20', untilDay: 'sun', until: '06:05' }],
      groups: [{ userIds: [owner] }],
    },
  ],
});

describe('schedules', () => {
  it('are made, and show their weeks while they are written', async () => {
    await story.visit({ userId: owner, expected: /400/ }, async (page) => {
      await page.goto(`${story.url}/on-call`);
      await heading(page, 'On call');
      await press(page, 'Schedules');
      await heading(page, 'Schedules');
      await shows(page, 'No schedules');
      await look(page, 'schedules-none');
      await press(page, 'New schedule');
      await heading(page, 'New schedule');
      // Its one group has nobody yet.
      await shows(page, 'nobody is on call');
      await fill(page, 'Display name', 'Nights');
      await look(page, 'schedule-new');
      await press(page, 'Add a group');
      await shows(page, 'Group 2');
      await press(page, 'Add a layer');
      await shows(page, 'Layer 2');
      await press(page, 'Move Layer 2 up');
      await press(page, 'Remove Layer 1');
      await press(page, 'When always');
      await shows(page, 'Instead of hours');
      await press(page, 'Add hour');
      await shows(page, 'because something is missing: Layer 1 (From day, From, Until day, Until)');
      await look(page, 'schedule-half-written');
      await press(page, 'Remove Hour 1');
      await page.waitForFunction(`!document.body.innerText.includes('something is missing')`);
      await press(page, 'Create');
      await heading(page, 'Nights');
      await shows(page, 'Nobody');
      const { body: made } = await story.server.api.get(
        '/on-call-schedule/search?displayName=Nights',
      );
      expect(made).toMatchObject({
        teamId,
        layers: [{ groups: [{ userIds: [] }, { userIds: [] }] }],
      });
    });
  });

  it('show who is on call, who is next, and each layer by itself', async () => {
    const id = await story.server.api.make('/on-call-schedule', body());
    await story.visit({ userId: owner, viewport: phone, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/on-call/schedules/${id}`);
      await heading(page, 'Payments primary');
      await shows(page, 'Immer hat jemand Dienst');
      await shows(page, 'Saturdays');
      await look(page, 'schedule-de');
      await pressText(page, 'Dienstplan löschen');
      await pressInDialog(page, 'Dienstplan löschen');
      await heading(page, 'Dienstpläne');
      await shows(page, 'Nights');
      // Its one group has nobody.
      await shows(page, 'Niemand');
      await look(page, 'schedules-de');
    });
  });

  it('are planned by hand for some days, beginning with what is planned', async () => {
    const id = await story.server.api.make('/on-call-schedule', {
      ...body(),
      displayName: 'By hand',
    });
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/on-call/schedules/${id}`);
      await heading(page, 'By hand');
      // The button moves down as these come.
      for (const text of ['Somebody is always on call', 'None in this state.'])
        await shows(page, text);
      await pressText(page, 'Plan these days by hand');
      await shows(page, 'Without a shift nobody is on call in this time.');
      await pressInDialog(page, 'Begin with what is planned now');
      await shows(page, 'Who');
      await look(page, 'schedule-by-hand');
      await pressInDialog(page, 'Save');
      await page.waitForSelector('[role=dialog]', { hidden: true });
      await look(page, 'schedule-by-hand-list');
    });
    const { body: made } = await story.server.api.get(
      `/temporary-schedule/search?ScheduleId=${id}`,
    );
    expect(made).toMatchObject({ scheduleId: id });
    expect(made.shifts).not.toEqual([]);
  });

  it('have shifts that people ask others to take, who answer in one click or by a link', async () => {
    const id = await story.server.api.make('/on-call-schedule', {
      ...body(),
      displayName: 'Covered',
    });
    const chat = await story.server.api.make('/outbound-integration', {
      ...{ displayName: 'Team chat', teamId, type: 'Slack' },
    });
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/on-call/schedules/${id}`);
      await heading(page, 'Covered');
      await shows(page, 'None in this state.');
      await page.waitForSelector('.duty-bar');
      await page.focus('.duty-bar[tabindex="0"]');
      // The first one may be over already.
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await pressInDialog(page, 'Ask for cover');
      await shows(page, 'Who is asked');
      await (await page.waitForSelector('::-p-aria(Chats that are told)'))?.click();
      await (await page.waitForSelector('::-p-aria([name="Team chat"][role="option"])'))?.click();
      await page.keyboard.press('Escape');
      await look(page, 'cover-ask');
      await pressInDialog(page, 'Send request');
      await page.waitForSelector('[role=dialog]', { hidden: true });
      await shows(page, 'Shift of');
      await look(page, 'cover-requests');
    });
    const { body: made } = await story.server.api.get(`/cover-request/search?ScheduleId=${id}`);
    expect(made.noticeOutboundIntegrationIds).toEqual([chat]);
    const taker = [ann, ben].find((one) => one !== made.userId) ?? '';
    const { token } = await issueReplyLink(story.server.app.world, {
      organizationId: story.server.organizationId,
      userId: taker,
      incidentIds: [],
      coverRequestId: String(made.id),
      round: 'cover',
      phoneNumber: null,
    });
    await story.visit({ userId: taker, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/a/${token}/cover`);
      await shows(page, 'Schicht');
      await look(page, 'cover-link');
      await page.goto(`${story.url}/on-call`);
      await heading(page, 'Bereitschaft');
      await shows(page, 'Jemand bittet um Vertretung');
      await look(page, 'cover-own-de');
      await pressText(page, 'Annehmen');
      await shows(page, 'Die Schicht ist übernommen');
    });
    const { body: taken } = await story.server.api.get(`/cover-request/${made.id}`);
    expect(taken).toMatchObject({ state: 'accepted', acceptedBy: taker });
  });

  it('get an override by the keyboard, and by dragging over the days', async () => {
    const id = await story.server.api.make('/on-call-schedule', {
      ...body(),
      displayName: 'Overridden',
      // Whatever the day and hour, the first shift on the page is not over.
      layers: [{ displayName: 'Always', groups: [{ userIds: [ann] }] }],
    });
    // That there is no calendar yet is an answer.
    await story.visit({ userId: owner, expected: /404 \(Not Found\)/ }, async (page) => {
      await page.goto(`${story.url}/on-call/schedules/${id}`);
      await heading(page, 'Overridden');
      await page.waitForSelector('.duty-bar', { visible: true });
      await page.focus('.duty-bar[tabindex="0"]');
      await page.keyboard.press('Enter');
      await shows(page, 'Take this shift');
      await look(page, 'schedule-override');
      await pressInDialog(page, 'Save');
      await page.waitForSelector('[role=dialog]', { hidden: true });
      await shows(page, 'is off call');
      const track = await page.waitForSelector('.duty-draggable');
      // What comes in above would move it from under the mouse.
      await rest(page);
      const box = await track?.boundingBox();
      const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
      await page.mouse.move((box?.x ?? 0) + 200, y);
      await page.mouse.down();
      await page.mouse.move((box?.x ?? 0) + 300, y, { steps: 4 });
      await page.mouse.up();
      await shows(page, 'Instead of all');
      await pressInDialog(page, 'Save');
      await page.waitForSelector('[role=dialog]', { hidden: true });
      await shows(page, 'Olga Owner in addition');
      await look(page, 'schedule-overrides');
      await pressText(page, 'Calendar');
      await pressInDialog(page, 'Make an address');
      await look(page, 'schedule-calendar');
    });
    const { body: made } = await story.server.api.get(
      `/on-call-override/search/list?ScheduleId=${id}`,
    );
    expect(made).toMatchObject({
      onCallOverrides: [
        { userId: ann, type: 'offline', teamId: null },
        { userId: owner, mode: 'add', scheduleId: id },
      ],
    });
  });

  it('are read by members, who can change nothing', async () => {
    const id = await story.server.api.make('/on-call-schedule', body());
    await story.visit({ userId: ann }, async (page) => {
      await page.goto(`${story.url}/on-call/schedules/${id}`);
      await shows(page, 'Somebody is always on call');
      expect(await page.$$('form button[type=submit]')).toHaveLength(0);
    });
  });
});
