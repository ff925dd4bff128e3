import { notFound } from '../../kernel/index.ts';
import { findInLog, type Log, type LogDocument, listLog } from '../../resources/index.ts';
import type { ApiCaller } from './caller.ts';
import { type AllHandlers, type Answer, type Handler, type OperationId, ok } from './handlers.ts';

/** A record as the list of an operation has it. */
type ItemOf<Many extends OperationId> = Answer<Many>[Exclude<
  keyof Answer<Many>,
  'hasMore'
>] extends readonly (infer Item)[]
  ? Item
  : never;

/** The two operations of a log that belongs to an object. */
export interface LogOperations<
  Entry extends LogDocument,
  One extends OperationId,
  Many extends OperationId,
> {
  log: Log<Entry>;
  one: One;
  many: Many;
  /** Member of the list answer that holds the records. */
  items: Exclude<keyof Answer<Many>, 'hasMore'> & string;
  /** Throws 404 when the object is out of sight. */
  demandOwner(caller: ApiCaller, ownerId: string): Promise<void>;
  /** Members other than id, date and incident. */
  view(entry: Entry): Omit<ItemOf<Many>, 'id' | 'createdAt' | 'incidentId'>;
  /** Members that lists leave out. */
  viewOne?(entry: Entry): Omit<Answer<One>, keyof ItemOf<Many>>;
}

export function logOperations<
  Entry extends LogDocument,
  One extends OperationId,
  Many extends OperationId,
>({
  log,
  one,
  many,
  items,
  demandOwner,
  view,
  viewOne,
}: LogOperations<Entry, One, Many>): Pick<AllHandlers, One | Many> {
  const toView = (entry: Entry) => ({
    ...recordOf(entry),
    ...view(entry),
  });
  const handlers: Record<string, Handler> = {
    [one]: async (caller, { params }) => {
      const { id = '', logId = '' } = params;
      await demandOwner(caller, id);
      const entry = await findInLog(caller, log, logId, { ownerId: id });
      if (!entry) throw notFound('log record', logId);
      return ok({ ...toView(entry), ...viewOne?.(entry) });
    },
    [many]: async (caller, { params, query }) => {
      const { id = '' } = params;
      await demandOwner(caller, id);
      const ofIncident =
        typeof query.IncidentId === 'string' ? { incidentId: query.IncidentId } : {};
      const page = await listLog(caller, log, { ownerId: id, ...ofIncident }, logQueryOf(query));
      return ok({ [items]: page.items.map(toView), hasMore: page.hasMore });
    },
  };
  // as unknown as: handlers of names that are given are called with what the document has under these names.
  return handlers as unknown as Pick<AllHandlers, One | Many>;
}

interface LogQuery {
  CreatedAtLessThan?: string;
  IdLessThan?: string;
  Limit?: number;
}

export function logQueryOf({ CreatedAtLessThan, IdLessThan, Limit = 20 }: LogQuery) {
  return { createdAtLessThan: CreatedAtLessThan, idLessThan: IdLessThan, limit: Limit };
}

/** The members that records of all logs have. */
export function recordOf({ _id, createdAt, incidentId }: LogDocument) {
  return { id: _id, createdAt: createdAt.toISOString(), incidentId };
}
