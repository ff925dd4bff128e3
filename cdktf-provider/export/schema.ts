/**
 * The part of the resolved schema that code is made of: which attributes a resource has and how their values
 * travel, without descriptions and checks. A tenth of the whole, so that a browser can load it.
 */
import schema from '../generated/export-schema.json' with { type: 'json' };
import type { Operation, ResolvedResource, WireShapes } from '../rest/resolved.ts';

export interface ExportedResource {
  readonly attributes: WireShapes;
  readonly operations: Readonly<Record<'create' | 'read' | 'update', Operation>>;
  /** Lists of people hold summaries only; a few types have none. */
  readonly list?: NonNullable<ResolvedResource['list']>;
}

export type ExportSchema = Readonly<Record<string, ExportedResource>>;

/** The checked-in file is written by the build from this very type. */
export const exportSchema = schema as unknown as ExportSchema;
