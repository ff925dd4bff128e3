/**
 * SCIM 2.0 over HTTP: the protocol of `scim/` behind the routes of its document, with the keys of the Public API.
 * It has no users and groups of its own: `directoryFor` gives those of the caller's organization.
 */
export { createScimApi } from './scim-api.ts';
