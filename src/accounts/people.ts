import type { World } from '../kernel/index.ts';
import { endSessionsOf } from '../sessions/index.ts';
import type { From } from './account.ts';
import { accountOf } from './account.ts';
import { type AccountNote, changeAccount } from './change-account.ts';
import { accountsOf, challengesOf, linksOf, type PersonLink } from './model.ts';

/** The person signs in with this account from now on, and with no other. */
export async function linkPerson(
  world: World,
  accountId: string,
  person: PersonLink,
  note: AccountNote,
  from: From,
): Promise<void> {
  const former = await accountOf(world, person.userId);
  if (former && former._id !== accountId) await leaveAccount(world, former._id, person, from);
  await changeAccount(world, accountId, from, ({ people }) => {
    const others = people.filter(({ userId }) => userId !== person.userId);
    return { set: { people: [...others, person] }, note };
  });
}

/** The person signs in with this account no more; sessions end as in `changeWayIn`. */
export async function leaveAccount(
  world: World,
  accountId: string,
  person: PersonLink,
  from: From,
): Promise<void> {
  const endSessions = () => endSessionsOf(world, person, { reason: 'way to sign in changed' });
  await endSessions();
  await unlinkPerson(world, accountId, person, from);
  await endSessions();
}

/** Takes a person off an account; the account goes with its last one. */
async function unlinkPerson(
  world: World,
  accountId: string,
  { userId }: Pick<PersonLink, 'userId'>,
  from: From,
): Promise<void> {
  await changeAccount(world, accountId, from, ({ people }) => ({
    set: { people: people.filter((one) => one.userId !== userId) },
    note: null,
  }));
  await removeUnlinked(world, accountId);
}

async function removeUnlinked(world: World, accountId: string): Promise<void> {
  const { deletedCount } = await accountsOf(world).deleteOne({
    _id: accountId,
    people: { $size: 0 },
  });
  if (deletedCount === 0) return;
  await linksOf(world).deleteMany({ accountId });
  await challengesOf(world).deleteMany({ accountId });
}

const nowhere: From = { address: '', userAgent: '', requestId: 'removal' };

/**
 * A removed user takes along their links and, unless other organizations know them, their account (spec 2.1 rule 3).
 */
export async function forgetUser(world: World, userId: string): Promise<void> {
  await linksOf(world).deleteMany({ userId });
  const account = await accountOf(world, userId);
  if (account) await unlinkPerson(world, account._id, { userId }, nowhere);
}

const stepSize = 100;

/** The same for everybody of a removed organization, some at a time. */
export async function forgetOrganization(
  world: World,
  organizationId: string,
  stopping: AbortSignal,
): Promise<void> {
  await linksOf(world).deleteMany({ organizationId });
  while (!stopping.aborted) {
    const step = await accountsOf(world)
      .find({ 'people.organizationId': organizationId })
      .limit(stepSize)
      .toArray();
    if (step.length === 0) return;
    for (const { _id } of step) {
      await changeAccount(world, _id, nowhere, ({ people }) => ({
        set: { people: people.filter((one) => one.organizationId !== organizationId) },
        note: null,
      }));
      await removeUnlinked(world, _id);
    }
  }
}
