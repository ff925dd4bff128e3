import type { Ctx } from '../kernel/index.ts';
import { literalPattern } from '../store/index.ts';
import { keepTexts } from './keep-texts.ts';
import type { Query } from './list-filter.ts';
import { incidentsOf } from './model.ts';
import { foldCase, positionsWith } from './pack-text.ts';
import {
  blocksOfOrganization,
  bytesOf,
  idsIn,
  type TextBlock,
  textBlocksOf,
  textLateMilliseconds,
  textPositionsOf,
} from './text-model.ts';

/** Incidents that may have the text; beyond, a search is too vague to be answered completely. */
const candidatesMax = 2000;
/** Incidents whose texts are not packed yet: so many of the latest are looked at. */
const unpackedMax = 2000;
const patienceMilliseconds = 3000;
const blocksAtOnce = 8;
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
  const blocks = textBlocksOf(ctx)
    .find({ _id: blocksOfOrganization(ctx.organizationId) })
    .sort({ _id: -1 })
    .batchSize(blocksAtOnce);
  const ids = new Set<string>();
  try {
    for await (const block of blocks) {
      for (const id of candidatesIn(block, term)) ids.add(id);
      if (ids.size > candidatesMax || performance.now() > deadline)
        return { ids: [...ids], isPartial: true };
    }
  } finally {
    await blocks.close();
  }
  return { ids: [...ids], isPartial: false };
}

function candidatesIn(block: TextBlock, term: Buffer): string[] {
  const positions = new Set([...positionsWith(bytesOf(block.texts), term), ...block.cut]);
  if (positions.size === 0) return [];
  const ids = idsIn(block);
  return [...positions].sort((a, b) => b - a).flatMap((position) => ids[position] ?? []);
}
