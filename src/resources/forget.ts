import type { Ctx } from '../kernel/index.ts';
import type { ResourceKind } from './kind.ts';
import type { RemovalDocument } from './removals.ts';

/**
 * Takes what names the person of a removed object out of the organization, unless another organization knows them, too.
 */
export async function forgetRemoved<Wire, Internal>(
  ctx: Ctx,
  { entityType, person: rule }: ResourceKind<Wire, Internal>,
  { id, person }: Pick<RemovalDocument, 'id' | 'person'>,
  stopping: AbortSignal,
): Promise<void> {
  if (!rule || !person) return;
  const { elsewhere } = rule;
  if (elsewhere && person.address !== null) {
    const address = ctx.secrets.open(person.address);
    if (await elsewhere.isKnown(ctx, ctx.organizationId, address)) return;
  }
  const names: string[] = JSON.parse(ctx.secrets.open(person.names));
  for (const module of ctx.modules)
    await module.forgetPerson?.(ctx, { id, entityType, names, reason: rule.reason }, stopping);
}
