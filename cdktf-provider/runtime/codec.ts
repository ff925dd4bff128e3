/**
 * Values on the wire: MessagePack, directed by the schema because the format alone cannot say
 * whether a text is a string or a long number, nor which attributes of an object are absent.
 */
import { decode, ExtData, encode } from '@msgpack/msgpack';
import { parseExactJson } from './exact-json.ts';
import type { DynamicValue } from './messages.ts';
import type { Numeric } from './number.ts';
import { Decimal, numberFromBigInt, numberFromText, wholeNumber } from './number.ts';
import type { Read, Write } from './protobuf.ts';
import type { Attribute, Attributes, ValueType } from './schema.ts';
import type { Value, ValueObject } from './value.ts';
import { isList, isNumeric, isObject, isUnknown, UNKNOWN } from './value.ts';

/** Every extension type stands for an unknown value; 0 is the plain one, 12 carries refinements. */
const extensionCodec = {
  tryToEncode: (object: unknown) =>
    isUnknown(object) ? new ExtData(0, new Uint8Array([0])) : null,
  decode: () => UNKNOWN,
};
const options = { extensionCodec, useBigInt64: true } as const;

type Wire = Read<typeof DynamicValue>;

/** Reads an object of the given attributes; null stands for "does not exist". */
export function decodeObject(attributes: Attributes, wire: Wire | undefined): ValueObject | null {
  const raw = readWire(wire);
  return raw === null ? null : objectFromWire(attributes, raw);
}

export function decodeTyped(type: ValueType, wire: Wire | undefined): Value {
  return typedFromWire(type, readWire(wire));
}

export function encodeObject(
  attributes: Attributes,
  value: ValueObject | null,
): Write<typeof DynamicValue> {
  const raw = value === null ? null : objectToWire(attributes, value);
  return { msgpack: encode(raw, options) };
}

export function encodeTyped(type: ValueType, value: Value): Write<typeof DynamicValue> {
  return { msgpack: encode(typedToWire(type, value), options) };
}

/**
 * State as Terraform stores it: JSON without the types. Unknown keys are dropped, and so are
 * write-only values, which an earlier schema or another provider may have stored.
 */
export function objectFromJson(attributes: Attributes, json: Uint8Array | undefined): ValueObject {
  const text = Buffer.from(json ?? []).toString('utf8');
  return withoutWriteOnly(attributes, objectFromWire(attributes, parseExactJson(text)));
}

function withoutWriteOnly(attributes: Attributes, value: ValueObject): ValueObject {
  const secrets = Object.entries(attributes).filter(([, { writeOnly }]) => writeOnly === true);
  return { ...value, ...Object.fromEntries(secrets.map(([name]) => [name, null])) };
}

function readWire(wire: Wire | undefined): unknown {
  if (wire === undefined) return null;
  if (wire.msgpack.length > 0) return decode(wire.msgpack, options);
  return wire.json.length > 0 ? parseExactJson(wire.json.toString('utf8')) : null;
}

function objectFromWire(attributes: Attributes, raw: unknown): ValueObject {
  const members = membersOf(raw);
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      attributeFromWire(attribute, members[name]),
    ]),
  );
}

function attributeFromWire(attribute: Attribute, raw: unknown): Value {
  const { nested } = attribute;
  if (nested === undefined) return typedFromWire(attribute.type ?? 'string', raw);
  return nestedFrom(nested.nesting, raw, (item) => objectFromWire(nested.attributes, item));
}

function nestedFrom(nesting: string, raw: unknown, one: (item: unknown) => Value): Value {
  if (raw === null || raw === undefined) return null;
  if (isUnknown(raw)) return UNKNOWN;
  const each = (item: unknown) =>
    item === null || item === undefined ? null : isUnknown(item) ? UNKNOWN : one(item);
  if (nesting === 'single') return one(raw);
  if (nesting === 'map') return mapValues(membersOf(raw), each);
  return asArray(raw).map(each);
}

function typedFromWire(type: ValueType, raw: unknown): Value {
  if (raw === null || raw === undefined) return null;
  if (isUnknown(raw)) return UNKNOWN;
  if (type === 'number') return numberFromWire(raw);
  if (type === 'bool') {
    if (typeof raw !== 'boolean') throw mismatch('bool', raw);
    return raw;
  }
  if (type === 'string') {
    if (typeof raw !== 'string') throw mismatch('string', raw);
    return raw;
  }
  if ('map' in type) return mapValues(membersOf(raw), (item) => typedFromWire(type.map, item));
  const element = 'list' in type ? type.list : type.set;
  return asArray(raw).map((item) => typedFromWire(element, item));
}

function numberFromWire(raw: unknown): Numeric {
  if (typeof raw === 'string') return numberFromText(raw);
  if (typeof raw === 'bigint') return numberFromBigInt(raw);
  if (isNumeric(raw)) return raw;
  throw mismatch('number', raw);
}

function objectToWire(attributes: Attributes, value: ValueObject): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, attribute]) => [
      name,
      attributeToWire(attribute, value[name] ?? null),
    ]),
  );
}

function attributeToWire(attribute: Attribute, value: Value): unknown {
  const { nested } = attribute;
  if (nested === undefined) return typedToWire(attribute.type ?? 'string', value);
  if (value === null || isUnknown(value)) return value;
  const one = (item: Value) => (isObject(item) ? objectToWire(nested.attributes, item) : item);
  if (isList(value)) return value.map(one);
  return nested.nesting === 'map'
    ? mapValues(membersOf(value), (item) => one(item as Value))
    : one(value);
}

function typedToWire(type: ValueType, value: Value): unknown {
  if (value === null || isUnknown(value)) return value;
  if (type === 'number') return numberToWire(value);
  if (typeof type === 'string') return value;
  if ('map' in type)
    return mapValues(membersOf(value), (item) => typedToWire(type.map, item as Value));
  const element = 'list' in type ? type.list : type.set;
  return asArray(value).map((item) => typedToWire(element, item as Value));
}

/** As Terraform itself writes numbers: 64-bit integers as such, what fits nothing else as text. */
function numberToWire(value: Value): unknown {
  if (!isNumeric(value)) throw mismatch('number', value);
  if (!(value instanceof Decimal)) return value;
  const whole = wholeNumber(value);
  if (whole === undefined) return value.text;
  const fits = BigInt.asIntN(64, whole) === whole || BigInt.asUintN(64, whole) === whole;
  return fits ? whole : value.text;
}

function mapValues<Out>(
  members: Record<string, unknown>,
  each: (item: unknown) => Out,
): Record<string, Out> {
  return Object.fromEntries(Object.entries(members).map(([key, item]) => [key, each(item)]));
}

function membersOf(raw: unknown): Record<string, unknown> {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) throw mismatch('object', raw);
  return raw as Record<string, unknown>;
}

function asArray(raw: unknown): readonly unknown[] {
  if (!Array.isArray(raw)) throw mismatch('list', raw);
  return raw;
}

function mismatch(expected: string, raw: unknown): TypeError {
  return new TypeError(`expected a ${expected}, got ${raw === null ? 'null' : typeof raw}`);
}
