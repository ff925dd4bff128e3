import type { BsonWriter } from '../bson-writer.ts';
import type { Collection } from '../catalog.ts';
import { compileFilter, openQuery, type QuerySpec } from '../query.ts';
import { deleteRecord, insertRecord } from '../records.ts';
import { CommandError } from '../semantics/errors.ts';
import type { Matcher } from '../semantics/match.ts';
import { compileProjection } from '../semantics/project.ts';
import { Doc, decode, encode, type Value } from '../semantics/values.ts';
import { Slice, type Sliced } from '../slice.ts';
import type { DocumentRow } from '../storage.ts';
import { applyUpdate, replaceIfChanged, updaterOf, upsertDocument } from './apply-update.ts';
import {
  boolArg,
  checkCollation,
  collectionName,
  docArg,
  findCollection,
  type Handler,
} from './command.ts';
import { checkAlive } from './write-batch.ts';

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
    let: 'refused',
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
    const updater = remove ? undefined : updaterOf(update, args);
    const filter = docArg(args, 'query') ?? new Doc();
    const spec = {
      filter,
      sort: docArg(args, 'sort'),
      hint: args.get('hint'),
      now: command.now,
    };
    const matcher = compileFilter(spec);
    const fields = docArg(args, 'fields');
    const projector =
      fields === undefined || fields.size === 0
        ? undefined
        : compileProjection(fields, { now: command.now });
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
        : yield* firstRow(collection, { ...spec, matcher }, new Slice(command.deadline));
    if (collection !== undefined && row !== undefined) {
      if (updater === undefined) {
        deleteRecord(engine.catalog, collection, row[0], row[1]);
        answerModified(reply, { n: 1, value: shown(row[1]) });
        return;
      }
      const applied = applyUpdate(updater, matcher, row[1], command.now);
      replaceIfChanged(engine, collection, row, applied);
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

/** The first document of the query as it is stored now. */
function* firstRow(
  collection: Collection,
  spec: QuerySpec & { matcher: Matcher },
  slice: Slice,
): Sliced<DocumentRow | undefined> {
  for (;;) {
    const query = openQuery(collection, { ...spec, limit: 1, rowsWanted: 1 });
    const row = yield* query.next(slice);
    if (row === undefined || !query.mayBeStale) return row;
    checkAlive(collection);
    const raw = collection.table.get(row[0]);
    if (raw !== undefined && spec.matcher.testRaw(raw)) return [row[0], raw];
  }
}

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
