import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's second choice: about 50 ms, and no more memory than a login may cost (identity-and-security.md 0). */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };

/** In the PHC string format, `$argon2id$v=19$m=…,t=…,p=…$salt$hash`: the cost can rise and old hashes still fit. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const hash = await derive('argon2id', { message: password, nonce, tagLength: 32, ...cost });
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(hash)}`;
}

export async function isPassword(stored: string, password: string): Promise<boolean> {
  const [memory, passes, parallelism, salt = '', expected = ''] =
    /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored)?.slice(1) ?? [];
  const wanted = Buffer.from(expected, 'base64');
  const hash = await derive('argon2id', {
    message: password,
    nonce: Buffer.from(salt, 'base64'),
    tagLength: wanted.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  });
  return timingSafeEqual(hash, wanted);
}

function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
