import { readFile } from 'node:fs/promises';
import { atReference } from '../kernel/index.ts';
import type { SchemaNode } from './canonical-keys.ts';

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;
export type HttpMethod = (typeof methods)[number];

export interface ParameterObject {
  name: string;
  in: 'query' | 'path' | 'header' | 'cookie';
  required?: boolean;
  description?: string;
  schema?: SchemaNode;
}

/** One operation of a document, references resolved. */
export interface Operation {
  operationId: string;
  method: HttpMethod;
  /** As in the document: `/team/{id}`. */
  path: string;
  tag: string;
  summary: string;
  description: string;
  parameters: ParameterObject[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: SchemaNode }> };
  responses: Record<string, { content?: Record<string, { schema?: SchemaNode }> }>;
}

/** A document and what its surface knows of each operation beyond HTTP: who may call it, what it is limited by. */
export interface ApiDocument<Traits = object> {
  /** The bundled document as served to clients. */
  raw: Record<string, unknown>;
  /** The same with every reference resolved. */
  definition: Record<string, unknown>;
  basePath: string;
  operations: (Operation & Traits)[];
}

/** Members of the document that start with `x-`. */
export type Extensions = Readonly<Record<`x-${string}`, unknown>>;

/**
 * Reads the extensions of an operation, given those of the document; throws, naming `where`, when they are not enough.
 */
export type ReadTraits<Traits> = (
  operation: Extensions,
  document: Extensions,
  where: string,
) => Traits;

/** Reads a bundled OpenAPI document (JSON, references only inside itself). */
export async function loadDocument(file: string | URL): Promise<ApiDocument>;
export async function loadDocument<Traits extends object>(
  file: string | URL,
  readTraits: ReadTraits<Traits>,
): Promise<ApiDocument<Traits>>;
export async function loadDocument(
  file: string | URL,
  readTraits: ReadTraits<object> = () => ({}),
): Promise<ApiDocument> {
  const raw = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const definition = resolveReferences(raw, raw, new Map()) as Record<string, unknown>;
  const servers = definition.servers as { url: string }[] | undefined;
  const basePath = (servers?.[0]?.url ?? '').replace(/^https?:\/\/[^/]+/, '').replace(/\/$/, '');
  const operations: Operation[] = [];
  const paths = definition.paths as Record<
    string,
    Record<string, RawOperation | ParameterObject[]>
  >;
  for (const [path, item] of Object.entries(paths)) {
    const shared = (item.parameters as ParameterObject[] | undefined) ?? [];
    for (const method of methods) {
      const operation = item[method] as RawOperation | undefined;
      if (!operation) continue;
      const where = `${method.toUpperCase()} ${path}`;
      const traits = readTraits(operation, definition, where);
      operations.push({ ...toOperation(path, method, operation, shared), ...traits });
    }
  }
  return { raw, definition, basePath, operations };
}

interface RawOperation extends Extensions {
  operationId?: string;
  tags?: string[];
  summary?: string;
  description?: string;
  parameters?: ParameterObject[];
  requestBody?: Operation['requestBody'];
  responses: Operation['responses'];
}

function toOperation(
  path: string,
  method: HttpMethod,
  raw: RawOperation,
  shared: ParameterObject[],
): Operation {
  if (!raw.operationId) throw new Error(`${method.toUpperCase()} ${path} has no operationId.`);
  return {
    operationId: raw.operationId,
    method,
    path,
    tag: raw.tags?.[0] ?? '',
    summary: raw.summary ?? '',
    description: raw.description ?? '',
    parameters: [...shared, ...(raw.parameters ?? [])],
    ...(raw.requestBody ? { requestBody: raw.requestBody } : {}),
    responses: raw.responses,
  };
}

/** Copies `node` with `$ref`s replaced; shared targets stay shared, so caches keyed by schema hit. */
function resolveReferences(node: unknown, root: unknown, done: Map<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((item) => resolveReferences(item, root, done));
  if (node === null || typeof node !== 'object') return node;
  if ('$ref' in node && typeof node.$ref === 'string') {
    const known = done.get(node.$ref);
    if (known !== undefined) return known;
    const target = atReference(root, node.$ref);
    const resolved = resolveReferences(target, root, done);
    done.set(node.$ref, resolved);
    return resolved;
  }
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, resolveReferences(value, root, done)]),
  );
}
