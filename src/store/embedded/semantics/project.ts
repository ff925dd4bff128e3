import type { Doc } from './model.ts';

export type Projector = {
  apply(doc: Doc, positional?: number): Doc;
  /** `apply` on stored bytes; decodes only what is asked for when the projection includes whole fields. */
  applyRaw(bytes: Uint8Array, positional?: number): Doc;
  /** Uses the positional `$`: pass `matcher.positional(doc)`. */
  needsPositional: boolean;
  /** Top-level fields it reads, or `null` for the whole document. Covered reads need no more. */
  fields: readonly string[] | null;
};

/** Compiles a find projection. @throws CommandError with the server's code and message */
export function compileProjection(
  _spec: Doc,
  _options: { variables?: Doc; now?: Date } = {},
): Projector {
  throw new Error('pending');
}
