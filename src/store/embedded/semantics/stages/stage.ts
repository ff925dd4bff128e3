import { CommandError } from '../errors.ts';
import { Binary, Doc, typeName, type Value } from '../model.ts';

export type StageContext = {
  now: Date;
  /** Cap on what a blocking stage may hold; error 292 beyond. Default 100 MB. */
  memoryBytesMax?: number;
};

/** Stands between documents where others may work before the next one is read. Stages hand it on. */
export const pause = Symbol('pause');
export type Flow = Iterable<Doc | typeof pause>;

/** Documents in, documents out; lazy where it can be. */
export type Stage = (input: Flow, context: StageContext) => Flow;

export type StageCompiler = (spec: Value) => Stage;

const memoryBytesDefault = 100 * 1024 * 1024;

/** Counts what a blocking stage holds. @throws CommandError 292 */
export function memoryMeter(
  stage: string,
  { memoryBytesMax }: StageContext,
): (bytes: number) => void {
  const limit = memoryBytesMax ?? memoryBytesDefault;
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

/** A path written `$like.this`, without its dollar. */
export function dollarPath(value: Value | undefined, what: string, code: number): string {
  if (typeof value === 'string' && /^\$[^$]/.test(value)) return value.slice(1);
  throw new CommandError(code, `${what} must be a path that starts with '$'`);
}
