/**
 * Protocol Buffers (proto3) by table: a message is an object of fields, its TypeScript type is
 * inferred from that object, and the table is all there is to load. It covers what plugin protocol 6
 * uses: strings, bytes, bools, integers, enums, messages, maps with string keys, presence.
 *
 * Reading gives every field a value (the proto3 zero value, or `undefined` where presence matters);
 * unknown fields are skipped, so a newer Terraform may send more. Writing takes any subset.
 */

interface Codec<Out, In> {
  /** 0 = varint, 2 = length-delimited (https://protobuf.dev/programming-guides/encoding). */
  readonly wire: 0 | 2;
  readonly zero: Out;
  toBytes(value: In): Buffer;
  fromBytes(bytes: Buffer): Out;
  isZero(value: In): boolean;
}

type Shape = 'one' | 'maybe' | 'many' | 'map';

interface Field<Out, In> {
  readonly number: number;
  readonly shape: Shape;
  readonly codec: () => Codec<unknown, unknown>;
  readonly types?: (value: In) => Out;
}

type Fields = Readonly<Record<string, Field<unknown, never>>>;
type OutOf<F> = F extends { types?: (value: never) => infer Out } ? Out : never;
type InOf<F> = F extends { types?: (value: infer In) => unknown } ? In : never;

export type Decoded<F> = { [K in keyof F]: OutOf<F[K]> };
export type Encodable<F> = { [K in keyof F]?: InOf<F[K]> | undefined };

export interface Message<Out, In> extends Codec<Out, In> {
  encode(value: In): Buffer;
  decode(bytes: Buffer): Out;
}

/** What reading a message of this kind gives. */
export type Read<M> = M extends Message<infer Out, infer _In> ? Out : never;
/** What may be written as a message of this kind. */
export type Write<M> = M extends Message<infer _Out, infer In> ? In : never;

export const text: Codec<string, string> = {
  wire: 2,
  zero: '',
  toBytes: (value) => Buffer.from(value, 'utf8'),
  fromBytes: (bytes) => bytes.toString('utf8'),
  isZero: (value) => value === '',
};

export const bytes: Codec<Buffer, Uint8Array> = {
  wire: 2,
  zero: Buffer.alloc(0),
  toBytes: (value) => Buffer.from(value.buffer, value.byteOffset, value.byteLength),
  fromBytes: (value) => value,
  isZero: (value) => value.length === 0,
};

export const integer: Codec<number, number> = {
  wire: 0,
  zero: 0,
  toBytes: writeVarint,
  fromBytes: (value) => readVarint(value, 0).value,
  isZero: (value) => value === 0,
};

export const flag: Codec<boolean, boolean> = {
  wire: 0,
  zero: false,
  toBytes: (value) => writeVarint(value ? 1 : 0),
  fromBytes: (value) => readVarint(value, 0).value !== 0,
  isZero: (value) => !value,
};

/** A field that has its zero value when absent. */
export const one = <Out, In>(number: number, codec: Codec<Out, In>): Field<Out, In> =>
  field(number, 'one', () => codec);

/** A field whose absence can be told from its zero value: messages and `optional` scalars. */
export const maybe = <Out, In>(number: number, codec: Codec<Out, In>): Field<Out | undefined, In> =>
  field(number, 'maybe', () => codec);

/** As `maybe`, for a message that contains itself. */
export const maybeLater = <Out, In>(
  number: number,
  codec: () => Codec<Out, In>,
): Field<Out | undefined, In> => field(number, 'maybe', codec);

export const many = <Out, In>(number: number, codec: Codec<Out, In>): Field<Out[], readonly In[]> =>
  field(number, 'many', () => codec);

export const mapOf = <Out, In>(
  number: number,
  codec: Codec<Out, In>,
): Field<Record<string, Out>, Readonly<Record<string, In>>> => field(number, 'map', () => codec);

/** The table erases element types; they are kept in `types`, which exists for the compiler only. */
function field<FieldOut, FieldIn, Out, In>(
  number: number,
  shape: Shape,
  codec: () => Codec<Out, In>,
): Field<FieldOut, FieldIn> {
  return { number, shape, codec: codec as unknown as () => Codec<unknown, unknown> };
}

export function message<F extends Fields>(fields: F): Message<Decoded<F>, Encodable<F>> {
  const byNumber = new Map(
    Object.entries(fields).map(([name, entry]) => [entry.number, { name, ...entry }]),
  );
  const encode = (value: Encodable<F>): Buffer => {
    const parts: Buffer[] = [];
    for (const [name, entry] of Object.entries(fields)) {
      const given = (value as Record<string, unknown>)[name];
      if (given !== undefined) writeField(parts, entry, given);
    }
    return Buffer.concat(parts);
  };
  const decode = (input: Buffer): Decoded<F> => {
    const result: Record<string, unknown> = {};
    for (const [name, entry] of Object.entries(fields)) result[name] = emptyField(entry);
    let at = 0;
    while (at < input.length) {
      const tag = readVarint(input, at);
      const content = readContent(input, tag.end, tag.value & 7);
      at = content.end;
      const entry = byNumber.get(tag.value >>> 3);
      if (entry !== undefined) readField(result, entry.name, entry, content.bytes, tag.value & 7);
    }
    return result as Decoded<F>;
  };
  return {
    wire: 2,
    get zero() {
      return decode(Buffer.alloc(0));
    },
    toBytes: encode,
    fromBytes: decode,
    isZero: () => false,
    encode,
    decode,
  };
}

type AnyField = Field<unknown, never>;

function emptyField(entry: AnyField): unknown {
  if (entry.shape === 'many') return [];
  if (entry.shape === 'map') return {};
  return entry.shape === 'maybe' ? undefined : entry.codec().zero;
}

function writeField(parts: Buffer[], entry: AnyField, given: unknown): void {
  const codec = entry.codec();
  if (entry.shape === 'many') {
    for (const item of given as readonly unknown[]) writeTagged(parts, entry.number, codec, item);
  } else if (entry.shape === 'map') {
    for (const [key, item] of Object.entries(given as Record<string, unknown>)) {
      const pair: Buffer[] = [];
      writeTagged(pair, 1, text as Codec<unknown, unknown>, key);
      writeTagged(pair, 2, codec, item);
      writeTagged(parts, entry.number, bytes as Codec<unknown, unknown>, Buffer.concat(pair));
    }
  } else if (entry.shape === 'maybe' || !codec.isZero(given)) {
    writeTagged(parts, entry.number, codec, given);
  }
}

function writeTagged(
  parts: Buffer[],
  number: number,
  codec: Codec<unknown, unknown>,
  value: unknown,
): void {
  const content = codec.toBytes(value);
  parts.push(writeVarint((number << 3) | codec.wire));
  if (codec.wire === 2) parts.push(writeVarint(content.length));
  parts.push(content);
}

function readField(
  result: Record<string, unknown>,
  name: string,
  entry: AnyField,
  content: Buffer,
  wire: number,
): void {
  const codec = entry.codec();
  if (entry.shape === 'map') {
    const [key, value] = readMapEntry(content, codec);
    (result[name] as Record<string, unknown>)[key] = value;
  } else if (entry.shape === 'many' && codec.wire === 0 && wire === 2) {
    // proto3 packs repeated numbers; both spellings must be read.
    for (let at = 0; at < content.length; ) {
      const end = readVarint(content, at).end;
      (result[name] as unknown[]).push(codec.fromBytes(content.subarray(at, end)));
      at = end;
    }
  } else if (wire !== codec.wire) {
    throw new RangeError(`field "${name}" has wire type ${wire}, expected ${codec.wire}`);
  } else if (entry.shape === 'many') {
    (result[name] as unknown[]).push(codec.fromBytes(content));
  } else {
    result[name] = codec.fromBytes(content);
  }
}

function readMapEntry(content: Buffer, codec: Codec<unknown, unknown>): [string, unknown] {
  let key = '';
  let value = codec.zero;
  for (let at = 0; at < content.length; ) {
    const tag = readVarint(content, at);
    const part = readContent(content, tag.end, tag.value & 7);
    if (tag.value >>> 3 === 1) key = text.fromBytes(part.bytes);
    else value = codec.fromBytes(part.bytes);
    at = part.end;
  }
  return [key, value];
}

function readContent(input: Buffer, at: number, wire: number): { bytes: Buffer; end: number } {
  const start = wire === 2 ? readVarint(input, at) : { value: 0, end: at };
  const end = contentEnd(input, start, wire);
  if (end > input.length) throw new RangeError('message ends inside a field');
  return { bytes: input.subarray(start.end, end), end };
}

function contentEnd(input: Buffer, start: { value: number; end: number }, wire: number): number {
  switch (wire) {
    case 0:
      return readVarint(input, start.end).end;
    case 1:
      return start.end + 8;
    case 2:
      return start.end + start.value;
    case 5:
      return start.end + 4;
    default:
      throw new RangeError(`wire type ${wire} is not part of proto3`);
  }
}

function writeVarint(value: number): Buffer {
  if (value >= 0 && value < 0x80) return Buffer.from([value]);
  // Negative numbers take ten bytes: the two's complement of 64 bits.
  let rest = BigInt.asUintN(64, BigInt(value));
  const out: number[] = [];
  while (rest > 0x7fn) {
    out.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  out.push(Number(rest));
  return Buffer.from(out);
}

function readVarint(input: Buffer, at: number): { value: number; end: number } {
  let value = 0;
  for (let index = 0; index < 10; index += 1) {
    const byte = input[at + index];
    if (byte === undefined) throw new RangeError('message ends inside a number');
    if (index < 4) {
      value |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) return { value, end: at + index + 1 };
    } else if (byte < 0x80) {
      return { value: longVarint(input, at, index), end: at + index + 1 };
    }
  }
  throw new RangeError('a number is longer than ten bytes');
}

function longVarint(input: Buffer, at: number, last: number): number {
  let value = 0n;
  for (let index = last; index >= 0; index -= 1) {
    value = (value << 7n) | BigInt(input.readUInt8(at + index) & 0x7f);
  }
  return Number(BigInt.asIntN(64, value));
}
