import { isUuid } from '../../kernel/index.ts';
import { demandOwnOrganization } from './demand-own-organization.ts';
import type { Handler } from './handlers.ts';

/**
 * What holds for every operation: ids in paths are the same in any letter case, and `organizationId` names
 * the organization of the key, another one being answered like one that does not exist.
 */
export function withRequestGuards(
  handlers: Readonly<Record<string, Handler>>,
): Record<string, Handler> {
  return Object.fromEntries(
    Object.entries(handlers).map(([id, handler]) => [id, guard(handler, id)]),
  );
}

function guard(handler: Handler, operationId: string): Handler {
  return async (caller, request) => {
    demandOwnOrganization(caller, operationId, request.query.organizationId);
    const params = Object.fromEntries(
      Object.entries(request.params).map(([name, value]) => [
        name,
        isUuid(value) ? value.toLowerCase() : value,
      ]),
    );
    return handler(caller, { ...request, params });
  };
}
