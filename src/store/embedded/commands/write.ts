import { documentBytesMax } from '../bson-walk.ts';
import { arrayName, type BsonWriter } from '../bson-writer.ts';
import type { Collection } from '../catalog.ts';
import type { Engine } from '../engine.ts';
import { compileFilter, openQuery } from '../query.ts';
import { DuplicateKeyError, deleteRecord, insertRecord, replaceRecord } from '../records.ts';
import { CommandError } from '../semantics/errors.ts';
import { compileProjection } from '../semantics/project.ts';
import { compileUpdate, type Updater, upsertBase, withIdFirst } from '../semantics/update.ts';
import { asNumber, Doc, decode, encode, type Value } from '../semantics/values.ts';
import { Slice, type Sliced } from '../slice.ts';
import type { DocumentRow } from '../storage.ts';
import {
  boolArg,
  type Command,
  checkCollation,
  checkStatement,
  collectionName,
  docArg,
  docsArg,
  type FieldRule,
  findCollection,
  type Handler,
} from './command.ts';
import { storable } from './storable.ts';

/** What the driver may send in one command; `hello` says so. */
export const writeBatchMax = 100_000;

type WriteError = { index: number; error: CommandError };

const bulkRules: Readonly<Record<string, FieldRule>> = {
  ordered: 'accepted',
  bypassDocumentValidation: 'accepted',
};

export const insert: Handler = {
  kind: 'write',
  fields: { documents: 'accepted', ...bulkRules },
  *run(engine, command, reply) {
    const documents = batchOf(command, 'documents');
    const ordered = boolArg(command.args, 'ordered') ?? true;
    const collection = engine.catalog.obtain(command.db, collectionName(command));
    const errors: WriteError[] = [];
    const slice = new Slice(command.deadline);
    let inserted = 0;
    for (let i = 0; i < documents.length; i++) {
      try {
        insertRecord(engine.catalog, collection, storable(engine, documents[i] as Uint8Array));
        inserted++;
      } catch (error) {
        errors.push({ index: i, error: expected(error) });
        if (ordered) break;
      }
      if (slice.spent()) {
        yield;
        slice.renew();
        checkAlive(collection);
      }
    }
    reply.count('n', inserted);
    writeErrors(reply, errors);
  },
};

/** A collection dropped during a pause must not be written to. */
function checkAlive(collection: Collection): void {
  if (collection.dropped) {
    throw new CommandError(175, `collection ${collection.ns} was dropped during the operation`);
  }
}

function batchOf(command: Command, key: string): readonly Uint8Array[] {
  const batch = command.sequences?.get(key);
  if (batch === undefined) {
    throw new CommandError(
      'MissingField',
      `BSON field '${command.name}.${key}' is missing but a required field`,
    );
  }
  if (batch.length === 0 || batch.length > writeBatchMax) {
    throw new CommandError(
      'InvalidLength',
      `Write batch sizes must be between 1 and ${writeBatchMax}. Got ${batch.length} operations.`,
    );
  }
  return batch;
}

/** Passes on what a client may be told; a fault of ours or of the disk goes up to the commit queue. */
function expected(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  throw error;
}

function writeErrors(reply: BsonWriter, errors: readonly WriteError[]): void {
  if (errors.length === 0) return;
  const list = reply.beginArray('writeErrors');
  errors.forEach(({ index, error }, i) => {
    const mark = reply.beginDocument(arrayName(i));
    reply.int32('index', index);
    reply.int32('code', error.code);
    if (error instanceof DuplicateKeyError) {
      reply.value('keyPattern', error.keyPattern);
      reply.value('keyValue', error.keyValue);
    }
    reply.string('errmsg', error.message);
    reply.end(mark);
  });
  reply.end(list);
}

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
  fields: { updates: 'accepted', let: 'accepted', ...bulkRules },
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
  const variables = docArg(command.args, 'let');
  const updater = updaterOf(statement.get('u'), statement, variables);
  const multi = boolArg(statement, 'multi') === true;
  if (multi && updater.kind === 'replacement') {
    throw new CommandError(
      'FailedToParse',
      'multi update is not supported for replacement-style update',
    );
  }
  const upsert = boolArg(statement, 'upsert') === true;
  const spec = { filter, hint: statement.get('hint'), variables, now: command.now };
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
        query.release();
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

function updaterOf(update: Value | undefined, args: Doc, variables: Doc | undefined): Updater {
  const options: { arrayFilters?: readonly Doc[]; variables?: Doc } = {};
  const arrayFilters = docsArg(args, 'arrayFilters');
  if (arrayFilters !== undefined) options.arrayFilters = arrayFilters;
  if (variables !== undefined) options.variables = variables;
  if (update instanceof Doc) return compileUpdate(update, options);
  if (Array.isArray(update) && update.every((stage) => stage instanceof Doc)) {
    return compileUpdate(update as Doc[], options);
  }
  throw new CommandError(
    'FailedToParse',
    'Update argument must be either an object or an array of objects',
  );
}

type Applied = { doc: Doc; raw: Uint8Array; changed: boolean };

function applyUpdate(
  updater: Updater,
  matcher: { positional(doc: Doc): number | undefined },
  raw: Uint8Array,
  now: Date,
): Applied {
  const before = decode(raw);
  const positional = updater.needsPositional ? matcher.positional(before) : undefined;
  const { doc, changed } = updater.apply(before, { positional, now });
  if (!changed) return { doc, raw, changed: false };
  const after = encode(doc);
  return { doc, raw: after, changed: Buffer.compare(after, raw) !== 0 };
}

function replaceIfChanged(
  engine: Engine,
  collection: Collection,
  row: DocumentRow,
  applied: Applied,
  updater: Updater,
): number {
  if (!applied.changed) return 0;
  replaceRecord(engine.catalog, collection, row[0], row[1], applied.raw, updater.touches);
  return 1;
}

function upsertDocument(
  engine: Engine,
  filter: Doc,
  updater: Updater,
  now: Date,
): { raw: Uint8Array; doc: Doc; id: Value } {
  const base = upsertBase(filter, updater.kind);
  let { doc } = updater.apply(base, { isInsert: true, now });
  if (!doc.has('_id')) doc = doc.copy().set('_id', engine.newObjectId());
  doc = withIdFirst(doc);
  const raw = storable(engine, encode(doc));
  if (raw.length > documentBytesMax) {
    throw new CommandError(
      17419,
      `Resulting document after update is larger than ${documentBytesMax}`,
    );
  }
  return { raw, doc, id: doc.get('_id') ?? null };
}

const deleteFields: Readonly<Record<string, FieldRule>> = {
  q: 'accepted',
  limit: 'accepted',
  collation: 'accepted',
  hint: 'accepted',
};

// Named with a suffix because `delete` is a word of the language.
export const deleteCommand: Handler = {
  kind: 'write',
  fields: { deletes: 'accepted', let: 'accepted', ...bulkRules },
  *run(engine, command, reply) {
    const statements = batchOf(command, 'deletes');
    const ordered = boolArg(command.args, 'ordered') ?? true;
    const errors: WriteError[] = [];
    const slice = new Slice(command.deadline);
    let deleted = 0;
    for (let i = 0; i < statements.length; i++) {
      try {
        deleted += yield* deleteStatement(
          engine,
          command,
          decode(statements[i] as Uint8Array),
          slice,
        );
      } catch (error) {
        errors.push({ index: i, error: expected(error) });
        if (ordered) break;
      }
    }
    reply.count('n', deleted);
    writeErrors(reply, errors);
  },
};

function* deleteStatement(
  engine: Engine,
  command: Command,
  statement: Doc,
  slice: Slice,
): Sliced<number> {
  checkStatement('delete.deletes', statement, deleteFields);
  checkCollation(statement);
  const limit = asNumber(statement.get('limit'));
  if (limit !== 0 && limit !== 1) {
    throw new CommandError(
      'FailedToParse',
      `The limit field in delete objects must be 0 or 1. Got ${String(limit)}`,
    );
  }
  const spec = {
    filter: docArg(statement, 'q') ?? new Doc(),
    hint: statement.get('hint'),
    variables: docArg(command.args, 'let'),
    now: command.now,
  };
  const matcher = compileFilter(spec);
  const collection = findCollection(engine, command);
  if (collection === undefined) return 0;
  const query = openQuery(collection, { ...spec, matcher, rowsWanted: limit === 1 ? 1 : 128 });
  let deleted = 0;
  for (;;) {
    const row = yield* query.next(slice);
    if (row === undefined) return deleted;
    checkAlive(collection);
    deleteRecord(engine.catalog, collection, row[0], row[1]);
    deleted++;
    if (limit === 1) return deleted;
    if (slice.spent(4)) {
      query.release();
      yield;
      slice.renew();
    }
  }
}

export const findAndModify: Handler = {
  kind: 'write',
  fields: {
    query: 'accepted',
    sort: 'accepted',
    remove: 'accepted',
    update: 'accepted',
    new: 'accepted',
    fields: 'accepted',
    upsert: 'accepted',
    bypassDocumentValidation: 'accepted',
    arrayFilters: 'accepted',
    hint: 'accepted',
    let: 'accepted',
    collation: 'accepted',
  },
  *run(engine, command, reply) {
    const { args } = command;
    checkCollation(args);
    const remove = boolArg(args, 'remove') === true;
    const upsert = boolArg(args, 'upsert') === true;
    const wantsNew = boolArg(args, 'new') === true;
    const update = args.get('update');
    checkFindAndModify(remove, upsert, wantsNew, update);
    const variables = docArg(args, 'let');
    const updater = remove ? undefined : updaterOf(update, args, variables);
    const filter = docArg(args, 'query') ?? new Doc();
    const spec = {
      filter,
      sort: docArg(args, 'sort'),
      hint: args.get('hint'),
      variables,
      now: command.now,
    };
    const matcher = compileFilter(spec);
    const fields = docArg(args, 'fields');
    const projector =
      fields === undefined || fields.size === 0
        ? undefined
        : compileProjection(
            fields,
            variables === undefined ? { now: command.now } : { now: command.now, variables },
          );
    const collection = upsert
      ? engine.catalog.obtain(command.db, collectionName(command))
      : findCollection(engine, command);
    const shown = (raw: Uint8Array) => {
      if (projector === undefined) return raw;
      const positional = projector.needsPositional ? matcher.positional(decode(raw)) : undefined;
      return encode(projector.applyRaw(raw, positional));
    };
    const row =
      collection === undefined
        ? undefined
        : yield* openQuery(collection, { ...spec, matcher, limit: 1, rowsWanted: 1 }).next(
            new Slice(command.deadline),
          );
    if (collection !== undefined && row !== undefined) {
      if (updater === undefined) {
        deleteRecord(engine.catalog, collection, row[0], row[1]);
        answerModified(reply, { n: 1, value: shown(row[1]) });
        return;
      }
      const applied = applyUpdate(updater, matcher, row[1], command.now);
      replaceIfChanged(engine, collection, row, applied, updater);
      answerModified(reply, {
        n: 1,
        updatedExisting: true,
        value: shown(wantsNew ? applied.raw : row[1]),
      });
      return;
    }
    if (collection !== undefined && updater !== undefined && upsert) {
      const created = upsertDocument(engine, filter, updater, command.now);
      insertRecord(engine.catalog, collection, created.raw);
      answerModified(reply, {
        n: 1,
        updatedExisting: false,
        upserted: created.id,
        value: wantsNew ? shown(created.raw) : undefined,
      });
      return;
    }
    answerModified(
      reply,
      remove ? { n: 0, value: undefined } : { n: 0, updatedExisting: false, value: undefined },
    );
  },
};

function checkFindAndModify(
  remove: boolean,
  upsert: boolean,
  wantsNew: boolean,
  update: Value | undefined,
): void {
  if (remove && update !== undefined) {
    throw new CommandError('FailedToParse', 'Cannot specify both an update and remove=true');
  }
  if (remove && upsert) {
    throw new CommandError('FailedToParse', 'Cannot specify both upsert=true and remove=true');
  }
  if (remove && wantsNew) {
    throw new CommandError(
      'FailedToParse',
      "Cannot specify both new=true and remove=true; 'remove' always returns the deleted document",
    );
  }
  if (!remove && update === undefined) {
    throw new CommandError('FailedToParse', 'Either an update or remove=true must be specified');
  }
}

function answerModified(
  reply: BsonWriter,
  result: { n: number; updatedExisting?: boolean; upserted?: Value; value: Uint8Array | undefined },
): void {
  const mark = reply.beginDocument('lastErrorObject');
  reply.int32('n', result.n);
  if (result.updatedExisting !== undefined) reply.bool('updatedExisting', result.updatedExisting);
  if (result.upserted !== undefined) reply.value('upserted', result.upserted);
  reply.end(mark);
  if (result.value === undefined) reply.null('value');
  else reply.document('value', result.value);
}
