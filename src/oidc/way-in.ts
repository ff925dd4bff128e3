import { organizationMembershipOf } from '../identity/index.ts';
import { type Ctx, invalidField, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import type { OidcConnection, OidcConnectionWire } from './connection-kind.ts';
import { lastSignIns } from './identity-model.ts';

/**
 * 400 unless a connection that is required leaves a way in: somebody has signed in by it, so it works, and an Owner who
 * may pass it by can sign in without it, for the day on which it does not work. Keys of the organization work in any
 * case.
 */
export async function demandWayIn(
  ctx: Ctx,
  { isRequired, isEnabled, breakGlassUserIds }: OidcConnectionWire,
  current: OidcConnection | undefined,
): Promise<void> {
  if (!isRequired) return;
  if (!isEnabled) throw invalidField('isRequired', say('disabledNotRequirable'));
  const isNew = current?.wire.isRequired !== true || !current.wire.isEnabled;
  if (isNew && (!current || !(await lastSignIns(ctx, [current.id])).has(current.id)))
    throw invalidField('isRequired', say('unprovenNotRequirable'));
  let hasWayIn = false;
  for (const id of idsOf(breakGlassUserIds)) {
    if ((await organizationMembershipOf(ctx, id))?.wire.role !== 'Owner')
      throw invalidField('breakGlassUserIds', say('notAnOwner', { id }));
    hasWayIn ||= await hasOwnSignIn(ctx, ctx.organizationId, id);
  }
  if (hasWayIn) return;
  throw invalidField('breakGlassUserIds', say('breakGlassMissing'));
}

async function hasOwnSignIn(
  world: World,
  organizationId: string,
  userId: string,
): Promise<boolean> {
  for (const module of world.modules)
    if (await module.hasOwnSignIn?.(world, organizationId, userId)) return true;
  return false;
}

export function idsOf(ids: readonly string[] | null | undefined): string[] {
  return (ids ?? []).map((id) => id.toLowerCase());
}
