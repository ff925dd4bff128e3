import { describe, expect, test } from 'vitest';
import {
  bytes,
  flag,
  integer,
  many,
  mapOf,
  maybe,
  message,
  one,
  text,
} from '../../../cdktf-provider/runtime/protobuf.ts';

const Inner = message({ name: one(1, text) });
const Outer = message({
  text: one(1, text),
  count: one(2, integer),
  is: one(3, flag),
  raw: one(4, bytes),
  inner: maybe(5, Inner),
  all: many(6, Inner),
  numbers: many(7, integer),
  by: mapOf(8, Inner),
  perhaps: maybe(9, text),
});

const hex = (value: Parameters<typeof Outer.encode>[0]) => Outer.encode(value).toString('hex');
const read = (digits: string) => Outer.decode(Buffer.from(digits, 'hex'));

// Byte vectors of the encoding guide, protobuf.dev/programming-guides/encoding.
describe('bytes', () => {
  test.each([
    [{ count: 150 }, '109601'],
    [{ text: 'testing' }, '0a0774657374696e67'],
    [{ count: -2 }, '10feffffffffffffffff01'],
    [{ inner: { name: 'a' } }, '2a030a0161'],
    [{ perhaps: '' }, '4a00'],
    [{ text: '', count: 0, is: false }, ''],
    [{ by: { k: { name: 'v' } } }, '42080a016b12030a0176'],
  ])('%j is %s', (value, digits) => {
    expect(hex(value)).toBe(digits);
    expect(read(digits)).toMatchObject(value);
  });

  test('absent fields read as their zero, or as undefined where presence matters', () => {
    expect(read('')).toEqual({
      text: '',
      count: 0,
      is: false,
      raw: Buffer.alloc(0),
      inner: undefined,
      all: [],
      numbers: [],
      by: {},
      perhaps: undefined,
    });
  });

  test('unknown fields of every wire type are skipped', () => {
    expect(read('a006019906000000000000000092060161950600000000109601').count).toBe(150);
  });

  test('repeated numbers are read packed and unpacked', () => {
    expect(read('3a03019601').numbers).toEqual([1, 150]);
    expect(read('38013896011001').numbers).toEqual([1, 150]);
  });

  test.each(['2205', '2a050a', '10', '0b', '10ffffffffffffffffffffff01'])(
    '%s is refused',
    (digits) => {
      expect(() => read(digits)).toThrow();
    },
  );
});
