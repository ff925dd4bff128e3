import { XmlDocument, XmlElement } from 'libxml2-wasm';
import { describe, expect, it } from 'vitest';
import type { CallEvent } from '../../../src/calls/call-event.ts';
import { createAddresses } from '../../../src/calls/carriers/addresses.ts';
import { fieldsOf } from '../../../src/calls/carriers/form-fields.ts';
import { voiceLocales } from '../../../src/calls/carriers/voices.ts';
import type { Instruction, Step } from '../../../src/calls/instructions.ts';
import { createOutboundClient } from '../../../src/egress/index.ts';
import { accountId, now, played, publicUrl } from './both.ts';

type At = Step | { at: 'voice' } | { at: 'status' };

/** What a carrier sends to an address, and what that means; the words are those of the documentations of both. */
const reports: [at: At, fields: Record<string, string>, event: CallEvent | null][] = [
  [
    { at: 'voice' },
    { From: '+4915112345678', To: '+4930123456', CallStatus: 'ringing' },
    { kind: 'CallArrived', from: '+4915112345678', to: '+4930123456' },
  ],
  [{ at: 'voice' }, {}, { kind: 'CallArrived', from: '', to: '' }],
  [{ at: 'menu', attempt: 2 }, { Digits: '7' }, { kind: 'MenuKey', attempt: 2, key: '7' }],
  [{ at: 'menu', attempt: 1 }, { Digits: '12' }, { kind: 'MenuKey', attempt: 1, key: '1' }],
  [{ at: 'menu', attempt: 1 }, { Digits: '' }, { kind: 'MenuKey', attempt: 1, key: '' }],
  [{ at: 'menu', attempt: 1 }, {}, { kind: 'MenuKey', attempt: 1, key: '' }],
  [{ at: 'menu', attempt: 1 }, { Digits: 'hangup' }, { kind: 'MenuKey', attempt: 1, key: '' }],
  [{ at: 'route' }, {}, { kind: 'RouteReached' }],
  [
    { at: 'whisper', leg: 3 },
    { CallSid: 'CHILD', ParentCallSid: 'CALL' },
    { kind: 'MemberPickedUp', leg: 3, childCallId: 'CHILD' },
  ],
  [
    { at: 'confirm', leg: 0, attempt: 2 },
    { Digits: '1', CallSid: 'CHILD', ParentCallSid: 'CALL' },
    { kind: 'MemberKey', leg: 0, attempt: 2, key: '1' },
  ],
  ...(
    [
      ['initiated', 'initiated'],
      ['ringing', 'ringing'],
      ['in-progress', 'answered'],
      ['completed', 'completed'],
      ['busy', 'busy'],
      ['no-answer', 'no-answer'],
      ['failed', 'failed'],
      ['canceled', 'canceled'],
    ] as const
  ).map(([CallStatus, status]): [At, Record<string, string>, CallEvent] => [
    { at: 'leg-status', leg: 1 },
    { CallStatus, CallSid: 'CHILD', ParentCallSid: 'CALL' },
    { kind: 'LegStatus', leg: 1, status, childCallId: 'CHILD' },
  ]),
  [{ at: 'leg-status', leg: 1 }, { CallStatus: 'constructor' }, null],
  [
    { at: 'dial-result', leg: 1 },
    { DialCallStatus: 'completed', DialCallDuration: '31' },
    {
      kind: 'DialEnded',
      leg: 1,
      status: 'completed',
      isBridged: null,
      durationSeconds: 31,
      callHasEnded: false,
    },
  ],
  [
    { at: 'dial-result', leg: 1 },
    { DialCallStatus: 'no-answer', DialBridged: 'false', CallStatus: 'in-progress' },
    {
      kind: 'DialEnded',
      leg: 1,
      status: 'no-answer',
      isBridged: false,
      durationSeconds: null,
      callHasEnded: false,
    },
  ],
  [
    { at: 'dial-result', leg: 1 },
    { DialCallStatus: 'a new word' },
    {
      kind: 'DialEnded',
      leg: 1,
      status: 'failed',
      isBridged: null,
      durationSeconds: null,
      callHasEnded: false,
    },
  ],
  [
    { at: 'recorded' },
    { RecordingSid: 'RE1', RecordingUrl: 'https://r.example/RE1', RecordingDuration: '12' },
    {
      kind: 'Recorded',
      recording: { id: 'RE1', url: 'https://r.example/RE1', durationSeconds: 12 },
    },
  ],
  [{ at: 'recorded' }, { Digits: 'hangup' }, { kind: 'Recorded', recording: null }],
  [{ at: 'recorded-empty' }, {}, { kind: 'NothingRecorded' }],
  [
    { at: 'recording-status' },
    { RecordingSid: 'RE1', RecordingStatus: 'in-progress' },
    {
      kind: 'RecordingStatus',
      status: 'in-progress',
      recording: { id: 'RE1', url: null, durationSeconds: null },
    },
  ],
  [
    { at: 'recording-status' },
    {
      RecordingSid: 'RE1',
      RecordingStatus: 'completed',
      RecordingUrl: 'u',
      RecordingDuration: '5',
    },
    {
      kind: 'RecordingStatus',
      status: 'completed',
      recording: { id: 'RE1', url: 'u', durationSeconds: 5 },
    },
  ],
  [
    { at: 'recording-status' },
    { RecordingStatus: 'absent' },
    {
      kind: 'RecordingStatus',
      status: 'absent',
      recording: { id: '', url: null, durationSeconds: null },
    },
  ],
  [{ at: 'recording-status' }, { RecordingStatus: 'paused' }, null],
  [
    { at: 'transcription' },
    { TranscriptionStatus: 'completed', TranscriptionText: 'The disk is full.' },
    { kind: 'Transcribed', text: 'The disk is full.' },
  ],
  [
    { at: 'transcription' },
    { TranscriptionStatus: 'failed', TranscriptionText: '' },
    { kind: 'Transcribed', text: null },
  ],
  [
    { at: 'status' },
    { CallStatus: 'completed', CallDuration: '61' },
    { kind: 'CallEnded', status: 'completed', durationSeconds: 61 },
  ],
  [{ at: 'status' }, { CallStatus: 'in-progress' }, null],
  [{ at: 'status' }, { CallStatus: 'completed', ParentCallSid: 'CALL' }, null],
];

const speech = (text: string, locale = 'en-US') => ({ kind: 'speech', text, locale }) as const;
const file = { kind: 'audio', fileId: 'f1', sha256: 'ab', extension: 'wav' } as const;
const everything: Instruction[] = [
  { do: 'say', prompt: speech('Hello') },
  { do: 'say', prompt: { ...file, durationSeconds: 2 } },
  { do: 'gather', prompts: [speech('Press')], seconds: 5, next: { at: 'menu', attempt: 2 } },
  {
    do: 'dial',
    to: '+4915112345678',
    callerId: '+4930123456',
    ringSeconds: 20,
    timeLimitSeconds: 14_400,
    whisper: { at: 'whisper', leg: 4 },
    result: { at: 'dial-result', leg: 4 },
    status: { at: 'leg-status', leg: 4 },
  },
  {
    do: 'record',
    secondsMax: 119,
    next: { at: 'recorded' },
    status: { at: 'recording-status' },
    transcription: { at: 'transcription' },
  },
  { do: 'go', next: { at: 'recorded-empty' } },
  { do: 'hang-up' },
];

/** Every element of a document; throws when it is not well-formed. */
function elementsOf(text: string) {
  const document = XmlDocument.fromString(text);
  const found: { name: string; attributes: Record<string, string>; text: string }[] = [];
  const walk = (element: XmlElement) => {
    found.push({
      name: element.name,
      attributes: Object.fromEntries(element.attrs.map(({ name, content }) => [name, content])),
      text: element.content,
    });
    for (let node = element.firstChild; node; node = node.next)
      if (node instanceof XmlElement) walk(node);
  };
  walk(document.root);
  document.dispose();
  return found;
}

describe.each(played)('%s', (name, play) => {
  const { carrier, access, request } = play(createOutboundClient());
  const addresses = createAddresses({
    publicUrl,
    carrier: name,
    integrationId: 'i1',
    sessionId: 's1',
  });
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const body = form({ AccountSid: accountId, CallSid: 'CALL', Digits: '1', Empty: '' });

  it('has the name of its addresses', () => expect(carrier.name).toBe(name));

  it.each(reports)('a request to %j with %j', (at, fields, event) => {
    const parsed = fieldsOf(
      Buffer.from(form({ AccountSid: accountId, CallSid: 'CALL', ...fields })),
    );
    expect(parsed && carrier.parse(at, parsed)).toEqual(event);
  });

  it('a request names the call of the caller, also when it is about a member', () => {
    const idsOf = (fields: Record<string, string>) => {
      const parsed = fieldsOf(Buffer.from(form(fields)));
      return parsed && carrier.idsOf(parsed);
    };
    expect(idsOf({ AccountSid: 'A', CallSid: 'CALL' })).toMatchObject({
      accountId: 'A',
      callId: 'CALL',
    });
    expect(idsOf({ AccountSid: 'A', CallSid: 'CHILD', ParentCallSid: 'CALL' })).toMatchObject({
      callId: 'CALL',
    });
    expect(idsOf({ AccountSid: 'A' })).toBeNull();
    expect(idsOf({ CallSid: 'CALL' })).toBeNull();
  });

  it.each([
    ['as it is', true, request(body)],
    ['by the second key', true, request(body, 'second')],
    ['by a stranger', false, request(body, 'stranger')],
    ['another body', false, { ...request(body), body: Buffer.from(body.replace('=1', '=2')) }],
    [
      'a byte more',
      false,
      { ...request(body), body: Buffer.from(`${body}&`.replace('&Empty=', '')) },
    ],
    ['no signature', false, { ...request(body), header: () => null }],
    ['an empty signature', false, { ...request(body), header: () => '' }],
    ['about another account', false, request(body.replace(accountId, 'AC1'))],
  ])('a request, %s: genuine %s', async (_what, isGenuine, arrived) => {
    expect(await carrier.verify(arrived, access)).toBe(isGenuine);
  });

  it('nothing is genuine without keys', async () => {
    const none = { ...access, authTokens: [], publicKeys: [] };
    expect(await carrier.verify(request(body), none)).toBe(false);
  });

  it('says where to go on at every address of the instructions, by POST', async () => {
    const { body: answer } = await carrier.render(everything, addresses);
    const elements = elementsOf(answer);
    const said = elements.flatMap(({ attributes, text }) => [...Object.values(attributes), text]);
    const steps: Step[] = [
      { at: 'menu', attempt: 2 },
      { at: 'whisper', leg: 4 },
      { at: 'dial-result', leg: 4 },
      { at: 'leg-status', leg: 4 },
      { at: 'recorded' },
      { at: 'recording-status' },
      { at: 'transcription' },
      { at: 'recorded-empty' },
    ];
    expect(said.map(withoutOverrides)).toEqual(
      expect.arrayContaining([...steps.map(addresses.of), addresses.audio(file)]),
    );
    const methods = elements.flatMap(({ attributes }) =>
      Object.entries(attributes).filter(([key]) => /method$/i.test(key)),
    );
    expect(methods.length).toBeGreaterThan(5);
    expect(new Set(methods.map(([, value]) => value))).toEqual(new Set(['POST']));
  });

  it('dials one person, rings the caller meanwhile, and bounds both', async () => {
    const elements = elementsOf((await carrier.render(everything, addresses)).body);
    const [dial] = elements.filter(({ name: element }) => element === 'Dial');
    expect(dial?.attributes).toMatchObject({
      answerOnBridge: 'true',
      timeout: '20',
      timeLimit: '14400',
      callerId: '+4930123456',
    });
    const numbers = elements.filter(({ name: element }) => element === 'Number');
    expect(numbers.map(({ text }) => text)).toEqual(['+4915112345678']);
  });

  it('silence at a menu leads on like a key', async () => {
    const next = { at: 'menu', attempt: 1 } as const;
    const { body: answer } = await carrier.render(
      [{ do: 'gather', prompts: [], seconds: 5, next }],
      addresses,
    );
    const [, gather, redirect] = elementsOf(answer);
    expect(withoutOverrides(gather?.attributes.action ?? '')).toBe(addresses.of(next));
    if (gather?.attributes.actionOnEmptyResult !== 'true')
      expect(redirect?.text).toBe(addresses.of(next));
  });

  it('connecting says nothing more', async () => {
    const { body: answer } = await carrier.render([{ do: 'bridge' }], addresses);
    expect(elementsOf(answer).map(({ name: element }) => element)).toEqual(['Response']);
  });

  it.each([
    ['markup', '</Say><Dial>+900</Dial> & "quotes"', '</Say><Dial>+900</Dial> & "quotes"'],
    ['half an emoji', 'full \ud83d', 'full \ufffd'],
    ['control characters', 'a\u0000b\u001fc\u0085', 'a b c '],
    ['no characters', 'a\ufffeb\uffff', 'a b '],
  ])('says %s as words', async (_what, text, spoken) => {
    const { body: answer } = await carrier.render([{ do: 'say', prompt: speech(text) }], addresses);
    const [, say, ...more] = elementsOf(answer);
    expect([say?.name, say?.text, more]).toEqual(['Say', spoken, []]);
  });

  it('has a voice for every locale, one of the same language for its relatives, and English for others', async () => {
    const voiceOf = async (locale: string) => {
      const prompt = speech('Hello', locale);
      const { body: answer } = await carrier.render([{ do: 'say', prompt }], addresses);
      return elementsOf(answer)[1]?.attributes;
    };
    const voices = await Promise.all(voiceLocales.map(([locale]) => voiceOf(locale)));
    expect(voices.map((attributes) => attributes?.language)).toEqual(
      voiceLocales.map(([locale]) => locale),
    );
    expect(new Set(voices.map((attributes) => attributes?.voice)).size).toBe(voiceLocales.length);
    expect(await voiceOf('tlh')).toEqual(await voiceOf('en-US'));
    for (const [asked, spoken] of [
      ['de-CH', 'de-DE'],
      ['de', 'de-DE'],
      ['fr-CH', 'fr-FR'],
      ['en-IE', 'en-GB'],
      ['es-AR', 'es-ES'],
      ['pt', 'pt-PT'],
      ['zh-TW', 'cmn-CN'],
      ['ar-EG', 'arb'],
      ['no', 'nb-NO'],
      ['ja', 'ja-JP'],
    ] as const)
      expect(await voiceOf(asked), asked).toEqual(await voiceOf(spoken));
  });

  it('stays below 64 kB with the longest prompts there may be', async () => {
    const prompts = Array.from({ length: 3 }, () => speech('&'.repeat(1000)));
    const { body: answer } = await carrier.render(
      [
        ...prompts.map((prompt): Instruction => ({ do: 'say', prompt })),
        { do: 'gather', prompts, seconds: 5, next: { at: 'menu', attempt: 1 } },
      ],
      addresses,
    );
    expect(Buffer.byteLength(answer)).toBeLessThan(64_000);
  });

  it('apologizes and hangs up', () => {
    const { body: said, contentType } = carrier.apology(null);
    const elements = elementsOf(said);
    expect(elements.map(({ name: element }) => element)).toEqual(['Response', 'Say', 'Hangup']);
    expect(contentType).toMatch(/^text\/xml/);
  });

  it.each([
    ['+493012345678', 'de-DE', 'Ihr Anruf'],
    ['+41443120000', 'de-DE', 'Ihr Anruf'],
    ['+4317123456', 'de-AT', 'Ihr Anruf'],
    ['+33123456789', 'fr-FR', ''],
    ['+12125550100', 'en-US', 'Sorry'],
    ['+999', 'en-US', 'Sorry'],
    ['anonymous', 'en-US', 'Sorry'],
  ])('apologizes in the language of the number %s', (called, language, word) => {
    const { body: said } = carrier.apology(called);
    expect(said).toContain(`language="${language}"`);
    expect(said).toContain(word);
  });

  it('a request from long ago is not genuine where its time is signed', async () => {
    const late = { ...request(body), now: new Date(now.getTime() + 301_000) };
    expect(await carrier.verify(late, access)).toBe(late.header('telnyx-timestamp') === null);
  });
});

/** How a carrier is to try an address is neither sent nor signed. */
function withoutOverrides(address: string): string {
  return address.split('#')[0] ?? '';
}
