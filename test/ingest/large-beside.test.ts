import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { payloadModel } from '../../src/ingest/index.ts';
import { ReadingThread } from '../../src/ingest/reading-thread.ts';
import type { JointWrite } from '../../src/kernel/index.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { makeIntegration } from '../support/incidents.ts';

/** Nobody waits for somebody else's large body: a commit of one has nothing else in it. */

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server?.stop());
afterEach(() => vi.restoreAllMocks());

const hook = () => makeIntegration(server.api, 'Webhook');
const body = (title: string, bytes = 0) =>
  JSON.stringify({ status: 'Open', title, id: title, filler: 'x'.repeat(bytes) });
const large = (title: string) => body(title, 1_000_000);

async function post(webhook: string, text: string): Promise<string> {
  const answer = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text,
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { outcome: string }).outcome;
}

const bytesOf = (writes: readonly JointWrite[]) =>
  writes.flatMap((write) => {
    if (write.collection !== payloadModel.collectionName || !('insert' in write)) return [];
    const { body: stored } = write.insert as { body: { length(): number } };
    return [stored.length()];
  });

/** Bytes of the bodies of each commit. `hold`: before one is written. */
function watch(hold: (bytes: readonly number[]) => unknown = () => undefined): number[][] {
  const { store } = server.app.world;
  const { writeTogether } = store;
  const commits: number[][] = [];
  vi.spyOn(store, 'writeTogether').mockImplementation(async (writes) => {
    const bytes = bytesOf(writes);
    if (bytes.length > 0) commits.push(bytes);
    await hold(bytes);
    return writeTogether(writes);
  });
  return commits;
}

const isLarge = (bytes: number) => bytes > 1_000_000;

describe('a large body', () => {
  test('has a commit to itself, and small ones are answered while it is written', async () => {
    const [a, b] = [await hook(), await hook()];
    const small: string[] = [];
    const commits = watch(async (bytes) => {
      if (bytes.some(isLarge)) small.push(await post(b.webhook, body(`during ${small.length}`)));
    });
    const answers = await Promise.all([
      post(a.webhook, large('first')),
      post(a.webhook, large('second')),
    ]);
    expect(answers).toEqual(['Opened', 'Opened']);
    expect(small).toEqual(['Opened', 'Opened']);
    expect(commits.filter((bytes) => bytes.some(isLarge)).map(({ length }) => length)).toEqual([
      1, 1,
    ]);
  });

  test('is before whatever its integration sends after it was read', async () => {
    const { webhook } = await hook();
    let behind: Promise<string> | undefined;
    const commits = watch((bytes) => {
      if (bytes.some(isLarge)) behind = post(webhook, body('behind'));
    });
    expect(await post(webhook, large('before'))).toBe('Opened');
    expect(await behind).toBe('Opened');
    expect(commits.map((bytes) => bytes.some(isLarge))).toEqual([true, false]);
  });

  test('of an integration is not read before its last one is answered; those of others are', async () => {
    const [a, b] = [await hook(), await hook()];
    const others = Promise.withResolvers<void>();
    const reads = vi.spyOn(ReadingThread.prototype, 'run');
    const commits = watch(async (bytes) => {
      if (bytes.some(isLarge) && reads.mock.calls.length === 1) await others.promise;
    });
    const own = [post(a.webhook, large('one')), post(a.webhook, large('two'))];
    await expect.poll(() => commits).toHaveLength(1);
    expect(await post(b.webhook, body('other', 100_000))).toBe('Opened');
    expect(reads).toHaveBeenCalledTimes(2);
    others.resolve();
    expect(await Promise.all(own)).toEqual(['Opened', 'Opened']);
    expect(reads).toHaveBeenCalledTimes(3);
  });
});
