import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's second choice: about 50 ms, and no more memory than a login may cost (identity-and-security.md 0). */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

/** `argon2id$<salt>$<hash>`, both base64url. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { message: password, nonce, ...cost });
  return `argon2id$${nonce.toString('base64url')}$${hash.toString('base64url')}`;
}

export async function isPassword(stored: string, password: string): Promise<boolean> {
  const [, salt = '', expected = ''] = stored.split('$');
  const nonce = Buffer.from(salt, 'base64url');
  const hash = await derive('argon2id', { message: password, nonce, ...cost });
  return timingSafeEqual(hash, Buffer.from(expected, 'base64url'));
}
