import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  press,
  shows,
  startConsole,
} from '../support/console.ts';

let story: ConsoleStory;
beforeAll(async () => {
  story = await startConsole();
});
afterAll(async () => story?.stop());

it('a shadow run is made, and every page says from then on that nobody is told', async () => {
  const { api } = story.server;
  const userId = await story.person('Olga Owner');
  const teamId = await api.make('/team', { displayName: 'Payments' });
  await story.visit({ userId }, async (page) => {
    await page.goto(`${story.url}/settings/shadow-runs/new`);
    await heading(page, 'New shadow run');
    await fill(page, 'Display name', 'Leaving');
    await fill(page, 'API key', 'secret');
    await press(page, 'Create');
    await heading(page, 'Leaving');
    await shows(page, 'Compared');
    await shows(page, 'Shadow run: nobody is told here of incidents of Payments');
    await page.goto(`${story.url}/`);
    await shows(page, 'Shadow run: nobody is told here of incidents of Payments');
    await page.goto(`${story.url}/settings/shadow-runs`);
    await shows(page, 'Leaving');
  });
  const { body } = await api.get('/shadow-run/search?DisplayName=Leaving');
  expect(body).toMatchObject({ teamIds: [teamId], state: 'Shadow', isSilent: true });
});
