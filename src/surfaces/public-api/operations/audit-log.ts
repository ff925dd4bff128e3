import {
  type AuditDocument,
  type AuditFilter,
  type AuditView,
  eachEntry,
  exportText,
  findEntry,
  fromCursor,
  headOf,
  headsWritten,
  listEntries,
  recordAudit,
  toAuditView,
  toCursor,
  toHeadCopy,
  verifyLog,
} from '../../../audit/index.ts';
import { organizationKind } from '../../../identity/index.ts';
import { AppError, notFound } from '../../../kernel/index.ts';
import { getResource } from '../../../resources/index.ts';
import { inEnglish, say } from '../../../sentences/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok, type Request } from '../handlers.ts';

type Query = Request<'listAuditLogs'>['query'];

/** Reading the log is an event of its own: each of these leaves an entry. */
export const auditLogOperations = {
  listAuditLogs: async (caller, { query }) => {
    const filter = filterOf(query);
    const after = query.Cursor ? fromCursor(query.Cursor) : null;
    const { entries, next } = await listEntries(caller, filter, {
      after,
      limit: query.Limit ?? 20,
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
    const { auditLogId } = params;
    const entry = await findEntry(caller, auditLogId);
    if (!entry) throw notFound('AuditLog', auditLogId);
    await note(caller, 'get', auditLogId);
    return ok((await viewer(caller))(entry));
  },

  /** Leaves no entry, as it tells nothing of the log, and as an entry would be a new head each time. */
  getAuditLogHead: async (caller) => {
    await headsWritten(caller);
    const head = await headOf(caller, caller.organizationId);
    if (head === null || head === 'forged') throw new AppError('conflict', say('auditHeadMissing'));
    return ok(toHeadCopy(head), { 'cache-control': 'no-store' });
  },

  verifyAuditLog: async (caller, { body }) => {
    const { organizationId } = caller;
    await headsWritten(caller);
    const own = (body?.heads ?? []).filter((copy) => copy.organizationId === organizationId);
    const { entries, faults, notes, head } = await verifyLog(caller, organizationId, own);
    await note(caller, 'verify', organizationId);
    return ok({
      isUntouched: faults.length === 0,
      entries,
      faults: faults.map(inEnglish),
      faultSentences: faults,
      notes: notes.map(inEnglish),
      noteSentences: notes,
      head: head && { organizationId, ...head },
    });
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

function note(
  caller: ApiCaller,
  verb: 'list' | 'get' | 'export' | 'verify',
  entityId: string,
): Promise<void> {
  return recordAudit(caller, { action: `audit-log.${verb}`, entityType: 'AuditLog', entityId });
}

function filterOf({ From, Until, ...query }: Omit<Query, 'Cursor' | 'Limit'>): AuditFilter {
  return {
    entityType: query.EntityType,
    entityId: query.EntityId,
    action: query.Action,
    actorId: query.ActorId,
    source: query.Source,
    text: query.Text,
    from: From === undefined ? undefined : new Date(From),
    until: Until === undefined ? undefined : new Date(Until),
  };
}
