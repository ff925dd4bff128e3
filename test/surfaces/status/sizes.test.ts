import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeShop, pageOf, type Shop, send } from '../../status-pages/town.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { visit } from './visit.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp({ clock: '2026-03-02T08:00:00.000Z' });
});
afterAll(() => server.stop());

const pages = async (slug: string) =>
  Promise.all(['', '/history'].map((part) => visit(server, `/status/${slug}${part}`)));

it('a page and its history stay below 30 kB with 0, 1, 50 and 500 incidents, with titles and without', async () => {
  const shops: Shop[] = [];
  for (let count = 0; count < 5; count += 1) shops.push(await makeShop(server, `Service ${count}`));
  const ids = shops.map(({ serviceId }) => serviceId);
  for (const titles of [true, false])
    await server.api.make(
      '/status-page',
      pageOf(`sizes-${titles}`, ids, { historyInDays: 90, publicShowIncidentTitles: titles }),
    );
  let sent = 0;
  for (const count of [0, 1, 50, 500]) {
    for (; sent < count; sent += 1) {
      const of = shops[sent % shops.length] as Shop;
      // One in five is over, after a while.
      await send(server, of, `Lag of group ${sent}`, 'Open', sent % 3 ? 'Minor' : 'Critical');
      if (sent % 5 === 4) await send(server, of, `Lag of group ${sent}`, 'Resolved');
      if (sent % 20 === 19) server.clock.advance(3600);
    }
    server.clock.advance(60);
    for (const titles of [true, false])
      for (const { status, bytes, text } of await pages(`sizes-${titles}`)) {
        expect([count, status, bytes.length < 30_000]).toEqual([count, 200, true]);
        expect(text.includes('Lag of group')).toBe(titles && count > 0);
      }
  }
  // However many there are: one for each service, and those that are over.
  const [home] = await pages('sizes-false');
  const open = home?.text.split('id="past"')[0] ?? '';
  expect(open.match(/<article/g)?.length).toBeLessThanOrEqual(5);
}, 60_000);

it('a page of four services with trouble on every day of three months stays below 30 kB, and the latest days have words', async () => {
  const shops = await Promise.all(['A', 'B', 'C', 'D'].map((name) => makeShop(server, name)));
  const ids = shops.map(({ serviceId }) => serviceId);
  for (let day = 0; day < 90; day += 1) {
    const severity = (['Minor', 'Warning', 'Critical'] as const)[day % 3];
    for (const shop of shops) {
      await send(server, shop, `Trouble ${day}`, 'Open', severity);
      server.clock.advance(600);
      await send(server, shop, `Trouble ${day}`, 'Resolved');
    }
    server.clock.advance(86_400 - 4 * 600);
  }
  await server.api.make('/status-page', pageOf('trouble', ids, { historyInDays: 90 }));
  const { bytes, text } = await visit(server, '/status/trouble');
  expect(bytes.length).toBeLessThan(30_000);
  expect(text.match(/<path d="M\d+ 0h3"><title>/g)?.length).toBeGreaterThan(60);
}, 60_000);
