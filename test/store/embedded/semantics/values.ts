import { Decimal128 as BsonDecimal128 } from 'bson';
import fc from 'fast-check';
import type { Sorter } from '../../../../src/store/embedded/semantics/sort.ts';
import {
  Binary,
  BsonRegExp,
  BsonSymbol,
  Code,
  DbPointer,
  Decimal128,
  Doc,
  Double,
  double,
  fromPlain,
  isInt32,
  maxKey,
  minKey,
  ObjectId,
  type Plain,
  Timestamp,
  undefinedValue,
  type Value,
} from '../../../../src/store/embedded/semantics/values.ts';

/** A value as one line of text in which every type, kind of number and field order shows. */
export function text(value: Value | undefined): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}L`;
  if (typeof value === 'number') {
    return isInt32(value) ? String(value) : Object.is(value, -0) ? '-0.0' : `${value}d`;
  }
  if (value === null || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return `[${value.map(text).join(', ')}]`;
  if (value instanceof Date) return `date(${value.toISOString()})`;
  if (value instanceof Doc) {
    return `{${[...value].map(([key, member]) => `${key}: ${text(member)}`).join(', ')}}`;
  }
  if (value instanceof Double) return `${value.value}.0`;
  if (value instanceof ObjectId) return `id(${value.toHex()})`;
  if (value instanceof Binary)
    return `bin${value.subtype}(${Buffer.from(value.bytes).toString('hex')})`;
  if (value instanceof Decimal128) return `decimal(${new BsonDecimal128(value.bytes).toString()})`;
  if (value instanceof BsonRegExp) return `/${value.pattern}/${value.options}`;
  if (value instanceof Timestamp) return `ts(${value.seconds},${value.increment})`;
  if (value instanceof Code)
    return `code(${value.code}${value.scope === null ? '' : `,${text(value.scope)}`})`;
  if (value instanceof BsonSymbol) return `symbol(${value.text})`;
  return value instanceof DbPointer ? `pointer(${value.namespace})` : value.constructor.name;
}

export const doc = (members: { readonly [key: string]: Plain }) => Doc.of(members);
export const value = (plain: Exclude<Plain, undefined>) => fromPlain(plain);
export const dec = (digits: string) =>
  new Decimal128(new Uint8Array(BsonDecimal128.fromString(digits).bytes));
export const dbl = (x: number) => double(x);
export const bin = (hex: string, subtype = 0) => new Binary(Buffer.from(hex, 'hex'), subtype);
export const re = (pattern: string, options = '') => new BsonRegExp(pattern, options);
export const oid = (last: string) => ObjectId.fromHex(last.padStart(24, '0'));
export const date = (iso: string) => new Date(iso);

const key = fc.oneof(
  fc.constantFrom('a', 'b', 'c', '0', '10', '1', '__proto__', 'ü', ''),
  fc.string({ maxLength: 4 }).map((name) => name.replaceAll('\0', '')),
);

const whole = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer(),
  fc.constantFrom(2147483647, -2147483648),
);
const long = fc.oneof(
  fc.bigInt({ min: -3n, max: 3n }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.bigInt({ min: 2n ** 53n - 4n, max: 2n ** 53n + 4n }),
  fc.bigInt({ min: -(2n ** 53n) - 4n, max: -(2n ** 53n) + 4n }),
);
const float = fc
  .oneof(
    fc.double(),
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(2 ** 53, -(2 ** 53), 0.1, -0.1, 1e308, 5e-324, -0, 2 ** 63),
  )
  .map(double);
const decimal = fc
  .oneof(
    fc.tuple(
      fc.bigInt({ min: -(10n ** 34n) + 1n, max: 10n ** 34n - 1n }),
      fc.integer({ min: -40, max: 10 }),
    ),
    fc.tuple(fc.bigInt({ min: -30n, max: 30n }), fc.integer({ min: -3, max: 2 })),
    fc.tuple(fc.bigInt({ min: -3n, max: 3n }), fc.constantFrom(-6176, 6111, 400, -400)),
  )
  .map(([coefficient, exponent]) => dec(`${coefficient}E${exponent}`));
const specialDecimal = fc
  .constantFrom('NaN', 'Infinity', '-Infinity', '-0', '0.1', '1.50')
  .map(dec);

const string = fc.oneof(
  fc.constantFrom('', 'a', 'ab', 'a\0', '\u0001', '\ud83d\ude00', '\uffff', 'Z', '\0\0'),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ maxLength: 40 }),
);
const objectId = fc
  .tuple(fc.integer(), fc.integer(), fc.integer())
  .map(([a, b, c]) => new ObjectId(a, b, c));
const bytes = fc.uint8Array({ maxLength: 6 });

export const scalar: fc.Arbitrary<Value> = fc.oneof(
  { arbitrary: whole, weight: 4 },
  { arbitrary: string, weight: 4 },
  { arbitrary: long, weight: 3 },
  { arbitrary: float, weight: 3 },
  { arbitrary: decimal, weight: 3 },
  specialDecimal,
  fc.boolean(),
  fc.constant(null),
  objectId,
  fc
    .tuple(bytes, fc.constantFrom(0, 2, 4, 128))
    .map(([content, subtype]) => new Binary(content, subtype)),
  fc.date({ noInvalidDate: true }),
  fc.tuple(fc.nat(), fc.nat()).map(([s, i]) => new Timestamp(s, i)),
  fc
    .tuple(fc.constantFrom('a', '^b', 'ü'), fc.constantFrom('', 'i'))
    .map(([p, o]) => new BsonRegExp(p, o)),
  string.map((code) => new Code(code)),
  string.map((symbol) => new BsonSymbol(symbol)),
  fc.tuple(string, objectId).map(([name, id]) => new DbPointer(name, id)),
  fc.constantFrom(undefinedValue, minKey, maxKey),
);

export const { anyValue, anyDoc } = fc.letrec<{ anyValue: Value; anyDoc: Doc }>((tie) => ({
  anyValue: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('anyValue'), { maxLength: 4 }),
    tie('anyDoc'),
    fc.tuple(string, tie('anyDoc')).map(([code, scope]) => new Code(code, scope)),
  ),
  anyDoc: fc
    .uniqueArray(fc.tuple(key, tie('anyValue')), { maxLength: 5, selector: ([name]) => name })
    .map(
      (fields) =>
        new Doc(
          fields.map(([name]) => name),
          fields.map(([, member]) => member),
        ),
    ),
}));

/** As the engine does it: by keys that are made once. */
export function sortDocs(docs: readonly Doc[], sorter: Sorter): Doc[] {
  return docs
    .map((doc) => ({ doc, key: sorter.keyOf(doc) }))
    .sort((a, b) => sorter.compareKeys(a.key, b.key))
    .map(({ doc }) => doc);
}
