import { atReference } from '../src/kernel/index.ts';

/** The parts of an OpenAPI 3.0.3 document that the tools of this folder and the contract tests look at. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Schema {
  $ref?: string;
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  format?: string;
  description?: string;
  nullable?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  allOf?: Schema[];
  enum?: Json[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  minProperties?: number;
  maxProperties?: number;
  default?: Json;
  example?: Json;
  readOnly?: boolean;
  writeOnly?: boolean;
  'x-aliases'?: string[];
  'x-absent-keeps'?: boolean;
  'x-immutable'?: boolean;
  'x-refuses-unknown'?: boolean;
  'x-says'?: string;
  'x-secret'?: boolean;
  'x-references'?: string;
  'x-reference-types'?: string[];
}

export interface MediaType {
  schema?: Schema;
  example?: Json;
}

export interface Parameter {
  $ref?: string;
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Schema;
}

export interface Response {
  $ref?: string;
  description: string;
  headers?: Record<string, { $ref?: string; description?: string; schema?: Schema }>;
  content?: Record<string, MediaType>;
}

export interface RequestBody {
  $ref?: string;
  required?: boolean;
  content: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  parameters?: Parameter[];
  requestBody?: RequestBody;
  responses: Record<string, Response>;
  security?: Record<string, string[]>[];
  'x-required-role'?: string;
  'x-scope'?: string;
  'x-session'?: string;
  'x-audit'?: string;
  'x-no-side-effects'?: boolean;
  'x-self-service'?: boolean;
  'x-organization-wide'?: boolean;
  'x-key-kinds'?: string[];
  'x-recent-sign-in'?: boolean;
  'x-rate-limit'?: string;
  'x-plan'?: string[];
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch'] as const;
export type Method = (typeof methods)[number];

export type PathItem = Partial<Record<Method, Operation>> & { parameters?: Parameter[] };

export interface OpenApiDocument {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string; description?: string }[];
  paths: Record<string, PathItem>;
  components: {
    schemas: Record<string, Schema>;
    responses?: Record<string, Response>;
    parameters?: Record<string, Parameter>;
    requestBodies?: Record<string, RequestBody>;
  };
  'x-plan'?: string[];
}

export interface LocatedOperation {
  path: string;
  method: Method;
  operation: Operation;
  /** Parameters that the path declares for all its operations. */
  shared: Parameter[];
}

/** All operations in the order of the document. */
export function operationsOf(document: OpenApiDocument): LocatedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation, shared: item.parameters ?? [] }] : [];
    }),
  );
}

/** The schema, and all that it refers to or is made of. */
export function partsOf(document: object, schema: Schema): Schema[] {
  const target = dereference(document, schema);
  return [target, ...(target.allOf ?? []).flatMap((part) => partsOf(document, part))];
}

/** Follows `$ref` until something else is found. Throws for a reference that leads nowhere. */
export function dereference<T extends { readonly $ref?: string }>(document: object, value: T): T {
  let current = value;
  while (current.$ref !== undefined) current = atReference(document, current.$ref) as T;
  return current;
}
