import { afterAll, beforeAll, it } from 'vitest';
import { type ConsoleStory, look, shows, startConsole } from '../support/console.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let story: ConsoleStory;
beforeAll(async () => {
  story = await startConsole();
});
afterAll(async () => story?.stop());

it('an incident that a silence or a window mutes says so in the list and on its page', async () => {
  const { api, clock } = story.server;
  const userId = await story.person('Olga Owner');
  const teamId = await api.make('/team', { displayName: 'Payments' });
  const inHours = (hours: number) =>
    new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
  const during = { start: inHours(-1), end: inHours(2) };
  const fire = async (title: string, mute: (integrationId: string) => Promise<unknown>) => {
    const integrationId = await makeIntegration(story.server, { teamId, displayName: title });
    await map(story.server, integrationId);
    await mute(integrationId);
    const { body } = await send(story.server, integrationId, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'Open', severity: 'Warning', title }),
    });
    return String(body.incidentId);
  };
  const silenced = await fire('Disk full', (id) =>
    api.make('/silence', {
      ...{ displayName: 'Storage migration', teamId, integrationIds: [id], ...during },
    }),
  );
  const muted = await fire('Till closed', (integrationId) =>
    api.make('/inbound-integration-maintenance-windows', {
      ...{ integrationId, type: 'muted', ...during },
    }),
  );
  const said = {
    en: {
      list: ['Silenced by “Storage migration”', 'Muted for good'],
      page: 'Nobody has been told: it is muted.',
    },
    de: {
      list: ['Stumm: „Storage migration“', 'Stumm auf Dauer'],
      page: 'Niemand wurde verständigt: Die Störung ist stummgeschaltet.',
    },
  };
  for (const language of ['en', 'de'] as const)
    await story.visit({ userId, language }, async (page) => {
      await page.goto(`${story.url}/`);
      for (const text of said[language].list) await shows(page, text);
      await look(page, `muted-list-${language}`);
      for (const id of [silenced, muted]) {
        await page.goto(`${story.url}/incidents/${id}`);
        await shows(page, said[language].page);
      }
      await look(page, `muted-incident-${language}`);
    });
});
