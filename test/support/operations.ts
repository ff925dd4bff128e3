import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  dereference,
  type OpenApiDocument,
  operationsOf,
  type Schema,
} from '../../generate/document.ts';

export interface DocumentedOperation {
  operationId: string;
  method: string;
  path: string;
  tag: string;
  requiredRole: string;
  scope: string;
  audit: string | undefined;
  selfService: boolean;
  organizationWide: boolean;
  keyKinds: string[] | undefined;
  /** In a session, only after a recent sign-in. */
  recentSignIn: boolean;
  plans: string[] | undefined;
  /** The example of the request, undefined where there is no body. */
  body: Record<string, unknown> | undefined;
  /** Values for the query parameters that are required. */
  query: string;
  /** The query parameters that are not required, each with a value it takes. */
  filters: { name: string; value: string }[];
}

/** Every operation of the document, for tests that hold for all of them. */
export function documentedOperations(): DocumentedOperation[] {
  const document = JSON.parse(
    readFileSync('openapi/bundled/public-v1.json', 'utf8'),
  ) as OpenApiDocument;
  return operationsOf(document).map(({ path, method, operation, shared }) => {
    const parameters = [...shared, ...(operation.parameters ?? [])].map((parameter) =>
      dereference(document, parameter),
    );
    const given = parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, required, schema }) => ({
        name,
        required,
        value: exampleOf(document, schema),
      }));
    const query = given
      .filter(({ required }) => required)
      .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
    const body = operation.requestBody && dereference(document, operation.requestBody);
    return {
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      tag: operation.tags[0] ?? '',
      requiredRole: operation['x-required-role'] ?? '',
      scope: operation['x-scope'] ?? 'none',
      audit: operation['x-audit'],
      selfService: operation['x-self-service'] ?? false,
      organizationWide: operation['x-organization-wide'] ?? false,
      keyKinds: operation['x-key-kinds'],
      recentSignIn: operation['x-recent-sign-in'] ?? false,
      plans: operation['x-plan'],
      body: body?.content['application/json']?.example as Record<string, unknown> | undefined,
      query: query.length > 0 ? `?${query.join('&')}` : '',
      filters: given.filter(({ required }) => !required),
    };
  });
}

/** A value that a parameter takes. */
function exampleOf(document: OpenApiDocument, given: Schema): string {
  const schema = dereference(document, given);
  if (schema.type === 'array' && schema.items) return exampleOf(document, schema.items);
  const example = given.example ?? schema.example ?? schema.enum?.[0] ?? schema.minimum;
  return String(example ?? (schema.type === 'boolean' ? true : randomUUID()));
}

/** The address of an operation with ids in it; random ones where `ids` has none. */
export function addressOf(
  operation: DocumentedOperation,
  ids: Record<string, string> = {},
): string {
  const path = operation.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => ids[name] ?? randomUUID(),
  );
  return `${path}${operation.query}`;
}
