import { AppError, type Ctx, invalidField } from '../kernel/index.ts';
import { updateResource } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { isOneTimeCode, newOneTimeCode, noteCodeSent } from './one-time-code.ts';
import { isPhoneNumberConfirmed } from './phone-number.ts';
import { type User, userKind } from './users.ts';

const sendsMax = 3;

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
  const { code, stored } = newOneTimeCode(ctx, purposeOf(user.id, phoneNumber));
  await updateResource(
    ctx,
    userKind,
    user.id,
    ({ wire, internal }) => {
      if (wire.phoneNumber !== phoneNumber) throw numberChanged();
      const sentAt = noteCodeSent(internal.phoneNumberCodesSentAt, ctx.clock.now(), sendsMax);
      const phoneNumberCode = { phoneNumber, ...stored };
      return {
        wire,
        internal: { ...internal, phoneNumberCode, phoneNumberCodesSentAt: [...sentAt] },
      };
    },
    { action: 'user.send-phone-number-code', besideCode: true },
  );
  return { code, phoneNumber, expiresAt: stored.expiresAt };
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
      const known = internal.phoneNumberCode ?? null;
      const sent = known?.phoneNumber === wire.phoneNumber ? known : null;
      isRight = isOneTimeCode(ctx, purposeOf(user.id, sent?.phoneNumber ?? ''), sent, code);
      const now = ctx.clock.now();
      const by = { kind: 'user' as const, id: user.id };
      return {
        wire,
        internal: isRight
          ? { ...internal, phoneNumberConfirmed: { at: now, by }, phoneNumberCode: null }
          : { ...internal, phoneNumberCode: sent && { ...sent, triesLeft: sent.triesLeft - 1 } },
      };
    },
    { action: 'user.confirm-phone-number', besideCode: true },
  );
  if (!isRight) throw invalidField('code', say('wrongTextedCode'));
  return changed;
}

function purposeOf(userId: string, phoneNumber: string): string {
  return `phone-number-code ${userId} ${phoneNumber}`;
}

function numberChanged(): AppError {
  return new AppError('conflict', say('phoneChangedMeanwhile'));
}
