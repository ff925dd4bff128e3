import { expect, test } from 'vitest';
import { findField } from '../../../src/migration/model/fields.ts';
import { fields } from '../../../src/migration/products/ilert/fields.ts';
import { imported, isList, ledgerOf, type Objects } from './collected.ts';
import { account } from './fixtures/account.ts';

function leavesOf(value: unknown, pointer = ''): string[] {
  if (Array.isArray(value))
    return value.flatMap((item, index) => leavesOf(item, `${pointer}/${index}`));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, item]) => leavesOf(item, `${pointer}/${name}`));
  return [pointer];
}

const objectsOf = (own: Objects[string]): object[] =>
  isList(own) ? [...own] : Object.values(own).flat();

test('each row has a fixture', () => {
  const used = new Set<unknown>();
  for (const [kind, own] of Object.entries(account))
    for (const pointer of objectsOf(own).flatMap((object) => leavesOf(object)))
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
    Object.entries(account).map(([kind, own]) => [kind, isList(own) ? own.toReversed() : own]),
  );
  const [one, other] = [imported(account), imported(reversed)];
  for (const [name, text] of one.files)
    if (name.endsWith('.tf')) expect(other.files.get(name), name).toBe(text);
});

test('a member that nobody knows is one line', () => {
  const [first] = account['escalation-policies'];
  const policies = [{ ...first, shoeSize: { left: 43, right: 44 } }];
  const unread = ledgerOf({ ...account, 'escalation-policies': policies })
    .lines()
    .filter(({ level }) => level === 'unread');
  expect(unread.map(({ key, pointer }) => key + pointer)).toEqual([
    'ilert:escalation-policies:41/shoeSize',
  ]);
});

test('whether the only number of somebody is the primary one is read, too', () => {
  const first = account['user-phone-numbers'][2].slice(0, 1);
  const lines = ledgerOf({ ...account, 'user-phone-numbers': { 2: first } }).lines();
  expect(lines.filter(({ pointer }) => pointer === '/primary')).toEqual([]);
});
