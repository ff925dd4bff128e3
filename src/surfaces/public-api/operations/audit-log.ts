import {
  type AuditDocument,
  type AuditFilter,
  type AuditView,
  eachEntry,
  exportText,
  findEntry,
  fromCursor,
  listEntries,
  recordAudit,
  toAuditView,
  toCursor,
} from '../../../audit/index.ts';
import { organizationKind } from '../../../identity/index.ts';
import { invalidField, notFound } from '../../../kernel/index.ts';
import { getResource } from '../../../resources/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok } from '../handlers.ts';

type Query = Readonly<Record<string, unknown>>;

/** Reading the log is an event of its own: each of these leaves an entry. */
export const auditLogOperations = {
  listAuditLogs: async (caller, { query }) => {
    const filter = filterOf(query);
    const after = typeof query.Cursor === 'string' ? fromCursor(query.Cursor) : null;
    const { entries, next } = await listEntries(caller, filter, {
      after,
      limit: Number(query.Limit ?? 20),
    });
    await note(caller, 'list', caller.organizationId);
    const view = await viewer(caller);
    return ok({
      items: entries.map(view),
      hasMore: next !== null,
      nextCursor: next === null ? null : toCursor(next),
    });
  },

  getAuditLog: async (caller, { params }) => {
    const { auditLogId = '' } = params;
    const entry = await findEntry(caller, auditLogId);
    if (!entry) throw notFound('AuditLog', auditLogId);
    await note(caller, 'get', auditLogId);
    return ok((await viewer(caller))(entry));
  },

  exportAuditLogs: async (caller, { query }) => {
    const format = query.Format === 'csv' ? 'csv' : 'ndjson';
    const view = await viewer(caller);
    await note(caller, 'export', caller.organizationId);
    return {
      status: 200,
      text: exportText(views(caller, filterOf(query), view), format),
      headers: {
        'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
        'content-disposition': `attachment; filename="audit-log.${format}"`,
        'cache-control': 'no-store',
      },
    };
  },
} satisfies Handlers;

async function* views(
  caller: ApiCaller,
  filter: AuditFilter,
  view: (entry: AuditDocument) => AuditView,
) {
  for await (const entry of eachEntry(caller, filter)) yield view(entry);
}

async function viewer(caller: ApiCaller): Promise<(entry: AuditDocument) => AuditView> {
  const { wire } = await getResource(caller, organizationKind, caller.organizationId);
  return (entry) => toAuditView(entry, caller.secrets, wire.auditRetentionDays);
}

function note(caller: ApiCaller, verb: 'list' | 'get' | 'export', entityId: string): Promise<void> {
  return recordAudit(caller, { action: `audit-log.${verb}`, entityType: 'AuditLog', entityId });
}

function filterOf(query: Query): AuditFilter {
  const text = (name: string) =>
    typeof query[name] === 'string' ? String(query[name]) : undefined;
  return {
    entityType: text('EntityType'),
    entityId: text('EntityId'),
    action: text('Action'),
    actorId: text('ActorId'),
    source: text('Source'),
    from: moment(query, 'From'),
    until: moment(query, 'Until'),
  };
}

function moment(query: Query, name: string): Date | undefined {
  if (query[name] === undefined) return undefined;
  const date = new Date(String(query[name]));
  if (Number.isNaN(date.getTime()))
    throw invalidField(name, 'is not a date and time of the calendar');
  return date;
}
