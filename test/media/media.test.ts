import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  findMedia,
  followUse,
  isUsablePrompt,
  type MediaFile,
  openAudio,
  readMedia,
  removeMedia,
  storeMedia,
} from '../../src/media/index.ts';
import { mediaChunkModel, mediaModel } from '../../src/media/model.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.stop());

const never = new AbortController().signal;

function store(bytes: Buffer, more: { id?: string; kind?: MediaFile['kind'] } = {}) {
  return storeMedia(
    server.app.world,
    {
      organizationId: server.organizationId,
      ownerId: randomUUID(),
      kind: 'prompt',
      contentType: 'audio/mpeg',
      extension: 'mp3',
      durationSeconds: 1,
      fileName: null,
      uploadedByUserId: null,
      ...more,
    },
    bytes,
  );
}

async function read(file: MediaFile, range?: { start: number; end: number }): Promise<Buffer> {
  const parts = [];
  for await (const part of readMedia(server.app.world, file, range)) parts.push(part);
  return Buffer.concat(parts);
}

function chunksOf({ _id }: MediaFile): Promise<number> {
  const ids = new RegExp(`^${_id}/`);
  return mediaChunkModel(server.app.world.store).countDocuments({ _id: ids });
}

const chunk = 256 * 1024;

test('every part of a file is what was stored, across the ends of chunks', async () => {
  const bytes = randomBytes(2 * chunk + 100);
  const file = await store(bytes);
  expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect((await read(file)).equals(bytes)).toBe(true);
  const places = [0, 1, chunk - 1, chunk, chunk + 1, 2 * chunk, bytes.length - 1, bytes.length];
  for (const start of places)
    for (const end of places) {
      const part = await read(file, { start, end });
      expect(part.equals(bytes.subarray(start, Math.max(start, end)))).toBe(true);
    }
});

test('storing it again under its id changes nothing, and completes what a crash interrupted', async () => {
  const bytes = randomBytes(chunk + 5);
  const id = randomUUID();
  const file = await store(bytes, { id });
  const { store: opened } = server.app.world;
  await mediaModel(opened).updateOne({ _id: id }, { $set: { isComplete: false } });
  await mediaChunkModel(opened).deleteOne({ _id: `${id}/1` });
  expect(await findMedia(server.app.world, id)).toBeNull();
  const same = { _id: id, sha256: file.sha256, isComplete: true };
  expect(await store(bytes, { id })).toMatchObject(same);
  expect((await read(file)).equals(bytes)).toBe(true);
  expect(await store(Buffer.from('other'), { id })).toMatchObject(same);
});

test('a removed file leaves nothing behind', async () => {
  const file = await store(randomBytes(chunk + 1));
  await removeMedia(server.app.world, [file._id]);
  await removeMedia(server.app.world, [file._id]);
  expect(await findMedia(server.app.world, file._id)).toBeNull();
  expect(await chunksOf(file)).toBe(0);
});

test('an address opens a prompt with that content only, and never a recording', async () => {
  const { world } = server.app;
  const prompt = await store(randomBytes(10));
  const recording = await store(randomBytes(10), { kind: 'recording' });
  expect(await openAudio(world, prompt._id, prompt.sha256)).toEqual(prompt);
  expect(await openAudio(world, prompt._id, recording.sha256)).toBeNull();
  expect(await openAudio(world, recording._id, recording.sha256)).toBeNull();
  expect(await openAudio(world, randomUUID(), prompt.sha256)).toBeNull();
});

test('a prompt goes when no number has named it for a day, and one that is named stays', async () => {
  const { world } = server.app;
  const [named, dropped, fresh] = [
    await store(randomBytes(10)),
    await store(randomBytes(10)),
    await store(randomBytes(10)),
  ];
  const recording = await store(randomBytes(10), { kind: 'recording' });
  const usedFirst = new Set([named._id, dropped._id]);
  const follow = (used: ReadonlySet<string>) => followUse(world, async () => used, never);
  const isThere = async ({ _id }: MediaFile) => (await findMedia(world, _id)) !== null;
  await follow(usedFirst);
  server.clock.advance(24.5 * 3600);
  await follow(usedFirst);
  // Not gone yet, and too late to be named: who saves a number now must not end up without it.
  const late = await findMedia(world, fresh._id);
  expect(late && isUsablePrompt(world, late)).toBe(false);
  server.clock.advance(3600);
  await follow(usedFirst);
  expect(await Promise.all([named, dropped, fresh].map(isThere))).toEqual([true, true, false]);
  await follow(new Set([named._id]));
  server.clock.advance(23 * 3600);
  await follow(new Set([named._id]));
  expect(await isThere(dropped)).toBe(true);
  server.clock.advance(3 * 3600);
  await follow(new Set([named._id]));
  expect(await Promise.all([named, dropped, recording].map(isThere))).toEqual([true, false, true]);
});

test('what was never completed goes, too', async () => {
  const { world } = server.app;
  const file = await store(randomBytes(chunk + 1), { kind: 'recording' });
  await mediaModel(world.store).updateOne({ _id: file._id }, { $set: { isComplete: false } });
  await followUse(world, async () => new Set(), never);
  expect(await chunksOf(file)).toBe(2);
  server.clock.advance(26 * 3600);
  await followUse(world, async () => new Set(), never);
  expect(await chunksOf(file)).toBe(0);
});
