import type { Collection, Index } from './catalog.ts';
import type { KeyRow } from './newest-entries.ts';
import type { MergedStream } from './plan-order.ts';
import { checkStillThere, Freshness, type IndexPlan, passedOver, type Scan } from './read-ahead.ts';
import type { DocumentRow } from './storage.ts';

const keysMax = 256;
const firstKeys = 8;
/** Entries that are passed over between two places for others; as much work as to look at one or two documents. */
const passedAtOnce = 16;

/**
 * Merges streams of one index that have the wanted order each, by the bytes behind those in which they differ. It reads
 * keys, and a document only when its turn has come; so whoever passes documents over does not read them at all.
 */
export class MergeScan implements Scan {
  readonly examined = { keys: 0, documents: 0 };
  readonly #collection: Collection;
  readonly #index: Index;
  readonly #freshness: Freshness;
  readonly #endings: readonly Buffer[] | undefined;
  readonly #seen: Set<number> | undefined;
  /** A heap: the stream whose turn it is comes first. Undefined until the first call. */
  #heap: Stream[] | undefined;
  readonly #streams: readonly Stream[];

  constructor(
    collection: Collection,
    { index, direction, repeats, endings }: IndexPlan,
    streams: readonly MergedStream[],
    rowsWanted: number,
  ) {
    this.#collection = collection;
    this.#index = index;
    this.#freshness = new Freshness(collection);
    this.#endings = endings;
    this.#seen = repeats ? new Set() : undefined;
    const chunk = Math.max(1, Math.min(rowsWanted, streams.length > 1 ? firstKeys : keysMax));
    this.#streams = streams.map((stream) => new Stream(index, stream, direction, chunk));
  }

  next(): DocumentRow | undefined {
    for (;;) {
      const rid = this.#nextRid();
      if (rid === undefined) return undefined;
      if (rid === passedRid) return passedOver;
      this.examined.documents++;
      const document = this.#collection.table.get(rid);
      if (document !== undefined) return [rid, document];
    }
  }

  skip(): boolean {
    for (;;) {
      const rid = this.#nextRid();
      if (rid !== passedRid) return rid !== undefined;
    }
  }

  pause(): void {
    this.#freshness.pause();
  }

  release(): void {
    for (const stream of this.#streams) stream.forget();
    this.#heap = undefined;
  }

  #nextRid(): number | undefined {
    if (this.#freshness.isLost()) this.release();
    const heap = this.#heap ?? this.#start();
    for (let passed = 0; ; ) {
      const [first] = heap;
      if (first === undefined) return undefined;
      if (passed >= passedAtOnce) return passedRid;
      const isWanted = this.#isWanted(first.nextKey);
      const rid = first.take();
      this.examined.keys++;
      if (!first.advance()) {
        const last = heap.pop();
        if (last !== undefined && last !== first) heap[0] = last;
      }
      this.#freshness.fetched();
      sink(heap, 0);
      if (!isWanted) {
        passed++;
        continue;
      }
      if (this.#seen !== undefined) {
        if (this.#seen.has(rid)) continue;
        this.#seen.add(rid);
      }
      return rid;
    }
  }

  #isWanted(key: Uint8Array): boolean {
    if (this.#endings === undefined || this.#index.truncated) return true;
    return this.#endings.some((ending) => endsWith(key, ending));
  }

  #start(): Stream[] {
    checkStillThere(this.#collection, this.#index);
    const heap = this.#streams.filter((stream) => stream.advance());
    for (let i = (heap.length >> 1) - 1; i >= 0; i--) sink(heap, i);
    this.#heap = heap;
    return heap;
  }
}

/** In place of a record's id. */
const passedRid = -1;

function endsWith(key: Uint8Array, ending: Uint8Array): boolean {
  const start = key.length - ending.length;
  if (start < 0) return false;
  for (let at = ending.length - 1; at >= 0; at--) if (key[start + at] !== ending[at]) return false;
  return true;
}

class Stream {
  readonly #index: Index;
  readonly #stream: MergedStream;
  readonly #direction: 1 | -1;
  #chunk: number;
  #range: number;
  #rows: KeyRow[] = [];
  #at = 0;
  /** The entry that was taken last. */
  #key: Uint8Array | undefined;
  #rid = -1;
  #rangeDone = false;

  constructor(index: Index, stream: MergedStream, direction: 1 | -1, chunk: number) {
    this.#index = index;
    this.#stream = stream;
    this.#direction = direction;
    this.#chunk = chunk;
    this.#range = direction === 1 ? 0 : stream.ranges.length - 1;
  }

  /** Makes sure that there is a next entry; false at the end. */
  advance(): boolean {
    return this.#at < this.#rows.length || this.#fetch();
  }

  get nextKey(): Uint8Array {
    return (this.#rows[this.#at] as KeyRow)[0];
  }

  take(): number {
    const row = this.#rows[this.#at++] as KeyRow;
    this.#key = row[0];
    this.#rid = row[1];
    return row[1];
  }

  /** Negative when this stream's next entry comes first. */
  compare(other: Stream): number {
    const [key, rid] = this.#rows[this.#at] as KeyRow;
    const [otherKey, otherRid] = other.#rows[other.#at] as KeyRow;
    const order = Buffer.compare(
      key.subarray(this.#stream.prefixBytes),
      otherKey.subarray(other.#stream.prefixBytes),
    );
    return (order === 0 ? rid - otherRid : order) * this.#direction;
  }

  forget(): void {
    if (this.#at < this.#rows.length) this.#rangeDone = false;
    this.#rows = [];
    this.#at = 0;
  }

  #fetch(): boolean {
    const { tree } = this.#index;
    for (;;) {
      if (this.#rangeDone) {
        this.#range += this.#direction;
        this.#rangeDone = false;
        this.#key = undefined;
      }
      const range = this.#stream.ranges[this.#range];
      if (range === undefined) return false;
      const limit = this.#chunk;
      this.#rows =
        this.#direction === 1
          ? tree.keysAfter(
              this.#key ?? range.lower,
              this.#key === undefined ? -1 : this.#rid,
              range.upper,
              limit,
            )
          : tree.keysBefore(
              this.#key ?? range.upper,
              this.#key === undefined ? -1 : this.#rid,
              range.lower,
              limit,
            );
      this.#at = 0;
      this.#chunk = Math.min(keysMax, limit * 2);
      if (this.#rows.length < limit) this.#rangeDone = true;
      if (this.#rows.length > 0) return true;
    }
  }
}

function sink(heap: Stream[], from: number): void {
  let at = from;
  for (;;) {
    const left = at * 2 + 1;
    const right = left + 1;
    let least = at;
    for (const child of [left, right]) {
      if (child < heap.length && (heap[child] as Stream).compare(heap[least] as Stream) < 0) {
        least = child;
      }
    }
    if (least === at) return;
    [heap[at], heap[least]] = [heap[least] as Stream, heap[at] as Stream];
    at = least;
  }
}
