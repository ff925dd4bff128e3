import { expect, test } from 'vitest';
import { type Fields, findField } from '../../src/migration/model/fields.ts';
import type { Ledger } from '../../src/migration/model/ledger.ts';
import { type Collecting, expectSameCode, isList, type Objects, objectsIn } from './collected.ts';

/** Pointers to all values. */
export function leavesOf(value: unknown, pointer = ''): string[] {
  if (value === null || typeof value !== 'object') return [pointer];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, `${pointer}/${name}`));
}

/** Where there is something that nobody knows. */
export function unreadOf(ledger: Ledger): string[] {
  return ledger
    .lines()
    .filter(({ level }) => level === 'unread')
    .map(({ key, pointer }) => key + pointer);
}

/** Laws of the table of a product, by an account that has something for each of its rows. */
export function testFields(
  fields: Fields,
  account: Objects,
  { brought, imported }: Collecting,
): void {
  test('each row has a fixture', () => {
    const unused = Object.entries(fields).flatMap(([kind, rows]) => {
      const pointers = objectsIn(account[kind] ?? []).flatMap((object) => leavesOf(object));
      const used = new Set(pointers.map((pointer) => findField(rows, pointer)));
      return rows.filter((row) => !used.has(row)).map(({ from }) => `${kind} ${from}`);
    });
    expect(unused).toEqual([]);
  });

  testReading(account, { brought, imported });
}

/** The same of one that has not. */
export function testReading(
  account: Objects,
  { brought, imported }: Pick<Collecting, 'brought' | 'imported'>,
): void {
  test('whatever is read is in the table, and nothing of the documented account is unread', () => {
    const { ledger } = brought(account);
    expect(ledger.unlisted()).toEqual([]);
    expect(unreadOf(ledger)).toEqual([]);
  });

  test('what was read is imported, left with a line, or says nothing', () => {
    for (const { kind, read, imported: kept, residue, noise } of brought(account).ledger.counts())
      expect(kept + residue + noise, kind).toBe(read);
  });

  test('the order of lists changes no file but by the order of lines', () => {
    const reversed = Object.fromEntries(
      Object.entries(account).map(([kind, own]) => [kind, isList(own) ? own.toReversed() : own]),
    );
    expectSameCode(imported(account), imported(reversed));
  });
}
