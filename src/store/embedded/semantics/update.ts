import type { Doc } from './model.ts';

export type UpdateContext = {
  /** From `matcher.positional`, when the update uses `$`. */
  positional?: number | undefined;
  /** `$setOnInsert` applies only then. */
  isInsert?: boolean;
  now: Date;
};

export type Updater = {
  /** A new document; the given one is never changed. `changed` is false for a no-op (then `doc` is the given one). */
  apply(doc: Doc, context: UpdateContext): { doc: Doc; changed: boolean };
  /** `operators`, `replacement` or `pipeline`. Multi-updates and upserts treat them differently. */
  kind: 'operators' | 'replacement' | 'pipeline';
  /** Uses the positional `$`: the caller must pass `positional`. */
  needsPositional: boolean;
  /** Top-level fields the update may touch; `null`: any. Untouched indexes need no work. */
  touches: readonly string[] | null;
};

/**
 * Compiles an update document, a replacement document or an update pipeline.
 * @throws CommandError with the server's code and message
 */
export function compileUpdate(
  _update: Doc | readonly Doc[],
  _options: { arrayFilters?: readonly Doc[]; variables?: Doc } = {},
): Updater {
  throw new Error('pending');
}

/** The document an upsert starts from: the filter's equalities (for a replacement only `_id`). */
export function upsertBase(_filter: Doc, _kind: Updater['kind'] = 'operators'): Doc {
  throw new Error('pending');
}

/** Puts `_id` first, as stored documents have it; makes nothing up when it is missing. */
export function withIdFirst(_doc: Doc): Doc {
  throw new Error('pending');
}
