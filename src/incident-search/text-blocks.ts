import type { World } from '../kernel/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { gramFilterOf } from './gram-filter.ts';
import { compressTexts, joinedTextsIn, joinTexts, splitTexts } from './pack-text.ts';
import { bytesOf, idsIn, type TextBlock, textBlocksOf, textFiltersOf } from './text-model.ts';

/** The content of a block, unpacked. It is changed in memory and written as a whole. */
export interface BlockTexts {
  incidentIds: readonly string[];
  /** As `joinTexts` makes it. */
  joined: Buffer;
  cut: readonly number[];
  /** When the newest of them was created. */
  newest: Date;
}

export interface AddedText {
  incidentId: string;
  createdAt: Date;
  text: string;
  isCut: boolean;
}

export function unpackBlock(block: TextBlock): BlockTexts {
  return {
    incidentIds: idsIn(block),
    joined: joinedTextsIn(bytesOf(block.texts)),
    cut: block.cut,
    newest: block.newest,
  };
}

export const noTexts: BlockTexts = {
  incidentIds: [],
  joined: Buffer.alloc(0),
  cut: [],
  newest: new Date(0),
};

export function withTexts(before: BlockTexts, added: readonly AddedText[]): BlockTexts {
  const { incidentIds, joined, cut, newest } = before;
  return {
    incidentIds: [...incidentIds, ...added.map(({ incidentId }) => incidentId)],
    joined: Buffer.concat([joined, joinTexts(added.map(({ text }) => text))]),
    cut: [
      ...cut,
      ...added.flatMap(({ isCut }, index) => (isCut ? [incidentIds.length + index] : [])),
    ],
    newest: newestOf([newest, ...added.map(({ createdAt }) => createdAt)]),
  };
}

function newestOf(dates: readonly Date[]): Date {
  return new Date(dates.reduce((newest, date) => Math.max(newest, date.getTime()), 0));
}

/** The texts of those incidents alone, given when each was created. */
export function textsOfThose(before: BlockTexts, ids: ReadonlyMap<string, Date>): BlockTexts {
  const kept = before.incidentIds.flatMap((id, at) => (ids.has(id) ? [at] : []));
  const texts = splitTexts(before.joined);
  const cut = new Set(before.cut);
  return {
    incidentIds: kept.map((at) => before.incidentIds[at] ?? ''),
    joined: joinTexts(kept.map((at) => texts[at] ?? '')),
    cut: kept.flatMap((at, index) => (cut.has(at) ? [index] : [])),
    newest: newestOf([...ids.values()]),
  };
}

/**
 * Writes a block, and its filter once it is full: a full block only loses texts, so a filter of any of its revisions
 * serves. False when somebody else has changed the block.
 */
export async function writeBlock(
  world: World,
  { _id, organizationId }: Pick<TextBlock, '_id' | 'organizationId'>,
  before: TextBlock | null,
  { incidentIds, joined, cut, newest }: BlockTexts,
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
    newest,
  });
  if (!isWritten || !isFull) return isWritten;
  const cutIds = cut.map((position) => incidentIds[position] ?? '').join(' ');
  const bits = gramFilterOf(joined);
  await textFiltersOf(world).replaceOne(
    { _id },
    { organizationId, bits, cutIds },
    { upsert: true },
  );
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

/** Only of a block before the last one, whose number is not given again. */
export async function removeBlock(world: World, { _id, revision }: TextBlock): Promise<void> {
  await textFiltersOf(world).deleteOne({ _id });
  await textBlocksOf(world).deleteOne({ _id, revision });
}
