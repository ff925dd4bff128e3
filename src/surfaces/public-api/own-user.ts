import { type User, userKind } from '../../identity/index.ts';
import { demandTeamEdit, getResource } from '../../resources/index.ts';
import { type ApiCaller, actingFor } from './caller.ts';

/**
 * The person themselves, or anybody for who may change others. Throws 404 for an unknown user, 403 for somebody else
 * without the right.
 */
export async function ownUser(
  caller: ApiCaller,
  id: string,
): Promise<{ acting: ApiCaller; user: User }> {
  const acting = actingFor(caller, id);
  const user = await getResource(acting, userKind, id);
  demandTeamEdit(acting, null);
  return { acting, user };
}
