import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Store, World } from '../kernel/index.ts';
import { isDuplicateKey } from '../store/index.ts';
import { listedFields, relist } from './list-upkeep.ts';
import { type IncidentDocument, incidentsOf } from './model.ts';
import { compressTexts, packText, textsIn } from './pack-text.ts';
import { pageOfChanges } from './read-changes.ts';
import {
  blockId,
  blocksOfOrganization,
  bytesOf,
  idsIn,
  type TextBlock,
  textBlocksOf,
  textLateMilliseconds,
  textPositionsOf,
} from './text-model.ts';

const pageSize = 500;
const blockIncidents = 500;
/** Blocks that one run looks through for incidents that are gone. */
const sweptAtOnce = 10;

export interface KeepOptions {
  /** Give up after so long; what was packed stays. */
  patienceMilliseconds: number;
  /** Between two pages, for others to go first. */
  pauseMilliseconds?: number;
  stopping?: AbortSignal;
}

/**
 * Packs the texts of the incidents that have changed. Harmless when several processes do it at once, or twice: an old text
 * only makes a candidate that the search finds out. False when there was no time for all of them.
 */
export async function keepTexts(
  world: World,
  organizationId: string,
  { patienceMilliseconds, pauseMilliseconds = 0, stopping }: KeepOptions,
): Promise<boolean> {
  const deadline = performance.now() + patienceMilliseconds;
  const now = world.clock.now();
  const position = await textPositionsOf(world).findOne({ _id: organizationId });
  const from = new Date((position?.until.getTime() ?? 0) - textLateMilliseconds);
  let block = position?.block ?? 0;
  for (let after: Changed | null = null; ; ) {
    if (stopping?.aborted || performance.now() > deadline) return false;
    const since = { from, after, limit: pageSize };
    const page: Changed[] = await pageOfChanges(world, organizationId, since, changedFields);
    await relist(world, page);
    const written = await packPage(world, organizationId, page, block);
    if (written === null) return false;
    block = written;
    after = page.at(-1) ?? null;
    const isLast = after === null || page.length < pageSize;
    const until = isLast ? now : (after?.lastUpdatedAt ?? now);
    await textPositionsOf(world).updateOne(
      { _id: organizationId },
      { $max: { until, block } },
      { upsert: true },
    );
    if (isLast) return true;
    if (pauseMilliseconds > 0) await pause(pauseMilliseconds);
  }
}

type Changed = Pick<
  IncidentDocument,
  '_id' | 'version' | 'title' | 'attributes' | 'lastUpdatedAt' | keyof typeof listedFields
>;

const changedFields = {
  ...listedFields,
  version: 1,
  lastUpdatedAt: 1,
  'attributes.value': 1,
} as const;

/** Appends what this process has not packed yet; gives the number of the last block, null when another process was faster. */
async function packPage(
  world: World,
  organizationId: string,
  page: readonly Changed[],
  lastBlock: number,
): Promise<number | null> {
  const known = packedBy(world.store);
  const fresh = page.flatMap((incident) => {
    const packed = { incidentId: incident._id, ...packText(incident) };
    const digest = hash('sha1', packed.text, 'base64');
    return known.get(incident._id) === digest ? [] : [{ ...packed, digest }];
  });
  let number = lastBlock;
  for (let at = 0; at < fresh.length; ) {
    const block = await textBlocksOf(world).findOne({ _id: blockId(organizationId, number) });
    const there = block ? idsIn(block) : [];
    const space = blockIncidents - there.length;
    if (space <= 0) {
      number++;
      continue;
    }
    const added = fresh.slice(at, at + space);
    const isWritten = await writeBlock(world, block, {
      _id: blockId(organizationId, number),
      organizationId,
      revision: (block?.revision ?? 0) + 1,
      incidentIds: [...there, ...added.map(({ incidentId }) => incidentId)].join(' '),
      texts: compressTexts([
        ...(block ? textsIn(bytesOf(block.texts)) : []),
        ...added.map(({ text }) => text),
      ]),
      cut: [
        ...(block?.cut ?? []),
        ...added.flatMap(({ isCut }, index) => (isCut ? [there.length + index] : [])),
      ],
    });
    if (!isWritten) return null;
    for (const { incidentId, digest } of added) known.note(incidentId, digest);
    at += added.length;
  }
  return number;
}

/** False when somebody else has changed the block. */
async function writeBlock(
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

/** Takes the texts of incidents out that are gone, some blocks at a time. */
export async function sweepTexts(world: World, organizationId: string): Promise<void> {
  const position = await textPositionsOf(world).findOne({ _id: organizationId });
  const { $lt, $gt } = blocksOfOrganization(organizationId);
  const blocks = await textBlocksOf(world)
    .find({ _id: { $gt: position?.swept ?? $gt, $lt } })
    .sort({ _id: 1 })
    .limit(sweptAtOnce)
    .toArray();
  for (const block of blocks) {
    const packed = idsIn(block);
    const there = await incidentsOf(world)
      .find({ _id: { $in: packed } })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    const ids = new Set(there.map(({ _id }) => _id));
    if (packed.every((id) => ids.has(id))) continue;
    const texts = textsIn(bytesOf(block.texts));
    const kept = packed.flatMap((id, at) => (ids.has(id) ? [{ id, at }] : []));
    const cut = new Set(block.cut);
    await writeBlock(world, block, {
      ...block,
      revision: block.revision + 1,
      incidentIds: kept.map(({ id }) => id).join(' '),
      texts: compressTexts(kept.map(({ at }) => texts[at] ?? '')),
      cut: kept.flatMap(({ at }, index) => (cut.has(at) ? [index] : [])),
    });
  }
  const last = blocks.length < sweptAtOnce ? undefined : blocks.at(-1)?._id;
  await textPositionsOf(world).updateOne(
    { _id: organizationId },
    last === undefined ? { $unset: { swept: 1 } } : { $set: { swept: last } },
  );
}

/** What a process has packed last, so that an incident that only repeats is not packed again and again. */
class PackedTexts {
  readonly #digests = new Map<string, string>();

  get(id: string): string | undefined {
    return this.#digests.get(id);
  }

  note(id: string, digest: string): void {
    this.#digests.delete(id);
    this.#digests.set(id, digest);
    if (this.#digests.size <= rememberedMax) return;
    for (const oldest of this.#digests.keys()) {
      this.#digests.delete(oldest);
      break;
    }
  }
}

const rememberedMax = 20_000;
const packedTexts = new WeakMap<Store, PackedTexts>();

function packedBy(store: Store): PackedTexts {
  const known = packedTexts.get(store) ?? new PackedTexts();
  packedTexts.set(store, known);
  return known;
}
