import type { Collection, Index } from './catalog.ts';
import { bindField } from './plan-bounds.ts';
import { implies, isBoundable, provesPresence } from './plan-implication.ts';
import { isArrayField, type MergedStream, orderBy, streamsOf } from './plan-order.ts';
import { buildRanges, type PointPrefix } from './plan-ranges.ts';
import { isPoint } from './plan-values.ts';
import { compareValues, valuesEqual } from './semantics/compare.ts';
import { CommandError } from './semantics/errors.ts';
import type { FilterShape, Predicate } from './semantics/filter-shape.ts';
import { encodeKey, type FieldBound, type KeyRange, prefixUpperBound } from './semantics/keys.ts';
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
      /**
       * The order comes from merging these, which hold all the ranges; otherwise the ranges are read one after the
       * other.
       */
      streams: readonly MergedStream[] | undefined;
      /** Entries of matching documents end with one of these; undefined where nothing is known about the last field. */
      endings: readonly Buffer[] | undefined;
      /** A document may have several entries in the ranges. */
      repeats: boolean;
      /** Each range is one key of a unique index. */
      points: boolean;
    }
  | {
      stage: 'OR';
      branches: Plan[];
      /** Each branch gives the wanted order, so merging them does. */
      sorted: boolean;
    };

export type SortPattern = ReadonlyArray<{ path: string; direction: 1 | -1 }>;

interface PlanRequest {
  shape: FilterShape;
  sort: SortPattern | undefined;
  /** Index name or key pattern, or `{ $natural: ±1 }`. */
  hint: Value | undefined;
}

/** The most points that one scan may visit; beyond, a longer `$in` becomes a filter. */
const pointsMax = 10_000;

export function planQuery(collection: Collection, request: PlanRequest): Plan {
  const { shape, sort } = request;
  const byId = request.hint === undefined ? planById(collection, shape) : undefined;
  if (byId !== undefined) return byId;
  const hinted = request.hint === undefined ? undefined : resolveHint(collection, request.hint);
  if (matchesNothing(shape)) return { stage: 'EOF' };
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
  const union = bestUnion(collection, shape, sort);
  if (union !== undefined && union.score > (best?.score ?? 0)) return union.plan;
  if (best !== undefined) return best.plan;
  const natural = sort?.length === 1 && sort[0]?.path === '$natural' ? sort[0].direction : 1;
  return { stage: 'COLLSCAN', direction: natural };
}

/** Whether it wants one of none, as a filter by objects of which there are none does. */
function matchesNothing({ predicates, ors }: FilterShape): boolean {
  return (
    predicates.some(({ op, value }) => op === 'in' && Array.isArray(value) && value.length === 0) ||
    ors.some((branches) => branches.every(matchesNothing))
  );
}

/** One document by its `_id`, whatever else it must be: no other plan can be better, so none is looked at. */
function planById(collection: Collection, shape: FilterShape): Plan | undefined {
  const byId = shape.predicates.find(
    ({ path, op, value }) => path === '_id' && op === 'eq' && isPoint(value),
  );
  if (byId === undefined) return undefined;
  const isAll = shape.predicates.length === 1 && shape.ors.length === 0 && !shape.opaque;
  const index = collection.idIndex;
  const key = encodeKey([byId.value], index.pattern);
  return {
    stage: 'IXSCAN',
    index,
    ranges: [{ lower: key, upper: prefixUpperBound(key) }],
    direction: 1,
    exact: isAll && byId.value !== null,
    sorted: true,
    streams: undefined,
    endings: undefined,
    repeats: false,
    points: true,
  };
}

interface Candidate {
  score: number;
  plan: Plan;
  /** Paths with bounds. */
  bound: ReadonlySet<string>;
}

/** The most plans that are worth trying. */
const alternativesMax = 4;

/**
 * The plans of which any may be the quickest for the first documents of a sorted result, the most promising first: one
 * that has the order need not read all that match, one with narrower bounds has less to read.
 */
export function planAlternatives(collection: Collection, request: PlanRequest): Plan[] {
  const first = planQuery(collection, request);
  const { shape, sort } = request;
  if (sort === undefined || request.hint !== undefined || isCheap(first)) return [first];
  const candidates = collection.indexes.flatMap((index) =>
    index.ready ? (planIndex(index, shape, sort, false) ?? []) : [],
  );
  candidates.push(...unionsOf(collection, shape, sort));
  const useful = candidates.filter(
    (candidate) =>
      (candidate.bound.size > 0 || isSorted(candidate.plan)) &&
      !candidates.some((other) => other !== candidate && dominates(other, candidate)),
  );
  const plans = useful.sort((a, b) => b.score - a.score).map(({ plan }) => plan);
  return plans.length === 0 ? [first] : plans.slice(0, alternativesMax);
}

function isCheap(plan: Plan): boolean {
  return plan.stage === 'EOF' || (plan.stage === 'IXSCAN' && plan.points);
}

export function isSorted(plan: Plan): boolean {
  return (plan.stage === 'IXSCAN' || plan.stage === 'OR') && plan.sorted;
}

/** Whether it reads nothing that the other does not, and has its order. */
function dominates(one: Candidate, other: Candidate): boolean {
  if (one.plan.stage === 'OR' || other.plan.stage === 'OR') return false;
  if (isSorted(other.plan) && !isSorted(one.plan)) return false;
  for (const path of other.bound) if (!one.bound.has(path)) return false;
  const isEqual =
    one.bound.size === other.bound.size && isSorted(one.plan) === isSorted(other.plan);
  return !isEqual || one.score > other.score;
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
  demandsOrder = false,
): Candidate | undefined {
  let best: Candidate | undefined;
  for (const index of indexes) {
    if (!index.ready) continue;
    const candidate = planIndex(index, shape, sort, forced);
    if (candidate !== undefined && demandsOrder && !isSorted(candidate.plan)) continue;
    if (candidate !== undefined && (best === undefined || candidate.score > best.score)) {
      best = candidate;
    }
  }
  return best;
}

function bestUnion(
  collection: Collection,
  shape: FilterShape,
  sort: SortPattern | undefined,
): Candidate | undefined {
  let best: Candidate | undefined;
  for (const union of unionsOf(collection, shape, sort)) {
    if (best === undefined || union.score > best.score) best = union;
  }
  return best;
}

/** The unions that give the order, and those that do not. */
function unionsOf(
  collection: Collection,
  shape: FilterShape,
  sort: SortPattern | undefined,
): Candidate[] {
  return shape.ors.flatMap((branches) => {
    const merged = sort && planBranches(collection, shape, branches, sort);
    const plain = planBranches(collection, shape, branches, undefined);
    return [merged, plain].filter((union) => union !== undefined);
  });
}

/** A plan for each branch of an `$or`; with a sort, only where each of them has that order. */
function planBranches(
  collection: Collection,
  shape: FilterShape,
  branches: readonly FilterShape[],
  sort: SortPattern | undefined,
): Candidate | undefined {
  const plans: Plan[] = [];
  let weakest = Number.POSITIVE_INFINITY;
  for (const branch of branches) {
    const merged: FilterShape = {
      predicates: [...branch.predicates, ...shape.predicates],
      ors: branch.ors,
      opaque: branch.opaque || shape.opaque,
    };
    const direct = bestIndex(collection.indexes, merged, sort, false, sort !== undefined);
    const nested = sort === undefined ? bestUnion(collection, merged, undefined) : undefined;
    const chosen = nested !== undefined && nested.score > (direct?.score ?? 0) ? nested : direct;
    if (chosen === undefined) return undefined;
    weakest = Math.min(weakest, chosen.score);
    plans.push(chosen.plan);
  }
  // One less than its weakest branch: where a plain index scan is as good, it is simpler.
  const score = weakest - 1;
  if (score <= 0) return undefined;
  const plan: Plan = { stage: 'OR', branches: plans, sorted: sort !== undefined };
  return { score, plan, bound: new Set(['$or']) };
}

function planIndex(
  index: Index,
  shape: FilterShape,
  sort: SortPattern | undefined,
  forced: boolean,
): Candidate | undefined {
  if (!forced && !startsWell(index, shape, sort)) return undefined;
  if (index.partial !== undefined && !implies(shape, index.partial.shape)) return undefined;
  const prefixes: PointPrefix[] = [];
  const bound = new Set<string>();
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
    if (tail !== undefined || (isArrayField(index, i) && i > 0 && sharesArray(index, i))) {
      if (tail === undefined) tail = { kind: 'all' };
      if (predicates.length > 0) exact = false;
      continue;
    }
    const binding = bindField(predicates, isArrayField(index, i), used);
    if (binding === undefined) {
      tail = { kind: 'all' };
      if (predicates.length > 0) exact = false;
      continue;
    }
    if (!binding.exact) exact = false;
    if (binding.kind === 'points' && points * binding.values.length <= pointsMax) {
      points *= binding.values.length;
      prefixes.push({ values: binding.values, single: binding.values.length === 1 });
      bound.add(path);
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
    bound.add(path);
    score += 60;
  }
  if (!requiresField) return undefined;
  const complete = covered === index.pattern.length;
  if (complete && index.unique) score += 10_000;

  const order = sort === undefined ? undefined : orderBy(index, sort, prefixes);
  if (order !== undefined) score += score > 0 ? 50 : 10;
  if (score === 0 && !forced) return undefined;
  // Among equals an index of fewer documents, or of fewer fields, reads less.
  if (index.partial !== undefined) score += 0.5;
  score -= index.pattern.length * 0.01;

  if (!accounted(shape, used, index.partial?.shape)) exact = false;
  const ranges = buildRanges(index.pattern, prefixes, tail);
  return {
    score,
    bound,
    plan: {
      stage: 'IXSCAN',
      index,
      ranges,
      direction: order?.direction ?? 1,
      exact,
      sorted: order !== undefined,
      streams:
        order === undefined || order.merged === 0
          ? undefined
          : streamsOf(index, prefixes, tail, order.merged),
      endings: endingsOf(index, shape, prefixes.length),
      repeats: index.pattern.some((_, i) => isArrayField(index, i) && prefixes[i]?.single !== true),
      points: complete && index.unique,
    },
  };
}

/** The possible keys of the last field, where the bounds of the scan say nothing about it. */
function endingsOf(index: Index, shape: FilterShape, bound: number): Buffer[] | undefined {
  const last = index.pattern.length - 1;
  const field = index.pattern[last];
  if (field === undefined || last <= bound || index.truncated || isArrayField(index, last))
    return undefined;
  const predicates = shape.predicates.filter(
    (predicate) =>
      predicate.path === field.path && isBoundable(predicate) && provesPresence(predicate),
  );
  const binding = bindField(predicates, false, new Set());
  if (binding?.kind !== 'points') return undefined;
  const endings = binding.values.map((value) => encodeKey([value], [field]));
  return endings.every(({ length }) => length <= endingBytesMax) ? endings : undefined;
}

/** An entry may have only the beginning of a longer value. */
const endingBytesMax = 64;

/**
 * A number in a path names one element; where that is an array, entries of its elements answer more than a filter does.
 */
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
      return Doc.of({
        stage: plan.sorted ? 'SORT_MERGE' : 'OR',
        inputStages: plan.branches.map(describePlan),
      });
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
          ...(plan.streams === undefined ? {} : { merged: plan.streams.length }),
          ...(plan.endings === undefined ? {} : { endings: plan.endings.length }),
        },
      });
    }
  }
}
