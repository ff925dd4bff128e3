import type { Engine } from '../engine.ts';
import { compileFilter, openQuery } from '../query.ts';
import { deleteRecord } from '../records.ts';
import { CommandError } from '../semantics/errors.ts';
import { asNumber, Doc, decode } from '../semantics/values.ts';
import { Slice, type Sliced } from '../slice.ts';
import {
  boolArg,
  checkCollation,
  checkStatement,
  collectionName,
  docArg,
  type FieldRule,
  type Handler,
} from './command.ts';
import type { Target } from './update.ts';
import {
  batchOf,
  bulkRules,
  checkAlive,
  expected,
  type WriteError,
  writeErrors,
} from './write-batch.ts';

const deleteFields: Readonly<Record<string, FieldRule>> = {
  q: 'accepted',
  limit: 'accepted',
  collation: 'accepted',
  hint: 'accepted',
};

// Named with a suffix because `delete` is a word of the language.
export const deleteCommand: Handler = {
  kind: 'write',
  fields: { deletes: 'accepted', let: 'refused', ...bulkRules },
  *run(engine, command, reply) {
    const statements = batchOf(command, 'deletes');
    const ordered = boolArg(command.args, 'ordered') ?? true;
    const errors: WriteError[] = [];
    const slice = new Slice(command.deadline);
    let deleted = 0;
    for (let i = 0; i < statements.length; i++) {
      try {
        const statement = decode(statements[i] as Uint8Array);
        checkStatement('delete.deletes', statement, deleteFields);
        const target = { db: command.db, name: collectionName(command), now: command.now };
        const filter = docArg(statement, 'q') ?? new Doc();
        const limit = limitOf(statement);
        deleted += yield* deleteStatement(engine, target, filter, limit, statement, slice);
      } catch (error) {
        errors.push({ index: i, error: expected(error) });
        if (ordered) break;
      }
    }
    reply.count('n', deleted);
    writeErrors(reply, errors);
  },
};

function limitOf(statement: Doc): 0 | 1 {
  const limit = asNumber(statement.get('limit'));
  if (limit === 0 || limit === 1) return limit;
  throw new CommandError(
    'FailedToParse',
    `The limit field in delete objects must be 0 or 1. Got ${String(limit)}`,
  );
}

/** One statement; `limit` 0: every document that matches. `options` as in `updateStatement`. */
export function* deleteStatement(
  engine: Engine,
  { db, name, now }: Target,
  filter: Doc,
  limit: 0 | 1,
  options: Doc,
  slice: Slice,
): Sliced<number> {
  checkCollation(options);
  const spec = { filter, hint: options.get('hint'), now };
  const matcher = compileFilter(spec);
  const collection = engine.catalog.find(db, name);
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
      query.pause();
      yield;
      slice.renew();
    }
  }
}
