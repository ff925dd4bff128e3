import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson, stringifyExactJson } from '../../../cdktf-provider/runtime/exact-json.ts';
import { Decimal, numberFromText, numberToText } from '../../../cdktf-provider/runtime/number.ts';

test.each([
  ['0', 0, '0'],
  ['-0.00', 0, '0'],
  ['9007199254740991', 9007199254740991, '9007199254740991'],
  ['9007199254740992', new Decimal('9007199254740992'), '9007199254740992'],
  ['0.1', new Decimal('0.1'), '0.1'],
  ['1.50e3', 1500, '1500'],
  [
    '-12345678901234567890.1234567890',
    new Decimal('-12345678901234567890.123456789'),
    '-12345678901234567890.123456789',
  ],
  ['1e-7', new Decimal('0.0000001'), '0.0000001'],
  ['25e-1', new Decimal('2.5'), '2.5'],
])('%s is held exactly and written as %s', (source, value, text) => {
  expect(numberFromText(source)).toEqual(value);
  expect(numberToText(numberFromText(source))).toBe(text);
});

test.each(['', '.', '1.2.3', '0x10', 'NaN', '1e', '--1'])('"%s" is refused', (source) => {
  expect(() => numberFromText(source)).toThrow(RangeError);
});

test('equal numbers have equal texts, however they are written', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.integer({ min: 0, max: 30 }), (digits, shift) => {
      const written = numberToText(numberFromText(`${digits}e-${shift}`));
      expect(numberToText(numberFromText(written))).toBe(written);
      expect(numberToText(numberFromText(`${digits}0e-${shift + 1}`))).toBe(written);
    }),
  );
});

test('JSON keeps every digit of every number', () => {
  const text = '{"a":12345678901234567890.123456789,"b":[0.1,9007199254740993,-5],"c":"0.10"}';
  expect(stringifyExactJson(parseExactJson(text))).toBe(text);
});
