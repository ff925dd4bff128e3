import { expect, test } from 'vitest';
import { fields } from '../../../src/migration/products/splunk-oncall/fields.ts';
import { expectSameCode } from '../collected.ts';
import { testFields, unreadOf } from '../field-laws.ts';
import { brought, collected, imported } from './collected.ts';
import { account } from './fixtures/account.ts';

testFields(fields, account, collected);

test('nor does that of lists that hang on others', () => {
  const reversed = Object.fromEntries(
    Object.entries(account).map(([kind, own]) => [
      kind,
      Object.fromEntries(Object.entries(own).map(([id, list]) => [id, list.toReversed()])),
    ]),
  );
  expectSameCode(imported(account), imported(reversed));
});

test('a member that nobody knows is one line', () => {
  const keys = [{ routingKey: 'default', isDefault: true, shoe_size: { left: 43, right: 44 } }];
  const { ledger } = brought({ ...account, 'routing-keys': { '': keys } });
  expect(unreadOf(ledger)).toEqual(['splunk-oncall:routing-keys:default/shoe_size']);
});
