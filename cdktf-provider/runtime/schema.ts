/**
 * The schema of a resource: its attributes, their behaviour in a plan, and checks of values that need no server.
 * `toProtocol` (schema-message.ts) turns it into the messages Terraform reads; everything Terraform has no word for
 * (defaults, replacement, validation) stays with us.
 */
import type { Value } from './value.ts';

export type ValueType =
  | 'string'
  | 'number'
  | 'bool'
  | { readonly list: ValueType }
  | { readonly set: ValueType }
  | { readonly map: ValueType };

export type Nesting = 'single' | 'list' | 'set' | 'map';

/**
 * - `required`: the configuration must set it.
 * - `optional`: null unless configured.
 * - `computed`: only the provider sets it.
 * - `optional-computed`: the default, or what the server chose, unless configured.
 */
export type Presence = 'required' | 'optional' | 'computed' | 'optional-computed';

export interface Checks {
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  /** Said instead of the pattern itself when a value does not match. */
  readonly patternMeaning?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly integer?: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface Attribute {
  readonly description: string;
  readonly presence: Presence;
  readonly sensitive?: boolean;
  readonly writeOnly?: boolean;
  /** The attribute beside it that takes the same value without storing it. */
  readonly variant?: WriteOnlyVariant;
  readonly deprecated?: string;
  /** Exactly one of `type` and `nested`. */
  readonly type?: ValueType;
  readonly nested?: NestedType;
  /** Planned when the configuration leaves the attribute out. */
  readonly default?: Value;
  /** A change makes a new object. */
  readonly replaces?: boolean;
  /** Set by the server and moved by every change: unknown whenever anything else changes. */
  readonly volatile?: boolean;
  /** Lives in configuration and state only: no server knows it, a read keeps it. */
  readonly local?: boolean;
  /** On the attribute's value, or on each element of a list, set or map. */
  readonly checks?: Checks;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** How a server may answer the same value in other words; the configured spelling is then kept. */
  readonly equivalent?: Equivalence;
}

/**
 * A secret by itself lies in the state; its variant is never stored, so a version says when it has changed. While the
 * version is set the secret itself is null, whatever the server answers.
 */
export interface WriteOnlyVariant {
  readonly name: string;
  readonly version: string;
  /** One of the two must be configured, unless the server has one already. */
  readonly required: boolean;
}

export type Equivalence = 'letter-case' | 'instant' | 'order' | 'empty-is-null' | 'false-is-null';

export interface NestedType {
  readonly nesting: Nesting;
  readonly attributes: Attributes;
}

export type Attributes = Readonly<Record<string, Attribute>>;

export interface Schema {
  readonly version: number;
  readonly description: string;
  readonly attributes: Attributes;
  readonly deprecated?: string;
}

export function isComputed(attribute: Attribute): boolean {
  return attribute.presence === 'computed' || attribute.presence === 'optional-computed';
}

export function isConfigurable(attribute: Attribute): boolean {
  return attribute.presence !== 'computed';
}

/** The description a reader sees: what the attribute is, then what it accepts. */
export function describe(attribute: Attribute): string {
  const notes: string[] = [];
  const checks = attribute.checks ?? {};
  if (checks.enum !== undefined) {
    notes.push(`One of ${checks.enum.map((entry) => `\`${entry}\``).join(', ')}.`);
  }
  notes.push(...bounds(checks));
  if (attribute.default !== undefined)
    notes.push(`Default: \`${JSON.stringify(attribute.default)}\`.`);
  if (attribute.replaces === true) notes.push('Changing it makes a new object.');
  if (attribute.writeOnly === true) notes.push('Write-only: never stored in plan or state.');
  if (attribute.deprecated !== undefined) notes.push(`Deprecated: ${attribute.deprecated}`);
  return [attribute.description, ...notes].filter((part) => part !== '').join(' ');
}

function bounds(checks: Checks): string[] {
  const { minimum, maximum, minLength, maxLength } = checks;
  const notes: string[] = [];
  if (minimum !== undefined && maximum !== undefined) notes.push(`From ${minimum} to ${maximum}.`);
  else if (minimum !== undefined) notes.push(`At least ${minimum}.`);
  else if (maximum !== undefined) notes.push(`At most ${maximum}.`);
  if (maxLength !== undefined) notes.push(`At most ${maxLength} characters.`);
  if (minLength !== undefined && minLength > 1) notes.push(`At least ${minLength} characters.`);
  return notes;
}
