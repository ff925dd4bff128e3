import {
  type BulkHooks,
  createResource,
  demandBulkSize,
  getResource,
  getResourceType,
  getSchema,
  groupType,
  listResources,
  listResourceTypes,
  listSchemas,
  patchResource,
  type ResourceType,
  removeResource,
  replaceResource,
  runBulk,
  type ScimAnswer,
  type ScimCall,
  ScimError,
  type ScimRequest,
  searchResources,
  serviceProviderConfig,
  userType,
} from '../../../scim/index.ts';
import type { OperationAnswer, OperationHandler, OperationRequest } from '../../http/index.ts';

/** Who calls, and what the handlers need to answer them. */
export interface ScimCaller {
  readonly call: ScimCall;
  readonly bulk: BulkHooks;
}

type Handler = OperationHandler<ScimCaller>;
type Resources = (call: ScimCall, request: ScimRequest, id: string) => Promise<ScimAnswer>;

const notMe: Handler = async () => {
  // RFC 7644 section 3.11. A key of an organization is nobody.
  throw new ScimError(501, 'An API key of an organization is no person; use /Users.');
};

/** A handler for each operation of the document. */
export const handlers: Readonly<Record<string, Handler>> = {
  getServiceProviderConfig: discover((call, { query }) => serviceProviderConfig(call, query)),
  listResourceTypes: discover((call, { query }) => listResourceTypes(call, query)),
  getResourceType: discover((call, { query, params }) =>
    getResourceType(call, params.name ?? '', query),
  ),
  listSchemas: discover((call, { query }) => listSchemas(call, query)),
  getSchema: discover((call, { query, params }) => getSchema(call, params.urn ?? '', query)),
  ...handlersOf(userType, 'User'),
  ...handlersOf(groupType, 'Group'),
  searchEverything: answer((call, { body }) => searchResources(call, null, body)),
  runBulk: async ({ call, bulk }, { body, rawBody }) => {
    demandBulkSize((await rawBody())?.length ?? 0);
    return toAnswer(await runBulk(call, body, bulk));
  },
  getMe: notMe,
  createMe: notMe,
  replaceMe: notMe,
  patchMe: notMe,
  deleteMe: notMe,
};

function handlersOf(type: ResourceType, noun: string): Record<string, Handler> {
  return {
    [`list${noun}s`]: answer((call, { query = {} }) => listResources(call, type, query)),
    [`search${noun}s`]: answer((call, { body }) => searchResources(call, type, body)),
    [`create${noun}`]: answer((call, request) => createResource(call, type, request)),
    [`get${noun}`]: answer((call, request, id) => getResource(call, type, id, request)),
    [`replace${noun}`]: answer((call, request, id) => replaceResource(call, type, id, request)),
    [`patch${noun}`]: answer((call, request, id) => patchResource(call, type, id, request)),
    [`delete${noun}`]: answer((call, request, id) => removeResource(call, type, id, request)),
  };
}

function answer(run: Resources): Handler {
  return async ({ call }, { query, body, headers, params }) => {
    const request = {
      query,
      body,
      ifMatch: headers['if-match'],
      ifNoneMatch: headers['if-none-match'],
    };
    return toAnswer(await run(call, request, params.id ?? ''));
  };
}

function discover(run: (call: ScimCall, request: OperationRequest) => ScimAnswer): Handler {
  return async ({ call }, request) => toAnswer(run(call, request));
}

function toAnswer({ status, headers, body }: ScimAnswer): OperationAnswer {
  return {
    status,
    ...(headers && { headers: { ...headers } }),
    ...(body !== undefined && { body }),
  };
}
