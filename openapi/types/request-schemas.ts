import { requestSchemas } from './request-schemas.generated.ts';

/** A schema of the document with its references followed and its `allOf` merged, as far as its readers need it. */
export interface Schema {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  format?: string;
  nullable?: boolean;
  readOnly?: boolean;
  description?: string;
  enum?: readonly (string | null)[];
  required?: readonly string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  default?: unknown;
  'x-references'?: string;
  /** Of objects that have a type, those that are taken. */
  'x-reference-types'?: readonly string[];
  'x-secret'?: boolean;
  'x-immutable'?: boolean;
}

type Raw = Schema & { $ref?: string; allOf?: Raw[] };

/** The schema of a request body by its name in the document. */
export function schemaNamed(name: string): Schema {
  const found = requestSchemas[name];
  if (found === undefined) throw new Error(`No request of the document has a schema ${name}.`);
  return resolved(found as Raw);
}

/** One level only: members are resolved when they are drawn, because some schemas contain themselves. */
export function resolved(schema: Schema): Schema {
  const { $ref, allOf, ...own } = schema as Raw;
  const parts: Schema[] = [
    ...($ref === undefined ? [] : [schemaNamed($ref.split('/').at(-1) ?? '')]),
    ...(allOf ?? []).map(resolved),
    own,
  ];
  const merged: Schema = {};
  for (const { properties, required, ...rest } of parts) {
    Object.assign(merged, rest);
    if (properties) merged.properties = { ...merged.properties, ...properties };
    if (rest.enum?.includes(null)) merged.nullable = true;
    if (required) merged.required = [...(merged.required ?? []), ...required];
  }
  return merged;
}
