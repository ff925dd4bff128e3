import crypto from 'node:crypto';
import { AppError } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

/** argon2id as OWASP recommends it for servers: about 50 ms and 19 MiB for each guess. */
const current = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** Each needs its memory at the same time, so that a flood of guesses could take all there is. */
const runningMax = 2;
const waitingMax = 40;

interface Queue {
  running: number;
  waiting: (() => void)[];
}

/** Signing in does not wait for those who guess the password of a status page. */
const queues = {
  account: { running: 0, waiting: [] },
  page: { running: 0, waiting: [] },
} satisfies Record<string, Queue>;

type PasswordOf = keyof typeof queues;

/** The hash of a password as a PHC string. Throws 503 when too many of the kind are asked for at once. */
export async function hashPassword(password: string, of: PasswordOf = 'account'): Promise<string> {
  const salt = crypto.randomBytes(saltBytes);
  const hash = await argon2(of, password, { salt, cost: current, hashBytes });
  const { memory, passes, parallelism } = current;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Whether the password is the one of the hash. Without a hash it costs the same and is false, so that nobody learns
 * from the time which accounts exist. Throws 503 when too many of the kind are asked for at once.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  of: PasswordOf = 'account',
): Promise<boolean> {
  const phc = stored === null ? null : readPhc(stored);
  if (phc === null) {
    const salt = crypto.randomBytes(saltBytes);
    await argon2(of, password, { salt, cost: current, hashBytes });
    return false;
  }
  const hash = await argon2(of, password, { ...phc, hashBytes: phc.hash.length });
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
  of: PasswordOf,
  password: string,
  { salt, cost, hashBytes }: Pick<Phc, 'salt' | 'cost'> & { hashBytes: number },
): Promise<Buffer> {
  const queue: Queue = queues[of];
  await takeTurn(queue);
  try {
    return await new Promise((resolve, reject) => {
      const message = Buffer.from(password.normalize('NFKC'), 'utf8');
      const options = { message, nonce: salt, tagLength: hashBytes, ...cost };
      crypto.argon2('argon2id', options, (error, key) => (error ? reject(error) : resolve(key)));
    });
  } finally {
    // The turn goes to whoever waits longest.
    const next = queue.waiting.shift();
    if (next) next();
    else queue.running -= 1;
  }
}

async function takeTurn(queue: Queue): Promise<void> {
  if (queue.running < runningMax) {
    queue.running += 1;
    return;
  }
  if (queue.waiting.length >= waitingMax)
    throw new AppError('overloaded', say('attemptsAtOnce'), {
      headers: { 'Retry-After': '2' },
    });
  await new Promise<void>((resolve) => queue.waiting.push(resolve));
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
