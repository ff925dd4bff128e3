export type KeyRow = [key: Uint8Array, rid: number];

/**
 * The entries of an index that are not in its tree yet: those of the newest documents, in the order of the tree. Each
 * write of a page costs as much for one entry as for a hundred, and the entries of many pages belong to one document.
 */
export class NewestEntries {
  #rows: KeyRow[] = [];

  get size(): number {
    return this.#rows.length;
  }

  /** False where it is there. */
  add(key: Uint8Array, rid: number): boolean {
    const at = this.#place(key, rid);
    if (isAt(this.#rows[at], key, rid)) return false;
    this.#rows.splice(at, 0, [key, rid]);
    return true;
  }

  remove(key: Uint8Array, rid: number): void {
    const at = this.#place(key, rid);
    if (isAt(this.#rows[at], key, rid)) this.#rows.splice(at, 1);
  }

  clear(): void {
    this.#rows = [];
  }

  /** The first record under a key. */
  find(key: Uint8Array): number | undefined {
    const row = this.#rows[this.#place(key, -1)];
    return row !== undefined && Buffer.compare(row[0], key) === 0 ? row[1] : undefined;
  }

  /** Entries strictly after (key, rid) and below `upper`. */
  after(key: Uint8Array, rid: number, upper: Uint8Array): readonly KeyRow[] {
    if (this.#rows.length === 0) return this.#rows;
    return this.#rows.slice(this.#place(key, rid + 1), this.#place(upper, -1));
  }

  /** Entries strictly before (key, rid) and not below `lower`, descending. */
  before(key: Uint8Array, rid: number, lower: Uint8Array): readonly KeyRow[] {
    if (this.#rows.length === 0) return this.#rows;
    return this.#rows.slice(this.#place(lower, -1), this.#place(key, rid)).reverse();
  }

  /** Takes out the entries of documents up to this one. */
  takeUpTo(rid: number): readonly KeyRow[] {
    const taken: KeyRow[] = [];
    const left: KeyRow[] = [];
    for (const row of this.#rows) (row[1] <= rid ? taken : left).push(row);
    this.#rows = left;
    return taken;
  }

  /** Where the first entry is, or would be, that is not before (key, rid). */
  #place(key: Uint8Array, rid: number): number {
    let from = 0;
    let to = this.#rows.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const row = this.#rows[middle] as KeyRow;
      if ((Buffer.compare(row[0], key) || row[1] - rid) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

function isAt(row: KeyRow | undefined, key: Uint8Array, rid: number): boolean {
  return row !== undefined && row[1] === rid && Buffer.compare(row[0], key) === 0;
}

export function compareRows(
  [key, rid]: Readonly<KeyRow> | readonly [...KeyRow, Uint8Array],
  [otherKey, otherRid]: Readonly<KeyRow>,
): number {
  return Buffer.compare(key, otherKey) || rid - otherRid;
}

/** Two lists in one, by the order of both, no longer than `limit`. */
export function merged<Row extends KeyRow | [...KeyRow, Uint8Array]>(
  some: readonly Row[],
  others: readonly KeyRow[],
  { direction, limit, complete }: MergeOptions<Row>,
): Row[] {
  const rows: Row[] = [];
  let at = 0;
  for (const other of others) {
    for (; at < some.length && rows.length < limit; at++) {
      const row = some[at] as Row;
      if (compareRows(row, other) * direction > 0) break;
      rows.push(row);
    }
    if (rows.length >= limit) return rows;
    rows.push(complete(other));
  }
  while (at < some.length && rows.length < limit) rows.push(some[at++] as Row);
  return rows;
}

interface MergeOptions<Row> {
  direction: 1 | -1;
  limit: number;
  complete(row: KeyRow): Row;
}
