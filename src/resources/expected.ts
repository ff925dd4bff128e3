import { changedBy } from '../audit/index.ts';
import { AppError, type Ctx } from '../kernel/index.ts';
import type { Resource, ResourceKind } from './kind.ts';
import { collectionOf } from './outbox.ts';

/** What somebody is about to change: its version is the condition of the write that follows. */
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
  throw new AppError(
    'changed-meanwhile',
    `${what} ${id} is not as you read it: it was changed ${by === null ? '' : `by ${by} `}at ${changedAt.toISOString()}. ` +
      'Read it again and repeat your change with the ETag of that answer. Without If-Match you overwrite what others changed.',
    { members: { changedBy: by, changedAt: changedAt.toISOString() } },
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
