import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  pressInDialog,
  pressText,
  shows,
  startConsole,
} from '../support/console.ts';
import { makeKey } from '../support/keys.ts';
import { callTool } from '../support/mcp.ts';

let story: ConsoleStory;
let owner: string;
let team: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
  const { api } = story.server;
  team = await api.make('/team', { displayName: '<b>Payments</b>' });
  await api.put(`/team/${team}`, { displayName: 'Payments & more', timeZoneId: 'Europe/Berlin' });
  const incident = await api.make('/incident', {
    title: 'Down',
    status: 'Open',
    severity: 'Minor',
    teamIds: [team],
  });
  const agent = await makeKey(story.server, {
    scopes: [{ resource: 'incidents', permissions: ['get', 'update'] }],
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    agent: { ownerId: owner },
  });
  await callTool(story.server, agent, 'act_on_incident', {
    id: incident,
    operations: { appendIntent: { intent: 'Commented', message: 'Same as last week' } },
  });
  await story.server.app.jobs.runAll();
});
afterAll(async () => story?.stop());

describe('the audit log', () => {
  it('is filtered by the address, shows before and after, and is exported', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/audit-log`);
      await heading(page, 'Audit log');
      await shows(page, 'organization.create');
      await fill(page, 'Action', 'team.update');
      await pressText(page, 'Search');
      await page.waitForFunction("!document.body.innerText.includes('organization.create')");
      expect(page.url()).toBe(`${story.url}/audit-log?action=team.update`);
      await fill(page, 'Name contains', 'no such name');
      await pressText(page, 'Search');
      await shows(page, 'Nothing found');
      await fill(page, 'Name contains', 'PAYMENTS &');
      await pressText(page, 'Search');
      await shows(page, 'Payments');
      await look(page, 'audit-log');
      await page.locator('button[aria-label="Details of team.update"]').click();
      await shows(page, '<b>Payments</b>');
      await shows(page, 'Europe/Berlin');
      await shows(page, 'Signed, and in its place');
      await look(page, 'audit-entry');
      await pressText(page, 'Only this object');
      await shows(page, 'team.create');
      expect(new URL(page.url()).searchParams.get('object')).toBe(team);
      const href = await page.$eval('::-p-text(Export CSV)', (link) =>
        link.closest('a')?.getAttribute('href'),
      );
      const csv = await page.evaluate(`fetch(${JSON.stringify(href)}).then((one) => one.text())`);
      expect(String(csv).split('\r\n').length).toBe(4);
      expect(csv).toContain('team.update');
    });
  });

  it('says by which tool and program an agent acted, and finds it by them', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/audit-log?text=act_on`);
      await shows(page, 'act_on_incident · node');
      await page.locator('button[aria-label="Details of incident.commented"]').click();
      await shows(page, 'Program: node (its own word)');
    });
  });

  it('is verified, also against a head that was kept, and says what was altered', async () => {
    const { server } = story;
    const { body: head } = await server.api.get('/auditlog/head');
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/audit-log`);
      await heading(page, 'Audit log');
      await pressText(page, 'Verify chain');
      await shows(page, 'Heads that you kept');
      await fill(page, 'Heads that you kept (JSON, one per line)', 'nonsense');
      await shows(page, 'This is no head');
      await fill(page, 'Heads that you kept (JSON, one per line)', JSON.stringify(head));
      await pressInDialog(page, 'Verify');
      await shows(page, 'Untouched:');
      await look(page, 'audit-verified');

      const entries = server.app.world.store.connection.collection('audit_log');
      await entries.updateOne({ action: 'team.create' }, { $set: { action: 'team.delete' } });
      await pressInDialog(page, 'Verify');
      await shows(page, 'was altered: it does not say what was recorded');
      await look(page, 'audit-altered');
    });
  });
});
