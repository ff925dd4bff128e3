import type { Engine } from '../engine.ts';
import { compileFilter, openQuery } from '../query.ts';
import { deleteRecord } from '../records.ts';
import { CommandError } from '../semantics/errors.ts';
import { asNumber, Doc, decode } from '../semantics/values.ts';
import { Slice, type Sliced } from '../slice.ts';
import {
  boolArg,
  type Command,
  checkCollation,
  checkStatement,
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
      query.pause();
      yield;
      slice.renew();
    }
  }
}
