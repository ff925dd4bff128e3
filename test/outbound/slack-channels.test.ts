import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { checkUserGroups } from '../../src/cli/doctor/chat-checks.ts';
import { connectChatAccount, newChatCode } from '../../src/contacts/index.ts';
import { systemContext } from '../../src/kernel/index.ts';
import { slackChannelName } from '../../src/outbound/slack-channel-name.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import { FakeSlack } from '../fakes/slack.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';

/** A channel of its own for each incident: from its making to the archive, and what Slack may refuse of it. */
let server: TestApp;
let receiver: ScriptedReceiver;
let slack: FakeSlack;
let team: string;

beforeAll(async () => {
  receiver = await startScriptedReceiver();
  server = await startTestApp({ outbound: receiver.egress });
});
afterAll(() => Promise.all([server.stop(), receiver.stop()]));
beforeEach(async () => {
  slack = new FakeSlack();
  receiver.play(slack.script);
  team = await server.api.make('/team', { displayName: `Team ${Math.random()}` });
});

async function connect(dedicatedChannel: object, more: object = {}): Promise<string> {
  return server.api.make('/outbound-integration', {
    displayName: 'Slack',
    teamId: team,
    type: 'Slack',
    slackSettings: {
      botToken: 'xoxb-SECRET',
      selectedChannelIds: ['CROOM'],
      ...more,
      dedicatedChannel: { isEnabled: true, ...dedicatedChannel },
    },
  });
}

async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    await server.app.jobs.runAll((task) => /^(alerting|send-\w+)$/.test(task));
}

async function open(title: string, severity = 'Critical'): Promise<string> {
  const id = await server.api.make('/incident', {
    title,
    severity,
    status: 'Open',
    teamIds: [team],
  });
  await settle();
  return id;
}

async function change(id: string, intent: string): Promise<void> {
  const { status, text } = await server.api.patch(`/incident/${id}`, {
    operations: { appendIntent: { intent, message: intent } },
  });
  expect(status, text).toBe(200);
  await settle();
}

const history = async (id: string) => {
  const { body } = await server.api.get(`/incident/search/${id}`);
  return (body.events as { message: string | null }[]).map(({ message }) => message ?? '');
};

it('is made, named by date and title, told, and archived after its time', async () => {
  await connect({
    channelNamePrefix: 'Störung',
    archiveOnResolve: true,
    archiveDelayInSeconds: 600,
  });
  const id = await open('Kasse: „Zahlung“ schlägt FEHL!');
  const [channel] = slack.channels;
  const day = server.clock.now().toISOString().slice(0, 10).replaceAll('-', '');
  expect(channel?.name).toMatch(
    new RegExp(`^storung-${day}-kasse-zahlung-schlagt-fehl-[0-9a-f]{6}$`),
  );
  expect(channel?.topic).toContain(`/incidents/${id}`);
  await change(id, 'Investigated');
  expect(channel?.posted[0]).toContain('Kasse');
  expect(channel?.posted.join()).toContain('Acknowledged');
  await change(id, 'Resolved');
  server.clock.advance(300);
  await settle();
  expect(channel?.isArchived).toBe(false);
  server.clock.advance(400);
  await settle();
  expect(channel?.isArchived).toBe(true);
  await change(id, 'Commented');
  expect(slack.channels).toHaveLength(1);
  await change(id, 'Unresolved');
  expect(slack.channels.map(({ isArchived }) => isArchived)).toEqual([true, false]);
  expect(slack.channels[1]?.name).toBe(`${channel?.name}-2`);
});

it('stays where the incident opens again before its time', async () => {
  await connect({ archiveOnResolve: true, archiveDelayInSeconds: 600 });
  const id = await open('Flapping');
  await change(id, 'Resolved');
  server.clock.advance(300);
  await change(id, 'Unresolved');
  server.clock.advance(400);
  await settle();
  expect(slack.channels.map(({ isArchived }) => isArchived)).toEqual([false]);
});

it('is for the severities that are named, and none is made by a test', async () => {
  const id = await connect({ severities: ['Critical'] });
  await open('Small', 'Minor');
  await server.api.post(`/outbound-integration/${id}/test`, { severity: 'Critical' });
  expect(slack.channels).toEqual([]);
});

it('says on the incident what Slack refuses, goes on in the rooms, and tries again', async () => {
  slack.errors.set('conversations.create', 'missing_scope');
  const integration = await connect({});
  const id = await open('No scope');
  await change(id, 'Commented');
  const lines = (await history(id)).filter((line) => line.includes('missing_scope'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('The channel of this incident in Slack fails');
  expect((await server.api.get(`/outbound-integration/${integration}`)).body.isPaused).toBe(false);
  slack.errors.clear();
  await change(id, 'Commented');
  expect(slack.channels).toHaveLength(1);
});

it('finds the channel whose answer was lost, and makes no second one', async () => {
  await connect({});
  let isLost = true;
  receiver.play((request) => {
    const answer = slack.script(request);
    if (request.path !== '/api/conversations.create' || !isLost) return answer;
    isLost = false;
    return { status: 503 };
  });
  const id = await open('Lost');
  server.clock.advance(120);
  await settle();
  await change(id, 'Investigated');
  expect(slack.channels).toHaveLength(1);
  expect(slack.channels[0]?.posted.length).toBeGreaterThan(0);
});

it('invites people on call who have connected their account by the command, and names the others', async () => {
  const integration = await connect(
    { inviteOnCallMembers: true },
    { signingSecret: 'SECRET-sign' },
  );
  const people: Record<string, string> = {};
  const members: object[] = [];
  for (const name of ['Ada', 'Ben']) {
    const { id } = await makePerson(server, {});
    await server.api.put(`/user/${id}`, { displayName: name, email: `${id}@example.com` });
    people[name] = id;
    const body = { userId: id, teamId: team, role: 'Member' };
    members.push({ teamMembershipId: await server.api.make('/team-membership', body) });
  }
  const schedules = members.map((member) => ({ rotations: [{ members: [member] }] }));
  await server.api.make('/team-escalations', { teamId: team, escalationTiers: [{ schedules }] });
  const { code } = await newChatCode(server.app.world, {
    organizationId: server.organizationId,
    userId: people.Ada ?? '',
    integrationId: integration,
  });
  const write = async (text: string) => {
    const body = new URLSearchParams({ user_id: 'U1', command: '/tocsin', text }).toString();
    const time = String(server.clock.now().getTime() / 1000);
    const hash = createHmac('sha256', 'SECRET-sign').update(`v0:${time}:${body}`).digest('hex');
    const answer = await fetch(`${server.app.url}/chat/slack/${integration}/command`, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': time,
        'x-slack-signature': `v0=${hash}`,
      },
    });
    return ((await answer.json()) as { text: string }).text;
  };
  expect(await write('oncall')).toContain('/tocsin connect CODE');
  expect(await write(`connect ${code}`)).toContain('done as Ada');
  expect(await write('oncall')).toContain('Ada');
  await open('Invited');
  const channel = slack.channels.at(-1);
  expect(channel?.invited).toEqual(['U1']);
  expect(channel?.posted.find((text) => text.includes('Not invited'))).toContain('Ben');
});

it('leaves alone what people have archived by hand', async () => {
  await connect({});
  const id = await open('By hand');
  const [channel] = slack.channels;
  if (channel) channel.isArchived = true;
  await change(id, 'Investigated');
  expect(slack.channels).toHaveLength(1);
  expect((await history(id)).join()).not.toContain('fails');
});

it('keeps a user group in step with who is on call, and says what Slack refuses', async () => {
  const integration = await connect(
    {},
    { onCallUserGroupId: 'S0604QSJC', onCallUserGroupTiers: 2, signingSecret: 'SECRET-sign' },
  );
  const ctx = systemContext(server.app.world, server.organizationId);
  const people: string[] = [];
  const memberOf = async (name: string, chatUserId: string) => {
    const { id: userId } = await makePerson(server, {});
    await server.api.put(`/user/${userId}`, { displayName: name, email: `${userId}@example.com` });
    const account = { outboundIntegrationId: integration, chatUserId, displayName: name };
    await connectChatAccount(ctx, { userId, ...account });
    people.push(userId);
    const body = { userId, teamId: team, role: 'Member' };
    return { teamMembershipId: await server.api.make('/team-membership', body) };
  };
  const onCall = async (...members: object[]) => {
    const escalationTiers = members.map((member) => ({
      schedules: [{ rotations: [{ members: [member] }] }],
    }));
    await server.api.make('/team-escalations', { teamId: team, escalationTiers });
  };
  const look = async (seconds: number) => {
    server.clock.advance(seconds);
    for (let round = 0; round < 2; round += 1)
      await server.app.jobs.runAll((task) => /^(slack-user-groups|send-\w+)$/.test(task));
  };
  const logged = async () => {
    const { body } = await server.api.get(`/outbound-integration/${integration}/logs/search/list`);
    const [latest] = body.outboundIntegrationLogs as { description: string }[];
    return latest?.description;
  };
  await look(60);
  expect(slack.groups).toEqual([]);
  expect(await logged()).toContain('Nobody who is on call');
  expect(await checkUserGroups(server.app.world)).toMatchObject([{ state: 'warning' }]);
  const [ada, ben] = [await memberOf('Ada', 'U2ADA'), await memberOf('Ben', 'U1BEN')];
  await onCall(ada, ben, await memberOf('Cleo', 'U3CLEO'));
  await look(60);
  await look(60);
  expect(slack.groups).toEqual(['U1BEN,U2ADA']);
  expect(await logged()).toBe('Told the user group S0604QSJC who is on call.');
  expect(await checkUserGroups(server.app.world)).toMatchObject([{ state: 'ok' }]);
  // Ada leaves; what Slack refuses is tried again each hour.
  await server.api.delete(`/user/${people[0]}`);
  slack.errors.set('usergroups.users.update', 'missing_scope');
  await look(60);
  expect(await logged()).toContain('missing_scope');
  const [finding] = await checkUserGroups(server.app.world);
  expect(JSON.stringify(finding)).toContain('missing_scope');
  const { body: coverage } = await server.api.get('/coverage');
  const hint = { kind: 'ToolNotTold', level: 'Hint', objectId: integration };
  expect(coverage.findings).toContainEqual(
    expect.objectContaining({ ...hint, text: expect.stringContaining('missing_scope') }),
  );
  slack.errors.clear();
  await look(1800);
  expect(slack.groups).toHaveLength(1);
  await look(1900);
  expect(slack.groups.at(-1)).toBe('U1BEN');
  // Somebody may have changed it by hand.
  await look(86_400);
  expect(slack.groups).toHaveLength(3);
});

it('takes what is pinned there into the history, once, and nothing else', async () => {
  const integration = await connect({}, { signingSecret: 'SECRET-sign' });
  const id = await open('Pinned');
  await change(id, 'Investigated');
  const event = async (body: object, secret = 'SECRET-sign') => {
    const text = JSON.stringify(body);
    const time = String(server.clock.now().getTime() / 1000);
    const signature = createHmac('sha256', secret).update(`v0:${time}:${text}`).digest('hex');
    const answer = await fetch(`${server.app.url}/chat/slack/${integration}/event`, {
      method: 'POST',
      body: text,
      headers: {
        'content-type': 'application/json',
        'x-slack-request-timestamp': time,
        'x-slack-signature': `v0=${signature}`,
      },
    });
    return answer.status === 200 ? answer.json() : answer.status;
  };
  const pin = (channelId: string | undefined, message: object, user = 'U1') => ({
    type: 'event_callback',
    event: { type: 'pin_added', user, channel_id: channelId, item: { message } },
  });
  const { id: userId } = await makePerson(server, { teams: { [team]: 'Member' } });
  await server.api.put(`/user/${userId}`, { displayName: 'Ada', email: 'pins@example.com' });
  await connectChatAccount(systemContext(server.app.world, server.organizationId), {
    ...{ userId, outboundIntegrationId: integration, chatUserId: 'U1', displayName: 'ada' },
  });
  const found = { ts: '1.1', text: 'It is &lt;the&gt; <https://a.example|certificate>' };
  const channel = slack.channels.at(-1)?.id;
  expect(await event({ type: 'url_verification', challenge: 'abc' })).toEqual({ challenge: 'abc' });
  expect(await event(pin(channel, found), 'guess')).toBe(401);
  for (const body of [
    pin(channel, found),
    pin(channel, found),
    pin(channel, { ...found, ts: '1.2', bot_id: 'B1' }),
    pin('CROOM', { ...found, ts: '1.3' }),
    pin('COTHER', { ...found, ts: '1.4' }),
    pin(channel, { ...found, ts: '1.5' }, 'U9'),
  ])
    expect(await event(body)).toEqual({});
  const told = receiver.requests.filter(({ path }) => path === '/api/chat.postEphemeral');
  expect(told.map(({ json }) => json)).toEqual([
    { channel, user: 'U9', text: expect.stringContaining('/tocsin connect CODE') },
  ]);
  const lines = await history(id);
  expect(lines.filter((line) => line.includes('certificate'))).toEqual([
    'It is <the> certificate (https://a.example)',
  ]);
});

it('has a name that Slack takes, whatever the title, and keeps incidents apart', () => {
  const id = fc.uuid();
  fc.assert(
    fc.property(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      id,
      fc.nat(8),
      (prefix, title, one, nth) => {
        const incident = { id: one, title, createdAt: '2026-03-01T08:00:00.000Z' };
        const name = slackChannelName(prefix, incident, nth + 1);
        expect(name).toMatch(/^[a-z0-9_-]{1,80}$/);
        expect(name).not.toBe(slackChannelName(prefix, incident, nth + 2));
        expect(name).toContain(one.replaceAll('-', '').slice(-6));
      },
    ),
    { numRuns: 100 },
  );
});
