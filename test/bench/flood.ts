/**
 * How late people are told while a flood comes in at the full rate of the machine, and how soon afterwards everything
 * is told again. Thirty-two senders open incidents of one team, one in ten Critical; every five seconds another team of
 * the same organization gets one Critical and one Warning. Each team has a tool, which is told of all of its incidents,
 * and a person who gets mails. `node test/bench/flood.ts [minutes]`. All receivers run in this process, on the same
 * cores. Needs Linux.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import type { ApiClient } from '../support/api-client.ts';
import { staffTeam } from '../support/staffed-team.ts';
import { sendTo, webhookPathOf } from '../support/webhook.ts';
import { startBenchServer } from './bench-server.ts';
import { quantile } from './quantile.ts';

const minutes = Number(process.argv[2] ?? 8);
const senders = 32;

interface Sent {
  answeredAt: number;
  kind: 'flood Critical' | 'flood Warning' | 'other Critical' | 'other Warning';
}
const untold = new Map<string, Sent>();
/** Seconds from the answer to the webhook to the request to the tool. */
const waits: Record<Sent['kind'], number[]> = {
  'flood Critical': [],
  'flood Warning': [],
  'other Critical': [],
  'other Warning': [],
};
const tool = createServer(async (req, res) => {
  const { title } = JSON.parse((await text(req)) || '{}') as { title?: string };
  const sent = untold.get(title ?? '');
  if (sent) waits[sent.kind].push(Math.max(0, (performance.now() - sent.answeredAt) / 1000));
  untold.delete(title ?? '');
  res.end('{}');
});
await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve));
const toolUrl = `http://127.0.0.1:${(tool.address() as AddressInfo).port}/hook`;
const smtp = await startSmtpServer();
const server = await startBenchServer({
  TOCSIN_SMTP_URL: smtp.url,
  TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8',
  TOCSIN_LOG_LEVEL: 'error',
});

try {
  const { api } = server;
  const flooded = await teamWithTool(api, 'Flooded', 'Ann');
  const other = await teamWithTool(api, 'Other', 'Bob');
  const begun = performance.now();
  const isOver = () => performance.now() - begun > minutes * 60_000;
  let count = 0;
  const answers: number[] = [];
  const sender = async () => {
    while (!isOver()) {
      const n = count++;
      answers.push(await alarm(flooded, `F${n}`, n % 10 === 0 ? 'Critical' : 'Warning', 'flood'));
    }
  };
  const fewOthers = async () => {
    for (let n = 0; !isOver(); n += 1) {
      await pause(5000);
      await alarm(other, `OC${n}`, 'Critical', 'other');
      await alarm(other, `OW${n}`, 'Warning', 'other');
    }
  };
  const report = async () => {
    for (let minute = 1; minute <= minutes; minute += 1) {
      await pause(60_000);
      console.log(`minute ${minute}: ${count} alerts, ${await lateness()}`);
    }
  };
  await Promise.all([...Array.from({ length: senders }, sender), fewOthers(), report()]);
  const ended = performance.now();
  console.log(`the flood ends: ${count} alerts, ${untold.size} not told yet, ${await lateness()}`);
  while (untold.size > 0 && performance.now() - ended < 30 * 60_000) await pause(200);
  console.log(
    `all told ${((performance.now() - ended) / 1000).toFixed(0)} s later; ${untold.size} never`,
  );
  console.log(
    `webhook p50 ${quantile(answers, 0.5).toFixed(0)} p99 ${quantile(answers, 0.99).toFixed(0)} ms`,
  );
  console.table(
    Object.entries(waits).map(([kind, seconds]) => ({
      told: kind,
      count: seconds.length,
      'p50 s': quantile(seconds, 0.5).toFixed(1),
      'p99 s': quantile(seconds, 0.99).toFixed(1),
      'max s': quantile(seconds, 1).toFixed(1),
    })),
  );
} finally {
  await server.end();
  tool.closeAllConnections();
  tool.close();
  await smtp.stop();
}

/** Gives where its webhook is. */
async function teamWithTool(api: ApiClient, displayName: string, person: string): Promise<string> {
  const { id: teamId } = await staffTeam(api, displayName, [{ people: [person] }]);
  await api.make('/outbound-integration', {
    displayName: `Tool of ${displayName}`,
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
  const probe = { displayName: 'Probe', teamId, type: 'Webhook' };
  return webhookPathOf(api, await api.make('/inbound-integration', probe));
}

/** Gives the milliseconds until the answer. */
async function alarm(
  path: string,
  title: string,
  severity: 'Critical' | 'Warning',
  of: 'flood' | 'other',
) {
  const begun = performance.now();
  const body = JSON.stringify({ title, severity, status: 'Open', correlationId: title });
  const headers = { 'content-type': 'application/json' };
  // It may be told before its sender has read the answer.
  const sent: Sent = { answeredAt: Number.POSITIVE_INFINITY, kind: `${of} ${severity}` };
  untold.set(title, sent);
  const { status } = await sendTo(`${server.url}${path}`, { headers, body });
  if (status !== 200) throw new Error(`${status}`);
  sent.answeredAt = performance.now();
  return sent.answeredAt - begun;
}

async function lateness(): Promise<string> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  const lines = [...metrics.matchAll(/^tocsin_oldest_due_seconds(\S*) (\S+)/gm)];
  return lines
    .map(([, labels, seconds]) => `${labels} ${Number(seconds).toFixed(0)} s late`)
    .join(', ');
}
