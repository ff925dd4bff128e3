import { Secret, TOTP } from 'otpauth';
import encodeQR from 'qr';
import { AppError, invalidField, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { From } from './account.ts';
import { changeAccount } from './change-account.ts';
import { newRecoveryCodes } from './recovery-codes.ts';

const periodSeconds = 30;
/** One step to either side: clocks of phones differ. */
const window = 1;
const enrolmentSeconds = 900;

export interface TotpEnrolment {
  /** Base32, for those who cannot scan. */
  secret: string;
  uri: string;
  /** `<svg …>` with the same address. */
  qrSvg: string;
}

/**
 * A new secret for an authenticator app. It counts once `confirmTotp` has seen a code of it; until then the former one
 * does.
 */
export async function enrolTotp(
  world: World,
  accountId: string,
  from: From,
): Promise<TotpEnrolment> {
  const secret = new Secret({ size: 20 });
  const sealedSecret = world.secrets.seal(secret.base32);
  const changed = await changeAccount(world, accountId, from, () => ({
    set: { pendingTotp: { sealedSecret, createdAt: world.clock.now() } },
    note: null,
  }));
  if (!changed) throw new AppError('not-found', say('accountGone'));
  const uri = totpOf(secret.base32, changed.email ?? 'account').toString();
  return { secret: secret.base32, uri, qrSvg: encodeQR(uri, 'svg', { border: 4 }) };
}

/** Throws 400 for a wrong code and without an enrolment. Gives the recovery codes, which are not shown again. */
export async function confirmTotp(
  world: World,
  accountId: string,
  code: string,
  from: From,
): Promise<{ recoveryCodes: string[] }> {
  const { codes, sealedHashes } = newRecoveryCodes(world, accountId);
  await changeAccount(world, accountId, from, ({ pendingTotp }) => {
    const now = world.clock.now();
    const isOld =
      pendingTotp === null ||
      now.getTime() - pendingTotp.createdAt.getTime() > enrolmentSeconds * 1000;
    if (isOld) throw invalidField('code', say('enrolmentTooOld'));
    const lastStep = stepOf(world, pendingTotp.sealedSecret, code);
    if (lastStep === null) throw invalidField('code', say('wrongAppCode'));
    const { sealedSecret } = pendingTotp;
    return {
      set: {
        totp: { sealedSecret, lastStep, confirmedAt: now },
        pendingTotp: null,
        recoveryCodes: sealedHashes,
      },
      note: { action: 'user.add-totp' },
    };
  });
  return { recoveryCodes: codes };
}

/** Harmless without one. */
export async function removeTotp(world: World, accountId: string, from: From): Promise<void> {
  await changeAccount(world, accountId, from, ({ totp, pendingTotp }) =>
    totp === null && pendingTotp === null
      ? null
      : {
          set: { totp: null, pendingTotp: null, recoveryCodes: [] },
          note: totp === null ? null : { action: 'user.remove-totp' },
        },
  );
}

/** True for the first who comes with a code of this time: a code that was seen over a shoulder is worth nothing. */
export async function spendTotp(
  world: World,
  accountId: string,
  code: string,
  from: From,
): Promise<boolean> {
  const changed = await changeAccount(world, accountId, from, ({ totp }) => {
    const step = totp === null ? null : stepOf(world, totp.sealedSecret, code);
    if (totp === null || step === null || step <= totp.lastStep) return null;
    return { set: { totp: { ...totp, lastStep: step } }, note: null };
  });
  return changed !== null;
}

/** The step that the code is of, or null. */
function stepOf(world: World, sealedSecret: string, code: string): number | null {
  const token = code.replaceAll(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const timestamp = world.clock.now().getTime();
  const delta = totpOf(world.secrets.open(sealedSecret)).validate({ token, timestamp, window });
  return delta === null ? null : Math.floor(timestamp / 1000 / periodSeconds) + delta;
}

/** SHA-1 and 6 digits: what every app can do. */
function totpOf(secret: string, label = 'account'): TOTP {
  return new TOTP({
    issuer: 'Tocsin',
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  });
}
