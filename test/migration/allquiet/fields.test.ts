import { expect, test } from 'vitest';
import { exportSchema } from '../../../cdktf-provider/export/schema.ts';
import { fields } from '../../../src/migration/products/allquiet/fields.ts';
import { allquiet } from '../../../src/migration/products/allquiet/product.ts';
import { takenOver } from '../../../src/migration/products/allquiet/taken-over.ts';
import { isList } from '../collected.ts';
import { testReading } from '../field-laws.ts';
import { brought, collected } from './collected.ts';
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

testReading(account, collected);

test('something of every kind is read', () => {
  expect(
    brought(account)
      .ledger.counts()
      .filter(({ read }) => read === 0),
  ).toEqual([]);
});

test('a member that nobody knows is one line, in each kind, and so is one of Tocsin alone', () => {
  for (const kind of Object.keys(takenOver)) {
    const own = account[kind] ?? [];
    const [first, ...others] = isList(own) ? own : [];
    const odd = { ...first, shoeSize: { left: 43, right: 44 }, urgencySettings: { type: 'Odd' } };
    const unread = brought({ ...account, [kind]: [odd, ...others] })
      .ledger.lines()
      .filter(({ level }) => level === 'unread');
    expect(unread.map(({ pointer }) => pointer)).toEqual(['/shoeSize', '/urgencySettings']);
  }
});
