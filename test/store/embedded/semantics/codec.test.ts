import * as bson from 'bson';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDocument } from '../../../../src/store/embedded/bson-walk.ts';
import { identical } from '../../../../src/store/embedded/semantics/compare.ts';
import { CommandError } from '../../../../src/store/embedded/semantics/errors.ts';
import {
  byteLength,
  Doc,
  decode,
  decodeValue,
  eachRaw,
  encode,
  reader,
  type Value,
} from '../../../../src/store/embedded/semantics/values.ts';
import { quickRuns } from '../../../support/runs.ts';
import { anyDoc, doc, text } from './values.ts';

const plain = fc.object({
  withDate: true,
  withBigInt: true,
  withUnicodeString: true,
  values: [
    fc.integer(),
    fc.double(),
    fc.string({ unit: 'binary' }),
    fc.boolean(),
    fc.constant(null),
    fc.date({ noInvalidDate: true }),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
    fc.uint8Array().map((bytes) => new bson.Binary(Buffer.from(bytes))),
    fc.constant(new bson.ObjectId()),
    fc.constant(new bson.Long(5)),
    fc.constant(new bson.Double(5)),
    fc.constant(bson.Decimal128.fromString('1.50')),
    fc.constant(new bson.BSONRegExp('a', 'im')),
    fc.constant(new bson.Timestamp({ t: 4294967295, i: 7 })),
    fc.constant(new bson.Code('f()', { x: 1 })),
    fc.constant(new bson.BSONSymbol('s')),
    fc.constant(new bson.MinKey()),
    fc.constant(new bson.UUID()),
    fc.constant(new bson.Binary(Buffer.from('old'), 2)),
  ],
  key: fc.string().map((name) => name.replaceAll('\0', '')),
});

test('what the driver serialises survives decoding and encoding byte for byte', () => {
  fc.assert(
    fc.property(plain, (object) => {
      const bytes = bson.serialize(object);
      expect(Buffer.compare(encode(decode(bytes)), bytes)).toBe(0);
    }),
  );
});

test('every value comes back as itself, and the driver can read it', () => {
  fc.assert(
    fc.property(anyDoc, (original) => {
      const bytes = encode(original);
      expect(byteLength(original)).toBe(bytes.length);
      expect(identical(decode(bytes), original)).toBe(true);
      expect(identical(decode(Buffer.concat([Buffer.from('xx'), bytes]), 2), original)).toBe(true);
      bson.deserialize(bytes, { bsonRegExp: true });
    }),
  );
});

test('reading single fields from the bytes gives what decoding gives', () => {
  fc.assert(
    fc.property(anyDoc, fc.constantFrom('a', 'b', '0', '__proto__', ''), (original, name) => {
      const bytes = encode(original);
      const picked = reader([name, 'c'])(bytes);
      expect(text(picked.get(name))).toBe(text(original.get(name)));
      expect(picked.keys).toEqual(original.keys.filter((key) => key === name || key === 'c'));
      const fields: [string, Value][] = [];
      eachRaw(bytes, (key, type, start) => {
        fields.push([key, decodeValue(bytes, type, start)]);
        return true;
      });
      expect(
        identical(
          new Doc(
            fields.map(([k]) => k),
            fields.map(([, v]) => v),
          ),
          original,
        ),
      ).toBe(true);
    }),
  );
});

test('damaged bytes are refused with a command error and never read past the end', () => {
  fc.assert(
    fc.property(anyDoc, fc.nat(), fc.nat(255), fc.nat(), (original, at, byte, length) => {
      const bytes = encode(original);
      bytes[at % bytes.length] = byte;
      for (const damaged of [bytes, bytes.subarray(0, length % bytes.length)]) {
        try {
          decode(damaged);
          reader(['a', 'b'])(damaged);
          eachRaw(damaged, () => true);
        } catch (error) {
          expect(error).toBeInstanceOf(CommandError);
        }
      }
    }),
    { numRuns: quickRuns(500) },
  );
});

test('what is accepted from a socket is exactly what can be decoded later', () => {
  const refusal = (work: () => unknown): CommandError | undefined => {
    try {
      work();
      return undefined;
    } catch (error) {
      if (error instanceof CommandError) return error;
      throw error;
    }
  };
  fc.assert(
    fc.property(anyDoc, fc.nat(), fc.nat(255), (original, at, byte) => {
      const bytes = encode(original);
      expect(refusal(() => checkDocument(bytes))).toBeUndefined();
      bytes[at % bytes.length] = byte;
      const atSocket = refusal(() => checkDocument(bytes));
      const later = refusal(() => decode(bytes));
      // A date beyond what JavaScript has is well-formed all the same.
      if (atSocket === undefined) expect(later?.codeName).not.toBe('InvalidBSON');
      else expect(later).toBeDefined();
    }),
    { numRuns: quickRuns(1000) },
  );
});

test.each([
  ['nothing', ''],
  ['a length of zero', '0000000000'],
  ['a length beyond the end', '0600000000'],
  ['no end', '0500000001'],
  ['an unknown type', '08000000206100' + '00'],
  ['a string without its end', '0f0000000261000300000061626300'],
  ['a string longer than the document', '0f00000002610090000000616200' + '00'],
  ['a boolean of 2', '090000000861000200'],
  ['a negative string length', '0f00000002610' + '0feffffff616263' + '0000'],
  [
    'a code whose scope is too long',
    '1b0000000f61000f0000000100000000' + '060000000000' + '0000000000',
  ],
  ['old binary data with a wrong inner length', '120000000561000500000002' + '0000000061' + '00'],
])('%s is no document', (_, hex) => {
  expect(() => decode(Buffer.from(hex, 'hex'))).toThrow(/invalid BSON/);
  expect(() => checkDocument(Buffer.from(hex, 'hex'))).toThrow(/invalid BSON/);
});

test('documents nested deeper than the server allows are refused both ways', () => {
  let deep = doc({});
  for (let i = 0; i < 250; i++) deep = doc({ a: deep });
  expect(() => encode(deep)).toThrow(/nested too deeply/);
  let bytes = Buffer.from('0500000000', 'hex');
  for (let i = 0; i < 250; i++) {
    const outer = Buffer.concat([Buffer.from('00000000036100', 'hex'), bytes, Buffer.from([0])]);
    outer.writeInt32LE(outer.length, 0);
    bytes = outer;
  }
  expect(() => decode(bytes)).toThrow(/nested too deeply/);
});

test('a field name with a NUL cannot be written', () => {
  expect(() => encode(new Doc(['a\0b'], [1]))).toThrow(/NUL/);
});

test('a document remembers integer-like names in order, __proto__, and names given twice', () => {
  const twice = new Doc(['10', '2', '__proto__', '2'], [1, 2, 3, 4]);
  const back = decode(encode(twice));
  expect(text(back)).toBe('{10: 1, 2: 2, __proto__: 3, 2: 4}');
  expect(back.get('2')).toBe(2);
});

test('a wide document finds, replaces, removes and adds fields like a small one', () => {
  const wide = new Doc();
  for (let i = 0; i < 60; i++) wide.set(`f${i}`, i);
  expect(wide.get('f59')).toBe(59);
  wide.set('f3', 'three');
  wide.delete('f0');
  expect(wide.get('f3')).toBe('three');
  expect(wide.get('f0')).toBeUndefined();
  expect(wide.indexOf('f59')).toBe(58);
  wide.set('new', 1);
  expect(wide.keys.at(-1)).toBe('new');
  expect(wide.get('new')).toBe(1);
});

test('names that only together look like other names are not taken for them', () => {
  const bytes = encode(doc({ a: 1, b: 2 }));
  for (let i = 0; i < 2; i++) {
    expect(text(reader(['a\0b'])(bytes))).toBe('{}');
    expect(text(reader(['a', 'b'])(bytes))).toBe('{a: 1, b: 2}');
  }
});

test('any fields of a document are found, of however many', () => {
  const names = Array.from({ length: 300 }, (_, i) => `field${i}`);
  const wide = new Doc(names, names);
  const bytes = encode(wide);
  for (const step of [1, 2, 7, 100]) {
    const wanted = names.filter((_, i) => i % step === 0);
    expect(reader([...wanted, 'missing'])(bytes).keys).toEqual(wanted);
  }
});
