import { systemContext, type World } from '../../../kernel/index.ts';
import { listResources } from '../../../resources/index.ts';
import { teamKind } from '../../../teams/index.ts';

/** Where nobody in particular wants to go. */
export const home = '/';

/**
 * Where somebody who signs in arrives, by whatever way: where they wanted to go, else at the incidents, or at the first
 * steps while there is no team.
 */
export async function landingPath(
  world: World,
  organizationId: string,
  returnTo: string,
): Promise<string> {
  if (returnTo !== home) return returnTo;
  const ctx = systemContext(world, organizationId);
  const { items } = await listResources(ctx, teamKind, {}, { limit: 1 });
  return items.length === 0 ? '/first-run' : home;
}
