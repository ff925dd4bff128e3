import type { World } from '../kernel/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import type { From } from './account.ts';
import { type AccountChange, changeAccount } from './change-account.ts';
import { type AccountDocument, challengesOf } from './model.ts';

interface EndedSessions {
  reason: 'password changed' | 'account recovered' | 'way to sign in changed';
  /** Id of the one that goes on. */
  keepSession?: string | undefined;
}

/**
 * Changes how the human of an account signs in, and ends sessions: before the change, so that none of somebody else
 * outlives it where this process dies in between; and after it, for those that began meanwhile. Who begins one looks at
 * `wayIn` after that.
 */
export async function changeWayIn(
  world: World,
  accountId: string,
  from: From,
  { reason, keepSession }: EndedSessions,
  decide: (account: AccountDocument) => AccountChange | null,
): Promise<AccountDocument | null> {
  const ending = { reason, ...(keepSession === undefined ? {} : { except: keepSession }) };
  const endSessions = async () => {
    // A sign-in that has shown the password, and not yet the code.
    await challengesOf(world).deleteMany({ accountId });
    await endSessionsOf(world, { accountId }, ending);
  };
  const changed = await changeAccount(world, accountId, from, async (present) => {
    const change = decide(present);
    if (!change) return null;
    await endSessions();
    return { ...change, set: { ...change.set, wayIn: (present.wayIn ?? 0) + 1 } };
  });
  if (changed) await endSessions();
  return changed;
}
