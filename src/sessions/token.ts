import { createHash, randomBytes } from 'node:crypto';
import type { SecretBox } from '../kernel/index.ts';

/** 256 random bits, as the cookie carries them. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored in place of a token. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** Anything else in the cookie is not worth a look into the database. */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** The token that takes over from `token`: the same for all requests that find out at the same time that it is needed. */
export function successorOf(token: string, rights: string, secrets: SecretBox): string {
  const name = JSON.stringify(['session-successor', token, rights]);
  return Buffer.from(secrets.sign(name), 'hex').toString('base64url');
}
