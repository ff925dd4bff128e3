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
  type Command,
  checkCollation,
  checkStatement,
  collectionName,
  docArg,
  type FieldRule,
  findCollection,
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
        const result = yield* updateOneStatement(
          engine,
          command,
          decode(statements[i] as Uint8Array),
          slice,
        );
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

function* updateOneStatement(
  engine: Engine,
  command: Command,
  statement: Doc,
  slice: Slice,
): Sliced<UpdateResult> {
  checkStatement('update.updates', statement, updateFields);
  checkCollation(statement);
  const filter = docArg(statement, 'q') ?? new Doc();
  const updater = updaterOf(statement.get('u'), statement);
  const multi = boolArg(statement, 'multi') === true;
  if (multi && updater.kind === 'replacement') {
    throw new CommandError(
      'FailedToParse',
      'multi update is not supported for replacement-style update',
    );
  }
  const upsert = boolArg(statement, 'upsert') === true;
  const spec = { filter, hint: statement.get('hint'), now: command.now };
  const matcher = compileFilter(spec);
  const collection = upsert
    ? engine.catalog.obtain(command.db, collectionName(command))
    : findCollection(engine, command);
  const apply = (raw: Uint8Array) => applyUpdate(updater, matcher, raw, command.now);
  if (collection !== undefined && !multi) {
    const query = openQuery(collection, { ...spec, matcher, rowsWanted: 1 });
    const row = yield* query.next(slice);
    if (row !== undefined) {
      const modified = replaceIfChanged(engine, collection, row, apply(row[1]), updater);
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
      result.modified += replaceIfChanged(engine, collection, [rid, raw], apply(raw), updater);
      if (slice.spent(4)) {
        yield;
        slice.renew();
      }
    }
    if (result.matched > 0) return result;
  }
  if (!upsert || collection === undefined) return { matched: 0, modified: 0 };
  const created = upsertDocument(engine, filter, updater, command.now);
  insertRecord(engine.catalog, collection, created.raw);
  return { matched: 0, modified: 0, upsertedId: created.id };
}
