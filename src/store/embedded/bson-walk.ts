import { CommandError } from './semantics/errors.ts';

/** Reads BSON in place. Everything that comes from a socket passes `checkDocument` before it is trusted. */

const documentBytesMax = 16 * 1024 * 1024;
/** The server's own nesting limit. */
const depthMax = 200;

export { documentBytesMax };

export function int32At(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] as number) |
    ((bytes[at + 1] as number) << 8) |
    ((bytes[at + 2] as number) << 16) |
    ((bytes[at + 3] as number) << 24)
  );
}

function invalid(what: string): CommandError {
  return new CommandError('InvalidBSON', `invalid BSON: ${what}`);
}

/** Offset just after the value of type `type` that begins at `at`. */
export function valueEnd(bytes: Uint8Array, type: number, at: number): number {
  switch (type) {
    case 0x01:
    case 0x09:
    case 0x11:
    case 0x12:
      return at + 8;
    case 0x10:
      return at + 4;
    case 0x02:
    case 0x0d:
    case 0x0e:
      return at + 4 + int32At(bytes, at);
    case 0x03:
    case 0x04:
    case 0x0f:
      return at + int32At(bytes, at);
    case 0x05:
      return at + 5 + int32At(bytes, at);
    case 0x07:
      return at + 12;
    case 0x08:
      return at + 1;
    case 0x06:
    case 0x0a:
    case 0x7f:
    case 0xff:
      return at;
    case 0x0b:
      return bytes.indexOf(0, bytes.indexOf(0, at) + 1) + 1;
    case 0x0c:
      return at + 4 + int32At(bytes, at) + 12;
    case 0x13:
      return at + 16;
    default:
      throw invalid(`unknown element type 0x${type.toString(16)}`);
  }
}

export interface RawElement {
  type: number;
  name: string;
  /** Offset of the value. */
  at: number;
  /** Offset just after the value. */
  end: number;
}

/** The elements of the document at `start`, in order. */
export function rawElements(bytes: Uint8Array, start = 0): RawElement[] {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const elements: RawElement[] = [];
  const last = start + int32At(bytes, start) - 1;
  let at = start + 4;
  while (at < last) {
    const type = bytes[at] as number;
    const nameEnd = bytes.indexOf(0, at + 1);
    const name = text.toString('utf8', at + 1, nameEnd);
    const end = valueEnd(bytes, type, nameEnd + 1);
    elements.push({ type, name, at: nameEnd + 1, end });
    at = end;
  }
  return elements;
}

/** The documents of a raw array of documents; throws `TypeMismatch` when an element is something else. */
export function rawDocuments(bytes: Uint8Array, start: number, label: string): Uint8Array[] {
  const documents: Uint8Array[] = [];
  const last = start + int32At(bytes, start) - 1;
  let at = start + 4;
  while (at < last) {
    if (bytes[at] !== 0x03) {
      throw new CommandError('TypeMismatch', `BSON field '${label}' must be an array of documents`);
    }
    const valueAt = bytes.indexOf(0, at + 1) + 1;
    const end = valueAt + int32At(bytes, valueAt);
    documents.push(bytes.subarray(valueAt, end));
    at = end;
  }
  return documents;
}

/**
 * Proves that the document filling `bytes` can be walked without leaving it: lengths, terminators,
 * known types, depth. Stored bytes are walked for ever after without a check.
 */
export function checkDocument(bytes: Uint8Array): void {
  if (bytes.length < 5 || int32At(bytes, 0) !== bytes.length)
    throw invalid('wrong document length');
  checkLevel(bytes, 0, bytes.length, 1);
}

function checkLevel(bytes: Uint8Array, start: number, end: number, depth: number): void {
  if (depth > depthMax) {
    throw new CommandError('Overflow', `BSON nesting exceeds ${depthMax} levels`);
  }
  const last = end - 1;
  if (bytes[last] !== 0) throw invalid('document without its final zero byte');
  let at = start + 4;
  while (at < last) {
    const type = bytes[at++] as number;
    while (at < last && bytes[at] !== 0) at++;
    if (at >= last) throw invalid('element name runs out of its document');
    at++;
    switch (type) {
      case 0x10:
        at += 4;
        break;
      case 0x01:
      case 0x09:
      case 0x11:
      case 0x12:
        at += 8;
        break;
      case 0x07:
        at += 12;
        break;
      case 0x08: {
        if ((bytes[at] as number) > 1) throw invalid('boolean that is neither 0 nor 1');
        at += 1;
        break;
      }
      case 0x02:
      case 0x0d:
      case 0x0e: {
        const length = int32At(bytes, at);
        if (length < 1 || at + 4 + length > last || bytes[at + 3 + length] !== 0) {
          throw invalid('string runs out of its document');
        }
        at += 4 + length;
        break;
      }
      case 0x03:
      case 0x04: {
        const length = int32At(bytes, at);
        if (length < 5 || at + length > last) throw invalid('embedded document has a wrong length');
        checkLevel(bytes, at, at + length, depth + 1);
        at += length;
        break;
      }
      case 0x0f: {
        const length = int32At(bytes, at);
        const codeLength = int32At(bytes, at + 4);
        const scopeAt = at + 8 + codeLength;
        if (codeLength < 1 || length < 14 + codeLength - 1 || at + length > last) {
          throw invalid('code with scope has a wrong length');
        }
        if (scopeAt + int32At(bytes, scopeAt) !== at + length) {
          throw invalid('code with scope has a wrong length');
        }
        checkLevel(bytes, scopeAt, at + length, depth + 1);
        at += length;
        break;
      }
      case 0x05: {
        const length = int32At(bytes, at);
        if (length < 0 || at + 5 + length > last) throw invalid('binary runs out of its document');
        at += 5 + length;
        break;
      }
      case 0x0c: {
        const length = int32At(bytes, at);
        if (length < 1) throw invalid('pointer has a wrong length');
        at += 16 + length;
        break;
      }
      case 0x0b: {
        const first = bytes.indexOf(0, at);
        const second = first < 0 ? -1 : bytes.indexOf(0, first + 1);
        if (second < 0 || second >= last)
          throw invalid('regular expression runs out of its document');
        at = second + 1;
        break;
      }
      case 0x13:
        at += 16;
        break;
      case 0x06:
      case 0x0a:
      case 0x7f:
      case 0xff:
        break;
      default:
        throw invalid(`unknown element type 0x${type.toString(16)}`);
    }
    if (at > last) throw invalid('value runs out of its document');
  }
  if (at !== last) throw invalid('document has a wrong length');
}
