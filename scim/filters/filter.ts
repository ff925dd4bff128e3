import type { AttributeDefinition } from '../attributes.ts';

/**
 * A filter in which everything is known to the schema: names are canonical, operators fit the type, and values
 * have it. A Directory compiles it to a query of its own; no name in it comes from the client.
 */
export type Filter =
  | { readonly kind: 'and'; readonly filters: readonly Filter[] }
  | { readonly kind: 'or'; readonly filters: readonly Filter[] }
  | { readonly kind: 'not'; readonly filter: Filter }
  /** The attribute has a value that is not empty. */
  | { readonly kind: 'present'; readonly path: AttributePath }
  | Comparison
  /** One and the same element of a multi-valued complex attribute matches; paths inside name the attribute, too. */
  | { readonly kind: 'element'; readonly path: AttributePath; readonly filter: Filter };

/**
 * A value of the attribute compares so; of a multi-valued one, any value. `ne` is the opposite of `eq`, so it
 * also matches where there is no value. Every other operator matches only where there is one.
 */
export interface Comparison {
  readonly kind: 'compare';
  readonly path: AttributePath;
  readonly operator: Operator;
  /** Text for string, reference and binary; Date for dateTime. Texts are as the client wrote them: see `foldCase`. */
  readonly value: string | number | boolean | Date;
}

/** `co`, `sw` and `ew` come with texts only, the ordering ones with texts, numbers and dates. */
export type Operator = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/**
 * Where a value is. The path of a multi-valued complex attribute in a comparison always names a sub-attribute
 * (`emails eq "x"` arrives as `emails.value`). Beside the attributes of the schema, these occur: `id`,
 * `externalId`, `meta.created` and `meta.lastModified`.
 */
export interface AttributePath {
  /** URN of the extension under which the attribute is; null for the core schema. */
  readonly extension: string | null;
  readonly attribute: AttributeDefinition;
  readonly sub: AttributeDefinition | null;
}

/** The definition that decides how values at this path compare. */
export function definitionAt({ attribute, sub }: AttributePath): AttributeDefinition {
  return sub ?? attribute;
}

/**
 * Two texts of an attribute that is not `caseExact` are equal when these are. Store this beside what is to be found.
 */
export function foldCase(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/** `name.familyName`, `urn:…:User:department`: for messages and as a key. */
export function pathToText({ extension, attribute, sub }: AttributePath): string {
  const name = sub ? `${attribute.name}.${sub.name}` : attribute.name;
  return extension === null ? name : `${extension}:${name}`;
}
