import type { ValueType } from '../runtime/schema.ts';
import type { Value } from '../runtime/value.ts';

/** Another object of the same code, in place of its id. */
export class Reference {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  constructor(type: string, name: string, id: string) {
    this.type = type;
    this.name = name;
    this.id = id;
  }
}

/** A value that is asked for when the code is applied: code never holds a secret. */
export class Secret {
  readonly name: string;
  readonly description: string;
  readonly type: ValueType;
  /** For whoever writes values apart from the code; a server answers none. */
  readonly value: Value;
  constructor(name: string, description: string, type: ValueType, value: Value) {
    this.name = name;
    this.description = description;
    this.type = type;
    this.value = value;
  }
}

/** Attributes by their names in Terraform; keys of a plain object are data. */
export class AttributeValues {
  readonly members: readonly (readonly [string, CodeValue])[];
  constructor(members: readonly (readonly [string, CodeValue])[]) {
    this.members = members;
  }
}

/** A value of an object's configuration, before it is written in a language. */
export type CodeValue =
  | Value
  | Reference
  | Secret
  | AttributeValues
  | readonly CodeValue[]
  | { readonly [key: string]: CodeValue };

/** Every secret in a value, in the order in which they are written. */
export function secretsIn(value: CodeValue): Secret[] {
  if (value instanceof Secret) return [value];
  if (value instanceof AttributeValues)
    return value.members.flatMap(([, member]) => secretsIn(member));
  if (Array.isArray(value)) return value.flatMap((item: CodeValue) => secretsIn(item));
  return isPlainObject(value) ? Object.values(value).flatMap(secretsIn) : [];
}

export function isPlainObject(value: unknown): value is { readonly [key: string]: CodeValue } {
  return (
    typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}
