import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get as httpGet, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDocumentRouter, loadDocument, writeProblems } from '../../src/http/index.ts';

const file = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
const etag = '"3f2a"';
const declared = { description: 'ok', content: { 'audio/mpeg': { schema: { type: 'string' } } } };
const definition = {
  openapi: '3.0.3',
  info: { title: 'Files', version: '1' },
  paths: {
    '/file': {
      get: {
        operationId: 'getFile',
        responses: { 200: declared, 206: declared, 304: { description: 'known' } },
      },
    },
    '/endless': { get: { operationId: 'getEndless', responses: { 200: declared } } },
  },
};

let folder: string;
let server: Server;
let url: string;
const read: [number, number][] = [];
const logged: string[] = [];
let endless = Promise.withResolvers<void>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-test-'));
  const path = join(folder, 'document.json');
  await writeFile(path, JSON.stringify(definition));
  const router = createDocumentRouter<null>({
    document: await loadDocument(path),
    handlers: {
      getFile: async () => ({
        status: 200,
        headers: { 'content-type': 'audio/mpeg' },
        bytes: {
          byteCount: file.length,
          etag,
          async *read(start, end) {
            read.push([start, end]);
            for (let at = start; at < end; at += 300)
              yield file.subarray(at, Math.min(at + 300, end));
          },
        },
      }),
      getEndless: async () => ({
        status: 200,
        bytes: {
          byteCount: Number.MAX_SAFE_INTEGER,
          etag,
          async *read() {
            try {
              for (;;) yield file;
            } finally {
              endless.resolve();
            }
          },
        },
      }),
    },
    authenticate: async () => null,
    writeError: writeProblems(pino({ level: 'error' }, { write: (line) => logged.push(line) })),
    checkAnswers: true,
  });
  server = express().use(router).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

async function ask(headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { method, headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, headers: response.headers, bytes };
}

describe('a file', () => {
  it('is answered whole, with its length and what it is known by', async () => {
    const { status, headers, bytes } = await ask();
    expect(status).toBe(200);
    expect(bytes.equals(file)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-length': '1000',
      'content-type': 'audio/mpeg',
      'accept-ranges': 'bytes',
      etag,
    });
    expect(headers.has('content-range')).toBe(false);
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=0-0', 0, 1],
    ['bytes=900-', 900, 1000],
    ['bytes=999-', 999, 1000],
    ['bytes=250-5000', 250, 1000],
    ['bytes=-10', 990, 1000],
    ['bytes=-5000', 0, 1000],
    ['BYTES=5-9', 5, 10],
  ])('is answered in part for %s', async (range, start, end) => {
    const { status, headers, bytes } = await ask({ range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${start}-${end - 1}/1000`);
    expect(headers.get('content-length')).toBe(String(end - start));
    expect(bytes.equals(file.subarray(start, end))).toBe(true);
    expect(read.at(-1), 'only that part was read').toEqual([start, end]);
  });

  it.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0', 'bytes=99999999999999999999-'])(
    'has no part %s',
    async (range) => {
      const { status, headers, bytes } = await ask({ range });
      expect(status).toBe(416);
      expect(headers.get('content-range')).toBe('bytes */1000');
      expect(JSON.parse(bytes.toString())).toMatchObject({
        code: 'range-not-satisfiable',
        detail: 'The file has 1000 bytes; ask for a range within them.',
      });
    },
  );

  it.each(['bytes=9-5', 'bytes=-', 'bytes=a-b', 'lines=1-2', 'bytes=0-1,5-6', 'bytes', ''])(
    'is answered whole for %j, which is no single range',
    async (range) => {
      const { status, bytes } = await ask({ range });
      expect([status, bytes.length]).toEqual([200, 1000]);
    },
  );

  it.each([
    [etag, 206],
    ['"3f2b"', 200],
    [`W/${etag}`, 200],
    ['Sun, 01 Mar 2026 08:30:00 GMT', 200],
  ])('goes on where a download ended if If-Range %s still holds', async (condition, expected) => {
    const { status, bytes } = await ask({ range: 'bytes=500-', 'if-range': condition });
    expect(status).toBe(expected);
    expect(bytes.equals(expected === 206 ? file.subarray(500) : file)).toBe(true);
  });

  it.each([etag, `W/${etag}`, `"other", ${etag}`, '*'])(
    'is not sent again to who has it: If-None-Match %s',
    async (known) => {
      const before = read.length;
      const { status, headers, bytes } = await ask({ 'if-none-match': known, range: 'bytes=0-9' });
      expect([status, bytes.length, headers.get('etag')]).toEqual([304, 0, etag]);
      expect(read).toHaveLength(before);
    },
  );

  it('is sent to who has another one', async () => {
    expect((await ask({ 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('tells its length to HEAD without being read; a range means nothing there', async () => {
    const before = read.length;
    const { status, headers } = await ask({ range: 'bytes=0-9' }, 'HEAD');
    expect([status, headers.get('content-length')]).toEqual([200, '1000']);
    expect(read).toHaveLength(before);
  });

  it("is read no further once the listener has gone, and that is nobody's error", async () => {
    endless = Promise.withResolvers();
    const response = await fetch(url.replace('/file', '/endless'));
    await response.body?.cancel();
    await endless.promise;
    await ask();
    expect(logged).toEqual([]);
  });

  it('says how long it is, so that no proxy has to guess', async () => {
    const chunked = await new Promise((resolve, reject) => {
      httpGet(url, (response) => {
        response.resume();
        resolve(response.headers['transfer-encoding']);
      }).on('error', reject);
    });
    expect(chunked).toBeUndefined();
  });
});
