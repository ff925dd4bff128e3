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
let member: string;
let team: string;
beforeAll(async () => {
  story = await startConsole();
  owner = await story.person('Olga Owner');
  member = await story.person('Max Member', 'Member');
  team = await story.server.api.make('/team', { displayName: 'Platform' });
  await story.server.api.make('/team-membership', { userId: member, teamId: team, role: 'Member' });
});
afterAll(async () => story?.stop());

describe('outbound integrations', () => {
  it('are connected, show what was sent and what came back, and are sent again', async () => {
    await story.visit({ userId: owner, expected: /status of 400/ }, async (page) => {
      await page.goto(`${story.url}/outbound`);
      await heading(page, 'Outbound integrations');
      await shows(page, 'Connect a chat or a tracker');
      await pressText(page, 'New outbound integration');
      await heading(page, 'New outbound integration');
      await press(page, 'Which tool?');
      await pressText(page, 'Discord');
      await press(page, 'Team');
      await pressText(page, 'Platform');
      await fill(page, 'Display name', '<img src=x onerror=alert(1)>');
      await fill(page, 'Webhook URL', 'nonsense');
      await pressText(page, 'Create');
      await shows(page, '› Webhook URL');
      await look(page, 'outbound-new');
      await fill(page, 'Webhook URL', 'https://discord.example/api/webhooks/1');
      await pressText(page, 'Create');
      await heading(page, '<img src=x onerror=alert(1)>');
      await shows(page, 'Nothing was sent yet');

      await story.server.api.make('/incident', {
        title: 'Fire & <b>smoke</b>',
        status: 'Open',
        severity: 'Critical',
        teamIds: [team],
      });
      await story.server.app.jobs.runAll();
      await page.reload();
      await shows(page, '1 attempt');
      await look(page, 'outbound-deliveries');
      await pressTab(page, 'Test');
      await pressText(page, 'Send a test');
      await shows(page, 'Waiting for the answer of the tool');
      await story.server.app.jobs.runAll();
      await shows(page, 'The tool was not told');
      const sent = await page.waitForSelector(
        '::-p-xpath(//summary[.="What was sent and answered"])',
      );
      await sent?.click();
      await shows(page, 'nothing is wrong');
      await look(page, 'outbound-test');
      await pressTab(page, 'Settings');
      await fill(page, 'Display name', 'Incidents channel');
      await look(page, 'outbound-settings');
      await pressText(page, 'Save');
      await heading(page, 'Incidents channel');
      await pressText(page, 'Delete');
      await shows(page, 'its delivery records are deleted');
      await pressInDialog(page, 'Delete');
      await heading(page, 'Outbound integrations');
      await shows(page, 'Connect a chat or a tracker');
    });
  });

  it('show members of the team what was sent, and let them change nothing', async () => {
    const id = await story.server.api.make('/outbound-integration', {
      displayName: 'Channel',
      teamId: team,
      type: 'Discord',
      discordSettings: { webhookUrl: 'https://discord.example/secret-address' },
    });
    await story.visit({ userId: member }, async (page) => {
      await page.goto(`${story.url}/outbound/${id}`);
      await heading(page, 'Channel');
      await pressTab(page, 'Settings');
      await shows(page, 'Display name');
      expect(await page.$$('form button[type=submit]')).toHaveLength(0);
      expect(await page.content()).not.toContain('secret-address');
    });
  });
});
