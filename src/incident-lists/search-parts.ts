import type { PipelineStage } from 'mongoose';
import { TextSearch, textCondition } from '../incident-search/index.ts';
import type { IncidentDocument } from '../incidents/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { readInTurn } from '../pace/index.ts';
import { allOf, type Query } from './list-filter.ts';
import type { ListPart, Order, Position } from './list-order.ts';
import { aggregate, latestEventsOnly, readParts, type Window } from './read-parts.ts';

/** A search first looks through this many incidents in the order of the list. It finds frequent texts there. */
const firstIncidents = 100;
/** It looks through this many before it reads all packed texts. */
const lookedThroughMax = 1000;
/** It reads this many blocks of packed texts before that, which is often enough. */
const firstBlocks = [2, 6, 24];
/** Afterwards it reads this many blocks between two looks at what is left. */
const moreBlocks = 96;

export interface SearchWindow extends Window {
  searchTerm: string;
  order: Order;
  /** Where an earlier page ended. */
  after: Position | undefined;
}

export interface SearchedPage {
  found: IncidentDocument[];
  isPartial: boolean;
}

/**
 * A page of incidents that have the text. Reads some packed texts first, then the first incidents of the list, then all
 * packed texts.
 */
export async function searchParts(
  ctx: Ctx,
  parts: readonly ListPart[],
  conditions: readonly Query[],
  { searchTerm, order, after, ...window }: SearchWindow,
): Promise<SearchedPage> {
  const hasText = textCondition(searchTerm);
  const first = await amongFirst(ctx, parts, [conditions, firstIncidents], { ...window, hasText });
  if (first.length >= window.limit) return { found: first, isPartial: false };
  const search = await TextSearch.begin(ctx, searchTerm);
  const { skip, limit } = window;
  const amongCandidates = async (): Promise<SearchedPage> => {
    const { ids, isPartial } = search.candidates;
    if (ids.length === 0) return { found: [], isPartial };
    const among = [...conditions, { _id: { $in: ids } }, hasText];
    return { found: await readParts(ctx, parts, among, { skip, limit }), isPartial };
  };
  const isNewestFirst = order.sortBy === 'Created' && !order.ascending;
  /** Where the newest incidents come first, the page is complete before all texts are read. */
  const pageSoFar = async (): Promise<SearchedPage | undefined> => {
    if (!isNewestFirst || search.isOver || search.candidates.ids.length < skip + limit)
      return undefined;
    const bound = search.newestUnknown;
    const page = await amongCandidates();
    const last = page.found.length < limit ? undefined : page.found.at(-1);
    return last && last.createdAt.getTime() > bound ? page : undefined;
  };
  for (const blocks of firstBlocks) {
    await search.goOn(blocks);
    const page = await pageSoFar();
    if (page) return page;
  }
  if (search.candidates.isPartial || !(isNewestFirst || search.isOver)) {
    const page = await lookThrough(ctx, parts, conditions, { ...window, hasText });
    if (page) return page;
  }
  while (!search.isOver) {
    const older = olderThan(search.newestUnknown, parts);
    if (await fitInOneLook(ctx, older, conditions, window)) {
      search.finishWith(await idsOf(ctx, older, [...conditions, hasText]));
      break;
    }
    await search.goOn(moreBlocks);
    const page = await pageSoFar();
    if (page) return page;
  }
  return amongCandidates();
}

/** The part of the list whose texts the search has not read yet. */
function olderThan(newest: number, parts: readonly ListPart[]): ListPart[] {
  if (!Number.isFinite(newest)) return [...parts];
  const createdAt = { $lte: new Date(newest) };
  return parts.map(({ where, sort }) => ({ where: allOf([where, { createdAt }]), sort }));
}

async function idsOf(
  ctx: Ctx,
  parts: readonly ListPart[],
  conditions: readonly Query[],
): Promise<string[]> {
  const found: string[] = [];
  for (const { where } of parts) {
    const stages = [{ $match: allOf([...conditions, where]) }, { $project: { _id: 1 } }];
    found.push(...(await aggregate(ctx, stages)).map(({ _id }) => _id));
  }
  return found;
}

interface TextWindow extends Window {
  hasText: Query;
}

/** Looks at the incidents themselves that come first; undefined where that is not enough. */
async function lookThrough(
  ctx: Ctx,
  parts: readonly ListPart[],
  conditions: readonly Query[],
  { hasText, ...window }: TextWindow,
): Promise<SearchedPage | undefined> {
  const looked = [conditions, lookedThroughMax] as const;
  const found = await amongFirst(ctx, parts, looked, { ...window, hasText });
  if (found.length >= window.limit) return { found, isPartial: false };
  if (!(await fitInOneLook(ctx, parts, conditions, window))) return undefined;
  const all = parts.length < 2 ? found : readParts(ctx, parts, [...conditions, hasText], window);
  return { found: await all, isPartial: false };
}

/** Incidents with the text among the first `count` of the list. */
async function amongFirst(
  ctx: Ctx,
  [first]: readonly ListPart[],
  [conditions, count]: readonly [readonly Query[], number],
  { hasText, ...window }: TextWindow,
): Promise<IncidentDocument[]> {
  if (!first) return [];
  const stages = [
    { $match: allOf([...conditions, first.where]) },
    { $sort: first.sort },
    { $limit: count },
    { $match: hasText },
    { $skip: window.skip },
    { $limit: window.limit },
    latestEventsOnly,
  ];
  return readInTurn(ctx, () => aggregate(ctx, stages, window));
}

/** Whether no part has more incidents than one look passes through. */
async function fitInOneLook(
  ctx: Ctx,
  parts: readonly ListPart[],
  conditions: readonly Query[],
  window: Window,
): Promise<boolean> {
  for (const { where, sort } of parts) {
    const stages: PipelineStage[] = [
      { $match: allOf([...conditions, where]) },
      { $sort: sort },
      { $skip: lookedThroughMax },
      { $limit: 1 },
      { $project: { _id: 1 } },
    ];
    if ((await aggregate(ctx, stages, window)).length > 0) return false;
  }
  return true;
}
