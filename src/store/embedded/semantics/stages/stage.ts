import { CommandError } from '../errors.ts';
import { Binary, Doc, typeName, type Value } from '../model.ts';

export type AggregateHost = {
  /** Documents of another collection that match `filter`; may use its indexes. */
  lookup(collection: string, filter: Doc): Iterable<Doc>;
  now: Date;
  /** The command's `let`. */
  variables?: Doc | undefined;
  /** Cap on what a blocking stage may hold; error 292 beyond. Default 100 MB. */
  memoryBytesMax?: number;
  random?: () => number;
};

/** What a running stage knows. */
export type StageContext = {
  host: AggregateHost;
  /** `let` of the command and of every enclosing `$lookup`. */
  variables: Doc | undefined;
};

/** Documents in, documents out; lazy where it can be. */
export type Stage = (input: Iterable<Doc>, context: StageContext) => Iterable<Doc>;

/** Compiles a pipeline nested in a stage. */
export type CompilePipeline = (stages: readonly Doc[]) => Pipeline;

export type Pipeline = {
  /** Leading `$match` stages as one filter that any collection scan can apply; `null` when there are none. */
  filter: Doc | null;
  run: Stage;
  /** `run` on documents that already passed `filter`. */
  runFiltered: Stage;
  /** Collections it reads, beside its own. */
  collections: readonly string[];
};

export type CompiledStage = { run: Stage; collections: readonly string[] };

export type StageCompiler = (spec: Value, compile: CompilePipeline) => CompiledStage;

export const memoryBytesDefault = 100 * 1024 * 1024;

/** Counts what a blocking stage holds. @throws CommandError 292 */
export function memoryMeter(stage: string, { host }: StageContext): (bytes: number) => void {
  const limit = host.memoryBytesMax ?? memoryBytesDefault;
  let held = 0;
  return (bytes) => {
    held += bytes;
    if (held > limit) {
      throw new CommandError(
        'QueryExceededMemoryLimitNoDiskUseAllowed',
        stage === '$sort'
          ? `Sort exceeded memory limit of ${limit} bytes, but did not opt in to external sorting.`
          : `Exceeded memory limit of ${limit} bytes for ${stage}, but didn't allow external spilling.`,
      );
    }
  };
}

/** Rough size in memory; what counts is that large values count as large. */
export function roughBytes(value: Value): number {
  if (typeof value === 'string') return 24 + value.length;
  if (typeof value !== 'object' || value === null) return 16;
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + roughBytes(item), 32);
  if (value instanceof Doc) {
    return value.values.reduce((sum: number, item) => sum + 16 + roughBytes(item), 48);
  }
  return value instanceof Binary ? 64 + value.bytes.length : 48;
}

export function mustBeDoc(spec: Value, stage: string, code: number): Doc {
  if (spec instanceof Doc) return spec;
  throw new CommandError(
    code,
    `the ${stage} stage specification must be an object, found ${typeName(spec)}`,
  );
}

export function mustBePipeline(value: Value | undefined, what: string): Doc[] {
  if (Array.isArray(value) && value.every((stage) => stage instanceof Doc)) return value;
  throw new CommandError('TypeMismatch', `${what} must be an array of stages`);
}

/** A path written `$like.this`, without its dollar. */
export function dollarPath(value: Value | undefined, what: string, code: number): string {
  if (typeof value === 'string' && /^\$[^$]/.test(value)) return value.slice(1);
  throw new CommandError(code, `${what} must be a path that starts with '$'`);
}
