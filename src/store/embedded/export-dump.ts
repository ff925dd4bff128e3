import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { deserialize, EJSON } from 'bson';
import { CommandError } from './semantics/errors.ts';
import { DocumentTable } from './storage.ts';

const rowsPerWrite = 128;
/** Flushed as it grows: an answer to a write waits for the disk, and must not wait for gigabytes of a dump. */
const bytesPerFlush = 16 * 1024 * 1024;

/**
 * Writes the database of the data file as `mongodump` does: `<dir>/<name>/<collection>.bson` and `.metadata.json`,
 * which `mongorestore` reads. All of it is one consistent state: a read transaction on a connection of its own, in a
 * thread of its own (`copy-worker.ts`). Gives the number of documents.
 */
export function exportDump(dataFile: string, dir: string, name: string): number {
  if (existsSync(dir) && readdirSync(dir).length > 0) {
    throw new CommandError('BadValue', `export target ${dir} is not empty; name a new folder`);
  }
  const db = new DatabaseSync(dataFile, { readOnly: true });
  try {
    db.exec('BEGIN');
    const rows = db
      .prepare('SELECT id, db, name, uuid, words FROM collections ORDER BY db, name')
      .all();
    const databases = new Set(rows.map((row) => String(row.db)));
    if (databases.size > 1) {
      throw new CommandError(
        'BadValue',
        `the data file has several databases (${[...databases].join(', ')}); only one can be exported`,
      );
    }
    const folder = join(dir, fileName(name));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    let documents = 0;
    for (const row of rows) {
      const base = join(folder, fileName(String(row.name)));
      const id = Number(row.id);
      const table = new DocumentTable(db, id, row.words as Uint8Array | null);
      documents += writeDocuments(table, `${base}.bson`);
      writeFileSync(
        `${base}.metadata.json`,
        metadata(db, id, String(row.name), row.uuid as Uint8Array),
        { mode: 0o600 },
      );
    }
    return documents;
  } finally {
    db.close();
  }
}

/** mongodump's escaping of characters a file system may refuse. */
function fileName(name: string): string {
  return name.replace(/[%/\\:*?"<>|]/g, (character) => encodeURIComponent(character));
}

function writeDocuments(table: DocumentTable, file: string): number {
  const handle = openSync(file, 'w', 0o600);
  try {
    let position = -1;
    let written = 0;
    let unflushed = 0;
    for (;;) {
      const rows = table.after(position, rowsPerWrite);
      if (rows.length > 0)
        unflushed += writeAll(
          handle,
          rows.map(([, document]) => document),
        );
      position = rows.at(-1)?.[0] ?? position;
      written += rows.length;
      if (unflushed >= bytesPerFlush || rows.length < rowsPerWrite) {
        fdatasyncSync(handle);
        unflushed = 0;
      }
      if (rows.length < rowsPerWrite) return written;
    }
  } finally {
    closeSync(handle);
  }
}

/** All bytes of the parts, also where the system takes a part of them at a time. */
function writeAll(handle: number, parts: Uint8Array[]): number {
  const bytes = Buffer.concat(parts);
  for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
  return bytes.length;
}

function metadata(db: DatabaseSync, collection: number, name: string, uuid: Uint8Array): string {
  const indexes = db
    .prepare('SELECT spec FROM indexes WHERE collection = ? AND ready = 1 ORDER BY id')
    .all(collection)
    .map((row) => deserialize(row.spec as Uint8Array, { promoteValues: false }));
  return EJSON.stringify(
    {
      options: {},
      indexes,
      uuid: Buffer.from(uuid).toString('hex'),
      collectionName: name,
      type: 'collection',
    },
    { relaxed: false },
  );
}
