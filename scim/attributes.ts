/** How one attribute behaves: RFC 7643 section 7. The schemas that clients read are made of these. */
export interface AttributeDefinition {
  readonly name: string;
  readonly type: AttributeType;
  readonly multiValued: boolean;
  readonly description: string;
  readonly required: boolean;
  /** Whether comparing two texts of it regards letter case. */
  readonly caseExact: boolean;
  readonly mutability: 'readOnly' | 'readWrite' | 'immutable' | 'writeOnly';
  readonly returned: 'always' | 'never' | 'default' | 'request';
  readonly uniqueness: 'none' | 'server' | 'global';
  readonly canonicalValues?: readonly string[];
  readonly referenceTypes?: readonly string[];
  /** Only complex attributes have them. */
  readonly subAttributes: readonly AttributeDefinition[];
}

export type AttributeType =
  | 'string'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'dateTime'
  | 'reference'
  | 'binary'
  | 'complex';

/** The JSON of an attribute. Date-times are texts, as they came. */
export type AttributeValue =
  | string
  | number
  | boolean
  | readonly AttributeValue[]
  | { readonly [name: string]: AttributeValue };

/**
 * Attributes by their canonical names. Attributes of an extension are in one object under its URN:
 * `{ userName: 'anna', 'urn:…:enterprise:2.0:User': { department: 'Sales' } }`. Absent means unassigned:
 * there is no null and no empty list.
 */
export type Attributes = { readonly [name: string]: AttributeValue };
