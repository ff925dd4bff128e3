import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  type Channels,
  createChannels,
  type MessageOf,
  type ProviderAttempt,
} from '../../src/channels/index.ts';
import { restMilliseconds } from '../../src/channels/providers.ts';
import { readConfig } from '../../src/config.ts';
import { createOutboundClient } from '../../src/egress/index.ts';
import { say } from '../../src/sentences/index.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';

const dead = 'smtp://127.0.0.1:9';
const mail: MessageOf<'Email'> = {
  key: 'd1',
  to: 'ada@example.com',
  subject: 'Disk full',
  text: 'Disk full',
  html: '<p>Disk full</p>',
};

/** Milliseconds until a server is given up: far more than a mail takes, also on a busy machine. */
const stall = 2000;

let first: FakeSmtpServer;
let second: FakeSmtpServer;
let elapsed: number;
let attempts: string[];
let opened: Channels[];
beforeEach(async () => {
  [first, second] = await Promise.all([startSmtpServer(), startSmtpServer()]);
  elapsed = 0;
  attempts = [];
  opened = [];
});
afterEach(async () => {
  for (const channels of opened) await channels.close();
  await Promise.all([first.stop(), second.stop()]);
});

function channelsBy(url: string, fallback: string, timeoutMilliseconds = 10_000): Channels {
  const nameOf = (one: string) => new URL(one).host;
  const channels = createChannels({
    settings: readConfig({ TOCSIN_SMTP_URL: url, TOCSIN_SMTP_FALLBACK_URL: fallback }),
    publicUrl: () => 'https://tocsin.example.com',
    vapidKeys: () => Promise.reject(new Error('not needed')),
    outbound: createOutboundClient(),
    clock: { now: () => new Date(elapsed), elapsed: () => elapsed },
    timeoutMilliseconds,
    onProvider: (_channel, { provider, result, change }: ProviderAttempt) => {
      const name = provider === nameOf(url) ? 'first' : 'second';
      attempts.push([name, result.outcome, ...(change ? [change] : [])].join(' '));
    },
  });
  opened.push(channels);
  return channels;
}

it('a mail goes by the first server while it works', async () => {
  const channels = channelsBy(first.url, second.url);
  expect(await channels.send('Email', mail)).toMatchObject({ outcome: 'sent' });
  expect([first.mails.length, second.mails.length]).toEqual([1, 0]);
});

it('what a dead server does not take goes by the second at once, and the next mails go there directly', async () => {
  const channels = channelsBy(dead, second.url);
  expect(await channels.send('Email', mail)).toMatchObject({ outcome: 'sent' });
  expect(await channels.send('Email', mail)).toMatchObject({ outcome: 'sent' });
  expect(attempts).toEqual(['first retry fails', 'second sent', 'second sent']);
  expect(second.mails.map(({ messageId }) => messageId)).toEqual([
    '<d1@tocsin.example.com>',
    '<d1@tocsin.example.com>',
  ]);
  expect(channels.providers('Email').map(({ failure }) => failure?.reason ?? null)).toEqual([
    say('mailServerUnreachable', { why: 'connect ECONNREFUSED 127.0.0.1:9.' }),
    null,
  ]);
});

it('a server that is slow before it takes a mail is given up early enough, and never gets it', async () => {
  const channels = channelsBy(first.url, second.url, stall);
  first.refuseNext('stall');
  expect(await channels.send('Email', mail)).toMatchObject({ outcome: 'sent' });
  expect(attempts).toEqual(['first retry fails', 'second sent']);
  expect([first.mails.length, second.mails.length]).toEqual([0, 1]);
});

it.each([
  ['the greeting', { at: 'greeting', code: 421, text: 'Too busy' }],
  ['the sender', { at: 'sender', code: 451, text: 'No room' }],
] as const)('a server that refuses %s is followed by the second', async (_what, refusal) => {
  const channels = channelsBy(first.url, second.url);
  first.refuseNext(refusal);
  expect(await channels.send('Email', mail)).toMatchObject({ outcome: 'sent' });
  expect([first.mails.length, second.mails.length]).toEqual([0, 1]);
});

it('a server that closes at a recipient is followed by the second, and its reason names nobody', async () => {
  const channels = channelsBy(first.url, second.url);
  first.refuseNext({ at: 'recipient', code: 421, text: '<ada@example.com> Too busy' });
  expect(await channels.send('Email', mail)).toMatchObject({ outcome: 'sent' });
  const reasons = channels.providers('Email').map(({ failure }) => failure?.reason ?? null);
  expect(reasons).toEqual([say('mailServerAnswered', { answer: '421 <…> Too busy.' }), null]);
});

it('a recipient that the first refuses is refused: the second is not asked', async () => {
  const channels = channelsBy(first.url, second.url);
  first.refuseNext({ at: 'recipient', code: 550, text: 'No such user' });
  expect(await channels.send('Email', mail)).toMatchObject({ outcome: 'refused', code: '550' });
  expect(attempts).toEqual(['first refused']);
});

it.each(['hang', 'lost'] as const)(
  'a mail without an answer is perhaps sent, and goes to no other server in this attempt: %s',
  async (trouble) => {
    const channels = channelsBy(first.url, second.url, stall);
    first.refuseNext(trouble);
    expect(await channels.send('Email', mail)).toMatchObject({
      outcome: 'retry',
      mayHaveArrived: true,
    });
    expect(attempts).toEqual(['first retry fails']);
    expect(second.mails).toEqual([]);
    // Other mails need not find out, too.
    expect(await channels.send('Email', { ...mail, key: 'd2' })).toMatchObject({ outcome: 'sent' });
    expect(second.mails.length).toBe(1);
  },
);

it('where both fail, it is tried again as with one: each attempt asks both', async () => {
  const channels = channelsBy(dead, 'smtp://127.0.0.1:10');
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const result = await channels.send('Email', mail);
    expect(result).toMatchObject({ outcome: 'retry', concernsAll: true });
    expect(result).not.toHaveProperty('mayHaveArrived');
  }
  expect(attempts).toEqual([
    'first retry fails',
    'second retry fails',
    'first retry',
    'second retry',
  ]);
  expect(await channels.probe('Email')).toMatchObject({ outcome: 'retry' });
});

it('a server that works again is used again once it has rested, and one mail tries it', async () => {
  const channels = channelsBy(first.url, second.url, stall);
  first.refuseNext('stall', 'stall');
  await channels.send('Email', mail);
  elapsed = restMilliseconds - 1;
  await channels.send('Email', mail);
  elapsed = restMilliseconds;
  await Promise.all([channels.send('Email', mail), channels.send('Email', mail)]);
  expect(attempts.filter((one) => one.startsWith('first'))).toEqual([
    'first retry fails',
    'first retry',
  ]);
  elapsed = 2 * restMilliseconds;
  await channels.send('Email', mail);
  expect(attempts.at(-1)).toBe('first sent works again');
  expect(first.mails.length).toBe(1);
  expect(second.mails.length).toBe(4);
});

it('a look at the servers finds out, too, that one works again', async () => {
  const channels = channelsBy(first.url, second.url, stall);
  first.refuseNext('stall');
  await channels.send('Email', mail);
  const [one] = channels.providers('Email');
  expect(one?.failure).toMatchObject({ since: new Date(0) });
  expect(await one?.probe()).toMatchObject({ outcome: 'sent' });
  expect(one?.failure).toBe(null);
  await channels.send('Email', mail);
  expect(first.mails.length).toBe(1);
});

it('many mails at once are all taken by the second while the first hangs', async () => {
  const channels = channelsBy(first.url, second.url, stall);
  first.refuseNext(...Array.from({ length: 8 }, () => 'stall' as const));
  const keys = Array.from({ length: 20 }, (_, index) => `m${index}`);
  const results = await Promise.all(keys.map((key) => channels.send('Email', { ...mail, key })));
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['sent']));
  expect(first.mails.length + second.mails.length).toBe(keys.length);
});
