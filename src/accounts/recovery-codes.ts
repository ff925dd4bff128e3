import { hash, randomInt } from 'node:crypto';
import { AppError, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { From } from './account.ts';
import { changeAccount } from './change-account.ts';

const codesPerAccount = 10;
/** 60 bits each, without letters that look like others. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz';
const codeLength = 12;

/** Codes for those who lost their phone, and the sealed hashes to store. */
export function newRecoveryCodes(
  world: World,
  accountId: string,
): { codes: string[]; sealedHashes: string[] } {
  const codes = Array.from({ length: codesPerAccount }, () =>
    Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join(''),
  );
  return {
    codes: codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-')),
    sealedHashes: codes.map((code) => world.secrets.seal(hashOf(accountId, code))),
  };
}

/** Ten new ones in place of those that are left. Throws 400 without an authenticator app, which they stand in for. */
export async function renewRecoveryCodes(
  world: World,
  accountId: string,
  from: From,
): Promise<{ recoveryCodes: string[] }> {
  const { codes, sealedHashes } = newRecoveryCodes(world, accountId);
  await changeAccount(world, accountId, from, ({ totp }) => {
    if (totp === null) throw new AppError('validation-failed', say('appFirst'));
    return { set: { recoveryCodes: sealedHashes }, note: { action: 'user.renew-recovery-codes' } };
  });
  return { recoveryCodes: codes };
}

/** True for the first who comes with a code that is left. */
export async function spendRecoveryCode(
  world: World,
  accountId: string,
  code: string,
  from: From,
): Promise<boolean> {
  const wanted = hashOf(accountId, code.toLowerCase().replaceAll(/[\s-]/g, ''));
  const changed = await changeAccount(world, accountId, from, ({ recoveryCodes }) => {
    const left = recoveryCodes.filter((one) => world.secrets.open(one) !== wanted);
    if (left.length === recoveryCodes.length) return null;
    return {
      set: { recoveryCodes: left },
      note: {
        action: 'user.use-recovery-code',
        changes: [{ path: 'recoveryCodesLeft', before: recoveryCodes.length, after: left.length }],
      },
    };
  });
  return changed !== null;
}

/** Sealed where it is stored: no copy of the database is worth trying codes on. */
function hashOf(accountId: string, code: string): string {
  return hash('sha256', `recovery-code ${accountId} ${code}`);
}
