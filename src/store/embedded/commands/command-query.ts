import type { Collection } from '../catalog.ts';
import type { Producer } from '../cursors.ts';
import { checkQuery, openQuery, type Query } from '../query.ts';
import type { Doc } from '../semantics/values.ts';
import { ready } from '../slice.ts';
import { boolArg, type Command, integerArg } from './command.ts';

/** From the arguments of a command to a planned query. */

export const emptyProducer: Producer = {
  next: () => ready(undefined),
  exhausted: () => true,
  pause: () => {},
  release: () => {},
};

/** A limit in the old signed form: negative means one batch only. */
export function windowOf(args: Doc): { skip: number; limit: number; single: boolean } {
  const limit = integerArg(args, 'limit', Number.MIN_SAFE_INTEGER) ?? 0;
  return {
    skip: integerArg(args, 'skip', 0) ?? 0,
    limit: Math.abs(limit),
    single: limit < 0 || boolArg(args, 'singleBatch') === true,
  };
}

export function queryOf(
  collection: Collection | undefined,
  command: Command,
  spec: { filter: Doc; sort?: Doc | undefined; skip?: number; limit?: number; rowsWanted?: number },
): Query | undefined {
  const full = {
    ...spec,
    hint: command.args.get('hint'),
    now: command.now,
  };
  if (collection === undefined) {
    checkQuery(full);
    return undefined;
  }
  return openQuery(collection, full);
}
