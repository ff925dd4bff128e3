import { afterAll, beforeAll, describe, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  phone,
  press,
  pressInDialog,
  shows,
  startConsole,
} from '../support/console.ts';

let story: ConsoleStory;
let ann: string;
let owner: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
  ann = await story.person('Ann Hofer', 'Member');
});
afterAll(async () => story?.stop());

const vacation = [
  'BEGIN:VCALENDAR',
  'BEGIN:VEVENT',
  'UID:1',
  'SUMMARY:Out of office',
  'DTSTART;VALUE=DATE:20990301',
  'END:VEVENT',
  'END:VCALENDAR',
].join('\n');

describe('calendars of people', () => {
  it('are added by everybody for their own leave, and say at once what was read', async () => {
    await story.visit({ userId: ann }, async (page) => {
      await page.goto(`${story.url}/me?section=calendars`);
      await shows(page, 'No calendar');
      await look(page, 'calendars-none');
      await press(page, 'Add a calendar');
      await fill(page, 'Display name', 'Outlook');
      await fill(page, 'Text', vacation);
      await look(page, 'calendar-new');
      await pressInDialog(page, 'Save');
      // As far as one looks ahead there is none.
      await shows(page, 'One event counts');
      await look(page, 'calendars');
    });
  });

  it('of holidays are beside the schedules', async () => {
    await story.server.api.make('/person-calendar', {
      displayName: 'Berlin',
      kind: 'holidays',
      url: 'http://10.0.0.1/berlin.ics',
    });
    await story.visit({ userId: owner, viewport: phone, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/on-call/schedules`);
      await heading(page, 'Dienstpläne');
      await shows(page, 'Berlin');
      await press(page, 'Jetzt lesen: Berlin');
      await shows(page, 'Nicht lesbar');
      await look(page, 'holidays-de');
    });
  });

  it('show on the page of a schedule who is on call all the same, and who could stand in', async () => {
    const { api, clock, app } = story.server;
    const teamId = await api.make('/team', { displayName: 'Payments' });
    const day = (days: number) =>
      new Date(clock.now().getTime() + days * 86_400_000)
        .toISOString()
        .slice(0, 10)
        .replaceAll('-', '');
    await api.make('/person-calendar', {
      ...{ displayName: 'Rome', kind: 'leave', userId: ann },
      text: vacation.replace('20990301', day(3)).replace('Out of office', 'Rome'),
    });
    await app.jobs.runAll((task) => task === 'person-calendars');
    const scheduleId = await api.make('/on-call-schedule', {
      ...{ displayName: 'Primary', teamId },
      layers: [
        {
          turns: { every: 12, unit: 'months', from: clock.now().toISOString() },
          groups: [{ userIds: [ann] }, { userIds: [owner] }],
        },
      ],
    });
    await story.visit({ userId: owner, viewport: phone }, async (page) => {
      await page.goto(`${story.url}/on-call/schedules/${scheduleId}`);
      await shows(page, 'On call while on leave');
      // Of a time before the schedule, its present settings tell.
      await shows(page, 'Olga Owner: 2160 h on call in 90 days');
      await look(page, 'schedule-conflicts');
    });
  });
});
