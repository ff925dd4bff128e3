import { expect, test } from 'vitest';
import { fields } from '../../../src/migration/products/oncall/fields.ts';
import { testFields, unreadOf } from '../field-laws.ts';
import { brought, collected } from './collected.ts';
import { account } from './fixtures/account.ts';

testFields(fields, account, collected);

test('a member that nobody knows is one line', () => {
  const [first] = account.escalation_chains;
  const chains = [{ ...first, shoe_size: { left: 43, right: 44 } }];
  const { ledger } = brought({ ...account, escalation_chains: chains });
  expect(unreadOf(ledger)).toEqual(['oncall:escalation_chains:FSHOP/shoe_size']);
});
