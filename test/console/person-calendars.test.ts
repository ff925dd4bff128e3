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
});
