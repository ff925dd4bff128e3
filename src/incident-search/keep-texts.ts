import { setImmediate as turnOfOthers } from 'node:timers/promises';
import { countChanges, type IncidentDocument, pageOfChanges } from '../incidents/index.ts';
import type { World } from '../kernel/index.ts';
import { makeWay } from '../pace/index.ts';
import { packText } from './pack-text.ts';
import { digestOf, packedTextsOf } from './packed-texts.ts';
import {
  type AddedText,
  type BlockTexts,
  noTexts,
  unpackBlock,
  withTexts,
  writeBlock,
} from './text-blocks.ts';
import { blockId, textBlocksOf, textLateMilliseconds, textPositionsOf } from './text-model.ts';

const pageSize = 500;
/** Between two turns of others. */
const packedAtOnce = 50;
const blockIncidents = 500;
/** A block that has more takes no more: its filter would let everything pass, and a search reads it at once. */
const blockBytes = 1_048_576;

export interface KeepOptions {
  /** Give up after so much work; what was packed stays. */
  patienceMilliseconds: number;
  /** Nothing is packed where more have changed. */
  changesMax?: number;
  /** Alerts go first. */
  makesWay?: boolean;
  stopping?: AbortSignal;
}

export interface KeptTexts {
  /** False when there was no time for all of them. */
  areAll: boolean;
  /** The last block, or one that was it before. */
  lastBlock: number;
}

/**
 * Packs the texts of the incidents that have changed. Harmless when several processes do it at once, or twice: an old
 * text only makes a candidate that the search finds out.
 */
export async function keepTexts(
  world: World,
  organizationId: string,
  { patienceMilliseconds, changesMax, makesWay = false, stopping }: KeepOptions,
): Promise<KeptTexts> {
  let left = patienceMilliseconds;
  const now = world.clock.now();
  const position = await textPositionsOf(world).findOne({ _id: organizationId });
  const from = new Date((position?.until.getTime() ?? 0) - textLateMilliseconds);
  let lastBlock = position?.block ?? 0;
  if (changesMax !== undefined) {
    const changes = await countChanges(world, organizationId, from, changesMax + 1);
    if (changes > changesMax) return { areAll: false, lastBlock };
  }
  for (let after: Changed | null = null; ; ) {
    if (stopping?.aborted || left <= 0) return { areAll: false, lastBlock };
    const begun = performance.now();
    const since = { from, after, limit: pageSize };
    const page: Changed[] = await pageOfChanges(world, organizationId, since, changedFields);
    const written = await packPage(world, organizationId, page, lastBlock);
    if (written === null) return { areAll: false, lastBlock };
    after = page.at(-1) ?? null;
    const isLast = after === null || page.length < pageSize;
    const until = isLast ? now : (after?.lastUpdatedAt ?? now);
    await textPositionsOf(world).updateOne(
      { _id: organizationId },
      { $max: { until, block: written } },
      { upsert: true },
    );
    lastBlock = written;
    if (isLast) return { areAll: true, lastBlock };
    const took = performance.now() - begun;
    left -= took;
    if (makesWay) await makeWay(world, 'upkeep', took);
  }
}

type Changed = Pick<
  IncidentDocument,
  '_id' | 'title' | 'attributes' | 'createdAt' | 'lastUpdatedAt'
>;

const changedFields = {
  title: 1,
  createdAt: 1,
  lastUpdatedAt: 1,
  'attributes.value': 1,
} as const;

interface DigestedText extends AddedText {
  digest: string;
}

function toDigestedText(incident: Changed): DigestedText {
  const { _id: incidentId, createdAt } = incident;
  const packed = packText(incident);
  return { incidentId, createdAt, ...packed, digest: digestOf(packed.text) };
}

/**
 * Appends what this process has not packed yet; gives the number of the last block, null when another process was
 * faster.
 */
async function packPage(
  world: World,
  organizationId: string,
  page: readonly Changed[],
  lastBlock: number,
): Promise<number | null> {
  const known = packedTextsOf(world);
  let rest: DigestedText[] = [];
  for (let at = 0; at < page.length; at += packedAtOnce) {
    const texts = page.slice(at, at + packedAtOnce).map(toDigestedText);
    rest.push(...texts.filter(({ incidentId, digest }) => !known.has(incidentId, digest)));
    await turnOfOthers();
  }
  let number = lastBlock;
  while (rest.length > 0) {
    const key = { _id: blockId(organizationId, number), organizationId };
    const block = await textBlocksOf(world).findOne({ _id: key._id });
    if (block?.isFull) {
      number++;
      continue;
    }
    const before = block ? unpackBlock(block) : noTexts;
    const added = fittingInto(before, rest);
    const after = withTexts(before, rest.slice(0, added));
    const isFull = added < rest.length || after.incidentIds.length >= blockIncidents;
    if (!(await writeBlock(world, key, block, after, isFull))) return null;
    if (!block && (await isNumberTaken(world, organizationId, number))) return null;
    for (const { incidentId, digest } of rest.slice(0, added)) known.note(incidentId, digest);
    rest = rest.slice(added);
  }
  return number;
}

/**
 * Whether the block that was made just now has the number of an earlier one that is gone. Searches may remember that
 * earlier block, so the texts have to be kept in another block.
 */
async function isNumberTaken(
  world: World,
  organizationId: string,
  block: number,
): Promise<boolean> {
  const position = await textPositionsOf(world).findOne({ _id: organizationId });
  return position !== null && position.block > block;
}

/** How many of them the block takes; one at least. */
function fittingInto({ incidentIds, joined }: BlockTexts, texts: readonly AddedText[]): number {
  let bytes = joined.length;
  let count = 0;
  for (const { text } of texts) {
    bytes += Buffer.byteLength(text) + 1;
    if (count > 0 && bytes > blockBytes) break;
    count++;
  }
  return Math.min(count, blockIncidents - incidentIds.length);
}
