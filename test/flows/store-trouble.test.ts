import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObjectId } from 'bson';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { incidentModel } from '../../src/incidents/index.ts';
import { payloadModel } from '../../src/ingest/index.ts';
import { watermarkModel } from '../../src/ingest/model.ts';
import type { JointWrite } from '../../src/kernel/index.ts';
import { processModel } from '../../src/processes/index.ts';
import { say } from '../../src/sentences/index.ts';
import { partsOfFile } from '../../src/store/page-sweep.ts';
import { openFolderHere, smallDisk } from '../store/embedded/temporary-database.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { startServerProcess } from '../support/server-process.ts';
import { alert, makeIntegration, map, type send } from '../support/webhook.ts';

const broken = () => Object.assign(new Error('the line is dead'), { name: 'MongoNetworkError' });

describe('a store that fails', () => {
  let t: TestApp;
  let id: string;

  beforeAll(async () => {
    t = await startTestApp();
    id = await makeIntegration(t);
    await map(t, id);
    // Read once, so that only the writes of intake meet the trouble.
    await alert(t, id, { id: 'first' });
  });
  afterAll(() => t?.stop());
  afterEach(() => vi.restoreAllMocks());

  const payloads = () => payloadModel(t.app.world.store).collection;
  const incidents = () => incidentModel(t.app.world.store).collection;
  const waiting = () => payloads().countDocuments({ pending: true });
  const incident = async (correlationId: string) =>
    incidentModel(t.app.world.store).find({ integrationId: id, correlationId }).lean();
  /** What its payloads did to each incident of the problem. */
  const applied = async (correlationId: string) =>
    (await incident(correlationId)).map(({ status, events }) => [
      status,
      events.filter(({ by }) => by?.kind === 'integration').length,
    ]);

  /** The store, when it refuses the writes that are meant and does the others. */
  function refusing(isMeant: (write: JointWrite) => boolean) {
    const { store } = t.app.world;
    const { writeTogether } = store;
    return vi.spyOn(store, 'writeTogether').mockImplementation(async (writes) => {
      const done = await writeTogether(writes.filter((write) => !isMeant(write)));
      const refused = writes.flatMap((write, at) => (isMeant(write) ? [[at, 2] as const] : []));
      return { ...done, refused: new Map(refused) };
    });
  }
  const ofIncidents = ({ collection }: JointWrite) => collection === 'incidents';

  it('with the incident: the payload is accepted, and applied later', async () => {
    const trouble = refusing(ofIncidents);
    const { status, body } = await alert(t, id, { id: 'late' });
    expect([status, body.outcome, body.incidentId]).toEqual([200, 'Accepted', null]);
    expect(await incident('late')).toEqual([]);
    trouble.mockRestore();
    await t.app.jobs.runAll();
    expect(await applied('late')).toEqual([['Open', 1]]);
    expect(await waiting()).toBe(0);
    const stored = await payloadModel(t.app.world.store)
      .findById(body.payloadId as string)
      .lean();
    expect(stored).toMatchObject({ outcome: 'Opened' });
  });

  it('with the incident, for good: the payload waits, and is tried again', async () => {
    refusing(ofIncidents);
    const { body } = await alert(t, id, { id: 'patient' });
    await t.app.jobs.runAll();
    await t.app.jobs.runAll();
    const stored = await payloadModel(t.app.world.store)
      .findById(body.payloadId as string)
      .lean();
    expect(stored).toMatchObject({ pending: true, attempts: 3, outcome: 'Accepted' });
    vi.restoreAllMocks();
    await t.app.jobs.runAll();
    expect(await incident('patient')).toMatchObject([{ status: 'Open' }]);
  });

  it('with the incident, for more than forty attempts: somebody is alerted of it, and the payload waits until then', async () => {
    const trouble = refusing(ofIncidents);
    const { body } = await alert(t, id, { id: 'hopeless' });
    const _id = new ObjectId(body.payloadId as string);
    await payloads().updateOne({ _id }, { $set: { attempts: 40 } });
    await t.app.jobs.runAll();
    // The store does not take the incident that says so, either.
    expect(await payloads().findOne({ _id })).toMatchObject({ pending: true });
    trouble.mockRestore();
    await t.app.jobs.runAll();
    const stored = await payloads().findOne({ _id });
    expect(stored).toMatchObject({ outcome: 'Failed' });
    expect(stored?.reason).toEqual(say('notAppliedInAttempts', { attempts: 40 }));
    expect(await waiting()).toBe(0);
    const [opened] = await incidents()
      .find({ title: /no incident could be made/ })
      .toArray();
    expect(opened).toMatchObject({ status: 'Open', severity: 'Critical', integrationId: id });
    expect(opened?.attributes).toContainEqual({ name: 'Payload', value: body.payloadId });
    await t.app.jobs.runAll();
    expect(await incidents().countDocuments({ title: /no incident could be made/ })).toBe(1);
  });

  it('with the payload: 503, when to come again, and nothing is left over after the next try', async () => {
    vi.spyOn(t.app.world.store, 'writeTogether').mockRejectedValueOnce(broken());
    const refused = await alert(t, id, { id: 'again' });
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('5');
    expect(refused.body.detail).toContain('again');
    const taken = await alert(t, id, { id: 'again' });
    expect(taken.status).toBe(200);
    await t.app.jobs.runAll();
    expect(await incident('again')).toHaveLength(1);
    expect(await waiting()).toBe(0);
  });

  it('after the payload arrived, but without saying so: it is found and applied, once', async () => {
    const { store } = t.app.world;
    const { writeTogether } = store;
    vi.spyOn(store, 'writeTogether').mockImplementationOnce(async (writes) => {
      await writeTogether(writes.filter((write) => !ofIncidents(write)));
      throw broken();
    });
    expect((await alert(t, id, { id: 'arrived' })).status).toBe(503);
    expect(await incident('arrived')).toEqual([]);
    await t.app.jobs.runAll();
    await t.app.jobs.runAll();
    expect(await applied('arrived')).toEqual([['Open', 1]]);
    expect(await waiting()).toBe(0);
  });

  it('with the incident and then with the note that it waits: 503, and it is found all the same', async () => {
    const trouble = refusing(ofIncidents);
    vi.spyOn(payloads(), 'bulkWrite').mockRejectedValueOnce(broken());
    expect((await alert(t, id, { id: 'unnoted' })).status).toBe(503);
    trouble.mockRestore();
    await t.app.jobs.runAll();
    expect(await applied('unnoted')).toEqual([['Open', 1]]);
  });

  it('while it looks for open incidents: 503, and nothing is stored', async () => {
    const before = await payloads().countDocuments({});
    vi.spyOn(incidents(), 'find').mockImplementationOnce(() => {
      throw broken();
    });
    // One that opens a problem is not looked for.
    expect((await alert(t, id, { id: 'blind', status: 'Resolved' })).status).toBe(503);
    expect(await payloads().countDocuments({})).toBe(before);
  });

  it('for one document: those beside it in the batch are not touched', async () => {
    refusing(
      (write) => ofIncidents(write) && 'insert' in write && write.insert.correlationId === 'bad',
    );
    const answers = await Promise.all(
      ['a1', 'a2', 'bad', 'a3', 'a4'].map((name) => alert(t, id, { id: name })),
    );
    expect(answers.map(({ body }) => body.outcome)).toEqual([
      'Opened',
      'Opened',
      'Accepted',
      'Opened',
      'Opened',
    ]);
    vi.restoreAllMocks();
    await t.app.jobs.runAll();
    expect(await incident('bad')).toHaveLength(1);
  });

  it('a fault of our own while evaluating is kept as failed, and those beside it are not touched', async () => {
    const other = await makeIntegration(t, {
      snoozeSettings: { snoozeWindowInMinutes: null, filters: [{ snoozeUntilAbsolute: '07:00' }] },
    });
    await map(t, other);
    const { collection } = (await import('../../src/integrations/index.ts')).integrationKind.model(
      t.app.world.store,
    );
    await collection.updateOne(
      { _id: other as never },
      { $set: { 'wire.snoozeSettings.filters.0.snoozeUntilAbsolute': 'not a time' } },
    );
    // Whatever a release before this one stored: it is read when anything changes.
    await makeIntegration(t);
    const [bad, good] = await Promise.all([
      alert(t, other, { id: 'x' }),
      alert(t, id, { id: 'beside' }),
    ]);
    expect([bad.status, bad.body.outcome]).toEqual([200, 'Failed']);
    expect([good.status, good.body.outcome]).toEqual([200, 'Opened']);
  });
});

describe.skipIf(process.env.TOCSIN_TEST_MONGODB_URI)('a full disk', () => {
  it('answers 503 with Retry-After, is said by /readyz, a metric and one line, and is over when there is room', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
    const disk = smallDisk(750);
    const engine = await openFolderHere(dataDir, { disk });
    const besides = { dataDir, key: `test-key-${'x'.repeat(20)}` } as TestApp;
    const t = await startTestApp({ besides });
    const id = await makeIntegration(t);
    await map(t, id);
    const beat = () => t.app.jobs.runAll((task) => task === 'heartbeat');
    const ready = async () => {
      // The registry of processes is asked every second, and written every third.
      await t.app.processes.heartbeat().catch(() => undefined);
      return fetch(`${t.app.url}/readyz`);
    };
    const readOnly = async () => {
      const text = await (await fetch(`${t.app.url}/metrics`)).text();
      return /^tocsin_store_read_only (\d)$/m.exec(text)?.[1];
    };
    expect([(await ready()).status, await readOnly()]).toEqual([200, '0']);

    const answered: string[] = [];
    let full: Awaited<ReturnType<typeof send>> | undefined;
    for (let n = 0; n < 400 && !full; n += 1) {
      const answer = await alert(t, id, { id: `n${n}`, filler: 'x'.repeat(40_000) });
      if (answer.status === 200) answered.push(String(answer.body.payloadId));
      else full = answer;
    }
    expect(answered.length).toBeGreaterThan(10);
    expect(full?.status).toBe(503);
    expect(full?.headers['retry-after']).toBe('5');
    expect(full?.headers['content-type']).toContain('application/problem+json');
    await expect.poll(async () => (await ready()).status).toBe(503);
    const said = await ready();
    expect(said.headers.get('retry-after')).toBe('5');
    expect(await said.text()).toMatch(/^the store has taken no writes since .*: its disk is full/);
    expect(await readOnly()).toBe('1');
    expect((await fetch(`${t.app.url}/healthz`)).status).toBe(200);
    for (let n = 0; n < 5; n += 1) {
      expect((await alert(t, id, { id: 'again' })).status).toBe(503);
      await beat();
      await t.app.jobs.runAll();
    }
    expect(t.log.filter(({ level }) => level === 'error').map(({ msg }) => msg)).toEqual([
      expect.stringContaining('the database takes no writes'),
    ]);

    disk.makeRoom();
    await expect.poll(async () => (await ready()).status).toBe(200);
    expect(await readOnly()).toBe('0');
    await t.app.jobs.runAll();
    const stored = await payloadModel(t.app.world.store).find({ integrationId: id }).lean();
    const ids = new Set(stored.map(({ _id }) => String(_id)));
    for (const payloadId of answered) expect(ids.has(payloadId)).toBe(true);
    expect(stored.filter(({ pending }) => pending)).toEqual([]);
    expect((await alert(t, id, { id: 'n0' })).body.outcome).toBe('Updated');
    await t.app.stop();
    await engine.close();
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe.skipIf(process.env.TOCSIN_TEST_MONGODB_URI)('an embedded database that', () => {
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it('ends by itself takes the server with it: exit code 1 and a fatal line', async () => {
    const endEngine = new URL('../support/end-engine.ts', import.meta.url);
    const env = { NODE_OPTIONS: `--import ${endEngine}` };
    const server = await startServerProcess(dataDir, { env });
    expect(await server.end('SIGUSR2')).toBe(1);
    // Tasks that were under way may say that they failed after it.
    const fatal = server.lines.find((line) => line.includes('"level":"fatal"'));
    expect(JSON.parse(fatal ?? '{}')).toMatchObject({
      level: 'fatal',
      msg: 'the database stopped; start the server again',
      err: { message: expect.stringContaining('the embedded database stopped unexpectedly') },
    });
    const again = await startServerProcess(dataDir);
    expect(again.lines.join('\n')).not.toContain('data loss');
    await again.stop();
  });

  it('is gone is no first start: the server refuses beside the key of an installation', async () => {
    const besides = { dataDir, key: `test-key-${'x'.repeat(20)}` } as TestApp;
    const t = await startTestApp({ besides });
    await t.app.stop();
    await rm(join(dataDir, 'data.db'));
    // Refusing makes no difference to the next start.
    for (let attempt = 0; attempt < 2; attempt += 1)
      await expect(startTestApp({ besides })).rejects.toThrow(
        /is empty, but .* holds the secret.key/,
      );
    const again = await startTestApp({ besides, env: { TOCSIN_ACCEPT_DATA_LOSS: 'yes' } });
    expect(again.organizationId).not.toBe(t.organizationId);
    await again.app.stop();
  });
});

describe('a clean stop', () => {
  it('answers what it took, takes nothing more, and leaves nothing to look after', async () => {
    const t = await startTestApp();
    const id = await makeIntegration(t);
    await map(t, id);
    const { store } = t.app.world;
    for (const model of [watermarkModel(store), processModel(store)])
      expect(await model.countDocuments()).toBe(1);
    const sending = Array.from({ length: 40 }, (_, n) =>
      alert(t, id, { id: `n${n}` }).catch(() => null),
    );
    await Promise.race(sending);
    await t.app.stop();
    const answers = await Promise.all(sending);
    const again = await startTestApp({ besides: t });
    const stored = await payloadModel(again.app.world.store).find({ integrationId: id }).lean();
    const ids = new Set(stored.map(({ _id }) => String(_id)));
    for (const answer of answers)
      if (answer) {
        expect(answer.status).toBe(200);
        expect(ids.has(String(answer.body.payloadId))).toBe(true);
      }
    expect(answers.some((answer) => answer !== null)).toBe(true);
    expect(stored.every(({ pending, incidentId }) => !pending && incidentId !== null)).toBe(true);
    for (const model of [watermarkModel, processModel])
      expect(await model(again.app.world.store).countDocuments()).toBe(1);
    await again.stop();
    await rm(t.dataDir, { recursive: true, force: true });
  });
});

describe.skipIf(process.env.TOCSIN_TEST_MONGODB_URI)('a disk that changes the data file', () => {
  it('is noticed while the server runs: by the log, /readyz and a metric', async () => {
    const first = await startTestApp();
    // What was written lies in the data file now, and no longer in the log.
    await first.app.stop();
    const t = await startTestApp({ besides: first });
    const sweep = () => t.app.jobs.runAll((task) => task === 'page-sweep');
    const said = async () => {
      const ready = await fetch(`${t.app.url}/readyz`);
      const text = await (await fetch(`${t.app.url}/metrics`)).text();
      const gauge = /^tocsin_data_file_damaged_pages (\d+)$/m.exec(text)?.[1];
      return { status: ready.status, text: await ready.text(), gauge: Number(gauge) };
    };
    await sweep();
    expect(await said()).toMatchObject({ gauge: 0, text: expect.not.stringContaining('damaged') });
    turnBitsOfFreeSpace(join(first.dataDir, 'data.db'));
    for (let part = 0; part < partsOfFile && (await said()).gauge === 0; part += 1) await sweep();
    // Webhooks are still taken.
    expect(await said()).toMatchObject({
      status: 200,
      text: expect.stringMatching(
        /^ready\nthe data file is damaged since \S+ \(\d+ pages?\): restore/,
      ),
    });
    expect(t.log.filter(({ level }) => level === 'error')).toEqual([
      expect.objectContaining({ msg: expect.stringMatching(/data\.db is damaged: .*Restore/) }),
    ]);
    await t.app.stop();
    await rm(first.dataDir, { recursive: true });
  });
});

/**
 * In twenty pages, where it changes no answer. By another process: this one would lose its locks when it closed the
 * file.
 */
function turnBitsOfFreeSpace(file: string): void {
  const program = `const fs = require('node:fs'); const h = fs.openSync(${JSON.stringify(file)}, 'r+');
    const page = Buffer.alloc(8192);
    for (let n = 2, turned = 0; turned < 20 && fs.readSync(h, page, 0, 8192, n * 8192) === 8192; n += 1) {
      const at = page.indexOf(Buffer.alloc(256));
      if (at < 0) continue;
      fs.writeSync(h, Buffer.from([4]), 0, 1, n * 8192 + at + 128);
      turned += 1;
    }`;
  execFileSync(process.execPath, ['-e', program]);
}
