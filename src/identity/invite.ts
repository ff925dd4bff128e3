import { AppError, asSystem, type Ctx, invalidField } from '../kernel/index.ts';
import { createResource, demandReference, getResource } from '../resources/index.ts';
import { say } from '../sentences/index.ts';
import { type User, userByEmail, userKind } from './users.ts';

interface NamesUser {
  userId?: string | null | undefined;
  email?: string | null | undefined;
}

interface MembershipUser {
  userId: string;
  /** Only the address is known: the person has not accepted the invitation yet. */
  isInvitation: boolean;
}

/**
 * The user of a membership: the one given, else the one with the e-mail address, who is invited when the organization
 * does not know them. Called once, before the membership is written and after the actor's right to make it is certain.
 * Throws 400 for an unknown user, and when both are given and differ.
 */
export async function userOfMembership(
  ctx: Ctx,
  { userId, email }: NamesUser,
): Promise<MembershipUser> {
  if (userId) {
    await demandReference(ctx, userKind, 'userId', userId);
    if (email) {
      const user = await getResource(ctx, userKind, userId);
      if (user.wire.email.toLowerCase() !== email.toLowerCase())
        throw invalidField('email', say('notEmailOfUser'));
    }
    return { userId, isInvitation: false };
  }
  if (!email) throw unnamed();
  return { userId: (await findOrInvite(ctx, email)).id, isInvitation: true };
}

/** User of a membership that is about to be stored; throws 400 when it names nobody. */
export function namedUser({ userId }: NamesUser): string {
  if (!userId) throw unnamed();
  return userId;
}

function unnamed(): AppError {
  return invalidField('userId', say('nameUser'));
}

async function findOrInvite(ctx: Ctx, email: string): Promise<User> {
  const find = () => userByEmail(ctx, email);
  const known = await find();
  if (known) return known;
  try {
    const acting = asSystem(ctx, 'invite the person of a membership that the actor may make');
    return await createResource(acting, userKind, { email, displayName: null });
  } catch (error) {
    // Somebody else invited them at the same time.
    const invited = error instanceof AppError ? await find() : null;
    if (!invited) throw error;
    return invited;
  }
}
