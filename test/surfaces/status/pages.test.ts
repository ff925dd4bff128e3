import { createHash, randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Parser } from 'htmlparser2';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { incidentModel } from '../../../src/incidents/index.ts';
import { statusPageKind } from '../../../src/status-pages/index.ts';
import { makeShop, pageOf, type Shop, say, send } from '../../status-pages/town.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { makeOrganization, makePerson } from '../../support/keys.ts';
import { signIn } from '../../support/sessions.ts';
import { type VisitOptions, visit } from './visit.ts';

const hostile = `"><script>alert(1)</script><img src=x onerror=alert(2)> ' onload='x' &amp; \u202Eevil\u0000`;

/** A PNG of one. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

let server: TestApp;
let shop: Shop;
beforeAll(async () => {
  server = await startTestApp({
    env: { TOCSIN_TRUSTED_PROXIES: '127.0.0.0/8', TOCSIN_SMTP_URL: 'smtp://127.0.0.1:9' },
  });
  shop = await makeShop(server, 'Shop');
});
afterAll(() => server.stop());
afterEach(() => vi.restoreAllMocks());

let turn = 0;
async function makePage(more: object = {}, of: Shop[] = [shop]): Promise<string> {
  turn += 1;
  const slug = `page-${turn}`;
  const ids = of.map(({ serviceId }) => serviceId);
  await server.api.make('/status-page', pageOf(slug, ids, more));
  return slug;
}
const at = (slug: string, part = '', options: VisitOptions = {}) =>
  visit(server, `/status/${slug}${part}`, options);
const parts = ['', '/status.json', '/feed.atom', '/maintenance.ics', '/badge.svg'];

describe('a page', () => {
  it('is one short answer without script, with a policy for its own bytes', async () => {
    const { status, text, headers } = await at(await makePage());
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(Buffer.byteLength(text)).toBeLessThan(30_000);
    expect(text).not.toContain('<script');
    const sheet = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
    const digest = createHash('sha256').update(sheet).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    // Nothing is loaded from anywhere.
    const loaded = [...text.matchAll(/\s(?:src|href)="([^"#]*)"/g)].map(([, url = '']) => url);
    expect(loaded.filter((url) => !/^(data:image|\/status\/)/.test(url))).toEqual([]);
  });

  it('stays under 30 kB when everything breaks at once', async () => {
    const shops: Shop[] = [];
    for (let count = 0; count < 8; count += 1)
      shops.push(await makeShop(server, `Service ${count}`));
    const slug = await makePage({ historyInDays: 365 }, shops);
    for (const [place, one] of shops.entries())
      for (let count = 0; count < 4; count += 1) {
        const id = await send(server, one, `Problem ${count} ${'x'.repeat(300)}`, 'Open');
        await say(server, id, 'Commented', {
          message: `${place} ${'word '.repeat(900)}`,
          messageIsPublic: true,
        });
        if (count > 1) await send(server, one, `Problem ${count} ${'x'.repeat(300)}`, 'Resolved');
      }
    const { text } = await at(slug);
    expect(Buffer.byteLength(text)).toBeLessThan(30_000);
    expect(text).toContain('The rest is in the feed and in the JSON.');
    for (const count of shops.keys()) expect(text).toContain(`Service ${count}`);
  });

  it('shows what came in by webhook, mail or settings as text', async () => {
    const strange = await makeShop(server, `Service ${hostile.replaceAll('\u0000', '')}`);
    const texts = ['publicTitle', 'publicDescription', 'publicCompanyName', 'publicSupportEmail'];
    const slug = await makePage(
      {
        ...Object.fromEntries(texts.map((name) => [name, hostile.replaceAll('\u0000', '')])),
        publicCompanyUrl: 'javascript:alert(3)',
        publicSupportUrl: 'data:text/html,<script>alert(4)</script>',
        publicSeverityMappingCritical: hostile.replaceAll('\u0000', ''),
        serviceGroups: [
          { publicDisplayName: hostile.replaceAll('\u0000', ''), serviceIds: [strange.serviceId] },
        ],
      },
      [strange],
    );
    const id = await send(server, strange, hostile, 'Open');
    await say(server, id, 'Commented', { message: hostile, messageIsPublic: true });
    for (const part of ['', '/feed.atom', '/badge.svg']) {
      const { text, status } = await at(slug, part);
      expect([part, status]).toEqual([part, 200]);
      expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
      expect(text).not.toMatch(/[\u202E\u0000]/);
      const seen: string[] = [];
      const parser = new Parser(
        {
          onopentag(name, attributes) {
            seen.push(name);
            for (const [attribute, value] of Object.entries(attributes)) {
              if (/^on/i.test(attribute)) seen.push(attribute);
              if (/^\s*(javascript|data:text)/i.test(value)) seen.push(value);
            }
          },
        },
        { xmlMode: part !== '' },
      );
      parser.end(text);
      expect(seen.filter((name) => /^(script|img|on|javascript|data)/i.test(name))).toEqual([]);
    }
    const { headers } = await at(slug, '/badge.svg');
    expect(headers['content-security-policy']).toContain('sandbox');
  });

  it('says in one language what to do where somebody loads the answer to a form again', async () => {
    const headers = { 'accept-language': 'de-AT' };
    const { status, text } = await at(await makePage(), '/subscribe', { headers });
    expect([status, text.match(/<p>[^<]*/)?.[0]]).toEqual([
      405,
      '<p>Gehen Sie zurück und versuchen Sie es noch einmal.',
    ]);
  });

  it('has a badge for each service, and none for others', async () => {
    const [whole, broken] = [await makeShop(server, 'Whole'), await makeShop(server, 'Broken')];
    const elsewhere = await makeShop(server, 'Elsewhere');
    const slug = await makePage({}, [whole, broken]);
    await send(server, broken, 'Fire', 'Open');
    const badge = (id: string) => at(slug, `/badge.svg?service=${id}`);
    expect((await badge(whole.serviceId)).text).toContain('aria-label="Whole: Operational"');
    expect((await badge(broken.serviceId.toUpperCase())).text).toContain('aria-label="Broken: ');
    expect((await badge(broken.serviceId)).text).not.toContain('Operational');
    expect((await badge(elsewhere.serviceId)).status).toBe(404);
    expect((await badge('nonsense')).status).toBe(404);
  });

  it('shows the logo of its settings, from this server and with nothing that runs', async () => {
    const without = await makePage();
    expect((await at(without, '/logo')).status).toBe(404);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="4" fill="url(#a)"/></svg>';
    const logos = { 'image/png': pixel, 'image/svg+xml': Buffer.from(svg) };
    for (const [type, bytes] of Object.entries(logos)) {
      const publicLogo = `data:${type};base64,${bytes.toString('base64')}`;
      const slug = await makePage({ publicLogo });
      const { text, headers } = await at(slug);
      const [, src = ''] = /<img class="logo" src="([^"]+)" alt="" height="40">/.exec(text) ?? [];
      expect(src).toMatch(new RegExp(`^/status/${slug}/logo\\?v=`));
      expect(headers['content-security-policy']).toContain("img-src data: 'self';");
      const logo = await visit(server, src);
      expect(logo.bytes.equals(bytes)).toBe(true);
      expect(logo.headers).toMatchObject({
        'content-type': type,
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(logo.headers['content-security-policy']).toContain('sandbox');
      const { etag = '' } = logo.headers;
      expect((await visit(server, src, { headers: { 'if-none-match': etag } })).status).toBe(304);
    }
    const hidden = await makePage({
      publicLogo: `data:image/png;base64,${pixel.toString('base64')}`,
      passwordProtectionPassword: 'open sesame',
    });
    expect((await at(hidden, '/logo')).status).toBe(403);
  });

  it('takes no logo that is not what it says, or could do more than be seen', async () => {
    const svg = (inside: string) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);
    const refused: [string, Buffer][] = [
      ['image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['image/png', Buffer.concat([pixel.subarray(0, 16), Buffer.from('7fffffff7fffffff', 'hex')])],
      ['image/png', Buffer.concat([pixel, Buffer.alloc(50_000)])],
      ['image/svg+xml', pixel],
      ['image/svg+xml', Buffer.from('<html><svg/></html>')],
      ['image/svg+xml', svg('<script>alert(1)</script>')],
      ['image/svg+xml', svg('<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>')],
      ['image/svg+xml', svg('<g onload="alert(1)"/>')],
      ['image/svg+xml', svg('<foreignObject><p/></foreignObject>')],
      ['image/svg+xml', svg('<image href="https://evil.example/x.png"/>')],
      ['image/svg+xml', svg('<use xlink:href="https://evil.example/x.svg#a"/>')],
      ['image/svg+xml', svg('<style>@import "https://evil.example/x.css";</style>')],
      ['image/svg+xml', svg('<rect style="fill:url(https://evil.example/x)"/>')],
      ['image/svg+xml', svg('<set attributeName="href" to="javascript:alert(1)"/>')],
      [
        'image/svg+xml',
        Buffer.concat([Buffer.from('<!DOCTYPE svg [<!ENTITY x "y">]>'), svg('&x;')]),
      ],
      ['text/html', svg('')],
    ];
    for (const [type, bytes] of refused) {
      const publicLogo = `data:${type};base64,${bytes.toString('base64')}`;
      const body = { ...pageOf(randomUUID(), []), publicLogo };
      const answer = await server.api.post('/status-page', body);
      const what = `${type} ${bytes.toString('latin1', 0, 120)}`;
      expect([what, answer.status]).toEqual([what, 400]);
      expect(JSON.stringify(answer.body)).toContain('publicLogo');
    }
  });

  it('speaks the language of the reader', async () => {
    const slug = await makePage();
    const inLanguage = async (part: string, accepted: string) =>
      (await at(slug, part, { headers: { 'accept-language': accepted } })).text;
    expect(await inLanguage('', 'de-AT,en;q=0.5')).toContain('<html lang="de">');
    expect(await inLanguage('', 'fr')).toContain('<html lang="en">');
    expect(await inLanguage('?lang=de', 'en')).toContain('Dienste');
  });

  it('writes days and times as in the region of the reader, each for whoever reads so', async () => {
    const serviceId = await server.api.make('/service', {
      displayName: 'Till',
      publicTitle: 'Till',
      templates: [],
    });
    const slug = await makePage({ serviceIds: [serviceId], timeZoneId: 'UTC' });
    await server.api.make('/service-maintenance', {
      displayName: 'New shelves',
      serviceIds: [serviceId],
      start: '2099-03-02T18:05:00Z',
      end: '2099-03-02T20:30:00Z',
    });
    const inRegion = async (accepted: string, part = '') => {
      const { text } = await at(slug, part, { headers: { 'accept-language': accepted } });
      return text.replaceAll(/[\u202f\u2009\u00a0]/g, ' ');
    };
    const table = [
      ['en-US,en;q=0.9', 'Mar 2, 2099, 6:05 – 8:30 PM UTC'],
      ['en-GB', '2 Mar 2099, 18:05 – 20:30 UTC'],
      ['en', '2 Mar 2099, 18:05 – 20:30 UTC'],
      ['de-AT', '2. März 2099, 18:05–20:30 Uhr UTC'],
      // The language was chosen; the region is one of another language.
      ['en-US', '2. März 2099, 18:05–20:30 Uhr UTC', '?lang=de'],
      ['en-XX', '2 Mar 2099, 18:05 – 20:30 UTC'],
    ] as const;
    const plain = (text: string) => text.replaceAll(/\s*–\s*/g, ' – ');
    for (const [accepted, time, part] of [...table, ...table])
      expect(plain(await inRegion(accepted, part))).toContain(plain(time));
  });

  it('is in the colours of its settings, and readable on those that are given alone', async () => {
    const slug = await makePage({
      bannerBackgroundColor: '#ffd400',
      bodyBackgroundColorDarkMode: '#f0f0f0',
      buttonTextColor: '#123456',
    });
    const { text } = await at(slug);
    expect(text).toContain('--banner:#ffd400;--banner-text:#111418');
    expect(text).toContain('--body:#f0f0f0;--body-text:#111418');
    expect(text).toContain('--button-text:#123456');
  });

  it('offers only what the settings leave on', async () => {
    const table: [object, string[], number[]][] = [
      [{}, ['/subscribe?lang=en"'], [200, 200, 200, 200, 200]],
      [{ disablePublicSubscription: true }, [], [200, 200, 200, 200, 200]],
      [{ disablePublicJson: true }, ['/subscribe?lang=en"'], [200, 404, 200, 200, 200]],
      [{ publicHideMaintenances: true }, ['/subscribe?lang=en"'], [200, 200, 200, 404, 200]],
      [{ disablePublicPage: true }, [], [404, 200, 404, 404, 404]],
    ];
    for (const [more, forms, expected] of table) {
      const slug = await makePage(more);
      const answers = await Promise.all(parts.map((part) => at(slug, part)));
      expect(
        answers.map(({ status }) => status),
        JSON.stringify(more),
      ).toEqual(expected);
      const [page] = answers;
      expect(
        [...(page?.text ?? '').matchAll(/\/subscribe\?lang=en"/g)].map(([one]) => one),
      ).toEqual(forms);
      expect(page?.text.includes('status.json')).toBe(expected[1] === 200 && expected[0] === 200);
      expect(page?.text.includes('maintenance.ics')).toBe(expected[3] === 200);
    }
  });
});

describe('the same for programs', () => {
  it('is what the Public API says', async () => {
    const slug = await makePage();
    await send(server, shop, 'For programs', 'Open', 'Minor');
    const { body } = await server.api.get(`/status-page/search?Slug=${slug}`);
    const said = await server.api.get(`/status-page/status/${String(body.id)}`);
    const { text, headers } = await at(slug, '/status.json');
    expect(JSON.parse(text)).toEqual(said.body);
    expect(headers['content-type']).toContain('application/json');
    await send(server, shop, 'For programs', 'Resolved', 'Minor');
  });

  it('is a feed, a calendar and a picture', async () => {
    const own = await makeShop(server, 'Bank');
    const slug = await makePage({}, [own]);
    await server.api.make('/service-maintenance', {
      displayName: 'Upgrade; of, all',
      publicDescription: 'Two\nlines',
      serviceIds: [own.serviceId],
      start: '2026-03-05T10:00:00+01:00',
      end: '2026-03-05T11:00:00+01:00',
    });
    const id = await send(server, own, 'Slow & sad', 'Open', 'Warning');
    await say(server, id, 'Commented', { message: 'We know.', messageIsPublic: true });
    server.clock.advance(1);
    const feed = await at(slug, '/feed.atom');
    expect(feed.headers['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(feed.text).toContain('<title>Partial outage: Bank</title>');
    expect(feed.text).toContain('We know.');
    expect(feed.text).toContain(
      `<link rel="alternate" type="text/html" href="${server.app.url}/status/${slug}"/>`,
    );
    expect(feed.text.match(/<entry>/g)).toHaveLength(2);
    const calendar = await at(slug, '/maintenance.ics');
    expect(calendar.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(calendar.text).toContain('SUMMARY:Upgrade\\; of\\, all');
    expect(calendar.text).toContain('DTSTART:20260305T090000Z');
    const badge = await at(slug, '/badge.svg');
    expect(badge.headers['content-type']).toBe('image/svg+xml; charset=utf-8');
    expect(badge.text).toContain('aria-label="Acme status: Partial outage"');
  });
});

describe('caches', () => {
  it('get a mark by which they ask whether anything changed, and the encoding that they take', async () => {
    const own = await makeShop(server, 'Cached');
    const slug = await makePage({}, [own]);
    const plain = await at(slug);
    expect(plain.headers['cache-control']).toBe(
      'public, max-age=10, stale-while-revalidate=60, stale-if-error=86400',
    );
    const etag = plain.headers.etag ?? '';
    expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
    const again = await at(slug, '', { headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    const encoded = (accepted: string) =>
      at(slug, '', { headers: { 'accept-encoding': accepted } });
    const brotli = await encoded('gzip, deflate, br');
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    const gzip = await encoded('br;q=0, gzip');
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.bytes).equals(plain.bytes)).toBe(true);
    expect(brotli.headers.etag).toBe(etag);
    await send(server, own, 'Changed', 'Open');
    server.clock.advance(2);
    const changed = await at(slug, '', { headers: { 'if-none-match': etag } });
    expect(changed.status).toBe(200);
    expect(changed.text).toContain('Changed');
  });

  it('cost the store one look per second, however many visitors come at once', async () => {
    const slug = await makePage();
    await at(slug);
    const looking = vi.spyOn(statusPageKind.model(server.app.world.store), 'findOne');
    await Promise.all(Array.from({ length: 60 }, () => at(slug)));
    expect(looking.mock.calls.length).toBe(0);
    // The slower a page is made, the longer it is kept.
    server.clock.advance(60);
    await Promise.all(Array.from({ length: 60 }, () => at(slug)));
    expect(looking.mock.calls.length).toBeGreaterThan(0);
    expect(looking.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('follow every change: a service that is taken away, a deleted incident, new settings', async () => {
    const own = await makeShop(server, 'Followed');
    const slug = await makePage({}, [own]);
    const team = await server.api.make('/team', { displayName: 'Followers' });
    const id = await server.api.make('/incident', {
      title: 'Named by hand',
      status: 'Open',
      severity: 'Critical',
      teamIds: [team],
      serviceIds: [own.serviceId],
    });
    // The slower a page is made, the longer it is kept.
    const comesToShow = (text: string, isShown: boolean, seconds = 2) =>
      vi.waitFor(
        async () => {
          server.clock.advance(seconds);
          expect((await at(slug)).text.includes(text)).toBe(isShown);
        },
        { timeout: 60_000 },
      );
    await comesToShow('Named by hand', true);
    await say(server, id, 'Affects', { intentOptions: { affectingOptions: { services: [] } } });
    await comesToShow('Named by hand', false);
    const affecting = { affectingOptions: { services: [{ id: own.serviceId }] } };
    await say(server, id, 'Affects', { intentOptions: affecting });
    await comesToShow('Named by hand', true);
    await say(server, id, 'Archived');
    expect((await server.api.delete(`/incident/${id}`)).status).toBe(200);
    await comesToShow('Named by hand', false, 61);
    const { body } = await server.api.get(`/status-page/search?Slug=${slug}`);
    await server.api.put(`/status-page/${String(body.id)}`, {
      ...pageOf(slug, [own.serviceId]),
      publicTitle: 'Another title',
    });
    await comesToShow('Another title', true);
    await server.api.delete(`/status-page/${String(body.id)}`);
    await comesToShow('Another title', false);
    expect((await at(slug)).status).toBe(404);
  });

  it('wait for no page after a start: it was made before anybody asked', async () => {
    const slug = await makePage();
    await server.app.jobs.runAll((task) => task === 'status-pages');
    const failing = () => {
      throw new Error('no store');
    };
    vi.spyOn(incidentModel(server.app.world.store).collection, 'find').mockImplementation(failing);
    expect((await at(slug)).status).toBe(200);
  });

  it('get the last page while the store fails, and 503 for one that nobody has seen', async () => {
    const [seen, unseen] = [await makePage(), await makePage()];
    const before = await at(seen);
    const failing = () => {
      throw Object.assign(new Error('the line is dead'), { name: 'MongoNetworkError' });
    };
    const pages = statusPageKind.model(server.app.world.store);
    vi.spyOn(pages, 'findOne').mockImplementation(failing);
    server.clock.advance(5);
    for (const part of ['', '', '/badge.svg'])
      expect((await at(seen, part)).status, part).toBe(200);
    expect((await at(seen)).text).toBe(before.text);
    expect((await at(unseen)).status).toBeGreaterThanOrEqual(500);
    vi.restoreAllMocks();
    vi.spyOn(incidentModel(server.app.world.store).collection, 'find').mockImplementation(failing);
    server.clock.advance(5);
    expect((await at(seen)).text).toBe(before.text);
    vi.restoreAllMocks();
    // One that never answers is not waited for.
    vi.spyOn(incidentModel(server.app.world.store).collection, 'find').mockReturnValueOnce({
      toArray: () => new Promise(() => undefined),
    } as never);
    server.clock.advance(5);
    expect((await at(seen)).text).toBe(before.text);
    vi.restoreAllMocks();
    server.clock.advance(5);
    expect((await at(unseen)).status).toBe(200);
  });

  it('are told of a page that takes long when it is made for the first time, and get it then', async () => {
    const slug = await makePage();
    const gate = Promise.withResolvers<void>();
    const late = { lean: () => gate.promise.then(() => null) };
    const pages = statusPageKind.model(server.app.world.store);
    vi.spyOn(pages, 'findOne').mockReturnValueOnce(late as never);
    const early = await at(slug);
    expect(early.status).toBe(503);
    expect(early.headers).toMatchObject({ 'retry-after': '5', refresh: '5' });
    expect(early.text).toContain('This page is still being made');
    gate.resolve();
    expect((await at(slug)).status).toBe(200);
  });

  it('are not told that a page is being made while the store answers nothing', async () => {
    const slug = await makePage();
    const gate = Promise.withResolvers<void>();
    const pages = statusPageKind.model(server.app.world.store);
    const { findOne } = pages;
    vi.spyOn(pages, 'findOne').mockImplementation(
      (...given) =>
        ({
          lean: () => gate.promise.then(() => Reflect.apply(findOne, pages, given).lean()),
        }) as never,
    );
    const [english, german] = await Promise.all([
      at(slug),
      at(slug, '', { headers: { 'accept-language': 'de' } }),
    ]);
    for (const { status, headers } of [english, german]) {
      expect(status).toBe(503);
      expect(headers).toMatchObject({ 'retry-after': '5', refresh: '5' });
    }
    expect(english.text).toContain('The database behind it does not answer');
    expect(english.text).not.toContain('being made');
    expect(german.text).toContain('Die Datenbank dahinter antwortet nicht');
    vi.restoreAllMocks();
    gate.resolve();
    expect((await at(slug)).status).toBe(200);
  });
});

describe('who may see a page', () => {
  it('with a password: whoever entered it, for a week, and until it is another one', async () => {
    const slug = await makePage({
      passwordProtectionPassword: 'open sesame',
      publicTitle: 'SECRET title',
    });
    for (const part of parts) {
      const refused = await at(slug, part);
      expect([part, refused.status]).toEqual([part, 403]);
      expect(refused.text).not.toContain('SECRET');
      expect(refused.headers['cache-control']).toBe('no-store');
    }
    expect((await at(slug)).text).toContain(`action="/status/${slug}/password?lang=en"`);
    const enter = (password: string) => at(slug, '/password', { form: { password } });
    const wrong = await enter('open says me');
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([403, undefined]);
    const right = await enter('open sesame');
    expect([right.status, right.headers.location]).toEqual([303, `/status/${slug}`]);
    expect(right.headers['set-cookie']).toMatch(
      new RegExp(
        `^tocsin_status=\\d+\\.[0-9a-f]{64}; Path=/status/${slug}; Max-Age=604800; HttpOnly; SameSite=Lax$`,
      ),
    );
    const german = await at(slug, '/password?lang=de', { form: { password: 'open sesame' } });
    expect(german.headers.location).toBe(`/status/${slug}?lang=de`);
    const headers = { cookie: right.headers['set-cookie']?.split(';')[0] ?? '' };
    for (const part of parts) {
      const shown = await at(slug, part, { headers });
      expect([part, shown.status]).toEqual([part, 200]);
      expect(shown.headers['cache-control']).toBe('private, no-cache');
    }
    const other = await makePage({ passwordProtectionPassword: 'open sesame' });
    expect((await at(other, '', { headers })).status).toBe(403);
    server.clock.advance(7 * 86_400);
    expect((await at(slug, '', { headers })).status).toBe(403);
    server.clock.advance(-7 * 86_400);
    expect((await at(slug, '', { headers })).status).toBe(200);
    const { body } = await server.api.get(`/status-page/search?Slug=${slug}`);
    await server.api.put(`/status-page/${String(body.id)}`, {
      ...pageOf(slug, [shop.serviceId]),
      passwordProtectionPassword: 'close sesame',
    });
    // At once, however old what is kept of the page may be.
    expect((await at(slug, '', { headers })).status).toBe(403);
    expect((await enter('open sesame')).status).toBe(403);
    expect((await enter('close sesame')).status).toBe(303);
  });

  it('for signed-in people: those of the organization, and who is not is sent to sign in', async () => {
    const slug = await makePage({ privateUserAuthenticationRequired: true });
    const sent = await at(slug, '?lang=en');
    expect([sent.status, sent.headers.location]).toEqual([
      303,
      `/sign-in?returnTo=${encodeURIComponent(`/status/${slug}?lang=en`)}`,
    ]);
    expect((await at(slug, '/status.json')).status).toBe(403);
    const { id: userId } = await makePerson(server, { organizationRole: 'Member' });
    const { cookie } = await signIn(server, { userId });
    expect((await at(slug, '', { headers: { cookie } })).status).toBe(200);
    const other = await makeOrganization(server);
    const stranger = await other.api.make('/user', { email: 'a@other.example.com' });
    await other.api.make('/organization-membership', { userId: stranger, role: 'Owner' });
    const theirs = await signIn(server, { organizationId: other.id, userId: stranger });
    expect((await at(slug, '', { headers: { cookie: theirs.cookie } })).status).toBe(303);
  });

  it('for some addresses: there is no page for others, and trusted proxies say who asks', async () => {
    const slug = await makePage({ privateIpFilter: '203.0.113.0/24, 2001:db8::/32' });
    const from = async (address: string) =>
      (await at(slug, '', { headers: { 'x-forwarded-for': address } })).status;
    expect([
      await from('203.0.113.9'),
      await from('2001:db8::1'),
      await from('198.51.100.1'),
      (await at(slug)).status,
    ]).toEqual([200, 200, 404, 404]);
    expect((await at(slug, '/badge.svg')).status).toBe(404);
  });
});

describe('a host of its own', () => {
  const host = 'status.acme.example';
  const on = (name: string, path: string, options: VisitOptions = {}) =>
    visit(server, path, { ...options, headers: { host: name, ...options.headers } });

  it('serves the page and nothing else; other hosts serve what they did before', async () => {
    const home = await on('unknown.example', '/');
    await makePage({ slug: null, customHostSettings: { host: 'Status.Acme.example' } });
    const page = await on(host, '/?lang=de');
    expect(page.status).toBe(200);
    expect(page.text).toContain('action="/subscribe?lang=de"');
    expect(page.text).toContain('<html lang="de">');
    for (const part of ['/status.json', '/feed.atom', '/maintenance.ics', '/badge.svg'])
      expect([part, (await on(host, part)).status]).toEqual([part, 200]);
    expect((await on(host, '/feed.atom')).text).toContain(`href="http://${host}"`);
    for (const path of [
      '/sign-in',
      '/api/public/v1/team/search/list',
      '/metrics',
      '/status/page-1',
    ])
      expect([
        path,
        (await on(host, path, { headers: { 'x-api-key': server.key } })).status,
      ]).toEqual([path, 404]);
    expect((await on(`${host}:8080`, '/')).status).toBe(200);
    const after = await on('unknown.example', '/');
    expect([after.status, after.headers.location]).toEqual([home.status, home.headers.location]);
    expect((await visit(server, '/healthz')).status).toBe(200);
    // Before the name leads here, whoever knows it can look.
    expect((await visit(server, `/status/~${host}`)).status).toBe(200);
  });

  it('cannot be that of the server', async () => {
    const own = await startTestApp({
      env: {
        TOCSIN_PUBLIC_URL: 'https://tocsin.example',
        TOCSIN_VOUCHED_DOMAINS: 'tocsin.example=*,localhost=*',
      },
    });
    try {
      const service = await makeShop(own, 'Shop');
      for (const taken of ['tocsin.example', 'localhost'])
        await own.api.make('/status-page', {
          ...pageOf('x', [service.serviceId]),
          slug: null,
          customHostSettings: { host: taken },
        });
      for (const name of ['tocsin.example', 'localhost', '127.0.0.1']) {
        const answer = await visit(own, '/api/public/v1/auth/me', {
          headers: { host: name, 'x-api-key': own.key },
        });
        expect([name, answer.status]).toEqual([name, 200]);
      }
    } finally {
      await own.stop();
    }
  });

  it('asks for its password on that host', async () => {
    const name = 'locked.acme.example';
    await makePage({
      slug: null,
      customHostSettings: { host: name },
      passwordProtectionPassword: 'open sesame',
    });
    expect((await on(name, '/')).text).toContain('action="/password?lang=en"');
    const entered = await on(name, '/password', { form: { password: 'open sesame' } });
    expect([entered.status, entered.headers.location]).toEqual([303, '/']);
    expect(entered.headers['set-cookie']).toContain('; Path=/;');
    const cookie = entered.headers['set-cookie']?.split(';')[0] ?? '';
    expect((await on(name, '/', { headers: { cookie } })).status).toBe(200);
  });
});

describe('guessing', () => {
  it('is limited: passwords by network and page, names by address; pages that are there are not', async () => {
    const limited = await startTestApp({
      env: { TOCSIN_RATE_LIMITS: 'status-page=3/60;status-page-password=2/60' },
    });
    try {
      const service = await makeShop(limited, 'Shop');
      const page = pageOf('locked', [service.serviceId], {
        passwordProtectionPassword: 'open sesame',
      });
      await limited.api.make('/status-page', page);
      const enter = async () =>
        (await visit(limited, '/status/locked/password', { form: { password: 'wrong one' } }))
          .status;
      expect([await enter(), await enter(), await enter()]).toEqual([403, 403, 429]);
      const guess = async (slug: string) => (await visit(limited, `/status/${slug}`)).status;
      expect([await guess('a'), await guess('b'), await guess('c'), await guess('d')]).toEqual([
        404, 404, 404, 429,
      ]);
      for (let count = 0; count < 10; count += 1) expect(await guess('locked')).toBe(403);
    } finally {
      await limited.stop();
    }
  });
});
