import { randomUUID } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  dereference,
  type OpenApiDocument,
  operationsOf,
  type Parameter,
  type Schema,
} from '../../generate/document.ts';
import { tinySound } from './multipart.ts';

export interface DocumentedOperation {
  /** Name of the file of its document: `public-v1`. */
  document: string;
  /** What stands before `path` at the server, without a slash at its end. */
  basePath: string;
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
  /** Of pages: whether somebody has to be signed in. */
  needsSession: boolean;
  /** In a session, only after a recent sign-in. */
  recentSignIn: boolean;
  plans: string[] | undefined;
  /**
   * The security schemes that the document names for it; none where it has proofs of its own or is open to everybody.
   */
  schemes: string[];
  /** All parameters, those of the path included. */
  parameters: Parameter[];
  /** For parameters of the path that are one of a few words. */
  choices: Record<string, string>;
  /** The schema of the body by media type. */
  bodies: { mediaType: string; schema: Schema }[];
  /** The example of the request, undefined where there is no body. */
  body: Record<string, unknown> | undefined;
  /** Values for the query parameters that are required. */
  query: string;
  /** The query parameters that are not required, each with a value it takes. */
  filters: { name: string; value: string }[];
}

type Document = OpenApiDocument & {
  servers?: { url: string }[];
  security?: Record<string, string[]>[];
};

/** Names of all documents there are. */
export const documentNames: readonly string[] = globSync('openapi/bundled/*.json')
  .map((file) => basename(file, '.json'))
  .toSorted();

const documents = new Map<string, Document>();
const operations = new Map<string, readonly DocumentedOperation[]>();

/** Read once by each worker; nobody changes it. */
export function readDocument(name: string): Document {
  const known = documents.get(name);
  if (known) return known;
  const read = JSON.parse(readFileSync(`openapi/bundled/${name}.json`, 'utf8')) as Document;
  documents.set(name, read);
  return read;
}

/** Every operation of every document. */
export function allOperations(): DocumentedOperation[] {
  return documentNames.flatMap((name) => documentedOperations(name));
}

/** Every operation of a document, for tests that hold for all of them. */
export function documentedOperations(name = 'public-v1'): DocumentedOperation[] {
  const known = operations.get(name) ?? operationsIn(name);
  operations.set(name, known);
  return [...known];
}

function operationsIn(name: string): DocumentedOperation[] {
  const document = readDocument(name);
  const basePath = (document.servers?.[0]?.url ?? '')
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/\/$/, '');
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
    const security = operation.security ?? document.security ?? [];
    return {
      document: name,
      basePath,
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
      needsSession: operation['x-session'] === 'required',
      recentSignIn: operation['x-recent-sign-in'] ?? false,
      plans: operation['x-plan'],
      schemes: security.flatMap((alternative) => Object.keys(alternative)),
      parameters,
      choices: Object.fromEntries(
        parameters.flatMap((parameter) => {
          const [choice] = dereference(document, parameter.schema).enum ?? [];
          return parameter.in === 'path' && choice ? [[parameter.name, String(choice)]] : [];
        }),
      ),
      bodies: Object.entries(body?.content ?? {}).map(([mediaType, { schema = {} }]) => ({
        mediaType,
        schema,
      })),
      body: bodyOf(document, body?.content ?? {}),
      query: query.length > 0 ? `?${query.join('&')}` : '',
      filters: given.filter(({ required }) => !required),
    };
  });
}

/** The example of a request in JSON; of a form with files, sound for each of them. */
function bodyOf(
  document: OpenApiDocument,
  content: Readonly<Record<string, { schema?: Schema; example?: unknown }>>,
): Record<string, unknown> | undefined {
  const json = Object.entries(content).find(([type]) => /json$/.test(type))?.[1];
  if (json) return json.example as Record<string, unknown> | undefined;
  const files = content['multipart/form-data']?.schema;
  const names = files && Object.keys(dereference(document, files).properties ?? {});
  return names && Object.fromEntries(names.map((name) => [name, tinySound]));
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
    (_, name: string) => ids[name] ?? operation.choices[name] ?? randomUUID(),
  );
  return `${path}${operation.query}`;
}
