import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeMedia } from '../../../src/media/index.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { readDocument } from '../../support/operations.ts';
import { byTelnyx, byTwilio, connectLine, type PhoneLine } from '../../support/phone-line.ts';
import { type StaffedTeam, staffTeam } from '../../support/staffed-team.ts';

let server: TestApp;
let team: StaffedTeam;
let line: PhoneLine;
beforeAll(async () => {
  server = await startTestApp();
  team = await staffTeam(server.api, 'Payments', [{ people: ['Ann'] }], {
    users: { Ann: { phoneNumber: '+4915100000001' } },
  });
  line = await connectLine(server.api, server.app.url, team.id);
});
afterAll(() => server.stop());

const metric = async (name: string) => {
  const text = await (await fetch(`${server.app.url}/metrics`)).text();
  return text.split('\n').filter((one) => one.startsWith(name));
};
const unsigned = (path: string, init: RequestInit = {}) =>
  fetch(`${line.base}/${path}`, {
    method: 'POST',
    body: new URLSearchParams('CallSid=1'),
    ...init,
  });
const callPaths = Object.entries(readDocument('telephony').paths).filter(([path]) =>
  path.startsWith('/{carrier}/'),
);

describe('a call', () => {
  it.each([
    ['Twilio', () => byTwilio, { status: 204, text: '' }],
    [
      'Telnyx',
      () => byTelnyx(server.clock.now),
      { status: 200, text: expect.stringMatching(/<Response\/>$/) },
    ],
  ] as const)(
    'of %s reaches the person on call, who presses 1, and leads to an incident',
    async (_name, carrierOf, noted) => {
      const carrier = carrierOf();
      const number = await connectLine(server.api, server.app.url, team.id, {}, carrier);
      const call = number.ring();
      const arrived = await call.post('voice', { CallStatus: 'ringing' });
      expect(arrived.status).toBe(200);
      const dialled = await call.post(arrived.next('Redirect'));
      expect(dialled.text).toContain('>+4915100000001</Number>');
      const member = { CallSid: `${call.sid}-member`, ParentCallSid: call.sid };
      const ringing = { ...member, CallStatus: 'ringing' };
      expect(await call.post(dialled.next('statusCallback'), ringing)).toMatchObject(noted);
      const asked = await call.post(dialled.next('url'), member);
      const accepted = await call.post(asked.next('action'), { ...member, Digits: '1' });
      expect(accepted.text).toMatch(/<Response\/>$/);
      server.clock.advance(30);
      const ended = await call.post(dialled.next('action'), {
        DialCallStatus: 'completed',
        DialCallDuration: '30',
      });
      expect(ended.text).toContain('<Hangup/>');
      const over = { CallStatus: 'completed', CallDuration: '45' };
      expect(await call.post('status', over)).toMatchObject(noted);
      await server.app.jobs.runAll((task) => task === 'calls');
      const { body } = await server.api.get(
        `/incident/search/list?IntegrationIds=${number.integrationId}`,
      );
      expect(body.incidents).toMatchObject([{ teams: [{ displayName: 'Payments' }] }]);
      expect(await metric('tocsin_calls_total')).toContain(
        `tocsin_calls_total{carrier="${carrier.name}",outcome="Accepted"} 1`,
      );
      expect(await metric('tocsin_call_answer_seconds_count')).toContain(
        `tocsin_call_answer_seconds_count{carrier="${carrier.name}",step="dial-result"} 1`,
      );
    },
  );

  it('that nobody knows is ended, and a report on one is not found', async () => {
    const call = line.ring();
    for (const path of ['menu?s=none&g=1', 'route?s=none', 'dial-result?s=none&leg=0'])
      expect(await call.post(path)).toMatchObject({
        status: 200,
        text: expect.stringContaining('<Hangup/>'),
      });
    for (const path of ['leg-status?s=none&leg=0', 'recording-status?s=none', 'status'])
      expect(
        await call.post(path, { CallStatus: 'completed', RecordingStatus: 'absent' }),
      ).toMatchObject({ status: 404 });
  });

  it('of another number is not known here', async () => {
    const other = await connectLine(server.api, server.app.url, team.id);
    const call = line.ring();
    const route = new URL((await call.post('voice')).next('Redirect'));
    const elsewhere = await call.post(`${other.base}/route${route.search}`);
    expect(elsewhere.text).toContain('<Hangup/>');
    expect((await call.post(route.href)).text).toContain('<Dial ');
  });
});

describe('a request that nobody signed', () => {
  it.each(callPaths)('to %s is refused, and counted', async (path, { post }) => {
    const before = await metric('tocsin_call_requests_refused_total{carrier="twilio"}');
    const address = path
      .replace('{carrier}', 'twilio')
      .replace('{integrationId}', line.integrationId);
    const response = await fetch(`${server.app.url}/telephony${address}?s=a&leg=0&g=1`, {
      method: 'POST',
      headers: { 'x-twilio-signature': 'AAAA' },
      body: new URLSearchParams('CallSid=1'),
    });
    const text = await response.text();
    if (post?.operationId === 'apologizeToCaller') {
      expect([response.status, text]).toEqual([200, expect.stringContaining('<Say')]);
      return;
    }
    expect([response.status, text]).toEqual([403, expect.not.stringContaining('<Say')]);
    const after = await metric('tocsin_call_requests_refused_total{carrier="twilio"}');
    const count = (lines: string[]) => Number(lines[0]?.split(' ')[1] ?? 0);
    expect(count(after)).toBe(count(before) + 1);
  });

  it('does not learn which numbers there are, and which carrier they are of', async () => {
    const answers = await Promise.all(
      [
        line.base,
        `${server.app.url}/telephony/twilio/${crypto.randomUUID()}`,
        `${server.app.url}/telephony/telnyx/${line.integrationId}`,
      ].map(async (base) => {
        const response = await fetch(`${base}/voice`, { method: 'POST' });
        return [response.status, await response.text()];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('is not one of another carrier’s', async () => {
    const call = line.ring();
    const elsewhere = line.base.replace('/twilio/', '/telnyx/');
    expect((await call.post(`${elsewhere}/voice`)).status).toBe(403);
    expect((await call.post(line.base.replace('/twilio/', '/acme/').concat('/voice'))).status).toBe(
      404,
    );
  });
});

describe('a request in another form', () => {
  it('with another method is told which one to use', async () => {
    const response = await fetch(`${line.base}/voice`);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([65 * 1024, 1024 * 1024])('with a body of %d bytes is too large', async (bytes) => {
    const { status } = await unsigned('voice', {
      body: new URLSearchParams({ a: 'x'.repeat(bytes) }),
    });
    expect(status).toBe(413);
  });
});

describe('the sound of a prompt', () => {
  const bytes = Buffer.concat([Buffer.from('ID3'), Buffer.alloc(300_000, 7)]);
  const upload = () =>
    storeMedia(
      server.app.world,
      {
        organizationId: server.organizationId,
        ownerId: line.integrationId,
        kind: 'prompt',
        contentType: 'audio/mpeg',
        extension: 'mp3',
        durationSeconds: 3,
        fileName: 'welcome.mp3',
        uploadedByUserId: null,
      },
      bytes,
    );

  it('is there for everybody who knows its address, for ever, in parts as well', async () => {
    const { _id: fileId, sha256 } = await upload();
    const address = `${server.app.url}/telephony/audio/${fileId}/${sha256}.mp3`;
    const whole = await fetch(address);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'content-length': String(bytes.length),
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${sha256}"`,
    });
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await fetch(address, { headers: { range: 'bytes=299999-300001' } });
    expect([part.status, Buffer.from(await part.arrayBuffer())]).toEqual([206, Buffer.alloc(3, 7)]);
    const again = await fetch(address, { headers: { 'if-none-match': `"${sha256}"` } });
    expect(again.status).toBe(304);
  });

  it('is nowhere else', async () => {
    const { _id: fileId, sha256 } = await upload();
    const base = `${server.app.url}/telephony/audio`;
    for (const wrong of [
      `${fileId}/${'0'.repeat(64)}.mp3`,
      `${fileId}/${sha256}.wav`,
      `${fileId}/${sha256}`,
      `${fileId}/${sha256}.mp3.mp3`,
      `${crypto.randomUUID()}/${sha256}.mp3`,
    ])
      expect((await fetch(`${base}/${wrong}`)).status, wrong).toBe(404);
  });
});

it('strangers are limited by their address, and callers are not', async () => {
  const limited = await startTestApp({ env: { TOCSIN_RATE_LIMITS: 'on' } });
  try {
    const { id } = await staffTeam(limited.api, 'Payments', [{ people: ['Ann'] }]);
    const number = await connectLine(limited.api, limited.app.url, id);
    const statuses = new Set<number>();
    for (let asked = 0; asked < 400 && !statuses.has(429); asked += 1)
      statuses.add((await fetch(`${number.base}/voice`, { method: 'POST' })).status);
    expect([...statuses]).toEqual([403, 429]);
    expect((await number.ring().post('voice')).status).toBe(200);
  } finally {
    await limited.stop();
  }
});

it('a server without its store asks carriers to come again, then apologizes, and asks for reports again', async () => {
  const ending = /<Say [^>]*>Sorry, nobody could take your call\..*<Hangup\/>/;
  const broken = await startTestApp();
  const { id } = await staffTeam(broken.api, 'Payments', [{ people: ['Ann'] }]);
  const number = await connectLine(broken.api, broken.app.url, id);
  const call = number.ring();
  const arrived = await call.post('voice');
  await broken.app.world.store.connection.close();
  try {
    for (const address of ['voice', arrived.next('Redirect')]) {
      let answer = await call.post(address);
      for (let times = 0; times < 3; times += 1) {
        expect(answer.text).toMatch(
          /<Pause length="\d"\/><Redirect [^>]*>.*<\/Redirect><\/Response>/,
        );
        answer = await call.post(answer.next('Redirect'));
      }
      expect(answer).toMatchObject({ status: 200, text: expect.stringMatching(ending) });
    }
    expect((await call.post('voice-fallback')).text).toMatch(ending);
    expect((await call.post('status', { CallStatus: 'completed' })).status).toBe(503);
    const stranger = await fetch(`${number.base}/voice-fallback`, { method: 'POST' });
    expect(await stranger.text()).toContain('Sorry, nobody could take your call.');
  } finally {
    await broken.stop().catch(() => undefined);
  }
});
