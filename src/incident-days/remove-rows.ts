import { removeInSteps } from '../jobs/index.ts';
import type { World } from '../kernel/index.ts';
import { type Block, blockModel, blocksOf } from './model.ts';
import { blockPrefix, contentOf, dayOf } from './pack.ts';
import { rowsOf, wordsOf } from './packed-row.ts';

/** Removes the rows of incidents that were created before then. */
export async function removeRows(
  world: World,
  organizationId: string,
  before: Date,
  stopping: AbortSignal,
): Promise<void> {
  const prefix = blockPrefix(organizationId, dayOf(before));
  // as never: the driver takes ids for its own unless it knows the documents.
  const earlier = { _id: { $gte: `${organizationId} `, $lt: prefix } } as never;
  await removeInSteps(world, blockModel, earlier, { stopping });
  const ofDay = await blocksOf(world)
    .find({ _id: { $gte: `${prefix} `, $lt: `${prefix}!` } })
    .toArray();
  for (const block of ofDay) await removeSome(world, block, before);
}

/** Where somebody packs meanwhile, the next run does it. */
async function removeSome(world: World, block: Block, before: Date): Promise<void> {
  const known = rowsOf(block);
  const words = wordsOf(block);
  const left = known.rows.flatMap(([, createdAt], place) =>
    known.day + createdAt < before.getTime() ? [] : [place],
  );
  if (left.length === known.rows.length) return;
  const of = <One>(all: readonly One[]) => left.map((place) => all[place] as One);
  const { _id, version, lastStart } = block;
  if (left.length === 0) return void (await blocksOf(world).deleteOne({ _id, version }));
  const content = contentOf(
    { ...known, rows: of(known.rows) },
    { titles: of(words.titles), names: of(words.names) },
    lastStart.getTime(),
  );
  await blocksOf(world).updateOne({ _id, version }, { $set: { ...content, version: version + 1 } });
}
