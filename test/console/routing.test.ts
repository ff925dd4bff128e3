import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  press,
  pressInDialog,
  pressTab,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';

let story: ConsoleStory;
let owner: string;
let team: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
  team = await story.server.api.make('/team', { displayName: 'Platform' });
  await story.server.api.make('/team', { displayName: 'Database' });
});
afterAll(async () => story?.stop());

describe('routing', () => {
  it('is written as rules, says them in words, and shows what they did', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/routing`);
      await heading(page, 'Routing');
      await shows(page, 'Without rules');
      await pressText(page, 'New routing');
      await fill(page, 'Display name', 'Night shift');
      await press(page, 'Team');
      await pressText(page, 'Platform');
      await pressInDialog(page, 'Create');
      await heading(page, 'Night shift');
      await shows(page, 'No rules yet');
      await pressText(page, 'Add a rule');
      await fill(page, 'Display name', '<b>Databases</b>');
      await press(page, 'Severities');
      await pressText(page, 'Critical');
      await page.keyboard.press('Escape');
      await press(page, 'Assign to teams');
      await pressText(page, 'Database');
      await page.keyboard.press('Escape');
      await look(page, 'routing-rule');
      await pressInDialog(page, 'Done');
      await shows(page, 'the severity is Critical');
      await shows(page, 'assign it to Database');
      await pressText(page, 'Save');
      await shows(page, 'Saved');
      await look(page, 'routing');

      await story.server.api.make('/incident', {
        title: 'Replica lags',
        status: 'Open',
        severity: 'Critical',
        teamIds: [team],
      });
      const [id] = page.url().split('/').slice(-1);
      await expect
        .poll(async () => {
          await story.server.app.jobs.runAll();
          const path = `/routing/${id}/rule-execution-logs/search/list`;
          return (await story.server.api.get(path)).text;
        })
        .toContain('Assigned to Database');
      await pressTab(page, 'What happened');
      await shows(page, 'Assigned to Database');
      await shows(page, '<b>Databases</b>');
    });
    const { body } = await story.server.api.get('/routing/search/list');
    expect(body).toMatchObject({
      routings: [
        {
          displayName: 'Night shift',
          rules: [{ displayName: '<b>Databases</b>', conditions: { severities: ['Critical'] } }],
        },
      ],
    });
  });
});
