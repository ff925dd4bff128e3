import { expect, it } from 'vitest';
import { createLedger, type Source } from '../../../src/migration/model/ledger.ts';
import { createIndex, finder, uniqueNames } from '../../../src/migration/model/references.ts';
import type { KindResult } from '../../../src/migration/read/read-all.ts';

const people = [
  { id: 'u1', name: 'Ada' },
  { id: 'u2', name: 'Bo' },
  { id: 'u3', name: 'bo' },
];
const references = [
  { id: 'u1', name: 'Bo' },
  { name: 'ADA' },
  { id: '', name: 'Ada' },
  { name: 'Bo' },
  { id: 'gone', name: 'Ada' },
  { title: 'ada' },
  {},
];

function ledgerOf(isReadable: boolean) {
  return createLedger(
    'any',
    new Map<string, KindResult>([
      [
        'people',
        isReadable
          ? { state: 'whole', answers: [{ of: [], objects: people }] }
          : { state: 'failed', why: 'broken' },
      ],
      ['references', { state: 'whole', answers: [{ of: [], objects: [{ references }] }] }],
    ]),
    {},
  );
}

function found(isReadable: boolean, find: (reference: Source) => string | null): (string | null)[] {
  const [holder] = ledgerOf(isReadable).all('references');
  return holder?.list('references').map(find) ?? [];
}

it('means by its id, else by a name that only one has', () => {
  const find = finder(
    people.map((one) => ({ ...one, key: one.id })),
    ['title', 'name'],
  );
  expect(found(true, find)).toEqual(['u1', 'u1', 'u1', null, null, 'u1', null]);
  expect([find('u2'), find('gone'), find(''), find(null)]).toEqual(['u2', null, null, null]);
});

it('of a kind that could not be read, each id means an object', () => {
  const indexed = { product: 'any', kind: 'people', name: 'name' };
  const broken = createIndex(ledgerOf(false), indexed);
  expect(found(false, broken.find)).toEqual([
    ...['any:people:u1', null, null, null, 'any:people:gone', null, null],
  ]);
  expect([broken.find('x'), broken.find('')]).toEqual(['any:people:x', null]);
  const whole = createIndex(ledgerOf(true), indexed);
  expect([whole.find('x'), whole.find('u3')]).toEqual([null, 'any:people:u3']);
  expect([whole.named('ADA'), whole.named('Cy')]).toEqual(['any:people:u1', null]);
  expect(whole.sourceOf('any:people:u2')?.name).toBe('Bo');
  expect([whole.sourceOf('any:people:x'), whole.sourceOf(null)]).toEqual([null, null]);
});

it('leaves out what cannot be used', () => {
  const index = createIndex(ledgerOf(true), {
    ...{ product: 'any', kind: 'people' },
    isUsable: (source) => source.text('id') !== 'u1',
  });
  expect([index.find('u1'), index.find('u2'), index.named('Ada')]).toEqual([
    null,
    'any:people:u2',
    null,
  ]);
});

it('gives names that nothing else has', () => {
  const name = uniqueNames(10);
  expect(['Shop', 'SHOP', '', 'a long name'].map(name)).toEqual([
    'Shop',
    'SHOP (2)',
    ...['Without a ', 'a long nam'],
  ]);
});
