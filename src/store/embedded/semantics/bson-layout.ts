import { CommandError } from './errors.ts';
import { bsonType } from './model.ts';

/**
 * How many bytes each BSON value takes: the only description of it. The check of what comes from a socket
 * (`bson-walk.ts`) and the decoder of what is stored (`decode.ts`) both use it.
 */

/** As deep as the server accepts documents; also what keeps recursion off the end of the stack. */
export const nestingMax = 200;

/** Shortest code with scope: two lengths, an empty string and an empty document. */
const codeWithScopeBytesMin = 14;
const documentBytesMin = 5;

/**
 * The first byte after the value that starts at `at`. @throws CommandError InvalidBSON when it does not end by `limit`
 */
export function valueEnd(bytes: Uint8Array, type: number, at: number, limit: number): number {
  let end: number;
  switch (type) {
    case bsonType.string:
    case bsonType.javascript:
    case bsonType.symbol:
      end = stringEnd(bytes, at, limit);
      break;
    case bsonType.object:
    case bsonType.array:
      end = at + lengthAt(bytes, at, limit, documentBytesMin);
      break;
    case bsonType.javascriptWithScope:
      end = at + lengthAt(bytes, at, limit, codeWithScopeBytesMin);
      if (end <= limit) scopeStart(bytes, at, end);
      break;
    case bsonType.double:
    case bsonType.date:
    case bsonType.long:
    case bsonType.timestamp:
      end = at + 8;
      break;
    case bsonType.int:
      end = at + 4;
      break;
    case bsonType.objectId:
      end = at + 12;
      break;
    case bsonType.bool:
      end = at + 1;
      if (end <= limit && (bytes[at] as number) > 1) throw invalid('a boolean is neither 0 nor 1');
      break;
    case bsonType.binData:
      end = binaryEnd(bytes, at, limit);
      break;
    case bsonType.decimal:
      end = at + 16;
      break;
    case bsonType.dbPointer:
      end = stringEnd(bytes, at, limit) + 12;
      break;
    case bsonType.regex:
      end = textEnd(bytes, textEnd(bytes, at, limit), limit);
      break;
    case bsonType.null:
    case bsonType.undefined:
    case bsonType.minKey:
    case bsonType.maxKey:
      end = at;
      break;
    default:
      throw invalid(`unknown element type 0x${type.toString(16)}`);
  }
  if (end > limit) throw invalid('a value runs out of its document');
  return end;
}

/** Where the scope of the code at `at` begins; it ends with the value. */
export function scopeStart(bytes: Uint8Array, at: number, end: number): number {
  const start = stringEnd(bytes, at + 4, end);
  if (start + documentBytesMin > end || start + int32At(bytes, start) !== end) {
    throw invalid('code with scope has a wrong length');
  }
  return start;
}

/** After the final zero of a string with its length in front. */
function stringEnd(bytes: Uint8Array, at: number, limit: number): number {
  const end = at + 4 + lengthAt(bytes, at, limit, 1);
  if (end > limit || bytes[end - 1] !== 0) throw invalid('a string has a wrong length');
  return end;
}

function binaryEnd(bytes: Uint8Array, at: number, limit: number): number {
  const length = lengthAt(bytes, at, limit, 0);
  const start = at + 5;
  // The old generic subtype carries its length twice.
  if (bytes[at + 4] === 2 && start + length <= limit) {
    if (length < 4 || int32At(bytes, start) !== length - 4) {
      throw invalid('binary data of subtype 2 has a wrong inner length');
    }
  }
  return start + length;
}

/** After the zero that ends a text without a length. */
function textEnd(bytes: Uint8Array, at: number, limit: number): number {
  const zero = bytes.indexOf(0, at);
  if (zero < 0 || zero >= limit) throw invalid('a text does not end');
  return zero + 1;
}

function lengthAt(bytes: Uint8Array, at: number, limit: number, min: number): number {
  if (at + 4 > limit) throw invalid('a length is cut short');
  const length = int32At(bytes, at);
  if (length < min) throw invalid('a value has a wrong length');
  return length;
}

/** Little endian, signed. */
export function int32At(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}

export function invalid(what: string): CommandError {
  return new CommandError('InvalidBSON', `invalid BSON: ${what}`);
}
