/**
 * Links: the pages behind links in messages, where people answer without signing in. Its own document
 * (`openapi/links.yaml`); who calls is whoever knows the token. Opening a page changes nothing; its button does.
 */
export { createLinks } from './links.ts';
