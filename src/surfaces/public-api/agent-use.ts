import { isObject } from '../../kernel/index.ts';
import type { ApiOperation } from './traits.ts';

/**
 * The ways in which an agent may use an operation: read or try it, act on incidents by it, write configuration only as
 * a suggestion that a person applies, or not know of it.
 */
export type AgentUse = 'read' | 'act' | 'suggest' | 'never';

/** Tags of objects that decide who may do what. */
const rightsTags = new Set([
  'api-key',
  'group',
  'group-mapping',
  'oidc-connection',
  'organization-membership',
  'push-subscription',
]);
const acting = new Set(['createIncident', 'patchIncident']);
const uses = new WeakMap<ApiOperation, AgentUse>();

/** Read from the document, so that a new operation is nothing that agents may do until it says that it only reads. */
export function agentUseOf(operation: ApiOperation): AgentUse {
  let use = uses.get(operation);
  if (!use) {
    use = decide(operation);
    uses.set(operation, use);
  }
  return use;
}

function decide(operation: ApiOperation): AgentUse {
  const { method, tag, operationId, noSideEffects } = operation;
  if (operation.recentSignIn || rightsTags.has(tag) || operation.requiredRole === 'none')
    return 'never';
  if (acting.has(operationId)) return 'act';
  if (!answersJson(operation) || answersSecret(operation)) return 'never';
  if (method === 'get' || noSideEffects) return 'read';
  return isConfiguration(operation) ? 'suggest' : 'never';
}

/** Code describes neither the past nor people, and no agent suggests an erasure. */
const notConfiguration = new Set([
  'call-session',
  'incident',
  'organization',
  'public-update',
  'status-page-subscriber',
  'user',
]);

/** One object that code describes: created, replaced or deleted as a whole. */
function isConfiguration({ operationId, tag }: ApiOperation): boolean {
  return /^(?:create|replace|delete)[A-Z]/.test(operationId) && !notConfiguration.has(tag);
}

function answersJson({ responses }: ApiOperation): boolean {
  return responses[200]?.content?.['application/json'] !== undefined;
}

function answersSecret({ responses }: ApiOperation): boolean {
  return hasSecret(responses[200]?.content?.['application/json']?.schema, new Set());
}

function hasSecret(schema: unknown, seen: Set<unknown>): boolean {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  if (isObject(schema) && schema['x-secret'] === true) return true;
  return Object.values(schema).some((one) => hasSecret(one, seen));
}
