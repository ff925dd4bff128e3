import { setImmediate as turnOfOthers } from 'node:timers/promises';
import type { Ctx } from '../kernel/index.ts';
import { readInTurn } from '../pace/index.ts';
import { mayHaveTerm } from './gram-filter.ts';
import { blocksKnown, type KnownBlock } from './known-blocks.ts';
import { positionsWith } from './pack-text.ts';
import { bytesOf, idsIn, type TextBlock, textBlocksOf } from './text-model.ts';

/** A place to find incidents with a term: a block to look through, or incidents to look at in any case. */
export interface TextSource {
  blockId: string | undefined;
  ids: readonly string[];
  /** None of them was created later; milliseconds. */
  newest: number;
}

/** Sources that may have the term, the one with the newest incidents first. */
export async function sourcesOf(ctx: Ctx, term: Buffer, lastBlock: number): Promise<TextSource[]> {
  const blocks = await blocksKnown(ctx, lastBlock);
  return blocks
    .flatMap((block) => sourceOf(block, term))
    .sort((a, b) => (a.newest < b.newest ? 1 : a.newest > b.newest ? -1 : 0));
}

function sourceOf({ id, newest, filter }: KnownBlock, term: Buffer): TextSource[] {
  const source = {
    blockId: id,
    ids: [],
    newest: newest.getTime(),
  };
  if (!filter || mayHaveTerm(filter.bits, term)) return [source];
  return filter.cutIds.length > 0 ? [{ ...source, blockId: undefined, ids: filter.cutIds }] : [];
}

const blocksAtOnce = 8;

/** Ids of incidents that may have the term, as these sources know them. */
export async function idsAmong(
  ctx: Ctx,
  sources: readonly TextSource[],
  term: Buffer,
): Promise<string[]> {
  const found = sources.flatMap(({ ids }) => ids);
  const wanted = sources.flatMap(({ blockId }) => blockId ?? []);
  for (let at = 0; at < wanted.length; at += blocksAtOnce) {
    const blockIds = wanted.slice(at, at + blocksAtOnce);
    await readInTurn(ctx, async () => {
      const blocks = await textBlocksOf(ctx)
        .find({ _id: { $in: blockIds } })
        .toArray();
      for (const block of blocks) {
        await turnOfOthers();
        found.push(...idsWith(block, term));
      }
    });
  }
  return found;
}

function idsWith(block: TextBlock, term: Buffer): string[] {
  const positions = new Set([...positionsWith(bytesOf(block.texts), term), ...block.cut]);
  if (positions.size === 0) return [];
  const ids = idsIn(block);
  return [...positions].flatMap((position) => ids[position] ?? []);
}
