import { type ApiOperation, agentUseOf, mayCall, type Rights } from '../public-api/index.ts';

/**
 * Whether this caller may use the operation by tools: reads and trials; acts only with a key that says what a program
 * may do.
 */
export function isForAgent(operation: ApiOperation, caller: Rights): boolean {
  const use = agentUseOf(operation);
  // A suggestion writes nothing; what it shows of the object is read with the rights of the key.
  if (use === 'suggest') return true;
  const isAsked = use === 'read' || (use === 'act' && caller.key?.kind === 'agent');
  return isAsked && mayCall(operation, caller);
}
