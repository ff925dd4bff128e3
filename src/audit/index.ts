/**
 * The audit log: who changed what, when, through which channel. Append-only, one hash chain per
 * organization, each entry signed, and the end of each chain signed outside it (identity-and-security.md 3.2).
 *
 * The function that makes a change also makes its entry; callers never do. Secrets never get here.
 *
 * Design notes: what names the actor and what is about a person can be erased, as the chain covers commitments to
 * them; an erasure is an entry itself. Changes of other objects stay. Retention removes from the old end and
 * signs where the chain now begins.
 */
export {
  type AuditEntry,
  type AuditNote,
  appendEntry,
  auditEntry,
  headsWritten,
  recordAudit,
} from './append.ts';
export { fieldChanges } from './changes.ts';
export { type AuditView, exportText, toAuditView } from './export.ts';
export { type HeadCopy, headOf, logHeads, parseHeads, toHeadCopy } from './heads.ts';
export type { AuditDocument, FieldChange } from './model.ts';
export { audit } from './module.ts';
export { changedBy, settleEntry, sweepOutbox } from './outbox.ts';
export {
  type AuditFilter,
  type Changed,
  changedSince,
  eachEntry,
  findEntry,
  fromCursor,
  isDeletionRecorded,
  lastSequence,
  lastSequenceOf,
  listEntries,
  toCursor,
} from './read.ts';
export { removeExpired } from './retention.ts';
export { verifyLog } from './verify.ts';
