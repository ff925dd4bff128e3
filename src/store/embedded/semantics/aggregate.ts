import type { Doc } from './model.ts';

/** Work the planner can do before any document reaches a stage, in this order: filter, sort, skip, limit. */
export type PipelinePrefix = {
  filter: Doc;
  sort: Doc | null;
  skip: number;
  limit: number | null;
};

export type PipelinePlan = {
  prefix: PipelinePrefix;
  /** What is left for `runStages`. */
  rest: readonly Doc[];
  /**
   * The rest only counts documents (`$count`, or the drivers' `$group {_id: <constant>, n: {$sum: 1}}`): count without
   * decoding, then answer `count(n)`: no document when n is 0.
   */
  count: ((n: number) => Doc[]) | null;
  /** Top-level fields the rest reads, or `null` for whole documents. */
  fields: readonly string[] | null;
  /** Other collections it reads. */
  collections: readonly string[];
};

export type AggregateHost = {
  /** Documents of another collection that match `filter`; may use its indexes. */
  lookup(collection: string, filter: Doc): Iterable<Doc>;
  now: Date;
  /** The command's `let`. */
  variables?: Doc;
  /** Cap on what blocking stages may hold; error 292 beyond. Default 100 MB. */
  memoryBytesMax?: number;
  random?: () => number;
};

/** Checks a whole pipeline (before anything runs) and splits off what the planner can do. @throws CommandError */
export function planPipeline(_stages: readonly Doc[]): PipelinePlan {
  throw new Error('pending');
}

/** Runs stages over documents; lazy where the stages are. @throws CommandError */
export function runStages(
  _stages: readonly Doc[],
  _input: Iterable<Doc>,
  _host: AggregateHost,
): Iterable<Doc> {
  throw new Error('pending');
}
