import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  press,
  pressFirst,
  pressInDialog,
  pressTab,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';
import { alert, map, send, webhookPathOf } from '../support/webhook.ts';

let story: ConsoleStory;
let owner: string;
let member: string;
let team: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
  member = await story.person('Max Member', 'Member');
  const { api } = story.server;
  team = await api.make('/team', { displayName: 'Platform', timeZoneId: 'Europe/Berlin' });
  await api.make('/team-membership', { userId: member, teamId: team, role: 'Member' });
});
afterAll(async () => story?.stop());

const hostile = '<img src=x onerror=alert(1)>';
const selected = (tab: string) =>
  `document.querySelector('[role=tab][aria-selected=true]')?.textContent === '${tab}'`;

/** Settings are in the menu, too. */
describe('integrations', () => {
  it('are found by name, connected with their real address, and tried with a sample', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/integrations`);
      await heading(page, 'Integrations');
      await shows(page, 'Connect a monitoring tool');
      await pressText(page, 'New integration');
      await heading(page, 'New integration');
      await shows(page, 'Metrics and logs');
      await look(page, 'integrations-catalogue');
      await fill(page, 'Find a tool', 'phone number');
      await shows(page, 'Untested');
      await shows(page, 'Not supported');
      await page.goto(`${story.url}/integrations/new?type=Bird`);
      await shows(page, 'Calls of Bird are not supported');
      await page.goto(`${story.url}/integrations/new?type=Telnyx`);
      await shows(page, 'No call of a live account of Telnyx was tried');
      await pressText(page, 'Choose another type');
      await fill(page, 'Find a tool', 'grafana');
      await page.waitForFunction("!document.body.innerText.includes('Nagios')");
      await pressText(page, 'Grafana');
      await fill(page, 'Display name', 'Grafana of the shop');
      await press(page, 'Team');
      await pressText(page, 'Platform');
      await look(page, 'integrations-new');
      await pressText(page, 'Create');
      await heading(page, 'Grafana of the shop');
      const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      await shows(page, await webhookPathOf(story.server.api, id));
      await look(page, 'integration-setup');
      const before = await webhookPathOf(story.server.api, id);
      await pressText(page, 'Replace the address');
      await shows(page, 'The former address works for');
      await pressInDialog(page, 'Replace the address');
      await shows(page, 'No tool has used it since it was replaced.');
      const after = await webhookPathOf(story.server.api, id);
      expect(after).not.toBe(before);
      await shows(page, after);
      await pressText(page, 'Send the sample');
      await shows(page, 'Taken: Opened an incident');
      await pressText(page, 'Show the payload');
      await shows(page, 'What was decided');
      await shows(page, 'p99 of checkout is above 2 s');
      await look(page, 'integration-payload');
      await pressText(page, 'Send again');
      await shows(page, 'people are told');
      await pressInDialog(page, 'Send again');
      await shows(page, 'Updated an incident');

      await pressTab(page, 'Maintenance windows');
      await pressText(page, 'New maintenance window');
      await fill(page, 'Description', 'Upgrade');
      await pressInDialog(page, 'Save');
      // By the clock of the server, which is behind that of the browser.
      await shows(page, 'Planned');
      await look(page, 'integration-windows');

      await pressTab(page, 'Settings');
      await fill(page, 'Display name', 'Grafana (shop)');
      await look(page, 'integration-settings');
      await pressText(page, 'Save');
      await heading(page, 'Grafana (shop)');
      await fill(page, 'Name of the copy', 'Grafana (staging)');
      await pressText(page, 'Duplicate');
      await heading(page, 'Grafana (staging)');
      await pressTab(page, 'Settings');
      await pressText(page, 'Delete');
      await shows(page, 'Its address stops working at once');
      await pressInDialog(page, 'Delete');
      await heading(page, 'Integrations');
      await shows(page, 'Grafana (shop)');
    });
  });

  it('show at a glance what is wrong, and payloads stay text', async () => {
    const { server } = story;
    const integration = await server.api.make('/inbound-integration', {
      displayName: hostile,
      teamId: team,
      type: 'Webhook',
      webhookAuthentication: { type: 'bearer', bearer: { token: 'secret' } },
    });
    await map(server, integration);
    await send(server, integration, { body: 'x' });
    const headers = { authorization: 'Bearer secret', 'content-type': 'application/json' };
    const body = { status: 'Open', title: hostile, id: hostile, list: 'x'.repeat(30_000) };
    await send(server, integration, { headers, body: JSON.stringify(body) });
    await send(server, integration, {
      headers,
      body: '{"status":"odd","id":12345678901234567890}',
    });
    // Counted for all integrations every few seconds.
    await server.app.jobs.runAll();
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/integrations`);
      await shows(page, hostile);
      await shows(page, '1 of the last 2 payloads failed');
      await look(page, 'integrations');
      await fill(page, 'Search by name', 'nothing of this name');
      await shows(page, 'No integration matches');
      expect(page.url()).toContain('text=nothing');
      // What came in, by itself; the address may say otherwise.
      await page.goto(`${story.url}/integrations/${integration}?tab=settings`);
      await page.waitForFunction(selected('Settings'));
      await page.goto(`${story.url}/integrations/${integration}`);
      await heading(page, hostile);
      await page.waitForFunction(selected('Payloads'));
      await shows(page, 'Failed');
      const closed = '[role=tabpanel] button[aria-expanded=false]';
      await pressFirst(page, closed);
      await shows(page, '12345678901234567890');
      await shows(page, 'is not an allowed value');
      await pressFirst(page, closed);
      await shows(page, 'Show all 31 kB');
      await look(page, 'integration-hostile');
      expect(await page.$$('img')).toHaveLength(0);
      // What arrives is there without reloading.
      await alertWithToken('later');
      await shows(page, 'Opened an incident');
      await page.waitForFunction(
        "document.querySelectorAll('[role=tabpanel] button[aria-expanded]').length === 3",
      );
    });

    async function alertWithToken(id: string) {
      const answer = await send(server, integration, {
        headers,
        body: JSON.stringify({ status: 'Open', title: id, id }),
      });
      expect(answer.status).toBe(200);
    }
  });

  it('watch by themselves: settings and results of monitors', async () => {
    const { api } = story.server;
    const heartbeat = await api.make('/inbound-integration', {
      displayName: 'Backup',
      teamId: team,
      type: 'HeartbeatMonitor',
      integrationSettings: {
        heartbeatMonitor: { intervalInSec: 300, gracePeriodInSec: 60, severity: 'Critical' },
      },
    });
    await alert(story.server, heartbeat, {});
    await story.visit({ userId: owner, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/integrations/new?type=HttpMonitoring`);
      await heading(page, 'Neue Integration');
      await fill(page, 'Adresse (URL)', 'https://shop.example/health');
      await press(page, 'Team');
      await pressText(page, 'Platform');
      await look(page, 'integrations-monitor-de');
      await pressText(page, 'Anlegen');
      await heading(page, 'HTTP-Überwachung');
      await pressTab(page, 'Prüfungen');
      await shows(page, 'Noch keine Prüfungen');
      await page.goto(`${story.url}/integrations/${heartbeat}?tab=results`);
      await shows(page, 'Pünktlich');
      await look(page, 'integration-heartbeat-de');
      await page.goto(`${story.url}/integrations/${heartbeat}?tab=setup`);
      await shows(page, 'Heartbeat-Überwachung · Platform');
      await shows(page, 'das erste Intervall beginnt sofort');
      await shows(page, 'wenn ein Lebenszeichen ausbleibt');
      await look(page, 'integration-setup-de');
    });
  });

  it('let members look and change nothing', async () => {
    const integration = await story.server.api.make('/inbound-integration', {
      displayName: 'Alarms',
      teamId: team,
      type: 'Webhook',
      webhookAuthentication: { type: 'bearer', bearer: { token: 'never-shown' } },
    });
    await story.visit({ userId: member }, async (page) => {
      await page.goto(`${story.url}/integrations/${integration}?tab=payloads`);
      await shows(page, 'Payloads are for administrators of the team');
      await pressTab(page, 'Settings');
      await shows(page, 'Display name');
      expect(await page.$$('form button[type=submit]')).toHaveLength(0);
      expect(await page.content()).not.toContain('never-shown');
    });
  });
});
