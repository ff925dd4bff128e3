import { arrayName } from '../bson-writer.ts';
import type { Engine } from '../engine.ts';
import { compileFilter, openQuery } from '../query.ts';
import { insertRecord } from '../records.ts';
import { CommandError } from '../semantics/errors.ts';
import { Doc, decode, type Value } from '../semantics/values.ts';
import { Slice, type Sliced } from '../slice.ts';
import { applyUpdate, replaceIfChanged, updaterOf, upsertDocument } from './apply-update.ts';
import {
  boolArg,
  checkCollation,
  checkStatement,
  collectionName,
  docArg,
  type FieldRule,
  type Handler,
} from './command.ts';
import {
  batchOf,
  bulkRules,
  checkAlive,
  expected,
  type WriteError,
  writeErrors,
} from './write-batch.ts';

const updateFields: Readonly<Record<string, FieldRule>> = {
  q: 'accepted',
  u: 'accepted',
  upsert: 'accepted',
  multi: 'accepted',
  arrayFilters: 'accepted',
  collation: 'accepted',
  hint: 'accepted',
  c: 'refused',
};

export const update: Handler = {
  kind: 'write',
  fields: { updates: 'accepted', let: 'refused', ...bulkRules },
  *run(engine, command, reply) {
    const statements = batchOf(command, 'updates');
    const ordered = boolArg(command.args, 'ordered') ?? true;
    const errors: WriteError[] = [];
    const upserted: { index: number; id: Value }[] = [];
    const slice = new Slice(command.deadline);
    let matched = 0;
    let modified = 0;
    for (let i = 0; i < statements.length; i++) {
      try {
        const statement = decode(statements[i] as Uint8Array);
        checkStatement('update.updates', statement, updateFields);
        const target = { db: command.db, name: collectionName(command), now: command.now };
        const filter = docArg(statement, 'q') ?? new Doc();
        const update = statement.get('u');
        const result = yield* updateStatement(engine, target, filter, update, statement, slice);
        matched += result.matched;
        modified += result.modified;
        if (result.upsertedId !== undefined) {
          upserted.push({ index: i, id: result.upsertedId });
        }
      } catch (error) {
        errors.push({ index: i, error: expected(error) });
        if (ordered) break;
      }
      if (slice.spent(4)) {
        yield;
        slice.renew();
      }
    }
    reply.count('n', matched + upserted.length);
    if (upserted.length > 0) {
      const list = reply.beginArray('upserted');
      upserted.forEach(({ index, id }, i) => {
        const mark = reply.beginDocument(arrayName(i));
        reply.int32('index', index);
        reply.value('_id', id);
        reply.end(mark);
      });
      reply.end(list);
    }
    reply.count('nModified', modified);
    writeErrors(reply, errors);
  },
};

type UpdateResult = { matched: number; modified: number; upsertedId?: Value };

/** Where a statement writes, and when. */
export interface Target {
  db: string;
  name: string;
  now: Date;
}

/** One statement; `options` has the members that `update` and `bulkWrite` call by the same names. */
export function* updateStatement(
  engine: Engine,
  { db, name, now }: Target,
  filter: Doc,
  update: Value | undefined,
  options: Doc,
  slice: Slice,
): Sliced<UpdateResult> {
  checkCollation(options);
  const updater = updaterOf(update, options);
  const multi = boolArg(options, 'multi') === true;
  if (multi && updater.kind === 'replacement') {
    throw new CommandError(
      'FailedToParse',
      'multi update is not supported for replacement-style update',
    );
  }
  const upsert = boolArg(options, 'upsert') === true;
  const spec = { filter, hint: options.get('hint'), now };
  const matcher = compileFilter(spec);
  const collection = upsert ? engine.catalog.obtain(db, name) : engine.catalog.find(db, name);
  const apply = (raw: Uint8Array) => applyUpdate(updater, matcher, raw, now);
  if (collection !== undefined && !multi) {
    const query = openQuery(collection, { ...spec, matcher, rowsWanted: 1 });
    const row = yield* query.next(slice);
    if (row !== undefined) {
      const modified = replaceIfChanged(engine, collection, row, apply(row[1]));
      return { matched: 1, modified };
    }
  }
  if (collection !== undefined && multi) {
    const result = { matched: 0, modified: 0 };
    // Found first, changed afterwards: an update that moves a document along the index must not meet it again.
    const query = openQuery(collection, { ...spec, matcher, rowsWanted: 128 });
    const found: number[] = [];
    for (;;) {
      const row = yield* query.next(slice);
      if (row === undefined) break;
      found.push(row[0]);
      if (slice.spent()) {
        query.pause();
        yield;
        slice.renew();
      }
    }
    for (const rid of found) {
      checkAlive(collection);
      const raw = collection.table.get(rid);
      if (raw === undefined || !matcher.testRaw(raw)) continue;
      result.matched++;
      result.modified += replaceIfChanged(engine, collection, [rid, raw], apply(raw));
      if (slice.spent(4)) {
        yield;
        slice.renew();
      }
    }
    if (result.matched > 0) return result;
  }
  if (!upsert || collection === undefined) return { matched: 0, modified: 0 };
  const created = upsertDocument(engine, filter, updater, now);
  insertRecord(engine.catalog, collection, created.raw);
  return { matched: 0, modified: 0, upsertedId: created.id };
}
