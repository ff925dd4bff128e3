import { incidentsOf } from '../incidents/index.ts';
import type { Ctx } from '../kernel/index.ts';
import { readInTurn } from '../pace/index.ts';
import { literalPattern } from '../store/index.ts';
import { keepTexts } from './keep-texts.ts';
import { foldText } from './pack-text.ts';
import { textLateMilliseconds, textPositionsOf } from './text-model.ts';
import { idsAmong, sourcesOf, type TextSource } from './text-sources.ts';

/** Incidents that may have the text; beyond, a search is too vague to be answered completely. */
const candidatesMax = 2000;
/** How many incidents without packed texts a search looks at; it takes the latest. */
const unpackedMax = 2000;
const patienceMilliseconds = 3000;
/**
 * A search first packs the texts of incidents that changed lately, up to these bounds: in a rush it would never end.
 * The task packs the rest.
 */
const catchUp = { patienceMilliseconds: 250, changesMax: 1000 };

/** Part of the title or of an attribute's value; the term is text, never a pattern. */
export function textCondition(term: string): Readonly<Record<string, unknown>> {
  const pattern = { $regex: literalPattern(term), $options: 'i' };
  return { $or: [{ title: pattern }, { 'attributes.value': pattern }] };
}

/**
 * Incidents of an organization that may contain a term, whoever sees them: by their packed texts, and by themselves
 * where they are not packed yet. Found step by step, those in the latest texts first.
 */
export class TextSearch {
  readonly #ctx: Ctx;
  readonly #term: Buffer;
  readonly #deadline = performance.now() + patienceMilliseconds;
  readonly #sources: TextSource[];
  readonly #ids: Set<string>;
  /** There may be more than will be found. */
  #isPartial: boolean;

  private constructor(ctx: Ctx, term: Buffer, sources: TextSource[], unpacked: Candidates) {
    this.#ctx = ctx;
    this.#term = term;
    this.#sources = sources;
    this.#ids = new Set(unpacked.ids);
    this.#isPartial = unpacked.isPartial;
  }

  static async begin(ctx: Ctx, term: string): Promise<TextSearch> {
    const { areAll, lastBlock } = await readInTurn(ctx, () =>
      keepTexts(ctx, ctx.organizationId, catchUp),
    );
    const folded = Buffer.from(foldText(term));
    const sources = await sourcesOf(ctx, folded, lastBlock);
    return new TextSearch(ctx, folded, sources, areAll ? none : await amongUnpacked(ctx, term));
  }

  get candidates(): Candidates {
    const ids = [...this.#ids];
    return {
      ids: ids.slice(0, candidatesMax),
      isPartial: this.#isPartial || ids.length > candidatesMax,
    };
  }

  get isOver(): boolean {
    return this.#sources.length === 0;
  }

  /** No candidate that is still to be found was created later; in milliseconds. */
  get newestUnknown(): number {
    return this.#sources[0]?.newest ?? Number.NEGATIVE_INFINITY;
  }

  /** Ends the search: all candidates that are still to be found are among these. */
  finishWith(ids: readonly string[]): void {
    this.#sources.length = 0;
    for (const id of ids) this.#ids.add(id);
  }

  /**
   * Looks through this many blocks. The search is over when no block is left, or when there are too many candidates.
   */
  async goOn(blocks: number): Promise<void> {
    const next = this.#sources.splice(0, blocks);
    for (const id of await idsAmong(this.#ctx, next, this.#term)) this.#ids.add(id);
    if (this.isOver) return;
    if (this.#ids.size <= candidatesMax && performance.now() < this.#deadline) return;
    this.#sources.length = 0;
    this.#isPartial = true;
  }
}

export interface Candidates {
  ids: string[];
  /** There may be more. */
  isPartial: boolean;
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
