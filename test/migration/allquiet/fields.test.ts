import { expect, test } from 'vitest';
import { exportSchema } from '../../../cdktf-provider/export/schema.ts';
import { fields } from '../../../src/migration/products/allquiet/fields.ts';
import { allquiet } from '../../../src/migration/products/allquiet/product.ts';
import { takenOver } from '../../../src/migration/products/allquiet/taken-over.ts';
import { isList } from '../ilert/collected.ts';
import { imported, ledgerOf, resultsOf } from './collected.ts';
import { account } from './fixtures/account.ts';

test('what is listed there is listed here, under the same path and name', () => {
  const kindOf = new Map(allquiet.kinds.map((kind) => [kind.name, kind]));
  for (const [name, type] of Object.entries({ ...takenOver, users: 'tocsin_user' })) {
    const list = exportSchema[type]?.list;
    expect(kindOf.get(name)?.path, name).toBe(`${list?.operation.path}?Limit=100`);
    expect(kindOf.get(name)?.list, name).toBe(list?.items);
  }
  expect(Object.keys(fields).toSorted()).toEqual([...kindOf.keys()].toSorted());
});

test('whatever is read is in the table, and nothing of the documented account is unread', () => {
  const ledger = ledgerOf(account);
  expect(ledger.unlisted()).toEqual([]);
  expect(ledger.lines().filter(({ level }) => level === 'unread')).toEqual([]);
});

test('what was read is imported, left with a line, or says nothing', () => {
  const counts = ledgerOf(account).counts();
  expect(counts.filter(({ read }) => read === 0)).toEqual([]);
  for (const { kind, read, imported: brought, residue, noise } of counts)
    expect(brought + residue + noise, kind).toBe(read);
});

test('a member that nobody knows is one line, in each kind, and so is one of Tocsin alone', () => {
  for (const kind of Object.keys(takenOver)) {
    const own = account[kind] ?? [];
    const [first, ...others] = isList(own) ? own : [];
    const odd = { ...first, shoeSize: { left: 43, right: 44 }, urgencySettings: { type: 'Odd' } };
    const unread = ledgerOf({ ...account, [kind]: [odd, ...others] })
      .lines()
      .filter(({ level }) => level === 'unread');
    expect(unread.map(({ pointer }) => pointer)).toEqual(['/shoeSize', '/urgencySettings']);
  }
});

test('the order of lists changes no file but by the order of lines', () => {
  const reversed = Object.fromEntries(
    Object.entries(account).map(([kind, own]) => [kind, isList(own) ? own.toReversed() : own]),
  );
  const [one, other] = [imported(resultsOf(account)), imported(resultsOf(reversed))];
  expect(one.files.size).toBeGreaterThan(15);
  for (const [name, text] of one.files)
    if (name.endsWith('.tf')) expect(other.files.get(name), name).toBe(text);
});
