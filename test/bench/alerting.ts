/**
 * From a webhook to the first message that leaves: alone, in a flood, beside many open incidents; and what telling
 * people costs intake. `node test/bench/alerting.ts [seconds] [open incidents]`. All receivers run in this process, on
 * the same cores.
 */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { startCarrier } from '../fakes/carrier.ts';
import { startNtfy } from '../fakes/ntfy.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiClient } from '../support/api-client.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { sendTo, webhookPathOf } from '../support/webhook.ts';
import { startBenchServer } from './bench-server.ts';

const seconds = Number(process.argv[2] ?? 8);
const openIncidents = Number(process.argv[3] ?? 100_000);
const people = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J'];

/** When the tool was first told of an incident, by title. */
const toldAt = new Map<string, number>();
const tool = createServer(async (req, res) => {
  const { title } = JSON.parse(await textOf(req)) as { title?: string };
  if (title !== undefined && !toldAt.has(title)) toldAt.set(title, performance.now());
  res.end('{}');
});
await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve));
const toolUrl = `http://127.0.0.1:${(tool.address() as AddressInfo).port}/hook`;
const [smtp, carrier, ntfy] = await Promise.all([startSmtpServer(), startCarrier(), startNtfy()]);
const server = await startBenchServer({
  TOCSIN_SMTP_URL: smtp.url,
  ...carrier.env,
  TOCSIN_NTFY_URL: ntfy.url,
  TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  TOCSIN_LOG_LEVEL: 'info',
});

try {
  const { api } = server;
  const quiet = await integrationOf(api, await api.make('/team', { displayName: 'Nobody' }));
  const team = await staffTeam(
    api,
    'Everybody',
    [
      { people, settings: { autoEscalationEnabled: true, autoEscalationAfterMinutes: 600 } },
      { people: ['A'] },
    ],
    { users: Object.fromEntries(people.map((name, n) => [name, everything(n)])) },
  );
  for (const [n, { id }] of Object.values(team.people).entries())
    await api.make('/push-subscription', {
      userId: id,
      displayName: 'ntfy',
      ntfyTopicUrl: `${ntfy.url}/topic-${n}`,
    });
  const loud = await integrationOf(api, team.id);

  const toolId = await connectTool(api, team.id);
  // Warm: compiled code, as in a server that has run for a minute.
  await alone(loud, 'warm', 20);
  console.table([{ case: 'one at a time', ...(await alone(loud, 'alone', 100)) }]);
  await flood(loud, 1000);
  await idle();
  await api.delete(`/outbound-integration/${toolId}`);

  // Behind the flood, because what these loads leave to be told is told for minutes.
  const before = await load(quiet, 'quiet', seconds);
  await idle();
  const after = await load(loud, 'loud', seconds);
  await idle();
  console.table([
    { intake: 'nobody on call', ...before },
    { intake: '10 people, 3 channels', ...after },
    { intake: 'ratio', 'webhooks/s': (after.perSecond / before.perSecond).toFixed(2) },
  ]);

  await connectTool(api, team.id);
  await openMany(quiet, openIncidents);
  const cpu = await restingShare();
  console.table([
    {
      case: `beside ${openIncidents} open incidents`,
      ...(await alone(loud, 'beside', 50)),
      'CPU share when idle': `${(cpu * 100).toFixed(1)} %`,
    },
  ]);
} finally {
  await server.end();
  tool.closeAllConnections();
  tool.close();
  await Promise.all([smtp.stop(), carrier.stop(), ntfy.stop()]);
}

function everything(n: number) {
  const all = ['Critical', 'Warning', 'Minor'];
  return {
    phoneNumber: `+491511234${String(n).padStart(4, '0')}`,
    incidentNotificationSettings: {
      ...{ shouldSendSMS: true, delayInMinSMS: 0, severitiesSMS: all },
      ...{ shouldCallVoice: false, delayInMinVoice: 0, severitiesVoice: all },
      ...{ shouldSendPush: true, delayInMinPush: 0, severitiesPush: all },
      ...{ shouldSendEmail: true, delayInMinEmail: 0, severitiesEmail: all },
    },
  };
}

async function connectTool(api: ApiClient, teamId: string): Promise<string> {
  return api.make('/outbound-integration', {
    displayName: 'Tool',
    teamId,
    type: 'Webhook',
    webhookSettings: {
      url: toolUrl,
      method: 'POST',
      headers: [],
      template: '{"title": {{json title}} }',
      secret: null,
    },
  });
}

/** Where its webhook is. */
async function integrationOf(api: ApiClient, teamId: string): Promise<string> {
  const probe = { displayName: 'Probe', teamId, type: 'Webhook' };
  return webhookPathOf(api, await api.make('/inbound-integration', probe));
}

async function alarm(integration: string, title: string, severity: string): Promise<number> {
  const begun = performance.now();
  const body = JSON.stringify({ title, severity, status: 'Open', correlationId: title });
  const headers = { 'content-type': 'application/json' };
  const { status } = await sendTo(`${server.url}${integration}`, { headers, body });
  if (status !== 200) throw new Error(`${status}`);
  return performance.now() - begun;
}

/** As many as 32 senders can, each waiting for its answer. */
async function load(integration: string, name: string, during: number) {
  const times: number[] = [];
  const begun = performance.now();
  let n = 0;
  const sender = async () => {
    while (performance.now() - begun < during * 1000) {
      n += 1;
      times.push(await alarm(integration, `${name} ${n}`, 'Warning'));
    }
  };
  await Promise.all(Array.from({ length: 32 }, sender));
  const perSecond = times.length / ((performance.now() - begun) / 1000);
  return { 'webhooks/s': perSecond.toFixed(0), perSecond, ...quantiles(times) };
}

/** From the answer to the webhook to the first request to a tool. */
async function alone(integration: string, name: string, count: number) {
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const title = `${name} ${n}`;
    await alarm(integration, title, 'Critical');
    const answered = performance.now();
    while (!toldAt.has(title)) {
      if (performance.now() - answered > 20_000) throw new Error(`${title} was never told`);
      await pause(1);
    }
    times.push((toldAt.get(title) ?? 0) - answered);
    await pause(50);
  }
  return quantiles(times);
}

async function flood(integration: string, count: number): Promise<void> {
  const begun = performance.now();
  const times: number[] = [];
  const mailsBefore = smtp.mails.length;
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      await pause(n);
      times.push(await alarm(integration, `flood ${n}`, n % 10 === 0 ? 'Critical' : 'Minor'));
    }),
  );
  const titles = Array.from({ length: count }, (_, n) => `flood ${n}`);
  const seconds = (at: number) => ((at - begun) / 1000).toFixed(1);
  while (!titles.every((title) => toldAt.has(title))) {
    if (performance.now() - begun > 120_000) throw new Error('Not all were told.');
    await pause(20);
  }
  const last = (own: string[]) => Math.max(...own.map((title) => toldAt.get(title) ?? 0));
  console.table([
    {
      case: `${count} in a second`,
      'last critical told after s': seconds(last(titles.filter((_, n) => n % 10 === 0))),
      'last told after s': seconds(last(titles)),
      mails: smtp.mails.length - mailsBefore,
      ...quantiles(times, 'webhook '),
    },
  ]);
}

async function openMany(integration: string, count: number): Promise<void> {
  let n = 0;
  const sender = async () => {
    for (let own = n++; own < count; own = n++) await alarm(integration, `open ${own}`, 'Minor');
  };
  await Promise.all(Array.from({ length: 32 }, sender));
}

/** Until nothing is due. */
async function idle(): Promise<void> {
  const begun = performance.now();
  for (;;) {
    const busy = await cpuShare(2);
    if (busy < 0.1) break;
  }
  console.log(`idle after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}

/**
 * The share of a core that is left when what follows from opened incidents is done, some of which runs once a minute.
 */
async function restingShare(): Promise<number> {
  for (let minute = 1; ; minute += 1) {
    const share = await cpuShare(60);
    console.log(`minute ${minute}: ${(share * 100).toFixed(1)} % of a core`);
    if (share < 0.05 || minute === 10) return share;
  }
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

function quantiles(times: number[], prefix = '') {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? 0).toFixed(0);
  return { [`${prefix}p50 ms`]: at(0.5), [`${prefix}p99 ms`]: at(0.99) };
}

async function textOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8') || '{}';
}
