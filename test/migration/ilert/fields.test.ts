import { expect, test } from 'vitest';
import { fields } from '../../../src/migration/products/ilert/fields.ts';
import { testFields, unreadOf } from '../field-laws.ts';
import { brought, collected } from './collected.ts';
import { account } from './fixtures/account.ts';

testFields(fields, account, collected);

test('a member that nobody knows is one line', () => {
  const [first] = account['escalation-policies'];
  const policies = [{ ...first, shoeSize: { left: 43, right: 44 } }];
  const { ledger } = brought({ ...account, 'escalation-policies': policies });
  expect(unreadOf(ledger)).toEqual(['ilert:escalation-policies:41/shoeSize']);
});

test('whether the only number of somebody is the primary one is read, too', () => {
  const first = account['user-phone-numbers'][2].slice(0, 1);
  const { ledger } = brought({ ...account, 'user-phone-numbers': { 2: first } });
  expect(ledger.lines().filter(({ pointer }) => pointer === '/primary')).toEqual([]);
});
