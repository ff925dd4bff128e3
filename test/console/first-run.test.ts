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
      await press(page, 'Take the first steps');
      await heading(page, 'First steps');
      await fill(page, 'Name of your organization', 'Acme & Co');
      await fill(page, 'Name of the team', 'Platform <b>');
      await press(page, 'Make the team');

      await fill(page, 'Tool', 'alertm');
      await page.keyboard.press('Enter');
      await press(page, 'Connect');
      await shows(page, '/api/webhook/');
      // What was chosen stands with the steps that are done.
      await shows(page, 'Platform <b>');
      await shows(page, 'Prometheus Alertmanager');
      const { organizations } = (await story.server.api.get('/organizations/search/list')).body;
      expect(organizations).toMatchObject([{ displayName: 'Acme & Co' }]);
      await look(page, 'first-run');
      await press(page, 'Send a test alert');
      await shows(page, 'Who was told');
      await shows(page, 'resource "tocsin_');

      const { body } = await story.server.api.get('/incident/search/list');
      const [incident] = body.incidents as {
        id: string;
        onCallUsers: { id: string }[];
        teams: { displayName: string }[];
      }[];
      // Whoever set it up is on call for it.
      expect(incident?.onCallUsers.map(({ id }) => id)).toEqual([owner]);
      expect(incident?.teams).toMatchObject([{ displayName: 'Platform <b>' }]);
      // This server has no mail server, and nobody has a device: it says so, and what to do.
      await story.server.app.jobs.runAll();
      await page.reload();
      await shows(page, 'The test reached nobody');
      await shows(page, 'TOCSIN_SMTP_URL=');
      // A call that was planned for later and is not sent has no time.
      expect(await page.$$('.told-list li time')).toHaveLength(0);
      expect(await page.$$('.told-list li')).not.toHaveLength(0);
      await shows(page, 'You have no device for push messages');
      await shows(page, 'on it, localhost is the phone itself');
      await look(page, 'first-run-nobody');

      const before = page.url();
      await press(page, 'Send another test');
      await page.waitForFunction(`location.href !== ${JSON.stringify(before)}`);
      const listed = async (query: string) =>
        (await story.server.api.get(`/incident/search/list${query}`)).body.incidents;
      expect(await listed('')).toHaveLength(2);
      expect(await listed('?Statuses=Open')).toHaveLength(1);
      await press(page, 'The incident of the test');
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
