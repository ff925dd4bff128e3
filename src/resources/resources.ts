import type { QueryFilter } from 'mongoose';
import { appendEntry, type AuditEntry, auditEntry, fieldChanges } from '../audit/index.ts';
import { AppError, type Ctx, notFound, orderedId, type World } from '../kernel/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { countChange } from './change-count.ts';
import { canEditTeam, canSeeTeam, demandTeamEdit, visibleTeams } from './access.ts';
import { allKinds, type ResourceDocument, type ResourceKind } from './kind.ts';
import { maskSecrets, openSecrets, sealSecrets } from './secrets.ts';

/** What a room gets back: the wire object as it was sent, and the house's own data. */
export interface Resource<Wire> {
  id: string;
  teamId: string | null;
  wire: Wire;
  provisioned: boolean;
  source: ResourceDocument<Wire>['source'];
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface CreateOptions {
  id?: string;
  teamId: string | null;
  /** Overrides the rule that provisioning calls mark what they touch (public-api.md 1.2). */
  provision?: boolean | undefined;
}

export interface PageRequest {
  offset?: number | undefined;
  limit?: number | undefined;
}

export interface Page<Item> {
  items: Item[];
  hasMore: boolean;
}

type Filter<Wire> = QueryFilter<ResourceDocument<Wire>>;

/** Stores a new object. Throws 403 without the right to edit its team, 409 when a unique value is taken. */
export async function createResource<Wire>(
  ctx: Ctx,
  kind: ResourceKind<Wire>,
  wire: Wire,
  options: CreateOptions,
): Promise<Resource<Wire>> {
  demandTeamEdit(ctx, options.teamId);
  const now = ctx.clock.now();
  const id = options.id ?? orderedId(now.getTime());
  const entry = entryOf(ctx, kind, 'create', id, undefined, wire);
  const document: ResourceDocument<Wire> = {
    _id: id,
    organizationId: ctx.organizationId,
    teamId: options.teamId,
    wire: sealSecrets(wire, kind.secretPaths ?? [], ctx.secrets),
    lookup: lookupOf(kind, wire),
    source: ctx.source,
    provisioned: options.provision ?? ctx.source === 'InfrastructureAsCode',
    version: 1,
    createdAt: now,
    updatedAt: now,
    outbox: [entry],
  };
  await refusingDuplicates(kind, () => kind.model(ctx.store).collection.insertOne(document as never));
  countChange(ctx.store, kind.entityType);
  await settle(ctx, kind, id, entry);
  return toResource(ctx, kind, document);
}

/** The object, or 404 for one that is not there, of another organization, or of a team out of sight. */
export async function getResource<Wire>(
  ctx: Ctx,
  kind: ResourceKind<Wire>,
  id: string,
): Promise<Resource<Wire>> {
  const found = await findResource(ctx, kind, { _id: id } as Filter<Wire>);
  if (!found) throw notFound(kind.entityType, id);
  return found;
}

/** The first object that matches, in order of creation, or null. */
export async function findResource<Wire>(
  ctx: Ctx,
  kind: ResourceKind<Wire>,
  filter: Filter<Wire>,
): Promise<Resource<Wire> | null> {
  const document = await kind
    .model(ctx.store)
    .findOne({ ...filter, organizationId: ctx.organizationId } as Filter<Wire>)
    .sort({ createdAt: 1, _id: 1 })
    .lean<ResourceDocument<Wire>>();
  if (!document || !canSeeTeam(ctx, document.teamId)) return null;
  return toResource(ctx, kind, document);
}

/** Objects in order of creation; `limit` undefined gives all that match. */
export async function listResources<Wire>(
  ctx: Ctx,
  kind: ResourceKind<Wire>,
  filter: Filter<Wire> = {},
  page: PageRequest = {},
): Promise<Page<Resource<Wire>>> {
  const visible = visibleTeams(ctx);
  const combined =
    visible.teamId && 'teamId' in filter
      ? { organizationId: ctx.organizationId, $and: [visible, filter] }
      : { ...filter, ...visible, organizationId: ctx.organizationId };
  const query = kind
    .model(ctx.store)
    .find(combined as Filter<Wire>)
    .sort({ createdAt: 1, _id: 1 })
    .skip(page.offset ?? 0);
  if (page.limit !== undefined) query.limit(page.limit + 1);
  const documents = await query.lean<ResourceDocument<Wire>[]>();
  const shown = page.limit === undefined ? documents : documents.slice(0, page.limit);
  return {
    items: shown.map((document) => toResource(ctx, kind, document)),
    hasMore: documents.length > shown.length,
  };
}

export interface ReplaceOptions {
  /** A new owning team, where the kind lets it change. */
  teamId?: string | null;
  provision?: boolean | undefined;
  /** Last half of the audit action; `update` unless said. */
  verb?: string;
}

const attemptsMax = 5;

/**
 * Replaces the wire object by what `decide` makes of the present one (PUT: ignore it). Decides again
 * when somebody else was faster. Throws 404, 403, and 409 when a unique value is taken.
 */
export async function replaceResource<Wire>(
  ctx: Ctx,
  kind: ResourceKind<Wire>,
  id: string,
  decide: (current: Resource<Wire>) => Wire | Promise<Wire>,
  options: ReplaceOptions = {},
): Promise<Resource<Wire>> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const current = await getResource(ctx, kind, id);
    demandTeamEdit(ctx, current.teamId);
    if (options.teamId !== undefined) demandTeamEdit(ctx, options.teamId);
    const wire = await decide(current);
    const entry = entryOf(ctx, kind, options.verb ?? 'update', id, current.wire, wire);
    const provision = options.provision ?? (ctx.source === 'InfrastructureAsCode' ? true : undefined);
    const written = await refusingDuplicates(kind, () =>
      kind.model(ctx.store).collection.findOneAndUpdate(
        { _id: id, organizationId: ctx.organizationId, version: current.version } as never,
        {
          $set: {
            wire: sealSecrets(wire, kind.secretPaths ?? [], ctx.secrets),
            lookup: lookupOf(kind, wire),
            updatedAt: ctx.clock.now(),
            ...(options.teamId === undefined ? {} : { teamId: options.teamId }),
            ...(provision === undefined ? {} : { provisioned: provision }),
          },
          $inc: { version: 1 },
          $push: { outbox: entry },
        } as never,
        { returnDocument: 'after' },
      ),
    );
    if (written) {
      countChange(ctx.store, kind.entityType);
      await settle(ctx, kind, id, entry);
      return toResource(ctx, kind, written as unknown as ResourceDocument<Wire>);
    }
  }
  throw new AppError('conflict', `${kind.entityType} ${id} is being changed by others; try again.`);
}

/** Deletes the object and gives back what it was. Throws 404 and 403. */
export async function removeResource<Wire>(
  ctx: Ctx,
  kind: ResourceKind<Wire>,
  id: string,
): Promise<Resource<Wire>> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const current = await getResource(ctx, kind, id);
    demandTeamEdit(ctx, current.teamId);
    const entry = entryOf(ctx, kind, 'delete', id, current.wire, undefined);
    // Without organization and content no query and no unique index sees it any more; what is left
    // holds the audit entry until it is in the log.
    const hidden = await kind.model(ctx.store).collection.updateOne(
      { _id: id, organizationId: ctx.organizationId, version: current.version } as never,
      { $unset: { organizationId: 1, wire: 1, lookup: 1, teamId: 1, createdAt: 1 }, $push: { outbox: entry } } as never,
    );
    if (hidden.matchedCount > 0) {
      countChange(ctx.store, kind.entityType);
      await appendEntry(ctx, entry);
      await kind.model(ctx.store).collection.deleteOne({ _id: id } as never);
      return current;
    }
  }
  throw new AppError('conflict', `${kind.entityType} ${id} is being changed by others; try again.`);
}

/** Moves entries that a crash left beside their objects into the audit log. */
export async function sweepOutboxes(world: World): Promise<void> {
  for (const kind of allKinds()) {
    const model = kind.model(world.store);
    const left = await model
      .find({ 'outbox._id': { $exists: true } } as never)
      .limit(1000)
      .lean<ResourceDocument<unknown>[]>();
    for (const document of left) {
      for (const entry of document.outbox ?? []) {
        await appendEntry(world, entry);
        await forget(world, kind, document._id, entry);
      }
      if (document.organizationId === undefined)
        await model.collection.deleteOne({ _id: document._id } as never);
    }
  }
}

/** The change is on disk with its entry beside it; now the entry goes to where it is read. */
async function settle<Wire>(ctx: Ctx, kind: ResourceKind<Wire>, id: string, entry: AuditEntry): Promise<void> {
  await appendEntry(ctx, entry);
  await forget(ctx, kind, id, entry);
}

async function forget<Wire>(
  world: World,
  kind: ResourceKind<Wire>,
  id: string,
  entry: AuditEntry,
): Promise<void> {
  const { collection } = kind.model(world.store);
  await collection.updateOne({ _id: id } as never, { $pull: { outbox: { _id: entry._id } } } as never);
  // An empty list would keep the object in the sparse index.
  await collection.updateOne({ _id: id, outbox: { $size: 0 } } as never, { $unset: { outbox: 1 } } as never);
}

function lookupOf<Wire>(kind: ResourceKind<Wire>, wire: Wire): Record<string, string> {
  const lookup: Record<string, string> = {};
  const displayName = kind.displayNameOf(wire);
  if (displayName !== null) lookup.displayName = displayName.toLowerCase();
  for (const [key, value] of Object.entries(kind.lookupOf?.(wire) ?? {})) {
    if (value !== null) lookup[key] = value;
  }
  return lookup;
}

/** Matches a substring of a lookup value without regard to case; user text is never a pattern. */
export function lookupContains(text: string): { $regex: string } {
  return { $regex: text.toLowerCase().replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&') };
}

function entryOf<Wire>(
  ctx: Ctx,
  kind: ResourceKind<Wire>,
  verb: string,
  id: string,
  before: Wire | undefined,
  after: Wire | undefined,
): AuditEntry {
  const secrets = kind.secretPaths ?? [];
  const isSecret = (path: string) => {
    const plain = path.replaceAll(/\.\d+(?=\.|$)/g, '');
    return secrets.some((secret) => plain === secret || plain.startsWith(`${secret}.`));
  };
  const named = after ?? before;
  return auditEntry(ctx, {
    action: `${kind.noun}.${verb}`,
    entityType: kind.entityType,
    entityId: id,
    entityDisplayName: named === undefined ? null : kind.displayNameOf(named),
    changes: fieldChanges(before, after, isSecret),
  });
}

function toResource<Wire>(
  ctx: Ctx,
  kind: ResourceKind<Wire>,
  document: ResourceDocument<Wire>,
): Resource<Wire> {
  const paths = kind.secretPaths ?? [];
  return {
    id: document._id,
    teamId: document.teamId,
    wire: canEditTeam(ctx, document.teamId)
      ? openSecrets(document.wire, paths, ctx.secrets)
      : maskSecrets(document.wire, paths),
    provisioned: document.provisioned,
    source: document.source,
    version: document.version,
    createdAt: document.createdAt,
    updatedAt: document.updatedAt,
  };
}

async function refusingDuplicates<Wire, Result>(
  kind: ResourceKind<Wire>,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const pattern = (error as { keyPattern?: Record<string, unknown> }).keyPattern ?? {};
    const fields = Object.keys(pattern)
      .filter((field) => field !== 'organizationId')
      .map((field) => field.replace(/^wire\./, ''));
    throw new AppError(
      'conflict',
      `Another ${kind.entityType} already has this ${fields.join(' and ')}; change or delete that one first.`,
      { cause: error },
    );
  }
}
