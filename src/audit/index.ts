/**
 * The audit log: who changed what, when, through which channel. Append-only, one hash chain per
 * organization, each entry signed (identity-and-security.md 3.2).
 *
 * The function that makes a change also makes its entry; callers never do. Secrets never get here.
 *
 * Design notes: names, addresses and values sit in a personal part; the chain covers a commitment
 * to it, so anonymising a person erases the part and leaves the chain valid. Retention removes from the
 * old end and signs where the chain now begins.
 */
export { type AuditEntry, type AuditNote, appendEntry, auditEntry, recordAudit } from './append.ts';
export { fieldChanges, type IsSecretPath } from './changes.ts';
export { type AuditView, type ExportFormat, exportText, toAuditView } from './export.ts';
export type { AuditDocument, FieldChange } from './model.ts';
export { audit } from './module.ts';
export { settleEntry, sweepOutbox } from './outbox.ts';
export {
  type AuditFilter,
  eachEntry,
  findEntry,
  fromCursor,
  listEntries,
  toCursor,
} from './read.ts';
export { expiryOf, removeExpired } from './retention.ts';
export { type Verification, verifyLog } from './verify.ts';
