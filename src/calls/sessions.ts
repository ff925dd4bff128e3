import { type Ctx, firstIdAt, notFound } from '../kernel/index.ts';
import { type PathFilter, pathFilter } from '../store/index.ts';
import type { CallOutcome } from './call-session.ts';
import { type CallSessionDocument, callSessionModel, type LoggedEntry } from './model.ts';

export interface CallFilter {
  /** `+` and digits. */
  callerPrefix?: string | undefined;
  outcomes?: readonly CallOutcome[] | undefined;
  integrationIds?: readonly string[] | undefined;
  teamIds?: readonly string[] | undefined;
  incidentId?: string | undefined;
  /** Earliest beginning of the call. */
  from?: Date | undefined;
  /** Not included. */
  until?: Date | undefined;
}

/** A call as it is shown: without the answers to its carrier and the access to it. */
export type ShownCall = Omit<CallSessionDocument, 'applied' | 'access' | 'log' | 'outbox'>;

const hidden = { applied: 0, access: 0, outbox: 0 } as const;

/** Excludes calls that are being deleted: nobody sees them. */
export const seen = { 'erasure.what': { $ne: 'call' } } as const;

/** Newest first, of the teams that the actor may see. */
export async function listCallSessions(
  ctx: Ctx,
  filter: CallFilter,
  { idLessThan, limit }: { idLessThan?: string | undefined; limit: number },
): Promise<{ items: ShownCall[]; hasMore: boolean }> {
  const model = callSessionModel(ctx.store);
  const found = await model
    .find(pathFilter(model, callQuery(ctx, filter, idLessThan)), { ...hidden, log: 0 })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .lean<ShownCall[]>();
  return { items: found.slice(0, limit), hasMore: found.length > limit };
}

/** The call, or 404 for one that is not there, of another organization, or of teams out of sight. */
export async function getCallSession(
  ctx: Ctx,
  id: string,
): Promise<ShownCall & Pick<CallSessionDocument, 'log'>> {
  const found = await callSessionModel(ctx.store)
    .findOne({ _id: id, organizationId: ctx.organizationId, ...seen }, hidden)
    .lean<ShownCall & Pick<CallSessionDocument, 'log'>>();
  const { see } = ctx.teams;
  if (!found || (see !== 'all' && !found.teamIds.some((team) => see.includes(team))))
    throw notFound('Call session', id);
  return found;
}

/** In the order in which it happened. */
export function callLogOf({ log }: Pick<CallSessionDocument, 'log'>): readonly LoggedEntry[] {
  return log;
}

/** Calls of the teams that the actor may see. */
export function callQuery(
  ctx: Ctx,
  { callerPrefix, outcomes, integrationIds, teamIds, incidentId, from, until }: CallFilter,
  idLessThan?: string,
): PathFilter<CallSessionDocument> {
  const ids: Record<`$${string}`, string> = {};
  // Ids begin with the time at which the call did.
  if (from) ids.$gte = firstIdAt(from.getTime());
  const ends = [idLessThan, until && firstIdAt(until.getTime())].filter((end) => end !== undefined);
  const end = ends.toSorted()[0];
  if (end !== undefined) ids.$lt = end;
  const { see } = ctx.teams;
  const teams = [teamIds, see === 'all' ? undefined : see].filter((list) => list !== undefined);
  return {
    organizationId: ctx.organizationId,
    ...seen,
    ...(Object.keys(ids).length > 0 ? { _id: ids } : {}),
    // A colon comes right behind the digits.
    ...(callerPrefix ? { 'session.from': { $gte: callerPrefix, $lt: `${callerPrefix}:` } } : {}),
    ...(incidentId ? { incidentId } : {}),
    ...(outcomes ? { 'session.outcome': { $in: outcomes } } : {}),
    ...(integrationIds ? { integrationId: { $in: integrationIds } } : {}),
    ...(teams.length > 0 ? { $and: teams.map((list) => ({ teamIds: { $in: list } })) } : {}),
  };
}
