import type { Collection } from '../catalog.ts';
import type { Producer } from '../cursors.ts';
import type { Query } from '../query.ts';
import { planPipeline, runStages } from '../semantics/aggregate.ts';
import { CommandError, unsupported } from '../semantics/errors.ts';
import { type Doc, decode, encode, pickRaw } from '../semantics/values.ts';
import { ready, Slice, type Sliced } from '../slice.ts';
import {
  type Command,
  checkCollation,
  collectionName,
  docArg,
  docsArg,
  findCollection,
  type Handler,
  integerArg,
} from './command.ts';
import { emptyProducer, queryOf } from './command-query.ts';
import { countMatching } from './count.ts';
import { firstBatchDefault } from './find.ts';

export const aggregate: Handler = {
  kind: 'read',
  fields: {
    pipeline: 'accepted',
    cursor: 'accepted',
    explain: 'refused',
    allowDiskUse: 'accepted',
    bypassDocumentValidation: 'accepted',
    hint: 'accepted',
    let: 'refused',
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
      producer = producerOf(runStages(plan.rest, input, { now: command.now }), query);
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
