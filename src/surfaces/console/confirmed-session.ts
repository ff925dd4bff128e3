import { AppError, type World } from '../../kernel/index.ts';
import { say } from '../../sentences/index.ts';
import { confirmSignIn, type NewSession, type SignInMethod } from '../../sessions/index.ts';
import type { SignedIn } from './visitor.ts';

/** The session after its person proved again who they are. Throws 401 when it ended meanwhile. */
export async function confirmedSession(
  world: World,
  { active, from }: SignedIn,
  method: SignInMethod,
): Promise<NewSession> {
  const confirmed = await confirmSignIn(world, active, { method }, from);
  if (confirmed) return confirmed;
  throw new AppError('unauthenticated', say('sessionOver'));
}
