/**
 * The facts about a Terraform resource that the OpenAPI document cannot state. There is one overlay per resource; the
 * build merges it with the document and stops on every disagreement.
 *
 * Attributes are addressed by their path in the Public API, with `[]` for elements of a list:
 * `rules[].actions.setAttributes`.
 */

import type { WireAttributes } from '../rest/resolved.ts';
import type { ConfigRule } from '../rest/resource.ts';
import type { Equivalence } from '../runtime/schema.ts';
import type { ValueObject } from '../runtime/value.ts';

export interface AttributeOverlay {
  /** Terraform name, where it is not the wire name in snake_case. */
  readonly rename?: string;
  /** Said instead of the document's description, or where the document has none. */
  readonly description?: string;
  /** Said after the description, whoever wrote it. */
  readonly note?: string;
  /** Changing it makes a new object; needed where the document does not say `x-immutable`. */
  readonly replaces?: true;
  /** The server chooses a value when the configuration does not. */
  readonly serverChooses?: true;
  /** Moves with every change of the object. */
  readonly volatile?: true;
  /** Never stored; a second attribute `<name>_version` tells when to send it again. */
  readonly writeOnly?: { readonly clearedBy?: string };
  /** The order of elements means nothing. */
  readonly orderFree?: true;
  readonly equivalent?: Equivalence;
  /** The value that the server takes null for: planned as the default, and read so from an answer. */
  readonly nullMeans?: string | boolean;
  readonly deprecated?: string;
  readonly sensitive?: boolean;
  /** About a person: hidden in plans as a secret is, but no secret, so an export holds it. */
  readonly personal?: true;
  /** The member is required by Terraform although the document allows leaving it out. */
  readonly required?: true;
}

/** Read-only members of every object that say how it came about: no attributes anywhere. */
export const housekeeping: ReadonlySet<string> = new Set(['isProvisioned', 'source']);

/** A member that is no attribute, and why. */
export type Ignored = Readonly<Record<string, string>>;

export interface DataSourceOverlay {
  readonly type: string;
  readonly description: string;
  readonly operation: string;
  /** Reads the same object by its id, where `operation` searches. */
  readonly byId?: string;
  /** Member of the answer that holds the items of a list; absent when the answer is one object. */
  readonly items?: string;
  /** Name of the attribute that holds them, where it is not the member in snake_case. */
  readonly itemsAttribute?: string;
  readonly attributes?: Readonly<Record<string, AttributeOverlay>>;
  readonly ignore?: Ignored;
  readonly rules?: readonly ConfigRule[];
}

export interface ResourceOverlay {
  readonly type: string;
  readonly category: Category;
  readonly description: string;
  /** Raised by hand when stored state must be converted. */
  readonly version?: number;
  readonly operations: {
    readonly create: string;
    readonly read: string;
    readonly update: string;
    /** Absent: destroying the resource only forgets the object, which stays as it is. */
    readonly delete?: string;
    /** Lists objects of the shape `read` answers: the build checks that they are the same. */
    readonly list?: { readonly operation: string; readonly items: string };
  };
  /** Path parameter -> attribute, where it is not `id`. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Attributes an import id fills. Default: `id`. */
  readonly importAttributes?: readonly string[];
  readonly takesOver?: string;
  readonly attributes?: Readonly<Record<string, AttributeOverlay>>;
  readonly ignore?: Ignored;
  readonly rules?: readonly ConfigRule[];
  /** Attributes that the server does not know, and how they come about. */
  readonly own?: OwnAttributes;
  /** Members that only the creation answers, such as a secret that is shown once. */
  readonly shownOnce?: readonly string[];
  /**
   * For objects whose creation replaces one that is there: the attribute that holds its id. Terraform is
   * told to import it instead of overwriting what somebody made by hand.
   */
  readonly replacedBy?: string;
  /** The attribute that must be an id of a catalogue, and the data source that lists it. */
  readonly catalogue?: {
    readonly attribute: string;
    readonly dataSource: string;
    /** Below the address of the server: answered where the word is an alias of an id. */
    readonly aliasPath?: (word: string) => string;
  };
  /** An object that is still answered but no longer exists for its users. */
  readonly isGone?: (answer: ValueObject) => boolean;
  readonly dataSources?: readonly DataSourceOverlay[];
}

export interface OwnAttributes {
  readonly attributes: WireAttributes;
  /** Values of computed ones, from the raw answer to the creation. */
  afterCreate(planned: ValueObject, answer: ValueObject): ValueObject;
}

export interface EphemeralOverlay {
  readonly type: string;
  readonly category: Category;
  readonly description: string;
  readonly open: string;
  readonly close: string;
  readonly attributes?: Readonly<Record<string, AttributeOverlay>>;
  readonly ignore?: Ignored;
  /** Members to send that the configuration does not set. */
  beforeOpen(config: ValueObject, now: Date): ValueObject;
}

export type Category =
  | 'People and teams'
  | 'On-call'
  | 'Integrations'
  | 'Incidents'
  | 'Status pages'
  | 'Access';

export const resource = (overlay: ResourceOverlay): ResourceOverlay => overlay;
