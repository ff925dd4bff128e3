import { notFound } from '../../kernel/index.ts';
import { findInLog, type Log, type LogDocument, listLog } from '../../resources/index.ts';
import type { ApiCaller } from './caller.ts';
import { type Handler, ok } from './handlers.ts';

/** The two operations of a log that belongs to an object. */
export interface LogOperations<Entry extends LogDocument, One extends string, Many extends string> {
  log: Log<Entry>;
  one: One;
  many: Many;
  /** Member of the list answer that holds the records. */
  items: string;
  /** Throws 404 when the object is out of sight. */
  demandOwner(caller: ApiCaller, ownerId: string): Promise<void>;
  /** Members beside id, date and incident. */
  view(entry: Entry): Record<string, unknown>;
}

export function logOperations<Entry extends LogDocument, One extends string, Many extends string>({
  log,
  one,
  many,
  items,
  demandOwner,
  view,
}: LogOperations<Entry, One, Many>): Record<One | Many, Handler> {
  const toView = (entry: Entry) => ({
    id: entry._id,
    createdAt: entry.createdAt.toISOString(),
    incidentId: entry.incidentId,
    ...view(entry),
  });
  const handlers: Record<string, Handler> = {
    [one]: async (caller, { params }) => {
      const { id = '', logId = '' } = params;
      await demandOwner(caller, id);
      const entry = await findInLog(caller, log, logId, { ownerId: id });
      if (!entry) throw notFound('log record', logId);
      return ok(toView(entry));
    },
    [many]: async (caller, { params, query }) => {
      const { id = '' } = params;
      await demandOwner(caller, id);
      const ofIncident =
        typeof query.IncidentId === 'string' ? { incidentId: query.IncidentId.toLowerCase() } : {};
      const page = await listLog(caller, log, { ownerId: id, ...ofIncident }, logQueryOf(query));
      return ok({ [items]: page.items.map(toView), hasMore: page.hasMore });
    },
  };
  return handlers as Record<One | Many, Handler>;
}

export function logQueryOf(query: Readonly<Record<string, unknown>>) {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    createdAtLessThan: text(query.CreatedAtLessThan),
    idLessThan: text(query.IdLessThan),
    limit: Number(query.Limit ?? 20),
  };
}
