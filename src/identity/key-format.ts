import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 32;
const checkLength = 6;
const brand = 'tocsin_key_';

/** `tocsin_key_`, 32 random base62 digits (190 bits) and 6 base62 digits of CRC32 over all before. */
export function generateKey(): string {
  let body = brand;
  while (body.length < brand.length + randomLength) {
    for (const byte of randomBytes(64)) {
      // Bytes past 247 would favour the first digits.
      if (byte < 248 && body.length < brand.length + randomLength) body += alphabet[byte % 62];
    }
  }
  return body + checkDigits(body);
}

/** False for one of our keys with a typo: refused without a look into the database. */
export function hasValidCheckDigits(key: string): boolean {
  if (!key.startsWith(brand)) return true; // keys given by the operator have their own form
  return key.slice(-checkLength) === checkDigits(key.slice(0, -checkLength));
}

/** SHA-256, hex. A slow hash would be wrong here: the key has more entropy than can be guessed. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key, 'utf8').digest('hex');
}

/** The parts of a key that may be shown later. */
export function keyHints(key: string): { prefix: string; last4: string } {
  return {
    prefix: key.startsWith(brand) ? key.slice(0, brand.length + 4) : key.slice(0, 4),
    last4: key.slice(-4),
  };
}

function checkDigits(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < checkLength; place += 1) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
