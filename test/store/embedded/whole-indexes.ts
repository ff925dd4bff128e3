import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Catalog } from '../../../src/store/embedded/catalog.ts';
import { keysOf } from '../../../src/store/embedded/index-keys.ts';
import { Storage } from '../../../src/store/embedded/storage.ts';

/**
 * Every index of a closed folder holds exactly the entries of the documents up to where it is said to have them: none
 * is missing, none is left over.
 */
export function expectWholeIndexes(dir: string): void {
  // Of a copy: whoever writes to the file past the engine leaves it without its checksums.
  const copy = mkdtempSync(join(tmpdir(), 'whole-'));
  for (const file of ['data.db', 'data.db-wal'])
    if (existsSync(join(dir, file))) copyFileSync(join(dir, file), join(copy, file));
  const storage = new Storage({ file: join(copy, 'data.db') });
  try {
    const catalog = new Catalog(storage.db);
    let compared = 0;
    for (const collection of catalog.all()) {
      const documents = collection.table.after(-1, Number.MAX_SAFE_INTEGER);
      for (const index of collection.indexes) {
        // Those of newer documents are made when the file is opened.
        const indexed = documents.filter(([rid]) => rid <= collection.indexed.upTo);
        const wanted = indexed.flatMap(([rid, raw]) =>
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
    rmSync(copy, { recursive: true });
  }
}
