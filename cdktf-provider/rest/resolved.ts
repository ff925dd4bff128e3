/**
 * The resolved schema: what `build/resolve.ts` makes of the OpenAPI document and the overlays, and
 * what the provider interprets at run time. It is checked in as `generated/provider-schema.json`.
 */
import type { Attribute, Nesting, Schema } from '../runtime/schema.ts';
import type { Value } from '../runtime/value.ts';

/** The part of an attribute that concerns values on the wire, without the parts that only people and plans read. */
export interface WireShape
  extends Pick<
    Attribute,
    'presence' | 'type' | 'sensitive' | 'writeOnly' | 'variant' | 'default' | 'equivalent'
  > {
  /** Name of the member in the Public API. Absent for attributes that exist in Terraform only. */
  readonly wire?: string;
  /** Part of request bodies. */
  readonly sent: boolean;
  readonly nested?: { readonly nesting: Nesting; readonly attributes: WireShapes };
  /** The value that the server takes null for. */
  readonly nullMeans?: Value;
  /** A replacement that leaves it out keeps what the server has; null clears it. */
  readonly keptWhenAbsent?: true;
  /** Sensitive because it is about a person, and not because it is a secret. */
  readonly personal?: true;
  /** The id of an object, or a list of such ids: what it is. */
  readonly references?: string;
  /** The value that is sent when a write-only value was taken out of the configuration. */
  readonly clearedBy?: string;
}

export type WireShapes = Readonly<Record<string, WireShape>>;

export interface WireAttribute extends Attribute, Omit<WireShape, 'nested'> {
  readonly nested?: WireNested;
}

/** Never to be written into a file; what is about a person may be. */
export function isSecret({ sensitive, personal }: WireShape): boolean {
  return sensitive === true && personal !== true;
}

export interface WireNested {
  readonly nesting: Nesting;
  readonly attributes: WireAttributes;
}

export type WireAttributes = Readonly<Record<string, WireAttribute>>;

export interface WireSchema extends Schema {
  readonly attributes: WireAttributes;
}

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Attribute that fills each `{parameter}` of the path. */
  readonly parameters: Readonly<Record<string, string>>;
  /** A repeated request with the same key answers what the first one did. */
  readonly idempotencyKey: boolean;
}

export interface ResolvedResource {
  readonly schema: WireSchema;
  readonly operations: Readonly<Record<'create' | 'read' | 'update', Operation>> & {
    /** Absent where destroying the resource only forgets the object. */
    readonly delete?: Operation;
  };
  /** Attributes that an import id fills: usually `id`, sometimes its twin too. */
  readonly importAttributes: readonly string[];
  /** Resource type of the commercial original whose state can be taken over. */
  readonly takesOver?: string;
  /** Lists objects of the very shape that `read` answers, so that many reads can be one request. */
  readonly list?: { readonly operation: Operation; readonly items: string };
}

export interface ResolvedDataSource {
  readonly schema: WireSchema;
  readonly operation: Operation;
  /** Asked instead when the configuration names the id. */
  readonly byId?: Operation;
  /** Attribute -> name of the query parameter it is sent as. */
  readonly query: Readonly<Record<string, string>>;
  /** Set for lists: the attribute (and member) that holds the items, and whether there are pages. */
  readonly items?: {
    readonly attribute: string;
    readonly wire: string;
    readonly paged: boolean;
    readonly pagedById?: boolean;
  };
}

export interface ResolvedEphemeral {
  readonly schema: WireSchema;
  readonly open: Operation;
  readonly close: Operation;
}

export interface ResolvedProvider {
  readonly resources: Readonly<Record<string, ResolvedResource>>;
  readonly dataSources: Readonly<Record<string, ResolvedDataSource>>;
  readonly ephemeralResources: Readonly<Record<string, ResolvedEphemeral>>;
}
