import type { Collection, Index } from './catalog.ts';
import { bindField } from './plan-bounds.ts';
import { implies, isBoundable, provesPresence } from './plan-implication.ts';
import { isPoint } from './plan-values.ts';
import { compareValues, valuesEqual } from './semantics/compare.ts';
import { CommandError } from './semantics/errors.ts';
import type { FilterShape, Predicate } from './semantics/filter-shape.ts';
import {
  encodeBound,
  encodeKey,
  type FieldBound,
  type KeyRange,
  prefixUpperBound,
} from './semantics/keys.ts';
import { Doc, type Value } from './semantics/values.ts';

/**
 * Chooses how to find the documents of a filter. A plan may offer too many documents, never too few:
 * the caller tests each one against the filter unless the plan is `exact`.
 */

export type Plan =
  | { stage: 'COLLSCAN'; direction: 1 | -1 }
  | { stage: 'EOF' }
  | {
      stage: 'IXSCAN';
      index: Index;
      /** In index order, not overlapping. */
      ranges: KeyRange[];
      direction: 1 | -1;
      /** Every entry in the ranges belongs to a matching document. */
      exact: boolean;
      /** The index gives the wanted order. */
      sorted: boolean;
      /** Each range is one key of a unique index. */
      points: boolean;
    }
  | { stage: 'OR'; branches: Plan[] };

export type SortPattern = ReadonlyArray<{ path: string; direction: 1 | -1 }>;

export interface PlanRequest {
  shape: FilterShape;
  sort: SortPattern | undefined;
  /** Index name or key pattern, or `{ $natural: ±1 }`. */
  hint: Value | undefined;
}

/** So many points one scan may visit; beyond, a longer `$in` becomes a filter. */
const pointsMax = 10_000;

export function planQuery(collection: Collection, request: PlanRequest): Plan {
  const { shape, sort } = request;
  const byId = request.hint === undefined ? planById(collection, shape) : undefined;
  if (byId !== undefined) return byId;
  const hinted = request.hint === undefined ? undefined : resolveHint(collection, request.hint);
  if (hinted === 1 || hinted === -1) return { stage: 'COLLSCAN', direction: hinted };
  const indexes = hinted === undefined ? collection.indexes : [hinted];
  const best = bestIndex(indexes, shape, sort, hinted !== undefined);
  if (hinted !== undefined) {
    if (best === undefined) {
      throw new CommandError(
        'BadValue',
        'error processing query: planner returned error: hint provided does not correspond to an index that can answer the query',
      );
    }
    return best.plan;
  }
  const union = bestUnion(collection, shape);
  if (union !== undefined && union.score > (best?.score ?? 0)) return union.plan;
  if (best !== undefined) return best.plan;
  const natural = sort?.length === 1 && sort[0]?.path === '$natural' ? sort[0].direction : 1;
  return { stage: 'COLLSCAN', direction: natural };
}

/** One document by its `_id`: no other plan can be better, so none is looked at. */
function planById(collection: Collection, shape: FilterShape): Plan | undefined {
  const [only] = shape.predicates;
  if (only === undefined || shape.predicates.length > 1 || shape.ors.length > 0) return undefined;
  if (only.path !== '_id' || only.op !== 'eq' || !isPoint(only.value)) return undefined;
  const index = collection.idIndex;
  const key = encodeKey([only.value], index.pattern);
  return {
    stage: 'IXSCAN',
    index,
    ranges: [{ lower: key, upper: prefixUpperBound(key) }],
    direction: 1,
    exact: only.value !== null && !shape.opaque,
    sorted: true,
    points: true,
  };
}

interface Candidate {
  score: number;
  plan: Plan;
}

function resolveHint(collection: Collection, hint: Value): Index | 1 | -1 {
  if (hint instanceof Doc && hint.firstKey === '$natural') {
    return compareValues(hint.values[0], 0) < 0 ? -1 : 1;
  }
  const index = collection.indexes.find((candidate) =>
    typeof hint === 'string'
      ? candidate.name === hint
      : valuesEqual(candidate.spec.get('key'), hint),
  );
  if (index === undefined || !index.ready) {
    throw new CommandError(
      'BadValue',
      'error processing query: planner returned error: hint provided does not correspond to an existing index',
    );
  }
  return index;
}

function bestIndex(
  indexes: readonly Index[],
  shape: FilterShape,
  sort: SortPattern | undefined,
  forced: boolean,
): Candidate | undefined {
  let best: Candidate | undefined;
  for (const index of indexes) {
    if (!index.ready) continue;
    const candidate = planIndex(index, shape, sort, forced);
    if (candidate !== undefined && (best === undefined || candidate.score > best.score)) {
      best = candidate;
    }
  }
  return best;
}

function bestUnion(collection: Collection, shape: FilterShape): Candidate | undefined {
  let best: Candidate | undefined;
  for (const branches of shape.ors) {
    const plans: Plan[] = [];
    let weakest = Number.POSITIVE_INFINITY;
    for (const branch of branches) {
      const merged: FilterShape = {
        predicates: [...branch.predicates, ...shape.predicates],
        ors: branch.ors,
        opaque: branch.opaque || shape.opaque,
      };
      const direct = bestIndex(collection.indexes, merged, undefined, false);
      const nested = bestUnion(collection, merged);
      const chosen = nested !== undefined && nested.score > (direct?.score ?? 0) ? nested : direct;
      if (chosen === undefined) {
        weakest = 0;
        break;
      }
      weakest = Math.min(weakest, chosen.score);
      plans.push(chosen.plan);
    }
    // One less than its weakest branch: where a plain index scan is as good, it is simpler.
    if (weakest > 0 && (best === undefined || weakest - 1 > best.score)) {
      best = { score: weakest - 1, plan: { stage: 'OR', branches: plans } };
    }
  }
  return best;
}

function planIndex(
  index: Index,
  shape: FilterShape,
  sort: SortPattern | undefined,
  forced: boolean,
): Candidate | undefined {
  if (!forced && !startsWell(index, shape, sort)) return undefined;
  if (index.partial !== undefined && !implies(shape, index.partial.shape)) return undefined;
  const multikey = index.multikey;
  const prefixes: { values: Value[]; single: boolean }[] = [];
  let points = 1;
  let tail: FieldBound | undefined;
  let score = 0;
  let exact = !index.truncated && !(index.multikey && hasPosition(index));
  let covered = 0;
  let requiresField = !index.sparse;
  const used = new Set<Predicate>();

  for (let i = 0; i < index.pattern.length; i++) {
    const path = index.pattern[i]?.path ?? '';
    const predicates = shape.predicates.filter(
      (predicate) => predicate.path === path && isBoundable(predicate),
    );
    if (predicates.some(provesPresence)) requiresField = true;
    // Entries of one array's elements pair up their fields; a filter need not: only the first may be bound.
    if (tail !== undefined || (multikey && i > 0 && sharesArray(index, i))) {
      if (tail === undefined) tail = { kind: 'all' };
      if (predicates.length > 0) exact = false;
      continue;
    }
    const binding = bindField(predicates, multikey, used);
    if (binding === undefined) {
      tail = { kind: 'all' };
      if (predicates.length > 0) exact = false;
      continue;
    }
    if (!binding.exact) exact = false;
    if (binding.kind === 'points' && points * binding.values.length <= pointsMax) {
      points *= binding.values.length;
      prefixes.push({ values: binding.values, single: binding.values.length === 1 });
      score += binding.values.length === 1 ? 100 : 80;
      covered++;
      continue;
    }
    if (binding.kind === 'points') {
      tail = { kind: 'all' };
      exact = false;
      continue;
    }
    tail = binding.bound;
    score += 60;
  }
  if (!requiresField) return undefined;
  const complete = covered === index.pattern.length;
  if (complete && index.unique) score += 10_000;

  const order = sort === undefined ? undefined : sortDirection(index, sort, prefixes);
  if (order !== undefined) score += score > 0 ? 50 : 10;
  if (score === 0 && !forced) return undefined;
  // Among equals a narrower index reads less.
  score -= index.pattern.length * 0.01;

  if (!accounted(shape, used, index.partial?.shape)) exact = false;
  const ranges = buildRanges(index, prefixes, tail);
  return {
    score,
    plan: {
      stage: 'IXSCAN',
      index,
      ranges,
      direction: order ?? 1,
      exact,
      sorted: order !== undefined,
      points: complete && index.unique,
    },
  };
}

/** A number in a path names one element; where that is an array, entries of its elements answer more than a filter does. */
function hasPosition({ pattern }: Index): boolean {
  return pattern.some(({ path }) => /(?:^|\.)\d+(?:\.|$)/.test(path));
}

function sharesArray(index: Index, position: number): boolean {
  const head = index.pattern[position]?.path.split('.', 1)[0];
  for (let i = 0; i < position; i++) {
    if (index.pattern[i]?.path.split('.', 1)[0] === head) return true;
  }
  return false;
}

/** Cheap test that spares most indexes the rest: something must be known about their first field. */
function startsWell(index: Index, shape: FilterShape, sort: SortPattern | undefined): boolean {
  const first = index.pattern[0]?.path;
  if (sort !== undefined && sort[0]?.path === first) return true;
  for (const { path } of shape.predicates) if (path === first) return true;
  return false;
}

/** Whether the scan answers all that the filter demands, by its bounds or by what the index leaves out. */
function accounted(
  shape: FilterShape,
  used: ReadonlySet<Predicate>,
  partial: FilterShape | undefined,
): boolean {
  if (shape.opaque || shape.ors.length > 0) return false;
  return shape.predicates.every(
    (predicate) =>
      used.has(predicate) ||
      partial?.predicates.some(
        (kept) =>
          kept.path === predicate.path &&
          kept.op === predicate.op &&
          valuesEqual(kept.value, predicate.value),
      ),
  );
}

/** The direction in which to read the index so that the sort comes out; `undefined` when it cannot. */
function sortDirection(
  index: Index,
  sort: SortPattern,
  prefixes: readonly { single: boolean }[],
): 1 | -1 | undefined {
  if (index.multikey || index.truncated) return undefined;
  const constant = new Set<string>();
  prefixes.forEach(({ single }, i) => {
    if (single) constant.add(index.pattern[i]?.path ?? '');
  });
  let at = 0;
  let direction: 1 | -1 | undefined;
  for (const wanted of sort) {
    if (constant.has(wanted.path)) continue;
    while (at < index.pattern.length && constant.has(index.pattern[at]?.path ?? '')) at++;
    const field = index.pattern[at++];
    if (field === undefined || field.path !== wanted.path) return undefined;
    const needed = field.direction === wanted.direction ? 1 : -1;
    if (direction !== undefined && direction !== needed) return undefined;
    direction = needed;
  }
  return direction ?? 1;
}

function buildRanges(
  index: Index,
  prefixes: readonly { values: Value[] }[],
  tail: FieldBound | undefined,
): KeyRange[] {
  let tuples: Value[][] = [[]];
  for (const { values } of prefixes) {
    tuples =
      values.length === 1
        ? tuples.map((tuple) => [...tuple, values[0] as Value])
        : tuples.flatMap((tuple) => values.map((value) => [...tuple, value]));
  }
  const ranges = tuples.map((tuple) => {
    if (tail !== undefined) return encodeBound(tuple, tail, index.pattern);
    const last = tuple[tuple.length - 1];
    return encodeBound(tuple.slice(0, -1), { kind: 'eq', value: last }, index.pattern);
  });
  if (ranges.length < 2) return ranges;
  ranges.sort((a, b) => Buffer.compare(a.lower, b.lower));
  return ranges.filter(
    (range, i) => i === 0 || Buffer.compare(range.lower, ranges[i - 1]?.lower ?? range.upper) !== 0,
  );
}

/** The plan as `explain` shows it. */
export function describePlan(plan: Plan): Doc {
  switch (plan.stage) {
    case 'EOF':
      return Doc.of({ stage: 'EOF' });
    case 'COLLSCAN':
      return Doc.of({
        stage: 'COLLSCAN',
        direction: plan.direction === 1 ? 'forward' : 'backward',
      });
    case 'OR':
      return Doc.of({ stage: 'OR', inputStages: plan.branches.map(describePlan) });
    case 'IXSCAN': {
      const { index } = plan;
      return Doc.of({
        stage: 'FETCH',
        inputStage: {
          stage: 'IXSCAN',
          keyPattern: index.spec.get('key') ?? null,
          indexName: index.name,
          isMultiKey: index.multikey,
          isUnique: index.unique,
          isSparse: index.sparse,
          isPartial: index.partial !== undefined,
          direction: plan.direction === 1 ? 'forward' : 'backward',
          ranges: plan.ranges.length,
        },
      });
    }
  }
}
