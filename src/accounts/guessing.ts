import { isIP } from 'node:net';
import { AppError, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import type { From } from './account.ts';
import { type GuessDocument, guessesOf } from './model.ts';

interface Rule {
  /** Failures that cost nothing. */
  free: number;
  /** How long failures count. */
  memorySeconds: number;
}

/** An account: whoever tries. A network: whatever accounts it tries; a whole office may be behind it. */
const rules = {
  account: { free: 4, memorySeconds: 86_400 },
  network: { free: 19, memorySeconds: 3600 },
  mail: { free: 2, memorySeconds: 3600 },
} as const satisfies Record<string, Rule>;

const firstDelaySeconds = 5;
const delayMaxSeconds = 900;
/** A network that an account has signed in from: strangers who guess do not make its people wait. */
const familiarSeconds = 30 * 86_400;

export interface Attempt {
  /** The account's failures are forgotten, those of the network stay. */
  succeeded(): Promise<void>;
  /** It was no guess at all; nothing is counted. */
  withdraw(): Promise<void>;
}

/**
 * Counts an attempt as failed before it is judged, so that many at once are no way around the limit. Throws 429 while
 * an earlier failure makes the account or the network wait; an account that has signed in from the network waits for
 * its own failures there only. `subject` is the account, or the address that was typed where there is none.
 */
export async function beginAttempt(
  world: World,
  from: From,
  subject: Subject | null,
): Promise<Attempt> {
  const network = networkOf(from.address);
  const isKnown = subject !== null && (await isFamiliar(world, subject, network));
  const account = subject === null ? null : accountKey(world, subject, isKnown ? network : null);
  const ofAccount = account === null ? null : await count(world, account, rules.account);
  let ofNetwork: Counted | null = null;
  try {
    // The failures of this account from here are counted for themselves: those of others from here do not matter to it.
    if (!isKnown) ofNetwork = await count(world, `network ${network}`, rules.network);
  } catch (error) {
    if (ofAccount) await takeBack(world, ofAccount);
    if (from.isBehindUnknownProxy)
      world.log.warn(
        { requestId: from.requestId, address: from.address },
        'sign-ins have to wait for failures of their network, and come through a proxy that TOCSIN_TRUSTED_PROXIES does not name: everybody behind it counts as one network',
      );
    throw error;
  }
  return {
    async succeeded() {
      if (ofNetwork) await takeBack(world, ofNetwork);
      if (account === null || subject === null) return;
      await guessesOf(world).deleteOne({ _id: account });
      if ('accountId' in subject)
        await becomeFamiliar(world, subject.accountId, { address: from.address });
    },
    async withdraw() {
      if (ofNetwork) await takeBack(world, ofNetwork);
      if (ofAccount) await takeBack(world, ofAccount);
    },
  };
}

/** Whether another mail may be sent for what was typed; asked for unknown addresses, too. */
export async function mayMailAgain(world: World, email: string): Promise<boolean> {
  try {
    await count(world, `mail ${hashed(world, email)}`, rules.mail);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'rate-limited') return false;
    throw error;
  }
}

type Subject = { accountId: string } | { email: string };

/** Has the account signed in from this network? */
async function isFamiliar(world: World, subject: Subject, network: string): Promise<boolean> {
  if (!('accountId' in subject)) return false;
  const familiar = await guessesOf(world).findOne({
    _id: `familiar ${subject.accountId} ${network}`,
  });
  return familiar !== null && familiar.expiresAt > world.clock.now();
}

function accountKey(world: World, subject: Subject, network: string | null): string {
  const name = 'accountId' in subject ? subject.accountId : hashed(world, subject.email);
  return network === null ? `account ${name}` : `account ${name} ${network}`;
}

/** Somebody who signs in, or chooses a password by a link of their own, is known in that network from then on. */
export async function becomeFamiliar(
  world: World,
  accountId: string,
  { address }: Pick<From, 'address'>,
): Promise<void> {
  const network = networkOf(address);
  const now = world.clock.now();
  const expiresAt = later(now, familiarSeconds);
  await guessesOf(world)
    .updateOne(
      { _id: `familiar ${accountId} ${network}` },
      { $set: { failures: 0, nextAt: now, expiresAt } },
      { upsert: true },
    )
    .catch((error: unknown) => {
      // Two sign-ins at once.
      if (!isDuplicateKey(error)) throw error;
    });
}

interface Counted {
  key: string;
  before: GuessDocument | null;
  after: GuessDocument;
}

const attemptsMax = 200;

async function count(world: World, key: string, rule: Rule): Promise<Counted> {
  const guesses = guessesOf(world);
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const now = world.clock.now();
    const present = await guesses.findOne({ _id: key });
    const before = present && present.expiresAt > now ? present : null;
    if (before && before.nextAt > now) throw tooMany(before.nextAt, now);
    const failures = (before?.failures ?? 0) + 1;
    const after: GuessDocument = {
      _id: key,
      failures,
      nextAt: later(now, delaySeconds(failures, rule)),
      expiresAt: later(now, rule.memorySeconds),
    };
    if (await replace(world, present, after)) return { key, before, after };
  }
  throw new AppError('overloaded', say('attemptsAtOnce'), {
    headers: { 'Retry-After': '2' },
  });
}

/** False when somebody else was faster. */
async function replace(
  world: World,
  present: GuessDocument | null,
  after: GuessDocument,
): Promise<boolean> {
  const guesses = guessesOf(world);
  if (present) {
    const { _id, failures, nextAt } = present;
    const { matchedCount } = await guesses.replaceOne({ _id, failures, nextAt }, after);
    return matchedCount > 0;
  }
  try {
    await guesses.insertOne(after);
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

async function takeBack(world: World, { key, before, after }: Counted): Promise<void> {
  const guesses = guessesOf(world);
  const { failures, nextAt } = after;
  const undone = await guesses.updateOne(
    { _id: key, failures, nextAt },
    { $set: { failures: failures - 1, nextAt: before?.nextAt ?? world.clock.now() } },
  );
  // Others have failed meanwhile.
  if (undone.matchedCount === 0)
    await guesses.updateOne({ _id: key, failures: { $gt: 0 } }, { $inc: { failures: -1 } });
}

/** 0 up to the free ones, then 5 s, 10 s, 20 s … 15 min. It never locks: an attacker could lock out who is on call. */
function delaySeconds(failures: number, { free }: Rule): number {
  if (failures <= free) return 0;
  return Math.min(delayMaxSeconds, firstDelaySeconds * 2 ** (failures - free - 1));
}

function tooMany(nextAt: Date, now: Date): AppError {
  const seconds = Math.max(1, Math.ceil((nextAt.getTime() - now.getTime()) / 1000));
  return new AppError('rate-limited', say('attemptsTooMany', { seconds }), {
    headers: { 'Retry-After': String(seconds) },
  });
}

/** The network that one customer of a provider has: an IPv4 /24, an IPv6 /56. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  if (version === 4) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (version !== 6) return plain;
  // As URLs write it: no more than one `::`, hexadecimal groups only.
  const [head = '', tail] = new URL(`http://[${plain}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'));
  const [front, back] = [groupsOf(head), groupsOf(tail ?? '')];
  const zeros = Array<string>(tail === undefined ? 0 : 8 - front.length - back.length).fill('0');
  const groups = [...front, ...zeros, ...back].map((group) => group.padStart(4, '0'));
  return `${groups.slice(0, 3).join(':')}:${groups[3]?.slice(0, 2)}00::/56`;
}

function hashed({ secrets }: World, email: string): string {
  return secrets.sign(`account-address ${email.trim().toLowerCase()}`);
}

function later(now: Date, seconds: number): Date {
  return new Date(now.getTime() + seconds * 1000);
}
