import type { Collection, Index } from './catalog.ts';
import { fillIndex } from './commands/indexes.ts';
import { restoreAdvice } from './data-file.ts';
import type { Engine } from './engine.ts';
import type { Storage } from './storage.ts';

/**
 * Before the folder is served: index builds that a stop interrupted are dropped. Where checksums do not tell that every
 * page is what was written, the file is checked, and damaged indexes are rebuilt from the documents; that reads the
 * whole file.
 */
export function repair(engine: Engine, { isSound }: { isSound: boolean }): void {
  if (!isSound) checkFile(engine);
  for (const collection of engine.catalog.all()) {
    const documents = isSound ? 0 : collection.table.count();
    for (const index of [...collection.indexes]) {
      if (!index.ready) inTransaction(engine, () => engine.catalog.dropIndex(collection, index));
      else if (!isSound && !plausible(index, documents)) {
        inTransaction(engine, () => rebuildIndex(engine, collection, index));
      }
    }
  }
}

function checkFile({ storage }: Engine): void {
  const found = findingsOf(storage);
  if (found === 'ok') return;
  throw new Error(
    `${storage.file} is damaged (${found}). ${restoreAdvice} Or recover what is readable with "sqlite3 data.db .recover"`,
  );
}

function findingsOf({ db }: Storage): string {
  try {
    const rows = db.prepare('PRAGMA quick_check(10)').all();
    return rows.map((row) => String(row.quick_check)).join('; ');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** An index that holds every document exactly once must have as many entries as there are documents. */
function plausible(index: Index, documents: number): boolean {
  if (index.multikey || index.sparse || index.partial !== undefined) return true;
  return index.tree.size() === documents;
}

function rebuildIndex(engine: Engine, collection: Collection, index: Index): void {
  engine.catalog.emptyIndex(index);
  for (const _ of fillIndex(engine, collection, index)) {
    // Nobody is served yet, so there is nobody to pause for.
  }
}

function inTransaction(engine: Engine, work: () => void): void {
  engine.storage.begin();
  try {
    work();
    engine.storage.commit();
  } catch (error) {
    engine.undo();
    throw error;
  }
}
