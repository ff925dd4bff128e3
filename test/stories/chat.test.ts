import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectChatAccount } from '../../src/contacts/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import { simulatedTools, type Thing } from '../outbound/simulated-tools.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let app: TestApp;
let receiver: ScriptedReceiver;
let things: Thing[];

beforeAll(async () => {
  receiver = await startScriptedReceiver();
  app = await startTestApp({ outbound: receiver.egress });
});
afterAll(() => Promise.all([app.stop(), receiver.stop()]));

describe('an alarm in a channel', () => {
  it('is one message, which changes when somebody presses its button and when the tool says it is over', async () => {
    things = [];
    receiver.play((request) => simulatedTools.Slack.answer(request, things));
    const teamId = await app.api.make('/team', { displayName: 'Payments' });
    const chat = await app.api.make('/outbound-integration', {
      displayName: 'Channel',
      teamId,
      type: 'Slack',
      ...simulatedTools.Slack.settings,
    });
    const hook = await app.api.post('/inbound-integration', {
      displayName: 'Probe',
      teamId,
      type: 'Webhook',
    });
    const alert = async (status: string) => {
      const answer = await fetch(String(hook.body.webhookUrl), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status, severity: 'Critical', title: 'The till is closed' }),
      });
      const { incidentId } = (await answer.json()) as { incidentId: string };
      await app.app.jobs.runAll();
      return incidentId;
    };

    const ada = await app.api.make('/user', { displayName: 'ada', email: 'ada@example.com' });
    await app.api.make('/organization-membership', { userId: ada, role: 'Administrator' });
    await connectChatAccount(systemContext(app.app.world, app.organizationId), {
      userId: ada,
      outboundIntegrationId: chat,
      chatUserId: 'U1',
      displayName: 'ada',
    });

    const incidentId = await alert('Open');
    expect(things).toHaveLength(1);
    expect(things[0]?.content[0]).toContain('The till is closed');

    const press = { action_id: 'acknowledge', value: incidentId };
    const payload = JSON.stringify({
      type: 'block_actions',
      user: { id: 'U1', name: 'ada' },
      actions: [press],
    });
    const body = `payload=${encodeURIComponent(payload)}`;
    const time = String(Math.floor(app.clock.now().getTime() / 1000));
    const signature = createHmac('sha256', 'SECRET-sign')
      .update(`v0:${time}:${body}`)
      .digest('hex');
    const pressed = await fetch(`${app.app.url}/chat/slack/${chat}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': time,
        'x-slack-signature': `v0=${signature}`,
      },
      body,
    });
    expect(pressed.status).toBe(200);
    await app.app.jobs.runAll();
    expect(things).toHaveLength(1);
    expect(things[0]?.content.at(-1)).toContain('Acknowledged by ada');

    await alert('Resolved');
    expect(things).toHaveLength(1);
    expect(things[0]?.content.at(-1)).toContain('Resolved');
    expect(things[0]?.content.at(-1)).not.toContain('"action_id":"resolve"');
    expect(things[0]?.comments.map((text) => JSON.parse(text).text).slice(-2)).toEqual([
      expect.stringContaining('Acknowledged by ada'),
      expect.stringContaining('Resolved'),
    ]);
  });
});
