/**
 * SCIM 2.0 (RFC 7643, 7644, 9865) as a service provider: schemas, filters, PATCH, paging, bulk, versions, errors.
 * It knows no product and no HTTP server: requests come as values, and users and groups from a `Directory`.
 */
export type { Attributes } from './attributes.ts';
export {
  type Change,
  type Directory,
  DirectoryError,
  type DirectoryRecord,
  type GroupChange,
  type GroupRepository,
  type MemberChange,
  type Page,
  type Reference,
  type Removal,
  type Search,
  type Sort,
  type UserRepository,
} from './directory.ts';
export { errorBody, ScimError, type ScimType } from './errors.ts';
export { matches } from './filters/evaluate.ts';
export {
  type AttributePath,
  type Comparison,
  definitionAt,
  type Filter,
  foldCase,
} from './filters/filter.ts';
export { readFilter } from './filters/resolve.ts';
export { presentRecord } from './resources/present.ts';
export { groupType, type ResourceType, userType } from './schemas/resource-types.ts';
export { createCursors, type Seal } from './searching/cursors.ts';
export { toScimError } from './service/answer-of.ts';
export { type BulkHooks, runBulk } from './service/bulk.ts';
export { demandBulkSize } from './service/bulk-plan.ts';
export type { ScimAnswer, ScimCall, ScimRequest } from './service/call.ts';
export {
  getResourceType,
  getSchema,
  listResourceTypes,
  listSchemas,
  serviceProviderConfig,
} from './service/discovery.ts';
export {
  createResource,
  getResource,
  patchResource,
  removeResource,
  replaceResource,
} from './service/resources.ts';
export { listResources, searchResources } from './service/search.ts';
