import type { SecretBox } from '../kernel/index.ts';
import { isErasable, isUntouched, missingParts, unknownMembers } from './chain.ts';
import type { AuditDocument } from './model.ts';
import { expiryOf } from './retention.ts';

/** An entry as the Public API shows it. */
export function toAuditView(
  entry: AuditDocument,
  secrets: SecretBox,
  retentionDays: number | null,
) {
  const { names, content } = entry;
  const isWhole =
    missingParts(entry).every((part) => isErasable(entry, part)) &&
    unknownMembers(entry).length === 0;
  return {
    id: entry._id,
    expiresAt: expiryOf(entry.at, retentionDays)?.toISOString() ?? null,
    entityType: entry.entityType,
    entityId: entry.entityId,
    entityDisplayName: content?.entityDisplayName ?? null,
    action: entry.action,
    modification: {
      userDisplayName: names?.displayName ?? null,
      userIdentifier: names?.identifier ?? null,
      intent: entry.action.split('.')[1] ?? entry.action,
      timestamp: entry.at.toISOString(),
    },
    actorKind: entry.actorKind,
    actorId: entry.actorId,
    keyId: entry.keyId,
    keyCreatedBy: entry.keyCreatedBy,
    sessionId: entry.sessionId ?? null,
    source: entry.source,
    requestId: entry.requestId,
    tool: entry.tool ?? null,
    client: entry.client ?? null,
    changes: content?.changes ?? null,
    signatureStatus: {
      isSigned: entry.signature !== '',
      isValid: isWhole && isUntouched(entry, secrets),
    },
  };
}

export type AuditView = ReturnType<typeof toAuditView>;

const exportFormats = ['ndjson', 'csv'] as const;
type ExportFormat = (typeof exportFormats)[number];

const columns: [string, (view: AuditView) => unknown][] = [
  ['id', (view) => view.id],
  ['timestamp', (view) => view.modification.timestamp],
  ['action', (view) => view.action],
  ['entityType', (view) => view.entityType],
  ['entityId', (view) => view.entityId],
  ['entityDisplayName', (view) => view.entityDisplayName],
  ['userDisplayName', (view) => view.modification.userDisplayName],
  ['userIdentifier', (view) => view.modification.userIdentifier],
  ['actorKind', (view) => view.actorKind],
  ['actorId', (view) => view.actorId],
  ['keyId', (view) => view.keyId],
  ['keyCreatedBy', (view) => view.keyCreatedBy],
  ['source', (view) => view.source],
  ['requestId', (view) => view.requestId],
  ['changes', (view) => (view.changes === null ? null : JSON.stringify(view.changes))],
  ['expiresAt', (view) => view.expiresAt],
  ['isSigned', (view) => view.signatureStatus.isSigned],
  ['isValid', (view) => view.signatureStatus.isValid],
  ['sessionId', (view) => view.sessionId],
  ['tool', (view) => view.tool],
  ['client', (view) => view.client],
];

/** The views as text, one chunk each; CSV (RFC 4180) begins with the names of its columns. */
export async function* exportText(
  views: AsyncIterable<AuditView>,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield csvLine(columns.map(([name]) => name));
  for await (const view of views)
    yield format === 'csv'
      ? csvLine(columns.map(([, cellOf]) => cellOf(view)))
      : `${JSON.stringify(view)}\n`;
}

function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/** A cell that a spreadsheet would take for a formula gets an apostrophe in front (OWASP, CSV injection). */
function csvCell(value: unknown): string {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
