import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CarrierAccess } from '../../../src/calls/carriers/carrier.ts';
import { type ScriptedHttp, startScriptedHttp } from '../../fakes/scripted-http.ts';
import { saying } from '../../support/saying.ts';
import { accountId, divertedTo, played, playTelnyx, playTwilio } from './both.ts';

let far: ScriptedHttp;
let asked: string[];
let outbound: ReturnType<typeof divertedTo>['outbound'];
beforeAll(async () => {
  far = await startScriptedHttp(() => ({ status: 404, body: '{}' }));
});
afterAll(() => far.stop());
beforeEach(() => {
  ({ asked, outbound } = divertedTo(far.url));
});

const answers = (...members: unknown[]) =>
  far.answerNext(...members.map((value) => ({ status: 200, body: JSON.stringify(value) })));
const lastBody = () => far.received.at(-1)?.body.toString() ?? '';
const urls = {
  voice: 'https://t/voice',
  fallback: 'https://t/fallback',
  status: 'https://t/status',
};
const number = { phoneNumber: '+4930123456', phoneNumberId: null };
const sought = {
  callId: 'CALL',
  from: new Date('2026-03-01T03:00:00Z'),
  until: new Date('2026-03-01T03:01:00Z'),
};
const mp3 = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(100)]);
const wav = Buffer.concat([Buffer.from('RIFF....WAVE'), Buffer.alloc(100)]);

describe.each(played)('the API of %s', (name, play) => {
  const apiWith = (more: Partial<CarrierAccess> = {}) => {
    const { carrier, access, recordingUrl } = play(outbound);
    return { api: carrier.api({ ...access, ...more }), recordingUrl };
  };

  it.each([
    ['ringing', 'ongoing'],
    ['in-progress', 'ongoing'],
    ['completed', 'completed'],
    ['no-answer', 'no-answer'],
    ['a new word', null],
  ])('a call that is %s', async (status, expected) => {
    answers({ status });
    expect(await apiWith().api.callStatus('CALL')).toBe(expected);
  });

  it.each([
    ['done', { status: 204 }, 'deleted'],
    ['there no more', { status: 404, body: '{"message":"Not found"}' }, 'deleted'],
    ['refused', { status: 403 }, 'refused'],
    ['down', { status: 503 }, 'retry'],
  ])('a recording whose deletion is %s', async (_what, answer, outcome) => {
    // Twilio is asked for its transcriptions first.
    if (name === 'twilio') answers({ transcriptions: [] });
    far.answerNext(answer);
    expect(await apiWith().api.deleteRecording('RE1')).toMatchObject({ outcome });
    expect(far.received.at(-1)?.method).toBe('DELETE');
    expect(asked.at(-1)).toContain('/Recordings/RE1.json');
  });

  it('a call that it is to make', async () => {
    answers(name === 'twilio' ? { sid: 'CA1' } : { call_sid: 'CA1' });
    const call = { to: '+4930111', from: '+4930123456', ringSeconds: 30 };
    const addresses = { answerUrl: 'https://t/call-back?s=1&leg=0', statusUrl: 'https://t/end' };
    const { api } = apiWith({ applicationId: 'APP' });
    expect(await api.placeCall({ ...call, ...addresses })).toEqual({
      outcome: 'placed',
      callId: 'CA1',
    });
    const sent = lastBody();
    const fields: Record<string, unknown> =
      name === 'twilio' ? Object.fromEntries(new URLSearchParams(sent)) : JSON.parse(sent);
    expect(fields).toMatchObject({ To: '+4930111', From: '+4930123456' });
    expect(String(fields.Url)).toContain('https://t/call-back?s=1&leg=0');
    expect(String(fields.StatusCallback)).toContain('https://t/end');
  });

  it.each([
    ['refuses', { status: 400, body: '{"message":"No permission"}' }, {}],
    ['may have made after all', { status: 503 }, { isUncertain: true }],
  ])('a call that it %s', async (_what, answer, more) => {
    far.answerNext(answer);
    const call = { to: '+4930111', from: '+4930123456', ringSeconds: 30 };
    const { api } = apiWith({ applicationId: 'APP' });
    const placed = await api.placeCall({
      ...call,
      answerUrl: 'https://t/a',
      statusUrl: 'https://t/s',
    });
    expect(placed).toEqual({ outcome: 'refused', error: saying(''), ...more });
  });

  it('a call that it does not know, or a carrier that is down, says nothing', async () => {
    expect(await apiWith().api.callStatus('CALL')).toBeNull();
    far.answerNext({ status: 503 });
    expect(await apiWith().api.callStatus('CALL')).toBeNull();
  });

  it.each([
    ['MP3', mp3, 'audio/mpeg'],
    ['WAV', wav, 'audio/wav'],
  ])('a recording in %s is fetched, whatever it is called', async (_format, body, contentType) => {
    const { api, recordingUrl } = apiWith();
    far.answerNext({ status: 200, headers: { 'content-type': 'binary/octet-stream' }, body });
    const fetched = await api.recording({ id: 'RE1', url: recordingUrl });
    expect(fetched).toEqual({ outcome: 'fetched', bytes: body, contentType });
  });

  it.each([
    ['not there yet', { status: 404 }, 'retry'],
    ['too many requests', { status: 429 }, 'retry'],
    ['a fault', { status: 500 }, 'retry'],
    ['nothing in it', { status: 200 }, 'retry'],
    ['not allowed', { status: 403 }, 'refused'],
    ['a page', { status: 200, body: '<html>Sign in</html>' }, 'refused'],
    ['too large', { status: 200, body: Buffer.alloc(20 * 1024 * 1024 + 1, 'ID3') }, 'refused'],
  ])('a recording, %s', async (_what, answer, outcome) => {
    const { api, recordingUrl } = apiWith();
    far.answerNext(answer);
    expect(await api.recording({ id: 'RE1', url: recordingUrl })).toMatchObject({
      outcome,
      error: saying(/^The .*\.$/),
    });
  });

  it.each([
    'http://169.254.169.254/latest/meta-data',
    'https://evil.example/RE1',
    'https://api.twilio.com.evil.example/2010-04-01/Accounts/x/Recordings/RE1',
    'https://evil.s3.amazonaws.com/telephony-recorder-prod/x.wav',
    'https://s3.amazonaws.com/evil/telephony-recorder-prod/x.wav',
    'https://s3.evil.example/telephony-recorder-prod/x.wav',
    'https://api.twilio.com/2010-04-01/Accounts/AC_other/Recordings/RE1',
    'https://api.twilio.com:8443/2010-04-01/Accounts/x/Recordings/RE1',
    'file:///etc/passwd',
    'no address',
  ])('no recording is fetched from %s', async (url) => {
    expect(await apiWith().api.recording({ id: 'RE1', url })).toMatchObject({ outcome: 'refused' });
    expect(asked).toEqual([]);
  });

  it('a redirect to somebody else is not followed', async () => {
    const { api, recordingUrl } = apiWith();
    far.answerNext({ status: 302, headers: { location: 'https://evil.example/x.wav' } });
    expect(await api.recording({ id: 'RE1', url: recordingUrl })).toMatchObject({
      outcome: 'refused',
      error: saying('evil.example'),
    });
    expect(asked).toHaveLength(1);
  });

  it('a redirect within the carrier is, but not for ever', async () => {
    const { api, recordingUrl } = apiWith();
    const again = { status: 307, headers: { location: recordingUrl } };
    far.answerNext(again, { status: 200, body: mp3 });
    expect(await api.recording({ id: 'RE1', url: recordingUrl })).toMatchObject({
      outcome: 'fetched',
    });
    far.answerNext(again, again, again, again, { status: 200, body: mp3 });
    expect(await api.recording({ id: 'RE1', url: recordingUrl })).toMatchObject({
      outcome: 'refused',
    });
    // The last answer was not asked for.
    await fetch(far.url);
  });

  it.each([
    ['is none', { recordings: [] }, { outcome: 'none' }],
    ['was nothing', { recordings: [{ sid: 'RE1', status: 'absent' }] }, { outcome: 'none' }],
    [
      'is not done',
      { recordings: [{ sid: 'RE1', status: 'in-progress', media_url: 'https://m/1' }] },
      { outcome: 'retry' },
    ],
    [
      'are two, of which the longer one counts',
      {
        recordings: [
          { sid: 'RE1', status: 'completed', duration: '3', media_url: 'https://m/1' },
          { sid: 'RE2', status: 'completed', duration: '12', media_url: 'https://m/2' },
        ],
      },
      { outcome: 'found', recording: { id: 'RE2', durationSeconds: 12 } },
    ],
    [
      'has no id that could be one',
      { recordings: [{ sid: '../Calls/CA1', status: 'completed', media_url: 'https://m/1' }] },
      { outcome: 'retry' },
    ],
    ['is in an unknown form', { recordings: 'none' }, { outcome: 'none' }],
  ])('a recording that was not reported: there %s', async (_what, answer, expected) => {
    answers(answer);
    expect(await apiWith().api.findRecording(sought)).toMatchObject(expected);
    expect(asked.at(-1)).toMatch(/\/Accounts\/\w+\/Calls\/CALL\/Recordings\.json$/);
  });

  it.each([
    ['of a call that is not known', { status: 404, body: '{}' }, 'none'],
    ['of a carrier that is down', { status: 503, body: '{}' }, 'retry'],
    ['with the wrong credentials', { status: 401, body: '{}' }, 'refused'],
  ])('a recording that was not reported, %s', async (_what, answer, outcome) => {
    far.answerNext(answer);
    expect(await apiWith().api.findRecording(sought)).toMatchObject({ outcome });
  });

  it.each([
    'evil.example',
    'api.evil.example',
    'twilio.com.evil.example',
    '169.254.169.254',
    'localhost:1',
  ])('credentials do not go to %s', async (apiHost) => {
    const { api, recordingUrl } = apiWith({ apiHost });
    const outcome = { outcome: 'refused', error: saying(apiHost) };
    expect(await api.setUpNumber(number, urls)).toMatchObject(outcome);
    expect(await api.recording({ id: 'RE1', url: recordingUrl })).toMatchObject({
      outcome: 'refused',
    });
    expect(await api.callStatus('CALL')).toBeNull();
    expect(asked).toEqual([]);
  });

  it('without credentials nothing is asked', async () => {
    const { api } = apiWith({ authTokens: [] });
    expect(await api.setUpNumber(number, urls)).toMatchObject({
      outcome: 'refused',
      error: saying(/missing/),
    });
    expect(asked).toEqual([]);
  });

  it.each([
    [401, 'refused', /refused the credentials; check /],
    [404, 'refused', /answered 404/],
    [429, 'retry', /answered 429/],
    [503, 'retry', /answered 503/],
  ])('setting up a number, answered %d', async (status, outcome, error) => {
    far.answerNext({ status, body: '{}' });
    expect(await apiWith().api.setUpNumber(number, urls)).toMatchObject({
      outcome,
      error: saying(error),
    });
  });
});

describe('a number of Twilio', () => {
  const setUp = (phoneNumberId: string | null = null) => {
    const { carrier, access } = playTwilio(outbound);
    return carrier.api(access).setUpNumber({ ...number, phoneNumberId }, urls);
  };
  const found = { sid: 'PN1', phone_number: number.phoneNumber, trunk_sid: null };
  const base = `https://api.twilio.com/2010-04-01/Accounts/${accountId}/IncomingPhoneNumbers`;

  it('is found by its digits and pointed here', async () => {
    answers({ incoming_phone_numbers: [found] }, found);
    expect(await setUp()).toEqual({
      outcome: 'set',
      phoneNumber: number.phoneNumber,
      phoneNumberId: 'PN1',
    });
    expect(asked).toEqual([`GET ${base}.json?PhoneNumber=%2B4930123456`, `POST ${base}/PN1.json`]);
    expect(Object.fromEntries(new URLSearchParams(lastBody()))).toEqual({
      VoiceUrl: `${urls.voice}#rc=3&rp=ct,5xx`,
      VoiceMethod: 'POST',
      VoiceFallbackUrl: `${urls.fallback}#rc=3&rp=ct,5xx`,
      VoiceFallbackMethod: 'POST',
      StatusCallback: `${urls.status}#rc=3&rp=ct,5xx`,
      StatusCallbackMethod: 'POST',
      VoiceApplicationSid: '',
    });
    expect(far.received.at(-1)?.headers.authorization).toBe(
      `Basic ${Buffer.from(`${accountId}:first`).toString('base64')}`,
    );
  });

  it('is found by its id', async () => {
    answers(found, found);
    expect(await setUp('PN1')).toMatchObject({ outcome: 'set' });
    expect(asked[0]).toBe(`GET ${base}/PN1.json`);
  });

  it.each([
    ['is not there', null, { incoming_phone_numbers: [] }, /no number \+4930123456/],
    ['is another one', 'PN1', { ...found, phone_number: '+49301' }, /is the number \+49301, not/],
    ['belongs to a trunk', 'PN1', { ...found, trunk_sid: 'TK1' }, /trunk TK1; remove it/],
  ])('that %s is left alone', async (_what, id, answer, error) => {
    answers(answer);
    expect(await setUp(id)).toEqual({ outcome: 'refused', error: saying(error) });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['as we write them', {}, false],
    ['without retries', { voice_url: urls.voice }, true],
    ['with a fallback without retries', { voice_fallback_url: urls.fallback }, true],
    ['with a report without retries', { status_callback: urls.status }, true],
    ['with a fallback of its owner', { voice_fallback_url: 'https://own/fallback' }, false],
  ])('goes to our addresses %s', async (_what, change, isOutdated) => {
    const retried = (url: string) => `${url}#rc=3&rp=ct,5xx`;
    answers({
      incoming_phone_numbers: [
        {
          ...found,
          voice_url: retried(urls.voice),
          voice_fallback_url: retried(urls.fallback),
          status_callback: retried(urls.status),
          ...change,
        },
      ],
    });
    const { carrier, access } = playTwilio(outbound);
    expect(await carrier.api(access).destination(number, urls)).toEqual({
      outcome: 'known',
      voiceUrl: urls.voice,
      isOutdated,
    });
  });

  it('of another region is asked for there, with its recordings', async () => {
    const { carrier, access } = playTwilio(outbound);
    const api = carrier.api({ ...access, apiHost: 'api.dublin.ie1.twilio.com' });
    await api.callStatus('CALL');
    const recording = (host: string) =>
      api.recording({
        id: 'RE1',
        url: `https://${host}/2010-04-01/Accounts/${accountId}/Recordings/RE1`,
      });
    expect(await recording('api.ie1.twilio.com')).toMatchObject({ outcome: 'retry' });
    expect(await recording('api.twilio.com')).toMatchObject({ outcome: 'refused' });
    expect(asked.map((one) => new URL(one.slice(4)).host)).toEqual([
      'api.dublin.ie1.twilio.com',
      'api.ie1.twilio.com',
    ]);
  });
});

describe('a number of Telnyx', () => {
  const setUp = (applicationId: string | null = null) => {
    const { carrier, access } = playTelnyx(outbound);
    return carrier.api({ ...access, applicationId }).setUpNumber(number, urls);
  };
  const found = (connection_id: string | null) => ({
    data: [{ id: '77', phone_number: number.phoneNumber, connection_id }],
  });
  const addresses = {
    voice_url: urls.voice,
    voice_method: 'post',
    voice_fallback_url: urls.fallback,
    status_callback: urls.status,
    status_callback_method: 'post',
  };
  const set = { outcome: 'set', phoneNumber: number.phoneNumber, phoneNumberId: '77' };
  const byDigits =
    'GET https://api.telnyx.com/v2/phone_numbers?filter%5Bphone_number%5D=4930123456';

  it('gets an application of its own', async () => {
    answers(found(null), { data: [] }, { data: { id: '5' } }, { data: { id: '77' } });
    expect(await setUp()).toEqual(set);
    expect(asked.map((one) => one.split('?')[0])).toEqual([
      'GET https://api.telnyx.com/v2/phone_numbers',
      'GET https://api.telnyx.com/v2/texml_applications',
      'POST https://api.telnyx.com/v2/texml_applications',
      'PATCH https://api.telnyx.com/v2/phone_numbers/77',
    ]);
    const [made, assigned] = far.received.slice(-2).map(({ body }) => JSON.parse(body.toString()));
    expect(made).toEqual({ friendly_name: 'Tocsin +4930123456', ...addresses });
    expect(assigned).toEqual({ connection_id: '5' });
    expect(far.received.at(-1)?.headers.authorization).toBe('Bearer KEY1');
  });

  it('gets the one that an earlier attempt made', async () => {
    const earlier = { id: '5', friendly_name: 'Tocsin +4930123456', voice_url: urls.voice };
    answers(found(null), { data: [earlier] }, { data: { id: '77' } });
    expect(await setUp()).toEqual(set);
    expect(asked.filter((one) => one.startsWith('POST'))).toEqual([]);
  });

  it('goes to the application that was named, whose name stays', async () => {
    answers(found('3'), { data: { id: '5', friendly_name: 'Mine' } }, { data: {} }, { data: {} });
    expect(await setUp('5')).toEqual(set);
    expect(asked[0]).toBe(byDigits);
    const [changed, assigned] = far.received
      .slice(-2)
      .map(({ body }) => JSON.parse(body.toString()));
    expect(changed).toEqual({ friendly_name: 'Mine', ...addresses });
    expect(assigned).toEqual({ connection_id: '5' });
  });

  it('is left alone when it belongs to another connection', async () => {
    answers(found('3'), { data: { id: '3', friendly_name: 'Shop', voice_url: 'https://shop' } });
    expect(await setUp()).toMatchObject({
      outcome: 'refused',
      error: saying('connection 3; name it as the connection of the number'),
    });
    expect(asked.every((one) => one.startsWith('GET'))).toBe(true);
  });

  it('that points here already is brought up to date', async () => {
    answers(
      found('5'),
      { data: { id: '5', friendly_name: 'Mine', voice_url: urls.voice } },
      { data: {} },
    );
    expect(await setUp()).toEqual(set);
    expect(asked).toHaveLength(3);
  });

  it('a call is asked for by itself where the account is not known', async () => {
    const { carrier, access } = playTelnyx(outbound);
    const api = carrier.api({ ...access, accountId: null });
    answers({ data: { is_alive: true } }, { data: { is_alive: false } }, { data: {} });
    expect(await api.callStatus('v3:a')).toBe('ongoing');
    expect(await api.callStatus('v3:a')).toBe('completed');
    expect(await api.callStatus('v3:a')).toBeNull();
    expect(asked[0]).toBe('GET https://api.telnyx.com/v2/calls/v3%3Aa');
  });
});

it('Twilio deletes what was written down of a recording before the recording', async () => {
  answers({ transcriptions: [{ sid: 'TR1' }, { sid: 'TR2' }] });
  far.answerNext({ status: 204 }, { status: 204 }, { status: 204 });
  const { carrier, access } = playTwilio(outbound);
  expect(await carrier.api(access).deleteRecording('RE1')).toEqual({ outcome: 'deleted' });
  expect(
    asked.slice(-4).map((url) => url.slice(url.indexOf(accountId) + accountId.length)),
  ).toEqual([
    '/Recordings/RE1/Transcriptions.json',
    '/Transcriptions/TR1.json',
    '/Transcriptions/TR2.json',
    '/Recordings/RE1.json',
  ]);
});

it('Telnyx deletes a recording without the id of the account, too', async () => {
  answers({ data: { id: 'RE1' } });
  const { carrier, access } = playTelnyx(outbound);
  const { api } = { api: carrier.api({ ...access, accountId: null }) };
  expect(await api.deleteRecording('RE1')).toEqual({ outcome: 'deleted' });
  expect(asked.at(-1)).toMatch(/\/v2\/recordings\/RE1$/);
});

it('Twilio has a recording that it did not report where the others are', async () => {
  answers({ recordings: [{ sid: 'RE1', status: 'completed', duration: '3' }] });
  const { carrier, access, recordingUrl: url } = playTwilio(outbound);
  const recording = { id: 'RE1', url, durationSeconds: 3 };
  expect(await carrier.api(access).findRecording(sought)).toEqual({ outcome: 'found', recording });
});

it('Telnyx finds it among all recordings of the time without the id of the account', async () => {
  const recording = (call_control_id: string, id: string) => ({
    id,
    call_control_id,
    status: 'completed',
    duration_millis: 3400,
    download_urls: { mp3: `https://s3.amazonaws.com/telephony-recorder-prod/${id}.mp3` },
  });
  answers({ data: [recording('ANOTHER', 'R1'), recording('CALL', 'R2')] });
  const { carrier, access } = playTelnyx(outbound);
  const api = carrier.api({ ...access, accountId: null });
  expect(await api.findRecording(sought)).toEqual({
    outcome: 'found',
    recording: {
      id: 'R2',
      url: 'https://s3.amazonaws.com/telephony-recorder-prod/R2.mp3',
      durationSeconds: 3,
    },
  });
  expect(decodeURIComponent(asked.at(-1) ?? '')).toBe(
    'GET https://api.telnyx.com/v2/recordings?filter[created_at][gte]=2026-03-01T03:00:00.000Z&filter[created_at][lte]=2026-03-01T03:11:00.000Z&page[size]=250',
  );
});

it.each([
  ['with', accountId, { media_url: 'https://s3.amazonaws.com/telephony-recorder-prod/new.mp3' }],
  [
    'without',
    null,
    {
      data: {
        download_urls: { mp3: 'https://s3.amazonaws.com/telephony-recorder-prod/new.mp3' },
      },
    },
  ],
])(
  'Telnyx is asked for the address of a recording again once the first one is valid no more, %s the id of the account',
  async (_what, account, answer) => {
    const { carrier, access, recordingUrl: url } = playTelnyx(outbound);
    const api = carrier.api({ ...access, accountId: account });
    far.answerNext(
      { status: 403, body: '<Error>Request has expired</Error>' },
      { status: 200, body: JSON.stringify(answer) },
      { status: 200, body: mp3 },
    );
    expect(await api.recording({ id: 'RE1', url })).toMatchObject({ outcome: 'fetched' });
    expect(asked.map((one) => one.split('?')[0])).toEqual([
      `GET ${url.split('?')[0]}`,
      expect.stringMatching(/api\.telnyx\.com\/v2\/.*\/?[Rr]ecordings\/RE1(\.json)?$/),
      'GET https://s3.amazonaws.com/telephony-recorder-prod/new.mp3',
    ]);
  },
);

it('Telnyx cannot name another host as the new address of a recording', async () => {
  const { carrier, access, recordingUrl: url } = playTelnyx(outbound);
  far.answerNext(
    { status: 403 },
    { status: 200, body: JSON.stringify({ media_url: 'http://169.254.169.254/latest' }) },
  );
  expect(await carrier.api(access).recording({ id: 'RE1', url })).toMatchObject({
    outcome: 'refused',
    error: saying('no host of the carrier'),
  });
  expect(asked).toHaveLength(2);
});
