import {
  type ApiDocument,
  type Extensions,
  loadDocument,
  type Operation,
} from '../../http/index.ts';
import { isObject } from '../../kernel/index.ts';

/** Who may call, weakest first; organization keys have every role (public-api.md 1.3). */
const requiredRoles = [
  'none',
  'key',
  'team-member',
  'team-administrator',
  'organization-member',
  'organization-administrator',
  'organization-owner',
] as const;
export type RequiredRole = (typeof requiredRoles)[number];

/** Limits of single operations, in addition to the one of the whole API. */
const operationLimits = ['incident-create', 'incident-update', 'test-notification'] as const;
export type OperationLimit = (typeof operationLimits)[number];

/** The `x-` members of each operation in the document. */
export interface Traits {
  requiredRole: RequiredRole;
  /** `<resource>:<permission>`; undefined only where no key is needed. */
  scope: string | undefined;
  organizationWide: boolean;
  keyKinds: readonly string[] | undefined;
  rateLimit: OperationLimit | undefined;
  /** Users may also call it for themselves, whatever their role. */
  selfService: boolean;
  /** Plans that include it: its own, else those of the document; undefined, all. */
  plans: readonly string[] | undefined;
  /** Its own only: people work in the product itself on every plan. */
  plansInSession: readonly string[] | undefined;
  /** In a session, the person must have proved who they are a short time ago. */
  recentSignIn: boolean;
  /** A POST that only answers a question. */
  noSideEffects: boolean;
  /** It shows what tools sent in, or what callers said. */
  showsPayloads: boolean;
  /** The tool of agents that does it; others are reached by the tools that call any operation. */
  tool: ToolName | undefined;
}

const toolGroups = ['read', 'try', 'act'] as const;
export type ToolGroup = (typeof toolGroups)[number];

/** How agents find an operation: a tool of its own, in a group, with what models are told beside the summary. */
export interface ToolName {
  name: string;
  group: ToolGroup;
  description: string | undefined;
  /** Arguments that the list leaves out, as few need them; `describe_operation` tells of all. */
  omits: readonly string[];
}

export type ApiOperation = Operation & Traits;

/** Reads the document of the API. Throws when an operation does not declare who may call it. */
export function loadPublicApi(file: string | URL): Promise<ApiDocument<Traits>> {
  return loadDocument(file, readTraits);
}

function readTraits(operation: Extensions, document: Extensions, where: string): Traits {
  const requiredRole = oneOf(requiredRoles, operation['x-required-role']);
  // Default deny: the server does not start with an operation that does not declare who may call it.
  if (!requiredRole) throw new Error(`${where} has no known x-required-role.`);
  const scope = operation['x-scope'];
  if (requiredRole !== 'none' && typeof scope !== 'string')
    throw new Error(`${where} has no x-scope.`);
  const rateLimit = oneOf(operationLimits, operation['x-rate-limit']);
  if (operation['x-rate-limit'] !== undefined && !rateLimit)
    throw new Error(`${where} has no known x-rate-limit.`);
  return {
    requiredRole,
    scope: typeof scope === 'string' ? scope : undefined,
    organizationWide: operation['x-organization-wide'] === true,
    keyKinds: textsOf(operation['x-key-kinds'], where),
    rateLimit,
    selfService: operation['x-self-service'] === true,
    plans: textsOf(operation['x-plan'] ?? document['x-plan'], where),
    plansInSession: textsOf(operation['x-plan'], where),
    recentSignIn: operation['x-recent-sign-in'] === true,
    noSideEffects: operation['x-no-side-effects'] === true,
    showsPayloads: operation['x-shows-payloads'] === true,
    tool: toolOf(operation['x-mcp'], where),
  };
}

function toolOf(value: unknown, where: string): ToolName | undefined {
  if (value === undefined) return undefined;
  const { tool, group, description, omits } = isObject(value) ? value : {};
  const known = oneOf(toolGroups, group);
  if (typeof tool !== 'string' || !known) throw new Error(`${where} has no sound x-mcp.`);
  return {
    name: tool,
    group: known,
    description: typeof description === 'string' ? description : undefined,
    omits: textsOf(omits, where) ?? [],
  };
}

function oneOf<const Known extends string>(
  known: readonly Known[],
  given: unknown,
): Known | undefined {
  return known.find((value) => value === given);
}

/** A list that is not understood must not mean that everybody may call. */
function textsOf(value: unknown, where: string): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw new Error(`${where} has a list of values that are not strings.`);
  return value;
}
