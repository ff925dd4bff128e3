import { versionsOf } from '../../http/index.ts';
import { AppError, isUuid } from '../../kernel/index.ts';
import { patternSentence, say } from '../../sentences/index.ts';
import type { ApiCaller } from './caller.ts';
import { demandOwnOrganization } from './demand-own-organization.ts';
import type { Handler } from './handlers.ts';
import type { ApiOperation } from './traits.ts';

/**
 * The rules for every operation: ids in paths and queries are the same in any letter case, and `organizationId` names
 * the organization of the key; another one is answered like one that does not exist. `If-Match` names the versions of
 * the object of the path that may be changed.
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
      Object.entries(request.params).map(([name, value]) => [name, inSmall(value)]),
    );
    const ids = new Set(request.operation.parameters.filter(isOfIds).map(({ name }) => name));
    const query = Object.fromEntries(
      Object.entries(request.query).map(([name, value]) => [
        name,
        ids.has(name) ? inSmall(value) : value,
      ]),
    );
    const condition = request.headers['if-match'];
    const acting =
      condition === undefined || request.operation.method === 'get'
        ? caller
        : expecting(caller, request.operation, params, condition);
    return handler(acting, { ...request, params, query });
  };
}

/** Ids as they are stored; anything else as it is. */
function inSmall<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(inSmall) as Value;
  // as: the same text, but for its letter case.
  return typeof value === 'string' && isUuid(value) ? (value.toLowerCase() as Value) : value;
}

function isOfIds({ schema }: ApiOperation['parameters'][number]): boolean {
  return patternSentence(schema?.items ?? schema)?.code === 'mustBeId';
}

/** The caller, who wants to change the first object of the path only in a version that the condition names. */
function expecting(
  caller: ApiCaller,
  { path, parameters }: ApiOperation,
  params: Readonly<Record<string, string>>,
  condition: string,
): ApiCaller {
  const [, name = ''] = /\{(\w+)\}/.exec(path) ?? [];
  const id = params[name];
  if (id === undefined || !parameters.some((one) => one.name === 'If-Match'))
    throw new AppError('changed-meanwhile', say('noTagToMatch'));
  const versions = versionsOf(condition);
  return versions ? { ...caller, expected: { id, versions } } : caller;
}
