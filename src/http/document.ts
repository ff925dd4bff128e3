import { readFile } from 'node:fs/promises';
import { atReference } from '../kernel/index.ts';
import type { SchemaNode } from './canonical-keys.ts';
import type { RateScope } from './rate-limits.ts';

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;
export type HttpMethod = (typeof methods)[number];

/** Who may call, weakest first; organization keys have every role (public-api.md 1.3). */
export const requiredRoles = [
  'none',
  'key',
  'team-member',
  'team-administrator',
  'organization-member',
  'organization-administrator',
  'organization-owner',
] as const;
export type RequiredRole = (typeof requiredRoles)[number];

export interface ParameterObject {
  name: string;
  in: 'query' | 'path' | 'header' | 'cookie';
  required?: boolean;
  schema?: SchemaNode;
}

/** One operation of the document, references resolved, with the extensions the router enforces. */
export interface Operation {
  operationId: string;
  method: HttpMethod;
  /** As in the document: `/team/{id}`. */
  path: string;
  tag: string;
  parameters: ParameterObject[];
  requestBody?: { required?: boolean; content: Record<string, { schema?: SchemaNode }> };
  responses: Record<string, { content?: Record<string, { schema?: SchemaNode }> }>;
  requiredRole: RequiredRole;
  /** `<resource>:<permission>`; undefined only where no key is needed. */
  scope: string | undefined;
  organizationWide: boolean;
  keyKinds: readonly string[] | undefined;
  rateLimit: RateScope | undefined;
  audit: string | undefined;
  /** Users may also call it for themselves, whatever their role. */
  selfService: boolean;
  /** Plans that include it: its own, else those of the document; undefined, all. */
  plans: readonly string[] | undefined;
}

export interface ApiDocument {
  /** The bundled document as served to clients. */
  raw: Record<string, unknown>;
  /** The same with every reference resolved. */
  definition: Record<string, unknown>;
  basePath: string;
  operations: Operation[];
}

/** Reads a bundled OpenAPI document (JSON, references only inside itself). */
export async function loadDocument(file: string | URL): Promise<ApiDocument> {
  const raw = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  const definition = resolveReferences(raw, raw, new Map()) as Record<string, unknown>;
  const servers = definition.servers as { url: string }[] | undefined;
  const basePath = (servers?.[0]?.url ?? '').replace(/^https?:\/\/[^/]+/, '').replace(/\/$/, '');
  const operations: Operation[] = [];
  const plans = definition['x-plan'] as string[] | undefined;
  const paths = definition.paths as Record<
    string,
    Record<string, RawOperation | ParameterObject[]>
  >;
  for (const [path, item] of Object.entries(paths)) {
    const shared = (item.parameters as ParameterObject[] | undefined) ?? [];
    for (const method of methods) {
      const operation = item[method] as RawOperation | undefined;
      if (operation) operations.push(toOperation(path, method, operation, shared, plans));
    }
  }
  return { raw, definition, basePath, operations };
}

interface RawOperation {
  operationId?: string;
  tags?: string[];
  parameters?: ParameterObject[];
  requestBody?: Operation['requestBody'];
  responses: Operation['responses'];
  'x-required-role'?: string;
  'x-scope'?: string;
  'x-organization-wide'?: boolean;
  'x-key-kinds'?: string[];
  'x-rate-limit'?: RateScope;
  'x-audit'?: string;
  'x-self-service'?: boolean;
  'x-plan'?: string[];
}

function toOperation(
  path: string,
  method: HttpMethod,
  raw: RawOperation,
  shared: ParameterObject[],
  plans: string[] | undefined,
): Operation {
  const where = `${method.toUpperCase()} ${path}`;
  if (!raw.operationId) throw new Error(`${where} has no operationId.`);
  const requiredRole = requiredRoles.find((role) => role === raw['x-required-role']);
  // Default deny: an operation that does not say who may call it does not start.
  if (!requiredRole) throw new Error(`${where} has no known x-required-role.`);
  if (requiredRole !== 'none' && !raw['x-scope']) throw new Error(`${where} has no x-scope.`);
  return {
    operationId: raw.operationId,
    method,
    path,
    tag: raw.tags?.[0] ?? '',
    parameters: [...shared, ...(raw.parameters ?? [])],
    ...(raw.requestBody ? { requestBody: raw.requestBody } : {}),
    responses: raw.responses,
    requiredRole,
    scope: raw['x-scope'],
    organizationWide: raw['x-organization-wide'] ?? false,
    keyKinds: raw['x-key-kinds'],
    rateLimit: raw['x-rate-limit'],
    audit: raw['x-audit'],
    selfService: raw['x-self-service'] ?? false,
    plans: raw['x-plan'] ?? plans,
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
