import {
  bodyToPayload,
  getPayload,
  listPayloads,
  type PayloadDocument,
  rawBodyOf,
  replayPayload,
  unpackTraces,
} from '../../../ingest/index.ts';
import { type Handlers, ok } from '../handlers.ts';

export const inboundIntegrationPayloadOperations = {
  listPayloads: async (caller, { params, query }) => {
    const page = await listPayloads(caller, params.id, {
      idLessThan: query.IdLessThan ?? null,
      limit: query.Limit ?? 20,
    });
    const withData = query.IncludeData ?? false;
    const payloads = await Promise.all(
      page.payloads.map(async (payload) => ({
        ...summary(payload),
        data: withData ? await dataOf(payload) : null,
      })),
    );
    return ok({ payloads, hasMore: page.hasMore });
  },

  getPayload: async (caller, { params }) => {
    const payload = await getPayload(caller, params.id, params.payloadId);
    return ok({
      ...summary(payload),
      data: await dataOf(payload),
      trace: unpackTraces(payload.trace).flat(),
      decisions: payload.decisions,
    });
  },

  replayPayload: async (caller, { params }) => {
    const { views, intake } = caller.dependencies;
    return ok(await replayPayload(caller, views, intake, params.id, params.payloadId));
  },
} satisfies Handlers;

function summary(payload: PayloadDocument) {
  return {
    id: payload._id.toHexString(),
    integrationId: payload.integrationId,
    createdAt: payload.createdAt.toISOString(),
    incidentId: payload.incidentId,
    ip: payload.ip,
    outcome: payload.outcome,
    reason: payload.reason,
  };
}

async function dataOf(payload: PayloadDocument): Promise<Record<string, unknown>> {
  return (await bodyToPayload(rawBodyOf(payload))).payload;
}
