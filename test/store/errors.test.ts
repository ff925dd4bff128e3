import { expect, test } from 'vitest';
import { isDuplicateKey } from '../../src/store/index.ts';

const error = (members: object, message = 'E11000 duplicate key error') =>
  Object.assign(new Error(message), members);

test.each<[string, unknown, string | undefined, boolean]>([
  ['MongoDB, any index', error({ code: 11000, keyPattern: { groupKey: 1 } }), undefined, true],
  ['MongoDB, the index', error({ code: 11000, keyPattern: { groupKey: 1 } }), 'groupKey', true],
  ['MongoDB, another', error({ code: 11000, keyPattern: { openKeys: 1 } }), 'groupKey', false],
  [
    'without keyPattern, the index',
    error({ code: 11000 }, 'E11000 duplicate key error collection: a.b index: groupKey_1'),
    'groupKey',
    true,
  ],
  [
    'without keyPattern, one of several fields',
    error({ code: 11000 }, 'duplicate key error collection: a.b index: org_1_lookup.email_-1'),
    'lookup.email',
    true,
  ],
  [
    'without keyPattern, a field whose name only begins so',
    error({ code: 11000 }, 'E11000 duplicate key error collection: a.b index: groupKeys_1'),
    'groupKey',
    false,
  ],
  [
    'FerretDB, the index',
    error(
      { code: 11000 },
      "Duplicate key violation on the requested collection: Index 'groupKey_1'",
    ),
    'groupKey',
    true,
  ],
  [
    'FerretDB, one of several fields',
    error(
      { code: 11000 },
      "Duplicate key violation on the requested collection: Index 'a.b_1_z_-1'",
    ),
    'z',
    true,
  ],
  [
    'FerretDB, a findAndModify',
    error(
      { code: 1 },
      'conflicting key value violates exclusion constraint "documents_rum_index_2849"',
    ),
    undefined,
    true,
  ],
  ['without keyPattern and name', error({ code: 11000 }), 'groupKey', false],
  ['code 1 with the words', error({ code: 1 }, 'Duplicate key violation'), undefined, true],
  ['code 1 for another reason', error({ code: 1 }, 'out of memory'), undefined, false],
  ['no error of a server', new Error('duplicate key'), undefined, false],
])('a violated unique index is recognised: %s', (_name, thrown, field, expected) => {
  expect(isDuplicateKey(thrown, field)).toBe(expected);
});
