/**
 * How long one hostile request makes others wait. Starts the real server, posts each body once, and meanwhile asks for `/healthz`
 * again and again over a second connection. Prints the longest and the 99th percentile of these waits, and the ratio to a server
 * that has nothing else to do: `node test/bench/hostile.ts [rounds]`
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
import { gzipSync } from 'node:zlib';

const rounds = Number(process.argv[2] ?? '3');

interface Attack {
  readonly name: string;
  readonly type: string;
  readonly body: Buffer;
  readonly path?: string;
  readonly encoding?: string;
}

const form = 'application/x-www-form-urlencoded';
const json = 'application/json';
const million = 1_000_000;

function attack(name: string, type: string, body: string): Attack {
  return { name, type, body: Buffer.from(body) };
}

function fill(text: string, bytes: number): string {
  return text.repeat(Math.floor(bytes / text.length));
}

/** Each kind once as a small body, which the server works on at once, and once as large as bodies may be. */
function attacksOf(bytes: number): Attack[] {
  const size = `${Math.round(bytes / 1024)} KB`;
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
  path: `/api/receivers/alertmanager/${randomUUID()}/api/v2/alerts`,
  body: gzipSync(`[${'{},'.repeat(million)}1.0]`),
};

const folder = await mkdtemp(join(tmpdir(), 'tocsin-hostile-'));
const server = spawn(
  process.execPath,
  [fileURLToPath(new URL('intake-servers.ts', import.meta.url)), 'app', folder],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
try {
  const { port, paths } = await firstLine();
  const idle = await waits(port, () => new Promise((resolve) => setTimeout(resolve, 1_000)));
  print('idle', idle, idle.max);
  for (const one of [...attacksOf(65_000), ...attacksOf(3_000_000), keyless]) {
    const all: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const measured = await waits(port, () => post(port, one.path ?? paths[0] ?? '/', one));
      all.push(...measured.all);
    }
    print(one.name, summary(all), idle.max);
  }
} finally {
  server.kill();
  await rm(folder, { recursive: true, force: true });
}

async function firstLine(): Promise<{ port: number; paths: string[] }> {
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.startsWith('{"port"')) return JSON.parse(line);
  }
  throw new Error('The server did not start.');
}

function post(port: number, path: string, { type, encoding, body }: Attack): Promise<unknown> {
  const headers = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) };
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers,
    body: new Uint8Array(body),
  }).then((answer) => answer.text());
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
    `${name.padEnd(48)}${cell(max)}${cell(p99)}${(max / idle).toFixed(1).padStart(8)} x idle`,
  );
}
