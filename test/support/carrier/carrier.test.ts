import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  caller,
  type HandWrittenServer,
  hotline,
  startHandWrittenServer,
} from './hand-written-server.ts';
import {
  accepts,
  busy,
  faultsOn,
  noAnswer,
  noFaults,
  picksUp,
  unreachable,
  voicemailBox,
} from './index.ts';

const ada = '+4915122222222';
const fifteen = 'x'.repeat(15);

let server: HandWrittenServer;
beforeAll(async () => {
  server = await startHandWrittenServer();
});
afterAll(() => server.stop());

const number = `<Number url="@/whisper" statusCallback="@/leg-status" statusCallbackEvent="initiated ringing answered completed">${ada}</Number>`;
const dialAda = `<Dial action="@/dial-result" timeout="20" answerOnBridge="true" callerId="${hotline}">${number}</Dial>`;
const pressOne =
  '<Gather action="@/confirm" numDigits="1" timeout="5" finishOnKey="" actionOnEmptyResult="true"><Say>Press one.</Say></Gather>';
const confirming = ({ Digits }: Record<string, string>) => (Digits === '1' ? '' : '<Hangup/>');

describe('the line of the caller', () => {
  it('speech takes its time, and the end of the document ends the call', async () => {
    server.write({ '/voice': `<Say>${fifteen}</Say><Pause length="3"/><Say>${fifteen}</Say>` });
    const call = await server.carrier.call(caller, hotline);
    expect(call.leg.heard).toEqual([fifteen, fifteen]);
    expect(call.status).toBe('completed');
    expect(server.at('/status')[0]?.fields).toMatchObject({
      CallSid: call.sid,
      CallStatus: 'completed',
      CallDuration: '5',
    });
  });

  it('every webhook is signed over its empty fields, too, with a token of its own', async () => {
    server.write({ '/voice': '<Redirect>@/next?a=1&amp;b=2%203</Redirect>', '/next': '<Hangup/>' });
    await server.carrier.call(caller, hotline);
    expect(server.received.map(({ path }) => path)).toEqual(['/voice', '/next', '/status']);
    expect(server.received.every(({ isSigned }) => isSigned)).toBe(true);
    expect(new Set(server.received.map(({ token }) => token)).size).toBe(3);
    expect(server.received[0]?.fields).toMatchObject({ CallStatus: 'ringing', CallerCity: '' });
    expect(server.received[1]?.fields).toMatchObject({ CallStatus: 'ringing' });
  });

  it('a refused call is never answered', async () => {
    server.write({ '/voice': '<Reject/>' });
    const call = await server.carrier.call(caller, hotline);
    expect(call.leg.answeredAt).toBe(null);
    expect(server.at('/status')[0]?.fields).toMatchObject({
      CallStatus: 'busy',
      CallDuration: '0',
    });
  });

  it('a key interrupts the prompt', async () => {
    server.write({
      '/voice': `<Gather action="@/menu" numDigits="1" finishOnKey=""><Say>${fifteen}</Say><Say>${fifteen}</Say></Gather>`,
      '/menu': '<Hangup/>',
    });
    const call = await server.carrier.call(caller, hotline, {
      keys: [{ keys: '3', after: 0.5 }],
    });
    const start = server.received[0]?.at ?? 0;
    expect(server.at('/menu')).toHaveLength(1);
    expect(server.at('/menu')[0]?.fields.Digits).toBe('3');
    expect((server.at('/menu')[0]?.at ?? 0) - start).toBeCloseTo(0.5);
    expect(call.leg.heard).toEqual([fifteen]);
  });

  it('a prompt without barge-in is heard to its end', async () => {
    server.write({
      '/voice': `<Gather action="@/menu" numDigits="1" bargeIn="false" timeout="3"><Say>${fifteen}</Say></Gather>`,
    });
    const call = await server.carrier.call(caller, hotline, { keys: [{ keys: '3', after: 0.5 }] });
    expect(server.at('/menu')).toHaveLength(0);
    expect(call.leg.unheardKeys).toEqual(['3']);
  });

  it('of two keys in a row the first counts', async () => {
    server.write({
      '/voice': '<Gather action="@/menu" numDigits="1" finishOnKey=""/>',
      '/menu': '<Pause length="5"/>',
    });
    const call = await server.carrier.call(caller, hotline, { keys: ['53'] });
    expect(server.at('/menu').map(({ fields }) => fields.Digits)).toEqual(['5']);
    expect(call.leg.unheardKeys).toEqual(['3']);
  });

  it('silence falls through, or is reported where the document asks for it', async () => {
    const gather = (more: string) =>
      `<Gather action="@/menu" numDigits="1" timeout="4" ${more}><Say>${fifteen}</Say></Gather><Say>after</Say>`;
    server.write({ '/voice': gather('') });
    const without = await server.carrier.call(caller, hotline);
    expect(without.leg.heard).toEqual([fifteen, 'after']);
    server.write({ '/voice': gather('actionOnEmptyResult="true"'), '/menu': '<Hangup/>' });
    const start = server.carrier.time.now();
    const withIt = await server.carrier.call(caller, hotline);
    expect(withIt.leg.heard).toEqual([fifteen]);
    expect(server.at('/menu')[0]?.fields.Digits).toBe('');
    expect((withIt.leg.endedAt ?? 0) - start).toBe(5000);
  });

  it('keys are collected up to their number or the key that finishes', async () => {
    server.write({
      '/voice': '<Gather action="@/menu" numDigits="4"/>',
      '/menu': '<Hangup/>',
    });
    await server.carrier.call(caller, hotline, { keys: ['12#4'] });
    expect(server.at('/menu')[0]?.fields).toMatchObject({ Digits: '12', FinishedOnKey: '#' });
  });
});

describe('dialling', () => {
  const pages = {
    '/voice': dialAda,
    '/whisper': pressOne,
    '/confirm': confirming,
    '/dial-result': '<Say>back</Say>',
  };

  it('the phone hears its words before both are connected, while the caller hears ringing', async () => {
    server.write(pages);
    server.carrier.phone(ada, picksUp({ after: 6, talks: 30 }));
    const call = await server.carrier.call(caller, hotline);
    const [rung] = call.rung;
    expect(rung).toMatchObject({ to: ada, callerId: hotline, isBridged: true, bridgedSeconds: 30 });
    expect(rung?.leg.heard).toEqual(['Press one.']);
    expect(call.leg.heard).toEqual(['back']);
    // Answered by the bridge: 1 s of setup, 6 s of ringing, 1 s until the key.
    expect((call.leg.answeredAt ?? 0) - call.sent.startedAt).toBe(8000);
    expect(server.at('/dial-result')[0]?.fields).toMatchObject({
      CallStatus: 'in-progress',
      DialCallStatus: 'completed',
      DialBridged: 'true',
      DialCallDuration: '31',
      DialCallSid: rung?.sid,
    });
    expect(server.at('/whisper')[0]?.fields).toMatchObject({
      CallSid: rung?.sid,
      ParentCallSid: call.sid,
      Direction: 'outbound-dial',
      From: hotline,
      To: ada,
    });
    const reports = server.at('/leg-status').map(({ fields }) => fields);
    expect(reports.map(({ CallStatus }) => CallStatus)).toEqual([
      'initiated',
      'ringing',
      'in-progress',
      'completed',
    ]);
    expect(reports.map(({ SequenceNumber }) => SequenceNumber)).toEqual(['0', '1', '2', '3']);
  });

  it.each([
    ['busy', busy, 'busy', 1.05],
    ['nobody', noAnswer, 'no-answer', 21.05],
    ['not reachable', unreachable, 'failed', 1.05],
    ['too late', picksUp({ after: 20 }), 'no-answer', 21.05],
  ])('%s: goes on with the result at once', async (_name, script, status, at) => {
    server.write(pages);
    server.carrier.phone(ada, script);
    const call = await server.carrier.call(caller, hotline);
    const [result] = call.sent.deliveries.filter(({ kind }) => kind === 'dial-result');
    expect(result?.fields).toMatchObject({ DialCallStatus: status, DialBridged: 'false' });
    expect(result?.fields.DialCallDuration).toBeUndefined();
    expect(result?.at).toBe(at);
    expect(call.rung[0]?.isBridged).toBe(false);
  });

  it('hanging up in the words before ends that line only', async () => {
    server.write(pages);
    server.carrier.phone(ada, voicemailBox());
    const call = await server.carrier.call(caller, hotline);
    expect(call.rung[0]).toMatchObject({ status: 'completed', isBridged: false });
    expect(server.at('/dial-result')[0]?.fields).toMatchObject({
      DialCallStatus: 'completed',
      DialBridged: 'false',
    });
    expect(call.leg.heard).toEqual(['back']);
  });

  it('who hangs up while listening is not connected', async () => {
    server.write(pages);
    server.carrier.phone(ada, picksUp({ keys: [], hangsUp: { when: 'picked-up', after: 0.3 } }));
    const call = await server.carrier.call(caller, hotline);
    expect(server.at('/confirm')).toHaveLength(0);
    expect(call.rung[0]).toMatchObject({ status: 'completed', isBridged: false });
  });

  it('a phone in use is busy unless it rings all the same', async () => {
    server.write(pages);
    for (const callWaiting of [false, true]) {
      server.carrier.phone(ada, accepts, picksUp({ callWaiting }));
      const first = server.carrier.dialIn(caller, hotline);
      await server.carrier.time.run(15);
      expect(first.rung[0]?.isBridged).toBe(true);
      const second = await server.carrier.call('+4915133333333', hotline);
      expect(second.rung[0]?.isBridged).toBe(callWaiting);
    }
  });

  it('the limit ends a conversation that nobody ends', async () => {
    server.write({ ...pages, '/voice': dialAda.replace('timeout=', 'timeLimit="600" timeout=') });
    server.carrier.phone(ada, picksUp({ talks: null }));
    const call = await server.carrier.call(caller, hotline);
    expect(call.rung[0]?.bridgedSeconds).toBe(600);
  });
});

describe('a caller who hangs up', () => {
  const pages = {
    '/voice': `<Gather action="@/menu" numDigits="1"><Say>${fifteen}</Say></Gather>${dialAda}`,
    '/whisper': pressOne,
    '/confirm': confirming,
    '/dial-result': '<Record action="@/recorded"/>',
  };

  it('in a prompt: nothing is asked any more', async () => {
    server.write(pages);
    const call = await server.carrier.call(caller, hotline, {
      hangsUp: { when: 'keys-awaited', after: 0.5 },
    });
    expect(server.received.map(({ path }) => path)).toEqual(['/voice', '/status']);
    expect(call.status).toBe('completed');
  });

  it('while it rings: the phone stops ringing and the result says so', async () => {
    server.write(pages);
    server.carrier.phone(ada, accepts);
    const call = await server.carrier.call(caller, hotline, {
      hangsUp: { when: 'ringing', after: 2 },
    });
    expect(call.rung[0]).toMatchObject({ status: 'canceled' });
    expect(server.at('/dial-result')[0]?.fields).toMatchObject({
      CallStatus: 'completed',
      DialCallStatus: 'canceled',
    });
    expect(server.at('/status')).toHaveLength(1);
  });

  it('before anybody answered: no-answer', async () => {
    server.write({ ...pages, '/voice': dialAda });
    server.carrier.phone(ada, accepts);
    await server.carrier.call(caller, hotline, { hangsUp: { when: 'ringing', after: 2 } });
    expect(server.at('/dial-result')[0]?.fields.CallStatus).toBe('no-answer');
    expect(server.at('/status')[0]?.fields.CallStatus).toBe('no-answer');
  });

  it.each([true, false])(
    'while the phone listens: nothing to connect (goes on: %s)',
    async (on) => {
      const other = await startHandWrittenServer({ whisperOutlivesCaller: on });
      other.write(pages);
      other.carrier.phone(ada, picksUp({ keys: [{ keys: '1', after: 3 }] }));
      const call = await other.carrier.call(caller, hotline, {
        hangsUp: { when: 'picked-up', after: 1 },
      });
      expect(other.at('/confirm')).toHaveLength(on ? 1 : 0);
      expect(call.rung[0]?.isBridged).toBe(false);
      expect(other.at('/dial-result')).toHaveLength(1);
      await other.stop();
    },
  );

  it('in the conversation: both lines end', async () => {
    server.write(pages);
    server.carrier.phone(ada, picksUp({ talks: null }));
    const call = await server.carrier.call(caller, hotline, {
      hangsUp: { when: 'connected', after: 12 },
    });
    expect(call.rung[0]).toMatchObject({ isBridged: true, bridgedSeconds: 12 });
    expect(server.at('/dial-result')[0]?.fields).toMatchObject({
      CallStatus: 'completed',
      DialBridged: 'true',
    });
    expect(server.at('/recorded')).toHaveLength(0);
  });
});

describe('recording', () => {
  const record = (more = '') =>
    `<Record action="@/recorded" maxLength="20" timeout="5" finishOnKey="#" recordingStatusCallback="@/recording-status" recordingStatusCallbackEvent="in-progress completed absent" ${more}/><Redirect>@/empty</Redirect>`;
  const pages = { '/voice': record(), '/recorded': '<Hangup/>', '/empty': '<Hangup/>' };

  it.each([
    ['#', 7, 7, '#'],
    ['silence', 7, 7, ''],
    ['nothing', 7, 20, ''],
    ['silence', 60, 20, ''],
    ['hang-up', 7, 7, 'hangup'],
  ] as const)('ended by %s', async (ends, spoken, seconds, digits) => {
    server.write(pages);
    const call = await server.carrier.call(caller, hotline, { message: { seconds: spoken, ends } });
    expect(server.at('/recorded')[0]?.fields).toMatchObject({
      RecordingDuration: String(seconds),
      RecordingSid: call.recordings[0]?.sid,
      Digits: digits,
    });
    expect(server.at('/recording-status').map(({ fields }) => fields.RecordingStatus)).toEqual([
      'in-progress',
      'completed',
    ]);
    expect(server.at('/empty')).toHaveLength(0);
    expect(server.at('/recorded')[0]?.fields.RecordingUrl).toContain(call.recordings[0]?.sid);
  });

  it('of nothing falls through to the next verb', async () => {
    server.write(pages);
    const call = await server.carrier.call(caller, hotline);
    expect(server.at('/recorded')).toHaveLength(0);
    expect(server.at('/empty')).toHaveLength(1);
    expect(call.recordings[0]?.status).toBe('absent');
    expect(server.at('/recording-status').map(({ fields }) => fields.RecordingStatus)).toEqual([
      'in-progress',
      'absent',
    ]);
  });

  it('reports only what was asked for', async () => {
    server.write({
      ...pages,
      '/voice': '<Record action="@/recorded" recordingStatusCallback="@/recording-status"/>',
    });
    await server.carrier.call(caller, hotline, { message: { seconds: 3, ends: '#' } });
    expect(server.at('/recording-status').map(({ fields }) => fields.RecordingStatus)).toEqual([
      'completed',
    ]);
  });

  it.each([
    ['words', 'help', 10, 'completed', 'help'],
    ['no words', null, 10, 'failed', ''],
    ['too short', 'hi', 2, 'failed', ''],
  ])('is written down: %s', async (_name, transcript, seconds, status, text) => {
    server.write({
      ...pages,
      '/voice': record('transcribe="true" transcribeCallback="@/transcription"'),
      '/transcription': 204,
    });
    await server.carrier.call(caller, hotline, { message: { seconds, ends: '#', transcript } });
    expect(server.at('/transcription')[0]?.fields).toMatchObject({
      TranscriptionStatus: status,
      TranscriptionText: text,
    });
  });
});

describe('what goes wrong on the way', () => {
  const pages = { '/voice': '<Say>Hello</Say>', '/voice-fallback': '<Say>Sorry</Say>' };
  const callWith = async (faults: Parameters<typeof faultsOn>[0], written = {}) => {
    server.write({ ...pages, ...written });
    server.carrier.faults = faultsOn(faults);
    const call = await server.carrier.call(caller, hotline);
    server.carrier.faults = noFaults;
    return call;
  };

  it('a doubled webhook is the same again, with the same token', async () => {
    const call = await callWith({ voice: { fault: 'duplicate', after: 2 } });
    const [first, second] = server.at('/voice');
    expect(second).toMatchObject({ token: first?.token, fields: first?.fields, isSigned: true });
    expect(call.sent.deliveries.map(({ isRepeat }) => isRepeat)).toEqual([false, false, true]);
    expect(call.leg.heard).toEqual(['Hello']);
  });

  it('somebody who hangs up before a slow answer arrives is not connected', async () => {
    server.write({
      '/voice': dialAda,
      '/whisper': pressOne,
      '/confirm': confirming,
      '/dial-result': '<Hangup/>',
    });
    server.carrier.phone(ada, accepts);
    server.carrier.faults = faultsOn({ confirm: { fault: 'slow-answer', seconds: 5 } });
    const call = await server.carrier.call(caller, hotline, {
      hangsUp: { when: 'picked-up', after: 3 },
    });
    server.carrier.faults = noFaults;
    expect(call.rung[0]?.isBridged).toBe(false);
    expect(server.at('/dial-result')[0]?.fields.DialBridged).toBe('false');
  });

  it('two at once', async () => {
    await callWith({ voice: { fault: 'twice-at-once' } });
    expect(new Set(server.at('/voice').map(({ token }) => token)).size).toBe(1);
    expect(server.at('/voice')).toHaveLength(2);
  });

  it('a connection that fails once is tried again with the same token', async () => {
    const call = await callWith({ voice: { fault: 'no-connection' } });
    expect(server.at('/voice')).toHaveLength(1);
    expect(call.leg.heard).toEqual(['Hello']);
  });

  it.each([
    ['nobody answers', { voice: { fault: 'drop' } } as const, {}],
    ['the answer is lost', { voice: { fault: 'lost-answer' } } as const, {}],
    ['the server fails', {}, { '/voice': 500 }],
    ['the answer takes twenty seconds', { voice: { fault: 'delay', seconds: 20 } } as const, {}],
  ])('%s: the fallback speaks', async (_name, faults, written) => {
    const call = await callWith(faults, written);
    expect(call.leg.heard).toEqual(['Sorry']);
    expect(server.at('/voice-fallback')[0]?.fields.ErrorUrl).toBe(`${server.url}/voice`);
    expect(call.errors).toHaveLength(1);
  });

  it('a server that fails is asked again where the address says so', async () => {
    server.carrier.numbers.set(hotline, {
      voiceUrl: `${server.url}/voice#rc=2&rp=5xx,ct`,
      statusCallback: `${server.url}/status`,
    });
    let asked = 0;
    const call = await callWith(
      {},
      {
        '/voice': () => {
          asked += 1;
          return asked < 3 ? 503 : '<Say>Hello</Say>';
        },
      },
    );
    expect(call.leg.heard).toEqual(['Hello']);
    expect(new Set(server.at('/voice').map(({ token }) => token)).size).toBe(1);
    expect(server.at('/voice').every(({ isSigned }) => isSigned)).toBe(true);
  });

  it('reports are late, lost, or overtake each other', async () => {
    server.write({ '/voice': dialAda, '/dial-result': '<Hangup/>' });
    server.carrier.phone(ada, noAnswer);
    server.carrier.faults = faultsOn({
      'leg-status initiated': { fault: 'delay', seconds: 6 },
      'leg-status no-answer': { fault: 'drop' },
    });
    await server.carrier.call(caller, hotline);
    server.carrier.faults = noFaults;
    expect(server.at('/leg-status').map(({ fields }) => fields.CallStatus)).toEqual([
      'ringing',
      'initiated',
    ]);
  });
});
