import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Condition } from 'mongodb';
import type { Ctx } from '../kernel/index.ts';
import { literalPattern } from '../store/index.ts';
import { canBeFiltered, mayHaveTerm } from './gram-filter.ts';
import { keepTexts } from './keep-texts.ts';
import type { Query } from './list-filter.ts';
import { incidentsOf } from './model.ts';
import { foldCase, positionsWith } from './pack-text.ts';
import {
  blockId,
  blockNumber,
  blocksOfOrganization,
  bytesOf,
  idsIn,
  splitIds,
  type TextBlock,
  textBlocksOf,
  textFiltersOf,
  textLateMilliseconds,
  textPositionsOf,
} from './text-model.ts';

/** Incidents that may have the text; beyond, a search is too vague to be answered completely. */
const candidatesMax = 2000;
/** Incidents whose texts are not packed yet: so many of the latest are looked at. */
const unpackedMax = 2000;
const patienceMilliseconds = 3000;
const blocksAtOnce = 8;
const blocksAskedFor = 64;
const filtersAtOnce = 128;
/** What has changed lately is packed first, as far as there is time. */
const catchUpMilliseconds = 250;

/** Part of the title or of an attribute's value; the term is text, never a pattern. */
export function textCondition(term: string): Query {
  const pattern = { $regex: literalPattern(term), $options: 'i' };
  return { $or: [{ title: pattern }, { 'attributes.value': pattern }] };
}

export interface Candidates {
  ids: string[];
  /** There may be more. */
  isPartial: boolean;
}

/**
 * Incidents of the organization that may contain the term, those that changed last first, whoever sees them: by their packed
 * texts, and by themselves where they are not packed yet.
 */
export async function incidentsWithText(ctx: Ctx, term: string): Promise<Candidates> {
  const patience = { patienceMilliseconds: catchUpMilliseconds };
  const isAllPacked = await keepTexts(ctx, ctx.organizationId, patience);
  const unpacked = isAllPacked ? none : await amongUnpacked(ctx, term);
  const packed = await amongPacked(ctx, Buffer.from(foldCase(term)));
  const ids = [...new Set([...unpacked.ids, ...packed.ids])];
  return {
    ids: ids.slice(0, candidatesMax),
    isPartial: unpacked.isPartial || packed.isPartial || ids.length > candidatesMax,
  };
}

const none: Candidates = { ids: [], isPartial: false };

async function amongUnpacked(ctx: Ctx, term: string): Promise<Candidates> {
  const { organizationId } = ctx;
  const position = await textPositionsOf(ctx).findOne({ _id: organizationId });
  const from = new Date((position?.until.getTime() ?? 0) - textLateMilliseconds);
  const latest = [
    { $match: { organizationId, lastUpdatedAt: { $gte: from } } },
    { $sort: { lastUpdatedAt: -1, _id: -1 } },
  ];
  const [found, beyond] = await Promise.all([
    incidentsOf(ctx)
      .aggregate<{ _id: string }>([
        ...latest,
        { $limit: unpackedMax },
        { $match: textCondition(term) },
        { $project: { _id: 1 } },
      ])
      .toArray(),
    incidentsOf(ctx)
      .find({ organizationId, lastUpdatedAt: { $gte: from } })
      .sort({ lastUpdatedAt: -1, _id: -1 })
      .skip(unpackedMax)
      .limit(1)
      .project({ _id: 1 })
      .toArray(),
  ]);
  return { ids: found.map(({ _id }) => _id), isPartial: beyond.length > 0 };
}

async function amongPacked(ctx: Ctx, term: Buffer): Promise<Candidates> {
  const deadline = performance.now() + patienceMilliseconds;
  const ids = new Set<string>();
  for await (const found of candidatesByBlock(ctx, term)) {
    for (const id of found) ids.add(id);
    if (ids.size > candidatesMax || performance.now() > deadline)
      return { ids: [...ids], isPartial: true };
  }
  return { ids: [...ids], isPartial: false };
}

let lastTurn: Promise<void> = Promise.resolve();

/** However many searches there are, the thread does no more than one block between two other things. */
function othersFirst(): Promise<void> {
  lastTurn = lastTurn.then(() => turnOfOthers());
  return lastTurn;
}

/** Later blocks first; then those of blocks that need not be read. */
async function* candidatesByBlock(ctx: Ctx, term: Buffer): AsyncGenerator<string[]> {
  const all = blocksOfOrganization(ctx.organizationId);
  const filters = canBeFiltered(term)
    ? await textFiltersOf(ctx)
        .find({ _id: all })
        .sort({ _id: -1 })
        .batchSize(filtersAtOnce)
        .toArray()
    : [];
  const [latest] = filters;
  const earliest = filters.at(-1);
  if (!latest || !earliest) return yield* candidatesAmong(ctx, term, all);
  yield* candidatesAmong(ctx, term, { ...all, $gt: latest._id });
  const wanted: string[] = [];
  const cut: string[] = [];
  let above = blockNumber(latest._id);
  for (const { _id, bits, cutIds } of filters) {
    // Blocks between have no filter yet, or are gone.
    const number = blockNumber(_id);
    for (let between = above - 1; between > number; between--)
      wanted.push(blockId(ctx.organizationId, between));
    above = number;
    if (mayHaveTerm(bytesOf(bits), term)) wanted.push(_id);
    else cut.push(...splitIds(cutIds));
  }
  for (let at = 0; at < wanted.length; at += blocksAskedFor)
    yield* candidatesAmong(ctx, term, { $in: wanted.slice(at, at + blocksAskedFor) });
  yield* candidatesAmong(ctx, term, { ...all, $lt: earliest._id });
  yield cut;
}

async function* candidatesAmong(
  ctx: Ctx,
  term: Buffer,
  _id: Condition<string>,
): AsyncGenerator<string[]> {
  const blocks = textBlocksOf(ctx).find({ _id }).sort({ _id: -1 }).batchSize(blocksAtOnce);
  try {
    for await (const block of blocks) {
      await othersFirst();
      yield candidatesIn(block, term);
    }
  } finally {
    await blocks.close();
  }
}

function candidatesIn(block: TextBlock, term: Buffer): string[] {
  const positions = new Set([...positionsWith(bytesOf(block.texts), term), ...block.cut]);
  if (positions.size === 0) return [];
  const ids = idsIn(block);
  return [...positions].sort((a, b) => b - a).flatMap((position) => ids[position] ?? []);
}
