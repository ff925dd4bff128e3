import type { AttributeDefinition } from '../attributes.ts';
import { ScimError } from '../errors.ts';
import {
  type ResourceType,
  resourceTypes,
  type Schema,
  schemas,
} from '../schemas/resource-types.ts';
import { cursorSeconds } from '../searching/cursors.ts';
import { pageSize } from '../searching/read-search.ts';
import { bulkLimits } from './bulk-plan.ts';
import type { ScimAnswer } from './call.ts';
import { listOf } from './search.ts';

const core = 'urn:ietf:params:scim:schemas:core:2.0';

export interface DiscoveryOptions {
  readonly baseUrl: string;
}

type Query = Readonly<Record<string, unknown>>;

/** The capabilities of this server; authentik and others decide by them what they send. */
export function serviceProviderConfig({ baseUrl }: DiscoveryOptions, query: Query): ScimAnswer {
  demandNoFilter(query);
  return {
    status: 200,
    body: {
      schemas: [`${core}:ServiceProviderConfig`],
      patch: { supported: true },
      bulk: {
        supported: true,
        maxOperations: bulkLimits.operations,
        maxPayloadSize: bulkLimits.bytes,
      },
      filter: { supported: true, maxResults: pageSize.max },
      changePassword: { supported: false },
      sort: { supported: true },
      etag: { supported: true },
      pagination: {
        cursor: true,
        index: true,
        defaultPaginationMethod: 'index',
        defaultPageSize: pageSize.default,
        maxPageSize: pageSize.max,
        cursorTimeout: cursorSeconds,
      },
      authenticationSchemes: [
        {
          type: 'oauthbearertoken',
          name: 'API key',
          description: 'An API key of the organization as a bearer token.',
          specUri: 'https://www.rfc-editor.org/info/rfc6750',
          primary: true,
        },
      ],
      meta: {
        resourceType: 'ServiceProviderConfig',
        location: `${baseUrl}/ServiceProviderConfig`,
      },
    },
  };
}

export function listResourceTypes(options: DiscoveryOptions, query: Query): ScimAnswer {
  demandNoFilter(query);
  return { status: 200, body: listOf(resourceTypes.map((type) => presentType(type, options))) };
}

export function getResourceType(options: DiscoveryOptions, name: string, query: Query): ScimAnswer {
  demandNoFilter(query);
  const type = resourceTypes.find((one) => one.name === name);
  if (!type) throw new ScimError(404, 'There is no such resource type; see /ResourceTypes.');
  return { status: 200, body: presentType(type, options) };
}

export function listSchemas(options: DiscoveryOptions, query: Query): ScimAnswer {
  demandNoFilter(query);
  return { status: 200, body: listOf(schemas.map((schema) => presentSchema(schema, options))) };
}

export function getSchema(options: DiscoveryOptions, id: string, query: Query): ScimAnswer {
  demandNoFilter(query);
  const schema = schemas.find((one) => one.id.toLowerCase() === id.toLowerCase());
  if (!schema) throw new ScimError(404, 'There is no such schema; see /Schemas.');
  return { status: 200, body: presentSchema(schema, options) };
}

/** RFC 7644 section 4: so that nobody takes a part for the whole. Sorting and paging are ignored. */
function demandNoFilter({ filter }: Query): void {
  if (filter !== undefined)
    throw new ScimError(403, 'Discovery cannot be filtered; read it as a whole.');
}

function presentType(
  { name, endpoint, description, schema, extensions }: ResourceType,
  { baseUrl }: DiscoveryOptions,
) {
  return {
    schemas: [`${core}:ResourceType`],
    id: name,
    name,
    endpoint,
    description,
    schema: schema.id,
    schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
    meta: { resourceType: 'ResourceType', location: `${baseUrl}/ResourceTypes/${name}` },
  };
}

function presentSchema(
  { id, name, description, attributes }: Schema,
  { baseUrl }: DiscoveryOptions,
) {
  return {
    schemas: [`${core}:Schema`],
    id,
    name,
    description,
    attributes: attributes.map(presentAttribute),
    meta: { resourceType: 'Schema', location: `${baseUrl}/Schemas/${id}` },
  };
}

/** Members that do not apply are left out: Entra reads no nulls. */
function presentAttribute(definition: AttributeDefinition): object {
  const { subAttributes, canonicalValues, referenceTypes, ...rest } = definition;
  return {
    ...rest,
    ...(canonicalValues && { canonicalValues }),
    ...(referenceTypes && { referenceTypes }),
    ...(subAttributes.length > 0 && { subAttributes: subAttributes.map(presentAttribute) }),
  };
}
