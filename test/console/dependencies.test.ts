import { afterAll, beforeAll, it } from 'vitest';
import {
  type ConsoleStory,
  heading,
  look,
  press,
  shows,
  startConsole,
} from '../support/console.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let story: ConsoleStory;
beforeAll(async () => {
  story = await startConsole();
});
afterAll(async () => story?.stop());

it('a service links what it depends on and what depends on it, and an incident what it waits for', async () => {
  const { api } = story.server;
  const userId = await story.person('Olga Owner');
  const teamId = await api.make('/team', { displayName: 'Payments' });
  const made = async (displayName: string, over: object = {}) => {
    const integrationId = await makeIntegration(story.server, { teamId, displayName });
    await map(story.server, integrationId);
    const integrations = [{ integrationId, severities: null }];
    const names = { displayName, publicTitle: displayName };
    const id = await api.make('/service', { ...names, integrations, ...over });
    const fire = async () => {
      const payload = { status: 'Open', severity: 'Warning', title: `${displayName} fails` };
      const { body } = await send(story.server, integrationId, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(payload),
      });
      await story.server.app.jobs.runAll((task) => task === 'alerting');
      return String(body.incidentId);
    };
    return { id, fire };
  };
  const database = await made('Database of orders');
  const shop = await made('Shop', { dependsOn: [database.id] });
  await database.fire();
  const held = await shop.fire();
  await story.visit({ userId }, async (page) => {
    await page.goto(`${story.url}/services/${shop.id}`);
    await shows(page, 'Depends on');
    await look(page, 'service-dependencies');
    await press(page, 'Database of orders');
    await heading(page, 'Database of orders');
    await page.goto(`${story.url}/incidents/${held}`);
    await shows(page, 'Waits for what affects Database of orders');
    await look(page, 'incident-waits');
    await press(page, 'Show the incident that it waits for');
    await heading(page, 'Database of orders fails');
  });
  await story.visit({ userId, language: 'de' }, async (page) => {
    await page.goto(`${story.url}/incidents/${held}`);
    await shows(
      page,
      'Niemand wird verständigt, bevor vorbei ist, was Database of orders betrifft',
    );
    await page.goto(`${story.url}/services/${database.id}`);
    await heading(page, 'Database of orders');
    await look(page, 'service-dependencies-de');
  });
});
