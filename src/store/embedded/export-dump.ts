import { once } from 'node:events';
import { createWriteStream, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { finished } from 'node:stream/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { deserialize, EJSON } from 'bson';
import { CommandError } from './semantics/errors.ts';

const rowsPerTurn = 128;

/**
 * Writes the database of the data file as `mongodump` does: `<dir>/<name>/<collection>.bson` and `.metadata.json`, which
 * `mongorestore` reads. All of it is one consistent state: a read transaction on a connection of its own.
 * Gives the number of documents.
 */
export async function exportDump(dataFile: string, dir: string, name: string): Promise<number> {
  if (existsSync(dir) && readdirSync(dir).length > 0) {
    throw new CommandError('BadValue', `export target ${dir} is not empty; name a new folder`);
  }
  const db = new DatabaseSync(dataFile, { readOnly: true });
  try {
    db.exec('BEGIN');
    const rows = db.prepare('SELECT id, db, name, uuid FROM collections ORDER BY db, name').all();
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
      documents += await writeDocuments(db, id, `${base}.bson`);
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

async function writeDocuments(db: DatabaseSync, collection: number, file: string): Promise<number> {
  const next = db.prepare(
    `SELECT rid, doc FROM d${collection} WHERE rid > ? ORDER BY rid LIMIT ${rowsPerTurn}`,
  );
  const stream = createWriteStream(file, { mode: 0o600 });
  const done = finished(stream);
  let position = -1;
  let written = 0;
  for (;;) {
    const rows = next.all(position);
    let hasSpace = true;
    for (const row of rows) {
      hasSpace = stream.write(row.doc as Uint8Array);
      position = Number(row.rid);
      written++;
    }
    if (rows.length < rowsPerTurn) break;
    if (hasSpace) await nextTurn();
    else await Promise.race([once(stream, 'drain'), done]);
  }
  stream.end();
  await done;
  return written;
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
