import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelNames, chatKinds, chats, registry } from '../../src/channels/index.ts';
import type { ChatMessage } from '../fakes/chat.ts';
import { type ScriptedReceiver, startScriptedReceiver } from '../fakes/scripted-receiver.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type TestedChat, testedChats } from '../support/chats.ts';
import { makePerson } from '../support/keys.ts';

/** What every chat of people keeps to, whatever its vendor; more of it, tried with one, in `direct-messages.test.ts`. */
let server: TestApp;
let receiver: ScriptedReceiver;
let smtp: FakeSmtpServer;
const tested = testedChats();

beforeAll(async () => {
  [receiver, smtp] = await Promise.all([startScriptedReceiver(), startSmtpServer()]);
  server = await startTestApp({
    outbound: receiver.egress,
    env: { TOCSIN_SMTP_URL: smtp.url },
  });
});
afterAll(() => Promise.all([server.stop(), receiver.stop(), smtp.stop()]));

it('tries all chats', () => {
  expect(new Set(tested.map(({ channel }) => channel))).toEqual(
    new Set(chatKinds.map((kind) => chats[kind].channel)),
  );
});

/** The settings of a person who is told by these channels only, each after its minutes. */
function settingsOf(delays: Partial<Record<string, number>>): object {
  return Object.assign(
    {},
    ...channelNames.map((name) => {
      const { members } = registry[name];
      return {
        [members.isOn]: delays[name] !== undefined,
        [members.delayMinutes]: delays[name] ?? 0,
        [members.severities]: delays[name] === undefined ? [] : ['Critical'],
      };
    }),
  );
}

/** Everything that is due is decided and sent. */
async function settle(): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    await server.app.jobs.runAll((task) => /^(alerting|send-\w+)$/.test(task));
}

/** How a chat fails, and how long it takes to be known. */
const failures = [
  { what: 'the token of the bot was revoked', seconds: 0, isRevoked: true, answers: [] },
  {
    what: 'it answers 5xx twice',
    seconds: 20,
    isRevoked: false,
    answers: [{ status: 503 }, { status: 502 }],
  },
  {
    what: 'it wants to be left alone for ten minutes',
    seconds: 0,
    isRevoked: false,
    answers: [{ status: 429, headers: { 'retry-after': '600' } }],
  },
];

interface Member {
  id: string;
  api: ApiClient;
  account: string;
}

describe.each(tested)('$channel', (chat: TestedChat) => {
  let team: string;
  let bot: string;
  let Ada: Member;
  let Ben: Member;
  let boss: string;

  const addressOf = (name: string) => `${name}.${chat.channel}@example.com`.toLowerCase();
  async function told(id: string, name: string, delays: Parameters<typeof settingsOf>[0]) {
    const { status } = await server.api.put(`/user/${id}`, {
      email: addressOf(name),
      displayName: name,
      incidentNotificationSettings: settingsOf(delays),
    });
    expect(status).toBe(200);
  }

  async function member(name: string, account: string): Promise<Member> {
    const { id, api } = await makePerson(server, {});
    await told(id, name, { [chat.channel]: 0 });
    return { id, api, account };
  }

  /** A team in which these people are told one tier after the other, an hour apart. */
  async function teamOf(displayName: string, tiers: string[][]): Promise<string> {
    const { api } = server;
    const teamId = await api.make('/team', { displayName, timeZoneId: 'Europe/Berlin' });
    const escalationTiers: object[] = [];
    for (const userIds of tiers) {
      const schedules: object[] = [];
      for (const userId of userIds) {
        const membership = { userId, teamId, role: 'Member' };
        const teamMembershipId = await api.make('/team-membership', membership);
        schedules.push({ rotations: [{ members: [{ teamMembershipId }] }] });
      }
      escalationTiers.push({
        schedules,
        autoEscalationEnabled: true,
        autoEscalationAfterMinutes: 60,
      });
    }
    await api.make('/team-escalations', { teamId, escalationTiers });
    return teamId;
  }

  beforeAll(async () => {
    receiver.play(chat.fake.script);
    Ada = await member('Ada', chat.accounts[0]);
    Ben = await member('Ben', chat.accounts[1]);
    ({ id: boss } = await makePerson(server, {}));
    await told(boss, 'Boss', { Email: 0 });
    team = await teamOf(chat.channel, [[Ada.id, Ben.id]]);
    bot = await server.api.make('/outbound-integration', {
      ...{ displayName: 'Our bot', teamId: team, type: chat.channel },
      ...chat.settings,
    });
  });

  const by = ({ account }: Pick<Member, 'account'>, isForged = false) => ({
    at: bot,
    account,
    isForged,
  });
  const latestOf = ({ account }: Member) =>
    chat.fake.messages.findLast(({ to }) => to === account) as ChatMessage;
  const labels = ({ buttons }: ChatMessage) => buttons.map(({ label }) => label);

  async function codeFor({ api, id }: Member): Promise<string> {
    const asked = { outboundIntegrationId: bot };
    const { status, body } = await api.post(`/user/${id}/chats/code`, asked);
    expect(status).toBe(200);
    expect(body.text).toContain(body.code);
    return String(body.text);
  }

  let presses = 0;
  async function press(message: ChatMessage, label: string, as = by({ account: message.to })) {
    const { sends } = message.buttons.find((one) => one.label === label) ?? {};
    presses += 1;
    const button = { sends, message, id: String(presses) };
    const answer = await chat.press(server, as, button);
    // A chat that repeats it, or somebody who has recorded it.
    expect((await chat.press(server, as, button)).status).toBe(answer.status);
    await settle();
    return answer;
  }

  async function open(title: string, teamId = team): Promise<string> {
    server.clock.advance(3600);
    const members = { title, status: 'Open', severity: 'Critical', teamIds: [teamId] };
    const id = await server.api.make('/incident', members);
    await settle();
    return id;
  }

  /** What is still to be tried would meet what a later test sets up. */
  async function resolve(id: string): Promise<void> {
    await server.api.patch(`/incident/${id}`, {
      operations: { appendIntent: { intent: 'Resolved' } },
    });
    await settle();
  }

  async function eventsOf(id: string): Promise<string[]> {
    const { body } = await server.api.get(`/incident/search/${id}`);
    const events = body.events as {
      modification: { intent: string; user: { displayName: string } | null };
    }[];
    return events.map(({ modification: { intent, user } }) =>
      user ? `${intent} by ${user.displayName}` : intent,
    );
  }

  it('takes no settings that leave open who writes', async () => {
    const [settings, named] = chat.incomplete;
    const { status, text } = await server.api.post('/outbound-integration', {
      ...{ displayName: 'Open', teamId: team, type: chat.channel },
      ...settings,
    });
    expect([status, text]).toEqual([400, expect.stringContaining(named)]);
  });

  it('connects an account by a code alone, once, and tells whoever knows none how', async () => {
    const text = await codeFor(Ada);
    expect((await chat.write(server, by(Ada, true), text)).status).toBe(401);
    expect((await chat.write(server, by(Ada), 'oncall')).text).toMatch(/make a code/i);
    expect((await chat.write(server, by(Ada), text)).text).toContain('done as Ada');
    expect((await chat.write(server, by(Ben), text)).text).toContain('not valid any more');
    expect((await chat.write(server, by(Ben), await codeFor(Ben))).text).toContain('as Ben');
    const { body } = await Ada.api.get(`/user/${Ada.id}/chats`);
    expect(body.accounts).toMatchObject([{ channel: chat.channel, failure: null }]);
  });

  it('tells each account, acts for whoever presses, and shows both how it stands', async () => {
    const hostile = '<!channel> <at>all</at> @all **[x](http://evil)** & "more" 🔥';
    const id = await open(hostile);
    const [ada, ben] = [latestOf(Ada), latestOf(Ben)];
    expect(ada.text).toContain(hostile);
    expect(ada.text).toContain(`You are on call: Tier 1 of ${chat.channel}.`);
    expect(labels(ada)).toEqual(['Acknowledge', 'Resolve', 'Escalate', 'Take over']);
    const forged = await press(ada, 'Acknowledge', by(Ada, true));
    expect(forged.status).toBe(chat.forgedPress);
    if (forged.status === 200) expect(forged.text).toContain('Nothing was changed: this button');
    expect((await press(ada, 'Acknowledge', by(Ben))).text).toContain('somebody else');
    expect(await eventsOf(id)).toEqual(['Created']);
    expect((await press(ada, 'Acknowledge')).text).toContain('Acknowledged: ');
    const acknowledged = `Investigated by Ada (via ${registry[chat.channel].title})`;
    expect((await eventsOf(id))[0]).toBe(acknowledged);
    for (const message of [ada, ben]) {
      expect(message.text).toContain('👀 Acknowledged: ');
      expect(labels(message)).toEqual(['Resolve', 'Escalate', 'Take over']);
      expect(message.edits).toBe(1);
    }
    expect((await press(ben, 'Take over')).text).toContain('Yours: ');
    expect((await press(latestOf(Ada), 'Escalate')).text).toContain('Escalated: ');
    expect((await press(ben, 'Resolve')).text).toContain('Resolved: ');
    expect(ada.text).toContain('✅ Resolved: ');
    expect(labels(ada)).toEqual([]);
    expect((await eventsOf(id)).map((event) => event.split(' ')[0])).toEqual([
      ...['Resolved', 'Escalated', 'Assigned', 'Investigated', 'Created'],
    ]);
  });

  it('says of an account that is gone and of a revoked token where people look', async () => {
    const test = { channel: chat.channel, contactId: null };
    const tested = async () => {
      const { body } = await Ada.api.post(`/user/${Ada.id}/test-notification`, test);
      const { accounts } = (await Ada.api.get(`/user/${Ada.id}/chats`)).body;
      const [account] = accounts as { failure: { text: string } | null }[];
      return [body.outcome, account?.failure?.text ?? null];
    };
    chat.fake.blocked.add(Ada.account);
    expect(await tested()).toEqual([
      'refused',
      expect.stringContaining(`${registry[chat.channel].title}`),
    ]);
    expect((await server.api.get('/coverage')).text).toContain('Ada is not reached in a chat.');
    chat.fake.blocked.clear();
    expect(await tested()).toEqual(['sent', null]);
    expect(latestOf(Ada).text).toContain('This is a test notification of Tocsin.');
    chat.fake.isRevoked = true;
    expect(await tested()).toEqual(['refused', expect.stringContaining('token of the bot')]);
    const asked = { outboundIntegrationId: bot };
    expect((await Ada.api.post(`/user/${Ada.id}/chats/code`, asked)).status).toBe(409);
    chat.fake.isRevoked = false;
    expect(await tested()).toEqual(['sent', null]);
    expect(JSON.stringify(server.log)).not.toContain('SECRET');
  });

  it.each(failures)(
    'brings the next channel and the next tier forward where $what',
    async ({ what, seconds, isRevoked, answers }) => {
      await told(Ada.id, 'Ada', { [chat.channel]: 0, Email: 30 });
      const id = await teamOf(what, [[Ada.id], [boss]]);
      smtp.mails.length = 0;
      // The mail to her fails for good, so that only the next tier is left.
      smtp.gone = /^ada/;
      chat.fake.isRevoked = isRevoked;
      receiver.next(...answers);
      const incident = await open(`Till closed: ${what}`, id);
      server.clock.advance(seconds);
      await settle();
      chat.fake.isRevoked = false;
      smtp.gone = null;
      await resolve(incident);
      const { body } = await server.api.get(`/incident/search/${incident}`);
      const messages = (body.events as { message: string | null }[]).map(({ message }) => message);
      const { title } = registry[chat.channel];
      expect(messages).toContainEqual(
        expect.stringMatching(`^E-mail to Ada now and not at .*: ${title} (did|has) not arrive`),
      );
      expect(messages).toContainEqual(expect.stringMatching(/^Tier 2 of .*: Boss/));
      expect(smtp.mails[0]?.to_).toEqual([addressOf('Boss')]);
    },
  );

  it('ends with a word', async () => {
    const stop = (await codeFor(Ben))
      .replace(/(connect|start) .*$/, 'stop')
      .replace(/^.{43}$/, 'stop');
    expect((await chat.write(server, by(Ben), stop)).text).toContain('Disconnected');
    expect((await chat.write(server, by(Ben), stop)).text).toContain('not connected');
    const { body } = await Ben.api.get(`/user/${Ben.id}/chats`);
    expect(body.accounts).toEqual([]);
  });
});
