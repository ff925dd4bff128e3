import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accepts, faultsOn, noAnswer } from '../../support/carrier/index.ts';
import { caller, Hotline, type OnCallTeam, type SeenCall } from './hotline.ts';

const minute = 60;

let hotline: Hotline;
let team: OnCallTeam;
beforeAll(async () => {
  hotline = await Hotline.start();
  team = await hotline.team(['Ada']);
});
afterAll(() => hotline?.stop());

/** A number whose callers leave a message at once. */
const voicemailNumber = (more: object = {}, route: object = {}) =>
  hotline.number(team.id, { route: { directVoicemail: true, ...route }, ...more });

const message = { seconds: 12, ends: '#' } as const;

const untilRecord = ['CallReceived received', 'Voicemail sent', 'RecordMessage sent'];

async function incidentAfter(seen: SeenCall, seconds = minute) {
  await hotline.wait(seconds);
  const { session } = seen;
  return session.incidentId === null ? null : hotline.incident(session.incidentId);
}

describe('voicemail', () => {
  it('44. direct voicemail dials nobody', async () => {
    const number = await hotline.number(team.id, {
      welcomeMessage: { type: 'TextToSpeech', text: 'Welcome.', locale: 'en-US' },
      route: {
        directVoicemail: true,
        incidentSeverity: 'Critical',
        voicemailMessage: { type: 'TextToSpeech', text: 'Speak now.', locale: 'en-US' },
      },
    });
    const seen = await hotline.call(number, { message });
    expect(seen.dialled).toEqual([]);
    expect(seen.call.leg.heard).toEqual([
      'Welcome.',
      expect.stringContaining('it will be recorded'),
      'Speak now.',
      'beep',
    ]);
    expect(seen.session).toMatchObject({
      outcome: 'Voicemail',
      recording: { durationSeconds: 12 },
    });
    expect(seen.log.slice(0, 4)).toEqual([...untilRecord, 'RecordMessage received']);
    expect(seen.incident).toMatchObject({ status: 'Open', severity: 'Critical' });
  });

  it('45. an empty recording is a missed call without an incident', async () => {
    const seen = await hotline.call(await voicemailNumber());
    expect(seen.session.outcome).toBe('Missed');
    expect(seen.log).toEqual(
      expect.arrayContaining([...untilRecord, 'RecordMessage received Ignored', 'Hangup sent']),
    );
    expect(seen.incident).toBe(null);
    expect(seen.call.sent.deliveries.map(({ kind }) => kind)).toContain('recorded-empty');
  });

  it.each([
    ['#', 12, 12],
    ['silence', 12, 12],
    ['hang-up', 12, 12],
    ['nothing', 12, 300],
    ['silence', 400, 300],
  ] as const)('46. a message that ends with %s after %i seconds', async (ends, seconds, kept) => {
    const seen = await hotline.call(await voicemailNumber(), { message: { seconds, ends } });
    expect(seen.session).toMatchObject({
      outcome: 'Voicemail',
      recording: { durationSeconds: kept },
    });
    expect(seen.incident?.status).toBe('Open');
    expect(await hotline.incidentsOf(team.id)).toContainEqual(
      expect.objectContaining({ id: seen.incident?.id }),
    );
  });

  it('46. a caller who leaves before the tone leaves no message', async () => {
    const seen = await hotline.call(await voicemailNumber(), {
      hangsUp: { when: 'speech', after: 1 },
    });
    expect(seen.session.outcome).toBe('Missed');
    expect(seen.incident).toBe(null);
  });

  it('47. a recording that is absent after all: the incident stays, with a note', async () => {
    const number = await voicemailNumber();
    hotline.carrier.faults = faultsOn({ 'recording-status completed': { fault: 'drop' } });
    const call = hotline.carrier.dialIn(caller, number.number, { message });
    await hotline.time.run();
    hotline.carrier.faults = () => null;
    const made = await hotline.see(call, number);
    expect(made.session.outcome).toBe('Voicemail');
    await hotline.settle();
    const { incidentId } = (await hotline.see(call, number)).session;
    expect(incidentId).not.toBe(null);
    await hotline.carrier.report(
      call,
      `${addressOf(number.integrationId)}/recording-status?s=${made.session.id}`,
      {
        RecordingSid: call.recordings[0]?.sid ?? '',
        RecordingStatus: 'absent',
        RecordingDuration: '0',
      },
    );
    await hotline.settle();
    const after = await hotline.see(call, number);
    expect(after.session).toMatchObject({ outcome: 'Voicemail', incidentId });
    expect(after.log).toContain('RecordMessage received Failed');
    expect(after.incident?.status).toBe('Open');
    expect(after.incident?.intents.length).toBeGreaterThan(1);
  });

  it('48. words that arrive before the incident are in it', async () => {
    const number = await voicemailNumber({ attachVoicemailTranscript: true });
    // The incident is made when everything has been reported.
    const seen = await hotline.call(number, {
      message: { ...message, transcript: 'The pump has failed.' },
    });
    expect(seen.session.transcript).toBe('The pump has failed.');
    expect(JSON.stringify(await incidentAfter(seen))).toContain('The pump has failed.');
  });

  it('48. words that arrive later are an update of the incident', async () => {
    const number = await voicemailNumber({ attachVoicemailTranscript: true });
    const call = hotline.carrier.dialIn(caller, number.number, {
      message: { ...message, transcript: 'The pump has failed again.' },
    });
    await hotline.time.run(29);
    await hotline.settle();
    const before = await hotline.see(call, number);
    expect(before.incident?.status).toBe('Open');
    expect(JSON.stringify(before.incident)).not.toContain('pump');
    await hotline.time.run();
    await hotline.settle();
    const after = await hotline.see(call, number);
    expect(after.session.incidentId).toBe(before.session.incidentId);
    expect(JSON.stringify(after.incident)).toContain('The pump has failed again.');
  });

  it.each([
    ['failed', null],
    ['never comes', undefined],
  ])('49. a transcript that %s leaves the incident as it is', async (_name, transcript) => {
    const number = await voicemailNumber({ attachVoicemailTranscript: true });
    const seen = await hotline.call(number, {
      message: transcript === undefined ? message : { ...message, transcript },
    });
    expect(seen.session).toMatchObject({ outcome: 'Voicemail', transcript: null });
    expect((await incidentAfter(seen, 10 * minute))?.status).toBe('Open');
  });

  it('50. with a transcript, messages end after 119 seconds', async () => {
    const number = await voicemailNumber({ attachVoicemailTranscript: true });
    const seen = await hotline.call(number, {
      message: { seconds: 200, ends: '#', transcript: 'A long story.' },
    });
    expect(seen.session.recording?.durationSeconds).toBe(119);
    expect(seen.session.transcript).toBe('A long story.');
  });

  it('51. a recording that is not there at once is asked for again', async () => {
    hotline.carrierApi.missingAtFirst = 2;
    const number = await voicemailNumber();
    const seen = await hotline.call(number, { message });
    for (let n = 0; n < 4; n += 1) await hotline.wait(10);
    hotline.carrierApi.missingAtFirst = 0;
    const after = await hotline.see(seen.call, number);
    expect(after.session.recording?.state).toBe('Completed');
    const path = `/call-session/${after.session.id}/recording`;
    const file = await fetch(`${hotline.app.app.url}/api/public/v1${path}`, {
      headers: { 'x-api-key': hotline.app.key },
    });
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toMatch(/^audio\//);
    expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(1000);
    const asked = hotline.carrierApi.requests.filter(({ path: asking }) =>
      asking.includes(seen.call.recordings[0]?.sid ?? '-'),
    );
    expect(asked.map(({ status }) => status)).toEqual([404, 404, 200]);
  });

  it('51. a message of which no report arrives is found at the carrier, and opens its incident', async () => {
    const number = await voicemailNumber();
    const lost = { fault: 'drop' } as const;
    const seen = await hotline.call(
      number,
      { message: { ...message, ends: 'hang-up' } },
      faultsOn({ 'recording-status': lost, recorded: lost }),
    );
    expect(seen.session).toMatchObject({ outcome: 'Missed', incidentId: null });
    await hotline.wait(6 * minute);
    const after = await hotline.see(seen.call, number);
    expect(after.session).toMatchObject({
      outcome: 'Voicemail',
      recording: { state: 'Completed', durationSeconds: 12 },
    });
    expect(after.incident?.status).toBe('Open');
  });

  it('52. in a maintenance window the call is led, and there is no incident', async () => {
    hotline.carrier.phone(team.people.Ada?.phone ?? '', accepts);
    const number = await hotline.number(team.id);
    await window(number.integrationId, 'maintenance');
    const seen = await hotline.call(number);
    expect(seen.session.outcome).toBe('Accepted');
    expect(seen.dialled).toEqual(['Ada']);
    expect(seen.incident).toBe(null);
    const muted = await hotline.number(team.id, { route: { autoResolveOnAnswer: false } });
    await window(muted.integrationId, 'muted');
    expect((await hotline.call(muted)).incident?.status, 'muted: an incident').toBe('Open');
  });

  it('53. a window that begins during the call counts when the incident would be made', async () => {
    hotline.carrier.phone(team.people.Ada?.phone ?? '', noAnswer);
    const number = await hotline.number(team.id);
    const call = hotline.carrier.dialIn(caller, number.number, { message });
    await hotline.time.run(5);
    await window(number.integrationId, 'maintenance');
    await hotline.time.run();
    await hotline.settle();
    const seen = await hotline.see(call, number);
    expect(seen.session.outcome).toBe('Voicemail');
    expect(seen.incident).toBe(null);
  });

  it('an accepted call is a resolved incident, or an open one where the route says so', async () => {
    hotline.carrier.phone(team.people.Ada?.phone ?? '', accepts);
    const resolved = await hotline.call(await hotline.number(team.id));
    expect(resolved.incident).toMatchObject({ status: 'Resolved', severity: 'Warning' });
    const open = await hotline.call(
      await hotline.number(team.id, { route: { autoResolveOnAnswer: false } }),
    );
    expect(open.incident).toMatchObject({ status: 'Open' });
    expect(JSON.stringify(open.incident?.attributes)).toContain(caller);
  });
});

const addressOf = (integrationId: string) =>
  `https://tocsin.example.com/alerts/telephony/twilio/${integrationId}`;

function window(integrationId: string, type: 'maintenance' | 'muted'): Promise<string> {
  return hotline.app.api.make('/inbound-integration-maintenance-windows', {
    integrationId,
    type,
    start: null,
    end: null,
  });
}
