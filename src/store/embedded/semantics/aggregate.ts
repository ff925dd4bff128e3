import { CommandError } from './errors.ts';
import { Doc, type Value } from './model.ts';
import { integerOf } from './numbers.ts';
import { fieldsRead } from './pipeline-fields.ts';
import { group, sortByCount } from './stages/group.ts';
import {
  count,
  countField,
  limit,
  limitOf,
  match,
  skip,
  skipOf,
  sort,
  sortStage,
  unwind,
} from './stages/simple.ts';
import {
  type Flow,
  pause,
  type Stage,
  type StageCompiler,
  type StageContext,
} from './stages/stage.ts';
import { compileTransform } from './transform.ts';

/** Work the planner can do before any document reaches a stage, in this order: filter, sort, skip, limit. */
type PipelinePrefix = {
  filter: Doc;
  sort: Doc | null;
  skip: number;
  limit: number | null;
};

type PipelinePlan = {
  prefix: PipelinePrefix;
  /** The stages that are left for `runStages`. */
  rest: readonly Doc[];
  /**
   * The rest only counts documents (`$count`, or the drivers' `$group {_id: <constant>, n: {$sum: 1}}`): count without
   * decoding, then answer `count(n)`: no document when n is 0.
   */
  count: ((n: number) => Doc[]) | null;
  /** Top-level fields the rest reads, or `null` for whole documents. */
  fields: readonly string[] | null;
};

/** All stages there are, beside the transforms. The README of the embedded database says what decides about more. */
const compilers: { readonly [stage: string]: StageCompiler } = {
  $match: match,
  $sort: sort,
  $limit: limit,
  $skip: skip,
  $count: count,
  $unwind: unwind,
  $group: group,
  $sortByCount: sortByCount,
};

function compileStage(stage: Doc): Stage {
  if (stage.size !== 1) {
    throw new CommandError(
      40323,
      'A pipeline stage specification object must contain exactly one field.',
    );
  }
  const name = stage.firstKey ?? '';
  const spec = stage.values[0] as Value;
  const transform = compileTransform(name, spec);
  if (transform !== null) {
    return function* (input, context) {
      for (const doc of input) yield doc === pause ? pause : transform(doc, context);
    };
  }
  const compiler = Object.hasOwn(compilers, name) ? compilers[name] : undefined;
  if (compiler !== undefined) return compiler(spec);
  throw new CommandError('UnrecognizedStage', `Unrecognized pipeline stage name: '${name}'`);
}

function conjunction(filters: readonly Doc[]): Doc {
  if (filters.length === 0) return new Doc();
  return filters.length === 1 ? (filters[0] as Doc) : new Doc(['$and'], [filters.slice()]);
}

/** Checks a whole pipeline (before anything runs) and splits off what the planner can do. @throws CommandError */
export function planPipeline(stages: readonly Doc[]): PipelinePlan {
  for (const stage of stages) compileStage(stage);
  const filters: Doc[] = [];
  const prefix: PipelinePrefix = { filter: new Doc(), sort: null, skip: 0, limit: null };
  let taken = 0;
  while (taken < stages.length && take(stages[taken] as Doc, prefix, filters)) taken++;
  prefix.filter = conjunction(filters);
  const rest = stages.slice(taken);
  return {
    prefix,
    rest,
    count: countOf(rest),
    fields: fieldsRead(rest),
  };
}

/** Whether the stage could be added to the prefix. */
function take(stage: Doc, prefix: PipelinePrefix, filters: Doc[]): boolean {
  const spec = stage.values[0] as Value;
  switch (stage.firstKey) {
    case '$match':
      if (prefix.skip > 0 || prefix.limit !== null) return false;
      filters.push(spec as Doc);
      return true;
    case '$sort':
      if (prefix.sort !== null || prefix.skip > 0 || prefix.limit !== null) return false;
      prefix.sort = spec as Doc;
      return true;
    case '$skip': {
      const by = skipOf(spec);
      if (prefix.limit !== null) {
        // A limit of 0 means none to a find, so skipping everything is left to the stages.
        if (by >= prefix.limit) return false;
        prefix.limit -= by;
      }
      prefix.skip += by;
      return true;
    }
    case '$limit':
      prefix.limit = Math.min(prefix.limit ?? Number.POSITIVE_INFINITY, limitOf(spec));
      return true;
    default:
      return false;
  }
}

function countOf(rest: readonly Doc[]): PipelinePlan['count'] {
  const [stage] = rest;
  if (stage === undefined || rest.length !== 1) return null;
  const spec = stage.values[0] as Value;
  if (stage.firstKey === '$count') {
    const field = countField(spec);
    return (n) => (n === 0 ? [] : [new Doc([field], [integerOf(n)])]);
  }
  if (stage.firstKey !== '$group' || !(spec instanceof Doc) || spec.size !== 2) return null;
  const id = spec.get('_id');
  const isConstant =
    id === null || (typeof id === 'string' ? !id.startsWith('$') : typeof id !== 'object');
  const [field] = spec.keys.filter((key) => key !== '_id');
  const counter = field === undefined ? undefined : spec.get(field);
  if (id === undefined || !isConstant || field === undefined || !isCounter(counter)) return null;
  return (n) => (n === 0 ? [] : [new Doc(['_id', field], [id, integerOf(n)])]);
}

function isCounter(counter: Value | undefined): boolean {
  if (!(counter instanceof Doc) || counter.size !== 1) return false;
  const argument = counter.values[0] as Value;
  if (counter.firstKey === '$count') return argument instanceof Doc && argument.size === 0;
  // Only an int32 one: counting by another kind of number gives that kind.
  return counter.firstKey === '$sum' && argument === 1;
}

/** Runs stages over documents; lazy where the stages are. @throws CommandError */
export function* runStages(
  stages: readonly Doc[],
  input: Iterable<Doc>,
  context: StageContext,
): Iterable<Doc> {
  for (const doc of runPausing(stages, input, context)) if (doc !== pause) yield doc;
}

/** The same over documents with pauses between them. */
export function runPausing(stages: readonly Doc[], input: Flow, context: StageContext): Flow {
  let flow = input;
  stages.forEach((stage, i) => {
    const run =
      stage.firstKey === '$sort'
        ? sortStage(stage.values[0] as Value, wantedAfter(stages, i))
        : compileStage(stage);
    flow = run(flow, context);
  });
  return flow;
}

/** How many documents a stage's followers let through at most; 0: any number. */
function wantedAfter(stages: readonly Doc[], position: number): number {
  let skipped = 0;
  for (const stage of stages.slice(position + 1)) {
    const spec = stage.values[0] as Value;
    if (stage.firstKey === '$limit') return skipped + limitOf(spec);
    if (stage.firstKey !== '$skip') return 0;
    skipped += skipOf(spec);
  }
  return 0;
}
