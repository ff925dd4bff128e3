import { AppError, type Ctx } from '../kernel/index.ts';
import { demandTeamEdit } from './access.ts';
import { demandNotOfCode } from './code-only.ts';
import { lookupOf } from './documents.ts';
import type { Prepared, Resource, ResourceDocument, ResourceKind } from './kind.ts';
import { demandReferences } from './references.ts';
import { keepMasked } from './secrets.ts';
import { isSame, toWire } from './wire-shape.ts';

/** The members of an object that a write stores, beside who made it and when. */
export interface PreparedWrite<Wire, Internal>
  extends Prepared<Wire, Internal>,
    Pick<ResourceDocument<Wire, Internal>, '_id' | 'teamId' | 'lookup'> {}

/** An object that is to be made, once it is known where: its maker may edit that team. */
export interface PlacedObject<Wire> {
  id: string;
  teamId: string | null;
  sent: Wire;
}

/** Throws 400 for a team that is not there, 403 without the right to edit it. Default: the team that the kind says. */
export async function placedNew<Wire extends object, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  given: Partial<Wire>,
  { id, teamId: said }: { id: string; teamId?: string | null | undefined },
): Promise<PlacedObject<Wire>> {
  const sent = sentWire(kind, given);
  const teamId = said === undefined ? ((await kind.teamOf?.(ctx, sent, id)) ?? null) : said;
  // A new team has no members yet: creating one needs the right to edit the organization.
  demandTeamEdit(ctx, teamId === id && !kind.sharesId ? null : teamId);
  return { id, teamId, sent };
}

/**
 * The document that creating the object would store. Throws as the write does, except for unique values, which only the
 * store knows. Stores nothing. `original`: the object that it is a copy of, so objects that this one names may be gone.
 */
export async function preparedNew<Wire extends object, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  { id, teamId, sent }: PlacedObject<Wire>,
  original?: object,
): Promise<PreparedWrite<Wire, Internal>> {
  const { wire, internal } = await prepare(ctx, kind, sent, undefined, original);
  return { _id: id, teamId, wire, internal, lookup: lookupOf(kind, wire, internal) };
}

/** The same of replacing the present one. */
export async function preparedReplacement<Wire extends object, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  given: Partial<Wire>,
  current: Resource<Wire, Internal>,
): Promise<PreparedWrite<Wire, Internal>> {
  demandTeamEdit(ctx, current.teamId);
  demandNotOfCode(ctx, kind, current);
  const { wire, internal } = await prepareResource(ctx, kind, given, current);
  const teamId = await teamAfter(ctx, kind, wire, current);
  if (teamId !== current.teamId) demandTeamEdit(ctx, teamId);
  return { _id: current.id, teamId, wire, internal, lookup: lookupOf(kind, wire, internal) };
}

/** The object as the client means it: with every member, and with the secrets that it only has masked. */
function sentWire<Wire extends object, Internal>(
  kind: ResourceKind<Wire, Internal>,
  given: Partial<Wire>,
  current?: Resource<Wire, Internal>,
): Wire {
  const members = current?.wire as Record<string, unknown> | undefined;
  const sent = toWire(kind.shape, given as Record<string, unknown>, members) as Wire;
  return keepMasked(sent, current?.wire, kind.shape.secrets);
}

/**
 * The document that creating the object, or replacing the present one, would store. Throws as those do, and changes
 * nothing.
 */
export function prepareResource<Wire extends object, Internal = object>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  given: Partial<Wire>,
  current?: Resource<Wire, Internal>,
): Promise<Prepared<Wire, Internal>> {
  return prepare(ctx, kind, sentWire(kind, given, current), current);
}

async function prepare<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  wire: Wire,
  current: Resource<Wire, Internal> | undefined,
  original: unknown = current?.wire,
): Promise<Prepared<Wire, Internal>> {
  const prepared = kind.prepare
    ? await kind.prepare(ctx, wire, current)
    : { wire, internal: current?.internal ?? ({} as Internal) };
  await demandReferences(ctx, kind, prepared.wire, original);
  return prepared;
}

/** An object stays with a team that is gone while it still names that team: this must not block its other changes. */
export async function teamAfter<Wire, Internal>(
  ctx: Ctx,
  kind: ResourceKind<Wire, Internal>,
  wire: Wire,
  current: Resource<Wire, Internal>,
): Promise<string | null> {
  if (!kind.teamOf) return current.teamId;
  try {
    return await kind.teamOf(ctx, wire, current.id);
  } catch (error) {
    const named = error instanceof AppError ? Object.keys(error.fields ?? {}) : [];
    const before = current.wire as Record<string, unknown>;
    const after = wire as Record<string, unknown>;
    if (named.length === 0 || named.some((field) => !isSame(before[field], after[field])))
      throw error;
    return current.teamId;
  }
}
