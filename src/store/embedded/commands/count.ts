import { type Collection, documentCount } from '../catalog.ts';
import type { KeyRow } from '../newest-entries.ts';
import { checkStillThere, type IndexPlan } from '../read-ahead.ts';
import { Doc } from '../semantics/values.ts';
import { ReadSlice, type Sliced } from '../slice.ts';
import { type Command, checkCollation, docArg, findCollection, type Handler } from './command.ts';
import { queryOf, windowOf } from './command-query.ts';

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

/** Entries of an index that are counted between two looks at the clock. */
const countedAtOnce = 4096;
/** As much work as to look at so many documents. */
const countedWeight = 64;

/** Counts without looking at documents where the collection's size or an index knows. */
export function* countMatching(
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
  if (plan.stage === 'IXSCAN' && plan.exact && !plan.repeats) {
    const enough = spec.limit === 0 ? Number.POSITIVE_INFINITY : spec.skip + spec.limit;
    return within(yield* countEntries(collection, plan, enough, command.deadline));
  }
  const slice = new ReadSlice(command.deadline);
  let total = 0;
  while ((yield* query.next(slice)) !== undefined) {
    total++;
    if (slice.spent()) {
      query.pause();
      yield;
      slice.renew();
    }
  }
  return total;
}

/** No more than `enough`. */
function* countEntries(
  collection: Collection,
  { index, ranges }: IndexPlan,
  enough: number,
  deadline: number | undefined,
): Sliced<number> {
  const slice = new ReadSlice(deadline);
  const { tree } = index;
  let total = 0;
  for (const { lower, upper } of ranges) {
    for (let last: KeyRow = [lower, -1]; total < enough; ) {
      const wanted = Math.min(countedAtOnce, enough - total);
      const counted = tree.count(...last, upper, wanted);
      total += counted;
      if (counted < wanted || total >= enough) break;
      last = tree.nth(...last, upper, wanted) ?? last;
      if (!slice.spent(countedWeight)) continue;
      yield;
      slice.renew();
      checkStillThere(collection, index);
    }
  }
  return total;
}
