import type { components } from '../../../contract/index.ts';
import { userKind } from '../../../identity/index.ts';
import {
  type IncidentFilter,
  listIncidentChanges,
  listIncidents,
  listRelatedIncidents,
} from '../../../incident-lists/index.ts';
import {
  type AppendIntent,
  createIncident,
  deleteIncident,
  getIncident,
  type IncidentDocument,
  type IncidentOperations,
  type IntentOptions,
  mergeIncident,
  patchIncident,
  toAttribute,
  unmergeIncident,
  withAllEvents,
} from '../../../incidents/index.ts';
import { payloadsById } from '../../../ingest/index.ts';
import { integrationKind } from '../../../integrations/index.ts';
import { AppError, invalidField, notFound } from '../../../kernel/index.ts';
import {
  incidentMarkdown,
  listNotificationsOf,
  toIncidentView,
  toIncidentViews,
} from '../../../notifications/index.ts';
import { outboundIntegrationKind } from '../../../outbound/index.ts';
import { demandDateTime, getResource, idsWithLabels } from '../../../resources/index.ts';
import { answered, say, words } from '../../../sentences/index.ts';
import { serviceKind } from '../../../services/index.ts';
import { teamKind } from '../../../teams/index.ts';
import type { ApiCaller } from '../caller.ts';
import { type Handlers, ok, okObject, type Request } from '../handlers.ts';
import { fetchImage, imageAnswer } from '../incident-image.ts';
import { surroundingsOf } from '../incident-surroundings.ts';
import { logQueryOf } from '../log-operations.ts';
import { nextAlertView } from '../next-alert-view.ts';
import { toToldViews } from '../told-view.ts';

type Wire = components['schemas'];

/** Browsers keep it, and ask each time whether it is still so. */
const revalidated = { 'Cache-Control': 'private, no-cache' };

export const incidentOperations = {
  createIncident: async (caller, { body: input }) => {
    const userIds = inSmall((input.userAssignments ?? []).map(({ userId }) => userId));
    const serviceIds = inSmall(input.serviceIds);
    await demandNamed(caller, { userIds, serviceIds });
    const integration = input.integrationId
      ? await getResource(caller, integrationKind, input.integrationId)
      : null;
    const incident = await createIncident(caller, {
      title: input.title,
      status: input.status,
      severity: input.severity,
      message: input.message ?? null,
      messageIsPublic: input.messageIsPublic ?? null,
      integration: integration && { id: integration.id, teamId: integration.wire.teamId },
      teamIds: input.teamIds ?? [],
      serviceIds,
      userIds,
      attributes: (input.attributes ?? []).map(toAttribute),
      excludeFromUptimeCalculation: input.excludeFromUptimeCalculation ?? false,
      statusPageStartOverride: input.statusPageStartOverride ?? null,
      statusPageEndOverride: input.statusPageEndOverride ?? null,
      publicComment: input.publicComment ?? null,
    });
    return ok(await toIncidentView(caller, incident));
  },

  getIncident: async (caller, { params }) => {
    const incident = await withAllEvents(caller, await getIncident(caller, params.id));
    return okObject(incident, await toIncidentView(caller, incident), revalidated);
  },

  getIncidentMarkdown: async (caller, { params }) => {
    const incident = await withAllEvents(caller, await getIncident(caller, params.id));
    const view = await toIncidentView(caller, incident);
    return {
      status: 200,
      text: incidentMarkdown(view),
      headers: { 'Content-Type': 'text/markdown; charset=utf-8' },
    };
  },

  listIncidents: async (caller, { query }) => {
    if (query.Cursor !== undefined && (query.Offset ?? 0) > 0)
      throw invalidField('Offset', say('notWithCursor'));
    const page = await listIncidents(caller, await toFilter(caller, query, false), {
      offset: query.Offset ?? 0,
      cursor: query.Cursor,
      limit: query.Limit ?? 20,
      sortBy: query.SortBy ?? 'Created',
      ascending: query.Asc ?? false,
      withCounts: query.WithCounts,
    });
    const body = {
      incidents: await toIncidentViews(caller, page.incidents),
      hasMore: page.hasMore,
      nextCursor: page.nextCursor,
      isPartial: page.isPartial,
      leftOut: page.leftOut,
      counts: page.counts,
    };
    return ok(body, revalidated);
  },

  getIncidentImage: async (caller, { params, query }) => {
    const { attributes } = await getIncident(caller, params.id);
    const attribute = attributes.find(({ name, isImage }) => isImage && name === query.Name);
    if (!attribute) throw notFound('Image', query.Name);
    return imageAnswer(await fetchImage(caller.dependencies.outbound, attribute.value));
  },

  listRelatedIncidents: async (caller, { params, query }) => {
    const incident = await getIncident(caller, params.id);
    const page = await listRelatedIncidents(caller, incident, query.Limit ?? 20);
    const incidents = await toIncidentViews(caller, page.incidents);
    return ok({ incidents, hasMore: page.hasMore });
  },

  listIncidentNotifications: async (caller, { params, query }) => {
    const incident = await getIncident(caller, params.id);
    const { items, hasMore } = await listNotificationsOf(caller, incident, logQueryOf(query));
    return ok({ notifications: await toToldViews(caller, incident, items), hasMore });
  },

  getNextAlert: async (caller, { params }) => {
    const incident = await getIncident(caller, params.id);
    const { alerting } = caller.dependencies;
    const [next, urgency] = await Promise.all([
      alerting.whoIsNext(incident),
      alerting.urgencyOf(incident),
    ]);
    return ok(await nextAlertView(caller, next, urgency));
  },

  getIncidentSurroundings: async (caller, { params }) =>
    ok(await surroundingsOf(caller, await getIncident(caller, params.id))),

  listIncidentPayloads: async (caller, { params, query }) => {
    const limit = query.Limit ?? 20;
    const below = query.IdLessThan;
    const incident = await withAllEvents(caller, await getIncident(caller, params.id));
    const ids = payloadIdsOf(incident).filter((id) => below === undefined || id < below);
    const payloads = await payloadsById(caller, caller.organizationId, ids.slice(0, limit));
    return ok({
      payloads: payloads.map(({ _id, integrationId, createdAt, outcome, reason }) => ({
        id: _id.toHexString(),
        integrationId,
        createdAt: createdAt.toISOString(),
        outcome,
        ...answered('reason', reason),
      })),
      hasMore: ids.length > limit,
    });
  },

  listIncidentChanges: async (caller, { query }) => {
    const limit = query.Limit ?? 20;
    const after = query.Cursor
      ? readCursor(query.Cursor)
      : query.Since
        ? { at: new Date(query.Since), id: '' }
        : null;
    const filter = await toFilter(caller, query, true);
    const page = await listIncidentChanges(caller, filter, after, limit);
    const last = page.incidents.at(-1);
    return ok({
      incidents: await toIncidentViews(caller, page.incidents),
      hasMore: page.hasMore,
      // Kept when nothing is new, so that the reader can simply ask again with it.
      nextCursor: last
        ? writeCursor(last.lastUpdatedAt, last._id)
        : after
          ? writeCursor(after.at, after.id)
          : null,
    });
  },

  patchIncident: async (caller, { params, body }) => {
    const operations = toOperations(body.operations);
    const { users, services, outboundIntegrationId } = operations.appendIntent?.options ?? {};
    await demandNamed(caller, {
      userIds: users?.ids ?? [],
      serviceIds: services?.ids ?? [],
      outboundIntegrationId,
    });
    const incident = await patchIncident(caller, params.id, operations);
    return okObject(incident, await toIncidentView(caller, await withAllEvents(caller, incident)));
  },

  releaseIncident: async (caller, { params }) => {
    const incident = await patchIncident(caller, params.id, {
      appendIntent: { intent: 'Released', message: null, messageIsPublic: null, options: {} },
    });
    return shown(caller, incident);
  },

  mergeIncident: async (caller, { params, body }) => {
    return shown(caller, await mergeIncident(caller, params.id, body.intoId));
  },

  unmergeIncident: async (caller, { params }) => {
    return shown(caller, await unmergeIncident(caller, params.id));
  },

  deleteIncident: async (caller, { params }) => {
    await deleteIncident(caller, params.id);
    return ok({});
  },
} satisfies Handlers;

async function shown(caller: ApiCaller, incident: IncidentDocument) {
  return ok(await toIncidentView(caller, await withAllEvents(caller, incident)));
}

/** Ids of the payloads that left an event in it or in one of its subincidents, newest first. */
function payloadIdsOf({ events, subIncidents = [] }: IncidentDocument): string[] {
  const all = [...events, ...subIncidents.flatMap((sub) => sub.events)];
  const ids = all.flatMap(({ by }) => (by?.kind === 'integration' ? [by.payloadId] : []));
  return [...new Set(ids)].sort().reverse();
}

function toOperations(wire: Wire['IncidentOperations']): IncidentOperations {
  const operations: IncidentOperations = {};
  if (wire.changeSeverity) operations.changeSeverity = wire.changeSeverity.severity;
  if (wire.changeTitle) operations.changeTitle = wire.changeTitle.title;
  if (wire.appendIntent) operations.appendIntent = toIntent(wire.appendIntent);
  for (const name of ['overrideAttributes', 'addAttributes', 'upsertAttributes'] as const) {
    const given = wire[name];
    if (given) operations[name] = (given.attributes ?? []).map(toAttribute);
  }
  if (Object.keys(operations).length === 0)
    throw invalidField('operations', say('noOperationGiven'));
  return operations;
}

/** Ids as they are stored and compared. */
function inSmall(ids: readonly string[] | null | undefined): string[] {
  return (ids ?? []).map((id) => id.toLowerCase());
}

interface Named {
  userIds: readonly string[];
  serviceIds: readonly string[];
  outboundIntegrationId?: string | undefined;
}

/** Throws 404 for somebody or something that the caller does not see: nobody would be told. */
async function demandNamed(caller: ApiCaller, named: Named): Promise<void> {
  const { userIds, serviceIds, outboundIntegrationId } = named;
  for (const id of new Set(userIds)) await getResource(caller, userKind, id);
  for (const id of new Set(serviceIds)) await getResource(caller, serviceKind, id);
  if (outboundIntegrationId !== undefined)
    await getResource(caller, outboundIntegrationKind, outboundIntegrationId);
}

type WireIntent = NonNullable<Wire['IncidentOperations']['appendIntent']>;

function toIntent(wire: WireIntent): AppendIntent {
  const given = wire.intentOptions ?? {};
  const options: IntentOptions = {};
  const until = given.snoozingOptions?.snoozedUntil;
  demandDateTime('operations.appendIntent.intentOptions.snoozingOptions.snoozedUntil', until);
  if (until !== undefined) options.snoozedUntil = until === null ? null : new Date(until);
  const outbound = given.forwardingOptions?.outboundIntegration.id;
  if (outbound) options.outboundIntegrationId = outbound.toLowerCase();
  const affecting = given.affectingOptions;
  if (affecting)
    options.services = {
      ids: inSmall((affecting.services ?? []).map(({ id }) => id)),
      exclude: affecting.excludeFromUptimeCalculation ?? null,
      start: affecting.overrides?.start ?? null,
      end: affecting.overrides?.end ?? null,
    };
  const assigning = given.assigningOptions;
  if (assigning) {
    const ids = inSmall((assigning.teams ?? []).map(({ id }) => id));
    options.teams = { ids, repeatAlerts: assigning.repeatAlerts ?? null };
  }
  const users = given.userAssigningOptions;
  if (users)
    options.users = {
      ids: inSmall((users.userAssignments ?? []).map(({ userId }) => userId)),
      repeatAlerts: users.repeatAlerts ?? null,
    };
  return {
    intent: wire.intent,
    message: wire.message ? words(wire.message) : null,
    messageIsPublic: wire.messageIsPublic ?? null,
    options,
  };
}

type ListQuery = Partial<
  Request<'listIncidents'>['query'] & Request<'listIncidentChanges'>['query']
>;

/** `forChanges`: the change feed shows archived and snoozed incidents by default. */
async function toFilter(
  caller: ApiCaller,
  query: ListQuery,
  forChanges: boolean,
): Promise<IncidentFilter> {
  const list = <Item>(items: Item[] | undefined) => (items?.length ? items : undefined);
  return {
    ids: list(query.IncidentIds),
    statuses: list(query.Statuses),
    severities: list(query.Severities),
    integrationIds: list(query.IntegrationIds),
    teamIds: list(query.TeamIds),
    userIds: list(query.UserIds),
    serviceIds: list(query.ServiceIds),
    ofEither: query.Labels?.length ? await labelled(caller, query.Labels) : undefined,
    searchTerm: query.SearchTerm || undefined,
    unattended: query.Unattended,
    isArchived: query.IsArchived ?? (forChanges ? undefined : false),
    snoozed: query.OnlySnoozed ? 'only' : (query.IncludeSnoozed ?? forChanges) ? 'with' : 'without',
    isHeld: query.OnlyHeld,
    isMerged: query.OnlyMerged,
    mergedInto: query.MergedInto,
    createdFrom: dateOf(query.CreatedFrom),
    createdUntil: dateOf(query.CreatedUntil),
    createdBefore: dateOf(query.CreatedUntilExclusive),
    lastUpdatedFrom: dateOf(query.LastUpdatedFrom),
  };
}

/** Labels are few and incidents many: first what carries them, then the incidents of that. */
async function labelled(caller: ApiCaller, labels: readonly string[]) {
  const [integrationIds, teamIds] = await Promise.all([
    idsWithLabels(caller, integrationKind, labels),
    idsWithLabels(caller, teamKind, labels),
  ]);
  return { integrationIds, teamIds };
}

function dateOf(value: string | undefined): Date | undefined {
  return value === undefined ? undefined : new Date(value);
}

function writeCursor(at: Date, id: string): string {
  return Buffer.from(JSON.stringify([at.getTime(), id])).toString('base64url');
}

function readCursor(cursor: string): { at: Date; id: string } {
  try {
    const [time, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as [
      unknown,
      unknown,
    ];
    if (typeof time === 'number' && typeof id === 'string') return { at: new Date(time), id };
  } catch {
    // Falls through to the one error for all that is no cursor of ours.
  }
  throw new AppError('validation-failed', say('cursorOfOther'), {
    fields: { Cursor: [say('notACursor')] },
  });
}
