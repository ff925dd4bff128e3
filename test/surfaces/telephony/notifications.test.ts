import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callAnswerUrl,
  carrierStatusUrl,
  deliveryModel,
} from '../../../src/notifications/index.ts';
import { say } from '../../../src/sentences/index.ts';
import { type CarriedCall, type FakeCarrier, startCarrier } from '../../fakes/carrier.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeReply } from '../../support/reply.ts';

let server: TestApp;
let carrier: FakeCarrier;
beforeAll(async () => {
  carrier = await startCarrier();
  server = await startTestApp({ env: carrier.env });
});
afterAll(async () => {
  await server.stop();
  await carrier.stop();
});

const script = {
  language: 'en' as const,
  text: 'Critical incident in Payments. Disk full.',
  menu: 'Press 1 or 2 or 3.',
};

/** A call about an incident, which somebody is about to answer. */
async function ringing() {
  const reply = await makeReply(server, { script });
  const call: CarriedCall = {
    sid: `CA${crypto.randomUUID()}`,
    from: '+15550001000',
    to: '+4915112345678',
    answerUrl: callAnswerUrl(server.app.url, reply.token, 'some delivery')('twilio'),
    statusUrl: carrierStatusUrl(server.app.url, 'some delivery')('twilio'),
  };
  return { ...reply, call };
}

const intents = (history: { intent: string }[]) => history.map(({ intent }) => intent);

describe('a call', () => {
  it('says what is wrong and waits for a key, changing nothing', async () => {
    const { call, history } = await ringing();
    const said = await carrier.answer(call);
    expect(said).toContain(script.text);
    expect(said).toContain(script.menu);
    expect(said).toMatch(/<Gather [^>]*actionOnEmptyResult="true"/);
    expect(await history()).toEqual([]);
  });

  it('1 acknowledges as the person who was called', async () => {
    const { call, history, person } = await ringing();
    const said = await carrier.press(call, await carrier.answer(call), '1');
    expect(said).toContain('Acknowledged: Disk &lt;full&gt;');
    expect(said).toContain('<Hangup/>');
    expect(await history()).toMatchObject([
      {
        intent: 'Investigated',
        user: { id: person.id, displayName: expect.stringMatching(/via call/) },
      },
    ]);
  });

  it('2 escalates, once however often the carrier asks', async () => {
    const { call, history } = await ringing();
    const said = await carrier.answer(call);
    const answers = [];
    for (let repeat = 0; repeat < 3; repeat += 1)
      answers.push(await carrier.press(call, said, '2'));
    expect(answers[0]).toContain('Escalated: Disk');
    expect(new Set(answers).size).toBe(1);
    expect(intents(await history())).toEqual(['Escalated']);
  });

  it('2 escalates nothing again when it is asked after somebody has acknowledged, and says so', async () => {
    const { call, history, incident } = await ringing();
    const said = await carrier.answer(call);
    await carrier.press(call, said, '2');
    await server.api.patch(`/incident/${incident}`, {
      operations: { appendIntent: { intent: 'Investigated' } },
    });
    expect(await carrier.press(call, said, '2')).toContain('Escalated, and acknowledged since');
    expect(intents(await history())).toEqual(['Investigated', 'Escalated']);
  });

  it('1 in a call that was answered before acknowledges what was taken back', async () => {
    const { call, history, incident } = await ringing();
    const said = await carrier.answer(call);
    await carrier.press(call, said, '1');
    await server.api.patch(`/incident/${incident}`, {
      operations: { appendIntent: { intent: 'Escalated' } },
    });
    expect(await carrier.press(call, said, '1')).toContain('Not acknowledged, because');
    const again = { ...call, sid: `CA${crypto.randomUUID()}` };
    expect(await carrier.press(again, await carrier.answer(again), '1')).toContain('Acknowledged:');
    expect(intents(await history())).toEqual(['Investigated', 'Escalated', 'Investigated']);
  });

  it.each(['3', '', '9'])('%j repeats it, 3 times in all', async (digits) => {
    const { call, history } = await ringing();
    let said = await carrier.answer(call);
    for (let time = 2; time <= 3; time += 1) {
      said = await carrier.press(call, said, digits);
      expect(said).toContain(script.text);
    }
    said = await carrier.press(call, said, digits);
    expect(said).not.toContain(script.text);
    expect(said).toContain('Goodbye');
    expect(await history()).toEqual([]);
  });

  it('about what is over says so and asks for nothing', async () => {
    const { call, incident } = await ringing();
    const does = (intent: string) =>
      server.api.patch(`/incident/${incident}`, { operations: { appendIntent: { intent } } });
    await does('Investigated');
    const acknowledged = await carrier.answer(call);
    expect(acknowledged).toContain('Somebody has acknowledged it meanwhile.');
    expect(acknowledged).not.toContain('<Gather');
    await does('Resolved');
    expect(await carrier.answer(call)).toContain('It is resolved meanwhile.');
  });

  it('about a title that was cut inside an emoji, or has what XML forbids, is said all the same', async () => {
    const reply = await makeReply(server, {
      script: { language: 'en', text: 'Disk \ud83d full\u0000\ufffe', menu: 'Press 1.' },
    });
    const call: CarriedCall = {
      sid: `CA${crypto.randomUUID()}`,
      from: '+15550001000',
      to: '+4915112345678',
      answerUrl: callAnswerUrl(server.app.url, reply.token, 'some delivery')('twilio'),
      statusUrl: null,
    };
    expect(await carrier.answer(call)).toContain('Disk \ufffd full  ');
  });

  it('about nothing ends politely', async () => {
    const { call } = await ringing();
    const answerUrl = callAnswerUrl(
      server.app.url,
      'V1StGXR8_Z5jdHi6B-myTg',
      'some delivery',
    )('twilio');
    expect(await carrier.answer({ ...call, answerUrl })).toMatch(
      /nothing that is open.*<Hangup\/>/,
    );
  });

  it('says a test', async () => {
    const { call } = await ringing();
    const answerUrl = `${server.app.url}/telephony/twilio/notifications/test-call`;
    expect(await carrier.answer({ ...call, answerUrl })).toContain('test call of Tocsin');
  });
});

describe('a text back', () => {
  const phone = () => `+49151${Math.floor(10_000_000 + Math.random() * 89_999_999)}`;
  const text = async (From: string, Body: string, MessageSid = `SM${crypto.randomUUID()}`) => {
    const { status, text: answer } = await carrier.post(
      `${server.app.url}/telephony/twilio/notifications/message`,
      { AccountSid: carrier.env.TOCSIN_TWILIO_ACCOUNT_SID ?? '', MessageSid, From, Body },
    );
    expect(status).toBe(200);
    return /<Message>(.*?)<\/Message>/s.exec(answer)?.[1] ?? null;
  };

  it.each(['ACK CODE', 'ack code', '  Ack  #CODE ', 'acknowledge CODE', 'ack'])(
    '%j acknowledges',
    async (body) => {
      const from = phone();
      const { code, history, person } = await makeReply(server, { phoneNumber: from });
      expect(code).toMatch(/^\d{4}$/);
      expect(await text(from, body.replace(/code$|CODE/, code))).toContain('Acknowledged: Disk');
      expect(await history()).toMatchObject([
        {
          intent: 'Investigated',
          user: { id: person.id, displayName: expect.stringMatching(/via SMS/) },
        },
      ]);
    },
  );

  it('RES resolves', async () => {
    const from = phone();
    const { code, history } = await makeReply(server, { phoneNumber: from });
    expect(await text(from, `RES ${code}`)).toContain('Resolved: Disk');
    expect(intents(await history())).toEqual(['Resolved']);
    expect(await text(from, `ACK ${code}`)).toContain('Resolved: Disk');
  });

  it.each([[['Escalated']], [['Resolved', 'Unresolved']]])(
    'with an old code acknowledges what was taken back by %j',
    async (takenBack) => {
      const from = phone();
      const { code, history, incident } = await makeReply(server, { phoneNumber: from });
      await text(from, `ACK ${code}`, 'SM-first');
      for (const intent of takenBack)
        await server.api.patch(`/incident/${incident}`, {
          operations: { appendIntent: { intent } },
        });
      const events = (await history()).length;
      // The carrier repeats the first text, which was answered before that.
      expect(await text(from, `ACK ${code}`, 'SM-first')).toContain('Not acknowledged, because');
      expect(await history()).toHaveLength(events);
      expect(await text(from, `ACK ${code}`)).toContain('Acknowledged: Disk');
      expect(intents(await history())[0]).toBe('Investigated');
    },
  );

  it('from another number does nothing', async () => {
    const { code, history } = await makeReply(server, { phoneNumber: phone() });
    const other = phone();
    await makeReply(server, { phoneNumber: other });
    const wrong = code === '999' ? '998' : '999';
    expect(await text(other, `ACK ${wrong}`)).toContain('no alert with the code');
    expect(await history()).toEqual([]);
  });

  it('without a code asks which one where there are several', async () => {
    const from = phone();
    const first = await makeReply(server, { phoneNumber: from });
    const second = await makeReply(server, { phoneNumber: from });
    expect(first.code).not.toBe(second.code);
    expect(await text(from, 'ACK')).toContain('Which one?');
    await text(from, `ACK ${first.code}`);
    expect(await text(from, 'ack')).toContain('Acknowledged');
    expect(intents(await second.history())).toEqual(['Investigated']);
  });

  it.each(['HELP', 'what?', 'ACK everything', '12'])(
    '%j is answered by what there is',
    async (body) => {
      const from = phone();
      await makeReply(server, { phoneNumber: from });
      expect(await text(from, body)).toContain('Reply ACK and the code');
    },
  );

  it.each(['HELP', 'ACK', 'ACK 1234', 'RES 1234', 'what?'])(
    '%j of a number that was told nothing is not answered: each text costs',
    async (body) => expect(await text(phone(), body)).toBe(null),
  );

  it('resolves by the code only: who forges the sender does not know it', async () => {
    const from = phone();
    const { history, code } = await makeReply(server, { phoneNumber: from });
    expect(await text(from, 'RES')).toContain('Which one?');
    expect(await history()).toEqual([]);
    await text(from, `RES ${code}`);
    expect(intents(await history())).toEqual(['Resolved']);
  });

  it('guesses codes five times an hour: the fifth wrong text is told so, and then none is read', async () => {
    const limited = await startTestApp({ env: { ...carrier.env, TOCSIN_RATE_LIMITS: 'on' } });
    const say = async (From: string, Body: string) => {
      const { text: answer } = await carrier.post(
        `${limited.app.url}/telephony/twilio/notifications/message`,
        {
          AccountSid: carrier.env.TOCSIN_TWILIO_ACCOUNT_SID ?? '',
          MessageSid: `SM${crypto.randomUUID()}`,
          From,
          Body,
        },
      );
      return /<Message>(.*?)<\/Message>/s.exec(answer)?.[1] ?? null;
    };
    const from = phone();
    const other = phone();
    const { code, history } = await makeReply(limited, { phoneNumber: from });
    const mine = await makeReply(limited, { phoneNumber: other });
    const wrong = Array.from({ length: 9 }, (_, n) => String(1000 + n)).filter(
      (one) => one !== code,
    );
    const answers: (string | null)[] = [];
    for (const guess of wrong.slice(0, 8)) answers.push(await say(from, `RES ${guess}`));
    expect(answers.map((answer) => answer !== null)).toEqual([
      ...Array.from({ length: 5 }, () => true),
      ...Array.from({ length: 3 }, () => false),
    ]);
    expect(answers[4]).toContain('none is read for an hour');
    expect(await say(from, `RES ${code}`)).toBe(null);
    expect(await history()).toEqual([]);
    // Others are not affected, and an hour later neither is this number.
    expect(await say(other, `ACK ${mine.code}`)).toContain('Acknowledged');
    limited.clock.advance(3601);
    expect(await say(from, `ACK ${code}`)).toContain('Acknowledged');
    await limited.stop();
  });

  it.each(['STOP', 'stop', 'START'])('%s is left to the carrier', async (body) => {
    expect(await text(phone(), body)).toBe(null);
  });

  it('codes of one number differ, and stay for all messages of a round', async () => {
    const from = phone();
    const reply = await makeReply(server, { phoneNumber: from });
    const codes = new Set<string>();
    for (let round = 0; round < 40; round += 1)
      codes.add((await reply.issue({ round: `round ${round}` })).code ?? '');
    expect(codes.size).toBe(40);
    const again = await reply.issue({ round: 'round 7' });
    expect(codes.has(again.code ?? '')).toBe(true);
    expect((await reply.issue({ round: 'round 7' })).code).toBe(again.code);
  });
});

describe('what became of a text or a call', () => {
  async function delivery(state: 'queued' | 'sent', providerId: string | null, more: object = {}) {
    const _id = crypto.randomUUID();
    const at = server.clock.now();
    // Only what a report looks at.
    const collection = server.app.world.store.connection.collection<{ _id: string }>('deliveries');
    await collection.insertOne({
      _id,
      ...{ organizationId: server.organizationId, state, attempts: [], createdAt: at },
      ...(providerId === null ? {} : { providerId }),
      ...more,
    });
    const read = () => deliveryModel(server.app.world.store).findById(_id).lean();
    const report = async (sid: string, status: string, errorCode?: number) => {
      const statusUrl = carrierStatusUrl(server.app.url, _id)('twilio');
      const carried = { sid, from: '', to: '', text: '', statusUrl };
      await carrier.report(carried, status, errorCode);
      return read();
    };
    return { report, read, id: _id };
  }

  it('is noted once it is final', async () => {
    const { report } = await delivery('sent', 'SM1');
    expect(await report('SM1', 'sent')).toMatchObject({ state: 'sent', attempts: [] });
    expect(await report('SM1', 'delivered')).toMatchObject({ state: 'delivered' });
    // Reports may overtake each other.
    expect(await report('SM1', 'undelivered', 30003)).toMatchObject({ state: 'delivered' });
  });

  it('is noted with the reason', async () => {
    const { report } = await delivery('sent', 'SM2');
    expect(await report('SM2', 'undelivered', 30003)).toMatchObject({
      state: 'failed',
      dropReason: say('carrierError', { failure: say('carrierUndelivered'), error: '30003' }),
      attempts: [{ code: '30003', error: expect.any(String) }],
    });
  });

  it('sends a failed alert by the next channel at once, and so for all that a bundle told', async () => {
    const { incident } = await makeReply(server, { script });
    const alert = (step: string, lane: string) => ({
      incidentId: incident,
      ownerId: 'a user',
      isAlert: true,
      step,
      lane,
      dueAt: server.clock.now(),
    });
    const { report, id } = await delivery('sent', 'CA1', alert('tier 1', 'SMS'));
    const bundled = await delivery('sent', null, { ...alert('x', 'SMS'), bundledIn: id });
    const later = new Date(server.clock.now().getTime() + 300_000);
    const waiting = (step: string) =>
      delivery('queued', null, { ...alert(step, 'VoiceCall'), nextAt: later, dueAt: later });
    const next = await waiting('tier 1');
    const other = await waiting('other step');
    await report('CA1', 'no-answer');
    expect(await bundled.read()).toMatchObject({
      state: 'failed',
      dropReason: say('callUnanswered'),
    });
    expect((await next.read())?.nextAt).toEqual(server.clock.now());
    expect((await other.read())?.nextAt).toEqual(later);
  });

  it('may be faster than the answer to the request that sent it', async () => {
    const { report } = await delivery('queued', null);
    expect(await report('SM3', 'delivered')).toMatchObject({
      state: 'delivered',
      providerId: 'SM3',
    });
  });

  it('of something else changes nothing', async () => {
    const { report } = await delivery('sent', 'SM4');
    expect(await report('SM5', 'undelivered', 30003)).toMatchObject({ state: 'sent' });
  });
});

describe('a request that the carrier did not sign', () => {
  const fields = () => ({
    AccountSid: carrier.env.TOCSIN_TWILIO_ACCOUNT_SID ?? '',
    From: '+491',
    Body: 'ACK 1234',
  });
  const paths = [
    'answer?t=a&d=b&n=1',
    'keys?t=a&d=b&n=1',
    'status?d=a',
    'message',
    'test-call',
    'test-status',
  ];

  it.each(paths)('%s is answered 403 and tells nothing', async (path) => {
    const url = `${server.app.url}/telephony/twilio/notifications/${path}`;
    for (const options of [
      { authToken: null },
      { authToken: 'wrong' },
      { signedUrl: `${url}&x=1` },
    ]) {
      const { status, text } = await carrier.post(url, fields(), options);
      expect([status, text.includes('<Say>')]).toEqual([403, false]);
    }
    const foreign = { ...fields(), AccountSid: `AC${'0'.repeat(32)}` };
    expect((await carrier.post(url, foreign)).status).toBe(403);
  });

  it('with the second token, and behind a proxy that changes the address, passes', async () => {
    const proxied = await startTestApp({
      env: {
        ...carrier.env,
        TOCSIN_TWILIO_AUTH_TOKEN: `new-token,${carrier.env.TOCSIN_TWILIO_AUTH_TOKEN}`,
        TOCSIN_PUBLIC_URL: 'https://alerts.example.com/tocsin',
      },
    });
    try {
      const path = '/telephony/twilio/notifications/test-call';
      const signedUrl = `https://alerts.example.com/tocsin${path}`;
      const send = (authToken?: string) =>
        carrier.post(proxied.app.url + path, fields(), {
          signedUrl,
          ...(authToken ? { authToken } : {}),
        });
      expect((await send()).status).toBe(200);
      expect((await send('new-token')).status).toBe(200);
      expect((await send('other')).status).toBe(403);
    } finally {
      await proxied.stop();
    }
  });

  it('many times is refused without a line in the log', async () => {
    const limited = await startTestApp({
      env: { ...carrier.env, TOCSIN_RATE_LIMITS: 'invalid-key=2/60s' },
    });
    try {
      const url = `${limited.app.url}/telephony/twilio/notifications/test-call`;
      const statuses: number[] = [];
      for (let request = 0; request < 4; request += 1)
        statuses.push((await carrier.post(url, fields(), { authToken: null })).status);
      expect(statuses).toEqual([403, 403, 429, 429]);
      expect(limited.log.filter(({ msg }) => String(msg).includes('signature'))).toHaveLength(2);
      // The carrier itself is not held up by that.
      expect((await carrier.post(url, fields())).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });

  it('is refused, too, where no carrier is configured', async () => {
    const bare = await startTestApp();
    try {
      const url = `${bare.app.url}/telephony/twilio/notifications/test-call`;
      expect((await carrier.post(url, fields())).status).toBe(403);
    } finally {
      await bare.stop();
    }
  });
});
