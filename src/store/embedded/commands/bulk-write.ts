import { arrayName, type BsonWriter } from '../bson-writer.ts';
import type { Engine } from '../engine.ts';
import { DuplicateKeyError, insertRecord } from '../records.ts';
import { int32At } from '../semantics/bson-layout.ts';
import { CommandError } from '../semantics/errors.ts';
import { asNumber, Doc, decode, decodeValue, eachRaw, type Value } from '../semantics/values.ts';
import { Slice, type Sliced } from '../slice.ts';
import { boolArg, checkStatement, docArg, type FieldRule, type Handler } from './command.ts';
import { deleteStatement } from './delete.ts';
import { storable } from './storable.ts';
import { type Target, updateStatement } from './update.ts';
import { batchOf, bulkRules, expected } from './write-batch.ts';

/**
 * Writes to several collections in one command, and so in one commit: what one thing leaves behind is on the disk at
 * once.
 */

const insertFields: Readonly<Record<string, FieldRule>> = {
  insert: 'accepted',
  document: 'accepted',
};

const updateFields: Readonly<Record<string, FieldRule>> = {
  update: 'accepted',
  filter: 'accepted',
  updateMods: 'accepted',
  multi: 'accepted',
  upsert: 'accepted',
  arrayFilters: 'accepted',
  collation: 'accepted',
  hint: 'accepted',
  constants: 'refused',
  sort: 'refused',
};

const deleteFields: Readonly<Record<string, FieldRule>> = {
  delete: 'accepted',
  filter: 'accepted',
  multi: 'accepted',
  collation: 'accepted',
  hint: 'accepted',
};

/** The result of one operation; `upserted` for an upsert that found nothing. */
interface Done {
  kind: 'insert' | 'update' | 'delete';
  n: number;
  modified?: number;
  upserted?: { id: Value };
}

export const bulkWrite: Handler = {
  kind: 'write',
  fields: {
    ops: 'accepted',
    nsInfo: 'accepted',
    errorsOnly: 'accepted',
    // All results are in the first batch.
    cursor: 'accepted',
    let: 'refused',
    ...bulkRules,
  },
  *run(engine, command, reply) {
    const targets = batchOf(command, 'nsInfo').map((raw) => targetOf(decode(raw), command.now));
    // All before the first one runs: a command that is not well-formed does nothing.
    const operations = batchOf(command, 'ops').map((raw) => parseOperation(raw, targets));
    const ordered = boolArg(command.args, 'ordered') ?? true;
    const errorsOnly = boolArg(command.args, 'errorsOnly') ?? false;
    const slice = new Slice(command.deadline);
    const results = new Map<number, Done | CommandError>();
    const sum = { nErrors: 0, nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
    for (let i = 0; i < operations.length; i++) {
      try {
        const done = yield* runOperation(engine, operations[i] as Operation, slice);
        if (done.kind === 'insert') sum.nInserted += done.n;
        else if (done.kind === 'delete') sum.nDeleted += done.n;
        else if (done.upserted) sum.nUpserted++;
        else sum.nMatched += done.n;
        sum.nModified += done.modified ?? 0;
        if (!errorsOnly) results.set(i, done);
      } catch (error) {
        results.set(i, expected(error));
        sum.nErrors++;
        if (ordered) break;
      }
      if (slice.spent(2)) {
        yield;
        slice.renew();
      }
    }
    const cursor = reply.beginDocument('cursor');
    const list = reply.beginArray('firstBatch');
    let at = 0;
    for (const [index, result] of results) {
      const mark = reply.beginDocument(arrayName(at++));
      writeResult(reply, index, result);
      reply.end(mark);
    }
    reply.end(list);
    reply.int64('id', 0n);
    reply.string('ns', 'admin.$cmd.bulkWrite');
    reply.end(cursor);
    for (const [name, value] of Object.entries(sum)) reply.count(name, value);
  },
};

function targetOf(info: Doc, now: Date): Target {
  checkStatement('bulkWrite.nsInfo', info, { ns: 'accepted' });
  const ns = info.get('ns');
  const dot = typeof ns === 'string' ? ns.indexOf('.') : -1;
  if (typeof ns !== 'string' || dot < 1 || dot === ns.length - 1) {
    throw new CommandError('InvalidNamespace', `Invalid namespace specified '${String(ns)}'`);
  }
  return { db: ns.slice(0, dot), name: ns.slice(dot + 1), now };
}

type Operation =
  | { kind: 'insert'; target: Target; document: Uint8Array }
  | { kind: 'update' | 'delete'; target: Target; statement: Doc };

function parseOperation(raw: Uint8Array, targets: readonly Target[]): Operation {
  const insertion = insertionIn(raw);
  if (insertion) {
    const { target, document } = insertion;
    return { kind: 'insert', target: targetAt(targets, target), document };
  }
  const statement = decode(raw);
  const kind = statement.firstKey;
  if (kind !== 'update' && kind !== 'delete') {
    throw new CommandError(
      'FailedToParse',
      `BSON field 'bulkWrite.ops' has an operation '${kind}' that is none of insert, update and delete`,
    );
  }
  checkStatement('bulkWrite.ops', statement, kind === 'update' ? updateFields : deleteFields);
  return { kind, target: targetAt(targets, statement.get(kind)), statement };
}

function* runOperation(engine: Engine, operation: Operation, slice: Slice): Sliced<Done> {
  const { target } = operation;
  if (operation.kind === 'insert') {
    const collection = engine.catalog.obtain(target.db, target.name);
    insertRecord(engine.catalog, collection, storable(engine, operation.document));
    return { kind: 'insert', n: 1 };
  }
  const { kind, statement } = operation;
  const filter = docArg(statement, 'filter') ?? new Doc();
  if (kind === 'delete') {
    const limit = boolArg(statement, 'multi') === true ? 0 : 1;
    return { kind, n: yield* deleteStatement(engine, target, filter, limit, statement, slice) };
  }
  const mods = statement.get('updateMods');
  const result = yield* updateStatement(engine, target, filter, mods, statement, slice);
  const { matched, modified, upsertedId } = result;
  return upsertedId === undefined
    ? { kind, n: matched, modified }
    : { kind, n: 1, modified, upserted: { id: upsertedId } };
}

/** The document of an insertion stays raw: undefined when the operation is something else. */
function insertionIn(raw: Uint8Array): { target: Value; document: Uint8Array } | undefined {
  let target: Value | undefined;
  let document: Uint8Array | undefined;
  eachRaw(raw, (key, type, start) => {
    if (target === undefined && key !== 'insert') return false;
    if (key === 'insert') target = decodeValue(raw, type, start);
    else if (key === 'document' && type === 0x03)
      document = raw.subarray(start, start + int32At(raw, start));
    else checkStatement('bulkWrite.ops', Doc.of({ [key]: null }), insertFields);
    return true;
  });
  if (target === undefined) return undefined;
  if (document !== undefined) return { target, document };
  throw new CommandError(
    'MissingField',
    "BSON field 'bulkWrite.ops.document' is missing but a required field",
  );
}

function targetAt(targets: readonly Target[], index: Value | undefined): Target {
  const target = targets[asNumber(index) ?? -1];
  if (target !== undefined) return target;
  throw new CommandError('BadValue', 'BulkWrite ops entry has an invalid nsInfo index');
}

function writeResult(reply: BsonWriter, index: number, result: Done | CommandError): void {
  const isError = result instanceof CommandError;
  reply.double('ok', isError ? 0 : 1);
  reply.int32('idx', index);
  if (isError) {
    reply.int32('code', result.code);
    if (result instanceof DuplicateKeyError) {
      reply.value('keyPattern', result.keyPattern);
      reply.value('keyValue', result.keyValue);
    }
    reply.string('errmsg', result.message);
    reply.int32('n', 0);
    return;
  }
  reply.count('n', result.n);
  if (result.modified !== undefined) reply.count('nModified', result.modified);
  if (result.upserted) reply.value('upserted', Doc.of({ _id: result.upserted.id }));
}
