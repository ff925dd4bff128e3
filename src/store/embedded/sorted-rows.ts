import type { Collection } from './catalog.ts';
import { breathe, type Rows } from './rows.ts';
import { CommandError } from './semantics/errors.ts';
import type { Matcher } from './semantics/match.ts';
import type { Sorter, SortKey } from './semantics/sort.ts';
import { roughBytes } from './semantics/stages/stage.ts';
import type { Slice, Sliced } from './slice.ts';
import type { DocumentRow } from './storage.ts';

/** The most bytes that a sort in memory may hold. The server's own limit. */
const sortBytesMax = 100 * 1024 * 1024;

/**
 * The most documents that are kept with their keys; of more only the keys, and the documents are read again one by
 * one.
 */
const documentsMax = 256;

interface Keyed {
  rid: number;
  key: SortKey;
  document: Uint8Array | undefined;
  bytes: number;
}

/** Sorts in memory. Where only the first are wanted it never holds many more than those. */
export class SortedRows implements Rows {
  readonly #collection: Collection;
  readonly #source: Rows;
  readonly #sorter: Sorter;
  readonly #matcher: Matcher;
  /** Only so many of the first are wanted; 0: all. */
  readonly #top: number;
  #held: Keyed[] = [];
  #bytes = 0;
  #isSorted = false;
  #at = 0;

  constructor(
    collection: Collection,
    source: Rows,
    { sorter, matcher, top }: { sorter: Sorter; matcher: Matcher; top: number },
  ) {
    this.#collection = collection;
    this.#source = source;
    this.#sorter = sorter;
    this.#matcher = matcher;
    this.#top = top;
  }

  *next(slice: Slice): Sliced<DocumentRow | undefined> {
    if (!this.#isSorted) yield* this.#collect(slice);
    for (;;) {
      const keyed = this.#held[this.#at];
      if (keyed === undefined) return undefined;
      this.#at++;
      if (keyed.document !== undefined) return [keyed.rid, keyed.document];
      const document = this.#collection.table.get(keyed.rid);
      if (document !== undefined && this.#matcher.testRaw(document)) return [keyed.rid, document];
    }
  }

  pause(): void {
    this.#source.pause();
  }

  release(): void {
    this.#source.release();
  }

  *#collect(slice: Slice): Sliced<void> {
    const holdsDocuments = this.#top > 0 && this.#top <= documentsMax;
    let worst: SortKey | undefined;
    for (;;) {
      const row = yield* this.#source.next(slice);
      if (row === undefined) break;
      const [rid, document] = row;
      const key = this.#sorter.keyOfRaw(document);
      if (worst === undefined || this.#sorter.compareKeys(key, worst) < 0) {
        const bytes = 96 + roughBytes([...key].map((value) => value ?? null));
        this.#held.push({ rid, key, document: holdsDocuments ? document : undefined, bytes });
        this.#bytes += bytes + (holdsDocuments ? document.length : 0);
        if (this.#top > 0 && this.#held.length >= this.#top * 2 + 64) worst = this.#trim();
        if (this.#bytes > sortBytesMax) throw tooLarge();
      }
      yield* breathe(this, slice);
    }
    this.#trim();
    this.#isSorted = true;
  }

  /** Sorts, keeps the first, and gives the key of the last of them. */
  #trim(): SortKey | undefined {
    this.#held.sort((a, b) => this.#sorter.compareKeys(a.key, b.key));
    if (this.#top === 0) return undefined;
    this.#held = this.#held.slice(0, this.#top);
    this.#bytes = 0;
    for (const { bytes, document } of this.#held) this.#bytes += bytes + (document?.length ?? 0);
    return this.#held.length < this.#top ? undefined : this.#held.at(-1)?.key;
  }
}

function tooLarge(): CommandError {
  return new CommandError(
    'QueryExceededMemoryLimitNoDiskUseAllowed',
    `Sort exceeded memory limit of ${sortBytesMax} bytes, but did not opt in to external sorting; add an index that gives the order, or a limit`,
  );
}
