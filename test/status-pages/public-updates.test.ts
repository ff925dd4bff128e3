import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FakeSmtpServer, startSmtpServer } from '../fakes/smtp-server.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makePerson } from '../support/keys.ts';
import { signIn } from '../support/sessions.ts';
import { visit } from '../surfaces/status/visit.ts';
import { makeShop, pageOf, type Shop, say, send, statusOf } from './town.ts';

let server: TestApp;
let smtp: FakeSmtpServer;
beforeAll(async () => {
  smtp = await startSmtpServer();
  server = await startTestApp({
    clock: '2026-03-02T10:00:00.000Z',
    env: { TOCSIN_SMTP_URL: smtp.url },
  });
});
afterAll(() => Promise.all([server?.stop(), smtp?.stop()]));

let turn = 0;
let slug = '';
let shop: Shop;
let page: string;
beforeEach(async () => {
  turn += 1;
  slug = `updates-${turn}`;
  shop = await makeShop(server, `Shop ${turn}`);
  smtp.mails.length = 0;
  const body = pageOf(slug, [shop.serviceId], { publicShowIncidentTitles: false });
  page = await server.api.make('/status-page', body);
});

const at = (part = '', headers: Record<string, string> = {}) =>
  visit(server, `/status/${slug}${part}`, { headers });
const later = (seconds: number) => server.clock.advance(seconds);
const shown = async (part = '') => {
  later(2);
  return (await at(part)).text;
};
const pass = async (seconds: number) => {
  later(seconds);
  for (const wanted of ['status-page-news', 'send-Email'])
    await server.app.jobs.runAll((task) => task === wanted);
};
const told = () => smtp.mails.map(({ text }) => (text ?? '').split('\n')[0]);
const update = (more: object = {}) => ({
  state: 'Identified',
  messages: [
    { language: 'en', message: 'A disk of {service} is full.' },
    { language: 'de', message: 'Eine Platte von {service} ist voll.' },
  ],
  serviceIds: [shop.serviceId],
  ...more,
});

describe('a page without titles', () => {
  it('shows a flood as one incident with a sentence that fits everybody, in the language of the reader', async () => {
    await server.api.make('/status-page-subscriber', {
      statusPageId: page,
      email: 'reader@example.com',
    });
    for (let count = 0; count < 50; count += 1)
      await send(server, shop, `SECRET host ${count}`, 'Open');
    const text = await shown();
    expect(text.match(/<article/g)).toHaveLength(1);
    expect(text).toContain(`We are looking into a problem with Shop ${turn}.`);
    expect((await at('', { 'accept-language': 'de' })).text).toContain(
      `Wir untersuchen ein Problem mit Shop ${turn}.`,
    );
    for (const part of ['', '/status.json', '/feed.atom', '/history'])
      expect((await at(part)).text).not.toContain('SECRET');
    expect(JSON.parse((await at('/status.json')).text).openIncidents).toMatchObject([
      { incidents: [] },
    ]);
    expect((await statusOf(server, page)).openIncidents[0]?.incidents).toHaveLength(50);
    // Nobody has said anything, so nobody is told.
    await pass(300);
    expect(told()).toEqual([]);
  });

  it('tells its subscribers what was said of an incident, and that it is over', async () => {
    await server.api.make('/status-page-subscriber', {
      statusPageId: page,
      email: 'reader@example.com',
    });
    const id = await send(server, shop, 'SECRET', 'Open');
    await pass(300);
    await say(server, id, 'Commented', { message: 'We know.', messageIsPublic: true });
    await pass(60);
    await send(server, shop, 'SECRET', 'Resolved');
    await pass(300);
    expect(told()).toEqual([`New incident: Shop ${turn}`, `Resolved: Shop ${turn}`]);
    expect(smtp.mails.map(({ raw }) => raw).join()).not.toContain('SECRET');
  });
});

describe('an update', () => {
  it('is seen by nobody until it is published, told once, corrected, and withdrawn', async () => {
    await server.api.make('/status-page-subscriber', {
      statusPageId: page,
      email: 'reader@example.com',
    });
    for (const title of ['a', 'b', 'c']) await send(server, shop, title, 'Open');
    const draft = await server.api.post('/public-update', update());
    const { id } = draft.body as { id: string };
    expect(draft.body).toMatchObject({ isPublished: false, publishedAt: null });
    expect(await shown()).not.toContain('A disk of');
    await pass(60);
    expect(told()).toEqual([]);

    const path = `/public-update/${id}`;
    const published = await server.api.put(path, update({ isPublished: true }));
    expect(published.body.publishedAt).toBe(server.clock.now().toISOString());
    const text = await shown();
    expect(text.match(/<article/g)).toHaveLength(1);
    expect(text).toContain('<b>Identified</b>');
    expect(text).toContain(`A disk of Shop ${turn} is full.`);
    expect((await at('?lang=de')).text).toContain(`Eine Platte von Shop ${turn} ist voll.`);
    expect((await at('/feed.atom')).text).toContain(`A disk of Shop ${turn} is full.`);
    await pass(60);
    expect(told()).toEqual([`Identified: Shop ${turn}`]);
    expect(smtp.mails[0]?.text).toContain(`A disk of Shop ${turn} is full.`);

    const messages = [{ language: 'en', message: 'Two disks.' }];
    await server.api.put(path, update({ isPublished: true, messages }));
    expect(await shown()).toContain('Two disks.');
    await server.api.put(path, update({ isPublished: false, messages }));
    expect(await shown()).not.toContain('Two disks.');
    await server.api.put(path, update({ isPublished: true, messages }));
    expect(await shown()).toContain('Two disks.');
    await pass(60);
    expect(told()).toHaveLength(1);
    expect((await server.api.delete(path)).status).toBe(200);
    expect(await shown()).not.toContain('Two disks.');
    const log = await server.api.get(`/auditlog/list?EntityId=${id}`);
    const actions = (log.body.items as { action: string }[]).map(({ action }) => action);
    expect(actions.toSorted()).toEqual([
      'public-update.create',
      'public-update.delete',
      ...Array.from({ length: 4 }, () => 'public-update.update'),
    ]);
  });

  it('is told to nobody whom the mail reaches after it was withdrawn', async () => {
    await server.api.make('/status-page-subscriber', {
      statusPageId: page,
      email: 'reader@example.com',
    });
    const id = await server.api.make('/public-update', update({ isPublished: true }));
    later(10);
    await server.app.jobs.runAll((task) => task === 'status-page-news');
    await server.api.put(`/public-update/${id}`, update());
    await pass(10);
    expect(told()).toEqual([]);
  });

  it('is on all pages with one of its services, or on those that were chosen', async () => {
    const other = await makeShop(server, `Other ${turn}`);
    const [second, third] = [`${slug}-b`, `${slug}-c`];
    const both = [shop.serviceId, other.serviceId];
    const chosen = await server.api.make('/status-page', pageOf(second, both));
    await server.api.make('/status-page', pageOf(third, [other.serviceId]));
    await server.api.make('/public-update', update({ isPublished: true, serviceIds: both }));
    const messages = [{ language: 'en', message: 'Only there.' }];
    const only = { isPublished: true, messages, statusPageIds: [chosen.toUpperCase()] };
    await server.api.make('/public-update', update(only));
    const on = async (name: string) => {
      later(2);
      return (await visit(server, `/status/${name}`)).text;
    };
    expect(await on(slug)).toContain(`A disk of Shop ${turn} is full.`);
    expect(await on(second)).toContain(`A disk of Shop ${turn} and Other ${turn} is full.`);
    expect((await visit(server, `/status/${second}?lang=de`)).text).toContain(
      `Eine Platte von Shop ${turn} und Other ${turn} ist voll.`,
    );
    expect(await on(third)).toContain(`A disk of Other ${turn} is full.`);
    const seen = await Promise.all([slug, second, third].map(on));
    expect(seen.map((text) => text.includes('Only there.'))).toEqual([false, true, false]);
  });

  it('names as affected only services of which something is wrong', async () => {
    const other = await makeShop(server, `Other ${turn}`);
    const both = [shop.serviceId, other.serviceId];
    await server.api.make('/status-page', pageOf(`${slug}-b`, both));
    await send(server, shop, 'x', 'Open');
    await server.api.make('/public-update', update({ isPublished: true, serviceIds: both }));
    later(2);
    const { text } = await visit(server, `/status/${slug}-b`);
    expect(text).toMatch(new RegExp(`Affected: <a[^>]*>Shop ${turn}</a>`));
  });

  it('can be looked at before it is saved, by people of the organization and in a frame of the console', async () => {
    const member = await makePerson(server, { organizationRole: 'Member' });
    const { cookie } = await signIn(server, { userId: member.id });
    const look = (form: Record<string, string>, headers: Record<string, string> = { cookie }) =>
      visit(server, `/status/${slug}/preview?lang=de`, { headers, form });
    const written = JSON.stringify(update());
    const preview = await look({ update: written });
    expect(preview.status).toBe(200);
    expect(preview.text).toContain(`Eine Platte von Shop ${turn} ist voll.`);
    expect(preview.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect(preview.headers['cache-control']).toBe('no-store');
    expect((await look({ update: written }, {})).status).toBe(404);
    expect(await shown()).not.toContain('A disk of');
    const id = await server.api.make('/public-update', update({ isPublished: true }));
    const other = update({ messages: [{ language: 'en', message: 'It is two disks.' }] });
    const instead = (await look({ id, update: JSON.stringify(other) })).text;
    expect(instead).toContain('It is two disks.');
    expect(instead).not.toContain('Eine Platte');
    const elsewhere = await server.api.make('/status-page', pageOf(`${slug}-b`, [shop.serviceId]));
    const forOther = { ...other, statusPageIds: [elsewhere] };
    expect((await look({ update: JSON.stringify(forOther) })).text).not.toContain('two disks');
    const wrong = await look({ update: JSON.stringify(update({ serviceIds: [] })) });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('Name a service at least');
    expect(wrong.headers['content-security-policy']).toContain("frame-ancestors 'self'");
    expect((await look({ update: '{' })).status).toBe(400);
  });

  it('is written by administrators, and by everybody else for incidents of their teams', async () => {
    const incident = await send(server, shop, 'x', 'Open');
    const { body } = await server.api.get(`/incident/search/${incident}`);
    const [team] = body.teams as { id: string }[];
    const member = await makePerson(server, { teams: { [team?.id ?? '']: 'Member' } });
    const elsewhere = await server.api.make('/team', { displayName: 'Elsewhere' });
    const stranger = await makePerson(server, { teams: { [elsewhere]: 'Member' } });
    const own = update({ incidentIds: [incident], isPublished: true });
    const statusOfPost = async ({ api }: typeof member, given: object) =>
      (await api.post('/public-update', given)).status;
    expect(await statusOfPost(member, update())).toBe(403);
    expect(await statusOfPost(stranger, own)).toBe(404);
    const made = await member.api.post('/public-update', own);
    expect(made.body).toMatchObject({ isPublished: true, publishedById: member.id });
    const path = `/public-update/${String(made.body.id)}`;
    expect((await stranger.api.put(path, own)).status).toBe(404);
    expect((await member.api.put(path, update({ incidentIds: [] }))).status).toBe(403);
    expect((await member.api.put(path, { ...own, isPublished: false })).status).toBe(200);
    expect((await member.api.delete(path)).status).toBe(200);
    const admins = await server.api.make('/public-update', update());
    expect((await member.api.delete(`/public-update/${admins}`)).status).toBe(403);
  });

  it('needs a service and one text in each language', async () => {
    const refused = async (more: object) =>
      (await server.api.post('/public-update', update(more))).status;
    const text = { language: 'en', message: 'x' };
    expect(await refused({ serviceIds: [] })).toBe(400);
    expect(await refused({ messages: [text, text] })).toBe(400);
    expect(await refused({ messages: [] })).toBe(400);
    expect(await refused({ messages: [{ language: 'fr', message: 'x' }] })).toBe(400);
  });

  it('is found by service, incident and state, the latest first', async () => {
    const ids: string[] = [];
    for (const isPublished of [true, false])
      ids.unshift(await server.api.make('/public-update', update({ isPublished })));
    const found = async (query: string) => {
      const { body } = await server.api.get(
        `/public-update/search/list?ServiceId=${shop.serviceId}${query}`,
      );
      return (body.publicUpdates as { id: string }[]).map(({ id }) => id);
    };
    expect(await found('')).toEqual(ids);
    expect(await found('&IsPublished=false')).toEqual([ids[0]]);
    expect(await found('&IsPublished=true')).toEqual([ids[1]]);
    expect(await found(`&IncidentId=${page}`)).toEqual([]);
  });
});

describe('history', () => {
  it('is by month within the days of the page, in pages below 30 kB', async () => {
    const { body } = await server.api.get(`/status-page/${page}`);
    await server.api.put(`/status-page/${page}`, { ...body, historyInDays: 40 });
    const month = server.clock.now().toISOString().slice(0, 7);
    for (let count = 0; count < 80; count += 1) {
      await send(server, shop, 'x', 'Open');
      later(60);
      await send(server, shop, 'x', 'Resolved');
      later(1800);
    }
    const home = await shown();
    expect(Buffer.byteLength(home)).toBeLessThan(30_000);
    expect(home).toContain(`/status/${slug}/history?month=`);
    const first = await at(`/history?month=${month}`);
    expect(first.status).toBe(200);
    expect(first.text).toContain('Page 1 of 2');
    const second = await at(`/history?month=${month}&page=2`);
    const listed = [first, second].map(({ text }) => text.match(/<article/g)?.length ?? 0);
    expect(listed[0] ?? 0).toBeGreaterThan(listed[1] ?? 0);
    expect((listed[0] ?? 0) + (listed[1] ?? 0)).toBe(80);
    for (const { text } of [first, second]) expect(Buffer.byteLength(text)).toBeLessThan(30_000);
    expect((await at('/history?lang=de')).text).toContain('Verlauf');
    for (const other of ['month=2020-01', 'month=2999-01', `month=${month}&page=3`])
      expect((await at(`/history?${other}`)).status).toBe(404);
  });
});
