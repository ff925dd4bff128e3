import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  press,
  shows,
  startConsole,
} from '../support/console.ts';

let story: ConsoleStory;
beforeAll(async () => {
  story = await startConsole();
});
afterAll(async () => story?.stop());

describe('the first steps', () => {
  it('are where the first person of an installation comes in', async () => {
    const first = await story.person('Fritz First');
    const { body } = await story.server.api.post(`/user/${first}/invitation`);
    await story.visit({ userId: null }, async (page) => {
      await page.goto(String(body.url).replace('127.0.0.1', 'localhost'));
      await page.type('input[type="password"]', 'correct horse battery staple 7');
      await page.click('form button');
      await heading(page, 'First steps');
    });
  });

  it('lead from an empty list to an alert, and to the same as code', async () => {
    const owner = await story.person('Olga Owner');
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(story.url);
      await shows(page, 'All quiet');
      await press(page, 'Nothing is connected yet: take the first steps');
      await heading(page, 'First steps');
      await fill(page, 'Name of the team', 'Platform <b>');
      await press(page, 'Make the team');

      await fill(page, 'Tool', 'alertmanager');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await press(page, 'Connect');
      await shows(page, '/api/webhook/');
      await look(page, 'first-run');
      await press(page, 'Send a test alert');
      await shows(page, 'Push on this phone');
      await shows(page, 'resource "tocsin_');
      await look(page, 'first-run-end');

      const { body } = await story.server.api.get('/incident/search/list');
      const [incident] = body.incidents as {
        id: string;
        onCallUsers: { id: string }[];
        teams: { displayName: string }[];
      }[];
      // Whoever set it up is on call for it.
      expect(incident?.onCallUsers.map(({ id }) => id)).toEqual([owner]);
      expect(incident?.teams).toMatchObject([{ displayName: 'Platform <b>' }]);
      await page.reload();
      await press(page, 'The incident is there');
      await shows(page, 'What came in');
    });
  });

  it('are for administrators', async () => {
    const member = await story.person('Max Member', 'Member');
    await story.visit({ userId: member, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/first-run`);
      await shows(page, 'Das richtet jemand anderes ein');
    });
  });
});
