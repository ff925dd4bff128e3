import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerIn } from '../../../src/surfaces/mail/answers/answer-word.ts';
import { isOfDomain, keysFor } from '../../../src/surfaces/mail/answers/dkim-keys.ts';
import { readMessage } from '../../../src/surfaces/mail/read-message.ts';

const quoted = ['> CRITICAL: Disk is full', '> RES', '>', '> View incident: https://x/a/1'];

describe('the first line that the person wrote', () => {
  it.each<[string, string[], string | null]>([
    [
      'Gmail',
      ['ACK', '', 'On Mon, Mar 2, 2026 at 3:14 AM Tocsin <a@b> wrote:', '', ...quoted],
      'Investigated',
    ],
    [
      'Gmail, broken',
      ['Ack', '', 'On Mon, Mar 2, 2026 at 3:14 AM Tocsin', '<a@b>', 'wrote:', ...quoted],
      'Investigated',
    ],
    [
      'Apple Mail',
      ['Resolved.', '', '> On 2. Mar 2026, at 03:14, Tocsin <a@b> wrote:', '> ', ...quoted],
      'Resolved',
    ],
    [
      'a phone',
      ['ack', '', 'Sent from my iPhone', '', '> On 2 Mar 2026, Tocsin wrote:', ...quoted],
      'Investigated',
    ],
    [
      'a German phone',
      [
        'Gelöst',
        '',
        'Von meinem iPhone gesendet',
        '',
        '> Am 02.03.2026 schrieb Tocsin:',
        ...quoted,
      ],
      'Resolved',
    ],
    [
      'Outlook',
      [
        'RES',
        '',
        '________________________________',
        'From: Tocsin',
        'Sent: Monday',
        'Subject: Critical',
        '',
        'ACK',
      ],
      'Resolved',
    ],
    [
      'Outlook for phones',
      ['Acknowledge', '', 'Get Outlook for iOS<https://aka.ms/x>', '', 'From: Tocsin <a@b>', ''],
      'Investigated',
    ],
    ['an answer below', ['On Mon, Tocsin <a@b> wrote:', ...quoted, '', 'ack'], 'Investigated'],
    ['an answer right above', ['ack', 'On Mon, Tocsin <a@b> wrote:', ...quoted], 'Investigated'],
    ['a German answer below', ['Am Montag schrieb Tocsin:', ...quoted, 'erledigt'], 'Resolved'],
    ['spaces that nobody sees', ['\u200b\u00a0', '\ufeffACK\u00a0'], 'Investigated'],
    ['two words', ['ACK please'], null],
    ['a word like it', ['got it'], null],
    ['thanks', ['Thanks!', 'ACK'], null],
    ['a question', ['ack?'], null],
    ['a quote alone', quoted, null],
    ['the original alone', ['-----Original Message-----', 'From: Tocsin', '', 'ACK'], null],
    ['a negation', ['Not resolved'], null],
    ['nothing', [''], null],
  ])('%s', (_client, lines, intent) => {
    expect(answerIn(lines.join('\r\n'))).toBe(intent);
    expect(answerIn(lines.join('\n'))).toBe(intent);
  });

  it('is never found in what is quoted, whatever is quoted and written above', () => {
    const line = fc.oneof(fc.constantFrom('ACK', 'RES', '', 'From:', 'x'), fc.string());
    fc.assert(
      fc.property(fc.array(line), fc.array(line), (own, below) => {
        const plain = own.filter((one) => !one.trim().startsWith('>'));
        const text = [...plain, '> a', ...below.map((one) => `> ${one.replaceAll(/[\r\n]/g, '')}`)];
        const written = plain.join('\n');
        const all = answerIn(text.join('\n'));
        expect(all === null || all === answerIn(written)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  const html = (body: string) =>
    `Content-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${body}`;
  it.each<[string, string, string | null]>([
    [
      'HTML alone',
      html(
        '<div dir=3D"ltr">A=\r\nCK</div><br><div class=3D"gmail_quote"><blockquote>RES</blockquote></div>',
      ),
      'Investigated',
    ],
    [
      'HTML of Outlook',
      html(
        '<html><head><style>p{}</style></head><body><p>Gel=C3=B6st</p><hr><div>From: Tocsin</div></body></html>',
      ),
      'Resolved',
    ],
    [
      'HTML that hides its text',
      html('<head><title>ACK</title></head><script>ACK</script><p>no</p>'),
      null,
    ],
    [
      'quoted printable',
      'Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\ngel=F6st\r\n',
      'Resolved',
    ],
    [
      'base64',
      `Content-Transfer-Encoding: base64\r\n\r\n${Buffer.from('ACK').toString('base64')}\r\n`,
      'Investigated',
    ],
  ])('of %s', async (_what, message, intent) => {
    const { text } = await readMessage(Buffer.from(message), { from: 'a@b', to: 'c@d' });
    expect(answerIn(text)).toBe(intent);
  });
});

describe('keys of signatures', () => {
  it.each([
    ['ada@example.com', 'example.com', true],
    ['ada@mail.example.com', 'example.com', true],
    ['ada@EXAMPLE.com', 'example.com', true],
    ['ada@example.com', 'mail.example.com', false],
    ['ada@notexample.com', 'example.com', false],
    ['ada@example.com', 'com', false],
    ['ada@evil.example@example.com', 'evil.example', false],
  ])('%s and %s', (address, domain, isOf) => {
    expect(isOfDomain(address, domain)).toBe(isOf);
  });

  it('are asked for by the domain of the person only, a few of them, and a failure is no answer', async () => {
    const asked: string[] = [];
    const head = [
      'DKIM-Signature: v=1; d=evil.example; s=a; b=x',
      'dkim-signature: v=1; d=Example.COM;\r\n\ts=s1; h=from',
      ...Array.from({ length: 9 }, (_, index) => `DKIM-Signature: d=example.com; s=t${index}`),
      'DKIM-Signature: d=example.com; s=a b/../c',
    ].join('\r\n');
    const keys = await keysFor(head, ['ada@example.com'], async (name) => {
      asked.push(name);
      if (name.startsWith('t0')) throw new Error('no answer');
      return ['v=DKIM1'];
    });
    expect(asked).toEqual(['s1', 't0', 't1', 't2'].map((one) => `${one}._domainkey.example.com`));
    expect(keys).toEqual({
      's1._domainkey.example.com': ['v=DKIM1'],
      't0._domainkey.example.com': null,
      't1._domainkey.example.com': ['v=DKIM1'],
      't2._domainkey.example.com': ['v=DKIM1'],
    });
  });
});
