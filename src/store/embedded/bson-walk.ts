import { int32At, invalid, nestingMax, scopeStart, valueEnd } from './semantics/bson-layout.ts';
import { CommandError } from './semantics/errors.ts';
import { bsonType } from './semantics/model.ts';

/** Reads BSON in place. Everything that comes from a socket passes `checkDocument` before it is trusted. */

export const documentBytesMax = 16 * 1024 * 1024;

interface RawElement {
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
    const end = valueEnd(bytes, type, nameEnd + 1, last);
    elements.push({ type, name, at: nameEnd + 1, end });
    at = end;
  }
  return elements;
}

/** How many elements the document or array at `start` has. */
export function elementCount(bytes: Uint8Array, start: number): number {
  const last = start + int32At(bytes, start) - 1;
  let count = 0;
  for (let at = start + 4; at < last; count++) {
    const type = bytes[at] as number;
    at++;
    while (at < last && bytes[at] !== 0) at++;
    at = valueEnd(bytes, type, at + 1, last);
  }
  return count;
}

/** The documents of a raw array of documents; throws `TypeMismatch` when an element is something else. */
export function rawDocuments(bytes: Uint8Array, start: number, label: string): Uint8Array[] {
  const documents: Uint8Array[] = [];
  const last = start + int32At(bytes, start) - 1;
  let at = start + 4;
  while (at < last) {
    if (bytes[at] !== bsonType.object) {
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
 * known types, depth. Stored bytes are walked for ever after without a check of their content.
 */
export function checkDocument(bytes: Uint8Array): void {
  if (bytes.length < 5 || int32At(bytes, 0) !== bytes.length)
    throw invalid('a document has a wrong length');
  checkLevel(bytes, 0, bytes.length, 1);
}

function checkLevel(bytes: Uint8Array, start: number, end: number, depth: number): void {
  if (depth > nestingMax) {
    throw new CommandError('Overflow', `BSON nesting exceeds ${nestingMax} levels`);
  }
  const last = end - 1;
  if (bytes[last] !== 0) throw invalid('a document ends without its zero byte');
  let at = start + 4;
  while (at < last) {
    const type = bytes[at++] as number;
    while (at < last && bytes[at] !== 0) at++;
    if (at >= last) throw invalid('a field name does not end');
    const valueAt = at + 1;
    at = valueEnd(bytes, type, valueAt, last);
    if (type === bsonType.object || type === bsonType.array) {
      checkLevel(bytes, valueAt, at, depth + 1);
    } else if (type === bsonType.javascriptWithScope) {
      checkLevel(bytes, scopeStart(bytes, valueAt, at), at, depth + 1);
    }
  }
  if (at !== last) throw invalid('a document has a wrong length');
}
