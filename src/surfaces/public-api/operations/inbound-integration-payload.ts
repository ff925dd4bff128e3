import {
  getPayload,
  listPayloads,
  listWholePayloads,
  type PayloadSummary,
  replayPayload,
  searchPayloads,
  showPayloads,
  unpackTraces,
} from '../../../ingest/index.ts';
import { type Handlers, ok, okText } from '../handlers.ts';

export const inboundIntegrationPayloadOperations = {
  listPayloads: async (caller, { params, query }) => {
    const page = { idLessThan: query.IdLessThan ?? null, limit: query.Limit ?? 20 };
    if (!(query.IncludeData ?? false)) {
      const { payloads, hasMore } = await listPayloads(caller, params.id, page);
      return ok({ payloads: payloads.map((one) => ({ ...summary(one), data: null })), hasMore });
    }
    const { payloads, hasMore } = await listWholePayloads(caller, params.id, page);
    const data = await showPayloads(caller.dependencies.intake, params.id, payloads);
    const items = payloads.map((one, at) => withData(summary(one), data[at]));
    return okText(`{"payloads":[${items.join()}],"hasMore":${hasMore}}`);
  },

  searchPayloads: async (caller, { query }) => {
    const found = await searchPayloads(caller, {
      searchTerm: query.SearchTerm || undefined,
      integrationIds: query.IntegrationIds?.map((id) => id.toLowerCase()),
      outcomes: query.Outcomes,
      from: query.CreatedFrom
        ? new Date(query.CreatedFrom)
        : new Date(caller.clock.now().getTime() - searchedMilliseconds),
      until: query.CreatedUntil ? new Date(query.CreatedUntil) : undefined,
      idLessThan: query.IdLessThan,
      limit: query.Limit ?? 20,
    });
    return ok({
      payloads: found.payloads.map((one) => ({ ...summary(one), data: null })),
      nextIdLessThan: found.nextIdLessThan,
      searchedBackTo: found.searchedBackTo.toISOString(),
    });
  },

  getPayload: async (caller, { params }) => {
    const payload = await getPayload(caller, params.id, params.payloadId);
    const [data] = await showPayloads(caller.dependencies.intake, params.id, [payload]);
    const { decisions } = payload;
    const trace = unpackTraces(payload.trace).flat();
    return okText(withData({ ...summary(payload), trace, decisions }, data));
  },

  replayPayload: async (caller, { params }) => {
    const { views, intake } = caller.dependencies;
    return ok(await replayPayload(caller, views, intake, params.id, params.payloadId));
  },
} satisfies Handlers;

/** How far back a search looks unless told. */
const searchedMilliseconds = 7 * 86_400_000;

function summary(payload: PayloadSummary) {
  return {
    id: payload._id.toHexString(),
    integrationId: payload.integrationId,
    createdAt: payload.createdAt.toISOString(),
    incidentId: payload.incidentId,
    ip: payload.ip || null,
    outcome: payload.outcome,
    reason: payload.reason,
  };
}

/** The JSON of the object with the member `data`, whose JSON is there already: up to 3 MB that nobody need parse for it. */
function withData(view: object, data = 'null'): string {
  return `{"data":${data},${JSON.stringify(view).slice(1)}`;
}
