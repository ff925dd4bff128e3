import { isUuid, notFound } from '../../kernel/index.ts';
import type { Handler } from './handlers.ts';

/**
 * What holds for every operation: ids in paths are the same in any letter case, and `organizationId` names
 * the organization of the key, another one being answered like one that does not exist.
 */
export function withRequestGuards(
  handlers: Readonly<Record<string, Handler>>,
): Record<string, Handler> {
  return Object.fromEntries(Object.entries(handlers).map(([id, handler]) => [id, guard(handler)]));
}

function guard(handler: Handler): Handler {
  return async (caller, request) => {
    const { organizationId } = request.query;
    if (
      typeof organizationId === 'string' &&
      organizationId.toLowerCase() !== caller.organizationId
    )
      throw notFound('Organization', organizationId);
    const params = Object.fromEntries(
      Object.entries(request.params).map(([name, value]) => [
        name,
        isUuid(value) ? value.toLowerCase() : value,
      ]),
    );
    return handler(caller, { ...request, params });
  };
}
