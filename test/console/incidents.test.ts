import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsoleStory,
  fill,
  heading,
  look,
  press,
  shows,
  startWithTeam,
} from '../support/console.ts';
import { makeIntegration, map, send } from '../support/webhook.ts';

let story: ConsoleStory;
let owner: string;
const hostile = '<img src=x onerror="document.title=1"><script>alert(1)</script> & Ärger';

async function open(title: string, severity = 'Critical'): Promise<string> {
  return story.server.api.make('/incident', {
    title,
    status: 'Open',
    severity,
    teamIds: [teamId],
  });
}

async function statusOf(id: string): Promise<string> {
  const { body } = await story.server.api.get(`/incident/search/${id}`);
  return (body as { events: { status: string }[] }).events[0]?.status ?? '';
}

let teamId: string;
let shop: string;
beforeAll(async () => {
  ({ story, owner, teamId } = await startWithTeam());
  shop = await open('Checkout is down');
  await open(hostile, 'Warning');
  await open('Certificate expires', 'Minor');
});
afterAll(async () => story?.stop());

describe('the list of incidents', () => {
  it('is worked through by keyboard', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(story.url);
      await heading(page, 'Incidents');
      await shows(page, 'Checkout is down');
      await shows(page, hostile);
      await look(page, 'incidents');

      // The oldest is the last: three down, acknowledged, resolved.
      for (const key of ['j', 'j', 'j', 'a'] as const) await page.keyboard.press(key);
      await shows(page, 'Acknowledged by Olga Owner');
      // The list may show it before the page has its answer: until then a key does nothing more.
      await page.waitForSelector('.notice');
      await page.keyboard.press('r');
      await shows(page, 'Undo');
      await expect.poll(() => statusOf(shop)).toBe('Resolved');
      await press(page, 'Undo');
      await expect.poll(() => statusOf(shop)).toBe('Open');
    });
  });

  it('says on a phone in full, also in German, that nobody looks after an incident', async () => {
    const visit = { userId: owner, language: 'de', viewport: { width: 360, height: 740 } } as const;
    story.server.clock.set(new Date(Date.now() - 12.5 * 60_000));
    const id = await open('Long ago');
    story.server.clock.set(new Date());
    await story.visit(visit, async (page) => {
      await page.goto(story.url);
      await shows(page, 'vor 12 Minuten');
      const cut = await page.evaluate(
        `[...document.querySelectorAll('.incident-words[data-urgent]')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length`,
      );
      expect(cut).toBe(0);
    });
    await story.server.api.call('DELETE', `/incident/${id}`);
  });

  it('is narrowed by filters, which are in the address and kept as views', async () => {
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(`${story.url}/?acknowledged=no`);
      await shows(page, 'Certificate expires');
      await press(page, 'Filter');
      await press(page, 'Severity');
      await press(page, 'Minor');
      await page.waitForFunction('location.search.includes("severity=Minor")');
      await page.keyboard.press('Tab');
      await page.keyboard.type('Pay');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page.waitForFunction(`location.search.includes("team=${teamId}")`);
      await look(page, 'incidents-filters');
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await shows(page, 'Team: Payments');
      await page.waitForFunction('document.querySelectorAll(".incident-row").length === 1');
      const address = page.url();

      await press(page, 'Views');
      await fill(page, 'Name of the view', 'Small things');
      await press(page, 'Save this view');
      await shows(page, 'Small things');
      await page.keyboard.press('Escape');
      await press(page, 'Remove filter Team: Payments');
      await press(page, 'Remove filter Minor');
      await page.waitForFunction('document.querySelectorAll(".incident-row").length > 1');
      await press(page, 'Views');
      await press(page, 'Small things');
      await page.waitForFunction('document.querySelectorAll(".incident-row").length === 1');
      expect([...new URL(page.url()).searchParams].toSorted()).toEqual(
        [...new URL(address).searchParams].toSorted(),
      );
      await page.reload();
      await shows(page, 'Team: Payments');

      // In another browser, too.
      await story.visit({ userId: owner }, async (other) => {
        await other.goto(story.url);
        await press(other, 'Views');
        await press(other, 'Small things');
        await other.waitForFunction('document.querySelectorAll(".incident-row").length === 1');
        expect([...new URL(other.url()).searchParams].toSorted()).toEqual(
          [...new URL(address).searchParams].toSorted(),
        );
        await press(other, 'Delete the view Small things');
        await shows(other, 'No saved views');
      });

      await page.goto(`${story.url}/?text=nothing%20like%20this`);
      await shows(page, 'Nothing matches these filters.');
      await page.keyboard.press('?');
      await shows(page, 'Keyboard shortcuts');
      await look(page, 'incidents-keys');
    });
  });

  it('changes many at once, and says which ones it could not', async () => {
    const ids = [await open('One of two'), await open('Two of two')];
    await story.visit({ userId: owner, expected: /404/ }, async (page) => {
      await page.goto(`${story.url}/?text=of%20two`);
      await shows(page, 'Two of two');
      await press(page, 'Select One of two');
      await press(page, 'Select Two of two');
      await shows(page, '2 selected');
      await look(page, 'incidents-bulk');
      // Gone meanwhile.
      await story.server.app.world.store.connection
        .collection<{ _id: string }>('incidents')
        .deleteOne({ _id: ids[1] ?? '' });
      await press(page, 'Resolve');
      await shows(page, '1 incident was left as it is');
      await shows(page, '1 selected');
      expect(await statusOf(ids[0] ?? '')).toBe('Resolved');
    });
  });

  it('stays small in the page with ten thousand incidents', async () => {
    const { collection, sample } = await sampleIncident(await open('Flood'));
    for (let done = 0; done < 10_000; done += 2500)
      await collection.insertMany(
        Array.from({ length: 2500 }, (_, at) => ({
          ...sample,
          _id: `01a00000-0000-7000-8000-${String(done + at).padStart(12, '0')}`,
          title: `Flood ${done + at}`,
          createdAt: new Date(Date.parse('2026-01-01') + (done + at) * 1000),
        })),
      );
    await story.visit({ userId: owner }, async (page) => {
      const asked = new Set<string | null>();
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url());
        if (pathname.endsWith('/incident/search/list')) asked.add(searchParams.get('Offset'));
      });
      await page.goto(`${story.url}/?text=Flood`);
      await shows(page, 'Flood 9999');
      for (let step = 0; step < 8; step += 1) {
        const before = Number(await page.evaluate('document.documentElement.scrollHeight'));
        await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
        await page.waitForFunction(`document.documentElement.scrollHeight > ${before}`);
      }
      await page.waitForFunction('document.querySelectorAll(".incident-row").length > 10');
      expect(
        Number(await page.evaluate('document.querySelectorAll(".incident-row").length')),
      ).toBeLessThan(60);
      expect(asked.size).toBeLessThan(12);
      // What is on the screen and the first page are asked for again, not all that was seen.
      await page.evaluate('scrollTo(0, 0)');
      await shows(page, 'Flood 9999');
      asked.clear();
      await page.keyboard.press('j');
      await page.keyboard.press('a');
      await shows(page, 'Acknowledged by Olga Owner');
      expect(asked).toContain('0');
      expect(asked.size).toBeLessThan(3);
    });
  });
});

async function sampleIncident(id: string) {
  const collection = story.server.app.world.store.connection.collection<{ _id: string }>(
    'incidents',
  );
  const sample = await collection.findOne({ _id: id });
  return { collection, sample: { ...sample, outbox: [], alerting: {} } };
}

describe('where is my alert?', () => {
  it('shows what opened nothing, why, and what it was', async () => {
    const integrationId = await makeIntegration(story.server, { displayName: 'Shop alerts' });
    await map(story.server, integrationId);
    await send(story.server, integrationId, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'nonsense', host: 'db-7 <script>' }),
    });
    await story.visit({ userId: owner }, async (page) => {
      await page.goto(story.url);
      await press(page, 'Where is my alert?');
      await heading(page, 'Where is my alert?');
      await fill(page, 'Text in the alert', 'DB-7');
      await press(page, 'Search');
      await shows(page, 'Shop alerts');
      await press(page, 'Decisions and contents');
      await shows(page, 'db-7 <script>');
      await look(page, 'where');
      await fill(page, 'Text in the alert', 'never sent');
      await press(page, 'Search');
      await shows(page, 'Nothing of this kind came in');
    });
  });
});
