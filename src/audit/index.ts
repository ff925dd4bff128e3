/**
 * The audit log: who changed what, when, through which door. Append-only, one hash chain per
 * organization, each entry signed (identity-and-security.md 3.2).
 *
 * The function that makes a change also makes its entry; callers never do. Secrets never get here.
 *
 * Design notes: names, addresses and values sit in a personal part; the chain covers a commitment
 * to it, so anonymising a person erases the part and leaves the chain valid.
 */
export { type AuditEntry, type AuditNote, appendEntry, auditEntry, recordAudit } from './append.ts';
export { canonicalJson } from './chain.ts';
export { fieldChanges, type IsSecretPath } from './changes.ts';
export type { AuditDocument, FieldChange } from './model.ts';
export { settleEntry, sweepOutbox } from './outbox.ts';
