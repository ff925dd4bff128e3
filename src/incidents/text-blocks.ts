import type { World } from '../kernel/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { gramFilterOf } from './gram-filter.ts';
import { compressTexts, joinedTextsIn, joinTexts, splitTexts } from './pack-text.ts';
import { bytesOf, idsIn, type TextBlock, textBlocksOf, textFiltersOf } from './text-model.ts';

/** What a block holds, unpacked: changed in memory, written as a whole. */
export interface BlockTexts {
  incidentIds: readonly string[];
  /** As `joinTexts` makes it. */
  joined: Buffer;
  cut: readonly number[];
}

export interface AddedText {
  incidentId: string;
  text: string;
  isCut: boolean;
}

export function unpackBlock(block: TextBlock): BlockTexts {
  return {
    incidentIds: idsIn(block),
    joined: joinedTextsIn(bytesOf(block.texts)),
    cut: block.cut,
  };
}

export const noTexts: BlockTexts = { incidentIds: [], joined: Buffer.alloc(0), cut: [] };

export function withTexts(before: BlockTexts, added: readonly AddedText[]): BlockTexts {
  const { incidentIds, joined, cut } = before;
  return {
    incidentIds: [...incidentIds, ...added.map(({ incidentId }) => incidentId)],
    joined: Buffer.concat([joined, joinTexts(added.map(({ text }) => text))]),
    cut: [
      ...cut,
      ...added.flatMap(({ isCut }, index) => (isCut ? [incidentIds.length + index] : [])),
    ],
  };
}

/** The texts of those incidents alone. */
export function textsOfThose(before: BlockTexts, ids: ReadonlySet<string>): BlockTexts {
  const kept = before.incidentIds.flatMap((id, at) => (ids.has(id) ? [at] : []));
  const texts = splitTexts(before.joined);
  const cut = new Set(before.cut);
  return {
    incidentIds: kept.map((at) => before.incidentIds[at] ?? ''),
    joined: joinTexts(kept.map((at) => texts[at] ?? '')),
    cut: kept.flatMap((at, index) => (cut.has(at) ? [index] : [])),
  };
}

/**
 * Writes a block, and its filter once it is full: a full block only loses texts, so a filter of any of its revisions serves. False when
 * somebody else has changed the block.
 */
export async function writeBlock(
  world: World,
  { _id, organizationId }: Pick<TextBlock, '_id' | 'organizationId'>,
  before: TextBlock | null,
  { incidentIds, joined, cut }: BlockTexts,
  isFull: boolean,
): Promise<boolean> {
  const isWritten = await replaceBlock(world, before, {
    _id,
    organizationId,
    revision: (before?.revision ?? 0) + 1,
    incidentIds: incidentIds.join(' '),
    texts: compressTexts(joined),
    cut: [...cut],
    ...(isFull ? { isFull } : {}),
  });
  if (!isWritten || !isFull) return isWritten;
  const cutIds = cut.map((position) => incidentIds[position] ?? '').join(' ');
  const filter = { organizationId, bits: gramFilterOf(joined), cutIds };
  await textFiltersOf(world).replaceOne({ _id }, filter, { upsert: true });
  return true;
}

async function replaceBlock(
  world: World,
  before: TextBlock | null,
  after: TextBlock,
): Promise<boolean> {
  const blocks = textBlocksOf(world);
  try {
    if (before === null) {
      await blocks.insertOne(after);
      return true;
    }
    const { _id, revision } = before;
    return (await blocks.replaceOne({ _id, revision }, after)).matchedCount === 1;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return false;
  }
}

/** The filter goes first: one without its block would hide whatever is written there. */
export async function removeBlock(world: World, { _id, revision }: TextBlock): Promise<void> {
  await textFiltersOf(world).deleteOne({ _id });
  await textBlocksOf(world).deleteOne({ _id, revision });
}
