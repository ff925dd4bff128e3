import { type ChangeSource, type Ctx, invalidField, type World } from '../kernel/index.ts';
import { say } from '../sentences/index.ts';
import { literalPattern, type PathFilter, pathFilter, plainCollection } from '../store/index.ts';
import { type AuditDocument, auditModel } from './model.ts';

export interface AuditFilter {
  entityType?: string | undefined;
  entityId?: string | undefined;
  action?: string | undefined;
  actorId?: string | undefined;
  source?: ChangeSource | undefined;
  /** Part of the name of the object, of who acted, or of what an agent acted by. No index can serve it. */
  text?: string | undefined;
  from?: Date | undefined;
  until?: Date | undefined;
}

export interface AuditPage {
  entries: AuditDocument[];
  /** Position to continue after; null on the last page. */
  next: number | null;
}

/** Entries that one page reads to look for a text. Positions have no gaps, so they say how many that are. */
export const searchedMax = 10_000;

/**
 * Latest first; `after` is the `next` of the page before. A page that looks for a text ends after `searchedMax`
 * entries, however few it has found, so that nobody waits for the whole log.
 */
export async function listEntries(
  ctx: Ctx,
  filter: AuditFilter,
  { after, limit }: { after: number | null; limit: number },
): Promise<AuditPage> {
  const model = auditModel(ctx.store);
  const query = await queryOf(ctx, filter, after);
  if (filter.text !== undefined) return searchEntries(ctx, query, limit);
  const found = await model
    .find(pathFilter(model, query))
    .sort({ sequence: -1 })
    .limit(limit + 1)
    .lean<AuditDocument[]>();
  const entries = found.slice(0, limit);
  return { entries, next: found.length > limit ? (entries.at(-1)?.sequence ?? null) : null };
}

async function searchEntries(
  ctx: Ctx,
  query: PathFilter<AuditDocument>,
  limit: number,
): Promise<AuditPage> {
  const model = auditModel(ctx.store);
  const { $gt = 0, $lt = Number.MAX_SAFE_INTEGER } = (query.sequence ?? {}) as Bounds;
  const positionAt = async (order: 1 | -1) => {
    const { organizationId } = ctx;
    const within = pathFilter(model, { organizationId, sequence: { $gt, $lt } });
    const entry = await model.findOne(within, { sequence: 1 }).sort({ sequence: order }).lean();
    return entry?.sequence ?? null;
  };
  const [first, last] = await Promise.all([positionAt(1), positionAt(-1)]);
  if (first === null || last === null) return { entries: [], next: null };
  const lowest = Math.max(first, last - searchedMax + 1);
  const found = await model
    .find(pathFilter(model, { ...query, sequence: { $gte: lowest, $lte: last } }))
    .sort({ sequence: -1 })
    .limit(limit + 1)
    .lean<AuditDocument[]>();
  const entries = found.slice(0, limit);
  if (found.length > limit) return { entries, next: entries.at(-1)?.sequence ?? null };
  return { entries, next: lowest > first ? lowest : null };
}

/** All that match, oldest first, a batch in memory at a time; reading stops when the consumer does. */
export async function* eachEntry(ctx: Ctx, filter: AuditFilter): AsyncGenerator<AuditDocument> {
  const model = auditModel(ctx.store);
  const cursor = model
    .find(pathFilter(model, await queryOf(ctx, filter, null)))
    .sort({ sequence: 1 })
    .lean<AuditDocument>()
    .cursor({ batchSize: 500 });
  try {
    for await (const entry of cursor) yield entry;
  } finally {
    await cursor.close();
  }
}

export function findEntry(ctx: Ctx, id: string): Promise<AuditDocument | null> {
  return auditModel(ctx.store).findOne({ _id: id, organizationId: ctx.organizationId }).lean();
}

/** Whether one of these organizations' logs tells that the organization was deleted. */
export async function isDeletionRecorded(
  world: World,
  organizationIds: readonly string[],
  deletedId: string,
): Promise<boolean> {
  const model = auditModel(world.store);
  const found = await model
    .findOne(
      pathFilter(model, {
        organizationId: { $in: organizationIds },
        entityId: deletedId,
        action: 'organization.delete',
      }),
      { _id: 1 },
    )
    .lean();
  return found !== null;
}

async function queryOf(
  ctx: Ctx,
  filter: AuditFilter,
  after: number | null,
): Promise<PathFilter<AuditDocument>> {
  const { entityType, entityId, action, actorId, source, text, from, until } = filter;
  const bounds = await positionsOf(ctx, ctx.organizationId, from, until);
  if (after !== null) bounds.$lt = Math.min(after, bounds.$lt ?? after);
  return {
    organizationId: ctx.organizationId,
    ...(entityType === undefined ? {} : { entityType }),
    ...(entityId === undefined ? {} : { entityId }),
    ...(action === undefined ? {} : { action }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(source === undefined ? {} : { source }),
    ...(text === undefined ? {} : { $or: namedLike(text) }),
    ...(from || until
      ? { at: { ...(from ? { $gte: from } : {}), ...(until ? { $lt: until } : {}) } }
      : {}),
    ...(Object.keys(bounds).length > 0 ? { sequence: bounds } : {}),
  };
}

/** Entries whose object, actor, tool or agent's program has the text in its name. */
function namedLike(text: string): PathFilter<AuditDocument>[] {
  const pattern = { $regex: literalPattern(text), $options: 'i' };
  return [
    { 'content.entityDisplayName': pattern },
    { 'names.displayName': pattern },
    { 'names.identifier': pattern },
    { tool: pattern },
    { client: pattern },
  ];
}

/** How far the clocks of processes that append to one log may be apart. */
const skewMilliseconds = 5 * 60_000;

/** Positions, both left out. */
type Bounds = { $gt?: number; $lt?: number };

/**
 * Positions beyond which no entry of the interval can be. Order in the log is nearly order in time, so
 * every filter can walk its index by position and still not walk past the interval.
 */
async function positionsOf(
  world: World,
  organizationId: string,
  from: Date | undefined,
  until: Date | undefined,
): Promise<Bounds> {
  const model = auditModel(world.store);
  const nearest = (at: Record<`$${string}`, Date>, order: 1 | -1) =>
    model
      .findOne(pathFilter(model, { organizationId, at }), { sequence: 1 })
      .sort({ at: order })
      .lean<{ sequence: number }>();
  const [before, behind] = await Promise.all([
    from && nearest({ $lt: new Date(from.getTime() - skewMilliseconds) }, -1),
    until && nearest({ $gte: new Date(until.getTime() + skewMilliseconds) }, 1),
  ]);
  return {
    ...(before ? { $gt: before.sequence } : {}),
    ...(behind ? { $lt: behind.sequence } : {}),
  };
}

/** An opaque cursor for a position. */
export function toCursor(position: number): string {
  return Buffer.from(JSON.stringify(['audit', position])).toString('base64url');
}

/** The position of a cursor; throws 400 for a text that is none. */
export function fromCursor(cursor: string): number {
  try {
    const [kind, position] = JSON.parse(
      Buffer.from(cursor, 'base64url').toString('utf8'),
    ) as unknown[];
    if (kind === 'audit' && typeof position === 'number' && Number.isSafeInteger(position))
      return position;
  } catch {
    // Falls through to the one answer for every wrong cursor.
  }
  throw invalidField('Cursor', say('notACursor'));
}

/** How far the log of an organization goes; 0 without entries. */
export async function lastSequence(world: World, organizationId: string): Promise<number> {
  const [last] = await sequences(world, { organizationId })
    .sort({ sequence: -1 })
    .limit(1)
    .toArray();
  return last?.sequence ?? 0;
}

/** How far the log goes with entries about objects of these types; 0 without any. */
export async function lastSequenceOf(
  world: World,
  organizationId: string,
  entityTypes: readonly string[],
): Promise<number> {
  const [last] = await sequences(world, { organizationId, entityType: { $in: entityTypes } })
    .sort({ sequence: -1 })
    .limit(1)
    .toArray();
  return last?.sequence ?? 0;
}

/** An object that changed, and its place in the log. */
export type Changed = Pick<AuditDocument, 'sequence' | 'entityType' | 'entityId'>;

/** Changes after a position in the log, in its order: `limit` at most. */
export function changedSince(
  world: World,
  organizationId: string,
  sequence: number,
  limit: number,
): Promise<Changed[]> {
  return sequences(world, { organizationId, sequence: { $gt: sequence } })
    .sort({ sequence: 1 })
    .limit(limit)
    .toArray();
}

interface Entries {
  organizationId: string;
  sequence?: { $gt: number };
  entityType?: { $in: readonly string[] };
}

function sequences(world: World, filter: Entries) {
  return plainCollection(auditModel(world.store))
    .find(filter)
    .project<Changed>({ _id: 0, sequence: 1, entityType: 1, entityId: 1 });
}
