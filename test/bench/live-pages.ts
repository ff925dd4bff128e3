/**
 * From a webhook to the pages that list its incident, as the console fetches them: `node test/bench/live-pages.ts
 * [pages]`. First a webhook every 1.5 s, then bursts of 20 at once. The pages run in this process, on the same cores;
 * what one of them costs itself is in the figures.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { type ListPage, type ListQuery, pageWith } from '../../console/live/listed.ts';
import { paced, settleMilliseconds } from '../../console/live/pace.ts';
import type { components } from '../../openapi/types/public-v1.generated.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openEvents } from '../support/events.ts';
import { makePerson } from '../support/keys.ts';
import { signIn } from '../support/sessions.ts';
import { startBenchServer } from './bench-server.ts';
import { quantile } from './quantile.ts';

type Incident = components['schemas']['Incident'];

const query: ListQuery = { SortBy: 'Created', Statuses: ['Open'], Limit: 50, Offset: 0 };
const pages = Number(process.argv[2] ?? 200);
const pagesOfPerson = 4;
const server = await startBenchServer();
/** When each title was sent, and how long it took to each page. */
const sentAt = new Map<string, number>();
let waits: number[] = [];
let fetches = 0;
let fetchMs: number[] = [];

try {
  const cookies = await signInMany();
  const teamId = await make('/team', 'id', { displayName: 'Everybody' });
  const hook = await make('/inbound-integration', 'webhookUrl', {
    displayName: 'Hook',
    type: 'Webhook',
    teamId,
  });
  const leaving = new AbortController();
  const shown = cookies.map((cookie) => page(cookie, leaving.signal));
  await pause(3000);
  const rows = [];
  rows.push(await measure('every 1.5 s', 1, 20, 1500));
  rows.push(await measure('20 at once, every 8 s', 20, 5, 8000));
  rows.push(await measure('20 at once, every 2 s', 20, 10, 2000));
  console.table(rows);
  leaving.abort();
  await Promise.allSettled(shown);

  async function measure(name: string, atOnce: number, times: number, every: number) {
    waits = [];
    fetches = 0;
    fetchMs = [];
    const answers: number[] = [];
    const before = await cpuSeconds();
    const begun = performance.now();
    for (let time = 0; time < times; time += 1) {
      const next = performance.now() + every;
      await Promise.all(
        Array.from({ length: atOnce }, async (_, n) => {
          const title = `${name} ${time} ${n}`;
          sentAt.set(title, performance.now());
          const start = performance.now();
          const answer = await fetch(hook, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ title, status: 'firing', id: title }),
          });
          if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
          await answer.arrayBuffer();
          answers.push(performance.now() - start);
        }),
      );
      await pause(Math.max(0, next - performance.now()));
    }
    await pause(5000);
    const seconds = (performance.now() - begun) / 1000;
    return {
      webhooks: name,
      'answer p95': quantile(answers, 0.95).toFixed(0),
      'shown p50': quantile(waits, 0.5).toFixed(0),
      p95: quantile(waits, 0.95).toFixed(0),
      max: Math.max(...waits).toFixed(0),
      of: `${waits.length}/${atOnce * times * pages}`,
      fetches,
      'fetch p50': quantile(fetchMs, 0.5).toFixed(0),
      'server CPU': `${((((await cpuSeconds()) - before) / seconds) * 100).toFixed(0)} %`,
    };
  }
} finally {
  await server.end();
}

/** A page as the console has it: shows what comes along, fetches what does not, and compares with the server after. */
async function page(cookie: string, signal: AbortSignal): Promise<void> {
  const events = await openEvents(server.url, cookie);
  const seen = new Set<string>();
  let shown: ListPage = {
    incidents: [],
    hasMore: false,
    nextCursor: null,
    isPartial: false,
    leftOut: null,
    counts: null,
  };
  let isSettling = false;
  signal.addEventListener('abort', () => events.close());
  const show = (next: ListPage) => {
    shown = next;
    for (const { title } of next.incidents) {
      const sent = sentAt.get(title);
      if (sent === undefined || seen.has(title)) continue;
      seen.add(title);
      waits.push(performance.now() - sent);
    }
  };
  const load = async () => {
    const start = performance.now();
    const answer = await fetch(
      `${server.url}/api/public/v1/incident/search/list?SortBy=Created&Statuses=Open&Limit=50&Offset=0`,
      { headers: { cookie } },
    );
    fetches += 1;
    const text = await answer.text();
    fetchMs.push(performance.now() - start);
    if (!answer.ok) throw new Error(`${answer.status} ${text}`);
    show(JSON.parse(text) as ListPage);
  };
  const refresh = () => {
    load().catch((error: unknown) => signal.aborted || console.error(String(error)));
    return true;
  };
  const refreshSoon = paced(refresh);
  for (;;) {
    const { data } = await events.next(({ name }) => name === 'incident');
    const next = data.incident ? pageWith(query, shown, data.incident as Incident) : null;
    if (next) show(next);
    if (!next) refreshSoon();
    else if (!isSettling) {
      isSettling = true;
      setTimeout(() => {
        isSettling = false;
        refresh();
      }, settleMilliseconds());
    }
  }
}

/** By a second process on the same store, which goes again: sessions are begun by people only. */
async function signInMany(): Promise<string[]> {
  const besides = { dataDir: server.folder, key: server.key } as TestApp;
  const guest = await startTestApp({ besides, clock: new Date().toISOString() });
  const cookies: string[] = [];
  for (let n = 0; n < pages; n += pagesOfPerson) {
    const { id: userId } = await makePerson(guest, { organizationRole: 'Member' });
    for (let own = n; own < Math.min(n + pagesOfPerson, pages); own += 1)
      cookies.push((await signIn(guest, { userId })).cookie);
  }
  await guest.stop();
  return cookies;
}

async function make(path: string, wanted: string, body: object): Promise<string> {
  const answer = await fetch(`${server.url}/api/public/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': server.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const made = (await answer.json()) as Record<string, unknown>;
  const value = made[wanted];
  if (typeof value !== 'string')
    throw new Error(`${path}: ${answer.status} ${JSON.stringify(made)}`);
  return value;
}

async function cpuSeconds(): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
}
