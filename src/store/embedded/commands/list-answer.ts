import type { BsonWriter } from '../bson-writer.ts';
import type { Collection } from '../catalog.ts';
import type { Producer } from '../cursors.ts';
import type { Engine } from '../engine.ts';
import { CommandError } from '../semantics/errors.ts';
import { Doc, encode } from '../semantics/values.ts';
import { ready, type Sliced } from '../slice.ts';
import { type Command, collectionName, docArg, findCollection, integerArg } from './command.ts';

export function needCollection(engine: Engine, command: Command): Collection {
  const collection = findCollection(engine, command);
  if (collection === undefined) {
    throw new CommandError(
      'NamespaceNotFound',
      `ns does not exist: ${command.db}.${collectionName(command)}`,
    );
  }
  return collection;
}

/** A cursor over documents made in memory. */
export function* answerList(
  engine: Engine,
  command: Command,
  reply: BsonWriter,
  ns: string,
  documents: readonly Doc[],
): Sliced<void> {
  let at = 0;
  const producer: Producer = {
    next: () => {
      const document = documents[at++];
      return ready(document === undefined ? undefined : encode(document));
    },
    exhausted: () => at >= documents.length,
    pause: () => {},
    release: () => {},
  };
  const cursor = docArg(command.args, 'cursor') ?? new Doc();
  const batchSize = integerArg(cursor, 'batchSize', 0) ?? Number.POSITIVE_INFINITY;
  yield* engine.cursors.first(reply, ns, producer, { batchSize });
}
