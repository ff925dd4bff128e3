import { actingPersonId, type Ctx } from '../kernel/index.ts';
import { prepareResource, type ReplaceOptions, updateResource } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { demandRankOver } from './rank.ts';
import { type User, type UserWire, userKind } from './users.ts';

/** Replaces a user. Throws 403 where the actor may change them, but not what they sign in or answer with. */
export async function replaceUser(
  ctx: Ctx,
  id: string,
  given: Partial<UserWire>,
  options: ReplaceOptions = {},
): Promise<{ user: User; formerEmail: string }> {
  let formerEmail = '';
  const user = await updateResource(
    ctx,
    userKind,
    id,
    async (current) => {
      const next = await prepareResource(ctx, userKind, given, current);
      await demandMayChangeWaysIn(ctx, current, next.wire);
      formerEmail = current.wire.email;
      return next;
    },
    options,
  );
  return { user, formerEmail };
}

/** 403 where the e-mail address or the phone number changes, and the actor may not change these of this person. */
export async function demandMayChangeWaysIn(
  ctx: Ctx,
  { id, wire }: Pick<User, 'id' | 'wire'>,
  next: Pick<UserWire, 'email' | 'phoneNumber'>,
): Promise<void> {
  if (wire.email.toLowerCase() !== next.email.toLowerCase())
    await demandRankOver(ctx, id, say('toChangeEmail'));
  // A number that people set for themselves is not used before they have read a code there.
  const isOwn = actingPersonId(ctx) === id;
  if (wire.phoneNumber !== next.phoneNumber && !isOwn)
    await demandRankOver(ctx, id, say('toChangePhone'));
}
