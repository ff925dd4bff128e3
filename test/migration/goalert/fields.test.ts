import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fields } from '../../../src/migration/products/goalert/fields.ts';
import { query } from '../../../src/migration/products/goalert/query.ts';
import { expectSameCode } from '../collected.ts';
import { testFields, unreadOf } from '../field-laws.ts';
import { brought, collected, imported } from './collected.ts';
import { account } from './fixtures/account.ts';

testFields(fields, account, collected);

test('nor does that of lists within objects', () => {
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
  const inner = Object.fromEntries(
    Object.entries(account).map(([kind, own]) => [
      kind,
      // The first number of a person is theirs.
      kind === 'users' ? own : own.map((object) => Object(turned(object))),
    ]),
  );
  expectSameCode(imported(account), imported(inner));
});

test('a member that nobody knows is one line, wherever it is', () => {
  const [service] = account.services;
  const [monitor] = service?.heartbeatMonitors ?? [];
  const services = [{ ...service, heartbeatMonitors: [{ ...monitor, muted: 'for good' }] }];
  const { ledger } = brought({ ...account, services });
  expect(unreadOf(ledger)).toEqual(['goalert:services:shop-api/heartbeatMonitors/0/muted']);
});

test('the guide has the query that a key is made with', () => {
  const guide = readFileSync(
    new URL('../../../docs/migration/goalert.md', import.meta.url),
    'utf8',
  );
  expect(guide).toContain(`\`\`\`graphql\n${query}\n\`\`\``);
});
