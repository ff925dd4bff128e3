/**
 * The Public API: turns operations of the document into calls of modules. No queries and no business
 * rules here; who may call is decided by `security.ts` and where the objects live.
 */
export type { ApiCaller, ApiDependencies } from './caller.ts';
export { createDocumentationPages } from './documentation-pages.ts';
export { operations } from './operations/index.ts';
export { createPublicApi } from './public-api.ts';
export { loadPublicApi } from './traits.ts';
