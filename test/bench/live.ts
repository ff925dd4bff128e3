/**
 * From a change to the pages that show it: `node test/bench/live.ts [sessions] [changes]`. Readers run in this process,
 * on the same cores. The floor is the answer to whoever made the change. Idle: what open pages cost while nothing
 * happens, and what the server holds for them, in megabytes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { startTestApp, type TestApp } from '../support/app.ts';
import { openEvents } from '../support/events.ts';
import { makePerson } from '../support/keys.ts';
import { signIn } from '../support/sessions.ts';
import { startBenchServer } from './bench-server.ts';
import { memoryOf } from './process-figures.ts';

const sessions = Number(process.argv[2] ?? 200);
const changes = Number(process.argv[3] ?? 50);
const sessionsOfPerson = 10;
const server = await startBenchServer();

try {
  const cookies = await signInMany();
  const team = await make('/team', { displayName: 'Everybody' });
  const none = await cpuShare(5);
  const held = [{ pages: 'none', ...(await memory()) }];
  const streams = await Promise.all(
    cookies.map(async (cookie) => {
      const events = await openEvents(server.url, cookie);
      if (events.status !== 200) throw new Error(`${events.status}`);
      await events.next(({ name }) => name === 'ready');
      return events;
    }),
  );
  const idle = await cpuShare(5);
  held.push({ pages: `${sessions}`, ...(await memory()) });

  const answered: number[] = [];
  const shown: number[] = [];
  for (let n = 0; n < changes; n += 1) {
    const begun = performance.now();
    const incident = { title: `Change ${n}`, status: 'Open', severity: 'Warning', teamIds: [team] };
    const making = make('/incident', incident);
    const seen = streams.map(async (events) => {
      const id = await making;
      await events.next(({ data }) => data.id === id);
      shown.push(performance.now() - begun);
    });
    await making;
    answered.push(performance.now() - begun);
    await Promise.all(seen);
  }
  console.table([
    { 'change to': 'answer', ...quantiles(answered) },
    { 'change to': `${sessions} pages`, ...quantiles(shown) },
  ]);
  console.table([
    { idle: 'no page', 'CPU share': `${(none * 100).toFixed(1)} %` },
    { idle: `${sessions} pages`, 'CPU share': `${(idle * 100).toFixed(1)} %` },
  ]);
  held.push({ pages: `${sessions}, after the changes`, ...(await memory()) });
  for (const events of streams) events.close();
  await pause(20_000);
  held.push({ pages: 'all closed', ...(await memory()) });
  console.table(held);
} finally {
  await server.end();
}

/** By a second process on the same store, which goes again: sessions are begun by people only. */
async function signInMany(): Promise<string[]> {
  const besides = { dataDir: server.folder, key: server.key } as TestApp;
  const guest = await startTestApp({ besides, clock: new Date().toISOString() });
  const cookies: string[] = [];
  for (let n = 0; n < sessions; n += sessionsOfPerson) {
    const { id: userId } = await makePerson(guest, { organizationRole: 'Member' });
    for (let own = n; own < Math.min(n + sessionsOfPerson, sessions); own += 1)
      cookies.push((await signIn(guest, { userId })).cookie);
  }
  await guest.stop();
  return cookies;
}

async function make(path: string, body: object): Promise<string> {
  const answer = await fetch(`${server.url}/api/public/v1${path}`, {
    method: 'POST',
    headers: { 'x-api-key': server.key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { id } = (await answer.json()) as { id?: string };
  if (id === undefined) throw new Error(`${path}: ${answer.status}`);
  return id;
}

/** With what nobody needs any more, as an operator sees it. */
async function memory() {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1]);
  return { ...memoryOf(server.pid), heap: Math.round(heap / 2 ** 20) };
}

async function cpuShare(during: number): Promise<number> {
  const cpu = async () => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
  };
  const before = await cpu();
  await pause(during * 1000);
  return ((await cpu()) - before) / during;
}

function quantiles(times: number[]) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(0);
  return { 'p50 ms': at(0.5), 'p95 ms': at(0.95), 'p99 ms': at(0.99) };
}
