import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  caller,
  type HandWrittenServer,
  hotline,
  startHandWrittenServer,
} from './hand-written-server.ts';
import { type CarrierApi, startCarrierApi } from './index.ts';
import { durationSecondsOf, silentMp3, silentWav } from './sound.ts';

let server: HandWrittenServer;
let api: CarrierApi;
let base: string;
let headers: Record<string, string>;
beforeAll(async () => {
  server = await startHandWrittenServer();
  const { accountSid, authToken } = server.carrier;
  api = await startCarrierApi({ sid: accountSid, authToken });
  api.carrier = server.carrier;
  base = `${api.url}/2010-04-01/Accounts/${accountSid}`;
  headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  };
});
afterAll(async () => {
  await api.stop();
  await server.stop();
});

describe('the API of the carrier', () => {
  it('wants credentials', async () => {
    expect((await fetch(`${base}/Calls/CA${'0'.repeat(32)}.json`)).status).toBe(401);
  });

  it('shows calls', async () => {
    server.write({ '/voice': '<Pause length="60"/>' });
    const call = server.carrier.dialIn(caller, hotline);
    await server.carrier.time.run(10);
    const status = async () => (await fetch(`${base}/Calls/${call.sid}.json`, { headers })).json();
    expect(await status()).toMatchObject({ sid: call.sid, status: 'ringing' });
    await server.carrier.time.run();
    expect(await status()).toMatchObject({ status: 'completed' });
  });

  it('takes the addresses of a number, and calls arrive there', async () => {
    const number = '+4930999999';
    api.numbers.set(number, `PN${'1'.repeat(32)}`);
    const found = await fetch(
      `${base}/IncomingPhoneNumbers.json?PhoneNumber=${encodeURIComponent(number)}`,
      { headers },
    );
    expect(await found.json()).toMatchObject({
      incoming_phone_numbers: [{ sid: api.numbers.get(number), voice_url: '' }],
    });
    await fetch(`${base}/IncomingPhoneNumbers/${api.numbers.get(number)}.json`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ VoiceUrl: `${server.url}/connected` }),
    });
    server.write({ '/connected': '<Say>Hello</Say>' });
    expect((await server.carrier.call(caller, number)).leg.heard).toEqual(['Hello']);
  });

  it('has recordings once they are there', async () => {
    server.write({ '/voice': '<Record action="@/recorded"/>', '/recorded': '<Hangup/>' });
    const call = await server.carrier.call(caller, hotline, {
      message: { seconds: 3, ends: '#' },
    });
    const url = `${base}/Recordings/${call.recordings[0]?.sid}`;
    api.missingAtFirst = 2;
    const statuses: number[] = [];
    for (let n = 0; n < 3; n += 1) statuses.push((await fetch(`${url}.mp3`, { headers })).status);
    expect(statuses).toEqual([404, 404, 200]);
    const file = await fetch(url, { headers });
    expect(file.headers.get('content-type')).toBe('audio/x-wav');
    expect(durationSecondsOf(Buffer.from(await file.arrayBuffer()))).toBe(3);
    expect((await fetch(url)).status).toBe(401);
  });
});

describe('silence', () => {
  it.each([silentWav, silentMp3])('lasts as long as it says: %o', (make) => {
    expect(durationSecondsOf(make(4))).toBeCloseTo(4, 1);
  });
  it('is told from other files', () => {
    expect(durationSecondsOf(Buffer.from('<html>'))).toBe(null);
  });
});
