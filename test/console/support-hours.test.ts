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

let story: ConsoleStory;
beforeAll(async () => {
  story = await startConsole();
});
afterAll(async () => story?.stop());

it('support hours are made, named by an integration, told of with an incident, and deleted', async () => {
  const { api } = story.server;
  const userId = await story.person('Olga Owner');
  const teamId = await api.make('/team', { displayName: 'Payments' });
  await story.visit({ userId }, async (page) => {
    await page.goto(`${story.url}/on-call/support-hours`);
    await shows(page, 'No support hours');
    await press(page, 'New support hours');
    await heading(page, 'New support hours');
    await fill(page, 'Display name', 'Office hours');
    await look(page, 'support-hours-new');
    await press(page, 'Create');
    await heading(page, 'Office hours');
  });
  const { body: made } = await api.get('/support-hours/search?displayName=Office hours');
  expect(made).toMatchObject({ teamId, hours: [{ from: '09:00', until: '18:00' }] });
  const integrationId = await api.make('/inbound-integration', {
    displayName: 'Reports',
    teamId,
    type: 'Webhook',
    urgencySettings: {
      type: 'supportHours',
      supportHoursId: made.id,
      during: 'Low',
      outside: 'Low',
    },
  });
  const { webhookUrl } = (await api.get(`/inbound-integration/${integrationId}`)).body;
  const sent = await fetch(String(webhookUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Late report', severity: 'Minor', status: 'Open' }),
  });
  const { incidentId } = (await sent.json()) as { incidentId: string };
  await story.visit({ userId, language: 'de' }, async (page) => {
    await page.goto(`${story.url}/incidents/${incidentId}`);
    await shows(page, 'Nicht dringend. Nach den Servicezeiten Office hours.');
    await page.goto(`${story.url}/integrations/${integrationId}?tab=settings`);
    await shows(page, 'Dringlichkeit');
    await look(page, 'urgency-de');
    await page.goto(`${story.url}/on-call/support-hours/${made.id}`);
    await press(page, 'Servicezeiten löschen');
    await pressInDialog(page, 'Servicezeiten löschen');
    await shows(page, 'Keine Servicezeiten');
  });
});
