import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkAddresses } from '../../src/cli/doctor/address-checks.ts';
import { checkSkew } from '../../src/cli/doctor/clock-check.ts';
import { integrationFinding } from '../../src/cli/doctor/database-checks.ts';
import { type Finding, renderFindings } from '../../src/cli/doctor/finding.ts';
import { canOpen, checkFolder, checkPages } from '../../src/cli/doctor/folder-checks.ts';
import { checkProviders } from '../../src/cli/doctor/provider-checks.ts';
import { type AnsweredTask, checkTasks, taskFindings } from '../../src/cli/doctor/task-checks.ts';
import { readConfig } from '../../src/config.ts';
import { addressList } from '../../src/kernel/index.ts';
import { sessionModel } from '../../src/sessions/model.ts';
import { startSmtpServer } from '../fakes/smtp-server.ts';
import { startTelnyx } from '../fakes/telnyx.ts';
import { openHere } from '../store/embedded/temporary-database.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeIntegration, send } from '../support/webhook.ts';

const cli = fileURLToPath(new URL('../../src/cli/tocsin.ts', import.meta.url));
const withMongodb = Boolean(process.env.TOCSIN_TEST_MONGODB_URI);

let server: TestApp;
let folder: string;
beforeAll(async () => {
  server = await startTestApp({ clock: new Date().toISOString() });
  folder = await mkdtemp(join(tmpdir(), 'tocsin-doctor-'));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

function doctor(env: Record<string, string>, ...args: string[]) {
  return new Promise<{ code: number; stdout: string }>((resolve) => {
    const all = { ...process.env, MONGODB_URI: '', ...env };
    execFile(process.execPath, [cli, 'doctor', ...args], { env: all }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), stdout }),
    );
  });
}

/** State of each check, and what the check says. */
const stateOf = (findings: readonly Finding[], check: string) =>
  findings.filter((one) => one.check === check).map(({ state }) => state);
const port = () => new URL(server.app.url).port;

describe.skipIf(withMongodb)('tocsin doctor', () => {
  it('finds a running server well, names what no tool has reached yet, and fits 80 columns', async () => {
    const used = await makeIntegration(server, { displayName: 'In use' });
    await makeIntegration(server, { displayName: 'Forgotten' });
    await send(server, used, { body: 'disk full' });
    const { code, stdout } = await doctor({
      TOCSIN_DATA_DIR: server.dataDir,
      TOCSIN_PUBLIC_URL: server.app.url,
      PORT: port(),
    });
    expect(code, stdout).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    const words = stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain(`ok Port A Tocsin server answers at 127.0.0.1:${port()}.`);
    expect(words).toContain('ok Clock Agrees with the database.');
    expect(words).toMatch(/ok Time zones As of \d{4}[a-z], which comes with Node/);
    expect(words).toMatch(/ok Tasks All \d+ background tasks run when they are due\./);
    expect(words).toContain('ok Secrets The secret key is the one of this database.');
    expect(words).toMatch(/ok Integration In use \(Webhook\): last webhook \d+s ago \(Opened\)\./);
    expect(words).toContain('warning Integration Forgotten (Webhook): no webhook yet.');
  });

  it('exits with 1 when there is a problem, and gives all findings as JSON', async () => {
    const { code, stdout } = await doctor(
      { TOCSIN_DATA_DIR: server.dataDir, PORT: port(), TOCSIN_SECRET_KEY: 'ab'.repeat(32) },
      '--json',
    );
    expect(code).toBe(1);
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    expect(stateOf(findings, 'Secrets')).toEqual(['problem']);
    for (const { state, advice } of findings) expect(advice !== undefined).toBe(state !== 'ok');
  });

  it('names mistakes in the settings, and does not look further', async () => {
    const { code, stdout } = await doctor({ PORT: 'many', TOCSIN_PLANN: 'PRO' });
    expect(code).toBe(1);
    expect(stdout.match(/^problem {2}Settings/gm)).toHaveLength(2);
  });
});

describe('mail servers and carriers', () => {
  it('are asked one by one: a warning where another one works, a problem where none does', async () => {
    const smtp = await startSmtpServer();
    const found = (env: Record<string, string>) => checkProviders(readConfig(env));
    const dead = 'smtp://127.0.0.1:9';
    const both = await found({ TOCSIN_SMTP_URL: dead, TOCSIN_SMTP_FALLBACK_URL: smtp.url });
    await smtp.stop();
    expect(stateOf(both, 'Sending')).toEqual(['warning', 'ok']);
    expect(both[0]?.text).toMatch(/^E-mail by 127.0.0.1:9: The mail server cannot be reached: /);
    expect(stateOf(await found({ TOCSIN_SMTP_URL: dead }), 'Sending')).toEqual(['problem']);
    expect(await found({})).toMatchObject([
      { state: 'warning', text: expect.stringMatching(/^No mail server and no carrier is set/) },
    ]);
  });

  it('are asked for calls, too, and named where they are set up in part', async () => {
    const telnyx = await startTelnyx();
    const found = (env: Record<string, string>) =>
      checkProviders(readConfig({ ...env, TOCSIN_ALLOW_PRIVATE_TARGETS: '127.0.0.0/8' }));
    const { TOCSIN_TELNYX_APPLICATION_ID: _, ...half } = telnyx.voiceEnv;
    const [part, ...texts] = await found(half);
    expect(part).toMatchObject({
      state: 'warning',
      text: 'Telnyx is set up in part, so no calls go by it.',
      advice: 'Set TOCSIN_TELNYX_APPLICATION_ID.',
    });
    expect(texts.map(({ text }) => text)).toEqual(['SMS by Telnyx: it takes messages.']);
    const whole = await found(telnyx.voiceEnv);
    await telnyx.stop();
    expect(whole.map(({ state, text }) => `${state} ${text}`).toSorted()).toEqual([
      'ok SMS by Telnyx: it takes messages.',
      'ok Voice calls by Telnyx: it takes messages.',
    ]);
  });
});

describe('background tasks', () => {
  const task = (more: Partial<AnsweredTask> = {}): AnsweredTask => ({
    name: 'removals',
    everySeconds: 5,
    process: '0123456789',
    runningSeconds: null,
    failuresInARow: 0,
    lateSeconds: 0,
    error: null,
    ...more,
  });

  it.each([
    [{ lateSeconds: 60 }, 'ok', 'All 2 background tasks run when they are due.'],
    [{ lateSeconds: 61 }, 'problem', 'removals has been due for 1m and does not start.'],
    [{ lateSeconds: 900, runningSeconds: 905 }, 'ok', 'All 2 background tasks'],
    [
      { lateSeconds: 1200, runningSeconds: 1205 },
      'warning',
      'removals runs for 20m on process 0123456789, and should every 5s.',
    ],
    [
      { failuresInARow: 2, error: 'TypeError: broken' },
      'warning',
      'removals failed 2 times in a row on process 0123456789: TypeError: broken',
    ],
    [{ failuresInARow: 3, error: 'TypeError' }, 'problem', 'removals failed 3 times in a row'],
    [{ failuresInARow: 1, process: null }, 'warning', 'removals failed once'],
  ] as const)('%j is %s', (more, state, text) => {
    const findings = taskFindings([task({ name: 'heartbeat' }), task(more)]);
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({ state, text: expect.stringContaining(text) });
  });

  it('are those of the server here, which says no words of an error to whoever has no token', async () => {
    const here = { port: Number(port()), host: '127.0.0.1', metricsToken: undefined };
    expect(await checkTasks(here)).toMatchObject([{ check: 'Tasks', state: 'ok' }]);
    const failing = vi.spyOn(sessionModel(server.app.world.store).collection, 'find');
    failing.mockImplementation(() => {
      throw new RangeError('words');
    });
    const sweep = () => server.app.jobs.runAll((name) => name === 'sessions-sweep');
    await sweep();
    failing.mockRestore();
    const [found, ...others] = await checkTasks(here);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      state: 'warning',
      text: `sessions-sweep failed once on process ${server.app.processes.id}: RangeError`,
    });
    await sweep();
    expect(await checkTasks(here)).toMatchObject([{ state: 'ok' }]);
    expect(await checkTasks({ ...here, port: 0 })).toEqual([]);
  });

  it('of a server with another token, and of another program', async () => {
    let status = 401;
    const other = createServer((_req, res) => res.writeHead(status).end('{"tasks":1}'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const there = {
      port: (other.address() as AddressInfo).port,
      host: '127.0.0.1',
      metricsToken: 'sixteen characters',
    };
    expect(await checkTasks(there)).toMatchObject([{ check: 'Tasks', state: 'warning' }]);
    for (status of [200, 404]) expect(await checkTasks(there)).toEqual([]);
    await new Promise((resolve) => other.close(resolve));
    expect(await checkTasks(there)).toEqual([]);
  });
});

describe('the data folder', () => {
  const settings = (dataDir: string) => ({ dataDir, mongodbUri: undefined, secretKey: undefined });
  const now = new Date();

  it('open to others, and a key that others can read', async () => {
    const dataDir = join(folder, 'open');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'secret.key'), 'x');
    await writeFile(join(dataDir, 'data.db'), 'x');
    for (const [mode, keyMode, states] of [
      [0o700, 0o600, ['ok', 'ok']],
      [0o750, 0o640, ['warning', 'problem']],
    ] as const) {
      await chmod(dataDir, mode);
      await chmod(join(dataDir, 'secret.key'), keyMode);
      const findings = checkFolder(settings(dataDir), now);
      expect([...stateOf(findings, 'Data folder'), ...stateOf(findings, 'Secret key')]).toEqual(
        states,
      );
    }
    expect(canOpen(settings(dataDir))).toBe(true);
  });

  it('a database without its key is not opened: that would make a new one', async () => {
    const dataDir = join(folder, 'keyless');
    await mkdir(dataDir, { mode: 0o700 });
    expect(stateOf(checkFolder(settings(dataDir), now), 'Secret key')).toEqual(['warning']);
    await writeFile(join(dataDir, 'data.db'), 'x');
    expect(stateOf(checkFolder(settings(dataDir), now), 'Secret key')).toEqual(['problem']);
    expect(canOpen(settings(dataDir))).toBe(false);
  });

  it('that is not there', () => {
    const found = checkFolder(settings(join(folder, 'nowhere')), now);
    expect(stateOf(found, 'Data folder')).toEqual(['problem']);
    expect(canOpen(settings(join(folder, 'nowhere')))).toBe(false);
  });

  it('a log that is not moved into the data file for days', async () => {
    const dataDir = join(folder, 'log');
    await mkdir(dataDir, { mode: 0o700 });
    await writeFile(join(dataDir, 'data.db'), 'x');
    await writeFile(join(dataDir, 'data.db-wal'), 'x');
    expect(stateOf(checkFolder(settings(dataDir), now), 'Database log')).toEqual(['ok']);
    const before = new Date(now.getTime() - 3 * 86_400_000);
    await utimes(join(dataDir, 'data.db'), before, before);
    expect(stateOf(checkFolder(settings(dataDir), now), 'Database log')).toEqual(['warning']);
  });
});

describe('the data file', () => {
  const at = (dataDir: string) => ({ dataDir, mongodbUri: undefined, secretKey: undefined });

  it('is what was written, or is named with what to do; nothing is said where there is nothing to compare', async () => {
    const dataDir = join(folder, 'pages');
    const { db, close } = await openHere(dataDir);
    const text = 'looked for in the data file';
    await db.collection<{ _id: number; text: string }>('things').insertOne({ _id: 1, text });
    await close();
    const [sound] = await checkPages(at(dataDir));
    expect(sound).toEqual({
      check: 'Data file',
      state: 'ok',
      text: expect.stringMatching(/^All [1-9]\d* pages of data\.db are what was written\.$/),
    });
    const file = join(dataDir, 'data.db');
    const bytes = await readFile(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.indexOf(text)) ^ 1, bytes.indexOf(text));
    await writeFile(file, bytes);
    expect(await checkPages(at(dataDir))).toEqual([
      {
        check: 'Data file',
        state: 'problem',
        text: expect.stringMatching(
          /1 of its \d+ pages is not what was written .*of collection things/,
        ),
        advice: expect.stringContaining('disk'),
      },
    ]);
    await writeFile(file, 'something else that is long enough to be read as a head'.repeat(4));
    expect(stateOf(await checkPages(at(dataDir)), 'Data file')).toEqual(['problem']);
    await rm(`${file}-sums`);
    await writeFile(file, '');
    expect(await checkPages(at(dataDir))).toEqual([]);
    expect(await checkPages({ ...at(dataDir), mongodbUri: 'mongodb://db/tocsin' })).toEqual([]);
  });
});

describe('addresses', () => {
  const settings = { port: 0, host: '127.0.0.1', publicUrl: undefined, trustedProxies: undefined };

  it('a port that another program has, one that is free, and one on a foreign address', async () => {
    const other = createServer((_req, res) => res.end('hello'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const taken = (other.address() as AddressInfo).port;
    const found = await checkAddresses({ ...settings, port: taken });
    expect(found).toContainEqual(
      expect.objectContaining({
        state: 'problem',
        text: `${taken} is taken by another program.`,
        advice: `Stop it, or start the server with PORT=${taken + 1}.`,
      }),
    );
    const outside = await checkAddresses({ ...settings, publicUrl: `http://127.0.0.1:${taken}` });
    expect(stateOf(outside, 'Public URL')).toEqual(['problem']);
    await new Promise((resolve) => other.close(resolve));
    expect(stateOf(await checkAddresses({ ...settings, port: taken }), 'Port')).toEqual(['ok']);
    const foreign = { ...settings, port: taken, host: '192.0.2.1' };
    expect(stateOf(await checkAddresses(foreign), 'Port')).toEqual(['problem']);
  });

  it.each([
    'the store has taken no writes since 2026-03-01T10:00:00.000Z: its disk is full',
    'the store does not answer',
  ])('a server that is not ready is no other program: “%s”', async (said) => {
    const unready = createServer((_req, res) => res.writeHead(503).end(`${said}\n`));
    await new Promise<void>((resolve) => unready.listen(0, '127.0.0.1', resolve));
    const { port: own } = unready.address() as AddressInfo;
    const publicUrl = `http://127.0.0.1:${own}`;
    const found = await checkAddresses({ ...settings, port: own, publicUrl });
    await new Promise((resolve) => unready.close(resolve));
    expect(found).toContainEqual(
      expect.objectContaining({
        state: 'problem',
        text: `A Tocsin server answers at 127.0.0.1:${own}, and takes nothing: ${said}.`,
      }),
    );
    expect(stateOf(found, 'Public URL')).toEqual(['ok']);
  });

  it('a public address that does not answer, and none at all', async () => {
    const publicUrl = 'http://127.0.0.1:9';
    expect(stateOf(await checkAddresses({ ...settings, publicUrl }), 'Public URL')).toEqual([
      'problem',
    ]);
    expect(stateOf(await checkAddresses(settings), 'Public URL')).toEqual(['warning']);
  });

  it.each([
    ['ok', undefined, undefined],
    ['warning', 'https://127.0.0.1:9', undefined],
    ['ok', 'https://127.0.0.1:9', '10.0.0.0/8'],
    ['problem', 'https://127.0.0.1:9', '0.0.0.0/0'],
  ])('proxies: %s with %s and %s', async (state, publicUrl, proxies) => {
    const trustedProxies = proxies === undefined ? undefined : addressList(proxies);
    const found = await checkAddresses({ ...settings, publicUrl, trustedProxies });
    expect(stateOf(found, 'Proxy')).toEqual([state]);
  });
});

it.each([
  ['ok', 0],
  ['ok', 2.5],
  ['warning', -10],
  ['problem', 90],
])('a clock is %s when it is %d s ahead', (state, seconds) => {
  const now = new Date('2026-03-01T10:00:00Z');
  const theirs = new Date(now.getTime() - seconds * 1000);
  expect(checkSkew('the database', theirs, 1, now).state).toBe(state);
});

it('an integration stands out when its last request was refused, or failed, or none ever came', () => {
  const now = new Date('2026-03-01T10:00:00Z');
  const at = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const last = (minutes: number, outcome = 'Opened') => ({ createdAt: at(minutes), outcome });
  const refused = (minutes: number) => ({ count: 3, lastAt: at(minutes), lastReason: 'token' });
  const found = (
    ...more: [Parameters<typeof integrationFinding>[1], Parameters<typeof integrationFinding>[2]?]
  ) => integrationFinding('Disk\u001b[2J alarms', more[0], more[1], now);
  expect(found(last(5), refused(60))).toEqual({
    check: 'Integration',
    state: 'ok',
    text: 'Disk [2J alarms: last webhook 5m ago (Opened), 3 refused, the last 1h ago (token).',
  });
  expect(found(last(60), refused(5)).state).toBe('warning');
  expect(found(null, refused(5)).advice).toContain('token and secret');
  expect(found(null).state).toBe('warning');
  expect(found(last(5, 'Failed')).state).toBe('warning');
});

it('findings fit the terminal, whatever its width', () => {
  const findings: Finding[] = [
    { check: 'Port', state: 'ok', text: 'x '.repeat(100).trim() },
    { check: 'Data folder', state: 'problem', text: 'It is full.', advice: 'Free some space.' },
  ];
  for (const columns of [60, 80, 120])
    for (const line of renderFindings(findings, columns).split('\n'))
      expect(line.length).toBeLessThanOrEqual(columns);
  expect(renderFindings(findings, 200).split('\n')).toHaveLength(3);
});
