import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliveryModel } from '../../../src/notifications/index.ts';
import { type FakeTelnyx, startTelnyx, type TelnyxCall } from '../../fakes/telnyx.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { staffTeam } from '../../support/staffed-team.ts';

let server: TestApp;
let telnyx: FakeTelnyx;
beforeAll(async () => {
  telnyx = await startTelnyx();
  server = await startTestApp({
    env: { ...telnyx.voiceEnv, TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' },
  });
  telnyx.now = () => server.clock.now();
});
afterAll(async () => {
  await server.stop();
  await telnyx.stop();
});

const callsOnly = {
  shouldSendEmail: false,
  delayInMinEmail: 0,
  severitiesEmail: [],
  shouldSendPush: false,
  delayInMinPush: 0,
  severitiesPush: [],
  shouldSendSMS: false,
  delayInMinSMS: 0,
  severitiesSMS: [],
  shouldCallVoice: true,
  delayInMinVoice: 0,
  severitiesVoice: ['Critical'],
};
let count = 0;

/** An incident opens, and the person on call is called by Telnyx. */
async function ringing(): Promise<{ call: TelnyxCall; incident: string; person: string }> {
  count += 1;
  const { api } = server;
  const name = `Ada${count}`;
  const settings = {
    phoneNumber: `+49151${10_000_000 + count}`,
    incidentNotificationSettings: callsOnly,
  };
  const tiers = [{ people: [name] }];
  const team = await staffTeam(api, `Payments ${count}`, tiers, { users: { [name]: settings } });
  const incident = await api.make('/incident', {
    title: 'Disk <full>',
    status: 'Open',
    severity: 'Critical',
    teamIds: [team.id],
  });
  const before = telnyx.calls.length;
  for (let round = 0; round < 5 && telnyx.calls.length === before; round += 1)
    await server.app.jobs.runAll();
  const call = telnyx.calls.at(-1);
  if (!call || telnyx.calls.length === before) throw new Error('Nobody is called.');
  return { call, incident, person: team.people[name]?.id ?? '' };
}

async function historyOf(incident: string): Promise<string[]> {
  const { body } = await server.api.get(`/incident/search/${incident}`);
  const events = body.events as { modification: { intent: string } }[];
  return events.map(({ modification }) => modification.intent);
}
async function logOf(incident: string) {
  const { body } = await server.api.get(`/notification-log/search/list?IncidentId=${incident}`);
  const logs = body.notificationLogs as { channel: string; status: string; reason: string }[];
  return logs
    .filter(({ channel }) => channel === 'VoiceCall')
    .map(({ status, reason }) => ({ status, reason }));
}

describe('a call by Telnyx', () => {
  it('says what is wrong, takes 1 as an acknowledgement and is delivered', async () => {
    const { call, incident } = await ringing();
    const said = await telnyx.answer(call);
    expect(said).toContain('Disk full');
    expect(said).toContain('Press 1 to acknowledge');
    expect(said).toMatch(/<Say voice="Polly\.Joanna" language="en-US">/);
    expect(await telnyx.press(call, said, '1')).toMatch(/Acknowledged: Disk.*<Hangup\/>/s);
    expect(await telnyx.reportCall(call, 'completed')).toBe(200);
    expect(await historyOf(incident)).toContain('Investigated');
    expect(await logOf(incident)).toEqual([{ status: 'Delivered', reason: null }]);
  });

  it('takes 2 as an escalation, once however often it asks', async () => {
    const { call, incident } = await ringing();
    const said = await telnyx.answer(call);
    for (let repeat = 0; repeat < 2; repeat += 1)
      expect(await telnyx.press(call, said, '2')).toContain('Escalated: Disk');
    const escalated = (await historyOf(incident)).filter((intent) => intent === 'Escalated');
    expect(escalated).toHaveLength(1);
  });

  it('repeats its words after silence and other keys, three times in all', async () => {
    const { call, incident } = await ringing();
    let said = await telnyx.answer(call);
    for (const key of ['', '7']) {
      said = await telnyx.press(call, said, key);
      expect(said).toContain('Disk full');
    }
    said = await telnyx.press(call, said, '');
    expect(said).toContain('Goodbye');
    expect(said).not.toContain('Disk full');
    expect(await historyOf(incident)).toEqual(['Created']);
  });

  it.each([
    ['completed', 'Answered', null],
    ['no-answer', 'Failed', 'Nobody answered the call.'],
    ['busy', 'Failed', 'The line was busy.'],
    ['failed', 'Failed', 'The carrier could not deliver it.'],
    ['canceled', 'Failed', 'The call was ended before somebody answered.'],
    ['in-progress', 'Sent', null],
  ])('that ends as %s is %s', async (word, status, reason) => {
    const { call, incident } = await ringing();
    await telnyx.reportCall(call, word);
    expect(await logOf(incident)).toEqual([{ status, reason }]);
  });

  it('counts a report for no other call than the one that it names', async () => {
    const { call, incident } = await ringing();
    await telnyx.reportCall({ ...call, sid: 'v3:another' }, 'completed');
    expect(await logOf(incident)).toEqual([{ status: 'Sent', reason: null }]);
    const placed = await deliveryModel(server.app.world.store)
      .findOne({ incidentId: incident, lane: 'VoiceCall' })
      .lean<{ providerId: string }>();
    expect(placed?.providerId).toBe(call.sid);
  });

  it('is refused everything without its signature, and at the addresses of Twilio', async () => {
    const { call, incident } = await ringing();
    const fields = { CallSid: call.sid, CallStatus: 'completed', Digits: '1' };
    const base = `${server.app.url}/telephony`;
    const query = new URL(call.answerUrl).search;
    for (const path of ['answer', 'keys', 'status', 'test-call', 'test-status']) {
      const url = (carrier: string) => `${base}/${carrier}/notifications/${path}${query}`;
      expect((await telnyx.postForm(url('telnyx'), fields, false)).status).toBe(403);
      expect((await telnyx.postForm(url('twilio'), fields)).status).toBe(403);
    }
    expect(await historyOf(incident)).toEqual(['Created']);
  });

  it('tries the channel for a person', async () => {
    const { call, person } = await ringing();
    const path = `/user/${person}/test-notification`;
    const sent = await server.api.post(path, { channel: 'VoiceCall' });
    expect(sent.status).toBe(200);
    const test = telnyx.calls.at(-1);
    expect(test?.sid).not.toBe(call.sid);
    expect(test && (await telnyx.answer(test))).toContain('This is a test call of Tocsin.');
    expect(test && (await telnyx.reportCall(test, 'completed'))).toBe(200);
  });
});
