import { ObjectId } from 'bson';
import { integrationKind } from '../integrations/index.ts';
import { type Ctx, inTurn, textOfBytes } from '../kernel/index.ts';
import { canEditTeam, listResources } from '../resources/index.ts';
import { type Outcome, type PayloadDocument, payloadModel } from './model.ts';
import { type PayloadSummary, toObjectId } from './payloads.ts';
import { rawBodyOf } from './received.ts';

export interface PayloadQuery {
  searchTerm: string | undefined;
  integrationIds: readonly string[] | undefined;
  outcomes: readonly Outcome[] | undefined;
  from: Date;
  until: Date | undefined;
  idLessThan: string | undefined;
  limit: number;
}

export interface FoundPayloads {
  payloads: PayloadSummary[];
  /** Where to go on, or null when everything since `from` was looked at. */
  nextIdLessThan: string | null;
  searchedBackTo: Date;
}

/** What one search may look at: a second of work, in steps that let others in between. */
const payloadsMax = 2000;
const bytesMax = 32 * 1024 * 1024;
/** So many are read at once as have room in so many bytes, if they are like those before. */
const stepBytes = 128 * 1024;
const firstStep = 25;
const stepMax = 100;

/**
 * Payloads in which a text occurs, newest first, of all integrations that the actor may edit. Nothing is stored for it: a search is
 * rare, and an index of words would cost every payload.
 */
export async function searchPayloads(ctx: Ctx, query: PayloadQuery): Promise<FoundPayloads> {
  const { ids, below } = await candidates(ctx, query);
  const payloads: PayloadSummary[] = [];
  const matches = matcherOf(query);
  let bytes = 0;
  let last: PayloadDocument | undefined;
  let step = firstStep;
  for (let at = 0; at < ids.length; ) {
    const next = ids.slice(at, at + step);
    at += next.length;
    let read = 0;
    for (const payload of await inTurn(() => readAll(ctx, next))) {
      if (payload.createdAt < query.from)
        return { payloads, nextIdLessThan: null, searchedBackTo: query.from };
      last = payload;
      read += rawBodyOf(payload).body.length;
      if (matches(payload)) payloads.push(payload);
      if (payloads.length === query.limit || bytes + read > bytesMax)
        return {
          payloads,
          nextIdLessThan: payload._id.toHexString(),
          searchedBackTo: payload.createdAt,
        };
    }
    bytes += read;
    step = Math.min(stepMax, Math.max(1, Math.floor((stepBytes * next.length) / (read + 1))));
  }
  if (below === null) return { payloads, nextIdLessThan: null, searchedBackTo: query.from };
  const searchedBackTo = last?.createdAt ?? ctx.clock.now();
  return { payloads, nextIdLessThan: below, searchedBackTo };
}

/** The newest ids of all integrations, as far back as those of every integration are known; `below`: where the others begin. */
async function candidates(
  ctx: Ctx,
  { integrationIds, idLessThan }: PayloadQuery,
): Promise<{ ids: string[]; below: string | null }> {
  const given = integrationIds ? { _id: { $in: [...integrationIds] } } : {};
  const { items } = await listResources(ctx, integrationKind, given);
  const own = items.filter(({ teamId }) => canEditTeam(ctx, teamId));
  const each = Math.max(firstStep, Math.floor(payloadsMax / Math.max(1, own.length)));
  const before = idLessThan === undefined ? {} : { _id: { $lt: toObjectId(idLessThan) } };
  let below: string | null = null;
  const found: string[] = [];
  for (const { id } of own) {
    const newest = await newestIds(ctx, { integrationId: id, ...before }, each);
    found.push(...newest);
    const oldest = newest.at(-1);
    if (newest.length === each && oldest && (below === null || oldest > below)) below = oldest;
  }
  const reach = below;
  const ids = found.filter((id) => reach === null || id >= reach).sort((a, b) => (a < b ? 1 : -1));
  return { ids, below };
}

/** In the form in which they are sorted as they are stored. */
async function newestIds(
  { store }: Ctx,
  query: { integrationId: string; _id?: { $lt: ObjectId } },
  limit: number,
): Promise<string[]> {
  const newest = await payloadModel(store)
    .find(query)
    .select('_id')
    .sort({ _id: -1 })
    .limit(limit)
    .lean<{ _id: ObjectId }[]>();
  return newest.map(({ _id }) => _id.toHexString());
}

function readAll({ store }: Ctx, ids: readonly string[]): Promise<PayloadDocument[]> {
  return payloadModel(store)
    .find({ _id: { $in: ids.map((id) => new ObjectId(id)) } })
    .sort({ _id: -1 })
    .lean<PayloadDocument[]>();
}

function matcherOf({ searchTerm, outcomes, until }: PayloadQuery) {
  const term = searchTerm?.toLowerCase();
  // Senders may write Ä as \u00c4.
  const escaped = term?.replaceAll(/[^\x20-\x7e]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return (payload: PayloadDocument): boolean => {
    if (outcomes && !outcomes.includes(payload.outcome)) return false;
    if (until && payload.createdAt > until) return false;
    if (term === undefined || escaped === undefined) return true;
    if (payload.reason.toLowerCase().includes(term)) return true;
    if (payload.query && JSON.stringify(payload.query).toLowerCase().includes(term)) return true;
    const body = textOfBytes(rawBodyOf(payload).body, undefined).text.toLowerCase();
    return body.includes(term) || (escaped !== term && body.includes(escaped));
  };
}
