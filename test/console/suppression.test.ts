import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  press,
  pressInDialog,
  shows,
  startConsole,
} from '../support/console.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let story: ConsoleStory;
beforeAll(async () => {
  story = await startConsole();
});
afterAll(async () => story?.stop());

it('a suppression rule is made, says how many incidents it holds back, and is deleted', async () => {
  const { api, app } = story.server;
  const userId = await story.person('Olga Owner');
  const teamId = await api.make('/team', { displayName: 'Payments' });
  await story.visit({ userId }, async (page) => {
    await page.goto(`${story.url}/routing/suppression`);
    await shows(page, 'No suppression rules');
    await press(page, 'New suppression rule');
    await heading(page, 'New suppression rule');
    await fill(page, 'Display name', 'Clusters');
    await look(page, 'suppression-rule-new');
    await press(page, 'Create');
    await heading(page, 'Clusters');
  });
  const { body: made } = await api.get('/suppression-rule/search?displayName=Clusters');
  expect(made).toMatchObject({ teamId, source: { severities: ['Critical'] } });
  const integrationId = await makeIntegration(story.server, { teamId });
  await map(story.server, integrationId);
  const ids: string[] = [];
  for (const severity of ['Critical', 'Warning', 'Minor']) {
    const { body } = await send(story.server, integrationId, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'Open', severity, title: severity, id: severity }),
    });
    ids.push(String(body.incidentId));
    await app.jobs.runAll((task) => task === 'alerting');
  }
  await story.visit({ userId, language: 'de' }, async (page) => {
    await page.goto(`${story.url}/routing/suppression`);
    await shows(page, 'Jetzt zurückgehalten');
    await look(page, 'suppression-rules-de');
    await page.goto(`${story.url}/incidents/${ids[1]}`);
    await shows(page, 'Durch die Regel Clusters');
    await look(page, 'incident-suppressed-de');
    await page.goto(`${story.url}/routing/suppression/${made.id}`);
    await shows(page, 'Jetzt zurückgehalten: 2');
    await press(page, 'Unterdrückungsregel löschen');
    await pressInDialog(page, 'Unterdrückungsregel löschen');
    await shows(page, 'Keine Unterdrückungsregeln');
  });
});
