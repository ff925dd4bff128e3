import { encode } from '@msgpack/msgpack';
import { describe, expect, test } from 'vitest';
import {
  decodeObject,
  encodeObject,
  objectFromJson,
} from '../../../cdktf-provider/runtime/codec.ts';
import { Decimal } from '../../../cdktf-provider/runtime/number.ts';
import type { Attributes } from '../../../cdktf-provider/runtime/schema.ts';
import type { ValueObject } from '../../../cdktf-provider/runtime/value.ts';
import { UNKNOWN } from '../../../cdktf-provider/runtime/value.ts';

const attribute = { description: '', presence: 'optional' } as const;
const attributes: Attributes = {
  n: { ...attribute, type: 'number' },
  s: { ...attribute, type: 'string' },
  l: { ...attribute, type: { list: 'number' } },
  o: {
    ...attribute,
    nested: { nesting: 'list', attributes: { x: { ...attribute, type: 'bool' } } },
  },
  w: { ...attribute, type: 'string', writeOnly: true },
};
const nothing = { n: null, s: null, l: null, o: null, w: null };

const decoded = (bytes: Uint8Array) =>
  decodeObject(attributes, { msgpack: Buffer.from(bytes), json: Buffer.alloc(0) });
const encoded = (value: ValueObject | null) =>
  Buffer.from(encodeObject(attributes, value).msgpack ?? []).toString('hex');
/** The number alone: an object of five with `n` in front. */
const numberBytes = (value: ValueObject['n'] | Decimal) =>
  encoded({ n: value ?? null })
    .slice(6)
    .replace(/a173c0a16cc0a16fc0a177c0$/, '');

describe('what Terraform sends', () => {
  test('an object that does not exist is one nil, and absent attributes are null', () => {
    expect(decoded(Buffer.from('c0', 'hex'))).toBeNull();
    expect(decoded(encode({ s: 'x' }))).toEqual({ ...nothing, s: 'x' });
  });

  test('numbers come as integers, floats, 64-bit integers and text', () => {
    expect(decoded(Buffer.from('81a16e05', 'hex'))).toMatchObject({ n: 5 });
    expect(decoded(Buffer.from('81a16ecb3fe0000000000000', 'hex'))).toMatchObject({ n: 0.5 });
    expect(decoded(Buffer.from('81a16ecf0020000000000001', 'hex'))).toMatchObject({
      n: new Decimal('9007199254740993'),
    });
    expect(decoded(Buffer.from('81a16ed3ffffffffffffffff', 'hex'))).toMatchObject({ n: -1 });
    expect(decoded(encode({ n: '12345678901234567890.123456789' }))).toMatchObject({
      n: new Decimal('12345678901234567890.123456789'),
    });
  });

  test('every extension type is an unknown value, refined or not', () => {
    expect(decoded(Buffer.from('81a173d40000', 'hex'))).toMatchObject({ s: UNKNOWN });
    expect(decoded(Buffer.from('81a173c7020c8000', 'hex'))).toMatchObject({ s: UNKNOWN });
    expect(decoded(Buffer.from('81a16f91d40000', 'hex'))).toMatchObject({ o: [UNKNOWN] });
  });
});

describe('what is sent to Terraform', () => {
  test('every attribute is there, and an unknown is extension 0', () => {
    expect(encoded({ s: UNKNOWN })).toBe('85a16ec0a173d40000a16cc0a16fc0a177c0');
    expect(encoded(null)).toBe('c0');
  });

  test('a number goes out in the narrowest form that is exact', () => {
    expect(numberBytes(5)).toBe('05');
    expect(numberBytes(new Decimal('9007199254740993'))).toBe('cf0020000000000001');
    expect(numberBytes(new Decimal('18446744073709551615'))).toBe('cfffffffffffffffff');
    expect(Buffer.from(numberBytes(new Decimal('0.1')), 'hex').toString('latin1')).toContain('0.1');
    expect(
      Buffer.from(numberBytes(new Decimal('36893488147419103232')), 'hex').toString('latin1'),
    ).toContain('36893488147419103232');
  });
});

test('stored state loses unknown keys and write-only values, and no digit', () => {
  const json = Buffer.from('{"n":9007199254740993,"gone":1,"w":"secret","o":[{"x":true,"y":2}]}');
  expect(objectFromJson(attributes, json)).toEqual({
    ...nothing,
    n: new Decimal('9007199254740993'),
    o: [{ x: true }],
  });
});
