import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ChannelName,
  type Channels,
  channelNames,
  createChannels,
  createVapidKeys,
} from '../../src/channels/index.ts';
import { readConfig } from '../../src/config.ts';
import { createOutboundClient, type SendResult } from '../../src/egress/index.ts';
import { addressList } from '../../src/kernel/index.ts';
import { inEnglish, say, usualSpeech } from '../../src/sentences/index.ts';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { type FakeNtfy, startNtfy } from '../fakes/ntfy.ts';
import {
  type FakePushService,
  type FakeSubscription,
  startPushService,
} from '../fakes/push-service.ts';
import {
  type Script,
  type ScriptedAnswer,
  type ScriptedReceiver,
  startScriptedReceiver,
} from '../fakes/scripted-receiver.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { type FakeTelnyx, startTelnyx } from '../fakes/telnyx.ts';
import { type TestedChat, testedChats } from '../support/chats.ts';

const impatientMilliseconds = 1500;
let smtp: FakeSmtpServer;
let carrier: FakeCarrier;
let pushService: FakePushService;
let ntfy: FakeNtfy;
let channels: Channels;
let telnyx: FakeTelnyx;
let impatientByTelnyx: Channels;
/** The same, but waits no longer than a busy machine needs to send to one that does answer. */
let impatient: Channels;
let subscription: FakeSubscription;
let receiver: ScriptedReceiver;
const chats = testedChats();
const vapid = createVapidKeys();
const outbound = createOutboundClient({ allowedPrivateTargets: addressList('127.0.0.0/8') });

function channelsWith(
  env: Record<string, string>,
  timeoutMilliseconds = 10_000,
  through = outbound,
): Channels {
  return createChannels({
    timeoutMilliseconds,
    settings: readConfig(env),
    publicUrl: () => 'https://alerts.example.com',
    vapidKeys: () => vapid,
    outbound: through,
  });
}

beforeAll(async () => {
  [smtp, carrier, telnyx, pushService, ntfy] = await Promise.all([
    startSmtpServer({ user: 'tocsin', password: 'secret-word' }),
    startCarrier(),
    startTelnyx(),
    startPushService(),
    startNtfy(),
  ]);
  const env = {
    TOCSIN_SMTP_URL: smtp.url,
    TOCSIN_MAIL_FROM: 'Tocsin <alerts@example.com>',
    ...carrier.env,
    TOCSIN_NTFY_URL: ntfy.url,
  };
  channels = channelsWith(env);
  impatient = channelsWith(env, impatientMilliseconds);
  impatientByTelnyx = channelsWith(telnyx.voiceEnv, impatientMilliseconds);
  receiver = await startScriptedReceiver();
});
beforeEach(() => {
  subscription = pushService.subscribe();
});
afterAll(async () => {
  await channels.close();
  await impatient.close();
  await Promise.all([smtp.stop(), carrier.stop(), telnyx.stop(), pushService.stop(), ntfy.stop()]);
  await receiver.stop();
});

const mail = {
  key: 'd1',
  to: 'ada@example.com',
  subject: 'Disk full',
  text: 'Disk full',
  html: '<p>Disk full</p>',
};
const text = { key: 'd2', to: '+4915112345678', text: 'Disk full', statusUrl: () => 'https://a/s' };
const call = {
  key: 'd3',
  to: '+4915112345678',
  answerUrl: () => 'https://a/answer',
  statusUrl: () => 'https://a/status',
};
const pushed = {
  key: 'd4',
  title: 'Disk full',
  body: 'db1 has 1 % left',
  url: 'https://alerts.example.com/incidents/1',
  urgency: 'high',
  topic: '0198c4f0-5d8c-7000-8000-000000000001',
} as const;

/** What differs between the channels; the laws below are the same for all. */
interface Case {
  channel: ChannelName;
  name: string;
  send(through?: Channels): Promise<SendResult>;
  /** How many messages have arrived. */
  arrived(): number;
  /** Makes the receiver refuse the next message. */
  refuse(kind: 'temporarily' | 'for good' | 'wait 30 s' | 'wrong credentials'): void;
  /** Makes it take the next message and never answer, or break the connection instead. */
  trouble(kind: 'hang' | 'lost'): void;
}

const http = (
  answerNext: FakeNtfy['answerNext'],
  forGood = { status: 400, body: 'no such thing' },
): Pick<Case, 'refuse' | 'trouble'> => ({
  refuse: (kind) =>
    answerNext(
      kind === 'temporarily'
        ? { status: 500 }
        : kind === 'for good'
          ? forGood
          : kind === 'wait 30 s'
            ? { status: 429, headers: { 'retry-after': '30' } }
            : { status: 401 },
    ),
  trouble: (kind) => answerNext(kind),
});

/** A chat is asked by channels of its own each time, which have no token yet and so ask what comes first. */
function caseOf({ channel, fake, to, refusals, asksFirst }: TestedChat): Case {
  const before = Array<Script>(asksFirst).fill(fake.script);
  const answers = { ...refusals, temporarily: { status: 500 } };
  return {
    channel,
    name: channel,
    send(through) {
      receiver.play(fake.script);
      receiver.next(...upcoming.splice(0));
      const given = channelsWith(
        {},
        through === impatient ? impatientMilliseconds : 10_000,
        receiver.egress,
      );
      return given.reach(channel, { ...nobody, ...to }, { key: 'd5' }, { test: usualSpeech.en });
    },
    arrived: () => fake.messages.length,
    refuse: (kind) => void upcoming.push(...before, answers[kind]),
    trouble: (kind) =>
      void upcoming.push(
        ...before,
        kind === 'hang'
          ? { trouble: 'silent' }
          : (request) => ({ ...fake.script(request), trouble: 'lost' }),
      ),
  };
}
const upcoming: (Script | ScriptedAnswer)[] = [];
const nobody = { email: null, phone: null, device: null };

const cases: Case[] = [
  {
    channel: 'SMS',
    name: 'SMS',
    send: (through = channels) => through.send('SMS', text),
    arrived: () => carrier.texts.length,
    ...http((...answers) => carrier.answerNext(...answers)),
  },
  {
    channel: 'SMS',
    name: 'SMS by Telnyx',
    send: (through) =>
      (through === impatient ? impatientByTelnyx : channelsWith(telnyx.env)).send('SMS', text),
    arrived: () => telnyx.texts.length,
    ...http((...answers) => telnyx.answerNext(...answers)),
  },
  {
    channel: 'VoiceCall',
    name: 'VoiceCall',
    send: (through = channels) => through.send('VoiceCall', call),
    arrived: () => carrier.calls.length,
    ...http((...answers) => carrier.answerNext(...answers)),
  },
  {
    channel: 'VoiceCall',
    name: 'VoiceCall by Telnyx',
    send: (through) =>
      (through === impatient ? impatientByTelnyx : channelsWith(telnyx.voiceEnv)).send(
        'VoiceCall',
        call,
      ),
    arrived: () => telnyx.calls.length,
    ...http((...answers) => telnyx.answerNext(...answers)),
  },
  {
    channel: 'Push',
    name: 'Push to a browser',
    send: (through = channels) =>
      through.send('Push', { ...pushed, to: { kind: 'webPush', ...subscription } }),
    arrived: () => pushService.pushes.length,
    ...http((...answers) => pushService.answerNext(...answers)),
  },
  {
    channel: 'Push',
    name: 'Push to ntfy',
    send: (through = channels) =>
      through.send('Push', { ...pushed, to: { kind: 'ntfy', topicUrl: ntfy.topicUrl('on-call') } }),
    arrived: () => ntfy.messages.length,
    ...http((...answers) => ntfy.answerNext(...answers)),
  },
  ...chats.map(caseOf),
  {
    channel: 'Email',
    name: 'Email',
    send: (through = channels) => through.send('Email', mail),
    arrived: () => smtp.mails.length,
    refuse: (kind) =>
      smtp.refuseNext(
        kind === 'for good'
          ? { at: 'recipient', code: 550, text: 'No such user' }
          : kind === 'wrong credentials'
            ? { at: 'recipient', code: 530, text: 'Authentication required' }
            : { at: 'data', code: 451, text: 'Try again later' },
      ),
    trouble: (kind) => smtp.refuseNext(kind),
  },
];

it('every channel of the registry is tried', () => {
  expect(new Set(cases.map(({ channel }) => channel))).toEqual(new Set(channelNames));
});

describe.each(cases)('$name', ({ name, send, arrived, refuse, trouble }) => {
  it('sends', async () => {
    const before = arrived();
    const result = await send();
    expect(result).toMatchObject({ outcome: 'sent', providerId: expect.any(String) });
    expect(arrived()).toBe(before + 1);
  });

  it('tells what to try again, and then sends', async () => {
    refuse('temporarily');
    expect(await send()).toMatchObject({
      outcome: 'retry',
      code: expect.stringMatching(/^500|451$/),
    });
    expect(await send()).toMatchObject({ outcome: 'sent' });
  });

  it('tells when to try again', async () => {
    refuse('wait 30 s');
    const result = await send();
    expect(result).toMatchObject({
      outcome: 'retry',
      // SMTP cannot say when.
      retryAfterSeconds: name === 'Email' ? null : 30,
    });
  });

  it('tells what is not worth another attempt, in words', async () => {
    refuse('for good');
    const before = arrived();
    const result = await send();
    expect(result).toMatchObject({ outcome: 'refused', error: expect.stringMatching(/\w+ \w+/) });
    expect(arrived()).toBe(before);
  });

  it('does not wait for ever, and says that it may have arrived', async () => {
    trouble('hang');
    expect(await send(impatient)).toMatchObject({ outcome: 'retry', mayHaveArrived: true });
  });

  it('says that a message may have arrived whose answer was lost', async () => {
    const before = arrived();
    trouble('lost');
    expect(await send()).toMatchObject({ outcome: 'retry', mayHaveArrived: true });
    expect(arrived()).toBe(before + 1);
  });

  it('tells of credentials that were refused', async () => {
    refuse('wrong credentials');
    expect((await send()).outcome).toBe('refused');
  });
});

describe('a receiver that cannot be reached', () => {
  const dead = 'http://127.0.0.1:9';
  it.each([
    ['Email', () => channelsWith({ TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9' }).send('Email', mail)],
    ['SMS', () => channelsWith({ ...carrier.env, TOCSIN_TWILIO_API_BASE: dead }).send('SMS', text)],
    [
      'VoiceCall',
      () => channelsWith({ ...carrier.env, TOCSIN_TWILIO_API_BASE: dead }).send('VoiceCall', call),
    ],
    [
      'ntfy',
      () =>
        channels.send('Push', {
          ...pushed,
          to: { kind: 'ntfy', topicUrl: 'http://127.0.0.1:65533/on-call' },
        }),
    ],
  ])('is tried again, and has got nothing: %s', async (_name, send) => {
    const result = await send();
    expect(result).toMatchObject({ outcome: 'retry', error: expect.stringMatching(/ /) });
    expect(result).not.toHaveProperty('mayHaveArrived');
  });
});

describe('settings that are missing', () => {
  const none = channelsWith({});
  it.each([
    ['Email', () => none.send('Email', mail), /TOCSIN_SMTP_URL/],
    [
      'SMS',
      () => none.send('SMS', text),
      /TOCSIN_TWILIO_ACCOUNT_SID, .*AUTH_TOKEN, TOCSIN_TWILIO_FROM/,
    ],
    [
      'VoiceCall',
      () => none.send('VoiceCall', call),
      /^Voice calls are not configured: set TOCSIN_TWILIO/,
    ],
  ] as const)('are named: %s', async (name, send, words) => {
    const sentence = none.missing(name);
    if (sentence === null) throw new Error(`${name} misses nothing.`);
    expect(inEnglish(sentence)).toMatch(words);
    expect(await send()).toEqual({
      outcome: 'unconfigured',
      code: null,
      error: inEnglish(sentence),
      sentence,
    });
    expect(channels.missing(name)).toBe(null);
  });

  it('are none for push', () => {
    expect(none.missing('Push')).toBe(null);
  });

  it('are named one by one', () => {
    const { TOCSIN_TWILIO_FROM: _, ...half } = carrier.env;
    expect(channelsWith(half).missing('SMS')).toEqual(
      say('channelNotConfigured', { channel: 'SMS', settings: ['TOCSIN_TWILIO_FROM'] }),
    );
  });
});
