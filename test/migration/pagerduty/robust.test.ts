import { expect, test } from 'vitest';
import { pagerduty } from '../../../src/migration/products/pagerduty/product.ts';
import { collect, linesOf, type Objects } from './collected.ts';
import { account } from './fixtures/account.ts';
import { personOf } from './fixtures/people.ts';

const all: Objects = account;

/** The value without each item and with another value for each member, one after the other. */
function withNulls(value: unknown): unknown[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => [
      value.filter((_, other) => other !== index),
      ...withNulls(item).map((changed) => value.with(index, changed)),
    ]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    { ...value, [name]: null },
    { ...value, [name]: { unexpected: true } },
    ...withNulls(member).map((changed) => ({ ...value, [name]: changed })),
  ]);
}

/** All changes take more than a minute. */
const step = 19;

test('whatever is missing, null or something else, the rest is brought', () => {
  for (const [kind, own] of Object.entries(all))
    for (const [index, changed] of withNulls(own).entries()) {
      if (index % step !== 0 || Array.isArray(changed) !== Array.isArray(own)) continue;
      const lists = Array.isArray(changed) ? changed : Object.values(changed ?? {});
      if (!lists.every((list) => typeof list === 'object' && list !== null)) continue;
      if (!Array.isArray(changed) && !lists.every(Array.isArray)) continue;
      const brought = collect({ ...all, [kind]: changed as Objects[string] });
      expect(brought.ledger.unlisted(), kind).toEqual([]);
      for (const { read, imported, residue, noise } of brought.ledger.counts())
        expect(imported + residue + noise, kind).toBe(read);
    }
});

test.each(pagerduty.kinds.map(({ name }) => name))('without %s the rest is brought', (kind) => {
  expect(collect(all, { notReadable: [kind] }).ledger.unlisted()).toEqual([]);
});

test('what a list answers twice is brought once', () => {
  const twice = Object.fromEntries(
    Object.entries(all).map(([kind, own]) => [kind, Array.isArray(own) ? [...own, ...own] : own]),
  );
  expect(
    collect(twice)
      .added.map(({ key }) => key)
      .sort(),
  ).toEqual(
    collect(all)
      .added.map(({ key }) => key)
      .sort(),
  );
});

test('a department of 1,000 people is brought in a second or so', () => {
  const users = Array.from({ length: 1000 }, (_, index) => personOf(`P${index}`, 'Same name'));
  const started = performance.now();
  const brought = collect({ ...all, users });
  expect(brought.of('tocsin_user')).toHaveLength(1000);
  linesOf(brought);
  expect(performance.now() - started).toBeLessThan(5000);
});
