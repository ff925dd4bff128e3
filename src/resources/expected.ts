import { changedBy } from '../audit/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { refusal, say } from '../sentences/index.ts';
import type { Resource, ResourceKind } from './kind.ts';
import { collectionOf } from './outbox.ts';

/** The object that is about to change: its version is the condition of the write that follows. */
interface Present {
  /** As people call it: `Team`. */
  what: string;
  id: string;
  version: number;
  changedAt: Date;
  /** Null where nobody knows. */
  changedBy(): Promise<string | null>;
}

/** Throws 412 when the caller has seen another version of this object than the present one, and says who changed it. */
export async function demandExpected({ expected }: Ctx, present: Present): Promise<void> {
  const { what, id, version, changedAt } = present;
  if (expected?.id !== id || expected.versions.includes(version)) return;
  const by = await present.changedBy();
  const at = changedAt.toISOString();
  throw refusal(
    'changed-meanwhile',
    by === null
      ? say('changedSince', { what, id, at })
      : say('changedByOther', { what, id, by, at }),
    { members: { changedBy: by, changedAt: at } },
  );
}

/** The same of an object of a kind. */
export function demandExpectedResource<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  { id, version, updatedAt }: Resource<Wire, Internal>,
): Promise<void> {
  return demandExpected(ctx, {
    what: kind.entityType,
    id,
    version,
    changedAt: updatedAt,
    changedBy: () => changedBy(ctx, collectionOf(ctx, kind), { id, at: updatedAt }),
  });
}
