import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as tlsConnect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPluginCertificate } from '../../../cdktf-provider/runtime/certificate.ts';
import { bodyBytesMax } from '../../../src/bodies/index.ts';
import { payloadModel } from '../../../src/ingest/index.ts';
import { inEnglish } from '../../../src/sentences/index.ts';
import { incidentsOf } from '../../monitors/network.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { ingestTokenOf, makeIntegration } from '../../support/webhook.ts';
import { connectSmtp, mail, sendMail } from './smtp-client.ts';

const env = { TOCSIN_SMTP_LISTEN: '127.0.0.1:0', TOCSIN_MAIL_DOMAIN: 'in.example.com' };
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp({ env });
});
afterAll(() => t?.stop());

async function make(settings: object = {}) {
  const id = await makeIntegration(t, { type: 'Email', ...settings });
  return { id, address: `${await ingestTokenOf(t, id)}@in.example.com` };
}

async function stored(id: string) {
  const found = await payloadModel(t.app.world.store)
    .find({ integrationId: id })
    .sort({ _id: 1 })
    .lean();
  return found.map(({ body, outcome, reason, ip, decisions }) => ({
    outcome,
    reason: inEnglish(reason),
    ip,
    decisions: decisions?.map(({ step, result }) => ({ step, result: inEnglish(result) })),
    mail: JSON.parse(Buffer.from(body.buffer).toString()) as Record<string, unknown>,
  }));
}

describe('an alert by mail', () => {
  it('opens an incident, is on disk when it is answered, and is resolved by the mail that says so', async () => {
    const { id, address } = await make();
    const answer = await sendMail(t, address, mail({ Subject: '[PROBLEM] Disk of db-1 is full' }));
    expect(answer).toMatch(/^250 2\.0\.0 Stored as payload [0-9a-f]{24}$/);
    const [payload] = await stored(id);
    expect(payload).toMatchObject({
      outcome: 'Opened',
      ip: '127.0.0.1',
      mail: {
        subject: '[PROBLEM] Disk of db-1 is full',
        from: 'monitor@example.com',
        fromName: 'Monitor',
        to: 'ops@example.com',
        text: 'Look at it.\n',
        envelope: { from: 'monitor@example.com', to: address },
      },
    });
    await sendMail(t, address, mail({ Subject: 'Re: [RESOLVED] Disk of db-1 is full' }));
    expect(await incidentsOf(t, id)).toMatchObject([
      { title: '[PROBLEM] Disk of db-1 is full', status: 'Resolved', events: 2 },
    ]);
  });

  it('comes in at the address that the API shows, and at the aliases, in any casing', async () => {
    const { id } = await make({
      integrationSettings: { email: { aliases: ['Alerts@Corp.example'] } },
    });
    const { body } = await t.api.get(`/inbound-integration/${id}`);
    const { email } = body.integrationSettings as { email: { emailAddress: string } };
    expect(email.emailAddress).toBe(`${await ingestTokenOf(t, id)}@in.example.com`);
    for (const to of [email.emailAddress.toUpperCase(), 'alerts@corp.EXAMPLE'])
      expect(await sendMail(t, to, mail({ Subject: 'x' }))).toMatch(/^250/);
    expect(await stored(id)).toHaveLength(2);
    expect(body.warning).toBeNull();
  });

  it('is answered once for each integration: a second one is asked to be sent apart', async () => {
    const [one, other] = [await make(), await make()];
    const client = await connectSmtp(t);
    await client.say('MAIL FROM:<a@example.com>');
    expect(await client.say(`RCPT TO:<${one.address}>`)).toMatch(/^250/);
    expect(await client.say(`RCPT TO:<${one.address}>`)).toMatch(/^250/);
    expect(await client.say(`RCPT TO:<${other.address}>`)).toMatch(/^452 4\.5\.3/);
    await client.say('DATA');
    client.write(mail({ Subject: 'x' }));
    expect(await client.say('\r\n.')).toMatch(/^250/);
    await client.say('MAIL FROM:<a@example.com>');
    expect(await client.say(`RCPT TO:<${other.address}>`)).toMatch(/^250/);
    client.end();
    expect([(await stored(one.id)).length, (await stored(other.id)).length]).toEqual([1, 0]);
  });
});

describe('mail as it comes', () => {
  const crlf = (...lines: string[]) => lines.join('\r\n');

  it.each<[string, string | Uint8Array, Record<string, unknown>]>([
    [
      'multipart: the text is taken',
      crlf(
        'Subject: =?utf-8?B?U3TDtnJ1bmc=?=',
        'MIME-Version: 1.0',
        'Content-Type: multipart/alternative; boundary=b',
        '',
        '--b',
        'Content-Type: text/plain; charset=utf-8',
        'Content-Transfer-Encoding: quoted-printable',
        '',
        'St=C3=B6rung',
        '--b',
        'Content-Type: text/html',
        '',
        '<p>HTML</p>',
        '--b--',
      ),
      { subject: 'Störung', text: 'Störung\n', html: '<p>HTML</p>\n' },
    ],
    [
      'HTML only: its text is made from it',
      crlf(
        'Subject: x',
        'Content-Type: text/html; charset=utf-8',
        '',
        '<html><head><title>no</title><style>p{}</style></head><body><h1>Down</h1><p>Host &amp; port</p><script>1</script></body></html>',
      ),
      { text: 'Down\n\nHost & port' },
    ],
    [
      'eight bits without a word about it',
      Buffer.concat([
        Buffer.from(
          'Subject: x\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n',
        ),
        Buffer.from('Störung', 'latin1'),
      ]),
      { text: 'Störung\n' },
    ],
    [
      'a charset that nobody knows',
      crlf('Subject: x', 'Content-Type: text/plain; charset=klingon', '', 'Warp core'),
      { text: 'Warp core\n' },
    ],
    [
      'no subject',
      crlf('From: a@example.com', '', 'Disk is full'),
      { subject: '', text: 'Disk is full\n' },
    ],
    ['no headers at all', 'Disk is full', {}],
    ['nothing at all', '', { subject: '', text: '' }],
    [
      'winmail.dat is named, not kept',
      crlf(
        'Subject: Report',
        'Content-Type: multipart/mixed; boundary=b',
        '',
        '--b',
        'Content-Type: application/ms-tnef; name="winmail.dat"',
        'Content-Disposition: attachment; filename="winmail.dat"',
        'Content-Transfer-Encoding: base64',
        '',
        'eJ8+IgAAAAA=',
        '--b--',
      ),
      { attachments: [{ fileName: 'winmail.dat', contentType: 'application/ms-tnef', bytes: 8 }] },
    ],
    [
      'a subject that smuggles a line',
      crlf('Subject: =?utf-8?Q?Disk=0D=0ABcc:_evil@example.com?=', '', 'x'),
      { subject: 'Disk Bcc: evil@example.com' },
    ],
    [
      'a name of an object in every JavaScript program',
      crlf('Subject: x', '__proto__: polluted', 'constructor: y', '', 'x'),
      { subject: 'x' },
    ],
    ['a line that is a dot', crlf('Subject: x', '', 'a', '.', 'b'), { text: 'a\n.\nb\n' }],
  ])('%s', async (_, message, expected) => {
    const { id, address } = await make();
    expect(await sendMail(t, address, message)).toMatch(/^250/);
    const [payload] = await stored(id);
    expect(payload?.mail).toMatchObject(expected);
    expect(payload?.outcome).toBe('Opened');
  });

  it('forwarded twenty times inside each other', async () => {
    let message = crlf('Subject: the first', '', 'Disk is full');
    for (let n = 0; n < 20; n += 1)
      message = crlf(
        `Subject: Fwd ${n}`,
        `Content-Type: multipart/mixed; boundary=b${n}`,
        '',
        `--b${n}`,
        'Content-Type: message/rfc822',
        '',
        message,
        `--b${n}--`,
      );
    const { id, address } = await make();
    expect(await sendMail(t, address, message)).toMatch(/^250/);
    expect((await stored(id))[0]?.mail).toMatchObject({ subject: 'Fwd 19' });
  });

  it.each([
    [
      'parts nested too deep',
      (n: number) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    ],
    ['headers without end', (n: number) => `X-Header-${n}: ${'x'.repeat(3000)}\r\n`],
  ])('%s: what was sent is kept as text', async (_, piece) => {
    const { id, address } = await make();
    const pieces = Array.from({ length: 300 }, (_, n) => piece(n)).join('');
    expect(await sendMail(t, address, `Subject: Odd one\r\n${pieces}\r\nx`)).toMatch(/^250/);
    const [payload] = await stored(id);
    expect(payload?.mail).toMatchObject({ subject: 'Odd one' });
    expect(payload?.mail.problem).toMatch(/could not be read as mail/);
    expect(await incidentsOf(t, id)).toMatchObject([{ title: 'Odd one', status: 'Open' }]);
  });

  it('thousands of headers: a hundred are kept', async () => {
    const { id, address } = await make();
    const headers = Array.from({ length: 5000 }, (_, n) => `X-${n}: y`);
    expect(await sendMail(t, address, crlf('Subject: x', ...headers, '', 'x'))).toMatch(/^250/);
    expect(Object.keys((await stored(id))[0]?.mail.headers as object)).toHaveLength(100);
  });

  it.each([
    [
      'an automatic reply',
      { 'Auto-Submitted': 'auto-replied' },
      'mon@example.com',
      /automatic reply/,
    ],
    [
      'a report on delivery',
      { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b' },
      '',
      /report on the delivery/,
    ],
    ['a bounce', { From: 'MAILER-DAEMON@mx.example.com' }, '', /bounce/],
    [
      'our own mail',
      { 'X-Tocsin-Message': 'yes' },
      'tocsin@example.com',
      /mail of this server itself/,
    ],
  ])('%s is kept and opens nothing', async (_, headers, from, reason) => {
    const { id, address } = await make();
    const answer = await sendMail(t, address, mail({ Subject: 'Disk is full', ...headers }), from);
    expect(answer).toMatch(/^250/);
    const [payload] = await stored(id);
    expect(payload?.outcome).toBe('Discarded');
    expect(payload?.reason).toMatch(reason);
    expect(await incidentsOf(t, id)).toEqual([]);
  });

  it('what a program generated is an alert', async () => {
    const { id, address } = await make();
    await sendMail(t, address, mail({ Subject: 'x', 'Auto-Submitted': 'auto-generated' }), '');
    expect((await stored(id))[0]?.outcome).toBe('Opened');
  });
});

describe('what is refused', () => {
  it.each([
    'nobody@in.example.com',
    '00000000-0000-4000-8000-000000000000@in.example.com',
    'someone@elsewhere.example.com',
    'postmaster',
  ])('%s is no address here', async (to) => {
    expect(await sendMail(t, to, mail({ Subject: 'x' }))).toMatch(/^550 5\.1\.1/);
  });

  it('an integration of another type, one that is deleted, and its id at another domain', async () => {
    const webhook = await makeIntegration(t);
    const { id, address } = await make();
    const other = await ingestTokenOf(t, webhook);
    for (const local of [webhook, other, id])
      expect(await sendMail(t, `${local}@in.example.com`, '')).toMatch(/^550/);
    expect(await sendMail(t, `${id}@elsewhere.example.com`, '')).toMatch(/^550/);
    await t.api.delete(`/inbound-integration/${id}`);
    expect(await sendMail(t, address, '')).toMatch(/^550/);
  });

  it('an address that the integration does not allow is told that there is none, and its owner sees it', async () => {
    const { id, address } = await make({
      webhookAuthentication: { type: null, bearer: null, privateIpFilter: '203.0.113.0/24' },
    });
    expect(await sendMail(t, address, mail({ Subject: 'x' }))).toMatch(/^550 5\.1\.1/);
    await t.app.jobs.runAll();
    expect((await t.api.get(`/inbound-integration/${id}`)).body.refusedRequests).toMatchObject({
      count: 1,
      lastReason: 'address',
    });
  });

  it('more than 3 MB, told of before or found out', async () => {
    const { id, address } = await make();
    const client = await connectSmtp(t);
    expect(await client.say(`MAIL FROM:<a@example.com> SIZE=${20 * 1024 * 1024}`)).toMatch(/^552/);
    client.end();
    const large = `${mail({ Subject: 'x' })}${`${'x'.repeat(998)}\r\n`.repeat(4 * 1024)}`;
    expect(large.length).toBeGreaterThan(bodyBytesMax);
    expect(await sendMail(t, address, large)).toMatch(/^552 5\.3\.4/);
    expect(await stored(id)).toEqual([]);
  });

  it('a message that goes round in circles', async () => {
    const { address } = await make();
    const hops = Array.from({ length: 60 }, () => 'Received: from a by b\r\n').join('');
    expect(await sendMail(t, address, `${hops}${mail({ Subject: 'x' })}`)).toMatch(/^554 5\.4\.6/);
  });

  it('logging in, and commands that are none', async () => {
    const client = await connectSmtp(t);
    expect(await client.say('AUTH PLAIN AGEAYg==')).toMatch(/^5/);
    expect(await client.say('STARTTLS')).toMatch(/^5/);
    expect(await client.say('VRFY root')).toMatch(/^252|^5/);
    client.end();
  });

  it('a connection that is lost in the middle stores nothing', async () => {
    const { id, address } = await make();
    const client = await connectSmtp(t);
    await client.say('MAIL FROM:<a@example.com>');
    await client.say(`RCPT TO:<${address}>`);
    await client.say('DATA');
    client.write('Subject: half\r\n\r\nDisk is');
    client.end();
    await client.closed;
    expect(await sendMail(t, address, mail({ Subject: 'whole' }))).toMatch(/^250/);
    expect((await stored(id)).map(({ mail: { subject } }) => subject)).toEqual(['whole']);
  });

  it('a bearer token on an e-mail integration: no mail could have it', async () => {
    const teamId = await t.api.make('/team', { displayName: 'Team' });
    const { status, body } = await t.api.post('/inbound-integration', {
      displayName: 'x',
      teamId,
      type: 'Email',
      webhookAuthentication: { type: 'bearer', bearer: { token: 'secret' } },
    });
    expect([status, Object.keys(body.errors as object)]).toEqual([
      400,
      ['webhookAuthentication.bearer'],
    ]);
  });
});

it('beyond the rate limit the sender is asked to send again, unless the mail resolves an open incident', async () => {
  const limited = await startTestApp({
    env: { ...env, TOCSIN_RATE_LIMITS: 'webhook=2/60s' },
  });
  const id = await makeIntegration(limited, { type: 'Email' });
  const to = `${await ingestTokenOf(limited, id)}@in.example.com`;
  const subjects = ['[PROBLEM] a', '[PROBLEM] b', '[PROBLEM] c', '[RESOLVED] a', '[RESOLVED] z'];
  const answers: string[] = [];
  for (const Subject of subjects) answers.push(await sendMail(limited, to, mail({ Subject })));
  limited.clock.advance(120);
  answers.push(await sendMail(limited, to, mail({ Subject: '[PROBLEM] c' })));
  await limited.stop();
  expect(answers.map((answer) => answer.slice(0, 3))).toEqual([
    '250',
    '250',
    '451',
    '250',
    '451',
    '250',
  ]);
});

it('a port that is taken stops nothing: it is said, and tried again', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const late = await startTestApp({ env: { TOCSIN_SMTP_LISTEN: `127.0.0.1:${port}` } });
  expect(late.app.mailPort()).toBeNull();
  expect(late.log.map(({ msg }) => msg).join()).toContain(
    `127.0.0.1:${port} cannot be listened on`,
  );
  await new Promise((resolve) => other.close(resolve));
  await late.app.jobs.runAll();
  expect(late.app.mailPort()).toBe(port);
  await late.stop();
});

it('with a certificate, STARTTLS keeps mail from being read on its way', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-mail-'));
  const { keyPem, certificatePem } = createPluginCertificate();
  await writeFile(join(folder, 'cert.pem'), certificatePem);
  await writeFile(join(folder, 'key.pem'), keyPem);
  const secure = await startTestApp({
    env: {
      ...env,
      TOCSIN_SMTP_TLS_CERT: join(folder, 'cert.pem'),
      TOCSIN_SMTP_TLS_KEY: join(folder, 'key.pem'),
    },
  });
  const plain = connect({ host: '127.0.0.1', port: secure.app.mailPort() ?? 0 });
  const heard = () =>
    new Promise<string>((resolve) => plain.once('data', (chunk) => resolve(String(chunk))));
  await heard();
  plain.write('EHLO a\r\n');
  expect(await heard()).toContain('STARTTLS');
  plain.write('STARTTLS\r\n');
  expect(await heard()).toMatch(/^220/);
  const encrypted = tlsConnect({ socket: plain, ca: certificatePem, servername: 'localhost' });
  await once(encrypted, 'secureConnect');
  encrypted.write('EHLO a\r\n');
  const [answer] = await once(encrypted, 'data');
  expect(String(answer)).toMatch(/^250/);
  encrypted.destroy();
  await secure.stop();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  [{ TOCSIN_SMTP_TLS_CERT: '/nowhere/cert.pem' }, /go together/],
  [
    { TOCSIN_SMTP_TLS_CERT: '/nowhere/cert.pem', TOCSIN_SMTP_TLS_KEY: '/nowhere/key.pem' },
    /TOCSIN_SMTP_TLS_CERT cannot be read/,
  ],
])('a certificate that is not there ends the start: %j', async (tls, message) => {
  await expect(startTestApp({ env: { ...env, ...tls } })).rejects.toThrow(message);
});

it('one address cannot take all connections', async () => {
  const sockets = Array.from({ length: 25 }, () =>
    connect({ host: '127.0.0.1', port: t.app.mailPort() ?? 0 }),
  );
  const first = await Promise.all(
    sockets.map(
      (socket) =>
        new Promise<string>((resolve) => {
          socket.once('data', (chunk: Buffer) => resolve(chunk.toString().slice(0, 3)));
          socket.once('error', () => resolve('error'));
        }),
    ),
  );
  for (const socket of sockets) socket.destroy();
  expect(first.filter((code) => code === '220')).toHaveLength(20);
  expect(first.filter((code) => code === '421')).toHaveLength(5);
});
