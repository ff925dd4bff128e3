import { incidentsOf } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { removeBlock, textsOfThose, unpackBlock, writeBlock } from './text-blocks.ts';
import {
  blockNumber,
  blocksOfOrganization,
  idsIn,
  type TextBlock,
  textBlocksOf,
  textFiltersOf,
  textPositionsOf,
} from './text-model.ts';

/** Blocks that one run looks through. */
const sweptAtOnce = 10;

/**
 * Takes the texts of incidents out that are gone, some blocks at a time, and gives full blocks a filter that have none.
 */
export async function sweepTexts(world: World, organizationId: string): Promise<void> {
  const position = await textPositionsOf(world).findOne({ _id: organizationId });
  const { $lt, $gt } = blocksOfOrganization(organizationId);
  const blocks = await textBlocksOf(world)
    .find({ _id: { $gt: position?.swept ?? $gt, $lt } })
    .sort({ _id: 1 })
    .limit(sweptAtOnce)
    .toArray();
  const filtered = await filteredAmong(world, blocks);
  for (const block of blocks) {
    const isPassed = blockNumber(block._id) < (position?.block ?? 0);
    await sweepBlock(world, block, { isPassed, hasFilter: filtered.has(block._id) });
  }
  const last = blocks.length < sweptAtOnce ? undefined : blocks.at(-1)?._id;
  await textPositionsOf(world).updateOne(
    { _id: organizationId },
    last === undefined ? { $unset: { swept: 1 } } : { $set: { swept: last } },
  );
}

async function filteredAmong(world: World, blocks: readonly TextBlock[]): Promise<Set<string>> {
  const found = await textFiltersOf(world)
    .find({ _id: { $in: blocks.map(({ _id }) => _id) } })
    .project<{ _id: string }>({ _id: 1 })
    .toArray();
  return new Set(found.map(({ _id }) => _id));
}

async function sweepBlock(
  world: World,
  block: TextBlock,
  { isPassed, hasFilter }: { isPassed: boolean; hasFilter: boolean },
): Promise<void> {
  const isFull = block.isFull === true;
  const packed = idsIn(block);
  const there = await incidentsOf(world)
    .find({ _id: { $in: packed } })
    .project<{ _id: string; createdAt: Date }>({ _id: 1, createdAt: 1 })
    .toArray();
  const ids = new Map(there.map(({ _id, createdAt }) => [_id, createdAt]));
  // The last one stays, so that its number is not given again.
  if (isFull && isPassed && ids.size === 0) return removeBlock(world, block);
  const isComplete = packed.every((id) => ids.has(id));
  if (isComplete && isFull === hasFilter) return;
  await writeBlock(world, block, block, textsOfThose(unpackBlock(block), ids), isFull);
}
