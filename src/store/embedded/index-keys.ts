import { FieldSet } from './semantics/field-set.ts';
import { type IndexEntries, indexEntries, indexEntriesRaw } from './semantics/keys.ts';
import { decode } from './semantics/values.ts';
import type { Index, IndexMarks } from './stored-index.ts';

/** The keys a document has in one index. */
export type Entries = { index: Index; keys: readonly Uint8Array[] };

const noKeys: readonly Uint8Array[] = [];

/** More combinations of changed fields than an application has. */
const subsetsKept = 256;

/**
 * The keys of a document in several indexes, from one walk over its bytes: all fields that any of the indexes looks at
 * are decoded once. The catalog keeps one of these for each collection until its indexes change.
 */
export class IndexKeys {
  readonly #indexes: readonly Index[];
  /** `undefined`: one of the indexes depends on the whole document. */
  readonly #fields: FieldSet | undefined;
  readonly #names: ReadonlySet<string>;
  readonly #afterUpdate = new Map<string | null, IndexKeys>();

  constructor(indexes: readonly Index[]) {
    this.#indexes = indexes;
    const names = new Set<string>();
    for (const { fields } of indexes) for (const name of fields ?? []) names.add(name);
    this.#names = names;
    const needsAll = indexes.some(({ fields }) => fields === undefined);
    this.#fields = needsAll ? undefined : new FieldSet(names);
  }

  /**
   * The keys after a change of these top-level fields, or of any with `null`: only of the indexes in which they may
   * differ.
   */
  forUpdate(touched: readonly string[] | null): IndexKeys {
    const names = touched?.filter((name) => this.#names.has(name)) ?? null;
    const label = names?.join('\0') ?? null;
    let subset = this.#afterUpdate.get(label);
    if (subset === undefined) {
      subset = new IndexKeys(
        // An update never changes the `_id`.
        this.#indexes.filter((index) => index.name !== '_id_' && concerns(index, names)),
      );
      if (this.#afterUpdate.size >= subsetsKept) this.#afterUpdate.clear();
      this.#afterUpdate.set(label, subset);
    }
    return subset;
  }

  /** The entries in each index that has the document; also records what the indexes have met. */
  entriesOf(marks: IndexMarks, raw: Uint8Array): Entries[] {
    const entries: Entries[] = [];
    if (this.#indexes.length === 0) return entries;
    const doc = this.#fields === undefined ? decode(raw) : this.#fields.pick(raw);
    for (const index of this.#indexes) {
      if (index.partial !== undefined && !index.partial.test(doc)) continue;
      const keys = noted(marks, index, indexEntries(doc, index.pattern, index));
      if (keys.length > 0) entries.push({ index, keys });
    }
    return entries;
  }
}

/** The keys a document has in one index; also records what the index has met. */
export function keysOf(marks: IndexMarks, index: Index, raw: Uint8Array): readonly Uint8Array[] {
  if (index.partial !== undefined && !index.partial.testRaw(raw)) return noKeys;
  return noted(marks, index, indexEntriesRaw(raw, index.pattern, index));
}

function noted(marks: IndexMarks, index: Index, entries: IndexEntries): readonly Uint8Array[] {
  if (index.sparse && entries.missing) return noKeys;
  if (entries.multikey && (entries.arrayFields & ~index.arrayFields) !== 0) {
    marks.markMultikey(index, entries.arrayFields);
  }
  if (entries.truncated && !index.truncated) marks.markTruncated(index);
  return entries.keys;
}

function concerns(index: Index, touched: readonly string[] | null): boolean {
  if (touched === null || index.fields === undefined) return true;
  for (const field of touched) if (index.fields.has(field)) return true;
  return false;
}
