import { looseUtf8 } from './text-of-bytes.ts';

/** More fields than any form has: each costs a member of an object. */
export const formFieldsMax = 10_000;

/**
 * The fields of an `application/x-www-form-urlencoded` text in order, null when there are more than `formFieldsMax`.
 * Reads what `URLSearchParams` reads, in linear time: that class takes seconds for a body of fields without an equals
 * sign.
 */
export function parseForm(text: string): [name: string, value: string][] | null {
  const fields: [string, string][] = [];
  for (let start = 0; start <= text.length; ) {
    const ampersand = text.indexOf('&', start);
    const end = ampersand < 0 ? text.length : ampersand;
    if (end > start) {
      if (fields.length === formFieldsMax) return null;
      const field = text.slice(start, end);
      const equals = field.indexOf('=');
      fields.push(
        equals < 0
          ? [decodeField(field), '']
          : [decodeField(field.slice(0, equals)), decodeField(field.slice(equals + 1))],
      );
    }
    start = end + 1;
  }
  return fields;
}

function decodeField(encoded: string): string {
  const text = encoded.includes('+') ? encoded.replaceAll('+', ' ') : encoded;
  if (!text.includes('%')) return text;
  return looseUtf8(percentDecode(Buffer.from(text)));
}

/** A percent sign without two hexadecimal digits behind it stays as it is. */
function percentDecode(bytes: Buffer): Buffer {
  let size = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    let byte = bytes[at] ?? 0;
    if (byte === 0x25) {
      const high = hexDigit(bytes[at + 1]);
      const low = hexDigit(bytes[at + 2]);
      if (high >= 0 && low >= 0) {
        byte = high * 16 + low;
        at += 2;
      }
    }
    bytes[size] = byte;
    size += 1;
  }
  return bytes.subarray(0, size);
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}
