import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPinger, parsePingHost } from '../../src/egress/index.ts';
import { addressList } from '../../src/kernel/index.ts';

const allowedPrivateTargets = addressList('127.0.0.1, ::1');
let folder: string;
let server: Server;
let port: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-ping-'));
  server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

/** A program that prints this, as `ping` of some system would. */
async function program(text: string, code = 0): Promise<string> {
  const file = join(folder, `ping-${Math.random().toString(36).slice(2)}`);
  await writeFile(file, `#!/bin/sh\ncat <<'END'\n${text}\nEND\nexit ${code}\n`);
  await chmod(file, 0o755);
  return file;
}

const ask = async (host: string, output: string, code = 0, timeoutMilliseconds = 1000) =>
  createPinger({ allowedPrivateTargets, program: await program(output, code) }).ping(host, {
    timeoutMilliseconds,
  });

const reply = (n: number, ms: string) =>
  `64 bytes from 127.0.0.1: icmp_seq=${n} ttl=64 time=${ms} ms`;
const summary = (received: number) => `3 packets transmitted, ${received} received`;

describe('by ICMP', () => {
  it('counts what came back, and how long it took', async () => {
    const all = [reply(1, '10.0'), reply(2, '20.0'), reply(3, '30.0'), summary(3)].join('\n');
    expect(await ask('127.0.0.1', all)).toEqual({
      method: 'ICMP',
      sent: 3,
      received: 3,
      averageMilliseconds: 20,
    });
  });

  it('what came later than the timeout did not come', async () => {
    const late = [reply(1, '10.0'), reply(2, '60.0'), summary(2)].join('\n');
    expect(await ask('127.0.0.1', late, 0, 50)).toMatchObject({ received: 1, sent: 3 });
  });

  it('nothing that came back is an answer too', async () => {
    expect(await ask('127.0.0.1', summary(0), 1)).toEqual({
      method: 'ICMP',
      sent: 3,
      received: 0,
      averageMilliseconds: null,
    });
  });
});

describe('by TCP', () => {
  it('where there is no program, or none that may send', async () => {
    const missing = createPinger({ allowedPrivateTargets, program: join(folder, 'missing') });
    // Nothing listens on the common ports of this machine, but it refuses: it is there.
    expect(await missing.ping('127.0.0.1', { timeoutMilliseconds: 1000 })).toMatchObject({
      method: 'TCP',
      received: 3,
    });
    expect(await ask('127.0.0.1', 'ping: socket: Operation not permitted', 2)).toMatchObject({
      method: 'TCP',
      received: 3,
    });
  });

  it('a port that is named has to accept', async () => {
    const pinger = createPinger({ allowedPrivateTargets });
    const options = { timeoutMilliseconds: 1000 };
    expect(await pinger.ping(`127.0.0.1:${port}`, options)).toMatchObject({
      method: 'TCP',
      received: 3,
    });
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port: freed } = closed.address() as AddressInfo;
    await new Promise((resolve) => closed.close(resolve));
    expect(await pinger.ping(`127.0.0.1:${freed}`, options)).toMatchObject({ received: 0 });
  });
});

describe('addresses', () => {
  it.each(['127.0.0.1', '169.254.169.254:80', '[::1]:443', 'localhost'])(
    '%s is not asked unless it is allowed',
    async (host) => {
      await expect(createPinger().ping(host, { timeoutMilliseconds: 50 })).rejects.toMatchObject({
        failure: 'blocked',
      });
    },
  );

  it.each([
    ['db-1.example.com', { hostname: 'db-1.example.com', port: null }],
    ['db-1:5432', { hostname: 'db-1', port: 5432 }],
    ['2001:db8::1', { hostname: '2001:db8::1', port: null }],
    ['[2001:db8::1]:22', { hostname: '2001:db8::1', port: 22 }],
    ['10.0.0.1:80', { hostname: '10.0.0.1', port: 80 }],
    ['http://x', null],
    ['x/y', null],
    ['-c', null],
    ['host:0', null],
    ['host:70000', null],
    ['a b', null],
    ['[10.0.0.1]', null],
  ])('%s', (text, expected) => {
    expect(parsePingHost(text)).toEqual(expected);
  });
});
