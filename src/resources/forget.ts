import type { Ctx, ForgottenPerson } from '../kernel/index.ts';
import { kindsOf } from './kind.ts';
import type { RemovalDocument } from './removals.ts';

type Leaving = Pick<RemovalDocument, 'id' | 'entityType' | 'person'>;

/**
 * Takes what names the people of removed objects out of the organization, unless another organization knows them, too.
 * All at once: what they are named in is read whole.
 */
export async function forgetRemoved(
  ctx: Ctx,
  removals: readonly Leaving[],
  stopping: AbortSignal,
): Promise<void> {
  const people: ForgottenPerson[] = [];
  for (const removal of removals) people.push(...(await forgottenOf(ctx, removal)));
  if (people.length === 0) return;
  for (const module of ctx.modules) await module.forgetPeople?.(ctx, people, stopping);
}

/** Nobody where another organization knows them. */
async function forgottenOf(
  ctx: Ctx,
  { id, entityType, person }: Leaving,
): Promise<ForgottenPerson[]> {
  const rule = kindsOf(ctx).find((one) => one.entityType === entityType)?.person;
  if (!rule || !person) return [];
  const { elsewhere, reason } = rule;
  if (elsewhere && person.address !== null) {
    const address = ctx.secrets.open(person.address);
    if (await elsewhere.isKnown(ctx, ctx.organizationId, address)) return [];
  }
  const names: string[] = JSON.parse(ctx.secrets.open(person.names));
  return [{ id, entityType, names, reason }];
}
