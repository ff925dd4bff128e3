import { appendEntry, settleEntry } from '../audit/index.ts';
import { type AppError, asSystem, type Ctx, orderedId, unlessGone } from '../kernel/index.ts';
import { refusal, say } from '../sentences/index.ts';
import { demandTeamEdit } from './access.ts';
import { countChange } from './change-count.ts';
import { demandNoChildrenOfCode, demandNotOfCode } from './code-only.ts';
import { entryOf, lookupOf, toResource } from './documents.ts';
import { demandExpectedResource } from './expected.ts';
import { forgetRemoved } from './forget.ts';
import {
  kindsOf,
  type Prepared,
  type Resource,
  type ResourceDocument,
  type ResourceKind,
} from './kind.ts';
import { collectionOf } from './outbox.ts';
import { placedNew, preparedNew, prepareResource, teamAfter } from './prepared-write.ts';
import { getResource, listResources, resourceExists } from './read-resources.ts';
import { noteRemoval, removalModel } from './removals.ts';
import { sealSecrets } from './secrets.ts';
import { refusingDuplicates } from './unique-values.ts';

export interface CreateOptions<Internal = object> {
  id?: string;
  /** Default: the setting of the kind. */
  teamId?: string | null;
  /** Overrides the rule that provisioning calls mark what they touch (public-api.md 1.2). */
  provision?: boolean | undefined;
  /** The audit action, where it is not `<noun>.create`. */
  action?: string;
  /** The server's own data, over what the kind prepares. */
  internal?: Partial<Internal>;
  /** The object that this one is a copy of: objects that the copy names may be gone. */
  original?: object;
  /** Its parent is stored after it; needs `teamId`. */
  precedesParent?: true;
}

/**
 * Stores a new object as the client sent it. Throws 400 when the kind refuses it, 403 without the right to
 * edit its team, 409 when a unique value is taken. Of kinds that share the id of another object the
 * present one is replaced.
 */
export async function createResource<Wire extends object, Internal = object>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  given: Partial<Wire>,
  options: CreateOptions<Internal> = {},
): Promise<Resource<Wire, Internal>> {
  const now = ctx.clock.now();
  const id = options.id ?? orderedId(now.getTime());
  const action = options.action ?? `${kind.noun}.create`;
  const placed = await placedNew(ctx, kind, given, { id, teamId: options.teamId });
  const { sent, teamId } = placed;
  if (kind.sharesId && (await resourceExists(ctx, kind, id)))
    return replaceResource(ctx, kind, id, given, { provision: options.provision, action });
  const { wire, ...prepared } = await preparedNew(ctx, kind, placed, options.original);
  const internal: Internal = { ...prepared.internal, ...options.internal };
  const entry = entryOf(ctx, kind, action, id, undefined, { wire, internal });
  const document: ResourceDocument<Wire, Internal> = {
    _id: id,
    organizationId: ctx.organizationId,
    teamId,
    wire: sealSecrets(wire, kind.shape.secrets, ctx.secrets),
    internal,
    lookup: lookupOf(kind, wire, internal),
    source: ctx.source,
    provisioned: options.provision ?? ctx.source === 'InfrastructureAsCode',
    version: 1,
    createdAt: now,
    updatedAt: entry.at,
    outbox: [entry],
  };
  await refusingDuplicates(ctx, kind, document, () => collectionOf(ctx, kind).insertOne(document));
  countChange(ctx, kind.entityType);
  await settleEntry(ctx, collectionOf(ctx, kind), id, entry);
  if (!options.precedesParent) await demandParent(ctx, kind, sent, id, teamId);
  return toResource(ctx, kind, document);
}

/**
 * A parent that was removed between the check and the write has not taken this object along: 400, and it goes again.
 */
async function demandParent<Wire extends object, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  wire: Wire,
  id: string,
  teamId: string | null,
): Promise<void> {
  if (!kind.teamOf || teamId === null || teamId === id) return;
  try {
    await kind.teamOf(ctx, wire, id);
  } catch (error) {
    await unlessGone(removeResource(asSystem(ctx, 'take back what lost its parent'), kind, id));
    throw error;
  }
}

export interface ReplaceOptions {
  provision?: boolean | undefined;
  /** The audit action, where it is not `<noun>.update`. */
  action?: string;
  /**
   * Code says nothing about the members that change, so they may change in a session of an organization by code only,
   * too.
   */
  besideCode?: true;
  /** Throws when the object is no longer in the state that the caller decided on. */
  demand?(current: { version: number }): void;
}

/**
 * Replaces the object by what the client sent. Throws 404, 403, 400 when the kind refuses it or a member
 * cannot change, 409 when a unique value is taken, and 412 when the caller has seen another version.
 */
export function replaceResource<Wire extends object, Internal = object>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  id: string,
  given: Partial<Wire>,
  options: ReplaceOptions = {},
): Promise<Resource<Wire, Internal>> {
  return updateResource(
    ctx,
    kind,
    id,
    (current) => prepareResource(ctx, kind, given, current),
    options,
  );
}

const attemptsMax = 5;

/**
 * Changes the object to what `decide` makes of the present one; decides again when somebody else was
 * faster. For changes by the server itself: what `decide` gives is stored without the checks of the kind.
 */
export async function updateResource<Wire extends object, Internal = object>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  id: string,
  decide: (
    current: Resource<Wire, Internal>,
  ) => Prepared<Wire, Internal> | Promise<Prepared<Wire, Internal>>,
  options: ReplaceOptions = {},
): Promise<Resource<Wire, Internal>> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const current = await getResource(ctx, kind, id);
    options.demand?.(current);
    demandTeamEdit(ctx, current.teamId);
    if (!options.besideCode) demandNotOfCode(ctx, kind, current);
    await demandExpectedResource(ctx, kind, current);
    const { wire, internal } = await decide(current);
    const teamId = await teamAfter(ctx, kind, wire, current);
    if (teamId !== current.teamId) demandTeamEdit(ctx, teamId);
    const action = options.action ?? `${kind.noun}.update`;
    const entry = entryOf(ctx, kind, action, id, current, { wire, internal });
    const provision =
      options.provision ?? (ctx.source === 'InfrastructureAsCode' ? true : undefined);
    const lookup = lookupOf(kind, wire, internal);
    const written = await refusingDuplicates(ctx, kind, { _id: id, lookup }, () =>
      collectionOf(ctx, kind).findOneAndUpdate(
        { _id: id, organizationId: ctx.organizationId, version: current.version },
        {
          $set: {
            wire: sealSecrets(wire, kind.shape.secrets, ctx.secrets),
            internal,
            lookup,
            teamId,
            // Tells which entry of the log this change is.
            updatedAt: entry.at,
            ...(provision === undefined ? {} : { provisioned: provision }),
          },
          $inc: { version: 1 },
          $push: { outbox: entry },
        },
        { returnDocument: 'after' },
      ),
    );
    if (written) {
      countChange(ctx, kind.entityType);
      await settleEntry(ctx, collectionOf(ctx, kind), id, entry);
      return toResource(ctx, kind, written as ResourceDocument<Wire, Internal>);
    }
  }
  throw changingTooFast(kind, id);
}

/** How long the deletion of a person waits for them to be forgotten everywhere. */
const forgetMilliseconds = 2000;

/**
 * Deletes the object and everything removed with it, and returns its last state. Throws 404, 403 and 412, and what
 * `demand` throws for the state that would be deleted.
 */
export async function removeResource<Wire extends object, Internal = object>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  id: string,
  demand?: (current: Resource<Wire, Internal>) => void,
): Promise<Resource<Wire, Internal>> {
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const current = await getResource(ctx, kind, id);
    demand?.(current);
    demandTeamEdit(ctx, current.teamId === id && !kind.sharesId ? null : current.teamId);
    demandNotOfCode(ctx, kind, current);
    await demandExpectedResource(ctx, kind, current);
    await demandNoChildrenOfCode(ctx, kind, id);
    await kind.beforeRemove?.(ctx, current);
    for (const { keepOf } of ctx.modules) await keepOf?.[kind.entityType]?.(ctx, id);
    await removeChildren(ctx, kind, id);
    const note = await noteRemoval(ctx, kind, current);
    const entry = entryOf(ctx, kind, `${kind.noun}.delete`, id, current, undefined);
    // Without organization and content no query and no unique index sees it any more; what is left
    // holds the audit entry until it is in the log.
    const hidden = await collectionOf(ctx, kind).updateOne(
      { _id: id, organizationId: ctx.organizationId, version: current.version },
      {
        $unset: { organizationId: 1, wire: 1, internal: 1, lookup: 1, teamId: 1, createdAt: 1 },
        $push: { outbox: entry },
      },
    );
    if (hidden.matchedCount > 0) {
      countChange(ctx, kind.entityType);
      await appendEntry(ctx, entry);
      await collectionOf(ctx, kind).deleteOne({ _id: id });
      // The task of removals does all of it, and what takes longer.
      if (note) await forgetRemoved(ctx, [note], AbortSignal.timeout(forgetMilliseconds));
      return current;
    }
    // The address may have been changed meanwhile.
    if (note) await removalModel(ctx.store).deleteOne({ _id: note._id });
  }
  throw changingTooFast(kind, id);
}

/**
 * Before the parent, so that a crash in between leaves nothing without a parent. Whoever may delete the
 * parent may delete what goes with it.
 */
export async function removeChildren<Wire, Internal>(
  ctx: Ctx,
  parent: ResourceKind<Wire, Internal>,
  parentId: string,
): Promise<void> {
  const why = `remove what goes with a ${parent.entityType}`;
  // Some share the id of their parent, but nobody has seen them.
  const acting = { ...asSystem(ctx, why), expected: undefined };
  for (const child of kindsOf(ctx)) {
    const filter = child.removedWith?.[parent.entityType]?.(parentId);
    if (!filter) continue;
    const { items } = await listResources(acting, child, filter);
    for (const item of items) await unlessGone(removeResource(acting, child, item.id));
  }
}

function changingTooFast<Wire, Internal>(kind: ResourceKind<Wire, Internal>, id: string): AppError {
  return refusal('conflict', say('changingNow', { what: kind.entityType, id }));
}
