import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, to be carried in an address or a cookie. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Is stored in place of a token. A fast hash is enough for so many random bits. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
