/**
 * Provisioning: what SCIM clients do to people and groups. Implements the directory of the SCIM protocol over `users`
 * of identity and the groups of `groups`; has no collection of its own. Called by the SCIM surface.
 *
 * Design notes: a person is one document, so that one request is one conditional write with its audit entry. What a
 * client said is stored as it was said; what follows from it for the user is in `product-fields`. What it gave, it
 * manages: it wins whenever it provisions the person again, and until then what others changed shows in SCIM. What it
 * never gave (a phone number that people set themselves) stays theirs. Filters become queries (`compile-filter`) over
 * folded copies that every write of a user makes anew.
 */
export { directoryFor } from './directory.ts';
