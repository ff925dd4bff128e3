import type { Collection } from '../catalog.ts';
import { documentCount } from '../catalog.ts';
import type { Producer } from '../cursors.ts';
import type { Engine } from '../engine.ts';
import { checkQuery, openQuery, type Query } from '../query.ts';
import { type AggregateHost, planPipeline, runStages } from '../semantics/aggregate.ts';
import { CommandError, unsupported } from '../semantics/errors.ts';
import { encodeKey } from '../semantics/keys.ts';
import { compileProjection } from '../semantics/project.ts';
import { Doc, decode, encode, pickRaw, type Value } from '../semantics/values.ts';
import { ready, Slice, type Sliced } from '../slice.ts';
import {
  boolArg,
  type Command,
  checkCollation,
  collectionName,
  docArg,
  docsArg,
  findCollection,
  type Handler,
  instant,
  integerArg,
  stringArg,
} from './command.ts';

const firstBatchDefault = 101;

export const emptyProducer: Producer = {
  next: () => ready(undefined),
  exhausted: () => true,
  release: () => {},
};

/** A limit in the old signed form: negative means one batch only. */
function windowOf(args: Doc): { skip: number; limit: number; single: boolean } {
  const limit = integerArg(args, 'limit', Number.MIN_SAFE_INTEGER) ?? 0;
  return {
    skip: integerArg(args, 'skip', 0) ?? 0,
    limit: Math.abs(limit),
    single: limit < 0 || boolArg(args, 'singleBatch') === true,
  };
}

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
    let: 'accepted',
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
        : compileProjection(projection, variablesOf(command));
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

export function variablesOf(command: Command): { variables?: Doc; now: Date } {
  const variables = docArg(command.args, 'let');
  return variables === undefined ? { now: command.now } : { now: command.now, variables };
}

function queryOf(
  collection: Collection | undefined,
  command: Command,
  spec: { filter: Doc; sort?: Doc | undefined; skip?: number; limit?: number; rowsWanted?: number },
): Query | undefined {
  const full = {
    ...spec,
    hint: command.args.get('hint'),
    variables: docArg(command.args, 'let'),
    now: command.now,
  };
  if (collection === undefined) {
    checkQuery(full);
    return undefined;
  }
  return openQuery(collection, full);
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

export const count: Handler = {
  kind: 'read',
  fields: {
    query: 'accepted',
    limit: 'accepted',
    skip: 'accepted',
    hint: 'accepted',
    collation: 'accepted',
    fields: 'accepted',
  },
  *run(engine, command, reply) {
    checkCollation(command.args);
    const { skip, limit } = windowOf(command.args);
    const filter = docArg(command.args, 'query') ?? new Doc();
    const collection = findCollection(engine, command);
    reply.count('n', yield* countMatching(collection, command, { filter, skip, limit }));
  },
};

/** Counts without looking at documents where the collection's size or an index knows. */
function* countMatching(
  collection: Collection | undefined,
  command: Command,
  spec: { filter: Doc; skip: number; limit: number },
): Sliced<number> {
  const query = queryOf(collection, command, { ...spec, rowsWanted: 256 });
  if (collection === undefined || query === undefined) return 0;
  const within = (total: number): number => {
    const rest = Math.max(0, total - spec.skip);
    return spec.limit === 0 ? rest : Math.min(rest, spec.limit);
  };
  const { plan } = query;
  if (spec.filter.size === 0 && plan.stage === 'COLLSCAN') return within(documentCount(collection));
  if (plan.stage === 'IXSCAN' && plan.exact && !plan.index.multikey) {
    let total = 0;
    for (const range of plan.ranges) total += plan.index.tree.count(range.lower, range.upper);
    return within(total);
  }
  const slice = new Slice(command.deadline);
  let total = 0;
  while ((yield* query.next(slice)) !== undefined) {
    total++;
    if (slice.spent()) {
      query.release();
      yield;
      slice.renew();
    }
  }
  return total;
}

export const distinct: Handler = {
  kind: 'read',
  fields: { key: 'accepted', query: 'accepted', collation: 'accepted', hint: 'accepted' },
  *run(engine, command, reply) {
    checkCollation(command.args);
    const key = stringArg(command.args, 'key');
    if (key === undefined || key === '') {
      throw new CommandError(
        'MissingField',
        "BSON field 'distinct.key' is missing but a required field",
      );
    }
    const filter = docArg(command.args, 'query') ?? new Doc();
    const query = queryOf(findCollection(engine, command), command, { filter, rowsWanted: 256 });
    const values: Value[] = [];
    if (query !== undefined) {
      const path = key.split('.');
      const seen = new Set<string>();
      const slice = new Slice(command.deadline);
      for (;;) {
        const row = yield* query.next(slice);
        if (row === undefined) break;
        for (const value of valuesAlong(pickRaw(row[1], path.slice(0, 1)), path)) {
          const identity = encodeKey([value], identityPattern).toString('latin1');
          if (seen.has(identity)) continue;
          seen.add(identity);
          values.push(value);
        }
        if (slice.spent()) {
          query.release();
          yield;
          slice.renew();
        }
      }
    }
    reply.value('values', values);
  },
};

const identityPattern = [{ path: 'value', direction: 1 }] as const;

/** The values `distinct` sees: arrays are taken apart, at the end of the path one level. */
function valuesAlong(value: Value, path: readonly string[]): Value[] {
  const [head, ...rest] = path;
  if (head === undefined) return Array.isArray(value) ? value : [value];
  if (value instanceof Doc) {
    const member = value.get(head);
    return member === undefined ? [] : valuesAlong(member, rest);
  }
  if (!Array.isArray(value)) return [];
  const position = /^\d+$/.test(head) ? value[Number(head)] : undefined;
  const found = position === undefined ? [] : valuesAlong(position, rest);
  for (const item of value) if (item instanceof Doc) found.push(...valuesAlong(item, path));
  return found;
}

export const aggregate: Handler = {
  kind: 'read',
  fields: {
    pipeline: 'accepted',
    cursor: 'accepted',
    explain: 'refused',
    allowDiskUse: 'accepted',
    bypassDocumentValidation: 'accepted',
    hint: 'accepted',
    let: 'accepted',
    collation: 'accepted',
  },
  *run(engine, command, reply) {
    const { args } = command;
    checkCollation(args);
    if (args.values[0] === 1) throw unsupported('an aggregation over a whole database');
    const cursorArg = docArg(args, 'cursor');
    if (cursorArg === undefined) {
      throw new CommandError(
        'FailedToParse',
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    }
    const batchSize = integerArg(cursorArg, 'batchSize', 0) ?? firstBatchDefault;
    const ns = `${command.db}.${collectionName(command)}`;
    const collection = findCollection(engine, command);
    const { plan, query } = aggregateQuery(collection, command);
    let producer: Producer;
    if (plan.count !== null) {
      const { filter, skip, limit } = plan.prefix;
      const n = yield* countMatching(collection, command, { filter, skip, limit: limit ?? 0 });
      producer = producerOf(plan.count(limit === 0 ? 0 : n), undefined);
    } else if (plan.rest.length === 0) {
      producer = query === undefined ? emptyProducer : rawProducer(query);
    } else {
      const input = query === undefined ? [] : yield* gather(command, query, plan.fields);
      producer = producerOf(runStages(plan.rest, input, hostOf(engine, command)), query);
    }
    yield* engine.cursors.first(reply, ns, producer, { batchSize, deadline: command.deadline });
  },
};

export function aggregateQuery(collection: Collection | undefined, command: Command) {
  const pipeline = docsArg(command.args, 'pipeline');
  if (pipeline === undefined) {
    throw new CommandError(
      'MissingField',
      "BSON field 'aggregate.pipeline' is missing but a required field",
    );
  }
  const plan = planPipeline(pipeline);
  const { filter, sort, skip, limit } = plan.prefix;
  const query =
    limit === 0
      ? undefined
      : queryOf(collection, command, { filter, sort: sort ?? undefined, skip, limit: limit ?? 0 });
  return { plan, query };
}

function rawProducer(query: Query): Producer {
  return {
    *next(slice) {
      return (yield* query.next(slice))?.[1];
    },
    exhausted: () => false,
    release: () => query.release(),
  };
}

function producerOf(documents: Iterable<Doc>, query: Query | undefined): Producer {
  const iterator = documents[Symbol.iterator]();
  return {
    next: () => {
      const step = iterator.next();
      return ready(step.done === true ? undefined : encode(step.value));
    },
    exhausted: () => false,
    release: () => query?.release(),
  };
}

/** Input held before the stages run may weigh so much; beyond, they pull the rest without a pause. */
const gatheredBytesMax = 48 * 1024 * 1024;
/** What one field of a decoded document weighs, roughly; a whole document weighs some three times its bytes. */
const fieldWeight = 80;
const documentWeight = 3;

/**
 * The stages pull their input and cannot pause. So what can be read beforehand is read in slices, and only the
 * stages' own work is done in one piece.
 */
function* gather(
  command: Command,
  query: Query,
  fields: readonly string[] | null,
): Sliced<Iterable<Doc>> {
  const slice = new Slice(command.deadline);
  const held: Doc[] = [];
  const decoded = (raw: Uint8Array) => (fields === null ? decode(raw) : pickRaw(raw, fields));
  let bytes = 0;
  for (;;) {
    const row = yield* query.next(slice);
    if (row === undefined) return held;
    held.push(decoded(row[1]));
    bytes += fields === null ? row[1].length * documentWeight : (fields.length + 1) * fieldWeight;
    if (bytes > gatheredBytesMax) break;
    if (slice.spent()) {
      query.release();
      yield;
      slice.renew();
    }
  }
  return (function* () {
    yield* held;
    const unbroken = new Slice();
    for (;;) {
      const row = complete(query.next(unbroken));
      if (row === undefined) return;
      yield decoded(row[1]);
    }
  })();
}

/** Runs sliced work to its end without pausing. */
function complete<T>(work: Sliced<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

function hostOf(engine: Engine, command: Command): AggregateHost {
  return {
    ...variablesOf(command),
    *lookup(name, filter) {
      const collection = engine.catalog.find(command.db, name);
      if (collection === undefined) return;
      const query = openQuery(collection, { filter, now: command.now });
      const slice = new Slice(command.deadline);
      for (;;) {
        const row = complete(query.next(slice));
        if (row === undefined) return;
        yield decode(row[1]);
      }
    },
  };
}
