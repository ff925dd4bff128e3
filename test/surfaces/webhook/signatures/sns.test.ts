import { describe, expect, test } from 'vitest';
import {
  type OutboundClient,
  OutboundError,
  type OutboundRequest,
} from '../../../../src/egress/index.ts';
import {
  isSnsCertificateUrl,
  objectionToSnsMessage,
  parseSnsMessage,
  type SnsMessage,
} from '../../../../src/surfaces/webhook/signatures/sns-message.ts';
import { createSnsSender } from '../../../../src/surfaces/webhook/signatures/sns-sender.ts';
import fixture from './sns-fixture.json' with { type: 'json' };

/** Certificate and signatures were made with OpenSSL; its key is gone. */
const { certificatePem, messages } = fixture;
const now = new Date('2027-03-01T10:01:00Z');
const topic = 'arn:aws:sns:eu-central-1:123456789012:alarms';

describe('messages', () => {
  test.each([
    ['version 1 with a subject', messages.notificationV1],
    ['version 2 without a subject', messages.notificationV2],
    ['a confirmation', messages.confirmation],
  ])('%s is genuine, and no longer once a signed member changes', (_name, message) => {
    expect(objectionToSnsMessage(message, certificatePem, now)).toBeNull();
    for (const name of ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Subject', 'Token'])
      if (name in message)
        expect(
          objectionToSnsMessage(
            { ...(message as SnsMessage), [name]: '2027-03-01T10:00:59.000Z' },
            certificatePem,
            now,
          ),
          name,
        ).toBe('The signature of the message is wrong.');
  });

  test('a version that is not known is refused', () => {
    const message = { ...messages.notificationV2, SignatureVersion: '3' };
    expect(objectionToSnsMessage(message, certificatePem, now)).toContain('version 3');
  });

  test('a message is repeated for an hour at most, as SNS does', () => {
    const at = (time: string) =>
      objectionToSnsMessage(messages.notificationV2, certificatePem, new Date(time));
    expect(at('2027-03-01T11:00:00Z')).toBeNull();
    expect(at('2027-03-01T11:05:01Z')).toContain('3901 s old');
    expect(at('2027-03-01T09:54:00Z')).toContain('ahead');
  });

  test('a certificate out of its time is refused', () => {
    expect(
      objectionToSnsMessage(messages.notificationV2, certificatePem, new Date('2026-01-01')),
    ).toContain('not valid at this time');
  });

  test('a body larger than any message of SNS is none, and not even parsed', () => {
    const message = (size: number) =>
      Buffer.from(JSON.stringify({ ...messages.notificationV1, Message: 'x'.repeat(size) }));
    expect(parseSnsMessage(message(512 * 1024))).not.toBeNull();
    expect(parseSnsMessage(message(1024 * 1024))).toBeNull();
  });

  test('bodies that are no messages of SNS are told apart', () => {
    for (const body of ['', 'null', '[]', '{"Type":"Notification"}', '{"Type":1}', '{{'])
      expect(parseSnsMessage(Buffer.from(body))).toBeNull();
    expect(parseSnsMessage(Buffer.from(JSON.stringify(messages.notificationV1)))).toEqual(
      messages.notificationV1,
    );
  });
});

test.each([
  ['https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-ab01.pem', true],
  ['https://sns.cn-north-1.amazonaws.com.cn/SimpleNotificationService-ab01.pem', true],
  ['http://sns.eu-central-1.amazonaws.com/x.pem', false],
  ['https://sns.eu-central-1.amazonaws.com:8443/x.pem', false],
  ['https://user@sns.eu-central-1.amazonaws.com/x.pem', false],
  ['https://sns.eu-central-1.amazonaws.com/x.txt', false],
  ['https://sns.eu-central-1.amazonaws.com/a/../x.pem?redirect=1', false],
  ['https://sns.eu-central-1.amazonaws.com.evil.example/x.pem', false],
  ['https://evil.example/sns.eu-central-1.amazonaws.com/x.pem', false],
  ['https://bucket.s3.amazonaws.com/x.pem', false],
  ['https://amazonaws.com/x.pem', false],
  ['https://sns.evil.example.amazonaws.com/x.pem', false],
  ['not a URL', false],
])('%s holds a certificate of SNS: %s', (url, expected) => {
  expect(isSnsCertificateUrl(url)).toBe(expected);
});

describe('over the network', () => {
  function network(answer: (url: string) => { status: number; body: string } | OutboundError) {
    const asked: { url: string; options: OutboundRequest | undefined }[] = [];
    const client: OutboundClient = {
      async request(url, options) {
        asked.push({ url, options });
        const given = answer(url);
        if (given instanceof OutboundError) throw given;
        return {
          url,
          status: given.status,
          headers: {},
          body: Buffer.from(given.body),
          isTruncated: false,
        };
      },
    };
    return { client, asked };
  }

  test('a certificate is fetched once, however many messages come at a time', async () => {
    const { client, asked } = network(() => ({ status: 200, body: certificatePem }));
    const sns = createSnsSender(client);
    const objections = await Promise.all([
      sns.objectionTo(messages.notificationV1, [], now),
      sns.objectionTo(messages.notificationV2, [], now),
      sns.objectionTo(messages.confirmation, [topic], now),
    ]);
    expect(objections).toEqual([null, null, null]);
    expect(asked).toMatchObject([
      { url: messages.notificationV1.SigningCertURL, options: { redirectsMax: 0 } },
    ]);
  });

  test('nothing is fetched for foreign topics and foreign certificates', async () => {
    const { client, asked } = network(() => ({ status: 200, body: certificatePem }));
    const sns = createSnsSender(client);
    expect(await sns.objectionTo(messages.notificationV1, [`${topic}2`], now)).toContain('topic');
    const elsewhere = { ...messages.notificationV1, SigningCertURL: 'https://evil.example/x.pem' };
    expect(await sns.objectionTo(elsewhere, [], now)).toContain('not at an address of Amazon SNS');
    expect(asked).toEqual([]);
  });

  test('when the certificate cannot be had the message is to be sent again, and it is tried again', async () => {
    let isUp = false;
    const { client } = network(() =>
      isUp ? { status: 200, body: certificatePem } : new OutboundError('timeout', 'No answer.'),
    );
    const sns = createSnsSender(client);
    await expect(sns.objectionTo(messages.notificationV1, [], now)).rejects.toMatchObject({
      code: 'sender-unverifiable',
      headers: { 'retry-after': '30' },
    });
    isUp = true;
    expect(await sns.objectionTo(messages.notificationV1, [], now)).toBeNull();
  });

  test('a subscription is confirmed at Amazon and nowhere else', async () => {
    const { client, asked } = network(() => ({ status: 200, body: '<xml/>' }));
    const sns = createSnsSender(client);
    expect(await sns.confirm(messages.confirmation)).toBe(
      `The subscription to ${topic} was confirmed.`,
    );
    expect(asked.map(({ url }) => url)).toEqual([
      expect.stringContaining('https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription'),
    ]);
    expect(await sns.confirm(messages.confirmationElsewhere)).toContain('not one of Amazon SNS');
    expect(await sns.confirm(messages.notificationV1)).toContain('not one of Amazon SNS');
    expect(asked).toHaveLength(1);
  });

  test('a confirmation that fails says how', async () => {
    const refused = createSnsSender(network(() => ({ status: 403, body: '' })).client);
    expect(await refused.confirm(messages.confirmation)).toContain('answered 403');
    const down = createSnsSender(network(() => new OutboundError('timeout', 'No answer.')).client);
    expect(await down.confirm(messages.confirmation)).toContain('No answer.');
  });
});
