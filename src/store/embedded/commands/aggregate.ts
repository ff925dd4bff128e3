import type { Collection } from '../catalog.ts';
import type { Producer } from '../cursors.ts';
import type { Query } from '../query.ts';
import { planPipeline, runPausing } from '../semantics/aggregate.ts';
import { CommandError, unsupported } from '../semantics/errors.ts';
import { compileMatch, type Matcher } from '../semantics/match.ts';
import { type Flow, pause } from '../semantics/stages/stage.ts';
import { type Doc, encode, reader } from '../semantics/values.ts';
import type { Slice, Sliced } from '../slice.ts';
import type { DocumentRow } from '../storage.ts';
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
      producer = documentProducer(plan.count(limit === 0 ? 0 : n));
    } else if (plan.rest.length > 0) {
      // A filter that comes first is asked about stored bytes: what does not pass is never decoded.
      const [first, ...others] = plan.rest;
      const filter = first?.firstKey === '$match' ? docArg(first, '$match') : undefined;
      const matcher = filter && compileMatch(filter, { now: command.now });
      const source = query && new Source(query, plan.fields, matcher);
      const stages = filter === undefined ? plan.rest : others;
      const flow = runPausing(stages, source?.flow() ?? [], { now: command.now });
      producer = documentProducer(flow, source);
    } else {
      producer = query === undefined ? emptyProducer : rawProducer(query);
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
    pause: () => query.pause(),
    release: () => query.release(),
  };
}

function documentProducer(documents: Flow, source?: Source): Producer {
  const iterator = documents[Symbol.iterator]();
  return {
    *next(slice) {
      if (source !== undefined) source.slice = slice;
      for (;;) {
        const step = iterator.next();
        if (step.done === true) return undefined;
        if (step.value !== pause) return encode(step.value);
        yield;
        slice.renew();
      }
    },
    exhausted: () => false,
    pause: () => source?.pause(),
    release: () => source?.release(),
  };
}

/** The documents that the stages pull, with a pause among them whenever the slice is used up. */
class Source {
  /** The slice of the batch that is being filled. */
  slice: Slice | undefined;
  readonly #query: Query;
  readonly #read: (raw: Uint8Array) => Doc;
  readonly #matcher: Matcher | undefined;

  constructor(query: Query, fields: readonly string[] | null, matcher: Matcher | undefined) {
    this.#query = query;
    this.#read = reader(fields);
    this.#matcher = matcher;
  }

  *flow(): Flow {
    for (;;) {
      const { slice } = this;
      if (slice === undefined) throw new Error('nobody asked for documents');
      const reading: Sliced<DocumentRow | undefined> = this.#query.next(slice);
      let step = reading.next();
      while (step.done !== true) {
        yield pause;
        step = reading.next();
      }
      if (step.value === undefined) return;
      const [, raw] = step.value;
      if (this.#matcher === undefined || this.#matcher.testRaw(raw)) {
        yield this.#read(raw);
      }
      if (!slice.spent()) continue;
      this.pause();
      yield pause;
    }
  }

  pause(): void {
    this.#query.pause();
  }

  release(): void {
    this.#query.release();
  }
}
