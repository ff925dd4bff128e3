/**
 * The value model: every BSON value, with its exact type, as cheap JavaScript as possible.
 *
 * Numbers. A JavaScript `number` is what the driver would make of it: int32 when it is an integer in
 * int32 range (and not -0), a double otherwise. A double that happens to be such an integer is wrapped
 * in `Double`. int64 is `bigint`, whatever its size. So `1`, `new Double(1)` and `1n` are three values
 * that compare equal and are written differently. Make doubles with `double(x)`, never bare.
 *
 * Documents are `Doc`: two parallel arrays, so integer-like keys stay in order, `__proto__` is a key
 * like any other, and duplicate keys survive a round trip (`get` sees the first).
 *
 * Values are immutable by convention; only a `Doc` one has just made may be changed.
 */

/** BSON type bytes. */
export const bsonType = {
  double: 0x01,
  string: 0x02,
  object: 0x03,
  array: 0x04,
  binData: 0x05,
  undefined: 0x06,
  objectId: 0x07,
  bool: 0x08,
  date: 0x09,
  null: 0x0a,
  regex: 0x0b,
  dbPointer: 0x0c,
  javascript: 0x0d,
  symbol: 0x0e,
  javascriptWithScope: 0x0f,
  int: 0x10,
  timestamp: 0x11,
  long: 0x12,
  decimal: 0x13,
  minKey: 0xff,
  maxKey: 0x7f,
} as const;

const typeNames = new Map<number, string>(
  Object.entries(bsonType).map(([name, byte]) => [byte, name]),
);

export type Value =
  | null
  | boolean
  | string
  | number
  | bigint
  | Double
  | Decimal128
  | Doc
  | Value[]
  | Date
  | ObjectId
  | Binary
  | BsonRegExp
  | Timestamp
  | Code
  | BsonSymbol
  | DbPointer
  | Undefined
  | MinKey
  | MaxKey;

/** The values that `fromPlain` accepts: ordinary objects and arrays of values. `undefined` members are left out. */
export type Plain = Value | undefined | readonly Plain[] | { readonly [key: string]: Plain };

/** An integral double in int32 range: the doubles a bare `number` cannot stand for. */
export class Double {
  declare readonly bsonType: number;
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export class ObjectId {
  declare readonly bsonType: number;
  // Three signed 32-bit words: no allocation beside the object, and comparing is arithmetic.
  readonly w0: number;
  readonly w1: number;
  readonly w2: number;

  constructor(w0: number, w1: number, w2: number) {
    this.w0 = w0;
    this.w1 = w1;
    this.w2 = w2;
  }

  static fromHex(hex: string): ObjectId {
    return new ObjectId(
      Number.parseInt(hex.slice(0, 8), 16) | 0,
      Number.parseInt(hex.slice(8, 16), 16) | 0,
      Number.parseInt(hex.slice(16, 24), 16) | 0,
    );
  }

  toHex(): string {
    return word(this.w0) + word(this.w1) + word(this.w2);
  }

  toString(): string {
    return this.toHex();
  }
}

function word(w: number): string {
  return (w >>> 0).toString(16).padStart(8, '0');
}

export class Binary {
  declare readonly bsonType: number;
  readonly subtype: number;
  /** Content only; for subtype 2 without its inner length. */
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array, subtype = 0) {
    this.bytes = bytes;
    this.subtype = subtype;
  }
}

/** 16 bytes as stored (little endian). `decimal.ts` takes it apart to compare it. */
export class Decimal128 {
  declare readonly bsonType: number;
  readonly bytes: Uint8Array;
  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

export class BsonRegExp {
  declare readonly bsonType: number;
  readonly pattern: string;
  readonly options: string;
  constructor(pattern: string, options = '') {
    this.pattern = pattern;
    this.options = options;
  }
}

export class Timestamp {
  declare readonly bsonType: number;
  /** Seconds, unsigned 32 bits. */
  readonly seconds: number;
  /** Ordinal within the second, unsigned 32 bits. */
  readonly increment: number;
  constructor(seconds: number, increment: number) {
    this.seconds = seconds;
    this.increment = increment;
  }
}

export class Code {
  declare readonly bsonType: number;
  readonly code: string;
  readonly scope: Doc | null;
  constructor(code: string, scope: Doc | null = null) {
    this.code = code;
    this.scope = scope;
  }
}

/** Deprecated BSON type; kept only so that stored data survives. */
export class BsonSymbol {
  declare readonly bsonType: number;
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Deprecated BSON type; kept only so that stored data survives. */
export class DbPointer {
  declare readonly bsonType: number;
  readonly namespace: string;
  readonly id: ObjectId;
  constructor(namespace: string, id: ObjectId) {
    this.namespace = namespace;
    this.id = id;
  }
}

/** BSON's deprecated `undefined`; also the index key of an empty array. A missing field is JavaScript's `undefined`. */
export class Undefined {
  declare readonly bsonType: number;
}
export class MinKey {
  declare readonly bsonType: number;
}
export class MaxKey {
  declare readonly bsonType: number;
}

const indexedFrom = 24;

export class Doc {
  declare readonly bsonType: number;
  readonly keys: string[];
  readonly values: Value[];
  #index: Map<string, number> | undefined;

  constructor(keys: string[] = [], values: Value[] = []) {
    this.keys = keys;
    this.values = values;
  }

  /** From an ordinary object, recursively. `undefined` members are left out. */
  static of(members: { readonly [key: string]: Plain }): Doc {
    const doc = new Doc();
    for (const key of Object.keys(members)) {
      const member = members[key];
      if (member === undefined) continue;
      doc.keys.push(key);
      doc.values.push(fromPlain(member));
    }
    return doc;
  }

  get size(): number {
    return this.keys.length;
  }

  indexOf(key: string): number {
    const keys = this.keys;
    if (keys.length < indexedFrom) {
      for (let i = 0; i < keys.length; i++) if (keys[i] === key) return i;
      return -1;
    }
    let index = this.#index;
    if (index === undefined) {
      index = new Map();
      for (let i = keys.length - 1; i >= 0; i--) index.set(keys[i] as string, i);
      this.#index = index;
    }
    return index.get(key) ?? -1;
  }

  has(key: string): boolean {
    return this.indexOf(key) >= 0;
  }

  /** The field's value; `undefined` when it is missing. */
  get(key: string): Value | undefined {
    const at = this.indexOf(key);
    return at < 0 ? undefined : this.values[at];
  }

  /** Replaces in place, or appends. */
  set(key: string, value: Value): this {
    const at = this.indexOf(key);
    if (at >= 0) {
      this.values[at] = value;
    } else {
      this.#index?.set(key, this.keys.length);
      this.keys.push(key);
      this.values.push(value);
    }
    return this;
  }

  delete(key: string): boolean {
    const at = this.indexOf(key);
    if (at < 0) return false;
    this.keys.splice(at, 1);
    this.values.splice(at, 1);
    this.#index = undefined;
    return true;
  }

  /** A copy one level deep: nested values are shared. */
  copy(): Doc {
    return new Doc(this.keys.slice(), this.values.slice());
  }

  *[Symbol.iterator](): IterableIterator<[string, Value]> {
    for (let i = 0; i < this.keys.length; i++) {
      yield [this.keys[i] as string, this.values[i] as Value];
    }
  }

  /** First key, or `undefined` for the empty document: commands are named by it. */
  get firstKey(): string | undefined {
    return this.keys[0];
  }
}

// On the prototypes: one property read tells any object value's type, with no chain of instanceof.
for (const [type, byte] of [
  [Double, bsonType.double],
  [ObjectId, bsonType.objectId],
  [Binary, bsonType.binData],
  [Decimal128, bsonType.decimal],
  [BsonRegExp, bsonType.regex],
  [Timestamp, bsonType.timestamp],
  [BsonSymbol, bsonType.symbol],
  [DbPointer, bsonType.dbPointer],
  [Undefined, bsonType.undefined],
  [MinKey, bsonType.minKey],
  [MaxKey, bsonType.maxKey],
  [Doc, bsonType.object],
] as const) {
  Object.defineProperty(type.prototype, 'bsonType', { value: byte });
}
Object.defineProperty(Code.prototype, 'bsonType', {
  get(this: Code) {
    return this.scope === null ? bsonType.javascript : bsonType.javascriptWithScope;
  },
});

export const undefinedValue = new Undefined();
export const minKey = new MinKey();
export const maxKey = new MaxKey();

/** The BSON type byte of a value. */
export function typeOf(value: Value): number {
  switch (typeof value) {
    case 'string':
      return bsonType.string;
    case 'number':
      return isInt32(value) ? bsonType.int : bsonType.double;
    case 'boolean':
      return bsonType.bool;
    case 'bigint':
      return bsonType.long;
    default:
      if (value === null) return bsonType.null;
      if (Array.isArray(value)) return bsonType.array;
      if (value instanceof Date) return bsonType.date;
      return value.bsonType;
  }
}

/** The type's name as `$type` spells it. */
export function typeName(value: Value | undefined): string {
  return value === undefined ? 'missing' : (typeNames.get(typeOf(value)) ?? 'unknown');
}

/** Whether a bare number stands for an int32 (else it is a double). */
export function isInt32(value: number): boolean {
  return (value | 0) === value && (value !== 0 || 1 / value > 0);
}

/** A double with this value, wrapped where a bare number would mean int32. */
export function double(value: number): number | Double {
  return isInt32(value) ? new Double(value) : value;
}

export function isNumeric(
  value: Value | undefined,
): value is number | bigint | Double | Decimal128 {
  return (
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    value instanceof Double ||
    value instanceof Decimal128
  );
}

/** The nearest JavaScript number of any numeric kind but Decimal128; `undefined` for everything else. */
export function asNumber(value: Value | undefined): number | undefined {
  if (typeof value === 'number') return value;
  if (value instanceof Double) return value.value;
  return typeof value === 'bigint' ? Number(value) : undefined;
}

/** Makes a value of ordinary JavaScript: objects become `Doc`s, numbers keep the driver's kinds. */
export function fromPlain(plain: Exclude<Plain, undefined>): Value {
  if (Array.isArray(plain)) {
    return plain.map((item: Plain) => (item === undefined ? null : fromPlain(item)));
  }
  if (typeof plain !== 'object' || plain === null || plain instanceof Date) return plain as Value;
  const prototype: unknown = Object.getPrototypeOf(plain);
  if (prototype !== Object.prototype && prototype !== null) return plain as Value;
  return Doc.of(plain as { readonly [key: string]: Plain });
}
