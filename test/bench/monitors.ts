/**
 * HTTP monitors beside webhooks: the share of a core that checks take, how late they start, and what the answers to
 * webhooks wait for it, against the same server before it had monitors. `node test/bench/monitors.ts [monitors]
 * [seconds]`
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { sendTo, webhookPathOf } from '../support/webhook.ts';
import { startBenchServer } from './bench-server.ts';

const count = Number(process.argv[2] ?? 5000);
const seconds = Number(process.argv[3] ?? 30);
const intervalSeconds = 60;
const webhooksPerSecond = 50;

let checks = 0;
const watched = createServer((_req, res) => {
  checks += 1;
  res.end('ok');
});
await new Promise<void>((resolve) => watched.listen(0, '127.0.0.1', resolve));
const { port } = watched.address() as AddressInfo;

const server = await startBenchServer({ TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.1' });
try {
  const { api } = server;
  const teamId = await api.make('/team', { displayName: 'Team', timeZoneId: 'UTC' });
  const id = await api.make('/inbound-integration', {
    displayName: 'Alerts',
    teamId,
    type: 'Webhook',
  });
  const webhook = await webhookPathOf(api, id);
  const rows: Record<string, string>[] = [];
  await measure(webhook, 2);
  rows.push({ server: 'without monitors', ...(await measure(webhook, seconds / 3)) });

  const begin = performance.now();
  await make(teamId);
  console.log(`made ${count} in ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  // Each is checked once at once; after that they keep their phases.
  while (checks < count) await pause(100);
  console.log(`all checked once after ${((performance.now() - begin) / 1000).toFixed(0)} s`);
  await settle();
  rows.push({ server: `${count} at ${intervalSeconds} s`, ...(await measure(webhook, seconds)) });
  console.table(rows);

  async function make(team: string): Promise<void> {
    let n = 0;
    const maker = async () => {
      for (let own = n++; own < count; own = n++)
        await api.make('/inbound-integration', {
          displayName: `Monitor ${own}`,
          teamId: team,
          type: 'HttpMonitoring',
          integrationSettings: {
            httpMonitoring: {
              url: `http://127.0.0.1:${port}/${own}`,
              method: 'GET',
              timeoutInMilliseconds: 5000,
              intervalInSeconds: intervalSeconds,
            },
          },
        });
    };
    await Promise.all(Array.from({ length: 16 }, maker));
  }
} finally {
  await server.end();
  watched.closeAllConnections();
  watched.close();
}

/** Making them all at once has put checks off: waits until they start in time again, for some seconds at most. */
async function settle(): Promise<void> {
  for (let n = 0; n < 15; n += 1) {
    const before = await metrics();
    await pause(1000);
    const after = await metrics();
    const started = after.lateCount - before.lateCount;
    if (started > 0 && (after.lateSum - before.lateSum) / started < 1) return;
  }
}

/** Webhooks at a steady pace for so many seconds, and what the server says of itself meanwhile. */
async function measure(hook: string, during: number): Promise<Record<string, string>> {
  const before = await metrics();
  const checksBefore = checks;
  const times: number[] = [];
  const begin = performance.now();
  const sent: Promise<void>[] = [];
  for (let n = 0; performance.now() - begin < during * 1000; n += 1) {
    const start = performance.now();
    const body = JSON.stringify({ title: `Alert ${n % 100}`, correlationId: `a${n % 100}` });
    const headers = { 'content-type': 'application/json' };
    sent.push(
      sendTo(`${server.url}${hook}`, { headers, body }).then(
        () => void times.push(performance.now() - start),
      ),
    );
    await pause(Math.max(0, begin + ((n + 1) * 1000) / webhooksPerSecond - performance.now()));
  }
  await Promise.all(sent);
  const after = await metrics();
  times.sort((a, b) => a - b);
  const elapsed = (performance.now() - begin) / 1000;
  const late = after.lateCount - before.lateCount;
  const at = (part: number) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
  return {
    'checks/s': ((checks - checksBefore) / elapsed).toFixed(0),
    'CPU share of a core': `${(((after.cpu - before.cpu) / elapsed) * 100).toFixed(0)} %`,
    'mean lateness s': late > 0 ? ((after.lateSum - before.lateSum) / late).toFixed(2) : '-',
    'late > 1 s':
      late > 0
        ? `${((1 - (after.lateInTime - before.lateInTime) / late) * 100).toFixed(1)} %`
        : '-',
    'webhook p50 ms': at(0.5),
    'p99 ms': at(0.99),
    'max ms': at(0.9999),
  };
}

async function metrics() {
  const text = await (await fetch(`${server.url}/metrics`)).text();
  const value = (name: string) =>
    Number(new RegExp(`^${name.replaceAll(/[{}."]/g, '\\$&')} (\\S+)`, 'm').exec(text)?.[1] ?? 0);
  return {
    cpu: value('process_cpu_seconds_total'),
    lateSum: value('tocsin_monitor_late_seconds_sum'),
    lateCount: value('tocsin_monitor_late_seconds_count'),
    lateInTime: value('tocsin_monitor_late_seconds_bucket{le="1"}'),
  };
}
