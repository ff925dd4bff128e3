/**
 * How long others wait while one sender is hostile and the machine is busy with something else: an alarm server is
 * needed exactly then. Starts the real server beside processes that burn processor, and asks for what others want of
 * it, first without that sender and then with it. Prints by how much their waits grew, and what each request of that
 * sender cost, by thread. Needs Linux. `node test/bench/busy.ts [burning processes] [row…] [limited] [path of another
 * server's main file]`
 *
 * Rows are those of `busy-rows.ts`; the first, without a sender, shows how much the waits of others differ by
 * themselves. Rate limits are off; `limited` runs all rows once more with the limits that a server has by default.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { type ApiClient, createApiClient } from '../support/api-client.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { connectOthers, type Other, type Waits, waitsDuring } from './busy-others.ts';
import { type BusyRow, busyRows } from './busy-rows.ts';
import type { Answers, SenderData } from './busy-sender.ts';
import { type ProcessorSeconds, processorSeconds } from './process-figures.ts';
import { quantile } from './quantile.ts';

const words = process.argv.slice(2);
const burning = Number(words.find((word) => /^\d+$/.test(word)) ?? 0);
const main = words.find((word) => /\.[jt]s$/.test(word));
const isLimited = words.includes('limited');
const wanted = words.filter((word) => !/^\d+$|\.[jt]s$|^limited$/.test(word));
const unknown = wanted.filter((word) => busyRows.every(({ key }) => key !== word));
if (unknown.length > 0) {
  console.error(`There is no row ${unknown.join(', ')}.`);
  process.exit(2);
}
const rows = busyRows.filter(
  ({ key, atOnce }) => wanted.length === 0 || atOnce === 0 || wanted.includes(key),
);

const beforeMilliseconds = 2500;
const hostileMilliseconds = 3000;

interface Measured {
  row: BusyRow;
  before: Map<string, Waits>;
  /** Of processor. */
  secondsBefore: number;
  meanwhile: Map<string, Waits>;
  answers: Answers;
  /** From the last answer until the server had nothing to do. */
  busyAfter: number;
  cost: ProcessorSeconds;
}

const measured = await measureAll('off');
print('Rate limits off', measured);
if (isLimited) print('Rate limits on', await measureAll('on'));

async function measureAll(rateLimits: string): Promise<Measured[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-busy-'));
  const server = await startServerProcess(folder, {
    env: { TOCSIN_RATE_LIMITS: rateLimits },
    ...(main && { main: resolve(main) }),
  });
  const burners: ChildProcess[] = [];
  try {
    const api = createApiClient(`${server.url}/api/public/v1`, { 'x-api-key': server.key });
    const others = await connectOthers(server.url, api);
    const teamId = await api.make('/team', { displayName: 'Hostile', timeZoneId: 'UTC' });
    for (let n = 0; n < burning; n += 1) burners.push(burn());
    // Compiled code and open connections, as in a server that has run for a while.
    await waitsDuring(others, () => pause(2 * beforeMilliseconds));
    const all: Measured[] = [];
    for (const row of rows) {
      const sender = await senderOf(server, api, teamId, row);
      all.push(await measure(server, others, row, sender));
      process.stderr.write(`${row.key} `);
    }
    process.stderr.write('\n');
    return all;
  } catch (error) {
    console.error(server.lines.slice(-5).join('\n'));
    throw error;
  } finally {
    for (const burner of burners) burner.kill();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Ends by itself when this process does. */
function burn(): ChildProcess {
  const code =
    'const p = process.ppid; while (process.ppid === p) for (let n = 0; n < 1e7; n += 1);';
  return spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
}

async function measure(
  { pid }: ServerProcess,
  others: readonly Other[],
  row: BusyRow,
  sender: Worker,
): Promise<Measured> {
  await untilQuiet(pid);
  const start = processorSeconds(pid).all;
  const before = await waitsDuring(others, () => pause(beforeMilliseconds));
  const secondsBefore = processorSeconds(pid).all - start;
  let answers: Answers = {};
  const meanwhile = await waitsDuring(others, async () => {
    answers = await send(sender, hostileMilliseconds);
  });
  const busyAfter = await untilQuiet(pid);
  const cost = await costAlone(pid, sender);
  await sender.terminate();
  return { row, before, secondsBefore, meanwhile, answers, busyAfter, cost };
}

/**
 * Milliseconds of processor that each request of the sender takes when nobody else asks for anything; of nobody, all
 * that is spent.
 */
async function costAlone(pid: number, sender: Worker): Promise<ProcessorSeconds> {
  const start = processorSeconds(pid);
  const answers = Object.values(await send(sender, 0));
  const requests = answers.reduce((sum, count) => sum + count, 0) || 1;
  await untilQuiet(pid);
  const end = processorSeconds(pid);
  const of = (name: keyof ProcessorSeconds) => ((end[name] - start[name]) * 1000) / requests;
  return { all: of('all'), main: of('main'), engine: of('engine'), reading: of('reading') };
}

/** Round after round until then. */
async function send(sender: Worker, milliseconds: number): Promise<Answers> {
  sender.postMessage(milliseconds);
  const [answers] = (await once(sender, 'message')) as [Answers];
  return answers;
}

/** Seconds until the process uses a tenth of a processor at most; not longer than 20. */
async function untilQuiet(pid: number): Promise<number> {
  const begun = performance.now();
  const passed = () => (performance.now() - begun) / 1000;
  for (let used = processorSeconds(pid).all; passed() < 20; ) {
    await pause(400);
    const now = processorSeconds(pid).all;
    if (now - used <= 0.04) break;
    used = now;
  }
  return passed();
}

/** A thread that begins when it is told to. */
async function senderOf(
  { url, key }: ServerProcess,
  api: ApiClient,
  teamId: string,
  { integration, attributes, sends, atOnce, numbered }: BusyRow,
): Promise<Worker> {
  const workerData: SenderData = {
    url: `${url}/api/public/v1/inbound-integration-mapping/evaluate`,
    headers: {
      'content-type': sends.type,
      ...(sends.encoding && { 'content-encoding': sends.encoding }),
    },
    body: sends.body,
    numbered: numbered === true,
    atOnce,
  };
  if (integration === null) workerData.headers['x-api-key'] = key;
  else {
    const settings = { displayName: 'Hostile', teamId, ...integration };
    const id = await api.make('/inbound-integration', settings);
    if (attributes)
      await api.make(`/inbound-integration/${id}/mapping`, { attributesMapping: { attributes } });
    workerData.url = url + (await addressOf(api, id));
  }
  const sender = new Worker(new URL('busy-sender.ts', import.meta.url), { workerData });
  await once(sender, 'message');
  return sender;
}

async function addressOf(api: ApiClient, id: string): Promise<string> {
  const { body } = await api.get(`/inbound-integration/${id}`);
  const { pathname } = new URL(String(body.webhookUrl));
  if (body.type !== 'AlertmanagerApiV2') return pathname;
  return `/api/receivers/alertmanager/${pathname.split('/').at(-1)}/api/v2/alerts`;
}

function print(title: string, all: readonly Measured[]): void {
  console.log(`\n${title}, ${burning} processes beside it`);
  const cpu = all.reduce((sum, { secondsBefore }) => sum + secondsBefore, 0);
  const share = (cpu / all.length / beforeMilliseconds) * 100_000;
  console.log(`Without that sender the server takes ${share.toFixed(0)} % of a processor`);
  console.log('Waits of others, as a multiple of those before: p50 p99 max (max in ms)');
  console.table(
    Object.fromEntries(
      all.map(({ row, before, meanwhile }) => [
        row.key,
        Object.fromEntries(
          [...meanwhile].map(([name, waits]) => [name, growth(before.get(name), waits)]),
        ),
      ]),
    ),
  );
  console.log(
    'Milliseconds of processor for a request of the sender, when nobody else asks for anything',
  );
  console.table(
    Object.fromEntries(
      all.map(({ row, answers, busyAfter, cost }) => [
        row.key,
        {
          sends: row.atOnce === 0 ? row.sends.name : `${row.atOnce} at once: ${row.sends.name}`,
          answers: Object.entries(answers)
            .map(([answer, count]) => `${count} × ${answer}`)
            .join(', '),
          main: cost.main.toFixed(1),
          database: cost.engine.toFixed(1),
          reading: cost.reading.toFixed(1),
          // Also of threads that were ended.
          other: (cost.all - cost.main - cost.engine - cost.reading).toFixed(1),
          'busy after s': busyAfter.toFixed(1),
        },
      ]),
    ),
  );
}

function growth(before: Waits | undefined, { times, failed }: Waits): string {
  const ratio = (share: number) =>
    (quantile(times, share) / quantile(before?.times ?? [], share)).toFixed(1);
  const max = quantile(times, 1).toFixed(0);
  const lost = failed > 0 ? `, ${failed} of ${times.length} failed` : '';
  return `${ratio(0.5)} ${ratio(0.99)} ${ratio(1)} (${max}${lost})`;
}
