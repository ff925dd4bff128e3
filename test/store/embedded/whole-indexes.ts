import { join } from 'node:path';
import { expect } from 'vitest';
import { Catalog } from '../../../src/store/embedded/catalog.ts';
import { keysOf } from '../../../src/store/embedded/index-keys.ts';
import { Storage } from '../../../src/store/embedded/storage.ts';

/** Every index of a closed folder holds exactly the entries of its documents: none is missing, none is left over. */
export function expectWholeIndexes(dir: string): void {
  const storage = new Storage({ file: join(dir, 'data.db') });
  try {
    const catalog = new Catalog(storage.db);
    let compared = 0;
    for (const collection of catalog.all()) {
      const documents = collection.table.after(-1, Number.MAX_SAFE_INTEGER);
      for (const index of collection.indexes) {
        const wanted = documents.flatMap(([rid, raw]) =>
          keysOf(catalog, index, raw).map((key) => `${Buffer.from(key).toString('hex')} ${rid}`),
        );
        const stored = storage.db
          .prepare(`SELECT lower(hex(k)) || ' ' || rid AS entry FROM ${index.tree.name}`)
          .all()
          .map(({ entry }) => String(entry));
        expect(stored.sort()).toEqual(wanted.sort());
        compared += stored.length;
      }
    }
    expect(compared).toBeGreaterThan(0);
  } finally {
    storage.close();
  }
}
