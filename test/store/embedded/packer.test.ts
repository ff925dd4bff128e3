import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Catalog } from '../../../src/store/embedded/catalog.ts';
import { Packer } from '../../../src/store/embedded/packer.ts';
import { insertRecord, replaceRecord } from '../../../src/store/embedded/records.ts';
import { Doc, encode } from '../../../src/store/embedded/semantics/values.ts';
import { Storage } from '../../../src/store/embedded/storage.ts';
import { wordsOf } from '../../../src/store/embedded/words.ts';
import { quickRuns } from '../../support/runs.ts';
import { anyDoc } from './semantics/values.ts';
import { temporaryDir } from './temporary-database.ts';

const dir = temporaryDir();
const storage = new Storage({ file: join(dir, 'data.db') });
afterAll(() => {
  storage.close();
  rmSync(dir, { recursive: true });
});

/** Any bytes that say their length, as documents do. */
const bytes = fc
  .array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.tuple(fc.nat(255), fc.nat(700)).map(([byte, count]) => new Uint8Array(count).fill(byte)),
      fc.constantFrom('organizationId', 'status\0', 'abcabcabc').map((text) => Buffer.from(text)),
    ),
    { maxLength: 40 },
  )
  .map((parts) => {
    const all = Buffer.concat([Buffer.alloc(4), ...parts]);
    all.writeInt32LE(all.length);
    return all;
  });
const document = fc.oneof(bytes, anyDoc.map(encode));

test('what is unpacked is what was packed, whatever the words, and never larger', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(document, { maxLength: 4 }),
      (words, documents) => {
        const packer = new Packer(words);
        const stored = documents.map((one) => packer.pack(one));
        for (const [n, one] of documents.entries()) {
          expect(Buffer.compare(packer.unpack(stored[n] ?? one), one)).toBe(0);
          expect(stored[n]?.length).toBeLessThanOrEqual(one.length);
        }
      },
    ),
    { numRuns: quickRuns(3000) },
  );
});

test('what is damaged is refused, or a document of the length that it says', () => {
  const turned = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true }), bit: fc.nat(7) });
  fc.assert(
    fc.property(document, fc.array(turned, { minLength: 1, maxLength: 3 }), (one, bits) => {
      const packer = new Packer(Buffer.from('organizationId'));
      const stored = packer.pack(one).slice();
      for (const { at, bit } of bits) {
        const place = Math.min(stored.length - 1, Math.floor(at * stored.length));
        stored[place] = (stored[place] ?? 0) ^ (1 << bit);
      }
      try {
        const read = packer.unpack(stored);
        expect(new DataView(read.buffer, read.byteOffset).getInt32(0, true)).toBe(read.length);
      } catch (error) {
        expect(String(error)).toContain('cannot be unpacked');
      }
    }),
    { numRuns: quickRuns(3000) },
  );
});

const incident = (n: number) =>
  Doc.of({
    _id: `incident ${n}`,
    organizationId: 'an organization',
    ...(n % 2 === 1 ? {} : { half: n }),
    ...(n % 3 === 1 ? { third: n } : {}),
    attributes: [Doc.of({ name: 'Phone', value: `+49 30 ${n}` })],
    isMuted: false,
  });

test('words have the names that half of the documents have, and no value of any', () => {
  const words = Buffer.from(wordsOf([1, 2, 3, 4, 5, 6].map((n) => encode(incident(n))))).toString();
  for (const name of ['_id', 'organizationId', 'half', 'attributes', 'value', 'isMuted'])
    expect(words).toContain(`${name}\0`);
  for (const value of ['third', 'incident', 'an organization', 'Phone', '+49'])
    expect(words).not.toContain(value);
});

test('documents are the same before their collection has words and after, and when the file is opened anew', () => {
  const catalog = new Catalog(storage.db);
  const collection = catalog.create('test', 'incidents');
  const raw = (n: number) => encode(incident(n));
  for (let n = 1; n <= 200; n += 1) insertRecord(catalog, collection, raw(n));
  // One that was stored before, and one that was stored after.
  for (const n of [1, 150]) replaceRecord(catalog, collection, n, raw(n), raw(n + 1000), null);
  const bytesOf = (rid: number) =>
    Number(
      storage.db
        .prepare(`SELECT length(doc) AS n FROM ${collection.table.name} WHERE rid = ?`)
        .get(rid)?.n,
    );
  expect(bytesOf(2)).toBe(raw(2).length);
  expect(bytesOf(1)).toBeLessThan(raw(1001).length * 0.7);
  expect(bytesOf(199)).toBeLessThan(raw(199).length * 0.7);
  for (const one of [catalog, new Catalog(storage.db)]) {
    const found = one.find('test', 'incidents')?.table.after(0, 500) ?? [];
    const expected = Array.from({ length: 200 }, (_, at) => at + 1).map((n) =>
      raw(n === 1 || n === 150 ? n + 1000 : n),
    );
    expect(found.map(([, document]) => Buffer.from(document))).toEqual(expected.map(Buffer.from));
  }
});
