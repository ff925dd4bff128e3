/**
 * SCIM 2.0 (RFC 7643, 7644, 9865) as a service provider: schemas, filters, PATCH, paging, bulk, versions, errors.
 * It knows no product and no HTTP server: requests come as values, and users and groups from a `Directory`.
 */
export type {
  AttributeDefinition,
  Attributes,
  AttributeType,
  AttributeValue,
} from './attributes.ts';
export {
  type Change,
  type Directory,
  DirectoryError,
  type DirectoryRecord,
  type DirectoryRefusal,
  type GroupChange,
  type GroupRepository,
  type MemberChange,
  type Page,
  type Reference,
  type Removal,
  type Repository,
  type Search,
  type SearchWindow,
  type Sort,
  type UserRepository,
} from './directory.ts';
export {
  type AttributePath,
  type Comparison,
  definitionAt,
  type Filter,
  foldCase,
  type Operator,
  pathToText,
} from './filter.ts';
