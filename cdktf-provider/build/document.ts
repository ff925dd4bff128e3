/** The OpenAPI document, read for its shapes: references followed, `allOf` merged. */
import { dereference } from '../../generate/document.ts';

export interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas?: Readonly<Record<string, OpenApiSchema>>;
    readonly parameters?: Readonly<Record<string, OpenApiParameter>>;
    readonly responses?: Readonly<Record<string, OpenApiResponse>>;
  };
}

export interface OpenApiSchema {
  readonly $ref?: string;
  readonly allOf?: readonly OpenApiSchema[];
  readonly oneOf?: unknown;
  readonly anyOf?: unknown;
  readonly type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  readonly description?: string;
  readonly nullable?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly deprecated?: boolean;
  readonly default?: unknown;
  readonly enum?: readonly (string | number | null)[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: OpenApiSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, OpenApiSchema>>;
  readonly additionalProperties?: boolean | OpenApiSchema;
  readonly 'x-absent-keeps'?: boolean;
  readonly 'x-immutable'?: boolean;
  readonly 'x-references'?: string;
  readonly 'x-secret'?: boolean;
}

interface OpenApiParameter {
  readonly $ref?: string;
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: OpenApiSchema;
}

interface OpenApiResponse {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, { readonly schema?: OpenApiSchema }>>;
}

interface OpenApiOperation {
  readonly operationId?: string;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: OpenApiResponse;
  readonly responses?: Readonly<Record<string, OpenApiResponse>>;
}

/** An operation with everything it refers to at hand. */
export interface DocumentedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly request: OpenApiSchema | undefined;
  readonly response: OpenApiSchema | undefined;
}

export interface Reading {
  operation(id: string): DocumentedOperation;
  /** The schema without references and `allOf` at its top. */
  flatten(schema: OpenApiSchema): OpenApiSchema;
  /** Text of the schema alone, and of what it refers to. */
  describe(schema: OpenApiSchema): { readonly own: string; readonly shared: string };
}

export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

export function readDocument(document: OpenApiDocument): Reading {
  const bodyOf = (body: OpenApiResponse | undefined): OpenApiSchema | undefined =>
    body === undefined
      ? undefined
      : dereference(document, body).content?.['application/json']?.schema;

  const operations = new Map<string, DocumentedOperation>();
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const id = operation.operationId;
      if (id === undefined) continue;
      operations.set(id, {
        id,
        method: method.toUpperCase(),
        path,
        parameters: [...(shared(methods) ?? []), ...(operation.parameters ?? [])].map((parameter) =>
          dereference(document, parameter),
        ),
        request: bodyOf(operation.requestBody),
        response: bodyOf(successOf(operation.responses)),
      });
    }
  }

  const flatten = (schema: OpenApiSchema): OpenApiSchema => {
    if (schema.oneOf !== undefined || schema.anyOf !== undefined) {
      throw new DocumentError(
        'oneOf and anyOf have no Terraform type; use one optional member each',
      );
    }
    const { $ref, allOf = [], ...own } = schema;
    const parts = [...($ref === undefined ? [] : [dereference(document, { $ref })]), ...allOf];
    return merge([...parts.map(flatten), own]);
  };

  return {
    operation: (id) => {
      const found = operations.get(id);
      if (found === undefined) throw new DocumentError(`the document has no operation ${id}`);
      return found;
    },
    flatten,
    describe: (schema) => {
      const own = schema.description ?? '';
      const parts = [
        ...(schema.$ref === undefined ? [] : [{ $ref: schema.$ref }]),
        ...(schema.allOf ?? []),
      ];
      const inherited = parts
        .map((part) => flatten(part).description ?? '')
        .find((text) => text !== '');
      return { own, shared: own === '' ? (inherited ?? '') : '' };
    },
  };
}

function merge(parts: readonly OpenApiSchema[]): OpenApiSchema {
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {}));
  const required = [...new Set(parts.flatMap((part) => part.required ?? []))];
  const merged: OpenApiSchema = Object.assign({}, ...parts);
  return {
    ...merged,
    ...(Object.keys(properties).length > 0 ? { properties } : {}),
    ...(required.length > 0 ? { required } : {}),
  };
}

function shared(methods: Readonly<Record<string, unknown>>): OpenApiParameter[] | undefined {
  return methods.parameters as OpenApiParameter[] | undefined;
}

function successOf(
  responses: Readonly<Record<string, OpenApiResponse>> | undefined,
): OpenApiResponse | undefined {
  return Object.entries(responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
}
