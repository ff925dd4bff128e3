import { expect, test } from 'vitest';
import { findField } from '../../../src/migration/model/fields.ts';
import { fields } from '../../../src/migration/products/splunk-oncall/fields.ts';
import { imported, ledgerOf } from './collected.ts';
import { account } from './fixtures/account.ts';

function leavesOf(value: unknown, pointer = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => leavesOf(item, `${pointer}/${index}`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => leavesOf(item, `${pointer}/${name}`));
  return [pointer];
}

test('each row has a fixture', () => {
  const used = new Set<unknown>();
  for (const [kind, own] of Object.entries(account))
    for (const objects of Object.values(own))
      for (const pointer of objects.flatMap((object) => leavesOf(object)))
        used.add(findField(fields[kind] ?? [], pointer));
  const unused = Object.entries(fields).flatMap(([kind, rows]) =>
    rows.filter((row) => !used.has(row)).map(({ from }) => `${kind} ${from}`),
  );
  expect(unused).toEqual([]);
});

test('whatever is read is in the table, and nothing of the documented account is unread', () => {
  const ledger = ledgerOf(account);
  expect(ledger.unlisted()).toEqual([]);
  expect(ledger.lines().filter(({ level }) => level === 'unread')).toEqual([]);
});

test('what was read is imported, left with a line, or says nothing', () => {
  for (const { kind, read, imported: brought, residue, noise } of ledgerOf(account).counts())
    expect(brought + residue + noise, kind).toBe(read);
});

test('the order of lists changes no file but by the order of lines', () => {
  const reversed = Object.fromEntries(
    Object.entries(account).map(([kind, own]) => [
      kind,
      Object.fromEntries(Object.entries(own).map(([id, list]) => [id, list.toReversed()])),
    ]),
  );
  const [one, other] = [imported(account), imported(reversed)];
  for (const [name, text] of one.files)
    if (name.endsWith('.tf')) expect(other.files.get(name), name).toBe(text);
});

test('a member that nobody knows is one line', () => {
  const keys = [{ routingKey: 'default', isDefault: true, shoe_size: { left: 43, right: 44 } }];
  const unread = ledgerOf({ ...account, 'routing-keys': { '': keys } })
    .lines()
    .filter(({ level }) => level === 'unread');
  expect(unread.map(({ key, pointer }) => key + pointer)).toEqual([
    'splunk-oncall:routing-keys:default/shoe_size',
  ]);
});
