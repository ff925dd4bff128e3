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
import { staffTeam } from '../support/staffed-team.ts';
import { alert, map } from '../support/webhook.ts';

let story: ConsoleStory;
let owner: string;
let team: string;
beforeAll(async () => {
  story = await startConsole({
    env: { TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9', TOCSIN_MAIL_FROM: 'tocsin@example.com' },
  });
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

  it('is tried on the past while it is being written, and nothing of it is saved', async () => {
    const { api, clock } = story.server;
    const { id: teamId } = await staffTeam(api, 'Payments', [{ people: ['Ada'] }]);
    const integration = await api.make('/inbound-integration', {
      ...{ displayName: 'Prometheus prod', teamId, type: 'Webhook' },
    });
    await map(story.server, integration);
    const routing = await api.make('/routing', {
      ...{ displayName: 'Quiet', teamId },
      rules: [
        {
          displayName: 'Replicas are nobody’s business',
          conditions: { attributes: [{ name: 'Host', operator: 'contains', value: 'replica' }] },
          actions: { discard: true },
        },
      ],
    });
    const now = clock.now();
    const send = async (hours: number, problem: object) => {
      clock.set(new Date(now.getTime() - hours * 3_600_000));
      await alert(story.server, integration, { status: 'Open', ...problem });
    };
    await send(5, { id: 'one', title: 'Replica lags', host: 'replica-1', severity: 'Critical' });
    await send(4, { id: 'two', title: 'Disk full', host: 'db-1', severity: 'Critical' });
    await send(3, { id: 'three', title: 'Replica gone', host: 'replica-2', severity: 'Critical' });
    clock.set(now);
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/routing/${routing}`);
      await heading(page, 'Quiet');
      await press(page, 'Remove Replicas are nobody’s business');
      await pressText(page, 'Try on the past');
      await shows(page, 'What would this have done?');
      await pressInDialog(page, 'Try it');
      await shows(page, '2 × somebody is told');
      await pressInDialog(page, 'Show 2 of them');
      await shows(page, 'With the change');
      await look(page, 'try-a-change');
      await pressText(page, 'Open as a page');
      await shows(page, 'Replay of');
      await pressText(page, 'Show 2 of them');
      await shows(page, 'With the change');
    });
    await story.visit({ userId: owner, language: 'de' }, async (page) => {
      await page.goto(`${story.url}/on-call/replays`);
      await shows(page, 'Weiterleitung Quiet (geändert)');
      await look(page, 'replays-de');
    });
    const { body } = await api.get(`/routing/${routing}`);
    expect(body.rules).toHaveLength(1);
  });
});
