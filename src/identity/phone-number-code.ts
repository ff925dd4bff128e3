import { randomInt } from 'node:crypto';
import { AppError, type Ctx, invalidField } from '../kernel/index.ts';
import { updateResource } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { isPhoneNumberConfirmed } from './phone-number.ts';
import { type User, type UserInternal, userKind } from './users.ts';

const codeMinutes = 10;
const triesMax = 5;
const sendsMax = 3;
const sendsWithinMilliseconds = 3_600_000;

/**
 * A new code for the number of a person; the caller texts it. Null when the number is confirmed already. Throws 400
 * without a number, and 429 after 3 codes within an hour, whatever number they went to.
 */
export async function newPhoneNumberCode(
  ctx: Ctx,
  user: User,
): Promise<{ code: string; phoneNumber: string; expiresAt: Date } | null> {
  const { phoneNumber } = user.wire;
  if (phoneNumber === null) throw invalidField('phoneNumber', say('userHasNoPhone'));
  if (isPhoneNumberConfirmed(user)) return null;
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + codeMinutes * 60_000);
  await updateResource(
    ctx,
    userKind,
    user.id,
    ({ wire, internal }) => {
      if (wire.phoneNumber !== phoneNumber) throw numberChanged();
      const sentAt = recentSends(internal, now);
      demandSendLeft(sentAt, now);
      const sent = { phoneNumber, hash: hashOf(ctx, user.id, phoneNumber, code), expiresAt };
      return {
        wire,
        internal: {
          ...internal,
          phoneNumberCode: { ...sent, triesLeft: triesMax },
          phoneNumberCodesSentAt: [...sentAt, now],
        },
      };
    },
    { action: 'user.send-phone-number-code', besideCode: true },
  );
  return { code, phoneNumber, expiresAt };
}

/**
 * The person knows the code that was texted to them. Throws 400 for another one, one that is too old, and after 5
 * tries.
 */
export async function confirmPhoneNumber(ctx: Ctx, user: User, code: string): Promise<User> {
  if (isPhoneNumberConfirmed(user)) return user;
  let isRight = false;
  const changed = await updateResource(
    ctx,
    userKind,
    user.id,
    ({ wire, internal }) => {
      const sent = internal.phoneNumberCode ?? null;
      const now = ctx.clock.now();
      if (sent === null || sent.phoneNumber !== wire.phoneNumber || sent.expiresAt <= now)
        throw invalidField('code', say('noValidCode'));
      if (sent.triesLeft <= 0) throw invalidField('code', say('codeTriedTooOften'));
      isRight = sent.hash === hashOf(ctx, user.id, sent.phoneNumber, code);
      const by = { kind: 'user' as const, id: user.id };
      return {
        wire,
        internal: isRight
          ? { ...internal, phoneNumberConfirmed: { at: now, by }, phoneNumberCode: null }
          : { ...internal, phoneNumberCode: { ...sent, triesLeft: sent.triesLeft - 1 } },
      };
    },
    { action: 'user.confirm-phone-number', besideCode: true },
  );
  if (!isRight) throw invalidField('code', say('wrongTextedCode'));
  return changed;
}

/** Keyed: a million codes would be tried in a second. */
function hashOf({ secrets }: Ctx, userId: string, phoneNumber: string, code: string): string {
  return secrets.sign(`phone-number-code ${userId} ${phoneNumber} ${code}`);
}

function recentSends({ phoneNumberCodesSentAt = [] }: UserInternal, now: Date): Date[] {
  return phoneNumberCodesSentAt.filter(
    (at) => now.getTime() - at.getTime() < sendsWithinMilliseconds,
  );
}

function demandSendLeft(sentAt: readonly Date[], now: Date): void {
  const [first] = sentAt;
  if (sentAt.length < sendsMax || !first) return;
  const seconds = Math.ceil((first.getTime() + sendsWithinMilliseconds - now.getTime()) / 1000);
  throw new AppError('rate-limited', say('codesTooMany', { max: sendsMax, seconds }), {
    headers: { 'Retry-After': String(seconds) },
  });
}

function numberChanged(): AppError {
  return new AppError('conflict', say('phoneChangedMeanwhile'));
}
