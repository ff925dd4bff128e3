/**
 * Agents, by the Model Context Protocol: tools, resources and prompts over what the Public API can do. It has no rights
 * of its own: each tool asks an operation of the Public API in process with the key of the caller, through the same
 * router, so that permissions, limits, validation and the audit log are the API's.
 *
 * Design notes: the list of tools is derived from the document and depends on the rights of the key alone. Texts from
 * outside are cleaned and fenced, but nothing rests on that: what an agent may do is decided by its key.
 * Configuration is never written. The SDK (`@modelcontextprotocol/server`, with `core` and `zod`) is loaded by
 * the first request.
 */
export type { AsTerraform } from './asking.ts';
export { createMcp } from './mcp.ts';
export { allTools } from './tool-list.ts';
