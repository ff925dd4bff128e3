/**
 * Status pages for visitors: HTML without script, JSON, Atom, iCal and a badge, at `/status/{slug}` or on hosts of
 * their own. Its own document (`openapi/status.yaml`); who calls is anybody, whoever knows the password of the page, or
 * whoever is signed in.
 *
 * Design notes: a page is rendered once per change, language and encoding, and answered from memory (`rendered.ts`);
 * what it says is looked at once per second at most, and the last one is served when the store does not answer
 * (`PageCache` of status-pages). So a stampede costs what a request costs, and nothing more.
 */
export { createStatus } from './status.ts';
