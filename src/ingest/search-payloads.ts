import type { ObjectId } from 'bson';
import { integrationKind } from '../integrations/index.ts';
import { type Ctx, textOfBytes } from '../kernel/index.ts';
import { readInTurn } from '../pace/index.ts';
import { canEditTeam, listResources } from '../resources/index.ts';
import { inEnglish } from '../sentences/index.ts';
import { type Outcome, type PayloadDocument, payloadModel } from './model.ts';
import { type PayloadSummary, toObjectId } from './payloads.ts';
import { rawBodyOf } from './received.ts';

interface PayloadQuery {
  searchTerm: string | undefined;
  integrationIds: readonly string[] | undefined;
  outcomes: readonly Outcome[] | undefined;
  from: Date;
  until: Date | undefined;
  idLessThan: string | undefined;
  limit: number;
}

interface FoundPayloads {
  payloads: PayloadSummary[];
  /** Where to go on, or null when everything since `from` was looked at. */
  nextIdLessThan: string | null;
  searchedBackTo: Date;
}

/** The limits for one search: a fraction of a second of work, in steps that let others in between. */
const payloadsMax = 2000;
const bytesMax = 32 * 1024 * 1024;
/** A step reads as many payloads as fit into this many bytes, judged by those before. */
const stepBytes = 256 * 1024;
const firstStep = 25;
const stepMax = 250;
/** A store merges the payloads of so many in their order. */
const integrationsAtOnce = 500;

/**
 * Payloads in which a text occurs, newest first, of all integrations that the actor may edit. Nothing is stored for it:
 * a search is rare, and an index of words would cost every payload.
 */
export async function searchPayloads(ctx: Ctx, query: PayloadQuery): Promise<FoundPayloads> {
  const integrationIds = await ownIntegrations(ctx, query);
  const payloads: PayloadSummary[] = [];
  const matches = matcherOf(query);
  const all = { payloads, nextIdLessThan: null, searchedBackTo: query.from };
  let below = query.idLessThan === undefined ? undefined : toObjectId(query.idLessThan);
  let looked = 0;
  let bytes = 0;
  for (let step = firstStep; ; ) {
    const page = await readInTurn(ctx, () => newestBelow(ctx, integrationIds, below, step));
    let read = 0;
    for (const payload of page) {
      if (payload.createdAt < query.from) return all;
      looked++;
      read += rawBodyOf(payload).body.length;
      if (matches(payload)) payloads.push(payload);
      below = payload._id;
      if (payloads.length === query.limit || looked === payloadsMax || bytes + read > bytesMax)
        return {
          payloads,
          nextIdLessThan: below.toHexString(),
          searchedBackTo: payload.createdAt,
        };
    }
    if (page.length < step) return all;
    bytes += read;
    step = Math.min(stepMax, Math.max(1, Math.floor((stepBytes * page.length) / (read + 1))));
  }
}

async function ownIntegrations(ctx: Ctx, { integrationIds }: PayloadQuery): Promise<string[]> {
  const given = integrationIds ? { _id: { $in: [...integrationIds] } } : {};
  const { items } = await listResources(ctx, integrationKind, given);
  return items.filter(({ teamId }) => canEditTeam(ctx, teamId)).map(({ id }) => id);
}

async function newestBelow(
  { store }: Ctx,
  integrationIds: readonly string[],
  below: ObjectId | undefined,
  limit: number,
): Promise<PayloadDocument[]> {
  const before = below === undefined ? {} : { _id: { $lt: below } };
  const found: PayloadDocument[] = [];
  for (let at = 0; at < integrationIds.length; at += integrationsAtOnce) {
    const some = integrationIds.slice(at, at + integrationsAtOnce);
    const newest = await payloadModel(store)
      .find({ integrationId: { $in: some }, ...before })
      .sort({ _id: -1 })
      .limit(limit)
      .lean<PayloadDocument[]>();
    found.push(...newest);
  }
  if (integrationIds.length > integrationsAtOnce)
    found.sort((a, b) => (a._id.toHexString() < b._id.toHexString() ? 1 : -1));
  return found.slice(0, limit);
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
    if (inEnglish(payload.reason).toLowerCase().includes(term)) return true;
    if (payload.query && JSON.stringify(payload.query).toLowerCase().includes(term)) return true;
    const body = textOfBytes(rawBodyOf(payload).body, undefined).text.toLowerCase();
    return body.includes(term) || (escaped !== term && body.includes(escaped));
  };
}
