import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type FakeSmtpServer,
  type ReceivedMail,
  startSmtpServer,
} from '../../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeOrganization, makePerson } from '../../support/keys.ts';
import { staffTeam } from '../../support/staffed-team.ts';
import { type SigningOptions, signed, signingDomain } from './signed-mail.ts';
import { mail, sendMail } from './smtp-client.ts';

const home = signingDomain('example.com');
const evil = signingDomain('evil.example');
const below = signingDomain('sub.example.com');
const testing = signingDomain('example.com', 'testing');
const records = new Map<string, string>([home.record, evil.record, below.record]);
records.set(testing.record[0], testing.record[1].replace('; k', '; t=y; k'));
/** Names that nobody answers for. */
const unanswered = new Set<string>();
const asked: string[] = [];

let t: TestApp;
let smtp: FakeSmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  t = await startTestApp({
    env: {
      TOCSIN_SMTP_LISTEN: '127.0.0.1:0',
      TOCSIN_MAIL_DOMAIN: 'in.example.net',
      TOCSIN_SMTP_URL: smtp.url,
      TOCSIN_MAIL_FROM: 'tocsin@example.net',
      TOCSIN_RATE_LIMITS: 'mail-answer=13/3600s;public-api=off;incident-create=off',
      TOCSIN_VOUCHED_DOMAINS: '*=*',
    },
    resolveTxt: async (name) => {
      asked.push(name);
      if (unanswered.has(name)) throw new Error('no name server answered');
      const text = records.get(name);
      return text === undefined ? [] : [text];
    },
  });
});
afterAll(async () => {
  await t?.stop();
  await smtp?.stop();
});

let count = 0;

/** Somebody on call who has just been mailed of an incident. */
async function alerted(api = t.api, name = `Ada${count + 1}`) {
  count += 1;
  const team = await staffTeam(api, `Team ${count}`, [{ people: [name] }]);
  const person = team.people[name] ?? { id: '', email: '' };
  const open = { status: 'Open', severity: 'Critical', teamIds: [team.id] };
  const incidentId = await api.make('/incident', { title: `Disk ${count} is full`, ...open });
  const [alert] = await told(person.email);
  if (!alert) throw new Error('Nobody was told.');
  const replyTo = alert.replyTo?.[0]?.address ?? '';
  return { ...person, name, teamId: team.id, incidentId, alert, replyTo };
}

/** What somebody is mailed now. */
async function told(email: string): Promise<ReceivedMail[]> {
  const before = smtp.mails.length;
  for (const task of ['alerting', 'send-Email']) {
    t.clock.advance(1);
    await t.app.jobs.runAll((name) => name === task);
  }
  return smtp.mails.slice(before).filter(({ to_ }) => to_.includes(email));
}

async function incident(id: string, api = t.api) {
  const { body } = await api.get(`/incident/search/${id}`);
  const events = body.events as {
    status: string;
    modification: { intent: string; user: { displayName: string; id: string } | null };
  }[];
  const history = events.flatMap(({ modification: { intent, user } }) =>
    intent === 'Created' ? [] : `${intent} by ${user?.displayName ?? '-'}`,
  );
  return { status: events[0]?.status, history };
}

type Alerted = Awaited<ReturnType<typeof alerted>>;

/** Signed by the domain of the person, to the address that the alert named. */
function answer(
  to: Pick<Alerted, 'email' | 'replyTo'>,
  text: string,
  headers: Record<string, string> = {},
  options: SigningOptions = {},
): string {
  const fields = { From: `Ada <${to.email}>`, To: to.replyTo, Subject: 'Re: alert', ...headers };
  return signed(mail(fields, text), home, options);
}

const send = (
  to: Pick<Alerted, 'email' | 'replyTo'>,
  message: string | Uint8Array,
  from?: string,
) => sendMail(t, to.replyTo, message, from ?? to.email);

const textOf = (mails: readonly ReceivedMail[]) => mails.map(({ text }) => text).join('\n');

describe('an alert that is answered by mail', () => {
  it('names its own address, and is acknowledged and resolved by the person, who is told so', async () => {
    const ada = await alerted();
    expect(ada.replyTo).toMatch(/^reply-[a-z2-7]{56}@in\.example\.net$/);
    expect(ada.replyTo.split('@')[0]?.length).toBeLessThanOrEqual(64);
    expect(ada.alert.text).toContain('reply to this mail: ACK acknowledges, RES resolves.');
    expect(ada.alert.html).toContain('reply to this mail: ACK acknowledges, RES resolves.');
    expect(await send(ada, answer(ada, 'ACK'))).toBe('250 2.0.0 Taken as an answer');
    const by = `${ada.name} (via mail)`;
    expect(await incident(ada.incidentId)).toEqual({
      status: 'Open',
      history: expect.arrayContaining([`Investigated by ${by}`]),
    });
    const [back, ...more] = await told(ada.email);
    expect(more).toEqual([]);
    expect(back?.subject).toBe('Your answer was carried out');
    expect(back?.text).toContain(`Acknowledged: Disk ${count} is full.`);
    // Nothing answers itself: the mail back has no address for answers, and says that a program wrote it.
    expect(back?.replyTo).toBe(undefined);
    expect(back?.raw).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(back?.inReplyTo).toBe(ada.alert.inReplyTo);
    await send(ada, answer(ada, 'res'));
    const after = await incident(ada.incidentId);
    expect(after.status).toBe('Resolved');
    expect(after.history[0]).toBe(`Resolved by ${by}`);
    expect(textOf(await told(ada.email))).toContain(`Resolved: Disk ${count} is full.`);
    const { body } = await t.api.get('/auditlog/list?Limit=1');
    expect(body.items).toMatchObject([
      {
        action: 'incident.resolved',
        entityId: ada.incidentId,
        actorId: ada.id,
        modification: { userDisplayName: by },
      },
    ]);
  });

  it('comes in any casing, and from a further address that is confirmed, which gets the mail back', async () => {
    const ada = await alerted();
    const further = 'ada.private@example.com';
    const { status } = await t.api.put(`/user/${ada.id}/notification-rules`, {
      rules: [],
      otherwise: [{ channel: 'Email', afterMinutes: 0 }],
      contacts: [{ id: 'f0000000-0000-4000-8000-000000000001', channel: 'Email', target: further }],
    });
    expect(status).toBe(200);
    const loud = { email: further.toUpperCase(), replyTo: ada.replyTo.toUpperCase() };
    expect(await send(loud, answer(loud, 'Ack'))).toMatch(/^250/);
    expect((await incident(ada.incidentId)).history[0]).toContain('(via mail)');
    expect(textOf(await told(further))).toContain('Acknowledged');
  });

  it('says that somebody was faster, and that it is over', async () => {
    const ada = await alerted();
    const grace = await makePerson(t, { teams: { [ada.teamId]: 'Member' } });
    await grace.api.patch(`/incident/${ada.incidentId}`, {
      operations: { appendIntent: { intent: 'Investigated' } },
    });
    await told(ada.email);
    await send(ada, answer(ada, 'ACK'));
    const [faster] = await told(ada.email);
    expect(faster?.subject).toBe('Your answer changed nothing');
    expect(faster?.text).toMatch(/^\S+@example\.com was faster: Disk \d+ is full\.$/m);
    await send(ada, answer(ada, 'RES', { 'Message-ID': '<r1@example.com>' }));
    await told(ada.email);
    await send(ada, answer(ada, 'RES', { 'Message-ID': '<r2@example.com>' }));
    const [over] = await told(ada.email);
    expect(over?.text).toMatch(/Resolved: Disk .*\nIt was so before your answer/);
  });

  it('gets an explanation instead where the first line is no word that counts, the alert too old, or gone', async () => {
    const ada = await alerted();
    await send(ada, answer(ada, 'got it, thanks'));
    expect(textOf(await told(ada.email))).toContain('neither ACK nor RES');
    t.clock.advance(5 * 86_400 + 60);
    await send(ada, answer(ada, 'RES'));
    expect(textOf(await told(ada.email))).toContain('for 5 days, and this one is older');
    expect((await incident(ada.incidentId)).status).toBe('Open');
    const other = await alerted();
    for (const intent of ['Resolved', 'Archived'])
      await t.api.patch(`/incident/${other.incidentId}`, {
        operations: { appendIntent: { intent } },
      });
    expect((await t.api.delete(`/incident/${other.incidentId}`)).status).toBeLessThan(300);
    await told(other.email);
    await send(other, answer(other, 'ACK'));
    const [gone] = await told(other.email);
    expect(gone?.subject).toBe('Your answer changed nothing');
    expect(gone?.text).toContain('The incident was deleted, or you cannot see it any more.');
  });
});

describe('mail that is no answer of the person', () => {
  let shared: Alerted;
  let absent: Alerted;
  beforeAll(async () => {
    shared = await alerted();
    absent = await alerted();
  });

  const hostile: [string, (ada: Alerted) => string, RegExp][] = [
    ['no signature', (ada) => mail({ From: ada.email, To: ada.replyTo }, 'ACK'), /^550 5\.7\.20/],
    [
      'the signature of another domain',
      (ada) => signed(mail({ From: ada.email, To: ada.replyTo }, 'ACK'), evil),
      /^550 5\.7\.20/,
    ],
    [
      'the signature of a domain below',
      (ada) => signed(mail({ From: ada.email, To: ada.replyTo }, 'ACK'), below),
      /^550 5\.7\.20/,
    ],
    [
      'a text that was changed on the way',
      (ada) => answer(ada, 'NOT').replace('NOT', 'ACK'),
      /^550 5\.7\.20/,
    ],
    [
      'a sender that is not signed',
      (ada) => answer(ada, 'ACK', {}, { signs: ['To', 'Subject'] }),
      /^550 5\.7\.20/,
    ],
    [
      'a signature of the first bytes only',
      (ada) => answer(ada, 'ACK', {}, { tags: ' l=3;' }),
      /^550 5\.7\.20/,
    ],
    [
      'a signature that is over',
      (ada) => answer(ada, 'ACK', {}, { tags: ' t=1000; x=2000;' }),
      /^550 5\.7\.20/,
    ],
    [
      'a key that is only tried',
      (ada) => signed(mail({ From: ada.email, To: ada.replyTo }, 'ACK'), testing),
      /^550 5\.7\.20/,
    ],
    ['two senders', (ada) => `From: eve@evil.example\r\n${answer(ada, 'ACK')}`, /^550 5\.7\.1 /],
    [
      'two addresses in one sender',
      (ada) => answer(ada, 'ACK', { From: `${ada.email}, eve@evil.example` }),
      /^550 5\.7\.1 /,
    ],
    [
      'a sender that is a text',
      (ada) => mail({ From: '"a" <read http://evil.example/x@y>', To: ada.replyTo }, 'ACK'),
      /^550 5\.7\.1 /,
    ],
    [
      'a sender in the name of the sender',
      (ada) =>
        signed(mail({ From: `"${ada.email}" <eve@evil.example>`, To: ada.replyTo }, 'ACK'), evil),
      /^550 5\.7\.1 /,
    ],
    [
      'somebody who got it forwarded',
      (ada) => answer(ada, 'RES', { From: 'bob@example.com' }),
      /^550 5\.7\.1 /,
    ],
  ];
  it.each(hostile)(
    '%s: refused, nothing done, and the person is told',
    async (_what, write, said) => {
      const ada = shared;
      const before = await incident(ada.incidentId);
      expect(await send(ada, write(ada), 'eve@evil.example')).toMatch(said);
      expect(await incident(ada.incidentId)).toEqual(before);
      const [note, ...more] = await told(ada.email);
      expect(more).toEqual([]);
      expect(note?.subject).toBe('An answer to your alert was refused');
      expect(note?.text).not.toContain('evil.example/x');
      const { body } = await t.api.get(`/notification-log/search/list?UserId=${ada.id}`);
      expect(JSON.stringify(body)).toContain('An answer to your alert was refused');
    },
  );

  it.each<[string, Record<string, string>, string?]>([
    ['a holiday reply', { 'Auto-Submitted': 'auto-replied' }],
    ['what a program generated', { 'Auto-Submitted': 'auto-generated' }],
    ['an absence in its subject only', { Subject: 'Automatische Antwort: Störung' }],
    ['mail of a list', { 'List-Id': '<ops.example.com>' }],
    ['bulk', { Precedence: 'bulk' }],
    ['a responder of old', { 'X-Autoreply': 'yes' }],
    ['an alert that came back', { 'X-Tocsin-Message': '1' }],
    ['a report', { 'Content-Type': 'multipart/report; boundary=b' }],
    ['a bounce', {}, ''],
  ])('%s is taken and does nothing, and nobody is mailed', async (_what, headers, from) => {
    const ada = absent;
    const before = await incident(ada.incidentId);
    expect(await send(ada, answer(ada, 'ACK', headers), from)).toMatch(/^250/);
    expect(await incident(ada.incidentId)).toEqual(before);
    expect(await told(ada.email)).toEqual([]);
  });

  it('an address that was not made here, or is changed, is nobody’s', async () => {
    const ada = await alerted();
    const [mailbox = ''] = ada.replyTo.split('@');
    for (const at of [8, 30, 61]) {
      const other = mailbox[at] === 'a' ? 'b' : 'a';
      const changed = `${mailbox.slice(0, at)}${other}${mailbox.slice(at + 1)}@in.example.net`;
      expect(await sendMail(t, changed, 'x')).toMatch(/^550 5\.1\.1/);
    }
    expect(await sendMail(t, `${mailbox}@other.example.net`, 'x')).toMatch(/^550 5\.1\.1/);
  });

  it('a mail that is sent again does nothing again, also once the incident was reopened', async () => {
    const ada = await alerted();
    const message = answer(ada, 'RES');
    await send(ada, message);
    await told(ada.email);
    await t.api.patch(`/incident/${ada.incidentId}`, {
      operations: { appendIntent: { intent: 'Unresolved' } },
    });
    await told(ada.email);
    const before = await incident(ada.incidentId);
    expect(before.status).toBe('Open');
    expect(await send(ada, message)).toMatch(/^250/);
    expect(await incident(ada.incidentId)).toEqual(before);
    expect(await told(ada.email)).toEqual([]);
  });

  it('an answer to one alert is none to another, nor is a mail that does not say to whom it went', async () => {
    const [ada, other] = [await alerted(), await alerted()];
    const before = await incident(ada.incidentId);
    const elsewhere = answer({ ...ada, replyTo: other.replyTo }, 'RES');
    const nowhere = answer(ada, 'RES', {}, { signs: ['From', 'Subject'] });
    for (const message of [elsewhere, nowhere]) {
      expect(await send(ada, message)).toMatch(/^250/);
      expect(textOf(await told(ada.email))).toContain('signature does not cover to whom it went');
    }
    expect(await incident(ada.incidentId)).toEqual(before);
    // Providers that do not sign receivers: what quotes the alert was written to it.
    const quoted = `RES\r\n\r\n> ${/http\S+\/a\/\S+/.exec(ada.alert.text ?? '')?.[0]}`;
    await send(ada, answer(ada, quoted, {}, { signs: ['From', 'Subject'] }));
    expect((await incident(ada.incidentId)).status).toBe('Resolved');
  });

  it('an address of another organization reaches the alert of that one only, and only its own people', async () => {
    const other = await makeOrganization(t);
    const ada = await alerted();
    const there = await alerted(other.api, ada.name);
    expect(there.email).toBe(ada.email);
    await send(there, answer(there, 'RES'));
    expect((await incident(there.incidentId, other.api)).status).toBe('Resolved');
    expect((await incident(ada.incidentId)).status).toBe('Open');
    const bob = await alerted(other.api);
    const from = `Bob <${bob.email}>`;
    expect(await send(ada, answer(ada, 'RES', { From: from }))).toMatch(/^550 5\.7\.1 /);
  });

  it('a suspended person is refused, and a removed one unknown', async () => {
    const ada = await alerted();
    await t.api.post(`/user/${ada.id}/suspend`, {});
    const before = await incident(ada.incidentId);
    expect(await send(ada, answer(ada, 'ACK'))).toBe(
      '550 5.7.1 You are suspended; nothing was done',
    );
    expect(await incident(ada.incidentId)).toEqual(before);
    await t.api.delete(`/user/${ada.id}`);
    await t.app.jobs.runAll();
    expect(await send(ada, answer(ada, 'ACK'))).toMatch(/^550 5\.1\.1/);
  });

  it('while no name server gives the key, the sender is asked to send it again; other names are not asked for', async () => {
    const ada = await alerted();
    unanswered.add(home.record[0]);
    asked.length = 0;
    expect(await send(ada, signed(answer(ada, 'ACK'), evil))).toMatch(/^451 4\.7\.5/);
    unanswered.clear();
    expect(asked).toEqual([home.record[0]]);
    expect(await send(ada, answer(ada, 'ACK'))).toMatch(/^250/);
    expect((await incident(ada.incidentId)).history[0]).toContain('(via mail)');
  });

  it('beyond a number of mails in an hour nothing is read, and whoever floods does not stop the person elsewhere', async () => {
    const ada = await alerted();
    const answers: string[] = [];
    for (let index = 0; index < 15; index += 1)
      answers.push(await send(ada, mail({ From: ada.email, To: ada.replyTo }, 'ACK')));
    expect(answers.map((one) => one.slice(0, 10))).toEqual([
      ...Array.from({ length: 13 }, () => '550 5.7.20'),
      '550 5.7.1 ',
      '550 5.7.1 ',
    ]);
    expect(await told(ada.email)).toHaveLength(13);
  });

  it('3 MB are read, and more is refused', async () => {
    const ada = await alerted();
    const filler = `${'x'.repeat(998)}\r\n`;
    const large = answer(ada, `ACK\r\n\r\n${filler.repeat(2_900)}`);
    expect(await send(ada, large)).toMatch(/^250/);
    expect((await incident(ada.incidentId)).history[0]).toContain('(via mail)');
    const tooLarge = answer(ada, `RES\r\n\r\n${filler.repeat(3_300)}`);
    expect(await send(ada, tooLarge)).toMatch(/^552/);
  });
});

it('where no domain is named, alerts have no address for answers', async () => {
  const app = await startTestApp({
    env: { TOCSIN_SMTP_LISTEN: '127.0.0.1:0', TOCSIN_SMTP_URL: smtp.url },
  });
  try {
    const team = await staffTeam(app.api, 'Plain', [{ people: ['Bob'] }]);
    const before = smtp.mails.length;
    const open = { title: 'x', status: 'Open', severity: 'Critical', teamIds: [team.id] };
    await app.api.make('/incident', open);
    await app.app.jobs.runAll();
    const [alert] = smtp.mails.slice(before);
    expect(alert?.replyTo).toBe(undefined);
    expect(alert?.text).not.toContain('reply to this mail');
  } finally {
    await app.stop();
  }
});
