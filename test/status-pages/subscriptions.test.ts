import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { visit } from '../surfaces/status/visit.ts';
import { makeShop, pageOf, type Shop, say, send } from './town.ts';

let server: TestApp;
let smtp: FakeSmtpServer;
let carrier: FakeCarrier;
beforeAll(async () => {
  [smtp, carrier] = await Promise.all([startSmtpServer(), startCarrier()]);
  server = await startTestApp({ env: { ...carrier.env, TOCSIN_SMTP_URL: smtp.url } });
});
afterAll(() => Promise.all([server?.stop(), smtp?.stop(), carrier?.stop()]));

let turn = 0;
let slug = '';
let shop: Shop;
beforeEach(async () => {
  turn += 1;
  slug = `page-${turn}`;
  shop = await makeShop(server, `Shop ${turn}`);
  smtp.mails.length = 0;
  carrier.texts.length = 0;
});

const makePage = (more: object = {}) =>
  server.api.make(
    '/status-page',
    pageOf(slug, [shop.serviceId], { enableSMSSubscription: true, ...more }),
  );
const at = (part: string, options: Parameters<typeof visit>[2] = {}) =>
  visit(server, `/status/${slug}${part}`, options);
/** Everything that is due is stored and sent. */
const pass = async (seconds = 0) => {
  server.clock.advance(seconds);
  for (const wanted of [['status-page-news'], ['send-Email', 'send-SMS']])
    await server.app.jobs.runAll((task) => wanted.includes(task));
};
/** As Austrians write it: „Jänner“. */
const dayIn = (locale: string, timeZone: string) =>
  server.clock.now().toLocaleDateString(locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone,
  });
const linkIn = (text: string | undefined, what: string) =>
  new RegExp(`http\\S+/${what}/[\\w.-]+`).exec(text ?? '')?.[0] ?? '';
const pathOf = (link: string) => new URL(link).pathname;
const subscribers = async (page: string) => {
  const { body } = await server.api.get(`/status-page-subscriber/search/list?StatusPageId=${page}`);
  return (body.statusPageSubscribers as { email: string }[]).map(({ email }) => email);
};
const byMail = (page: string, email: string) =>
  server.api.make('/status-page-subscriber', { statusPageId: page, email });
const subjects = () => smtp.mails.map(({ subject, to_ }) => `${to_.join()} ${subject}`).toSorted();
const happened = () => smtp.mails.map(({ text }) => (text ?? '').split('\n')[0]);
/** Maintenance between two hours from now, and how hours from now are written. */
const upgrade = (start: number, end: number) => {
  const now = server.clock.now().getTime();
  const iso = (hours: number) => `${new Date(now + hours * 3_600_000).toISOString().slice(0, 19)}Z`;
  const serviceIds = [shop.serviceId];
  return { iso, plan: { displayName: 'Upgrade', serviceIds, start: iso(start), end: iso(end) } };
};

describe('subscribing by mail', () => {
  it('answers in the language that the page was read in, whatever the browser prefers', async () => {
    await makePage();
    const { text } = await at('?lang=de');
    const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(text) ?? [];
    const asked = await visit(server, action, { form: { email: 'lang@example.com' } });
    expect(asked.text).toContain('Noch ein Schritt');
    expect(asked.text).toContain(`href="/status/${slug}?lang=de"`);
    await pass();
    expect(smtp.mails.map(({ subject }) => subject)).toEqual([
      'Benachrichtigungen von Acme status bestätigen',
    ]);
    smtp.mails.length = 0;
  });

  it('takes a link that was opened and a button, and nothing less; one click ends it', async () => {
    const page = await makePage();
    const headers = { 'accept-language': 'de-AT' };
    const asked = await at('/subscribe', { form: { email: ' Ada@Example.com ' }, headers });
    expect([asked.status, asked.text.includes('Noch ein Schritt')]).toEqual([200, true]);
    await pass();
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]).toMatchObject({
      to_: ['Ada@example.com'],
      subject: 'Benachrichtigungen von Acme status bestätigen',
    });
    const link = linkIn(smtp.mails[0]?.text, 'confirm');
    expect(link).toContain(`${server.app.url}/status/${slug}/confirm/`);
    // Scanners open links.
    expect((await visit(server, pathOf(link))).text).toContain('<button>Confirm</button>');
    expect(await subscribers(page)).toEqual([]);
    expect((await visit(server, pathOf(link), { method: 'POST' })).status).toBe(200);
    expect(await subscribers(page)).toEqual(['Ada@Example.com']);
    // Whoever opens it once more is told so.
    const again = await visit(server, pathOf(link));
    expect([again.status, again.text.includes('This link is used up')]).toEqual([404, true]);
    smtp.mails.length = 0;
    const id = await send(server, shop, 'Checkout is down', 'Open');
    await say(server, id, 'Commented', { message: 'Wir suchen.', messageIsPublic: true });
    await pass(1);
    const [mail] = smtp.mails;
    expect(mail?.subject).toBe('[Acme status] Checkout is down');
    expect(mail?.text).toContain('Neue Störung: Checkout is down');
    expect(mail?.text).toContain('Wir suchen.');
    const { timeZoneId } = (await server.api.get(`/status-page/${page}`)).body as {
      timeZoneId: string | null;
    };
    expect(mail?.text).toContain(`Zeit: ${dayIn('de-AT', timeZoneId ?? 'UTC')}`);
    const header = (name: string) => mail?.headers.find(({ key }) => key === name)?.value;
    const leave = linkIn(mail?.text, 'unsubscribe');
    expect(header('list-unsubscribe')).toBe(`<${leave}>`);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect((await visit(server, pathOf(leave))).text).toContain('<button>Unsubscribe</button>');
    expect(await subscribers(page)).toHaveLength(1);
    for (const form of [{ 'List-Unsubscribe': 'One-Click' }, {}])
      expect((await visit(server, pathOf(leave), { method: 'POST', form })).status).toBe(200);
    expect(await subscribers(page)).toEqual([]);
    smtp.mails.length = 0;
    await send(server, shop, 'Checkout is down', 'Resolved');
    await pass(200);
    expect(smtp.mails).toEqual([]);
  });

  it('says the same whether or not the address is subscribed, and writes to it three times a day at most', async () => {
    const page = await makePage();
    await byMail(page, 'known@example.com');
    const answers = new Set<string>();
    for (const email of ['known@example.com', 'new@example.com', 'KNOWN@example.com'])
      answers.add((await at('/subscribe', { form: { email } })).text);
    for (let count = 0; count < 5; count += 1)
      answers.add((await at('/subscribe', { form: { email: 'known@example.com' } })).text);
    expect(answers.size).toBe(1);
    await pass();
    const written = smtp.mails.filter(
      ({ to_ }) => to_.join().toLowerCase() === 'known@example.com',
    );
    expect(written).toHaveLength(3);
    const link = linkIn(written[0]?.text, 'confirm');
    expect((await visit(server, pathOf(link), { method: 'POST' })).status).toBe(200);
    expect(await subscribers(page)).toEqual(['known@example.com']);
    server.clock.advance(86_400);
    smtp.mails.length = 0;
    await at('/subscribe', { form: { email: 'known@example.com' } });
    await pass();
    expect(smtp.mails).toHaveLength(1);
  });

  it('forgets who did not confirm after three days, and everybody with the page', async () => {
    const page = await makePage();
    await at('/subscribe', { form: { email: 'late@example.com' } });
    await pass();
    const link = linkIn(smtp.mails[0]?.text, 'confirm');
    server.clock.advance(3 * 86_400);
    expect((await visit(server, pathOf(link))).status).toBe(404);
    const stored = async (address: string) => {
      const { connection } = server.app.world.store;
      const names = (await connection.listCollections()).map(({ name }) => name);
      const found = await Promise.all(
        names.map(async (name) => [name, await connection.collection(name).find({}).toArray()]),
      );
      return found.flatMap(([name, documents]) =>
        JSON.stringify(documents).includes(address) ? [name] : [],
      );
    };
    expect(await stored('late@example.com')).toEqual(['status_page_sign_ups']);
    await server.app.jobs.runAll((task) => task === 'status-page-retention');
    expect(await stored('late@example.com')).toEqual([]);
    await byMail(page, 'gone@example.com');
    await at('/subscribe', { form: { email: 'waits@example.com' } });
    await server.api.delete(`/status-page/${page}`);
    await server.app.jobs.runAll();
    expect([await stored('gone@example.com'), await stored('waits@example.com')]).toEqual([[], []]);
  });

  it('is refused for what is no address, where the page takes nobody, and for other people’s links', async () => {
    await makePage();
    const refused = async (form: Record<string, string>) =>
      (await at('/subscribe', { form })).status;
    expect([
      await refused({ email: 'a@b' }),
      await refused({ email: 'a@b.example, c@d.example' }),
      await refused({ email: 'a@b.example\r\nBcc: c@d.example' }),
      await refused({ telephoneNumber: '0151 123' }),
      await refused({}),
    ]).toEqual([400, 400, 400, 400, 400]);
    const forged = `${randomUUID()}.${'A'.repeat(22)}`;
    for (const part of ['confirm', 'unsubscribe'])
      for (const method of ['GET', 'POST'])
        expect((await at(`/${part}/${forged}`, { method })).status).toBe(404);
    slug = `${slug}-closed`;
    await makePage({ disablePublicSubscription: true });
    expect(await refused({ email: 'a@b.example' })).toBe(404);
    await pass();
    expect(smtp.mails).toEqual([]);
  });

  it('is limited by network', async () => {
    const limited = await startTestApp({
      env: { TOCSIN_SMTP_URL: smtp.url, TOCSIN_RATE_LIMITS: 'status-page-sign-up=2/60' },
    });
    try {
      const { serviceId } = await makeShop(limited, 'Shop');
      await limited.api.make('/status-page', pageOf('limited', [serviceId]));
      const statuses: number[] = [];
      for (let count = 0; count < 4; count += 1) {
        const form = { email: `a${count}@example.com` };
        statuses.push((await visit(limited, '/status/limited/subscribe', { form })).status);
      }
      expect(statuses).toEqual([200, 200, 429, 429]);
    } finally {
      await limited.stop();
    }
  });
});

describe('subscribing by text message', () => {
  it.each([
    ['one page', 'status-page-texts=2/60s', ['one', 'one', 'one'], ['+49', '+33', '+44']],
    ['one organization', 'organization-texts=2/60s', ['one', 'two', 'one'], ['+49', '+33', '+44']],
    ['one country', 'country-texts=2/60s', ['one', 'two', 'one'], ['+49', '+49', '+49']],
  ])('costs no more than %s may, from however many networks', async (_, limit, slugs, codes) => {
    const limited = await startTestApp({
      env: { ...carrier.env, TOCSIN_RATE_LIMITS: `${limit};status-page-sign-up=off` },
    });
    try {
      const { serviceId } = await makeShop(limited, 'Shop');
      for (const one of ['one', 'two'])
        await limited.api.make(
          '/status-page',
          pageOf(one, [serviceId], { enableSMSSubscription: true }),
        );
      const statuses: number[] = [];
      for (const [at, one] of slugs.entries()) {
        const form = { telephoneNumber: `${codes[at]}15112345${at}00` };
        statuses.push((await visit(limited, `/status/${one}/subscribe`, { form })).status);
      }
      expect(statuses).toEqual([200, 200, 429]);
    } finally {
      await limited.stop();
    }
  });

  const codeIn = () => /^\d{6}/.exec(carrier.texts.at(-1)?.text ?? '')?.[0] ?? '';
  const numbers = async (page: string) => {
    const { body } = await server.api.get(
      `/status-page-subscriber-sms/search/list?StatusPageId=${page}`,
    );
    return (body.statusPageSubscribersSms as { telephoneNumber: string }[]).map(
      ({ telephoneNumber }) => telephoneNumber,
    );
  };
  const confirm = async (id: string, code: string) =>
    (await at('/confirm-code', { form: { id, code } })).status;
  const ask = async (telephoneNumber: string) => {
    const { text } = await at('/subscribe', { form: { telephoneNumber } });
    await pass();
    return /name="id" value="([^"]+)"/.exec(text)?.[1] ?? '';
  };

  it('takes the code of the text, within an hour and five attempts; STOP ends all of a number', async () => {
    const page = await makePage();
    const id = await ask('+49 (151) 1234-5678');
    expect(carrier.texts[0]).toMatchObject({ to: '+4915112345678' });
    expect(carrier.texts[0]?.text).toContain('Reply STOP');
    const code = codeIn();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count += 1) expect(await confirm(id, wrong)).toBe(400);
    // Too late: five were wrong.
    expect(await confirm(id, code)).toBe(400);
    const second = await ask('+4915112345678');
    expect(await confirm(second, ` ${codeIn().slice(0, 3)} ${codeIn().slice(3)} `)).toBe(200);
    expect(await numbers(page)).toEqual(['+4915112345678']);
    carrier.texts.length = 0;
    await send(server, shop, 'Checkout is down', 'Open');
    await pass(180);
    expect(carrier.texts.map(({ to }) => to)).toEqual(['+4915112345678']);
    expect(carrier.texts[0]?.text).toMatch(
      /^Acme status: New incident\. Checkout is down .*\/status\/page-\d+\nReply STOP to end these texts\.$/,
    );
    const stopped = await carrier.post(`${server.app.url}/telephony/twilio/notifications/message`, {
      AccountSid: carrier.env.TOCSIN_TWILIO_ACCOUNT_SID ?? '',
      MessageSid: 'SM1',
      From: '+4915112345678',
      Body: 'Stop',
    });
    expect([stopped.status, await numbers(page)]).toEqual([200, []]);
    const third = await ask('+4915199999999');
    server.clock.advance(3600);
    expect(await confirm(third, codeIn())).toBe(400);
  });

  it('is offered only where the page wants it', async () => {
    await makePage({ enableSMSSubscription: false });
    expect((await at('')).text).not.toContain('telephoneNumber');
    const form = { telephoneNumber: '+4915112345678' };
    expect((await at('/subscribe', { form })).status).toBe(400);
    await pass();
    expect(carrier.texts).toEqual([]);
  });
});

describe('what subscribers are told', () => {
  it('of an incident: that it began, what is said in public, how bad it is, and that it is over; each once', async () => {
    const page = await makePage();
    await byMail(page, 'a@example.com');
    const id = await send(server, shop, 'Slow', 'Open', 'Minor');
    // Not worth a mail before it has lasted.
    await pass(60);
    expect(happened()).toEqual([]);
    await pass(60);
    expect(happened()).toEqual(['New incident: Slow']);
    await say(server, id, 'Commented', { message: 'Private', messageIsPublic: false });
    await say(server, id, 'Commented', { message: 'We know.', messageIsPublic: true });
    await pass(5);
    await pass(5);
    expect(happened()).toEqual(['New incident: Slow', 'Update: Slow']);
    await send(server, shop, 'Slow', 'Open', 'Critical');
    await pass(119);
    expect(smtp.mails).toHaveLength(2);
    await pass(1);
    expect(smtp.mails.at(-1)?.text).toContain('Incident changed: Slow');
    expect(smtp.mails.at(-1)?.text).toContain('State: Major outage');
    await say(server, id, 'Resolved', { message: 'It was a cable.', messageIsPublic: true });
    await pass(1);
    await pass(600);
    expect(happened().slice(3)).toEqual(['Resolved: Slow']);
    expect(smtp.mails.at(-1)?.text).toContain('It was a cable.');
    await say(server, id, 'Unresolved');
    await pass(120);
    expect(happened().slice(4)).toEqual(['Incident again: Slow']);
    expect(smtp.mails.every(({ text }) => !text?.includes('Private'))).toBe(true);
    // Mail programs show them as one.
    expect(new Set(smtp.mails.map(({ subject }) => subject)).size).toBe(1);
    expect(new Set(smtp.mails.map(({ messageId }) => messageId)).size).toBe(5);
  });

  it('nothing of what was over before anybody would have read it, unless somebody says something', async () => {
    const page = await makePage();
    await byMail(page, 'a@example.com');
    await send(server, shop, 'Flap', 'Open');
    server.clock.advance(30);
    await send(server, shop, 'Flap', 'Resolved');
    await pass(300);
    expect(smtp.mails).toEqual([]);
    const id = await send(server, shop, 'Short', 'Open');
    server.clock.advance(30);
    await say(server, id, 'Resolved', { message: 'That was us.', messageIsPublic: true });
    await pass(300);
    expect(happened()).toEqual(['Resolved: Short']);
  });

  it('of maintenance that comes again: planned once, begun and ended each time', async () => {
    const page = await makePage();
    await byMail(page, 'a@example.com');
    const now = server.clock.now().getTime();
    const iso = (hours: number) => new Date(now + hours * 3_600_000).toISOString();
    const recurrence = { rule: 'FREQ=DAILY;COUNT=2', minutes: 60, timeZoneId: 'UTC' };
    const plan = {
      displayName: 'Nightly',
      serviceIds: [shop.serviceId],
      start: iso(0),
      end: iso(100),
      // The whole minute after the next hour.
      recurrences: [{ ...recurrence, startsAt: iso(2).slice(0, 16) }],
    };
    const id = await server.api.make('/service-maintenance', plan);
    await pass(10);
    for (let hours = 0; hours < 60; hours += 0.5) await pass(1_800);
    await server.api.put(`/service-maintenance/${id}`, { ...plan, publicDescription: 'More' });
    await pass(10);
    expect(happened()).toEqual([
      'Maintenance planned: Nightly',
      'Maintenance begins: Nightly',
      'Maintenance is over: Nightly',
      'Maintenance begins: Nightly',
      'Maintenance is over: Nightly',
    ]);
  });

  it('of maintenance: planned, begun, ended, and again when its times change', async () => {
    const page = await makePage();
    await byMail(page, 'a@example.com');
    const { iso, plan } = upgrade(24, 25);
    const id = await server.api.make('/service-maintenance', plan);
    await pass(10);
    expect(happened()).toEqual(['Maintenance planned: Upgrade']);
    await server.api.put(`/service-maintenance/${id}`, { ...plan, publicDescription: 'More' });
    await pass(10);
    expect(smtp.mails).toHaveLength(1);
    await server.api.put(`/service-maintenance/${id}`, { ...plan, start: iso(12), end: iso(13) });
    await pass(10);
    expect(happened().slice(1)).toEqual(['Maintenance planned: Upgrade']);
    await pass(12 * 3600);
    await pass(10);
    await pass(3600);
    await pass(10);
    expect(happened().slice(2)).toEqual([
      'Maintenance begins: Upgrade',
      'Maintenance is over: Upgrade',
    ]);
  });

  it('of maintenance that gets another end, that ends early, and that is called off', async () => {
    const page = await makePage();
    await byMail(page, 'a@example.com');
    const { iso, plan } = upgrade(1, 3);
    const id = await server.api.make('/service-maintenance', plan);
    await pass(10);
    await pass(3_600);
    await server.api.put(`/service-maintenance/${id}`, { ...plan, end: iso(4) });
    await pass(10);
    await server.api.put(`/service-maintenance/${id}`, { ...plan, end: iso(1.001) });
    await pass(10);
    await server.api.put(`/service-maintenance/${id}`, {
      ...plan,
      end: iso(1.001),
      publicDescription: 'It went well.',
    });
    await pass(10);
    expect(happened()).toEqual([
      'Maintenance planned: Upgrade',
      'Maintenance begins: Upgrade',
      'Maintenance under way: Upgrade',
      'Maintenance is over: Upgrade',
    ]);
    const [next, after] = [
      { ...plan, displayName: 'Next', start: iso(20), end: iso(21) },
      { ...plan, displayName: 'After', start: iso(30), end: iso(40) },
    ];
    const nextId = await server.api.make('/service-maintenance', next);
    await pass(10);
    await server.api.delete(`/service-maintenance/${nextId}`);
    await pass(10);
    const afterId = await server.api.make('/service-maintenance', after);
    await pass(10);
    await pass((Date.parse(iso(0)) - server.clock.now().getTime()) / 1000 + 30 * 3_600 + 5);
    await server.api.delete(`/service-maintenance/${afterId}`);
    await pass(10);
    await pass(10);
    expect(happened().slice(4)).toEqual([
      'Maintenance planned: Next',
      'Maintenance called off: Next',
      'Maintenance planned: After',
      'Maintenance begins: After',
      'Maintenance is over: After',
    ]);
  });

  it('that maintenance is over or called off, however far back its end is set', async () => {
    const page = await makePage();
    await byMail(page, 'a@example.com');
    const { iso, plan } = upgrade(1, 9);
    const id = await server.api.make('/service-maintenance', plan);
    await pass(10);
    await pass(3_600);
    await pass(3 * 3_600);
    await server.api.put(`/service-maintenance/${id}`, { ...plan, end: iso(2) });
    await pass(10);
    await pass(10);
    const next = { ...plan, displayName: 'Next', start: iso(20), end: iso(21) };
    const nextId = await server.api.make('/service-maintenance', next);
    await pass(10);
    const before = { start: iso(2), end: iso(3) };
    await server.api.put(`/service-maintenance/${nextId}`, { ...next, ...before });
    await pass(10);
    await pass(10);
    expect(happened()).toEqual([
      'Maintenance planned: Upgrade',
      'Maintenance begins: Upgrade',
      'Maintenance is over: Upgrade',
      'Maintenance planned: Next',
      'Maintenance called off: Next',
    ]);
  });

  it('that maintenance that comes again is called off, between two of its times and during one', async () => {
    const page = await makePage();
    await byMail(page, 'a@example.com');
    const { iso, plan } = upgrade(0, 1000);
    const daily = (displayName: string, hours: number) => ({
      ...plan,
      displayName,
      recurrences: [
        { rule: 'FREQ=DAILY', minutes: 60, timeZoneId: 'UTC', startsAt: iso(hours).slice(0, 16) },
      ],
    });
    const ids = [
      await server.api.make('/service-maintenance', daily('Early', 2)),
      await server.api.make('/service-maintenance', daily('Late', 4)),
    ];
    for (let hours = 0; hours < 4.5; hours += 0.25) await pass(900);
    for (const id of ids) await server.api.delete(`/service-maintenance/${id}`);
    await pass(10);
    for (let hours = 0; hours < 26; hours += 0.5) await pass(1_800);
    expect(happened().toSorted()).toEqual([
      'Maintenance begins: Early',
      'Maintenance begins: Late',
      'Maintenance called off: Early',
      'Maintenance called off: Late',
      'Maintenance is over: Early',
      'Maintenance is over: Late',
      'Maintenance planned: Early',
      'Maintenance planned: Late',
    ]);
  });

  it('nothing that the page hides, and nothing of what happened before they subscribed', async () => {
    const page = await makePage({ publicHideIncidentDetails: true, publicHideMaintenances: true });
    const id = await send(server, shop, 'SECRET host db-7', 'Open');
    await pass(200);
    await byMail(page, 'late@example.com');
    await pass(10);
    expect(smtp.mails).toEqual([]);
    await say(server, id, 'Commented', { message: 'SECRET words', messageIsPublic: true });
    await pass(10);
    await say(server, id, 'Resolved', { message: 'SECRET words', messageIsPublic: true });
    await pass(10);
    expect(happened()).toEqual([`Resolved: Shop ${turn}`]);
    expect(smtp.mails[0]?.raw).not.toContain('SECRET');
  });

  it('once each, whoever fails meanwhile and however often it is looked at', async () => {
    const page = await makePage();
    const people = Array.from({ length: 30 }, (_, count) => `p${count}@example.com`);
    for (const email of people) await byMail(page, email);
    await send(server, shop, 'Down', 'Open');
    server.clock.advance(130);
    smtp.refuseNext(
      { at: 'data', code: 451, text: 'later' },
      { at: 'data', code: 451, text: 'later' },
    );
    await Promise.all([pass(), pass(), pass()]);
    for (let count = 0; count < 4; count += 1) await pass(60);
    expect(subjects()).toEqual(people.map((email) => `${email} [Acme status] Down`).toSorted());
  });
});
