import { expect, test } from 'vitest';
import { findField } from '../../../src/migration/model/fields.ts';
import { fields } from '../../../src/migration/products/pagerduty/fields.ts';
import { leavesOf } from '../field-laws.ts';
import { collect, linesOf, savedOf } from './collected.ts';
import { account } from './fixtures/account.ts';

test('each row has a fixture', () => {
  const used = new Set<unknown>();
  for (const [kind, result] of savedOf(account))
    if (result.state === 'whole')
      for (const { objects } of result.answers)
        for (const pointer of objects.flatMap((object) => leavesOf(object)))
          used.add(findField(fields[kind] ?? [], pointer));
  const unused = Object.entries(fields).flatMap(([kind, rows]) =>
    rows.filter((row) => !used.has(row)).map(({ from }) => `${kind} ${from}`),
  );
  expect(unused).toEqual([]);
});

test('whatever is read is in the table', () => {
  expect(collect(account).ledger.unlisted()).toEqual([]);
});

test('nothing of the documented account is unread', () => {
  expect(linesOf(collect(account)).filter((line) => line.startsWith('unread'))).toEqual([]);
});

test('what was read is imported, left with a line, or says nothing', () => {
  for (const { kind, read, imported, residue, noise } of collect(account).ledger.counts())
    expect(imported + residue + noise, kind).toBe(read);
});

test('the order of lists changes nothing', () => {
  const reversed = Object.fromEntries(
    Object.entries(account).map(([kind, own]) => [
      kind,
      Array.isArray(own) ? own.toReversed() : own,
    ]),
  );
  const inOrder = (one: ReturnType<typeof collect>) =>
    one.added.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  expect(inOrder(collect(reversed))).toEqual(inOrder(collect(account)));
});

test('a member that nobody knows is one line', () => {
  const [user] = account.users;
  const brought = collect({ ...account, users: [{ ...user, shoe_size: { left: 43, right: 44 } }] });
  expect(linesOf(brought).filter((line) => line.startsWith('unread'))).toEqual([
    'unread pagerduty:users:PADA001/shoe_size: not known to this version',
  ]);
});
