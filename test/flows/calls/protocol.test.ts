import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accepts,
  type Faults,
  faultsOn,
  noAnswer,
  picksUp,
  type SimulatedCall,
  signatureOf,
} from '../../support/carrier/index.ts';
import { caller, Hotline, type OnCallTeam, publicUrl } from './hotline.ts';

let hotline: Hotline;
let team: OnCallTeam;
beforeAll(async () => {
  hotline = await Hotline.start();
  team = await hotline.team(['Ada'], ['Bob']);
  for (const { phone } of Object.values(team.people)) hotline.carrier.phone(phone, accepts);
});
afterAll(() => hotline?.stop());

const numberOf = (flow: object = {}) => hotline.number(team.id, flow);

const message = { seconds: 12, ends: '#' } as const;
const acceptedLog = [
  'CallReceived received',
  'DialChainResolved internal',
  'DialTarget sent',
  'ConfirmTarget sent',
  'ConfirmTargetResult received',
  'DialTargetResult received',
  'Hangup sent',
  'Hangup received',
];

/** Webhooks that came again, with what they were answered the first time. */
function repeats({ sent }: SimulatedCall) {
  return sent.deliveries
    .filter(({ isRepeat }) => isRepeat)
    .map((again) => ({
      kind: again.kind,
      again: again.answer,
      first: sent.deliveries.find(({ token }) => token === again.token)?.answer,
    }));
}

/** A signed request that is not part of a call that is going on. */
async function post(
  path: string,
  fields: Record<string, string>,
  more: RequestInit & { authToken?: string } = {},
) {
  const { authToken = hotline.carrier.authToken, ...request } = more;
  const response = await fetch(hotline.app.app.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signatureOf(authToken, publicUrl + path, fields),
    },
    body: new URLSearchParams(fields).toString(),
    ...request,
  });
  return { status: response.status, text: await response.text() };
}

const arriving = (sid: string, to: string) => ({
  AccountSid: hotline.carrier.accountSid,
  CallSid: sid,
  CallStatus: 'ringing',
  Direction: 'inbound',
  From: caller,
  To: to,
});
const someSid = (digit: string) => `CA${digit.repeat(32)}`;

describe('the protocol', () => {
  it('54. a doubled dial result is answered alike, and dials nobody again', async () => {
    hotline.carrier.phone(team.people.Ada?.phone ?? '', noAnswer);
    const seen = await hotline.call(
      await numberOf(),
      {},
      faultsOn({ 'dial-result': { fault: 'duplicate', after: 0.5 } }),
    );
    hotline.carrier.phone(team.people.Ada?.phone ?? '', accepts);
    expect(seen.dialled).toEqual(['Ada', 'Bob']);
    expect(repeats(seen.call)).toHaveLength(2);
    for (const { first, again } of repeats(seen.call)) expect(again).toEqual(first);
    expect(seen.log.filter((line) => line === 'DialTarget sent')).toHaveLength(2);
    expect(seen.log.filter((line) => line.startsWith('DialTargetResult'))).toHaveLength(2);
  });

  it.each(['duplicate', 'twice-at-once'] as const)(
    'whatever comes twice (%s) is answered alike and leaves one line',
    async (fault) => {
      const faults: Faults = () => (fault === 'duplicate' ? { fault, after: 0.4 } : { fault });
      const seen = await hotline.call(await numberOf(), {}, faults);
      expect(seen.session.outcome).toBe('Accepted');
      expect(seen.log).toEqual(acceptedLog);
      expect(repeats(seen.call).length).toBeGreaterThan(6);
      for (const { kind, first, again } of repeats(seen.call)) expect(again, kind).toEqual(first);
      expect(await hotline.engagements()).toEqual([]);
    },
  );

  it('55. the end of the call before the result of the dial: accepted all the same', async () => {
    hotline.carrier.phone(team.people.Ada?.phone ?? '', picksUp({ talks: null }));
    const seen = await hotline.call(
      await numberOf(),
      { hangsUp: { when: 'connected', after: 20 } },
      faultsOn({ 'dial-result': { fault: 'delay', seconds: 8 } }),
    );
    hotline.carrier.phone(team.people.Ada?.phone ?? '', accepts);
    const kinds = seen.call.sent.deliveries.map(({ kind }) => kind);
    expect(kinds.indexOf('status')).toBeLessThan(kinds.indexOf('dial-result'));
    expect(seen.session.outcome).toBe('Accepted');
    expect(seen.incident?.status).toBe('Resolved');
    expect(await hotline.engagements()).toEqual([]);
  });

  it('56. the status of the recording before the end of the recording', async () => {
    const number = await numberOf({ route: { directVoicemail: true } });
    const seen = await hotline.call(
      number,
      { message },
      faultsOn({ recorded: { fault: 'delay', seconds: 6 } }),
    );
    const kinds = seen.call.sent.deliveries.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('recording-status')).toBeLessThan(kinds.indexOf('recorded'));
    expect(seen.session).toMatchObject({ outcome: 'Voicemail' });
    expect(seen.incident?.status).toBe('Open');
    expect(seen.log.filter((line) => line === 'RecordMessage received')).toHaveLength(1);
  });

  it('57. the start of a leg that is reported after its end changes nothing', async () => {
    const seen = await hotline.call(
      await numberOf(),
      {},
      faultsOn({
        'leg-status in-progress': { fault: 'delay', seconds: 100 },
        'leg-status ringing': { fault: 'delay', seconds: 120 },
      }),
    );
    const statuses = seen.call.sent.deliveries
      .filter(({ kind }) => kind === 'leg-status')
      .map(({ fields }) => fields.CallStatus);
    expect(statuses).toEqual(['completed', 'in-progress', 'ringing']);
    expect(seen.session.outcome).toBe('Accepted');
    expect(seen.log).toEqual(acceptedLog);
  });

  it('58. a webhook for a session that nobody knows', async () => {
    const { integrationId, number } = await numberOf();
    const base = `/telephony/twilio/${integrationId}`;
    const unknown = '?s=018f4e2c-7a31-7b9d-8c55-2f60a1d3e9b7';
    const fields = arriving(someSid('1'), number);
    const asked = [
      'menu',
      'route',
      'whisper',
      'confirm',
      'dial-result',
      'recorded',
      'recorded-empty',
    ];
    for (const step of asked) {
      const answer = await post(`${base}/${step}${unknown}&leg=0&g=1`, { ...fields, Digits: '1' });
      expect(answer.status, step).toBe(200);
      expect(answer.text, step).toMatch(/<Response><Hangup\s*\/><\/Response>/);
    }
    const reported = {
      ...fields,
      RecordingSid: `RE${'1'.repeat(32)}`,
      RecordingStatus: 'completed',
      RecordingDuration: '4',
      TranscriptionStatus: 'completed',
      TranscriptionText: 'Hello',
    };
    for (const step of ['leg-status', 'recording-status', 'transcription'])
      expect((await post(`${base}/${step}${unknown}&leg=0`, reported)).status, step).toBe(404);
    const ended = { ...fields, CallStatus: 'completed' };
    expect((await post(`${base}/status`, ended)).status).toBe(404);
  });

  it('59. a valid signature of another account is refused', async () => {
    const { integrationId, number } = await numberOf();
    const path = `/telephony/twilio/${integrationId}/voice`;
    const fields = arriving(someSid('2'), number);
    const other = { ...fields, AccountSid: `AC${'7'.repeat(32)}` };
    expect((await post(path, other)).status).toBe(403);
    expect((await post(path, fields, { authToken: 'f'.repeat(32) })).status).toBe(403);
    const { status } = await post(path, fields, {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status, 'unsigned').toBe(403);
    expect(await hotline.sessionsOf({ integrationId, number, teamId: team.id })).toEqual([]);
  });

  it('59b. a signed request that is sent again under made-up names adds nothing, and the call goes on', async () => {
    const number = await numberOf();
    const path = `/telephony/twilio/${number.integrationId}/voice`;
    const fields = arriving(someSid('3'), number.number);
    const first = await post(path, fields);
    const logged = async () => {
      const [session] = await hotline.sessionsOf(number);
      const { body } = await hotline.app.api.get(`/call-session/${session?.id}`);
      return (body.log as unknown[]).length;
    };
    const before = await logged();
    for (let n = 0; n < 70; n += 1) {
      const again = await post(path, fields, {
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-twilio-signature': signatureOf(hotline.carrier.authToken, publicUrl + path, fields),
          'i-twilio-idempotency-token': `made-up-${n}`,
        },
      });
      expect(again).toEqual(first);
    }
    expect(await logged()).toBe(before);
  });

  it('60. a session of another number is not found', async () => {
    const [one, two] = [await numberOf(), await numberOf()];
    const call = hotline.carrier.dialIn(caller, one.number);
    await hotline.time.run(3);
    const [session] = await hotline.sessionsOf(one);
    const fields = { ...arriving(call.sid, two.number), DialCallStatus: 'completed' };
    const path = `/telephony/twilio/${two.integrationId}/dial-result?s=${session?.id}&leg=0`;
    expect((await post(path, fields)).text).toMatch(/<Hangup\s*\/>/);
    // Nor with the id of another call.
    const wrongCall = `/telephony/twilio/${one.integrationId}/dial-result?s=${session?.id}&leg=0`;
    expect((await post(wrongCall, { ...fields, CallSid: someSid('3') })).text).toMatch(
      /<Hangup\s*\/>/,
    );
    await hotline.time.run();
    await hotline.settle();
    expect((await hotline.see(call, one)).log).toEqual(acceptedLog);
  });

  it('61. an answer that takes 20 seconds: the fallback speaks, and nothing of the call is lost', async () => {
    const seen = await hotline.call(
      await numberOf(),
      {},
      faultsOn({ route: { fault: 'delay', seconds: 20 } }),
    );
    expect(seen.call.sent.deliveries.map(({ kind }) => kind)).toContain('voice-fallback');
    expect(seen.call.leg.heard.join()).toMatch(/again/);
    expect(seen.dialled).toEqual([]);
    await hotline.wait(600);
    expect((await hotline.see(seen.call, await numberOfCall(seen.call))).session.outcome).toBe(
      'Failed',
    );
  });

  it('64. a number that is deleted during a call: the call goes on to its incident', async () => {
    const number = await numberOf();
    const call = hotline.carrier.dialIn(caller, number.number);
    await hotline.time.run(6);
    const removed = await hotline.app.api.delete(`/inbound-integration/${number.integrationId}`);
    expect(removed.status, removed.text).toBeLessThan(300);
    await hotline.time.run();
    await hotline.settle();
    expect(call.rung.map(({ isBridged }) => isBridged)).toEqual([true]);
    expect(await hotline.engagements()).toEqual([]);
    expect(await hotline.incidentsOf(team.id)).not.toEqual([]);
    const next = await hotline.carrier.call(caller, number.number);
    expect(next.rung).toEqual([]);
  });

  it('65. a team without tiers: the fallback', async () => {
    const empty = await hotline.team();
    const seen = await hotline.call(await hotline.number(empty.id), { message });
    expect(seen.session.outcome).toBe('Voicemail');
    expect(seen.reasons).toMatch(/Nobody can be dialled/);
  });

  it('66. credentials that are replaced during a call: both count', async () => {
    const number = await numberOf();
    const call = hotline.carrier.dialIn(caller, number.number);
    await hotline.time.run(3);
    const path = `/inbound-integration/${number.integrationId}`;
    const { body } = await hotline.app.api.get(path);
    const { twilio } = body.integrationSettings as { twilio: { accessSettings: object } };
    const accessSettings = { ...twilio.accessSettings, authToken: 'b'.repeat(32) };
    const answer = await hotline.app.api.put(path, {
      ...body,
      integrationSettings: { twilio: { ...twilio, accessSettings } },
    });
    expect(answer.status, answer.text).toBe(200);
    await hotline.time.run();
    await hotline.settle();
    expect((await hotline.see(call, number)).session.outcome).toBe('Accepted');
    // The next call is signed with the new one only.
    const refused = await post(
      `/telephony/twilio/${number.integrationId}/voice`,
      arriving(someSid('4'), number.number),
    );
    expect(refused.status).toBe(403);
  });

  it('67. a body of 1 MB is refused', async () => {
    const { integrationId } = await numberOf();
    const path = `/telephony/twilio/${integrationId}/voice`;
    const answer = await post(path, {
      AccountSid: hotline.carrier.accountSid,
      Junk: 'x'.repeat(2 ** 20),
    });
    expect(answer.status).toBe(413);
  });

  it('68. GET is refused', async () => {
    const { integrationId } = await numberOf();
    for (const step of ['voice', 'voice-fallback', 'status', 'menu', 'dial-result']) {
      const answer = await fetch(
        `${hotline.app.app.url}/telephony/twilio/${integrationId}/${step}?s=x`,
      );
      expect(answer.status, step).toBe(405);
    }
  });
});

/** By what the call was made to. */
async function numberOfCall({ to }: SimulatedCall) {
  const { voiceUrl = '' } = hotline.carrier.numbers.get(to) ?? {};
  const integrationId = /twilio\/([^/]+)\//.exec(voiceUrl)?.[1] ?? '';
  return { integrationId, number: to, teamId: team.id };
}
