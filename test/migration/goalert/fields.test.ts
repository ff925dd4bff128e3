import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findField } from '../../../src/migration/model/fields.ts';
import { fields } from '../../../src/migration/products/goalert/fields.ts';
import { query } from '../../../src/migration/products/goalert/query.ts';
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
  for (const [kind, objects] of Object.entries(account))
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
  const turned = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(turned).toReversed();
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      // Days of a week and people of a rotation are in an order that counts.
      Object.entries(value).map(([name, member]) =>
        name === 'weekdayFilter' || name === 'userIDs' ? [name, member] : [name, turned(member)],
      ),
    );
  };
  const reversed = Object.fromEntries(
    Object.entries(account).map(([kind, own]) => [kind, own.toReversed()]),
  );
  const inner = Object.fromEntries(
    Object.entries(account).map(([kind, own]) => [
      kind,
      // The first number of a person is theirs.
      kind === 'users' ? own : own.map((object) => Object(turned(object))),
    ]),
  );
  const usual = imported(account);
  for (const other of [imported(reversed), imported(inner)])
    for (const [name, text] of usual.files)
      if (name.endsWith('.tf')) expect(other.files.get(name), name).toBe(text);
});

test('a member that nobody knows is one line, wherever it is', () => {
  const [service] = account.services;
  const [monitor] = service?.heartbeatMonitors ?? [];
  const services = [{ ...service, heartbeatMonitors: [{ ...monitor, muted: 'for good' }] }];
  const unread = ledgerOf({ ...account, services })
    .lines()
    .filter(({ level }) => level === 'unread');
  expect(unread.map(({ key, pointer }) => key + pointer)).toEqual([
    'goalert:services:shop-api/heartbeatMonitors/0/muted',
  ]);
});

test('the guide has the query that a key is made with', () => {
  const guide = readFileSync(
    new URL('../../../docs/migration/goalert.md', import.meta.url),
    'utf8',
  );
  expect(guide).toContain(`\`\`\`graphql\n${query}\n\`\`\``);
});
