import type { Collection, Index } from './catalog.ts';
import type { Engine } from './engine.ts';
import { deleteRecord } from './records.ts';
import { encodeBound } from './semantics/keys.ts';
import { Slice, type Sliced } from './slice.ts';

/** Deletes expired documents along their TTL index, a slice per commit group, oldest first. */
export function startTimeToLive(engine: Engine, sweepSeconds: number): NodeJS.Timeout {
  const timer = setInterval(() => {
    engine.cursors.expire();
    sweepExpired(engine);
  }, sweepSeconds * 1000);
  return timer;
}

function sweepExpired(engine: Engine): void {
  if (engine.writeRefusal() !== undefined) return;
  for (const collection of engine.catalog.all()) {
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds === undefined || !index.ready) continue;
      if (!hasExpired(engine, index)) continue;
      engine.commits.submit({
        start: () => sweep(engine, collection, index),
        done: () => {},
        // The next sweep tries again; a read-only engine has already logged the reason.
        failed: () => {},
      });
    }
  }
}

/** One look-up outside any transaction: most sweeps find nothing and must not cost a commit. */
function hasExpired(engine: Engine, index: Index): boolean {
  const range = expiredRange(engine, index);
  return index.tree.keysAfter(range.lower, -1, range.upper, 1).length > 0;
}

/** Dates only: a document whose field is anything else never expires. */
function expiredRange(engine: Engine, index: Index) {
  const until = engine.clock().getTime() - (index.expireAfterSeconds ?? 0) * 1000;
  return encodeBound([], { kind: 'range', lte: new Date(until) }, index.pattern);
}

function* sweep(engine: Engine, collection: Collection, index: Index): Sliced<void> {
  const slice = new Slice();
  const range = expiredRange(engine, index);
  while (!collection.dropped && collection.indexes.includes(index)) {
    const rows = index.tree.after(range.lower, -1, range.upper, 64);
    // On a multikey index a document can stand here twice.
    const met = new Set<number>();
    for (const [, rid, raw] of rows) {
      if (met.has(rid)) continue;
      met.add(rid);
      deleteRecord(engine.catalog, collection, rid, raw);
    }
    if (rows.length < 64) return;
    if (slice.spent(16)) {
      yield;
      slice.renew();
    }
  }
}
