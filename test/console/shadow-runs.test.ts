import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLogsTask } from '../../src/shadow/index.ts';
import { startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import {
  type ConsoleStory,
  fill,
  heading,
  press,
  pressInDialog,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';
import { look } from '../support/look.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let story: ConsoleStory;
beforeAll(async () => {
  story = await startConsole({ env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9' } });
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

it('the page of a run says by which integration and rules both differ, and what the other log leaves out', async () => {
  const { server } = story;
  const userId = await story.person('Otto Owner');
  const product = await startScriptedReceiver();
  const team = await staffTeam(server.api, 'Search', [{ people: ['Ada'] }]);
  const integrationId = await makeIntegration(server, { teamId: team.id, displayName: 'Probes' });
  await map(server, integrationId);
  await server.api.make('/routing', {
    ...{ teamId: team.id, displayName: 'Rules' },
    rules: [
      {
        ...{ displayName: 'Index is slow', conditions: { statuses: ['Open'] } },
        actions: { changeSeverity: 'Critical' },
      },
    ],
  });
  const runId = await server.api.make('/shadow-run', {
    ...{
      displayName: 'Leaving Splunk',
      product: 'SplunkOnCall',
      apiKey: 'id:key',
      state: 'Shadow',
    },
    ...{ teamIds: [team.id], until: new Date(server.clock.now().getTime() + 864e5).toISOString() },
  });
  await send(server, integrationId, {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status: 'Open', severity: 'Minor', title: 'Index is slow', id: '1' }),
  });
  await server.app.jobs.runAll((task) => task === 'alerting');
  server.clock.advance(3600);
  product.play(({ path }) => ({
    json: path.endsWith('/user') ? { users: [] } : { incidents: [] },
  }));
  await readLogsTask(server.app.world, product.egress, 0).run(new AbortController().signal);
  await product.stop();
  for (const language of ['en', 'de'] as const)
    await story.visit({ userId, language }, async (page) => {
      await page.goto(`${story.url}/settings/shadow-runs/${runId}`);
      await shows(page, language === 'en' ? 'times are not compared' : 'werden nicht verglichen');
      await shows(page, 'Probes');
      await shows(page, 'Splunk On-Call');
      await look(page, `shadow-run-report-${language}`);
      await page.click('details:has(summary) summary ::-p-text(Index is slow)');
      await look(page, `shadow-run-try-${language}`);
      if (language === 'de') return;
      // What is looked at is what a change is tried on.
      await press(page, 'Rules');
      await heading(page, 'Rules');
      await press(page, 'Remove Index is slow');
      await pressText(page, 'Try on the past');
      await shows(page, 'On “Index is slow” of');
      await look(page, 'shadow-run-tried');
      await pressInDialog(page, 'Try it');
      await shows(page, '1 payload was read.');
    });
});
