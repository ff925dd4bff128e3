import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sayIn } from '../../console/parts/said/say-in.ts';
import { inGerman } from '../../openapi/texts/in-german.ts';
import type { Finding } from '../../src/coverage/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { alert, map } from '../support/webhook.ts';

let server: TestApp;
let smtp: FakeSmtpServer;
let api: ApiClient;

beforeAll(async () => {
  smtp = await startSmtpServer();
  // A Thursday; Berlin changes to summer time on Sunday the 29th.
  server = await startTestApp({
    clock: '2026-03-19T12:00:00.000Z',
    env: { TOCSIN_SMTP_URL: smtp.url },
  });
});
afterAll(async () => {
  await server.stop();
  await smtp.stop();
});
beforeEach(async () => {
  ({ api } = await makeOrganization(server));
});

async function findings(query = '', as = api): Promise<Finding[]> {
  const { body, status, text } = await as.get(`/coverage${query}`);
  expect(status, text).toBe(200);
  const found = body.findings as Finding[];
  expect(body.isCovered).toBe(found.every(({ level }) => level !== 'Gap'));
  // The console says all of them in German.
  expect(
    found.filter((one) => sayIn(inGerman, one.textSentence) === null).map((one) => one.text),
  ).toEqual([]);
  // Their own test; they are the same for everybody here.
  return found.filter(({ kind }) => kind !== 'ChannelNotConfigured');
}

const told = (found: Finding[]) =>
  found.map(({ kind, level, text }) => `${kind} ${level}: ${text}`);

const escalating = { autoEscalationEnabled: true, autoEscalationAfterMinutes: 5 };

describe('the default policy of a team', () => {
  const office = { fromDay: 'mon', from: '09:00', untilDay: 'fri', until: '17:00' } as const;

  async function makeTeam(steps: (ids: Record<'ada' | 'bob' | 'schedule', string>) => object[]) {
    const teamId = await api.make('/team', { displayName: 'Covered', timeZoneId: 'UTC' });
    const person = (displayName: string) =>
      api.make('/user', { displayName, email: `${crypto.randomUUID()}@example.com` });
    const [ada, bob] = [await person('Ada'), await person('Bob')];
    for (const userId of [ada, bob])
      await api.make('/team-membership', { userId, teamId, role: 'Member' });
    const layers = [{ hours: [office], groups: [{ userIds: [ada] }] }];
    const schedule = await api.make('/on-call-schedule', {
      displayName: 'Office',
      teamId,
      timeZoneId: 'UTC',
      layers,
    });
    await api.make('/escalation-policy', {
      displayName: 'Usual',
      teamId,
      isDefault: true,
      steps: steps({ ada, bob, schedule }),
    });
    return { teamId, schedule };
  }
  const ofPolicy = async () => (await findings()).filter(({ kind }) => kind !== 'ScheduleGap');

  it('counts in place of tiers', async () => {
    await makeTeam(({ ada, bob }) => [
      { targets: [{ userId: ada }] },
      { afterMinutes: 5, targets: [{ userId: bob }] },
    ]);
    expect(told(await ofPolicy())).toEqual([]);
  });

  it('has gaps where no step reaches anybody, and hints where one does not', async () => {
    await makeTeam(({ schedule }) => [{ targets: [{ scheduleId: schedule }], repeats: 1 }]);
    const gaps = await ofPolicy();
    expect(gaps.map(({ kind, level, start }) => ({ kind, level, start }))).toEqual([
      { kind: 'NobodyOnCall', level: 'Gap', start: '2026-03-20T17:00:00.000Z' },
      { kind: 'NobodyOnCall', level: 'Gap', start: '2026-03-27T17:00:00.000Z' },
    ]);
    ({ api } = await makeOrganization(server));
    await makeTeam(({ schedule, bob }) => [
      { targets: [{ scheduleId: schedule }] },
      { afterMinutes: 5, targets: [{ userId: bob }] },
    ]);
    expect(told(await ofPolicy())).toEqual([
      expect.stringContaining(
        'StepReachesNobody Hint: Step 1 of the policy “Usual” reaches nobody from',
      ),
    ]);
  });

  it('has a hint where nothing follows a policy that is no default', async () => {
    const { teamId } = await makeTeam(({ ada, bob }) => [
      { targets: [{ userId: ada }] },
      { afterMinutes: 5, targets: [{ userId: bob }] },
    ]);
    const steps = [{ targets: [{ teamId, pick: 'members' }] }];
    const second = await api.make('/escalation-policy', { displayName: 'Second', teamId, steps });
    expect(told(await ofPolicy())).toEqual([expect.stringMatching(/^PolicyUnused Hint: .*Second/)]);
    const named = { type: 'Webhook', displayName: 'Alarms', teamId, escalationPolicyId: second };
    await api.make('/inbound-integration', named);
    expect(told(await ofPolicy())).toEqual([]);
  });

  it('says which step reaches nobody at all, and that nothing follows the first', async () => {
    const { schedule } = await makeTeam((ids) => [
      { targets: [{ userId: ids.ada }] },
      { afterMinutes: 5, targets: [{ scheduleId: ids.schedule }] },
    ]);
    expect((await api.delete(`/on-call-schedule/${schedule}`)).status).toBe(200);
    expect(told(await ofPolicy())).toEqual([
      'StepReachesNobody Gap: Step 2 of the policy “Usual” reaches nobody.',
    ]);
    ({ api } = await makeOrganization(server));
    await makeTeam(({ ada }) => [{ targets: [{ userId: ada }] }]);
    expect((await ofPolicy()).map(({ kind }) => kind)).toEqual(['NeverEscalates']);
  });

  it('reaches whom the policies reach that its steps begin', async () => {
    const { teamId } = await makeTeam(({ ada }) => [
      { targets: [{ userId: ada }] },
      { afterMinutes: 5, targets: [{ userId: ada }] },
    ]);
    const other = await api.make('/team', { displayName: 'Other', timeZoneId: 'UTC' });
    await api.make('/escalation-policy', {
      displayName: 'Passes on',
      teamId: other,
      isDefault: true,
      steps: [{ targets: [{ teamId, pick: 'policy' }], repeats: 1 }],
    });
    expect(told(await ofPolicy())).toEqual([]);
  });

  it('reaches whom it begins to tell in teams that the caller does not administer', async () => {
    ({ api } = server);
    const { teamId } = await makeTeam(({ ada }) => [{ targets: [{ userId: ada }] }]);
    const other = await api.make('/team', { displayName: 'Other', timeZoneId: 'UTC' });
    await api.make('/escalation-policy', {
      displayName: 'Passes on',
      teamId: other,
      isDefault: true,
      steps: [{ targets: [{ teamId, pick: 'policy' }], repeats: 1 }],
    });
    const administrator = await makePerson(server, { teams: { [other]: 'Administrator' } });
    expect(told(await findings('', administrator.api))).toEqual([]);
  });

  it('has a gap where the only step keeps office hours, or is not for what is Critical', async () => {
    const office = [{ fromDay: 'mon', from: '09:00', untilDay: 'fri', until: '17:00' }];
    await makeTeam(({ ada }) => [
      { targets: [{ userId: ada }], hours: office, outsideHours: 'skip', repeats: 1 },
    ]);
    expect((await ofPolicy()).map(({ kind, start }) => [kind, start])).toEqual([
      ['NobodyOnCall', '2026-03-20T17:00:00.000Z'],
      ['NobodyOnCall', '2026-03-27T17:00:00.000Z'],
    ]);
    ({ api } = await makeOrganization(server));
    await makeTeam(({ ada }) => [
      { targets: [{ userId: ada }], severities: ['Minor'], repeats: 1 },
    ]);
    expect((await ofPolicy()).map(({ kind, level }) => [kind, level])).toEqual([
      ['NobodyOnCall', 'Gap'],
    ]);
  });
});

describe('schedules of the organization', () => {
  it('with times of nobody, and layers that never count, are hints', async () => {
    const { id: teamId } = await staffTeam(api, 'Covered', [
      { people: ['Ada'], settings: escalating },
      { people: ['Bob'] },
    ]);
    const userId = await api.make('/user', { email: `${crypto.randomUUID()}@example.com` });
    const groups = [{ userIds: [userId] }];
    const office = [{ fromDay: 'mon', from: '09:00', untilDay: 'mon', until: '17:00' }];
    const make = (displayName: string, layers: object[]) =>
      api.make('/on-call-schedule', { displayName, teamId, timeZoneId: 'UTC', layers });
    await make('Always', [{ groups }]);
    const mondays = await make('Mondays', [{ groups, hours: office }]);
    await make('Nobody', []);
    await make('Covered twice', [
      { displayName: 'Below', groups, hours: office },
      { level: 1, groups },
    ]);
    const found = await findings();
    expect(told(found)).toEqual([
      'ScheduleGap Hint: By the schedule “Mondays” nobody is on call from Thu 19 Mar 12:00 to Mon 23 Mar 09:00, and 2 more times in 14 days.',
      'ScheduleGap Hint: By the schedule “Nobody” nobody is on call, until Thu 2 Apr 12:00 at least.',
      'LayerNeverWins Hint: In the schedule “Covered twice” layer Below is always hidden by layers of higher levels; nobody is on call by it in the next 14 days.',
    ]);
    expect(found[0]).toMatchObject({
      objectId: mondays,
      team: { id: teamId },
      start: '2026-03-19T12:00:00.000Z',
      end: '2026-03-23T09:00:00.000Z',
    });
  });
});

describe('who is on call', () => {
  it('a team whose tiers always have people that can be reached is covered', async () => {
    await staffTeam(api, 'Covered', [
      { people: ['Ada'], settings: escalating },
      { people: ['Bob'] },
    ]);
    expect(await findings()).toEqual([]);
  });

  it('gaps are what no tier covers, merged, in the zone of the team and across its change of time', async () => {
    const { id, people } = await staffTeam(
      api,
      'Days',
      [
        { people: ['Ada'], settings: escalating },
        { people: ['Bob'], settings: escalating },
      ],
      { tierSettings: { repeats: 1 } },
    );
    await api.put(`/team/${id}`, { displayName: 'Days', timeZoneId: 'Europe/Berlin' });
    const escalations = (await api.get(`/team-escalations/${id}`)).body as {
      escalationTiers: { schedules: object[] }[];
    };
    const windows = [
      // Neighbours without a gap between them, in two tiers.
      {
        selectedDays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
        from: '08:00',
        until: '16:00',
      },
      {
        selectedDays: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
        from: '16:00',
        until: '20:00',
      },
    ];
    const { status, text } = await api.put(`/team-escalations/${id}`, {
      ...escalations,
      escalationTiers: escalations.escalationTiers.map((tier, index) => ({
        ...tier,
        schedules: tier.schedules.map((schedule) => ({
          ...schedule,
          scheduleSettings: { weeklySchedules: [windows[index]] },
        })),
      })),
    });
    expect(status, text).toBe(200);
    const gaps = await findings();
    expect(gaps).toHaveLength(14);
    expect(gaps[0]).toMatchObject({
      kind: 'NobodyOnCall',
      level: 'Gap',
      text: 'Nobody is on call in any tier from Thu 19 Mar 20:00 to Fri 20 Mar 08:00.',
      team: { id, displayName: 'Days', timeZoneId: 'Europe/Berlin' },
      start: '2026-03-19T19:00:00.000Z',
      end: '2026-03-20T07:00:00.000Z',
    });
    expect(gaps[9]).toMatchObject({
      start: '2026-03-28T19:00:00.000Z',
      end: '2026-03-29T06:00:00.000Z',
    });
    // An override covers one of them.
    await api.make('/on-call-override', {
      userId: people.Ada?.id,
      teamId: id,
      type: 'online',
      start: '2026-03-19T19:00:00Z',
      end: '2026-03-20T07:00:00Z',
    });
    expect(await findings()).toEqual(gaps.slice(1));
  });

  it('a team without tiers is a gap, unless its rules pass its incidents on', async () => {
    const shared = await api.make('/team', { displayName: 'Shared' });
    const [gap, ...others] = await findings();
    expect(gap).toMatchObject({ kind: 'NoTiers', level: 'Gap', team: { id: shared } });
    expect(others).toEqual([]);
    const target = await staffTeam(api, 'Target', [{ people: ['Ada'], settings: { repeats: 3 } }]);
    await api.make('/routing', {
      displayName: 'To target',
      teamId: shared,
      rules: [{ conditions: {}, actions: { assignToTeams: [target.id] } }],
    });
    expect(await findings()).toMatchObject([{ kind: 'NoTiers', level: 'Hint' }]);
  });

  it('a tier without people is a gap; without anybody, nobody is on call; one tier alone is a hint', async () => {
    await staffTeam(api, 'Hole', [{ people: [], settings: escalating }, { people: ['Ada'] }]);
    await staffTeam(api, 'Nobody', [{ people: [], settings: escalating }, { people: [] }]);
    await staffTeam(api, 'Single', [{ people: ['Bob'] }]);
    expect(told(await findings())).toEqual([
      'EmptyTier Gap: Tier 1 has no people; alerts pass over it.',
      'NobodyOnCall Gap: Nobody is on call in any tier, until Thu 2 Apr 12:00 at least.',
      'NeverEscalates Hint: Alerts are not repeated and no further tier follows: when the first people on call do not answer, nobody else is told.',
    ]);
  });
});

describe('teams that tiers assign', () => {
  it('a tier that counts on a team with nobody on call is a gap, whoever looks at it', async () => {
    const staffed = await staffTeam(api, 'Staffed', [
      { people: ['Ada'], settings: escalating },
      { people: ['Bob'] },
    ]);
    const empty = await staffTeam(api, 'Empty', []);
    const first = await staffTeam(api, 'First', [
      {
        people: ['Cem'],
        settings: { ...escalating, autoAssignToTeams: [staffed.id, empty.id] },
      },
      { people: ['Dot'] },
    ]);
    expect(told(await findings(`?TeamIds=${first.id}`))).toEqual([
      'AssignsToNobody Gap: Tier 1 assigns Empty, where nobody is on call in any tier.',
    ]);
    expect(await findings(`?TeamIds=${staffed.id}`)).toEqual([]);
  });
});

describe('whether they can be reached', () => {
  const off = {
    shouldSendEmail: false,
    shouldSendPush: false,
    shouldSendSMS: false,
    shouldCallVoice: false,
    delayInMinEmail: 0,
    delayInMinPush: 0,
    delayInMinSMS: 0,
    delayInMinVoice: 0,
    severitiesEmail: ['Critical', 'Warning', 'Minor'],
    severitiesPush: ['Critical', 'Warning', 'Minor'],
    severitiesSMS: ['Critical', 'Warning', 'Minor'],
    severitiesVoice: ['Critical', 'Warning', 'Minor'],
  };
  const all = ['Critical', 'Warning', 'Minor'];

  it.each([
    ['everything switched off', {}, all, 'Gap', 'send nothing for Critical incidents'],
    ['only push, and no device', { shouldSendPush: true }, all, 'Gap', 'no device'],
    ['only texts, and no carrier', { shouldSendSMS: true }, all, 'Gap', 'TOCSIN_TWILIO_'],
    [
      'mail, but not for Critical',
      { shouldSendEmail: true, severitiesEmail: ['Warning', 'Minor'] },
      ['Critical'],
      'Gap',
      'send nothing for Critical incidents',
    ],
    [
      'nothing about Minor',
      { shouldSendEmail: true, severitiesEmail: ['Critical', 'Warning'] },
      ['Minor'],
      'Hint',
      'send nothing for Minor incidents',
    ],
    [
      'not when incidents open',
      { shouldSendEmail: true, disabledIntentsEmail: ['Created'] },
      all,
      'Gap',
      'send nothing',
    ],
  ])('%s', async (_, settings, severities, level, reason) => {
    const { id, people } = await staffTeam(api, 'Payments', [
      { people: ['Ada'], settings: { repeats: 1 } },
    ]);
    const userId = people.Ada?.id;
    const set = await api.post(`/user/${userId}/incident-notification-settings`, {
      incidentNotificationSettings: { ...off, ...settings },
    });
    expect(set.status, set.text).toBe(200);
    expect(await findings()).toMatchObject([
      {
        kind: 'PersonUnreachable',
        level,
        userId,
        severities,
        team: { id },
        text: expect.stringMatching(`^Ada is on call.*${reason}`),
      },
    ]);
  });

  it('names channels that are not configured, with the setting and how many want them', async () => {
    const { body } = await api.get('/coverage');
    const channels = (body.findings as Finding[]).filter(
      ({ kind }) => kind === 'ChannelNotConfigured',
    );
    expect(channels.map(({ channel, level }) => [channel, level])).toContainEqual(['SMS', 'Hint']);
    expect(channels.find(({ channel }) => channel === 'SMS')?.text).toContain('TOCSIN_TWILIO_');
    expect(channels.map(({ channel }) => channel)).not.toContain('Email');
  });
});

describe('tools and rules', () => {
  it('tells of tools without settings and paused ones, and of rules that name what is gone', async () => {
    const { id: teamId } = await staffTeam(api, 'Payments', [
      { people: ['Ada'], settings: { repeats: 1 } },
    ]);
    const tool = { displayName: 'Chat', teamId, type: 'Slack' };
    const unset = await api.make('/outbound-integration', tool);
    const paused = await api.make('/outbound-integration', { ...tool, isPaused: true });
    const service = await api.make('/service', { displayName: 'Shop', publicTitle: 'Shop' });
    const routing = await api.make('/routing', {
      displayName: 'Rules',
      teamId,
      rules: [
        { conditions: {} },
        { displayName: 'Shop', conditions: {}, actions: { affectsServices: [service] } },
      ],
    });
    await api.delete(`/service/${service}`);
    expect(await findings()).toMatchObject([
      { kind: 'ToolNotTold', level: 'Gap', objectId: unset, team: { id: teamId } },
      { kind: 'ToolNotTold', level: 'Hint', objectId: paused },
      {
        kind: 'DeletedObject',
        level: 'Gap',
        objectId: routing,
        text: 'Rule 2 (Shop) of the routing “Rules” names something of the kind Service that was deleted (rules[1].actions.affectsServices[0]).',
      },
    ]);
  });
});

describe('of which teams', () => {
  it('of those asked for, and only those that the caller administers', async () => {
    const [one, two] = await Promise.all(
      ['One', 'Two'].map((displayName) => server.api.make('/team', { displayName })),
    );
    const teams = (found: Finding[]) => found.map(({ team }) => team?.id);
    const administrator = await makePerson(server, {
      teams: { [one ?? '']: 'Administrator', [two ?? '']: 'Member' },
    });
    expect(teams(await findings('', administrator.api))).toEqual([one]);
    expect(teams(await findings(`?TeamIds=${two}`, administrator.api))).toEqual([]);
    expect(teams(await findings(`?TeamIds=${two}`, server.api))).toEqual([two]);
    const member = await makePerson(server, { teams: { [one ?? '']: 'Member' } });
    expect(await findings('', member.api)).toEqual([]);
  });
});

describe('phone numbers', () => {
  const phone = (digit: number) => ({ phoneNumber: `+49151000000${digit}` });
  const numberOf = (teamId: string, callFlowConfig: object) =>
    api.make('/inbound-integration', {
      displayName: 'Hotline',
      teamId,
      type: 'Twilio',
      integrationSettings: {
        twilio: { accessSettings: { phoneNumber: '+4930901820' }, callFlowConfig },
      },
    });
  const ofNumbers = async () =>
    (await findings()).filter(({ kind }) => kind === 'NumberReachesNobody');
  const nights = { scheduleSettings: { start: '18:00', end: '08:00' } };

  it('are covered while somebody with a confirmed phone number is on call', async () => {
    const { id } = await staffTeam(api, 'Phones', [{ people: ['Ada'] }, { people: ['Bob'] }], {
      users: { Bob: phone(1) },
    });
    await numberOf(id, { route: {} });
    expect(await ofNumbers()).toEqual([]);
  });

  it('have a gap when callers would be turned away, and a hint when they can leave a message', async () => {
    const { id } = await staffTeam(
      api,
      'Nights',
      [{ people: ['Ada'], schedule: nights }, { people: ['Bob'] }],
      { users: { Ada: phone(1) } },
    );
    const integration = await numberOf(id, { route: { sendToVoicemailIfNoResponse: false } });
    const found = await ofNumbers();
    expect(told(found)).toEqual([
      'NumberReachesNobody Gap: Callers of the number “Hotline” reach nobody from Thu 19 Mar 12:00 to Thu 19 Mar 18:00, and 14 times more: nobody with a confirmed phone number is on call in Nights. They hear the closing message, and nobody learns of it.',
    ]);
    expect(found[0]).toMatchObject({
      objectId: integration,
      team: { id },
      start: '2026-03-19T12:00:00.000Z',
      end: '2026-03-19T18:00:00.000Z',
    });
    const { body } = await api.get(`/inbound-integration/${integration}`);
    const { twilio } = body.integrationSettings as { twilio: object };
    const callFlowConfig = { route: { sendToVoicemailIfNoResponse: true } };
    await api.put(`/inbound-integration/${integration}`, {
      ...body,
      integrationSettings: { twilio: { ...twilio, callFlowConfig } },
    });
    const [hint] = await ofNumbers();
    expect(hint?.level).toBe('Hint');
    expect(hint?.text).toMatch(/in Nights\. They are asked for a message\.$/);
  });

  it('are looked at by the routes of their menu, except for those that ask for a message at once', async () => {
    const staffed = await staffTeam(api, 'Staffed', [{ people: ['Ada'] }], {
      users: { Ada: phone(1) },
    });
    const empty = await api.make('/team', { displayName: 'Empty' });
    const gone = await api.make('/team', { displayName: 'Gone' });
    const route = (teamId: string, more: object = {}) => ({ teamId, ...more });
    await numberOf(staffed.id, {
      welcomeMessage: { type: 'TextToSpeech', text: 'Press 1 to 4.' },
      menu: {
        options: [
          { key: '1', route: route(staffed.id) },
          { key: '2', route: route(empty) },
          { key: '3', route: route(gone) },
          { key: '4', route: route(empty, { directVoicemail: true }) },
        ],
      },
    });
    await api.delete(`/team/${gone}`);
    expect(told(await ofNumbers())).toEqual([
      'NumberReachesNobody Hint: Callers of the number “Hotline” who press 2 reach nobody from Thu 19 Mar 12:00 on: nobody with a confirmed phone number is on call in Empty. They are asked for a message.',
      'NumberReachesNobody Gap: Callers of the number “Hotline” who press 3 reach nobody: the team of the route was deleted.',
    ]);
  });

  it('say when nobody knows whether their calls arrive, and when they cannot', async () => {
    const { id } = await staffTeam(api, 'Reached', [{ people: ['Ada'] }, { people: ['Bob'] }], {
      users: { Ada: phone(1) },
    });
    const number = await numberOf(id, { route: {} });
    const ofConnection = async () =>
      (await findings()).filter(({ kind }) => kind === 'NumberNotConnected');
    const [byHand] = await ofConnection();
    expect(byHand).toMatchObject({ level: 'Hint', objectId: number, team: { id } });
    expect(byHand?.text).toMatch(/^Calls to the number “Hotline” may not arrive\. By hand: /);
    const { body } = await api.get(`/inbound-integration/${number}`);
    const accessSettings = {
      phoneNumber: '+4930901820',
      accountSid: `AC${'0'.repeat(32)}`,
      authToken: '0'.repeat(32),
    };
    const answer = await api.put(`/inbound-integration/${number}`, {
      ...body,
      integrationSettings: { twilio: { accessSettings } },
    });
    expect(answer.status, answer.text).toBe(200);
    const [waiting] = await ofConnection();
    expect(waiting?.level).toBe('Gap');
    expect(waiting?.text).toMatch(/Waiting: no carrier reaches http:.*set TOCSIN_PUBLIC_URL/);
  });
});

describe('what is quiet for long', () => {
  it('is a hint: silences around their times or for months, and windows without an end', async () => {
    const always = { type: 'muted' };
    const { id: teamId } = await staffTeam(api, 'Payments', [
      { people: ['Ada'], settings: { repeats: 1 } },
    ]);
    const integrationId = await api.make('/inbound-integration', {
      displayName: 'Hook',
      teamId,
      type: 'Webhook',
    });
    const weekly = { rule: 'FREQ=WEEKLY;BYDAY=SU', startsAt: '2026-03-01T02:00', minutes: 60 };
    const recurrences = [{ ...weekly, timeZoneId: 'UTC' }];
    const silence = (displayName: string, more: object) =>
      api.make('/silence', {
        displayName,
        teamId,
        integrationIds: [integrationId],
        start: '2026-03-01T00:00:00Z',
        end: '2026-06-01T00:00:00Z',
        ...more,
      });
    const ids = [
      await silence('Around', { inverted: true, recurrences }),
      await silence('Long', {}),
      await api.make('/inbound-integration-maintenance-windows', { ...always, integrationId }),
    ];
    await silence('Sundays', { recurrences });
    await silence('Short', { end: '2026-04-01T00:00:00Z' });
    await silence('Over', { end: '2026-03-02T00:00:00Z' });
    const team = (await api.get(`/team/${teamId}`)).body;
    const maintenanceWindows = [always, { ...always, recurrences }];
    await api.put(`/team/${teamId}`, { ...team, maintenanceWindows });
    const found = await findings();
    expect(told(found)).toEqual([
      'SilencedForLong Hint: The silence “Around” is active at all times but those of its recurrences.',
      expect.stringMatching(/^SilencedForLong Hint: The silence “Long” is active without a break/),
      'SilencedForLong Hint: A maintenance window of “Hook” has no end.',
      'SilencedForLong Hint: A maintenance window of “Payments” has no end.',
    ]);
    expect(found.map(({ objectId }) => objectId)).toEqual([...ids, teamId]);
    expect(found.map(({ end }) => end)).toEqual([null, '2026-06-01T00:00:00.000Z', null, null]);
  });
});

// Last: it moves the clock.
describe('payloads that cannot be read', () => {
  it('are a gap until they are read again or somebody ends it, and a hint where they are ignored', async () => {
    const { id: teamId } = await staffTeam(api, 'Payments', [
      { people: ['Ada'], settings: { repeats: 1 } },
    ]);
    const make = async (displayName: string, more: object = {}) => {
      const type = { displayName, teamId, type: 'Webhook', ...more };
      const id = await api.make('/inbound-integration', type);
      await map({ ...server, api }, id);
      return id;
    };
    const hook = await make('Hook');
    const ignoring = await make('Quiet', { unreadablePayloads: 'Ignore' });
    const both = [hook, ignoring];
    for (const id of both) await alert(server, id, { status: 'Open', id: 'disk' });
    expect(await findings()).toEqual([]);
    for (const id of both) await alert(server, id, { status: 'DB IS DOWN', id: 'db' });
    const found = await findings();
    expect(told(found)).toEqual([
      'PayloadsUnreadable Gap: The mapping of “Hook” cannot read what the integration is sent. Correct it, and replay the payloads.',
      'PayloadsUnreadable Hint: The mapping of “Quiet” could not read the last payload, which the integration is set to ignore.',
    ]);
    expect(found.map(({ objectId }) => objectId)).toEqual(both);
    expect(found.map(({ team, start }) => [team?.id, start])).toEqual(
      both.map(() => [teamId, server.clock.now().toISOString()]),
    );
    const others = await findings('', server.api);
    expect(others.filter(({ kind }) => kind === 'PayloadsUnreadable')).toEqual([]);
    server.clock.advance(600);
    for (const id of both) await alert(server, id, { status: 'Open', id: 'disk' });
    await server.app.jobs.runAll();
    expect(await findings()).toEqual([]);
  });
});
