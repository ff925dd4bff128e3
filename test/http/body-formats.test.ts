import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formBodies, formBodiesWithJson } from '../../src/http/body-formats.ts';

const part = fc.string({
  unit: fc.constantFrom('x', 'y', '=', '&', '+', '%', '%41', '%2B'),
  maxLength: 12,
});

test('a form has the members that URLSearchParams finds in it', () => {
  fc.assert(
    fc.property(part, (text) => {
      const fields = new URLSearchParams(text);
      const members = [...new Set(fields.keys())].map((name) => {
        const values = fields.getAll(name);
        return [name, values.length > 1 ? values : values[0]];
      });
      expect(formBodies.parse(text)).toEqual(Object.fromEntries(members));
    }),
  );
});

test('a form of more fields than any has is refused', () => {
  const fields = (count: number) => 'a=1&'.repeat(count);
  expect(formBodies.parse(fields(10_000))).toEqual({ a: Array(10_000).fill('1') });
  expect(() => formBodies.parse(fields(10_001))).toThrow('more than 10000 fields');
});

test('a form may have members that are JSON', async () => {
  const { parse } = formBodiesWithJson(['of', 'and']);
  expect(await parse('id=1&of=%7B%22a%22%3A%5Bnull%5D%7D')).toEqual({ id: '1', of: { a: [null] } });
  await expect(parse('of=%7B')).rejects.toThrow('JSON');
});
