import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { load } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bodyToPayload, type RawBody } from '../../src/bodies/body-to-payload.ts';
import { type IntegrationType, loadCatalogue } from '../../src/catalogue/index.ts';
import { type AlertEvaluation, evaluatePayload } from '../../src/ingest/evaluate.ts';
import { handshakeOf } from '../../src/ingest/handshake.ts';
import { type ReadingLimits, smallBodyBytesMax } from '../../src/ingest/limits.ts';
import type { PayloadTask } from '../../src/ingest/reading.ts';
import { ReadingStopped, threadSource } from '../../src/ingest/reading-thread.ts';
import { ReadingThreads, readingThreadsMax } from '../../src/ingest/reading-threads.ts';
import { receivesRequests } from '../../src/integrations/index.ts';
import { createLog } from '../../src/kernel/index.ts';
import { loadXPath, ProgramCache } from '../../src/mapping/index.ts';
import { say } from '../../src/sentences/index.ts';
import { protocolTranslator } from '../../src/surfaces/webhook/index.ts';
import { patientLimits } from '../support/app.ts';
import { bodyText, type SampleRequest } from '../support/wrap-sample.ts';

/** Large bodies, read in threads. `turns-of-threads.test.ts` has what needs no real ones. */

const templates = join(import.meta.dirname, '../../templates');
const { types, find } = await loadCatalogue(templates);
const silent = createLog('silent');
const none = async () => null;
const programs = new ProgramCache();

const threadsWith = (limits: Partial<ReadingLimits> = {}) => {
  const all = { ...patientLimits, ...limits };
  return new ReadingThreads(all, silent, threadSource(all, protocolTranslator));
};

let threads: ReadingThreads;
beforeAll(async () => {
  await loadXPath();
  threads = threadsWith();
});
afterAll(() => threads.stop());

function taskOf(type: IntegrationType, raw: RawBody): PayloadTask {
  return {
    kind: 'payload',
    source: { kind: 'webhook', raw },
    type,
    mapping: type.mapping,
    mappingKey: type.id,
    displayName: type.displayName,
    splitsAlerts: type.split !== null,
    secrets: null,
    purpose: 'trying',
    measures: false,
  };
}

function webhook(body: string, mapping: PayloadTask['mapping']['attributes']): PayloadTask {
  const type = find('Webhook');
  if (!type) throw new Error('There is no type Webhook.');
  const raw = { ...plain, body: Buffer.from(body) };
  return { ...taskOf(type, raw), mapping: { attributes: mapping }, mappingKey: 'test' };
}

const plain = { method: 'POST', contentType: 'application/json', headers: {}, query: {} };
const status = { name: 'Status', mappings: [{ static: 'Open' }] };
const severity = { name: 'Severity', mappings: [{ static: 'Warning' }] };
const title = { name: 'Title', mappings: [{ jsonPath: '$.jsonBody.title' }] };
/** Takes the whole of a long time: each number has its own object. */
const heavy = `[${'1.0,'.repeat(700_000)}1]`;
const ordinary = JSON.stringify({ title: 'Disk is full', text: 'x'.repeat(smallBodyBytesMax) });
const read = (from: ReadingThreads, body: string, account = 'one') =>
  from.read(account, webhook(body, [status, severity, title]), none);

test('every sample of every type, made large, is read as where requests are answered', async () => {
  const samples = types.filter(receivesRequests).flatMap(samplesOf);
  expect(samples.length).toBeGreaterThan(300);
  for (const { where, type, raw } of samples) {
    const task = taskOf(type, raw);
    const { payload, problem } = await bodyToPayload(raw);
    const program = programs.get(type.id, () => type.mapping);
    const view = { ...task, program };
    const here = await evaluatePayload(view, { payload, problem }, none, raw.body.length);
    const there = await threads.read(type.id, task, none);
    expect(withoutTimes(there.evaluations), where).toEqual(withoutTimes(here));
    expect(there.problem, where).toEqual(problem);
    expect(there.handshake, where).toEqual(handshakeOf(type, payload));
    expect(there.raw, where).toBeNull();
  }
});

test('the previous incident is asked for across the threads', async () => {
  const asked: (string | null)[] = [];
  const before = { name: 'Before', mappings: [{ static: '{{previousIncident.Host}}' }] };
  const id = { name: 'CorrelationId', mappings: [{ jsonPath: '$.jsonBody.title' }] };
  const { evaluations } = await threads.read(
    'one',
    { ...webhook(ordinary, [status, severity, id, before]), mappingKey: 'previous' },
    async ({ correlationId }) => {
      asked.push(correlationId);
      return { title: 'Before', attributes: [{ name: 'Host', value: 'db-7' }] };
    },
  );
  expect(asked).toEqual(['Disk is full']);
  expect(evaluations[0]?.attributes).toMatchObject([{ name: 'Before', value: 'db-7' }]);
});

test('the previous incident is that of the body that asks, also when others wait', async () => {
  const before = { name: 'Before', mappings: [{ static: '{{previousIncident.Host}}' }] };
  const id = { name: 'CorrelationId', mappings: [{ jsonPath: '$.jsonBody.title' }] };
  const titles = Array.from({ length: 6 }, (_, n) => `Alert ${n}`);
  const readings = titles.map((one) =>
    threads.read(
      'one',
      {
        ...webhook(JSON.stringify({ title: one }), [status, severity, id, before]),
        mappingKey: 'previous in turn',
      },
      async ({ correlationId }) => {
        await new Promise(setImmediate);
        return { title: one, attributes: [{ name: 'Host', value: `${correlationId}` }] };
      },
    ),
  );
  const seen = (await Promise.all(readings)).map(
    ({ evaluations }) => evaluations[0]?.attributes[0]?.value,
  );
  expect(seen).toEqual(titles);
});

test('when the previous incident cannot be read, the sender hears of it, and the next body is read', async () => {
  const before = { name: 'Before', mappings: [{ static: '{{previousIncident.Host}}' }] };
  const lost = threads.read(
    'one',
    { ...webhook(ordinary, [status, severity, before]), mappingKey: 'lost' },
    () => Promise.reject(new Error('the store is away')),
  );
  await expect(lost).rejects.toThrow('the store is away');
  expect((await read(threads, ordinary)).evaluations[0]?.title).toBe('Disk is full');
});

describe('a body that takes too much', () => {
  test('of time is stopped', async () => {
    const hasty = threadsWith({ seconds: 0.001 });
    await expect(read(hasty, heavy)).rejects.toThrow(
      new ReadingStopped(say('readingTookProcessor', { seconds: 0.001 }), 'body'),
    );
    await hasty.stop();
  });

  test('of memory is stopped, and the next one is read', async () => {
    const small = threadsWith({ seconds: 60, heapMegabytes: 48 });
    // The number has our own code read it: V8's own does not stop at once, which is fatal with so little memory.
    const greedy = `[1.10,${'{},'.repeat(1_000_000)}{}]`;
    await expect(read(small, greedy)).rejects.toThrow(
      new ReadingStopped(say('readingTookMemory', { megabytes: 48 }), 'body'),
    );
    expect((await read(small, ordinary)).evaluations[0]?.title).toBe('Disk is full');
    await small.stop();
  });
});

test('threads that die at their start are started anew, and the body keeps its place', async () => {
  let left = 3;
  process.on('worker', function end(worker: Worker) {
    left -= 1;
    if (left <= 0) process.off('worker', end);
    void worker.terminate();
  });
  const dying = threadsWith();
  expect((await read(dying, ordinary)).evaluations[0]?.title).toBe('Disk is full');
  expect(left).toBe(0);
  await dying.stop();
});

test('an integration has one thread at a time, in order, so that there is always another for others', async () => {
  const own = threadsWith();
  own.warmUp();
  const done: string[] = [];
  const send = (account: string, name: string) =>
    read(own, ordinary, account).then(() => void done.push(name));
  const many = Array.from({ length: 5 }, (_, at) => send('busy', `busy ${at}`));
  await Promise.all([...many, send('other', 'other')]);
  expect(done.filter((name) => name !== 'other')).toEqual(
    Array.from({ length: 5 }, (_, at) => `busy ${at}`),
  );
  expect(own.threadIds).toHaveLength(readingThreadsMax);
  await own.stop();
});

test('a stop ends the threads and refuses what waits', async () => {
  const stopped = threadsWith();
  const underWay = read(stopped, ordinary);
  const waiting = read(stopped, ordinary);
  expect(stopped.threadIds).toHaveLength(1);
  const ends = [
    expect(underWay).rejects.toMatchObject({ code: 'overloaded' }),
    expect(waiting).rejects.toMatchObject({ code: 'overloaded' }),
  ];
  await stopped.stop();
  await Promise.all(ends);
  expect(stopped.threadIds).toEqual([]);
  await expect(read(stopped, ordinary)).rejects.toMatchObject({ code: 'overloaded' });
});

function samplesOf(type: IntegrationType) {
  const folder = join(templates, type.id, 'samples');
  return readdirSync(folder).map((file) => {
    const sample = load(readFileSync(join(folder, file), 'utf8')) as { request: SampleRequest };
    return { where: `${type.id}/${file}`, type, raw: enlarged(sample.request) };
  });
}

/** What is added says nothing: empty fields of a form, and spaces elsewhere. */
function enlarged({ method, contentType, headers, query, body }: SampleRequest): RawBody {
  const type = contentType ?? 'application/json';
  const filler = type.startsWith('application/x-www-form-urlencoded') ? '&' : ' ';
  const lower = Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    method: method ?? 'POST',
    contentType: type,
    headers: { 'content-type': type, ...Object.fromEntries(lower) },
    query: query ?? {},
    body: Buffer.from(bodyText(type, body) + filler.repeat(smallBodyBytesMax)),
  };
}

function withoutTimes(evaluations: readonly AlertEvaluation[]): AlertEvaluation[] {
  return evaluations.map((evaluation) => ({
    ...evaluation,
    trace: evaluation.trace.map(({ microseconds: _, ...line }) => line),
  }));
}
