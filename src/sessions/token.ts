import type { SecretBox } from '../kernel/index.ts';

/** Anything else in the cookie is not worth a look into the database. */
export function looksLikeToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/**
 * The token that takes over from `token`: the same for all requests that find out at the same time that it is needed.
 */
export function successorOf(token: string, rights: string, secrets: SecretBox): string {
  const name = JSON.stringify(['session-successor', token, rights]);
  return Buffer.from(secrets.sign(name), 'hex').toString('base64url');
}
