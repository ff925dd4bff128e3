import type { Ctx } from '../kernel/index.ts';
import {
  blockNumber,
  blocksOfOrganization,
  bytesOf,
  splitIds,
  textBlocksOf,
  textFiltersOf,
} from './text-model.ts';

/**
 * Which blocks of packed texts an organization has, and their filters, as a process remembers them: a search asks for
 * all of them. A block before the last one only loses texts, and its number is not given again, so what is remembered
 * of it lets too much pass at worst, whatever other processes do meanwhile.
 */
export interface KnownBlock {
  id: string;
  /** When the newest of its incidents was created. */
  newest: Date;
  /** Undefined while it takes more texts. */
  filter: KnownFilter | undefined;
}

export interface KnownFilter {
  bits: Uint8Array;
  /** Incidents with more text than the filter knows. */
  cutIds: readonly string[];
}

/** Bound for all organizations together; enough for about three million incidents. */
const rememberedBytes = 64 * 1024 * 1024;
/** Blocks disappear, and get their filters later, so all are read again after this time. */
const refreshMilliseconds = 600_000;
const readAtOnce = 64;

/** All blocks, the later ones first. Remembers the blocks before `lastBlock`, whichever process has filled them. */
export async function blocksKnown(ctx: Ctx, lastBlock: number): Promise<readonly KnownBlock[]> {
  const memory = ctx.memory.of(noneKnown);
  const known = memory.recall(ctx.organizationId);
  const later = await blocksAfter(ctx, known?.blocks[0]?.id);
  const blocks = [...later, ...(known?.blocks ?? [])];
  const lasting = blocks.filter(({ id }) => blockNumber(id) < lastBlock);
  if (lasting.length !== known?.blocks.length) memory.remember(ctx.organizationId, lasting, known);
  return blocks;
}

async function blocksAfter(ctx: Ctx, after: string | undefined): Promise<KnownBlock[]> {
  const all = blocksOfOrganization(ctx.organizationId);
  const _id = after === undefined ? all : { ...all, $gt: after };
  const found = await textBlocksOf(ctx)
    .find({ _id })
    .sort({ _id: -1 })
    .project<{ _id: string; newest: Date }>({ _id: 1, newest: 1 })
    .toArray();
  const filters = new Map<string, KnownFilter>();
  const stored = textFiltersOf(ctx).find({ _id }).sort({ _id: -1 }).batchSize(readAtOnce);
  for await (const { _id: id, bits, cutIds } of stored)
    filters.set(id, {
      // A copy: the driver's bytes are a part of the whole answer.
      bits: Uint8Array.from(bytesOf(bits)),
      cutIds: splitIds(cutIds),
    });
  return found.map(({ _id: id, newest }) => ({ id, newest, filter: filters.get(id) }));
}

interface Remembered {
  blocks: readonly KnownBlock[];
  bytes: number;
  readAt: number;
}

/** Whichever organization was searched least lately is forgotten first. */
class BlockMemory {
  readonly #organizations = new Map<string, Remembered>();
  #bytes = 0;

  recall(organizationId: string): Remembered | undefined {
    const known = this.#organizations.get(organizationId);
    if (!known) return undefined;
    this.#forget(organizationId);
    if (performance.now() - known.readAt > refreshMilliseconds) return undefined;
    this.#keep(organizationId, known);
    return known;
  }

  remember(
    organizationId: string,
    blocks: readonly KnownBlock[],
    before: Remembered | undefined,
  ): void {
    this.#forget(organizationId);
    const bytes = blocks.reduce((sum, block) => sum + bytesIn(block), 0);
    this.#keep(organizationId, { blocks, bytes, readAt: before?.readAt ?? performance.now() });
    for (const oldest of this.#organizations.keys()) {
      if (this.#bytes <= rememberedBytes) return;
      this.#forget(oldest);
    }
  }

  #keep(organizationId: string, known: Remembered): void {
    this.#organizations.set(organizationId, known);
    this.#bytes += known.bytes;
  }

  #forget(organizationId: string): void {
    this.#bytes -= this.#organizations.get(organizationId)?.bytes ?? 0;
    this.#organizations.delete(organizationId);
  }
}

const blockBytes = 300;
const idBytes = 64;

function bytesIn({ filter }: KnownBlock): number {
  return blockBytes + (filter ? filter.bits.length + filter.cutIds.length * idBytes : 0);
}

const noneKnown = () => new BlockMemory();
