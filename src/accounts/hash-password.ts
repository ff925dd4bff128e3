import crypto from 'node:crypto';
import { AppError } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

/** argon2id as OWASP recommends it for servers: about 50 ms and 19 MiB for each guess. */
const current = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** Each needs its memory at the same time, so that a flood of sign-ins could take all there is. */
const runningMax = 2;
const waitingMax = 40;

let running = 0;
const waiting: (() => void)[] = [];

/** The hash of a password as a PHC string. Throws 503 when too many people sign in at once. */
export async function hashPassword(password: string): Promise<string> {
  const salt = crypto.randomBytes(saltBytes);
  const hash = await argon2(password, salt, current, hashBytes);
  const { memory, passes, parallelism } = current;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Whether the password is the one of the hash. Without a hash it costs the same and is false, so that nobody learns
 * from the time which accounts exist. Throws 503 when too many people sign in at once.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const phc = stored === null ? null : readPhc(stored);
  if (phc === null) {
    await argon2(password, crypto.randomBytes(saltBytes), current, hashBytes);
    return false;
  }
  const hash = await argon2(password, phc.salt, phc.cost, phc.hash.length);
  return crypto.timingSafeEqual(hash, phc.hash);
}

/** Made with another cost than today's: to be made anew as soon as the password is known. */
export function isOutdated(stored: string): boolean {
  const cost = readPhc(stored)?.cost;
  return (
    cost?.memory !== current.memory ||
    cost.passes !== current.passes ||
    cost.parallelism !== current.parallelism
  );
}

interface Phc {
  cost: typeof current;
  salt: Buffer;
  hash: Buffer;
}

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,8}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]{8,86})\$([A-Za-z0-9+/]{22,86})$/;

function readPhc(text: string): Phc | null {
  const [, memory, passes, parallelism, salt = '', hash = ''] = phcPattern.exec(text) ?? [];
  if (memory === undefined) return null;
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  };
}

async function argon2(
  password: string,
  nonce: Buffer,
  cost: typeof current,
  tagLength: number,
): Promise<Buffer> {
  await takeTurn();
  try {
    return await new Promise((resolve, reject) => {
      const message = Buffer.from(password.normalize('NFKC'), 'utf8');
      crypto.argon2('argon2id', { message, nonce, tagLength, ...cost }, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  } finally {
    // The turn goes to whoever waits longest.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

async function takeTurn(): Promise<void> {
  if (running < runningMax) {
    running += 1;
    return;
  }
  if (waiting.length >= waitingMax)
    throw new AppError('overloaded', say('signInsAtOnce'), {
      headers: { 'Retry-After': '2' },
    });
  await new Promise<void>((resolve) => waiting.push(resolve));
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
