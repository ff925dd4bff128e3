import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type mongoose from 'mongoose';
import { startApp } from '../../src/app.ts';
import type { App } from '../../src/app-options.ts';
import { loadCatalogue } from '../../src/catalogue/index.ts';
import { readConfig } from '../../src/config.ts';
import { loadDocuments } from '../../src/documents.ts';
import type { OutboundClient } from '../../src/egress/index.ts';
import { type ReadingLimits, readingLimits } from '../../src/ingest/limits.ts';
import { type Clock, createLog } from '../../src/kernel/index.ts';
import type { ResolveTxt } from '../../src/oidc/index.ts';
import { type ApiClient, createApiClient } from './api-client.ts';
import { newDataFolder } from './data-folder.ts';
import { keepDatabaseThread, takeDatabaseThread } from './database-threads.ts';
import { writeFreshStore } from './fresh-store.ts';
import { databaseNameOf, dropDatabase } from './test-database.ts';

/**
 * Counted together by several processes, the window of a rate limit ends with its last second: one later than
 * counted alone, to the millisecond.
 */
export const windowEdgeSeconds = process.env.TOCSIN_TEST_MONGODB_URI ? 1 : 0;

/** Read once: they are a third of a start. */
const documents = await loadDocuments();
const catalogue = await loadCatalogue(fileURLToPath(new URL('../../templates', import.meta.url)));

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  set(moment: string | Date): void;
  advance(seconds: number): void;
  /** Somebody sets the clock of the machine: no time passes. */
  jump(seconds: number): void;
}

export interface TestApp {
  app: App;
  clock: TestClock;
  /** Lines of the log, parsed. */
  log: Record<string, unknown>[];
  /** Key of the first organization, which is allowed everything. */
  key: string;
  /** The API with that key. */
  api: ApiClient;
  /** The API with another key. */
  as(key: string, headers?: Record<string, string>): ApiClient;
  organizationId: string;
  dataDir: string;
  stop(): Promise<void>;
}

export interface TestAppOptions {
  /** Settings by the name of their environment variable. */
  env?: Record<string, string>;
  clock?: string;
  /** Off unless said: tests run the jobs themselves. */
  timers?: boolean;
  /** In place of the network that the server asks. */
  outbound?: OutboundClient;
  /** In place of the name service; it knows no records unless said. */
  resolveTxt?: ResolveTxt;
  /** What reading a large body may cost. */
  reading?: ReadingLimits;
  /** Of an app whose database this one shares; only with TOCSIN_TEST_MONGODB_URI, or as guest of its folder. */
  besides?: TestApp;
  /** Where its data lies; somebody else removes that folder. */
  inFolder?: string;
}

/**
 * A whole server on a free port with a database of its own, embedded or, with TOCSIN_TEST_MONGODB_URI, in
 * that MongoDB. Answers that are not as documented fail their request.
 */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const dataDir =
    options.besides?.dataDir ??
    (options.inFolder === undefined
      ? await newDataFolder('tocsin-test-')
      : await mkdtemp(join(options.inFolder, 'tocsin-test-')));
  const mongodbUri = process.env.TOCSIN_TEST_MONGODB_URI;
  const databaseName = databaseNameOf(dataDir);
  const key = options.besides?.key ?? `test-key-${randomBytes(16).toString('hex')}`;
  const log: Record<string, unknown>[] = [];
  const clock = createTestClock(options.clock ?? '2026-03-02T10:00:00.000Z');
  const databaseThread = mongodbUri || options.besides ? undefined : takeDatabaseThread();
  if (databaseThread) await writeFreshStore(dataDir, databaseThread);
  const app = await startApp({
    config: readConfig({
      PORT: '0',
      TOCSIN_DATA_DIR: dataDir,
      TOCSIN_BOOTSTRAP_API_KEY: key,
      TOCSIN_RATE_LIMITS: 'off',
      TOCSIN_LOG_LEVEL: 'warn',
      // Tests about what has to be proven say ''.
      TOCSIN_VOUCHED_DOMAINS: '*=*',
      ...(mongodbUri ? { MONGODB_URI: mongodbUri } : {}),
      ...options.env,
    }),
    log: createLog(options.env?.TOCSIN_LOG_LEVEL ?? 'warn', collector(log)),
    catalogue,
    documents,
    clock,
    timers: options.timers ?? false,
    checkAnswers: true,
    // By its clock, the machine would remove what a test has just written: a test that took a minute failed.
    sweepSeconds: 86_400,
    resolveTxt: options.resolveTxt ?? (async () => []),
    reading: options.reading ?? patientLimits,
    ...(options.outbound ? { outbound: options.outbound } : {}),
    ...(mongodbUri ? { databaseName } : {}),
    ...(databaseThread ? { databaseThread } : {}),
  }).catch(async (error: unknown) => {
    await databaseThread?.end();
    throw error;
  });
  if (mongodbUri) await keepExpired(app.world.store.connection);
  const as = (otherKey: string, headers: Record<string, string> = {}) =>
    createApiClient(`${app.url}/api/public/v1`, { 'x-api-key': otherKey, ...headers });
  return {
    app: { ...app, jobs: { ...app.jobs, runAll: byClock(app.jobs, clock) } },
    clock,
    log,
    key,
    api: as(key),
    as,
    organizationId: app.firstStart.organization.id,
    dataDir,
    async stop() {
      await app.stop();
      if (databaseThread) keepDatabaseThread(databaseThread);
      if (options.besides) return;
      await rm(dataDir, { recursive: true, force: true });
      await dropDatabase(dataDir);
    },
  };
}

/** On a machine that runs many tests, the thread for large bodies takes its time to start. */
export const patientLimits: ReadingLimits = {
  ...readingLimits,
  startSeconds: 600,
  waitSeconds: 600,
};

/**
 * Every task but the one that reads the data file in a thread of its own: it costs more than all others together, and
 * the tests that are about it name it.
 */
export const withUpkeep = (task: string) => task !== 'page-sweep';

/**
 * What is due by the clock of the test, where no tasks are named: what a server does every few seconds, always; upkeep
 * once, and then after its interval. `withUpkeep` is for tests that want it sooner: it is two thirds of the work.
 */
function byClock({ runAll, ownStates }: App['jobs'], clock: Clock): App['jobs']['runAll'] {
  return (isWanted) => {
    if (isWanted) return runAll(isWanted);
    const now = clock.now();
    const due = ownStates().filter(
      ({ name, everySeconds, lastStartedAt, nextDueAt }) =>
        everySeconds < 30 || name.startsWith('send-') || lastStartedAt === null || nextDueAt <= now,
    );
    const names = new Set(due.map(({ name }) => name));
    return runAll((task) => withUpkeep(task) && names.has(task));
  };
}

/** The clock of a test lies in the past of a real server, whose sweep would remove what the test has just written. */
async function keepExpired(connection: mongoose.Connection): Promise<void> {
  const expireAfterSeconds = 2 ** 31 - 1;
  for (const { name: collMod } of await connection.listCollections())
    for (const { name, expireAfterSeconds: now } of await connection.collection(collMod).indexes())
      if (now !== undefined && now !== expireAfterSeconds)
        await connection.db?.command({ collMod, index: { name, expireAfterSeconds } });
}

function createTestClock(start: string): TestClock {
  let now = new Date(start);
  let elapsed = 0;
  const moveTo = (moment: Date) => {
    elapsed += moment.getTime() - now.getTime();
    now = moment;
  };
  return {
    now: () => now,
    elapsed: () => elapsed,
    set: (moment) => moveTo(new Date(moment)),
    advance: (seconds) => moveTo(new Date(now.getTime() + seconds * 1000)),
    jump: (seconds) => {
      now = new Date(now.getTime() + seconds * 1000);
    },
  };
}

function collector(lines: Record<string, unknown>[]): Writable {
  return new Writable({
    write(chunk, _encoding, done) {
      for (const line of String(chunk).split('\n').filter(Boolean)) lines.push(JSON.parse(line));
      done();
    },
  });
}
