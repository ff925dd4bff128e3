/**
 * How long one hostile request makes others wait. Starts the real server, posts each body once, and meanwhile asks for
 * `/healthz` again and again over a second connection. Prints the longest and the 99th percentile of these waits, and
 * the ratio to a server that has nothing else to do: `node test/bench/hostile.ts [rounds] [part of the names of rows]`
 *
 * The bodies meet a default mapping, the protocols of other products, the dry run, SCIM, and mappings that their author
 * made expensive; at last, callers without a key send bodies that never end.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { type Attack, attack, expensiveMappings, fill, form, json } from './hostile-mappings.ts';
import type { StalledSenders } from './stalled-senders.ts';

const rounds = Number(process.argv[2] ?? '3');
const wanted = process.argv[3] ?? '';

const million = 1_000_000;

/** Each kind once as a small body, which the server works on at once, and once as large as bodies may be. */
function attacksOf(bytes: number): Attack[] {
  const size = kilobytes(bytes);
  const keys = Array.from({ length: Math.floor(bytes / 12) }, (_, n) => `"k${n}":1`).join();
  return [
    attack(`${size} form of a&`, form, fill('a&', bytes)),
    attack(
      `${size} form of names`,
      form,
      Array.from({ length: Math.floor(bytes / 10) }, (_, n) => `n${n}=1`).join('&'),
    ),
    attack(`${size} JSON of 1.0`, json, `[${fill('1.0,', bytes)}1]`),
    attack(`${size} JSON of -0`, json, `[${fill('-0,', bytes)}1]`),
    attack(`${size} JSON of 1 with one 1.0`, json, `[${fill('1,', bytes)}1.0]`),
    attack(
      `${size} JSON nested around 1.0`,
      json,
      `${'['.repeat(bytes / 2)}1.0${']'.repeat(bytes / 2)}`,
    ),
    attack(`${size} JSON of keys`, json, `{${keys}}`),
    attack(
      `${size} placeholder heads`,
      json,
      JSON.stringify({ status: 'firing', groupKey: `${fill('{{currentIncident.', bytes)}}}` }),
    ),
    attack(`${size} text`, 'text/plain', fill('some text ', bytes)),
    {
      name: `${size} bytes that are not UTF-8`,
      type: 'text/plain',
      body: Buffer.alloc(bytes, 0xe9),
    },
  ];
}

const keyless: Attack = {
  name: '3 KB gzip of {}×1 million and 1.0, unknown key',
  type: json,
  encoding: 'gzip',
  body: gzipSync(`[${'{},'.repeat(million)}1.0]`),
};

/** In the protocol of another product, whose requests are translated before they are stored. */
const protocolAttacks: Attack[] = [65_000, 3_000_000].flatMap((bytes) => [
  attack(
    `${kilobytes(bytes)} of alerts, Alertmanager's API`,
    json,
    `[${fill('{"labels":{"a":"b"}},', bytes)}{}]`,
  ),
  attack(
    `${kilobytes(bytes)} JSON of 1.0, Alertmanager's API`,
    json,
    `[{"labels":{"a":"b"},"rest":[${fill('1.0,', bytes)}1]}]`,
  ),
]);

const apiPath = '/api/public/v1';
const evaluate = '/inbound-integration-mapping/evaluate';
const dryRuns: Attack[] = [65_000, 3_000_000].flatMap((bytes) => {
  const numbers = `[${fill('1.0,', bytes)}1]`;
  return [
    attack(`${kilobytes(bytes)} JSON of 1.0, dry run`, json, `{"payload":{"jsonBody":${numbers}}}`),
    attack(
      `${kilobytes(bytes)} JSON of 1.0, dry run of a request`,
      json,
      JSON.stringify({ request: { body: numbers } }),
    ),
    attack(
      `${kilobytes(bytes)} JSON of {}, dry run`,
      json,
      `{"payload":{"jsonBody":[${fill('{},', bytes)}{}]}}`,
    ),
  ];
});

const scimUrns = {
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
};
const memberIds = (bytes: number) =>
  Array.from(
    { length: Math.floor(bytes / 36) },
    () => `{"value":"${randomUUID().slice(0, 24)}"}`,
  ).join();
const scimBody = (urn: string, rest: string) => `{"schemas":["${urn}"],${rest}}`;
const scimAttacks: Attack[] = [65_000, 4_000_000].flatMap((bytes) => {
  const size = kilobytes(bytes);
  return [
    attack(
      `${size} of {}, SCIM group`,
      json,
      scimBody(scimUrns.group, `"x":[${fill('{},', bytes - 200)}1]`),
    ),
    attack(
      `${size} of keys, SCIM group`,
      json,
      scimBody(scimUrns.group, Array.from({ length: bytes / 13 }, (_, n) => `"k${n}":1`).join()),
    ),
    attack(
      `${size} of 1, in members, SCIM group`,
      json,
      scimBody(scimUrns.group, `"displayName":"${size}","members":[${fill('1,', bytes - 200)}1]`),
    ),
    attack(
      `${size} of {} in members, SCIM group`,
      json,
      scimBody(scimUrns.group, `"displayName":"${size}","members":[${fill('{},', bytes - 200)}{}]`),
    ),
    attack(
      `${size} of members, SCIM group`,
      json,
      scimBody(scimUrns.group, `"displayName":"${size}","members":[${memberIds(bytes)}]`),
    ),
  ];
});

/** To save as a mapping. */
const mappingAttacks: Attack[] = [65_000, 1_040_000].flatMap((bytes) => {
  const size = kilobytes(bytes);
  const of = (rest: string) => `{"attributesMapping":{"attributes":[${rest}]}}`;
  return [
    attack(`${size} of 1, saved as a mapping`, json, of(`${fill('1,', bytes - 100)}1`)),
    attack(`${size} of {}, saved as a mapping`, json, of(`${fill('{},', bytes - 100)}{}`)),
    attack(
      `${size} of keys, saved as a mapping`,
      json,
      of(`{${Array.from({ length: bytes / 13 }, (_, n) => `"k${n}":1`).join()}}`),
    ),
    attack(
      `${size} of steps, saved as a mapping`,
      json,
      of(`{"name":"A","mappings":[${fill('{"static":1},', bytes - 100)}{}]}`),
    ),
    attack(
      `${size} of braces, saved as a mapping`,
      json,
      of(
        Array.from(
          { length: 190 },
          (_, n) => `{"name":"A${n}","mappings":[{"static":"${fill('{', bytes / 200 - 50)}"}]}`,
        ).join(),
      ),
    ),
    attack(
      `${size} of classes, saved as a mapping`,
      json,
      of(
        Array.from(
          { length: 190 },
          (_, n) =>
            `{"name":"A${n}","mappings":[{"regex":"${n}${fill('[a-z]', Math.min(4000, bytes / 200 - 50))}"}]}`,
        ).join(),
      ),
    ),
    attack(
      `${size} of alternatives, saved as a mapping`,
      json,
      of(
        Array.from(
          { length: 190 },
          (_, n) =>
            `{"name":"A${n}","mappings":[{"regex":"${n}${fill('(a|b)?', Math.min(1000, bytes / 200 - 50))}"}]}`,
        ).join(),
      ),
    ),
    attack(
      `${size} of variables, saved as a mapping`,
      json,
      of(
        Array.from(
          { length: 190 },
          (_, n) =>
            `{"name":"A${n}","mappings":[{"static":"${fill('{{currentIncident.a.b}}', bytes / 200 - 50)}"}]}`,
        ).join(),
      ),
    ),
    attack(
      `${size} of XPath, saved as a mapping`,
      json,
      of(
        Array.from(
          { length: 190 },
          (_, n) =>
            `{"name":"A${n}","mappings":[{"xPath":"${fill('a/', Math.min(2000, bytes / 200 - 50))}a${n}"}]}`,
        ).join(),
      ),
    ),
  ];
});

const folder = await mkdtemp(join(tmpdir(), 'tocsin-hostile-'));
const server = spawn(
  process.execPath,
  [fileURLToPath(new URL('intake-servers.ts', import.meta.url)), 'app', folder],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const { port, paths, key, teamId } = await firstLine();
  const api = apiOf(port, key);
  const idle = await waits(port, () => new Promise((resolve) => setTimeout(resolve, 1_000)));
  print('idle', idle, idle.max);
  const measure = async (one: Attack, path: string, headers = {}) => {
    if (!one.name.includes(wanted)) return;
    const all: number[] = [];
    for (let round = 0; round < rounds; round += 1)
      all.push(...(await waits(port, () => post(port, path, one, headers))).all);
    print(one.name, summary(all), idle.max);
  };
  for (const one of [...attacksOf(65_000), ...attacksOf(3_000_000)])
    await measure(one, paths[0] ?? '/');
  await measure(keyless, `/api/receivers/alertmanager/${randomUUID()}/api/v2/alerts`);
  const alerts = await api.make('/inbound-integration', { type: 'AlertmanagerApiV2', teamId });
  for (const one of protocolAttacks)
    await measure(one, `/api/receivers/alertmanager/${await api.tokenOf(alerts)}/api/v2/alerts`);
  for (const one of dryRuns) await measure(one, `${apiPath}${evaluate}`, { 'x-api-key': key });
  for (const one of scimAttacks)
    await measure(one, '/api/scim/v2/Groups', { authorization: `Bearer ${key}` });
  const mapped = await api.make('/inbound-integration', { type: 'Webhook', teamId });
  for (const one of mappingAttacks)
    await measure(one, `${apiPath}/inbound-integration/${mapped}/mapping`, { 'x-api-key': key });
  for (const { name, attributes, bodies } of expensiveMappings) {
    const id = await api.make('/inbound-integration', { type: 'Webhook', teamId });
    await api.make(`/inbound-integration/${id}/mapping`, { attributesMapping: { attributes } });
    for (const body of bodies)
      await measure(
        { ...body, name: `${body.name}: ${name}` },
        `/api/webhook/${await api.tokenOf(id)}`,
      );
  }
  if (wanted === '') await measureStalled(port, paths[0] ?? '/', idle.max);
} finally {
  server.kill();
  await rm(folder, { recursive: true, force: true });
}

function kilobytes(bytes: number): string {
  return `${Math.round(bytes / 1024)} KB`;
}

/**
 * Callers without a key who send most of a body and then nothing, and others who send a little every second: how long
 * others wait, and whether webhooks are taken meanwhile.
 */
async function measureStalled(port: number, path: string, idle: number): Promise<void> {
  for (const [name, firstBytes, bytesEverySecond] of [
    ['60 bodies of 3 MB that never end', 2_500_000, 0],
    ['60 bodies that come byte by byte', 1, 1],
  ] as const) {
    const workerData: StalledSenders = {
      port,
      senders: 60,
      declaredBytes: 3_000_000,
      firstBytes,
      bytesEverySecond,
    };
    const attackers = new Worker(new URL('stalled-senders.ts', import.meta.url), { workerData });
    const refused: number[] = [];
    const measured = await waits(port, async () => {
      for (let n = 0; n < 40; n += 1) {
        const small = attack('', json, `{"status":"firing","groupKey":"${name} ${n}"}`);
        const status = await post(port, path, small, {});
        if (status !== 200) refused.push(status);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    });
    attackers.postMessage('end');
    const [left] = (await once(attackers, 'message')) as [number];
    await attackers.terminate();
    print(`${name} (${refused.length} of 40 webhooks refused, ${left} left)`, measured, idle);
  }
}

function apiOf(port: number, key: string) {
  return {
    async make(path: string, body: object): Promise<string> {
      const answer = await fetch(`http://127.0.0.1:${port}${apiPath}${path}`, {
        method: 'POST',
        headers: { 'content-type': json, 'x-api-key': key },
        body: JSON.stringify({ displayName: 'Hostile', ...body }),
      });
      const text = await answer.text();
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
      return (JSON.parse(text) as { id: string }).id;
    },
    async tokenOf(id: string): Promise<string> {
      const path = `${apiPath}/inbound-integration/${id}`;
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        headers: { 'x-api-key': key },
      });
      const { webhookUrl } = (await answer.json()) as { webhookUrl: string };
      return webhookUrl.split('/').at(-1) ?? '';
    },
  };
}

interface Started {
  port: number;
  paths: string[];
  key: string;
  teamId: string;
}

async function firstLine(): Promise<Started> {
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('{"port"')) return JSON.parse(line);
  }
  throw new Error('The server did not start.');
}

async function post(
  port: number,
  path: string,
  { type, encoding, body }: Attack,
  more: Record<string, string>,
): Promise<number> {
  const headers = {
    'content-type': type,
    ...(encoding && { 'content-encoding': encoding }),
    ...more,
  };
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  });
  await answer.text();
  return answer.status;
}

interface Waits {
  all: number[];
  max: number;
  p99: number;
}

function summary(all: number[]): Waits {
  const sorted = all.toSorted((a, b) => a - b);
  return {
    all,
    max: sorted.at(-1) ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
  };
}

/** Milliseconds of every health check while `work` goes on, over a connection of its own. */
async function waits(port: number, work: () => Promise<unknown>): Promise<Waits> {
  const socket = connect(port, '127.0.0.1');
  socket.setNoDelay(true);
  const all: number[] = [];
  let working = true;
  const checks = (async () => {
    while (working) {
      const sentAt = performance.now();
      socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(socket, 'data');
      all.push(performance.now() - sentAt);
    }
  })();
  await work();
  working = false;
  await checks;
  socket.destroy();
  return summary(all);
}

function print(name: string, { max, p99 }: Waits, idle: number): void {
  const cell = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`.padStart(11);
  console.log(
    `${name.padEnd(72)}${cell(max)}${cell(p99)}${(max / idle).toFixed(1).padStart(8)} x idle`,
  );
}
