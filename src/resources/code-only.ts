import { asSystem, type Ctx } from '../kernel/index.ts';
import { refusal, say } from '../sentences/index.ts';
import { kindsOf, type Resource, type ResourceKind } from './kind.ts';
import { listResources } from './read-resources.ts';

/**
 * In a session of an organization that works by code only: 403 for an object that code manages. Kinds whose answers do
 * not say who manages them cannot be made by code.
 */
export function demandNotOfCode<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  { id, provisioned }: Pick<Resource<Wire, Internal>, 'id' | 'provisioned'>,
): void {
  if (!ctx.isCodeOnly || !provisioned || !kind.shape.answer.includes('isProvisioned')) return;
  throw refusal('code-only', say('managedByCode', { what: kind.entityType, id }));
}

/**
 * Objects that code manages must not be removed with an object that it does not manage: 403, before anything is
 * removed.
 */
export async function demandNoChildrenOfCode<Wire, Internal>(
  ctx: Ctx,
  parent: ResourceKind<Wire, Internal>,
  parentId: string,
): Promise<void> {
  if (!ctx.isCodeOnly) return;
  const acting = asSystem(ctx, `look at what goes with a ${parent.entityType}`);
  for (const child of kindsOf(ctx)) {
    const filter = child.removedWith?.[parent.entityType]?.(parentId);
    if (!filter) continue;
    const { items } = await listResources(acting, child, filter);
    for (const item of items) {
      demandNotOfCode(ctx, child, item);
      await demandNoChildrenOfCode(ctx, child, item.id);
    }
  }
}
