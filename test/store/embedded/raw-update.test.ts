import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isMemberUpdater, updateRaw } from '../../../src/store/embedded/raw-update.ts';
import { CommandError } from '../../../src/store/embedded/semantics/errors.ts';
import { compileUpdate, type Updater } from '../../../src/store/embedded/semantics/update.ts';
import { Doc, decode, encode, type Value } from '../../../src/store/embedded/semantics/values.ts';
import { quickRuns } from '../../support/runs.ts';
import { anyDoc, anyValue, date, doc, scalar, text } from './semantics/values.ts';

const now = date('2026-02-03T04:05:06Z');

/** The bytes, `same` for no change, or the error. */
function outcome(raw: Uint8Array, update: () => Uint8Array): string {
  try {
    const after = update();
    return after === raw ? 'same' : Buffer.from(after).toString('hex');
  } catch (error) {
    if (error instanceof CommandError) return `${error.code} ${error.message}`;
    throw error;
  }
}

function raw(updater: Updater, bytes: Uint8Array): string {
  if (!isMemberUpdater(updater)) throw new Error('the update needs the whole document');
  return outcome(bytes, () => updateRaw(updater, bytes, now).raw);
}

/** By way of the decoded document, of which nothing is copied. */
function whole(updater: Updater, bytes: Uint8Array): string {
  return outcome(bytes, () => {
    const { doc: after } = updater.apply(decode(bytes), { now });
    const encoded = encode(after);
    return Buffer.compare(encoded, bytes) === 0 ? bytes : encoded;
  });
}

const roots = ['_id', 'a', 'b', 'c', 'list', 'n', 'grüße'] as const;
const member = fc.oneof(
  anyValue,
  anyDoc,
  fc.array(anyValue, { maxLength: 12 }),
  fc.integer({ min: -2, max: 2 }),
  fc.constantFrom<Value>(doc({ x: 1, y: { x: [1, 2] } }), [doc({ x: 1 }), 2], 'text'),
);
/** Like a stored one, with the `_id` first; other names may be missing or repeated. */
const stored = fc
  .tuple(
    scalar,
    fc.array(fc.tuple(fc.constantFrom(...roots.slice(1), 'other'), member), { maxLength: 9 }),
  )
  .map(([id, fields]) => docOf([['_id', id], ...fields]));

function docOf(fields: readonly (readonly [string, Value])[]): Doc {
  return new Doc(
    fields.map(([key]) => key),
    fields.map(([, value]) => value),
  );
}

const below = fc.constantFrom('', '', '', '.x', '.y.x', '.0', '.3', '.0.x', '.$[]');
const each = fc.array(member, { maxLength: 3 });
const operation: fc.Arbitrary<readonly [string, Value]> = fc.oneof(
  fc.tuple(fc.constantFrom('$set', '$min', '$max', '$setOnInsert', '$addToSet', '$pull'), member),
  fc.tuple(fc.constant('$set'), member),
  fc.constant(['$unset', ''] as const),
  fc.tuple(fc.constant('$push'), member),
  fc.tuple(
    fc.constant('$push'),
    each.map((items) => docOf([['$each', items]])),
  ),
  fc.tuple(
    fc.constant('$push'),
    fc
      .tuple(each, fc.constantFrom('$slice', '$position'), fc.integer({ min: -3, max: 3 }))
      .map(([items, clause, at]) =>
        docOf([
          ['$each', items],
          [clause, at],
        ]),
      ),
  ),
  fc.tuple(fc.constantFrom('$inc', '$mul'), fc.integer({ min: -2, max: 2 })),
  fc.constantFrom(
    ['$currentDate', true] as const,
    ['$pop', 1] as const,
    ['$bit', doc({ or: 5 })] as const,
    ['$rename', 'moved'] as const,
    ['$rename', 'other'] as const,
  ),
);
/** One operation on each of some members: two on one would mostly conflict. */
const updateOf = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...roots), below, operation), {
    minLength: 1,
    maxLength: 4,
    selector: ([root]) => root,
  })
  .map((operations) => {
    const update = new Doc();
    for (const [root, rest, [operator, operand]] of operations) {
      const fields = update.get(operator);
      const path = operator === '$rename' ? root : `${root}${rest}`;
      update.set(operator, (fields instanceof Doc ? fields : new Doc()).set(path, operand));
    }
    return update;
  });
/** For documents that are there already. */
const withoutEffect = member.map((value) => doc({ $setOnInsert: docOf([['a', value]]) }));

function compiled(update: Doc): Updater | undefined {
  try {
    return compileUpdate(update);
  } catch (error) {
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

test('updating the bytes gives the bytes, or the error, of updating the document', () => {
  const seen = { changed: 0, same: 0, refused: 0 };
  fc.assert(
    fc.property(stored, fc.oneof(updateOf, updateOf, withoutEffect), (document, update) => {
      const updater = compiled(update);
      fc.pre(updater !== undefined);
      const bytes = encode(document);
      const result = raw(updater, bytes);
      expect(result).toBe(whole(updater, bytes));
      seen[result === 'same' ? 'same' : result.includes(' ') ? 'refused' : 'changed']++;
    }),
    { numRuns: quickRuns(2000) },
  );
  expect(Math.min(seen.changed, seen.same, seen.refused)).toBeGreaterThan(0);
});

test('every member that differs is named, of those the update touches', () => {
  fc.assert(
    fc.property(stored, updateOf, (document, update) => {
      const updater = compiled(update);
      fc.pre(updater !== undefined && isMemberUpdater(updater));
      const bytes = encode(document);
      fc.pre(!raw(updater, bytes).includes(' '));
      const { raw: after, changed } = updateRaw(updater, bytes, now);
      const next = decode(after);
      const names = [...new Set([...document.keys, ...next.keys])];
      const differs = (key: string) => text(document.get(key)) !== text(next.get(key));
      for (const key of names.filter(differs)) expect(changed).toContain(key);
      for (const key of changed ?? []) expect(updater.touches).toContain(key);
      expect(changed?.length === 0).toBe(after === bytes);
    }),
    { numRuns: quickRuns(500) },
  );
});

test.each([8, 9, 10, 11, 99, 100, 1000])(
  'an array of %i elements goes on with the next names',
  (length) => {
    const bytes = encode(doc({ _id: 1, list: Array.from({ length }, (_, i) => i), z: 1 }));
    const updater = compileUpdate(doc({ $push: { list: { $each: ['x', 'y'] } }, $set: { z: 2 } }));
    expect(raw(updater, bytes)).toBe(whole(updater, bytes));
  },
);

test.each([
  ['a', '$set'],
  ['o.x', '$set'],
  ['a', '$push'],
  ['missing', '$push'],
  ['o.l', '$push'],
])('at %s %s may nest as deeply as a document may, and no deeper', (path, operator) => {
  const results = [195, 196, 197, 198, 199, 200, 201].map((levels) => {
    let value: Value = 1;
    for (let i = 0; i < levels; i++) value = doc({ x: value });
    const bytes = encode(doc({ _id: 1, a: [1], o: { x: 1, l: [1] } }));
    const updater = compileUpdate(docOf([[operator, docOf([[path, value]])]]));
    const result = raw(updater, bytes);
    expect(result).toBe(whole(updater, bytes));
    return result.includes(' ');
  });
  expect(results[0]).toBe(false);
  expect(results.at(-1)).toBe(true);
});

test('what is not touched stays as it is stored, even where an encoder would write it otherwise', () => {
  const list = encode(
    docOf([
      ['5', 'a'],
      ['x', 'b'],
    ]),
  );
  const bytes = encode(doc({ _id: 1, list: new Doc(), z: 1 }));
  const at = bytes.indexOf('list') + 5;
  // An array whose elements have names of their own, as careless drivers write it.
  const odd = Buffer.concat([bytes.subarray(0, at), list, bytes.subarray(at + 5)]);
  odd[at - 6] = 4;
  odd.writeInt32LE(odd.length);
  const updater = compileUpdate(doc({ $set: { z: 2 } }));
  if (!isMemberUpdater(updater)) throw new Error('the update needs the whole document');
  const after = Buffer.from(updateRaw(updater, odd, now).raw);
  expect(after.includes(list)).toBe(true);
  expect(text(decode(after))).toBe('{_id: 1, list: ["a", "b"], z: 2}');
});

test.each([
  { update: doc({ a: 1 }) },
  { update: [doc({ $set: { a: 1 } })] },
  { update: doc({ $set: { 'a.$': 1 } }) },
])('%j needs the whole document', ({ update }) => {
  expect(isMemberUpdater(compileUpdate(update))).toBe(false);
});
