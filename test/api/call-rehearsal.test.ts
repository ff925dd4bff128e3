import { beforeAll, describe, expect, it } from 'vitest';
import type { components } from '../../src/contract/index.ts';
import type { TestApp } from '../support/app.ts';
import { makeOrganization, makePerson } from '../support/keys.ts';
import { sharedTestApp } from '../support/shared-app.ts';
import { type StaffedTeam, staffTeam } from '../support/staffed-team.ts';

type Rehearsal = components['schemas']['CallRehearsal'];

let server: TestApp;
let payments: StaffedTeam;
let night: StaffedTeam;
let number: string;

const flow = {
  welcomeMessage: { type: 'TextToSpeech', text: 'Welcome to payments.', locale: 'en-GB' },
  route: { incidentSeverity: 'Critical', maxUsersToTry: 3, sendToVoicemailIfNoResponse: true },
};

beforeAll(async () => {
  server = await sharedTestApp();
  const { api } = server;
  const withPhone = (phoneNumber: string) => ({ phoneNumber });
  payments = await staffTeam(api, 'Payments', [{ people: ['Alice'] }, { people: ['Bob'] }], {
    users: { Alice: withPhone('+4915100000001'), Bob: withPhone('+4915100000002') },
  });
  // From 22:00 to 06:00, and Dora has no phone.
  night = await staffTeam(
    api,
    'Night',
    [
      {
        people: ['Carol', 'Dora'],
        schedule: { scheduleSettings: { start: '22:00', end: '06:00' } },
      },
    ],
    { users: { Carol: withPhone('+4915100000003') } },
  );
  number = await api.make('/inbound-integration', {
    displayName: 'Payments hotline',
    teamId: payments.id,
    type: 'Twilio',
    integrationSettings: {
      twilio: { accessSettings: { phoneNumber: '+4930901820' }, callFlowConfig: flow },
    },
  });
});

async function rehearse(script: object, api = server.api): Promise<Rehearsal> {
  const { status, body, text } = await api.post(
    `/inbound-integration/${number}/call-routing/rehearse`,
    script,
  );
  if (status !== 200) throw new Error(text);
  return body as Rehearsal;
}

const at = '2026-03-03T12:00:00Z';
const person = (name: string) => payments.people[name]?.id ?? night.people[name]?.id ?? '';
const dialedIn = ({ dialed }: Rehearsal) =>
  dialed.map(({ user, result }) => `${user.displayName} ${result}`);
const saidIn = ({ spoken }: Rehearsal) =>
  spoken.map(({ to, user, text }) => `${user?.displayName ?? to}: ${text}`);

describe('a rehearsal', () => {
  it('tells who is dialled, what everybody hears, and the incident that would come of it', async () => {
    const found = await rehearse({
      callerNumber: '+4930555',
      at,
      people: [
        { userId: person('Alice').toUpperCase(), answers: 'PicksUp', keys: ['5', null] },
        { userId: person('Bob'), answers: 'PicksUp', afterSeconds: 7, talksSeconds: 60 },
      ],
    });
    expect(found.outcome).toBe('Accepted');
    expect(dialedIn(found)).toEqual(['Alice NotAccepted', 'Bob Bridged']);
    expect(found.dialed[1]).toMatchObject({ tier: 2, user: { email: 'bob@example.com' } });
    expect(saidIn(found)[0]).toBe('Caller: Welcome to payments.');
    expect(found.spoken[0]).toMatchObject({ seconds: 0, locale: 'en-GB', audioFile: null });
    const asked = [
      'Alice: Call for Payments hotline. Press 1 to accept.',
      'Alice: The number of the caller is 4 9 3, 0 5 5, 5.',
    ];
    expect(saidIn(found).filter((one) => one.startsWith('Alice: '))).toEqual([...asked, ...asked]);
    expect(found.log.map(({ step }) => step)).toContain('ConfirmTargetResult');
    expect(found.incident).toMatchObject({
      status: 'Resolved',
      severity: 'Critical',
      team: { id: payments.id, displayName: 'Payments' },
    });
    expect(found.incidentReason).toBeNull();
    const values = found.incident?.attributes.map(({ value }) => value);
    expect(values).toEqual(expect.arrayContaining(['+4930555']));
  });

  it('says that messages are recorded, in other words where there are some, unless switched off', async () => {
    const recordingNotice = { type: 'TextToSpeech', text: 'Wir zeichnen auf.', locale: 'de-DE' };
    const said = async (flowOf: object) =>
      saidIn(
        await rehearse({ at, callFlowConfig: { ...flowOf, route: { directVoicemail: true } } }),
      );
    const ask = 'Caller: Please leave a message after the tone, and hang up when you are done.';
    expect(await said({})).toEqual([expect.stringContaining('it will be recorded'), ask]);
    expect(await said({ recordingNotice })).toEqual(['Caller: Wir zeichnen auf.', ask]);
    expect(await said({ recordingNotice, announceRecording: false })).toEqual([ask]);
  });

  it('leaves out the number of the caller where it shall not be said', async () => {
    const others = { answers: 'PicksUp' };
    const said = async (announceCallerNumber: boolean | null) =>
      saidIn(await rehearse({ at, others, callFlowConfig: { announceCallerNumber } })).join();
    expect(await said(null)).toContain('The caller shows no number.');
    expect(await said(false)).not.toContain('The caller shows no number.');
  });

  it('knows opening hours and holidays at the time of the call', async () => {
    const openingHours = {
      timeZoneId: 'UTC',
      windows: [{ after: '08:00', before: '17:00' }],
      holidays: [{ date: '2026-03-04', name: 'A day off' }],
      whenClosed: 'Message',
      closedMessage: { type: 'TextToSpeech', text: 'We are closed.' },
    };
    const callFlowConfig = { route: { openingHours } };
    const open = await rehearse({ at: '2026-03-03T12:00:00Z', callFlowConfig });
    expect(open.dialed.length).toBeGreaterThan(0);
    for (const moment of ['2026-03-03T18:00:00Z', '2026-03-04T12:00:00Z']) {
      const closed = await rehearse({ at: moment, callFlowConfig });
      expect(saidIn(closed)).toEqual(['Caller: We are closed.']);
      expect([closed.dialed, closed.incident]).toEqual([[], null]);
      expect(closed.incidentReason).toContain('It is closed');
    }
  });

  it('is the same each time', async () => {
    const script = { at, others: { answers: 'PicksUp' } };
    expect(await rehearse(script)).toEqual(await rehearse(script));
  });

  it('has the other ways that people do not answer', async () => {
    const found = await rehearse({
      at,
      people: [
        { userId: person('Alice'), answers: 'InCall' },
        { userId: person('Bob'), answers: 'OwnVoicemail' },
      ],
      speaksSeconds: 20,
    });
    expect(dialedIn(found)).toEqual(['Bob NotAccepted']);
    expect([found.outcome, found.incident?.status]).toEqual(['Voicemail', 'Open']);
    for (const [answers, result] of [
      ['Busy', 'Busy'],
      ['Failed', 'Failed'],
      ['NoAnswer', 'NoAnswer'],
    ]) {
      const { dialed } = await rehearse({ at, others: { answers } });
      expect(dialed.map((one) => one.result)).toEqual([result, result]);
    }
  });

  it('ends when the caller gives up, and then there is no incident', async () => {
    const found = await rehearse({ at, hangsUpAfterSeconds: 8 });
    expect(found.outcome).toBe('Missed');
    expect(dialedIn(found)).toEqual(['Alice Canceled']);
    expect(found.durationSeconds).toBe(8);
    expect(found.incident).toBeNull();
    expect(found.incidentReason).toMatch(
      /ended after 8 seconds: calls shorter than 10 seconds open no incident/,
    );
  });

  it('knows maintenance: the call is led through, and opens no incident', async () => {
    const window = await server.api.make('/inbound-integration-maintenance-windows', {
      integrationId: number,
      type: 'maintenance',
      start: '2026-04-01T08:00:00Z',
      end: '2026-04-01T09:00:00Z',
    });
    const during = await rehearse({ at: '2026-04-01T08:30:00Z', others: { answers: 'PicksUp' } });
    expect([during.outcome, during.incident]).toEqual(['Accepted', null]);
    expect(during.incidentReason).toContain('in maintenance until Wed 1 Apr 09:00');
    const after = await rehearse({ at: '2026-04-01T09:30:00Z', others: { answers: 'PicksUp' } });
    expect(after.incident).not.toBeNull();
    await server.api.delete(`/inbound-integration-maintenance-windows/${window}`);
  });

  it('stores nothing', async () => {
    const before = await server.api.get('/incident/search/list');
    await rehearse({ at, others: { answers: 'PicksUp' } });
    expect((await server.api.get('/incident/search/list')).body).toEqual(before.body);
    const { body } = await server.api.get('/call-session/search/list');
    expect(body.callSessions).toEqual([]);
  });
});

describe('settings that are not saved', () => {
  const menu = () => ({
    welcomeMessage: { type: 'TextToSpeech', text: 'Press 1 or 2.' },
    callerBlocklist: ['+41'],
    menu: {
      menuMaxAttempts: 2,
      options: [
        { key: '1', route: {} },
        { key: '2', route: { teamId: night.id, sendToVoicemailIfNoResponse: false } },
      ],
    },
  });

  it('are tried with the people who are on call at that time', async () => {
    const callFlowConfig = menu();
    const asleep = await rehearse({ at, keys: [null, '2'], callFlowConfig });
    expect([asleep.outcome, asleep.dialed]).toEqual(['Missed', []]);
    expect(saidIn(asleep).filter((one) => one.endsWith('Press 1 or 2.'))).toHaveLength(2);
    const awake = await rehearse({
      at: '2026-03-03T23:00:00Z',
      keys: ['2'],
      callFlowConfig,
      others: { answers: 'PicksUp' },
    });
    expect(dialedIn(awake)).toEqual(['Carol Bridged']);
    expect(awake.incident?.team.displayName).toBe('Night');
    const resolved = awake.log.find(({ step }) => step === 'DialChainResolved');
    expect(resolved?.reason).toContain('Dora has no phone number');
    const blocked = await rehearse({ callerNumber: '+41791234567', callFlowConfig });
    expect([blocked.outcome, blocked.spoken]).toEqual(['Blocklisted', []]);
  });

  it('are not saved', async () => {
    await rehearse({ at, callFlowConfig: menu() });
    const { body } = await server.api.get(`/inbound-integration/${number}`);
    expect(body).toMatchObject({ integrationSettings: { twilio: { callFlowConfig: flow } } });
  });

  it('are refused like those that are saved', async () => {
    const { status, body } = await server.api.post(
      `/inbound-integration/${number}/call-routing/rehearse`,
      { callFlowConfig: { route: { teamId: '3f0c2a52-6f1e-4b7e-9a55-2f3c1a7d8e90' } } },
    );
    expect(status).toBe(400);
    expect(Object.keys(body.errors as object)).toEqual(['callFlowConfig.route.teamId']);
  });
});

describe('a misspelt script', () => {
  it.each([
    [{ from: '+4930555' }, 'from', 'use callerNumber, at, keys,'],
    [{ callernumbr: '+4930555' }, 'callernumbr', 'did you mean callerNumber?'],
    [{ others: { answer: 'Busy' } }, 'others.answer', 'did you mean answers?'],
    [{ people: [{ userId: 'X', key: ['1'] }] }, 'people[0].key', 'did you mean keys?'],
    [
      { callFlowConfig: { menu: { options: [{ key: '1', route: { maxUsers: 2 } }] } } },
      'callFlowConfig.menu.options[0].route.maxUsers',
      'use teamId,',
    ],
  ])('is refused, as it would rehearse another call: %j', async (script, member, advice) => {
    const { status, body } = await server.api.post(
      `/inbound-integration/${number}/call-routing/rehearse`,
      script,
    );
    expect(status).toBe(400);
    expect((body.errors as Record<string, string[]>)[member]?.[0]).toContain(advice);
  });

  it('is understood in any letter case', async () => {
    expect(await rehearse({ AT: at, Others: { Answers: 'Busy' } })).toMatchObject({
      dialed: [{ result: 'Busy' }, { result: 'Busy' }],
    });
  });
});

describe('numbers are rehearsed', () => {
  it('by administrators of their team', async () => {
    const script = { at, others: { answers: 'PicksUp' } };
    const path = `/inbound-integration/${number}/call-routing/rehearse`;
    const as = async (teamId: string, role: 'Member' | 'Administrator') =>
      (await makePerson(server, { teams: { [teamId]: role } })).api.post(path, script);
    expect((await as(payments.id, 'Administrator')).status).toBe(200);
    expect((await as(payments.id, 'Member')).status).toBe(403);
    expect((await as(night.id, 'Administrator')).status).toBe(404);
    expect((await (await makeOrganization(server)).api.post(path, script)).status).toBe(404);
  });

  it('and nothing else is', async () => {
    const webhook = await server.api.make('/inbound-integration', {
      displayName: 'Alerts',
      teamId: payments.id,
      type: 'Webhook',
    });
    const { status, body } = await server.api.post(
      `/inbound-integration/${webhook}/call-routing/rehearse`,
      {},
    );
    expect([status, body.detail]).toEqual([
      400,
      'This integration is no phone number: only calls of numbers can be rehearsed.',
    ]);
  });
});
