import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileMatch } from '../../../../src/store/embedded/semantics/match.ts';
import { compileProjection } from '../../../../src/store/embedded/semantics/project.ts';
import { compileSort } from '../../../../src/store/embedded/semantics/sort.ts';
import { encode, type Plain } from '../../../../src/store/embedded/semantics/values.ts';
import { anyDoc, dbl, doc, sortDocs, text } from './values.ts';

const now = new Date();

type Members = { readonly [key: string]: Plain };

const incident = {
  _id: 1,
  a: 1,
  b: { c: 2, d: 3 },
  l: [{ x: 1, y: 2 }, { x: 3 }, 4],
  n: [1, 2, 3, 4],
};

test.each<[Members, Members]>([
  [{}, incident],
  [{ a: 1 }, { _id: 1, a: 1 }],
  [
    { n: true, a: dbl(1) },
    { _id: 1, a: 1, n: [1, 2, 3, 4] },
  ],
  [{ a: 1, _id: 0 }, { a: 1 }],
  [{ _id: 1 }, { _id: 1 }],
  [{ _id: 0 }, { a: 1, b: { c: 2, d: 3 }, l: incident.l, n: incident.n }],
  [{ 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
  [{ b: { c: 1 } }, { _id: 1, b: { c: 2 } }],
  [{ 'a.z': 1 }, { _id: 1 }],
  [{ 'b.z': 1 }, { _id: 1, b: {} }],
  [{ 'l.x': 1 }, { _id: 1, l: [{ x: 1 }, { x: 3 }] }],
  [{ 'l.y': 1 }, { _id: 1, l: [{ y: 2 }, {}] }],
  [
    { b: 0, l: 0, n: 0 },
    { _id: 1, a: 1 },
  ],
  [
    { 'b.c': 0, 'l.x': 0, n: false },
    { _id: 1, a: 1, b: { d: 3 }, l: [{ y: 2 }, {}, 4] },
  ],
  [
    { n: { $slice: 2 }, b: 0, l: 0 },
    { _id: 1, a: 1, n: [1, 2] },
  ],
  [
    { n: { $slice: -1 }, a: 1 },
    { _id: 1, a: 1, n: [4] },
  ],
  [
    { n: { $slice: [1, 2] }, a: 1 },
    { _id: 1, a: 1, n: [2, 3] },
  ],
  [
    { n: { $slice: [-3, 2] }, a: 1 },
    { _id: 1, a: 1, n: [2, 3] },
  ],
  [{ n: { $elemMatch: { $gt: 2 } } }, { _id: 1, n: [3] }],
  [
    { l: { $elemMatch: { x: 3 } }, a: 1 },
    { _id: 1, a: 1, l: [{ x: 3 }] },
  ],
  [{ n: { $elemMatch: { $gt: 9 } } }, { _id: 1 }],
  [{ sum: { $add: ['$a', '$b.c'] } }, { _id: 1, sum: 3 }],
  [
    { a: 1, text: 'fixed', copy: '$b.d' },
    { _id: 1, a: 1, text: 'fixed', copy: 3 },
  ],
])('the projection %j', (spec, expected) => {
  const projector = compileProjection(doc(spec), { now });
  expect(text(projector.apply(doc(incident)))).toBe(text(doc(expected)));
  expect(text(projector.applyRaw(encode(doc(incident))))).toBe(text(doc(expected)));
});

test.each<[Members, number]>([
  [{ a: 1, b: 0 }, 31254],
  [{ b: 0, a: 1 }, 31253],
  [{ a: 1, 'a.b': 1 }, 31249],
  [{ 'a.b': 1, a: 1 }, 31250],
  [{ a: {} }, 51270],
  [{ '': 1 }, 40352],
  [{ $a: 1 }, 16410],
  [{ 'a.$': 0 }, 31395],
  [{ 'a.$': 1, 'b.$': 1 }, 31276],
  [{ a: { $foo: 1 } }, 168],
])('the projection %j is refused with %i', (spec, code) => {
  expect(() => compileProjection(doc(spec), { now })).toThrow(expect.objectContaining({ code }));
});

test('the text score is refused with a way out', () => {
  expect(() => compileProjection(doc({ score: { $meta: 'textScore' } }), { now })).toThrow(
    /set MONGODB_URI/,
  );
});

test('the positional projection keeps the element the filter found', () => {
  const filter = compileMatch(doc({ 'l.x': 3 }));
  const projector = compileProjection(doc({ 'l.$': 1 }), { now });
  expect(projector.needsPositional).toBe(true);
  const found = projector.apply(doc(incident), filter.positional(doc(incident)));
  expect(text(found)).toBe('{_id: 1, l: [{x: 3}]}');
  expect(() => projector.apply(doc(incident), undefined)).toThrow(
    expect.objectContaining({ code: 51246 }),
  );
});

test('projecting stored bytes gives what projecting the document gives', () => {
  const specs = [{ a: 1 }, { 'a.b': 1, '0': 1 }, { a: 0, 'b.a': 0 }, { _id: 0, c: 1 }];
  fc.assert(
    fc.property(anyDoc, fc.constantFrom(...specs), (document, spec) => {
      const projector = compileProjection(doc(spec), { now });
      expect(text(projector.applyRaw(encode(document)))).toBe(text(projector.apply(document)));
    }),
  );
});

test.each<[Members, Members[], number[]]>([
  [{ a: 1 }, [{ a: 2 }, { a: 1 }, {}], [2, 1, 0]],
  [{ a: -1 }, [{ a: 2 }, { a: 'x' }, { a: null }], [1, 0, 2]],
  [{ a: 1 }, [{ a: [3, 9] }, { a: [1, 100] }, { a: 2 }], [1, 2, 0]],
  [{ a: -1 }, [{ a: [3, 9] }, { a: [1, 100] }, { a: 10 }], [1, 2, 0]],
  [{ a: 1 }, [{ a: null }, { a: [] }, { a: 0 }], [1, 0, 2]],
  [{ 'a.b': 1 }, [{ a: [{ b: 5 }, { b: 2 }] }, { a: { b: 3 } }, { a: [] }], [2, 0, 1]],
  [{ a: 1, b: -1 }, [{ a: 1, b: 1 }, { a: 1, b: 2 }, { a: 0 }], [2, 1, 0]],
  [
    { a: 1 },
    [
      { a: 1, k: 1 },
      { a: 1, k: 2 },
      { a: dbl(1), k: 3 },
    ],
    [0, 1, 2],
  ],
  [{ 'a.1': 1 }, [{ a: [0, 9] }, { a: [5, 1] }], [1, 0]],
])('sorting by %j puts %j in order', (spec, documents, order) => {
  const docs = documents.map((each, i) => doc({ ...each, i }));
  const sorter = compileSort(doc(spec));
  expect(sortDocs(docs, sorter).map((each) => each.get('i'))).toEqual(order);
  for (const each of docs) {
    expect(sorter.compareKeys(sorter.keyOfRaw(encode(each)), sorter.keyOf(each))).toBe(0);
  }
});

test.each<[Members, number]>([
  [{ a: 2 }, 15975],
  [{ a: 0 }, 15975],
  [{ a: 'asc' }, 15974],
  [{ a: { $meta: 'textScore' } }, 2],
  [{ '': 1 }, 15976],
  [{ 'a..b': 1 }, 15998],
])('the sort %j is refused with %i', (spec, code) => {
  expect(() => compileSort(doc(spec))).toThrow(expect.objectContaining({ code }));
});
