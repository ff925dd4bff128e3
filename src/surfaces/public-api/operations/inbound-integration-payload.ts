import {
  decisionsOf,
  getPayload,
  listPayloads,
  listWholePayloads,
  type PayloadSummary,
  replayPayload,
  type StoredTrial,
  searchPayloads,
  sendTestPayload,
  showPayloads,
  type TriedPayload,
  traceOf,
  tryOnStored,
} from '../../../ingest/index.ts';
import { type IntakeView, integrationKind, receivesRequests } from '../../../integrations/index.ts';
import { invalidField } from '../../../kernel/index.ts';
import { demandTeamEdit, getResource } from '../../../resources/index.ts';
import { answered, say } from '../../../sentences/index.ts';
import type { ApiCaller } from '../caller.ts';
import { compiledMapping } from '../compiled-mapping.ts';
import { type Handlers, ok, okText } from '../handlers.ts';
import { rawOf } from '../sent-request.ts';
import { toTraceLine } from '../trace-line.ts';

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
      integrationIds: query.IntegrationIds,
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
    const { traces, note } = await traceOf(caller, payload);
    const decisions = [...decisionsOf(payload), ...(note ? [note] : [])].map(
      ({ step, result }) => ({
        step,
        ...answered('result', result),
      }),
    );
    const trace = traces.flat().map(toTraceLine);
    return okText(withData({ ...summary(payload), trace, decisions }, data));
  },

  replayPayload: async (caller, { params }) => {
    const { views, intake } = caller.dependencies;
    return ok(await replayPayload(caller, views, intake, params.id, params.payloadId));
  },

  sendTestPayload: async (caller, { params, body }) => {
    const { type } = await editableView(caller, params.id);
    if (!receivesRequests(type) || type.source === 'heartbeat')
      throw invalidField('id', say('noPayloadsByRequest', { type: type.id }));
    const { views, intake, catalogue } = caller.dependencies;
    const request = body.request ?? (await catalogue.sampleOf(type));
    if (!request) throw invalidField('request', say('noSampleOf', { type: type.id }));
    return ok(await sendTestPayload(caller, views, intake, params.id, rawOf(request, type)));
  },

  evaluateStoredPayloads: async (caller, { params, body }) => {
    const view = await editableView(caller, params.id);
    const other = compiledMapping(body.attributesMapping ?? view.type.mapping);
    const { intake } = caller.dependencies;
    const limit = body.limit ?? trialsMax;
    const { trials, stoppedBy } = await tryOnStored(caller, intake, view, other, limit);
    return ok({
      payloads: trials.map(trialView),
      before: countsOf(trials.map(({ before }) => before)),
      after: countsOf(trials.map(({ after }) => after)),
      stoppedBy,
    });
  },
} satisfies Handlers;

/** How far back a search looks unless told. */
const searchedMilliseconds = 7 * 86_400_000;
const trialsMax = 100;

async function editableView(caller: ApiCaller, id: string): Promise<IntakeView> {
  const { teamId } = await getResource(caller, integrationKind, id);
  demandTeamEdit(caller, teamId);
  const view = await caller.dependencies.views.load(id);
  if (!view) throw invalidField('id', say('typeReceivesNothing'));
  return view;
}

function trialView({ payload, before, after, changedAttributes }: StoredTrial) {
  return {
    id: payload._id.toHexString(),
    createdAt: payload.createdAt.toISOString(),
    outcome: payload.outcome,
    // While it waits, that is only the one it is meant for.
    incidentId: payload.pending ? null : payload.incidentId,
    before: triedView(before),
    after: triedView(after),
    changedAttributes,
  };
}

function triedView({ outcome, reason, alerts, first }: TriedPayload) {
  const { status = null, severity = null, title = null, correlationId = null } = first ?? {};
  return { outcome, ...answered('reason', reason), alerts, status, severity, title, correlationId };
}

function countsOf(tried: readonly TriedPayload[]) {
  const count = (outcome: TriedPayload['outcome']) =>
    tried.filter((one) => one.outcome === outcome).length;
  return {
    opened: count('Opened'),
    updated: count('Updated'),
    resolved: count('Resolved'),
    discarded: count('Discarded'),
    failed: count('Failed'),
  };
}

function summary(payload: PayloadSummary) {
  return {
    id: payload._id.toHexString(),
    integrationId: payload.integrationId,
    createdAt: payload.createdAt.toISOString(),
    // While it waits, that is only the one it is meant for.
    incidentId: payload.pending ? null : payload.incidentId,
    ip: payload.ip || null,
    outcome: payload.outcome,
    ...answered('reason', payload.reason),
  };
}

/**
 * The JSON of the object with the member `data`, whose JSON is there already: up to 3 MB that nobody need parse for it.
 */
function withData(view: object, data = 'null'): string {
  return `{"data":${data},${JSON.stringify(view).slice(1)}`;
}
