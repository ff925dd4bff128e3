import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemContext } from '../../src/kernel/index.ts';
import { models } from '../../src/modules.ts';
import { loadRecipients } from '../../src/notifications/index.ts';
import { type FakeCarrier, startCarrier } from '../fakes/carrier.ts';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeKey, makePerson } from '../support/keys.ts';
import { staffTeam } from '../support/staffed-team.ts';

let server: TestApp;
let carrier: FakeCarrier;
let smtp: FakeSmtpServer;
beforeAll(async () => {
  [carrier, smtp] = await Promise.all([startCarrier(), startSmtpServer()]);
  server = await startTestApp({ env: { ...carrier.env, TOCSIN_SMTP_URL: smtp.url } });
});
afterAll(async () => {
  await server.stop();
  await Promise.all([carrier.stop(), smtp.stop()]);
});

const home = { id: 'home', channel: 'SMS', target: '+4930123456', label: 'Home' };
const mail = { channel: 'Email', afterMinutes: 0 };
const toHome = { channel: 'SMS', contactId: 'home', afterMinutes: 0 };
const rules = { rules: [], otherwise: [toHome, mail], contacts: [home] };

/** Somebody who wrote these rules themselves. */
async function withRules(given: object = rules) {
  const me = await makePerson(server, { organizationRole: 'Member' });
  const path = `/user/${me.id}/notification-rules`;
  const set = (body: object, by: ApiClient = me.api) => by.put(path, body);
  const stored = await set(given);
  expect(stored.status, stored.text).toBe(200);
  const confirmed = async () => {
    const { contacts } = (await me.api.get(path)).body as {
      contacts: { id: string; confirmedAt: string | null }[];
    };
    return contacts.flatMap(({ id, confirmedAt }) => (confirmedAt ? id : []));
  };
  return { ...me, path, set, stored, confirmed };
}

const latestCode = () => /\d{6}/.exec(carrier.texts.at(-1)?.text ?? '')?.[0] ?? '';
const codeOfMail = () => /\d{6}/.exec(smtp.mails.at(-1)?.subject ?? '')?.[0] ?? '';

describe('contacts of notification rules', () => {
  it('that a person wrote are confirmed by the code that is sent to them, once for all with this address', async () => {
    const call = { ...home, id: 'call', channel: 'VoiceCall' };
    const me = await withRules({ ...rules, contacts: [home, call] });
    expect(me.stored.body.contacts).toEqual([
      { ...home, confirmedAt: null },
      { ...call, confirmedAt: null },
    ]);
    const sent = await me.api.post(`${me.path}/contacts/HOME/send-code`);
    expect(sent.status, sent.text).toBe(200);
    expect(sent.body).toMatchObject({ id: 'home', confirmedAt: null });
    expect(carrier.texts.at(-1)).toMatchObject({ to: home.target });
    const code = latestCode();
    const confirm = (given: string | null) =>
      me.api.post(`${me.path}/contacts/home/confirm`, { code: given });
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    for (const given of [wrong, null]) expect((await confirm(given)).status).toBe(400);
    const right = await confirm(code);
    expect(right.status, right.text).toBe(200);
    expect(await me.confirmed()).toEqual(['home', 'call']);
    // Written again, also by others and without them, they stay so.
    await me.set({ ...rules, contacts: undefined });
    await me.set((await me.api.get(me.path)).body, server.api);
    expect(await me.confirmed()).toEqual(['home', 'call']);
    const texts = carrier.texts.length;
    expect((await me.api.post(`${me.path}/contacts/home/send-code`)).status).toBe(200);
    expect(carrier.texts).toHaveLength(texts);
  });

  it('say their code in a call, twice and in the language of the person', async () => {
    const me = await withRules();
    await me.api.post(`${me.path}/contacts/home/send-code`, { byCall: true });
    const call = carrier.calls.at(-1);
    expect(call?.to).toBe(home.target);
    const said = call ? await carrier.answer(call) : '';
    const [first = '', second] = said.match(/\d(?:, \d){5}/g) ?? [];
    expect([first, second], said).toEqual([second, first]);
    const code = first.replaceAll(', ', '');
    expect((await me.api.post(`${me.path}/contacts/home/confirm`, { code })).status).toBe(200);
    server.clock.advance(11 * 60);
    expect(call && (await carrier.answer(call))).toContain('not valid any more');
  });

  it('are called with a code only where they are numbers, and where a carrier is set up', async () => {
    const mailbox = { id: 'box', channel: 'Email', target: 'ada@home.example' };
    const me = await withRules({ ...rules, contacts: [home, mailbox] });
    const asked = await me.api.post(`${me.path}/contacts/box/send-code`, { byCall: true });
    expect([asked.status, Object.keys(asked.body.errors as object)]).toEqual([400, ['byCall']]);
    const bare = await startTestApp();
    try {
      const path = `/user/${await bare.api.make('/user', { email: 'ada@example.com' })}`;
      const own = bare.as(await makeKey(bare, { userId: path.slice(6) }));
      await own.put(`${path}/notification-rules`, rules);
      const code = `${path}/notification-rules/contacts/home/send-code`;
      const refused = await own.post(code, { byCall: true });
      expect(refused.status).toBe(409);
      expect(refused.body.detail).toContain('TOCSIN_TWILIO_ACCOUNT_SID');
    } finally {
      await bare.stop();
    }
  });

  it('are tried one by one, once they are confirmed', async () => {
    const me = await withRules();
    const test = (given: object) => me.api.post(`/user/${me.id}/test-notification`, given);
    const one = { channel: 'SMS', contactId: 'HOME' };
    expect((await test(one)).body).toMatchObject({
      outcome: 'unreachable',
      detailSentence: { code: 'contactNotConfirmed' },
    });
    await server.api.post(`${me.path}/contacts/home/confirm`, { code: null });
    expect((await test(one)).body).toMatchObject({ outcome: 'sent' });
    expect(carrier.texts.at(-1)?.to).toBe(home.target);
    carrier.answerNext(carrier.refusal(400, 21614, 'not a mobile number'));
    expect((await test(one)).body).toMatchObject({
      outcome: 'refused',
      detailSentence: { code: 'carrierTakesNoTexts' },
    });
    expect((await test({ ...one, channel: 'VoiceCall' })).status).toBe(400);
    expect((await test({ ...one, contactId: 'gone' })).status).toBe(404);
    expect((await test({ channel: 'Push', contactId: 'gone' })).status).toBe(404);
  });

  it('are kept by people without rules, whose settings decide', async () => {
    const me = await withRules({ rules: [], otherwise: null, contacts: [home] });
    await server.api.post(`${me.path}/contacts/home/confirm`, { code: null });
    const ctx = systemContext(server.app.world, server.organizationId);
    expect((await loadRecipients(ctx, [me.id])).get(me.id)?.recipient).toMatchObject({
      rules: null,
      further: [{ id: 'home', isConfirmed: true }],
    });
  });

  it('with another address have to be confirmed again, and a code for the former one confirms nothing', async () => {
    const me = await withRules();
    await me.api.post(`${me.path}/contacts/home/send-code`);
    const code = latestCode();
    await me.set({ ...rules, contacts: [{ ...home, target: '+4940123456' }] });
    const late = await me.api.post(`${me.path}/contacts/home/confirm`, { code });
    expect(late.status).toBe(400);
    await server.api.post(`${me.path}/contacts/home/confirm`, { code: null });
    expect(await me.confirmed()).toEqual(['home']);
    await me.set(rules);
    expect(await me.confirmed()).toEqual([]);
  });

  it('that others write count as confirmed; those that stood there do not become it by that', async () => {
    const mailbox = { id: 'box', channel: 'Email', target: 'ada@home.example', label: null };
    const me = await withRules();
    const more = { ...rules, contacts: [home, mailbox] };
    expect((await me.set(more, server.api)).status).toBe(200);
    expect(await me.confirmed()).toEqual(['box']);
    const other = await makePerson(server, { organizationRole: 'Member' });
    const path = `/user/${other.id}/notification-rules`;
    const made = await server.api.put(path, more);
    expect(made.body.contacts).toMatchObject([
      { confirmedAt: expect.any(String) },
      { confirmedAt: expect.any(String) },
    ]);
    const step = { channel: 'Email', contactId: 'box', afterMinutes: 0 };
    const preview = await other.api.post(`${path}/preview`, {
      rules: { rules: [], otherwise: [step] },
      at: '2026-03-19T23:00:00Z',
      severity: 'Critical',
    });
    expect(preview.body.messages, preview.text).toMatchObject([
      { channel: 'Email', target: 'a…@home.example', isSent: true },
    ]);
  });

  it('of mail get their code by mail', async () => {
    const mailbox = { id: 'box', channel: 'Email', target: 'ada@home.example' };
    const me = await withRules({ ...rules, contacts: [home, mailbox] });
    const sent = await me.api.post(`${me.path}/contacts/box/send-code`);
    expect(sent.status, sent.text).toBe(200);
    expect(smtp.mails.at(-1)).toMatchObject({ to_: [mailbox.target] });
    const code = codeOfMail();
    expect((await me.api.post(`${me.path}/contacts/box/confirm`, { code })).status).toBe(200);
    expect(await me.confirmed()).toEqual(['box']);
  });

  it('are sent 6 codes an hour together', async () => {
    const contacts = [home, { ...home, id: 'work', target: '+4940123456' }];
    const me = await withRules({ ...rules, contacts });
    const send = async (id: string) =>
      (await me.api.post(`${me.path}/contacts/${id}/send-code`)).status;
    for (let count = 0; count < 3; count += 1)
      for (const { id } of contacts) expect(await send(id)).toBe(200);
    expect(await send('home')).toBe(429);
    expect(await send('gone')).toBe(404);
  });

  it.each<[string, object, string]>([
    ['a step that names none', { contacts: [] }, 'otherwise[0].contactId'],
    [
      'a step of another channel',
      { contacts: [{ ...home, channel: 'VoiceCall' }] },
      'otherwise[0].contactId',
    ],
    ['rules of no team', { rules: [{ teamIds: [], steps: [mail] }] }, 'rules[0].teamIds'],
    ['rules of no hours', { rules: [{ hours: [], steps: [mail] }] }, 'rules[0].hours'],
    ['a push', { contacts: [home, { ...home, id: 'p', channel: 'Push' }] }, 'contacts[1].channel'],
    ['a number without +', { contacts: [{ ...home, target: '030123456' }] }, 'contacts[0].target'],
    ['an id twice', { contacts: [home, { ...home, id: 'HOME' }] }, 'contacts[1].id'],
    ['more than 20', { contacts: Array(21).fill({ ...home, id: null }) }, 'contacts'],
  ])('refuse %s', async (_, more, member) => {
    const me = await makePerson(server, { organizationRole: 'Member' });
    const answer = await me.api.put(`/user/${me.id}/notification-rules`, { ...rules, ...more });
    expect(answer.status, answer.text).toBe(400);
    expect(Object.keys(answer.body.errors as object).join()).toContain(member);
    if (member.startsWith('rules'))
      expect(JSON.stringify(answer.body.errors)).toContain(
        'must name at least one, or be left out',
      );
  });

  it('reach whoever has no number of their own, by settings, too, and are in the coverage unless confirmed', async () => {
    const { people } = await staffTeam(server.api, 'Contacts', [{ people: ['Ada'] }]);
    const id = String(people.Ada?.id);
    const path = `/user/${id}/notification-rules`;
    await server.api.put(path, { ...rules, otherwise: [mail], contacts: [] });
    const ctx = systemContext(server.app.world, server.organizationId);
    const found = async () => {
      const { findings } = (await server.api.get('/coverage')).body as {
        findings: { kind: string; userId: string }[];
      };
      return findings.filter((one) => one.userId === id).map(({ kind }) => kind);
    };
    expect((await server.api.put(path, rules)).status).toBe(200);
    expect((await loadRecipients(ctx, [id])).get(id)?.recipient.further).toMatchObject([
      { id: 'home', isConfirmed: true },
    ]);
    expect(await found()).toEqual([]);
    const own = server.as(await makeKey(server, { userId: id }));
    expect(
      (await own.put(path, { ...rules, contacts: [{ ...home, target: '+4940999999' }] })).status,
    ).toBe(200);
    expect(await found()).toEqual(['ContactUnconfirmed']);
  });

  it('are gone with the person, from the audit log, too', async () => {
    const target = '+4930777123456';
    const me = await withRules({ ...rules, contacts: [{ ...home, target }] });
    await me.api.post(`${me.path}/contacts/home/send-code`);
    const { connection } = server.app.world.store;
    const namedBy = async () => {
      const names: string[] = [];
      for (const { collectionName } of models) {
        const documents = await connection.collection(collectionName).find({}).toArray();
        if (JSON.stringify(documents).includes(target)) names.push(collectionName);
      }
      return names;
    };
    expect(await namedBy()).toContain('user_notification_rules');
    expect((await server.api.delete(`/user/${me.id}`)).status).toBe(200);
    await server.app.jobs.runAll();
    expect(await namedBy()).toEqual([]);
  });
});
