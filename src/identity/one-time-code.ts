import { randomInt } from 'node:crypto';
import { AppError, type Ctx, invalidField } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';

/** A code that was sent to an address; only its keyed hash is stored. */
export interface OneTimeCode {
  hash: string;
  expiresAt: Date;
  triesLeft: number;
}

const codeMinutes = 10;
const triesMax = 5;
const sendsWithinMilliseconds = 3_600_000;

/** A new code for what `purpose` names: whose address it is, and which. */
export function newOneTimeCode(ctx: Ctx, purpose: string): { code: string; stored: OneTimeCode } {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const expiresAt = new Date(ctx.clock.now().getTime() + codeMinutes * 60_000);
  return { code, stored: { hash: hashOf(ctx, purpose, code), expiresAt, triesLeft: triesMax } };
}

/**
 * Whether this is the code. A wrong one costs a try, which the caller has to note. Throws 400 where there is none that
 * may be tried.
 */
export function isOneTimeCode(
  ctx: Ctx,
  purpose: string,
  sent: OneTimeCode | null | undefined,
  code: string,
): boolean {
  if (!sent || sent.expiresAt <= ctx.clock.now()) throw invalidField('code', say('noValidCode'));
  if (sent.triesLeft <= 0) throw invalidField('code', say('codeTriedTooOften'));
  return sent.hash === hashOf(ctx, purpose, code);
}

/** When codes were sent within the hour, this one among them. Throws 429 where `max` were sent before. */
export function noteCodeSent(
  sentAt: readonly Date[] | undefined,
  now: Date,
  max: number,
): readonly Date[] {
  const recent = (sentAt ?? []).filter(
    (at) => now.getTime() - at.getTime() < sendsWithinMilliseconds,
  );
  const [first] = recent;
  if (recent.length < max || !first) return [...recent, now];
  const seconds = Math.ceil((first.getTime() + sendsWithinMilliseconds - now.getTime()) / 1000);
  throw new AppError('rate-limited', say('codesTooMany', { max, seconds }), {
    headers: { 'Retry-After': String(seconds) },
  });
}

/** Keyed: a million codes would be tried in a second. */
function hashOf({ secrets }: Ctx, purpose: string, code: string): string {
  return secrets.sign(`${purpose} ${code}`);
}
