import { expect, it } from 'vitest';
import { readAnswer } from '../../../src/surfaces/mail/answers/read-answer.ts';

/** The message and the key of RFC 8463, appendix A: Ed25519, relaxed, with fields signed more often than they are there. */
const message = [
  'DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;',
  ' d=football.example.com; i=@football.example.com;',
  ' q=dns/txt; s=brisbane; t=1528637909; h=from : to :',
  ' subject : date : message-id : from : subject : date;',
  ' bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;',
  ' b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus',
  ' Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==',
  'From: Joe SixPack <joe@football.example.com>',
  'To: Suzie Q <suzie@shopping.example.net>',
  'Subject: Is dinner ready?',
  'Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)',
  'Message-ID: <20030712040037.46341.5F8J@football.example.com>',
  '',
  'Hi.',
  '',
  'We lost the game.  Are you hungry yet?',
  '',
  'Joe.',
  '',
].join('\r\n');
const name = 'brisbane._domainkey.football.example.com';
const key = 'v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';

const read = (text: string, keys: Record<string, string[] | null>) =>
  readAnswer({
    bytes: Buffer.from(text),
    envelope: { from: 'joe@football.example.com', to: 'suzie@shopping.example.net' },
    keys,
    now: Date.parse('2026-03-02T10:00:00Z'),
  });

it('judges the example of the standard as it says', async () => {
  expect(await read(message, { [name]: [key] })).toMatchObject({
    senders: ['joe@football.example.com'],
    isUnsure: false,
    signatures: [
      {
        domain: 'football.example.com',
        receivers: ['To: Suzie Q <suzie@shopping.example.net>'],
      },
    ],
  });
});

it.each<[string, string, Record<string, string[] | null>, boolean]>([
  ['another text', message.replace('hungry', 'thirsty'), { [name]: [key] }, false],
  ['another receiver', message.replace('suzie@', 'eve@'), { [name]: [key] }, false],
  ['a second subject', `Subject: x\r\n${message}`, { [name]: [key] }, false],
  ['no key', message, {}, false],
  ['a key that was withdrawn', message, { [name]: ['v=DKIM1; k=ed25519; p='] }, false],
  ['a key for something else', message, { [name]: [key.replace('; k', '; s=tls; k')] }, false],
  ['a key that nobody gave', message, { [name]: null }, true],
  ['bytes that are no mail', '\u0000\u0001', {}, false],
])('proves nothing by %s', async (_what, text, keys, isUnsure) => {
  expect(await read(text, keys)).toMatchObject({ signatures: [], isUnsure });
});
