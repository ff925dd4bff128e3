import type { Collection } from '../catalog.ts';
import type { Producer } from '../cursors.ts';
import type { Query } from '../query.ts';
import { CommandError } from '../semantics/errors.ts';
import { compileProjection } from '../semantics/project.ts';
import { Doc, decode, encode, type Value } from '../semantics/values.ts';
import {
  boolArg,
  type Command,
  checkCollation,
  collectionName,
  docArg,
  findCollection,
  type Handler,
  instant,
  integerArg,
  stringArg,
} from './command.ts';
import { emptyProducer, queryOf, windowOf } from './command-query.ts';

export const firstBatchDefault = 101;

export const find: Handler = {
  kind: 'read',
  fields: {
    filter: 'accepted',
    projection: 'accepted',
    sort: 'accepted',
    skip: 'accepted',
    limit: 'accepted',
    batchSize: 'accepted',
    singleBatch: 'accepted',
    hint: 'accepted',
    let: 'refused',
    collation: 'accepted',
    // Permissions, not demands: sorts stay in memory, and there are no partial results.
    allowDiskUse: 'accepted',
    allowPartialResults: 'accepted',
    noCursorTimeout: 'accepted',
    returnKey: 'refused',
    showRecordId: 'refused',
    tailable: 'refused',
    awaitData: 'refused',
    oplogReplay: 'refused',
    min: 'refused',
    max: 'refused',
  },
  *run(engine, command, reply) {
    const { args } = command;
    const collection = findCollection(engine, command);
    const { limit, single } = windowOf(args);
    const batchSize = integerArg(args, 'batchSize', 0) ?? firstBatchDefault;
    const ns = `${command.db}.${collectionName(command)}`;
    const projection = docArg(args, 'projection');
    const projector =
      projection === undefined || projection.size === 0
        ? undefined
        : compileProjection(projection, { now: command.now });
    const query = findQuery(collection, command, Math.max(1, batchSize));
    let left = limit === 0 ? Number.POSITIVE_INFINITY : limit;
    const producer: Producer =
      query === undefined
        ? emptyProducer
        : {
            *next(slice) {
              const row = yield* query.next(slice);
              if (row === undefined) return undefined;
              left--;
              if (projector === undefined) return row[1];
              const positional = projector.needsPositional
                ? query.matcher.positional(decode(row[1]))
                : undefined;
              return encode(projector.applyRaw(row[1], positional));
            },
            exhausted: () => left === 0,
            pause: () => query.pause(),
            release: () => query.release(),
          };
    yield* engine.cursors.first(reply, ns, producer, {
      batchSize,
      single,
      keepsForEver: boolArg(args, 'noCursorTimeout') === true,
      deadline: command.deadline,
    });
  },
};

/** The query of a `find`; also compiled when there is no collection, so that a wrong filter is an error. */
export function findQuery(
  collection: Collection | undefined,
  command: Command,
  rowsWanted: number,
): Query | undefined {
  const { args } = command;
  checkCollation(args);
  const { skip, limit } = windowOf(args);
  return queryOf(collection, command, {
    filter: docArg(args, 'filter') ?? new Doc(),
    sort: docArg(args, 'sort'),
    skip,
    limit,
    rowsWanted,
  });
}

export const getMore: Handler = {
  kind: 'read',
  fields: { collection: 'accepted', batchSize: 'accepted' },
  *run(engine, command, reply) {
    const { args } = command;
    const id = args.values[0];
    if (typeof id !== 'bigint') {
      throw new CommandError('TypeMismatch', "BSON field 'getMore.getMore' must be a long");
    }
    const name = stringArg(args, 'collection') ?? '';
    const batchSize = integerArg(args, 'batchSize', 0) ?? 0;
    yield* engine.cursors.more(
      reply,
      id,
      `${command.db}.${name}`,
      batchSize === 0 ? Number.POSITIVE_INFINITY : batchSize,
      command.deadline,
    );
  },
};

export const killCursors = instant({
  kind: 'read',
  fields: { cursors: 'accepted' },
  run(engine, command, reply) {
    const ids = command.args.get('cursors');
    if (!Array.isArray(ids)) {
      throw new CommandError('TypeMismatch', "BSON field 'killCursors.cursors' must be an array");
    }
    const killed: Value[] = [];
    const notFound: Value[] = [];
    for (const id of ids) {
      if (typeof id === 'bigint' && engine.cursors.kill(id)) killed.push(id);
      else notFound.push(id);
    }
    reply.value('cursorsKilled', killed);
    reply.value('cursorsNotFound', notFound);
    reply.value('cursorsAlive', []);
    reply.value('cursorsUnknown', []);
  },
});
